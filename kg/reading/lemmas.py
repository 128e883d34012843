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

    def place(self, word: str, anchor: Span, reach: int, more: int = 0) -> Span | None:
        """Where `word` (in standard glyphs) stands last, at or before the note on `anchor`; None where it does not.

        The span has the `more` letters behind it too, as far as the stretch goes.
        """
        start, end = self.within(anchor, reach)
        at = self.letters.norm.rfind(word, start, end)
        if at < 0:
            at = self._spelled.rfind(word.translate(self._table), start, end)
        return self.letters.span(at, min(at + len(word) + more, end)) if word and at >= 0 else None

    def like(self, phrase: str, anchor: Span, reach: int, beside: str = "") -> Span | None:
        """The words of the base text that `phrase` is most like, in front of the note on `anchor`.

        Like is what shares most characters, most of them in the same order, with fewest others; of equal ones the
        length of the phrase decides, then the first place. `beside` names words that the phrase lacks:
        where they adjoin the words found they belong to them. None where no character is shared.
        """
        low, end = self.within(anchor, reach)
        start = low if low == end else max(low, min(self.letters.first(anchor.start), end))
        wanted = phrase.translate(self._table)
        found = self._likest(wanted, start, end, least=-0.5) or self._likest(wanted, low, start, least=0.1)
        if found is None:
            return None
        at, stop = found
        if beside and beside not in self._spelled[at:stop]:
            if self._spelled[at - len(beside) : at] == beside:
                at -= len(beside)
            elif self._spelled[stop : stop + len(beside)] == beside:
                stop += len(beside)
        return self.letters.span(at, stop)

    def _likest(self, wanted: str, start: int, end: int, least: float) -> tuple[int, int] | None:
        best: tuple[tuple[float, int, int], tuple[int, int]] | None = None
        for at in range(start, end):
            for size in range(max(1, len(wanted) - _LONGER), min(len(wanted) + _LONGER, end - at) + 1):
                likeness = _likeness(wanted, self._spelled[at : at + size])
                rank = (likeness, -abs(size - len(wanted)), -at)
                if likeness >= least and (best is None or rank > best[0]):
                    best = rank, (at, at + size)
        return best[1] if best else None


def _likeness(one: str, other: str) -> float:
    """Twice the characters shared, less those without counterpart, and a little for each change of place.

    A character that stands in the place of another counts once; -1 where none is shared.
    """
    shared = sum((Counter(one) & Counter(other)).values())
    if not shared:
        return -1.0
    return 2.0 * shared - (max(len(one), len(other)) - shared) - 0.1 * _distance(one, other)


def _distance(one: str, other: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(other) + 1))
    for above, letter in enumerate(one, start=1):
        last, row[0] = row[0], above
        for at, character in enumerate(other, start=1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (letter != character))
    return row[-1]
