"""Drafting: a verb takes over what stood in front of it."""

from __future__ import annotations

from kg.lexicon.entry import Verb
from kg.reading.act import Mode
from kg.reading.before import Before
from kg.reading.clauses import MOTION, STANCE, Clauses
from kg.reading.draft import Draft

_HAND_CLASSES = frozenset({"handling", "taking", "eating", "drinking", "serving", "rite"})


class Drafting(Clauses):
    """Makes drafts."""

    def _draft(self, start: int, end: int, verb: Verb | None, rule: str) -> Draft:
        """A new draft that takes over what stood before the verb."""
        before = self.before
        form = self.forms[start] if end - start == 1 else "".join(self.forms[start:end])
        cls, tags = (verb.cls, verb.tags) if verb is not None else ("", frozenset[str]())
        draft = Draft(start, end, form, verb, cls, tags, self.clause, self.sentence, rule)
        draft.follows = self.break_before if len(self.drafts) == self.clause_start else ""
        if before.subject:
            draft.subject = before.subject
        if before.collective and before.waiting and draft.subject is not None:
            draft.subject = before.waiting + draft.subject
        if before.each and draft.subject is not None and draft.cls == "giving":
            for phrase in draft.subject:  # 每一人獻: he is given
                draft.add("recipient", phrase)
            draft.subject = None
        for topic in before.topics:
            kind = topic.entry.cls if topic.entry is not None else ""
            if kind == "body":
                before.instrument += (topic,)
            elif kind != "abstract" or (cls in {"handling", MOTION} and "thing-subject" in tags):
                draft.topics += (topic,)
        draft.then = before.then
        draft.joins = before.joins
        draft.negated = before.negated
        draft.collective = before.collective
        draft.adverbs = before.adverbs
        if before.completed:
            draft.mode = Mode.COMPLETED
        long = len(self.drafts) - self.condition
        if self.under_if and self.bare_condition and long and (long > 2 or self.drafts[-1].negated):
            self.under_if = False  # 若不從｜筮擇如初儀
        if self.under_if:
            draft.mode = Mode.CONDITIONAL
        if self.order is not None:
            draft.order = self.order
            draft.mode = Mode.COMMANDED
        facing = cls == STANCE and "thing-subject" in tags and form in self.words["row"]
        if before.places and not facing:
            for place in before.places:
                draft.add("place", place)
            before.places = ()
        kept = Before(places=before.places)
        if facing:
            kept.via, kept.instrument, kept.companion = before.via, before.instrument, before.companion
        else:
            for phrase, preposition in before.via:
                draft.add(self._path_role(draft, preposition), phrase)
            for filler in before.instrument:
                draft.add("content" if cls in {"speech", "answer"} else "instrument", filler)
            for phrase in before.companion:
                draft.add("content" if cls == "speech" and phrase.by else "companion", phrase)
        for filler in before.recipient:
            draft.add("recipient", filler)
        if before.for_it:
            draft.pronoun = "recipient"
        if before.direction and form in self.hands and set(before.direction) <= self.hands:
            draft.add("direction", before.direction + form)  # 左右几
        elif before.direction:
            self._direct(draft, before.direction)
        draft.count = before.count
        self.before = kept
        self.drafts.append(draft)
        self.break_before = ""
        return draft

    def _path_role(self, draft: Draft, preposition: str) -> str:
        """自X in front: of a going up or down the way, of another motion or a saying whence (annotation.md §10)."""
        if draft.cls in {"speech", "order", "answer", "request"}:
            return "origin"
        moves = preposition == "zi" and draft.cls == MOTION and draft.tags.isdisjoint({"up", "down", "in", "out"})
        return "origin" if moves and draft.verb is not None and draft.verb.zi == "origin" else "via"

    def _direct(self, draft: Draft, direction: str) -> None:
        """左執: with the left hand; 南面, 左還, 南揚弓: the direction."""
        if set(direction) <= self.hands and draft.cls in _HAND_CLASSES:
            for side in direction:
                draft.add("instrument", side + self.hand)
        else:
            draft.add("direction", direction)

    def _count_inside(self, form: str) -> int | None:
        return next((self.rite.numerals[c] for c in form if c in self.rite.numerals), None)
