"""Raw notes: a note as it is printed, line by line, before its voices are told apart."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from kg.texts.document import Citation, Layer
from kg.texts.span import Span

JOINT = "\n"
"""Between two printed lines where a blank may have stood; lines that fill the measure are joined without."""
_OPEN, _CLOSE = "(（【", ")）】"


@dataclass(slots=True)
class RawNote:
    """A note in progress. `text` is it with its brackets; `starts` says which printed line begins where.

    `small` tells small print among the base text from notes with lines of their own. `label` is how many characters
    at the head introduce the note by the layout's own rules.
    """

    id: str
    layer: Layer
    anchor: Span
    passage: str
    small: bool
    speaker: str = ""
    label: int = 0
    starts: list[tuple[int, Citation]] = field(default_factory=list)
    _pieces: list[str] = field(default_factory=list)
    _length: int = 0

    @property
    def text(self) -> str:
        """The note as it is printed."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    def add(self, words: str, citation: Citation, *, blank: bool = False, opens: bool = False) -> None:
        """A further printed line. `blank`: a blank may have stood before it. `opens`: small print at its head is new.

        Small print that runs over the line's end is closed and opened again there; that pair of brackets is no part
        of the note.
        """
        last = self._pieces[-1] if self._pieces else ""
        if last and last[-1] in _CLOSE and words[:1] and words[0] in _OPEN and not opens:
            self._pieces[-1] = last[:-1]
            self._length -= 1
            words = words[1:]
            if not self._pieces[-1]:
                self._pieces.pop()
        elif last and blank:
            self._append(JOINT)
        self.starts.append((self._length, citation))
        self._append(words)

    def _append(self, words: str) -> None:
        if words:  # so that the last piece tells the last character
            self._pieces.append(words)
            self._length += len(words)

    def citation(self, offset: int) -> Citation:
        """The printed line that a character of the text stands on."""
        at = bisect_right(self.starts, offset, key=lambda start: start[0])
        return self.starts[max(0, at - 1)][1] if self.starts else Citation()


@dataclass(frozen=True, slots=True)
class Inner:
    """Small print within a note: it stands at `at` of the text around it; its own text is text[span] of the whole."""

    at: int
    text: str
    offsets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Characters of a raw note with their offsets in it, small print taken out, and that small print."""

    text: str
    offsets: tuple[int, ...]
    inner: tuple[Inner, ...] = ()
    balanced: bool = True


def outer_words(text: str, offsets: tuple[int, ...]) -> Words:
    """The words outside brackets and the small print inside, one level deep: brackets within stay in its text.

    Small print that does not end goes to the end of the note; an end without beginning is left out. Both are
    reported by `balanced`.
    """
    outside: list[int] = []
    inner: list[Inner] = []
    depth, begun, balanced = 0, 0, True
    for at, character in enumerate(text):
        if character in _OPEN:
            depth += 1
            if depth == 1:
                begun = at + 1
        elif character in _CLOSE:
            if depth == 1:
                inner.append(_inner(text, offsets, begun, at, len(outside)))
            balanced = balanced and depth > 0
            depth = max(0, depth - 1)
        elif depth == 0:
            outside.append(at)
    if depth:
        inner.append(_inner(text, offsets, begun, len(text), len(outside)))
    return Words(
        "".join(text[at] for at in outside), tuple(offsets[at] for at in outside), tuple(inner), balanced and not depth,
    )


def _inner(text: str, offsets: tuple[int, ...], start: int, end: int, at: int) -> Inner:
    return Inner(at, text[start:end], offsets[start:end])
