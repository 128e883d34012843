"""Subjects and topics: persons, things and places in front of a verb."""

from __future__ import annotations

from kg.reading.before import Before
from kg.reading.clauses import STANCE
from kg.reading.phrase import Phrase
from kg.reading.predicates import Predicates


class Subjects(Predicates):
    """Places noun phrases, measures and numbers."""

    def _noun(self, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is None:
            return i + 1
        if phrase.kind == "M":
            return self._measure(phrase)
        if phrase.kind == "N":
            return self._bare_number(phrase)
        self._place_phrase(phrase)
        return phrase.end

    def _place_phrase(self, phrase: Phrase) -> None:
        before = self.before
        if phrase.kind == "A":
            joined = self.enumerating or (
                bool(before.subject)
                and before.subject[-1].end == phrase.start
                and self._coordinate(before.subject, phrase)
            )
            if joined and before.subject:
                before.subject += (phrase,)
            elif self.enumerating and self.drafts and self.drafts[-1].clause == self.clause:
                self._join_last(phrase)
            else:
                joins = before.joins
                waiting = before.waiting + (before.subject if before.places else ())
                self._settle_places_for(phrase)
                before = self.before
                before.waiting = waiting
                before.subject = (phrase,)
                before.joins = joins
        elif phrase.kind == "O":
            if before.subject and phrase.owner is not None and self._co_owned(before.subject, phrase.owner):
                before.subject = ()
            before.topics += (phrase,)
        else:
            before.places += (phrase,)
        self.enumerating = False

    def _co_owned(self, group: tuple[Phrase, ...], owner: Phrase) -> bool:
        """賓、諸公、卿、大夫之矢: the whole list owns the thing, and does nothing itself."""
        return self.enumerating or (
            group[-1].end == owner.start and self.rite.side_by_side(group[-1].label, owner.label)
        )

    def _join_last(self, phrase: Phrase) -> None:
        """A further member of a list behind the verb (豐、觶)."""
        last = self.drafts[-1]
        for role in ("object", "recipient", "content"):
            if last.has(role):
                last.add(role, phrase)
                return

    def _settle_places_for(self, phrase: Phrase) -> None:
        """A new subject opens a clause: what the old one left open is settled, and an order ends."""
        if self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(phrase.start)
        if self.under_if and not self.punctuated and len(self.drafts) > self.condition:
            self.under_if = False  # a new subject ends an unmarked condition
        if len(self.drafts) > self.clause_start:
            self._orphans()
            self._settle_places()
            if not (self.boundaries and self.boundaries[-1][0] == phrase.start):
                self._new_clause(phrase.start, True, "comma" if self.punctuated else "open")
            self.before = Before()
        elif self.before.places and self.drafts and self.drafts[-1].sentence == self.sentence:
            last = self.drafts[-1]
            if last.cls == STANCE and not last.has("place") and self.before.places[0].start > last.token:
                self._settle_places()

    def _measure(self, phrase: Phrase) -> int:
        """三等, 一笴: the measure of the act beside it; 北一笴 adds the direction."""
        if self.drafts and self.before.direction and self.before.direction_at == phrase.start - 1:
            self.drafts[-1].add("direction", self.before.direction)
            self.before.direction = ""
        if self.drafts and phrase.quantity is not None:
            self.drafts[-1].measures += ((phrase.label, phrase.quantity),)
        return phrase.end

    def _bare_number(self, phrase: Phrase) -> int:
        """A number before a verb counts it (三揖)."""
        self.before.count = phrase.quantity
        return phrase.end

    def _verb(self, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is not None:  # a nominalised verb (不勝者)
            self._place_phrase(phrase)
            return phrase.end
        if self.order is not None and not self.punctuated:
            self._order_done(i)
        verb = self._verb_of(i)
        last = self.drafts[-1] if self.drafts and self.drafts[-1].end == i else None
        draft = self._draft(i, i + 1, verb, f"frame.{verb.id if verb is not None else 'guess'}")
        if last is not None:
            if last.cls == "bow" and "gives" in draft.tags:
                last.sends = True
            if last.cls == "dress" and draft.cls == "dress" and last.negated:
                draft.negated = True  # 不決遂
        if draft.form in self.hands and not draft.has("direction"):
            draft.add("direction", draft.form)
        if verb is not None and len(draft.form) > 1 and draft.form != verb.label:
            draft.count = self._count_inside(draft.form)  # 答再拜
        return self._complements(draft, i + 1)
