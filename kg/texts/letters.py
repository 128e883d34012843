"""The letters of a text: its folded characters without punctuation and blanks, which is what editions agree on."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from kg.texts.fold import UNKNOWN, Folding
from kg.texts.span import Span

LOST = "?\ufffd■□"
"""What stands for a lost character in transcripts (U+FFFD, squares, the question mark of damaged files)."""


@dataclass(frozen=True, slots=True)
class Letters:
    """`norm[i]` is the folded character that covers text[starts[i]:ends[i]]; lost characters are `UNKNOWN`."""

    norm: str
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        """How many letters there are."""
        return len(self.norm)

    def first(self, offset: int) -> int:
        """The index of the first letter at or behind the text's code point `offset`; len(self) where there is none."""
        return bisect_left(self.starts, offset)

    def span(self, start: int, end: int) -> Span:
        """The text's code points from letter `start` to before letter `end`; an empty span stands behind what precedes.

        Both count letters; 0 <= start <= end <= len(self).
        """
        if start == end:
            at = self.ends[start - 1] if start else 0
            return Span(at, at)
        return Span(self.starts[start], self.ends[end - 1])

    def kept(self, keep: Sequence[bool]) -> Letters:
        """Only the letters for which `keep` is true."""
        chosen = [index for index, wanted in enumerate(keep) if wanted]
        return Letters(
            "".join(self.norm[index] for index in chosen),
            [self.starts[index] for index in chosen],
            [self.ends[index] for index in chosen],
        )


def letters_of(text: str, folding: Folding) -> Letters:
    """The letters of a text: letters and numerals of Unicode (categories L, N), and marks of lost characters."""
    folded = folding.fold(text)
    norm: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, character in enumerate(folded.norm):
        lost = character == UNKNOWN or character in LOST
        if lost or unicodedata.category(character)[0] in "LN":
            norm.append(UNKNOWN if lost else character)
            starts.append(folded.starts[index])
            ends.append(folded.starts[index + 1])
    return Letters("".join(norm), starts, ends)
