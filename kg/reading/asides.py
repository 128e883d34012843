"""Asides: whether a turn that only answered, or only stood by, is over, so that he who acted before goes on."""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.scene import Scene
from kg.reading.service import Service

_BOWS = frozenset({"answer", "bow"})


class Asides(Service):
    """Knows when another turn has ended."""

    def _last(self, drafts: list[Draft], index: int, scene: Scene) -> Draft | None:
        """The last act of the turn that somebody did."""
        for position in range(index - 1, scene.turn - 1, -1):
            if drafts[position].actor_rule != "actor.thing":
                return drafts[position]
        return None

    def _over(
        self, drafts: list[Draft], index: int, draft: Draft, scene: Scene, last: Draft | None, resumed: bool
    ) -> bool:
        """Whether the turn was an aside and is over, so that he who acted before goes on."""
        if last is None:
            return False
        if self._greets_on(drafts, index, draft, last, scene):
            return True
        answered = last.cls == "answer" or (last.tagged("answers") and draft.follows != "comma")
        asked = draft.follows == "comma" and draft.cls == "motion" and last.form in self.words["grants"]
        waited = draft.follows == "comma" and not self.words["only-then"].isdisjoint(draft.adverbs)  # 公卒爵，然後飲
        ends = draft.follows == "stop" or (resumed and answered) or asked or waited
        if not (ends or self._closed(last, draft)):
            return False
        if draft.cls == "receiving" and not scene.cups.isdisjoint(scene.prior):
            return False  # he who holds the cup does not receive it
        if last.cls == "bow" and draft.form in self.words["rises"]:
            return False  # 賓答拜，興
        if not self.marked and last is drafts[index - 1] and last.cls == "answer" and (draft.negated or (
            draft.cls == "stance" and not draft.has("place")
        )):  # fmt: skip
            return False  # 主人對不去加席, 賓對東面立
        if last.tagged("gives") and not self._drinks(drafts, index):
            return False  # the giver goes on
        behind = drafts[index + 1] if index + 1 < len(drafts) else None
        named = [phrase.label for phrase in behind.subject] if behind is not None and behind.subject else []
        if not self.marked and not draft.collective and named == scene.prior:
            return False  # 主人荅拜還｜賓拜辱: he is named again only now
        if draft.tagged("up") and not draft.negated and self._below(scene.actors, scene.prior, scene):
            return False  # 公…，主人答拜…，升受爵: he who is down goes up
        if waited:
            return drafts[scene.turn].sentence == draft.sentence and drafts[scene.turn].subject is not None
        return self._aside(drafts, scene.turn, index) or self._stands_by(drafts, index, draft, scene)

    def _greets_on(self, drafts: list[Draft], index: int, draft: Draft, last: Draft, scene: Scene) -> bool:
        """主人再拜賓，賓答拜，拜介，介答拜，揖眾賓: the host goes on, not he who has just answered."""
        if index < 2 or last is not drafts[index - 1] or last.cls not in _BOWS or not last.tagged("answers"):
            return False
        first = drafts[index - 2]
        if first.cls not in {"bow", "courtesy"} or first.labels("actor") != scene.prior:
            return False
        if first.labels("recipient") not in ([], last.labels("actor")):
            return False
        others = draft.labels("recipient")
        return draft.cls in {"bow", "courtesy"} and others not in ([], scene.prior, last.labels("actor"))

    def _stands_by(self, drafts: list[Draft], index: int, draft: Draft, scene: Scene) -> bool:
        """眾耦立於大夫之南，西面北上 … 命眾耦; 諸公、卿皆未降。遂命三耦: who only stands there or does not act gives no
        orders."""
        if draft.cls not in {"order", "speech"} or draft.follows != "stop":
            return False
        return all(
            one.cls == "stance"
            or (one.cls == "posture" and not self.groups.isdisjoint(scene.actors))
            or one.negated
            or one.mode is Mode.CONDITIONAL
            or one.actor_rule == "actor.thing"
            or (one.cls == "being" and one.has("companion"))
            for one in drafts[scene.turn : index]
        )
