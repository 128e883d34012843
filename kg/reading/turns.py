"""Turns: each expressed subject opens one; a turn that only answers is an aside, and he who acted before goes on."""

from __future__ import annotations

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import RiteTables
from kg.lexicon.stance import load_stances
from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.scene import Scene


class Turns:
    """Opens turns and knows when one is over."""

    def __init__(self, lexicon: Lexicon, rite: RiteTables) -> None:
        self.rite = rite
        self.words = rite.keywords
        self.groups = {e.label for e in lexicon.entries.values() if e.table == "actors" and e.cls == "group"}
        self.tallies = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "tally"}
        stances = load_stances(lexicon)
        self.facing = {form for form, kind in stances.items() if kind == "faces"} & self.words["facing"]
        self.thing_stances = {form for form, kind in stances.items() if kind == "faces"} - self.words["facing"]
        self.vessels = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "vessel"}
        self.abstract = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "abstract"}
        self.helped = {e.label for e in lexicon.entries.values() if e.table == "actors" and e.cls == "musician"}
        self.food = {e.label for e in lexicon.entries.values() if e.table == "objects" and e.cls == "food"}
        self.marked = True  # whether the text is punctuated
        self.present: set[str] = set()

    def _open_turn(self, drafts: list[Draft], index: int, labels: list[str], scene: Scene) -> None:
        if scene.actors and scene.actors != labels and not self._aside(drafts[scene.turn : index]):
            scene.prior = scene.actors
        scene.turn = index
        scene.assisted = []
        scene.actors = labels
        scene.name(labels)
        scene.still = False

    def _aside(self, turn: list[Draft]) -> bool:
        """Whether the turn only answers, bows back, steps aside, or is the if-part of a condition."""
        own = [d for d in turn if d.order is None and d.actor_rule != "actor.thing"]
        return bool(own) and own[0].subject is not None and all(self._replies(d, len(own)) for d in own)

    def _replies(self, draft: Draft, size: int) -> bool:
        if draft.mode is Mode.CONDITIONAL:
            told = draft.cls == "being" and bool(self._things(draft) & self.abstract)  # 公有命則
            return draft.subject is None or draft.cls == "order" or told or self._sides_of_count_only(draft)
        if draft.cls == "answer":
            return True
        if draft.cls == "bow":
            return not draft.negated and (draft.tagged("answers") or draft.sends)
        if draft.cls == "courtesy":
            return size == 1 or draft.tagged("gives")
        if draft.cls == "stance":
            return size == 1 and draft.has("place")
        return draft.cls == "motion" and not self.words["slightly"].isdisjoint(draft.adverbs)

    def _closed(self, turn: list[Draft], draft: Draft) -> bool:
        """An if-part is over once the then-part begins; consent and answer are over at once."""
        if not turn or (draft.cls in {"speech", "answer"} and not draft.then):
            return False
        last = turn[-1]
        if last.mode is Mode.CONDITIONAL:
            return True
        if last.cls == "stance":
            return draft.follows != "" or bool(self.rite.both.intersection(draft.adverbs))
        return draft.follows == "" and last.cls in {"answer", "bow"} and last.form not in self.words["stays-open"] and (
            last.cls == "answer" or last.tagged("answers")
        )  # fmt: skip

    def _change(self, index: int, who: list[str], scene: Scene) -> list[str]:
        if who != scene.actors:
            scene.prior = scene.actors
            scene.actors = who
            scene.turn = index
        return who

    def _sides_of_count(self, draft: Draft) -> bool:
        """左 and 右 as the two sides win, lose and are level; they do nothing else (左右皆執一算)."""
        assert draft.subject is not None
        return draft.cls != "state" and all(
            phrase.label in self.words["sides-of-count"] and phrase.kind == "A" for phrase in draft.subject
        )

    def _sides_of_count_only(self, draft: Draft) -> bool:
        return draft.subject is not None and all(
            phrase.label in self.words["sides-of-count"] for phrase in draft.subject
        )

    def _things(self, draft: Draft) -> set[str]:
        return {f.label if isinstance(f, Phrase) else f for f in draft.roles.get("object", [])}
