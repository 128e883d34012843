"""The grammar: tagged tokens become drafts of acts, from left to right.

In front of a verb stand, in any order, subject, place (西階上), path (自X 由X), instrument (以X), companion (與X),
direction (北, 左), negation, aspect, count; behind it stands what its frame in verbs.tsv allows. What the frame does
not allow opens the next clause, with or without punctuation.
"""

from __future__ import annotations

from kg.reading.act import Mode
from kg.reading.paths import Paths

_FAR = 14  # tokens behind 若 within which 則 is looked for

class Grammar(Paths):
    """Parses one text: `drafts` holds the result, `divisions()` the clauses."""

    def parse(self) -> None:
        """Read all tokens."""
        tags, size = self.tags, self.size
        i = 0
        while i < size:
            tag = tags[i]
            handler = _HANDLERS.get(tag)
            i = handler(self, i) if handler is not None else i + 1
        self._end_sentence(size)

    def _negation(self, i: int) -> int:
        self.before.negated = True
        return i + 1

    def _each(self, i: int) -> int:
        self.before.each = True
        return i + 1

    def _aspect(self, i: int) -> int:
        self.before.completed = True
        return i + 1

    def _adverb(self, i: int) -> int:
        self.before.adverbs += (self.forms[i],)
        if not self.punctuated and self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(i)
        return i + 1

    def _collective(self, i: int) -> int:
        self.before.collective = True
        return i + 1

    def _if(self, i: int) -> int:
        self.under_if = True
        self.condition = len(self.drafts)
        self.bare_condition = not self.punctuated and "then" not in self.tags[i : i + _FAR]
        return i + 1

    def _then(self, i: int) -> int:
        """X 則 Y: the acts of the clause just before are its condition."""
        if not self.under_if:
            clause = self.drafts[-1].clause if self.drafts else -1
            if self.before.places and len(self.drafts) == self.clause_start:
                self.before.places = ()  # 豫則鉤楹內: in the one hall, or in the other
            elif self.clause - clause <= 1 and not (
                self.before.subject or self.before.topics or self.before.count is not None
            ):  # fmt: skip
                for draft in reversed(self.drafts):
                    if draft.clause != clause:
                        break
                    if draft.sentence == self.sentence and draft.mode is Mode.ASSERTED:
                        draft.mode = Mode.CONDITIONAL
                    if not self.punctuated:
                        break
        self.under_if = False
        self.before.then = True
        if self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(i)
        return i + 1


_HANDLERS = {
    "stop": Grammar._stop,
    "line": Grammar._stop,
    "comma": Grammar._comma,
    "enum": Grammar._enum,
    "A": Grammar._noun,
    "O": Grammar._noun,
    "P": Grammar._noun,
    "X": Grammar._noun,
    "num": Grammar._noun,
    "qi": Grammar._noun,
    "dem": Grammar._noun,
    "rel": Grammar._noun,
    "neg": Grammar._negation,
    "asp": Grammar._aspect,
    "adv": Grammar._adverb,
    "coll": Grammar._collective,
    "cond": Grammar._if,
    "each": Grammar._each,
    "then": Grammar._then,
    "D": Grammar._direction,
    "S": Grammar._direction,
    "zi": Grammar._from,
    "you": Grammar._by,
    "yi": Grammar._with_thing,
    "for": Grammar._on_behalf,
    "with": Grammar._and_or_with,
    "and": Grammar._and,
    "say": Grammar._says,
    "open": Grammar._open,
    "topen": Grammar._title,
    "like": Grammar._like,
    "V": Grammar._verb,
}
