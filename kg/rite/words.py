"""Words of a text as the tables write them: standard glyphs, one spelling, no punctuation; with the way back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kg.lexicon.interchange import load_interchange
from kg.lexicon.load import load_lexicon
from kg.texts.document import Document, Layer
from kg.texts.fold import Folding
from kg.texts.span import Span


class Spelling:
    """Brings words to the form in which they are compared."""

    def __init__(self) -> None:
        """The spelling of the shipped tables (variants.tsv, gaiji.tsv, interchange.tsv)."""
        lexicon = load_lexicon()
        self._folding = Folding(lexicon.variants, lexicon.gaiji)
        self._one = str.maketrans(load_interchange())

    def plain(self, words: str) -> str:
        """`words` without punctuation, in standard glyphs and one spelling."""
        return "".join(character for _, character in self.letters(words))

    def letters(self, text: str) -> Iterator[tuple[int, str]]:
        """Each letter of `text` with the offset (code points) at which it stands."""
        folded = self._folding.fold(text)
        for index, character in enumerate(folded.norm.translate(self._one)):
            if character.isalnum():
                yield folded.starts[index], character


@lru_cache(maxsize=1)
def spelling() -> Spelling:
    """The one spelling of this process; the tables that it rests on are read once."""
    return Spelling()


@dataclass(frozen=True, slots=True)
class Words:
    """The letters of (part of) a text, and where each stands: letters[i] is the character at offset at[i]."""

    letters: str
    at: tuple[int, ...]

    def find(self, words: str, start: int = 0, end: int | None = None) -> Span | None:
        """The first place of `words` (any spelling) that begins at or behind offset `start` and ends before `end`."""
        return next(self.places(words, start, end), None)

    def places(self, words: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
        """Every such place, in the order of the text."""
        plain = spelling().plain(words)
        if not plain:
            return
        last = len(self.letters) if end is None else bisect_left(self.at, end)
        index = self.letters.find(plain, bisect_left(self.at, start), last)
        while index >= 0:
            yield Span(self.at[index], self.at[index + len(plain) - 1] + 1)
            index = self.letters.find(plain, index + 1, last)

    def first(self, alternatives: Iterable[str], start: int = 0, end: int | None = None) -> Span | None:
        """The earliest place of any of `alternatives`."""
        found = (self.find(words, start, end) for words in alternatives)
        return min((span for span in found if span is not None), default=None)


def words_of(document: Document, layers: Iterable[Layer]) -> Words:
    """The letters of the passages of `document` that belong to `layers`."""
    wanted = frozenset(layers)
    letters: list[str] = []
    at: list[int] = []
    for passage in document.passages:
        if passage.layer in wanted:
            for offset, character in spelling().letters(passage.span.of(document.text)):
                letters.append(character)
                at.append(passage.span.start + offset)
    return Words("".join(letters), tuple(at))
