"""Placing lemmas: which words of the base text a note speaks of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.texts.document import Document
from kg.texts.fold import Folding
from kg.texts.letters import Letters, letters_of
from kg.texts.span import Span

_WITHOUT_ANCHOR = 60
"""A note that stands behind a lost page or a heading may speak of so many letters before it."""
_LONGER = 3
"""The words that another tradition has others for may be so many letters longer or shorter than these."""


@dataclass(slots=True)
class Lemmas:
    """Finds words in the base text of one document, in standard glyphs and, failing that, in standard spelling."""

    document: Document
    folding: Folding
    spellings: Mapping[str, str]
    letters: Letters = field(init=False)
    _table: dict[int, str] = field(init=False)
    _spelled: str = field(init=False)

    def __post_init__(self) -> None:
        self.letters = letters_of(self.document.text, self.folding)
        self._table = str.maketrans(dict(self.spellings))
        self._spelled = self.letters.norm.translate(self._table)

    def within(self, anchor: Span, reach: int) -> tuple[int, int]:
        """The letters [start, end) in which a note on `anchor` looks for its words: the anchor, or `reach` letters.

        `reach` counts from the anchor's end backwards and never cuts the anchor short.
        """
        start, end = self.letters.first(anchor.start), self.letters.first(anchor.end)
        if start == end:
            return max(0, end - max(reach, _WITHOUT_ANCHOR)), end
        return max(0, min(start, end - reach)), end

    def place(self, word: str, anchor: Span, reach: int) -> Span | None:
        """Where `word` (in standard glyphs) stands last, at or before the note on `anchor`; None where it does not."""
        start, end = self.within(anchor, reach)
        at = self.letters.norm.rfind(word, start, end)
        if at < 0:
            at = self._spelled.rfind(word.translate(self._table), start, end)
        return self.letters.span(at, at + len(word)) if word and at >= 0 else None

    def like(self, phrase: str, anchor: Span, reach: int, beside: str = "") -> Span | None:
        """The words of the base text that `phrase` is most like, in front of the note on `anchor`.

        Like is what shares most characters, most of them in the same order, with fewest others; of equal ones the
        length of the phrase decides, then the place nearest to the note. `beside` names words that the phrase lacks:
        where they adjoin the words found they belong to them. None where no character is shared.
        """
        low, end = self.within(anchor, reach)
        start = low if low == end else max(low, min(self.letters.first(anchor.start), end))
        best: tuple[float, int, int] | None = None
        found = (0, 0)
        wanted = phrase.translate(self._table)
        for first, last in ((start, end), (low, start)):
            for at in range(first, last):
                for size in range(max(1, len(phrase) - _LONGER), len(phrase) + _LONGER + 1):
                    if at + size > last:
                        break
                    score = _likeness(wanted, self._spelled[at : at + size])
                    rank = (score, -abs(size - len(phrase)), at)
                    if score > 0 and (best is None or rank > best):
                        best, found = rank, (at, at + size)
            if best is not None:
                break
        if best is None:
            return None
        at, stop = found
        if beside and beside not in self._spelled[at:stop]:
            if self._spelled[at - len(beside) : at] == beside:
                at -= len(beside)
            elif self._spelled[stop : stop + len(beside)] == beside:
                stop += len(beside)
        return self.letters.span(at, stop)


def _likeness(one: str, other: str) -> float:
    """Twice the characters shared, less those of `other` without counterpart, and a little for each out of order.

    A character that stands in the place of another counts once.
    """
    shared = sum((Counter(one) & Counter(other)).values())
    if not shared:
        return 0.0
    strange = max(len(one), len(other)) - shared
    return 2.0 * shared - strange - 0.25 * (shared - _common(one, other))


def _common(one: str, other: str) -> int:
    """The length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for letter in one:
        last = 0
        for at, character in enumerate(other, start=1):
            last, row[at] = row[at], last + 1 if letter == character else max(row[at], row[at - 1])
    return row[-1]
