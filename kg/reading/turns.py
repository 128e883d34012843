"""Turns: each expressed subject opens one; a turn that only answers is an aside, and he who acted before goes on."""

from __future__ import annotations

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import Duty, RiteTables
from kg.lexicon.stance import load_stances
from kg.reading.act import Grade, Mode
from kg.reading.draft import Draft
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
        self.grades = {rule: Grade(grade) for rule, grade in rite.grades.items()}
        self.marked = True  # whether the text is punctuated
        self.present: set[str] = set()

    def _open_turn(self, drafts: list[Draft], index: int, labels: list[str], scene: Scene) -> None:
        if scene.actors and scene.actors != labels and not self._aside(drafts, scene.turn, index):
            scene.prior = scene.actors
        scene.turn = index
        scene.assisted = []
        scene.actors = labels
        scene.name(labels)
        scene.still = False

    def _aside(self, drafts: list[Draft], start: int, end: int) -> bool:
        """Whether the turn drafts[start:end] only answers, bows back, steps aside, or is the if-part of a condition."""
        only: Draft | None = None  # the first of its own acts, as long as there is no other
        own = 0
        for position in range(start, end):
            draft = drafts[position]
            if draft.order is not None or draft.actor_rule == "actor.thing":
                continue
            own += 1
            if own == 1:
                if draft.subject is None:
                    return False
                only = draft
                continue
            if only is not None:
                if not self._replies(only, alone=False):
                    return False
                only = None
            if not self._replies(draft, alone=False):
                return False
        return own > 1 or (only is not None and self._replies(only, alone=True))

    def _replies(self, draft: Draft, alone: bool) -> bool:
        if draft.mode is Mode.CONDITIONAL:
            told = draft.cls == "being" and bool(self._things(draft) & self.abstract)  # 公有命則
            return draft.subject is None or draft.cls == "order" or told or self._sides_of_count_only(draft)
        if draft.cls == "answer" or (alone and draft.form in self.words["oversees"]):
            return True
        if draft.cls == "bow":
            return not draft.negated and (draft.tagged("answers") or draft.sends)
        if draft.cls == "courtesy":
            return (alone and not draft.negated) or draft.tagged("gives")
        if draft.cls == "being":
            return draft.has("companion")  # 主人與賓為耦: said of them, nothing that they do
        if draft.cls == "stance":
            return alone and draft.has("place")
        return draft.cls == "motion" and not self.words["slightly"].isdisjoint(draft.adverbs)

    def _closed(self, last: Draft | None, draft: Draft) -> bool:
        """An if-part is over once the then-part begins; consent and answer are over at once."""
        if last is None or (draft.cls in {"speech", "answer"} and not draft.then):
            return False
        if last.mode is Mode.CONDITIONAL:
            return True
        if last.cls == "stance":
            return draft.follows != "" or not self.rite.both.isdisjoint(draft.adverbs)
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
        return set(draft.labels("object"))

    def _duty(self, draft: Draft) -> Duty | None:
        """Whose duty the act is, where a table says it."""
        if draft.form not in self.rite.duties_of or not self.rite.both.isdisjoint(draft.adverbs):
            return None  # 拾取矢: what two do in turn is no servant's work
        return self.rite.duty(draft.form, draft.labels("object"), self.present)

    def _grade_of(self, rule: str) -> Grade:
        """How sure a rule of the model is; the rules of doers.tsv have one grade together."""
        return self.grades.get(rule) or self.grades["duty"]
