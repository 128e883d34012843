"""The assembly: a reader hands over base text, notes and headings in reading order; a Document comes out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from kg.texts.damage import carried, character_problems
from kg.texts.document import Citation, Document, Heading, Layer, Note, Passage
from kg.texts.fold import Folding
from kg.texts.raw import RawText
from kg.texts.sentences import sentence_spans
from kg.texts.span import Span


class Assembly:
    """Collects one document. Base text is joined as it comes; what breaks a stretch of it is a note, a heading, a gap.

    A passage is a stretch between two breaks, or each of its sentences where it is punctuated. A note comments on the
    stretch before it. Passage ids are `<folio>.<line>` (then b, c, … where several begin on one line) in editions
    with pages, else `<document id>.<n>`.
    """

    def __init__(self, raw: RawText, folding: Folding | None = None) -> None:
        """An empty document for the raw text; the problems of decoding are carried over.

        `folding` says which characters without code point are known.
        """
        self.raw = raw
        self._folding = folding
        self.problems = carried(raw)
        self.places: list[tuple[int, Citation]] = []
        self._parts: list[str] = []
        self._length = 0
        self._passages: list[Passage] = []
        self._notes: list[Note] = []
        self._headings: list[Heading] = []
        self._ids: dict[str, int] = {}
        self._open: int | None = None  # where the stretch that grows began
        self._layer = Layer.JING
        self._broken = False  # whether the next base text begins a new line
        self._anchor = Span(0, 0)
        self._growing: list[str] = []  # the pieces of the note in progress

    @property
    def length(self) -> int:
        """Length of the base text so far: the offset of what comes next."""
        return self._length

    @property
    def note_grows(self) -> bool:
        """Whether a note is in progress: nothing has come between it and what comes next."""
        return bool(self._growing)

    def base(self, text: str, layer: Layer, citation: Citation, line: int | None = None) -> None:
        """Append base text of the layer; `line` is the source line, for problems."""
        if not text:
            return
        if self._open is not None and layer is not self._layer:
            self._close()
        self._end_note()
        if self._broken and self._parts:
            self._parts.append("\n")
            self._length += 1
        self._broken = False
        if self._open is None:
            self._open = self._length
            self._layer = layer
        if not self.places or self.places[-1][1] != citation:
            self.places.append((self._length, citation))
        self.problems.extend(character_problems(text, citation, line, self._length, self._folding))
        self._parts.append(text)
        self._length += len(text)

    def note(
        self, text: str, layer: Layer, citation: Citation, *, line: int | None = None, speaker: str = "",
        more: bool = False,
    ) -> None:
        """Append a note, or with `more` continue the one in progress (where none is, begin one)."""
        self.problems.extend(character_problems(text, citation, line, None, self._folding))
        if more and self._growing:
            self._growing.append(text)
            return
        self._close()
        self._growing = [text]
        self._notes.append(Note(
            id=f"{self.raw.id}.n{len(self._notes) + 1}", text="", layer=layer, anchor=self._anchor, speaker=speaker,
            passage=self._passages[-1].id if len(self._anchor) else "", citation=citation,
        ))

    def heading(self, text: str, citation: Citation, kind: str = "closing") -> None:
        """Put a heading here; base text behind it begins a new stretch on a new line."""
        self._headings.append(Heading(text, self._length, citation, kind))
        self.gap()

    def gap(self) -> None:
        """Break the base text: what follows does not continue what stands before. Nothing comments across a gap."""
        self._close()
        self._broken = True
        self._anchor = Span(self._length, self._length)

    def document(self, *, title: str, format: str, meta: dict[str, str]) -> Document:
        """The finished document; the assembly must not be used afterwards."""
        self._close()
        return Document(
            id=self.raw.id, title=title, text="".join(self._parts), passages=tuple(self._passages),
            source=self.raw.source(format), notes=tuple(self._notes), headings=tuple(self._headings),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line or 0)), meta=meta,
            places=tuple(self.places),
        )

    def _end_note(self) -> None:
        if self._growing:
            self._notes[-1] = replace(self._notes[-1], text=_joined(self._growing))
            self._growing = []

    def _close(self) -> None:
        """End what grows: a note, or a stretch of base text, which is cut into passages."""
        self._end_note()
        if self._open is None:
            return
        stretch = Span(self._open, self._length)
        self._open = None
        self._anchor = stretch
        text = self._tail(len(stretch))
        for span in sentence_spans(text):
            start = stretch.start + span.start
            citation = self._citation_at(start)
            passage = Passage(self._passage_id(citation), Span(start, stretch.start + span.end), self._layer, citation)
            self._passages.append(passage)

    def _tail(self, length: int) -> str:
        tail: list[str] = []
        for part in reversed(self._parts):
            if length <= 0:
                break
            tail.append(part)
            length -= len(part)
        return "".join(reversed(tail))

    def _citation_at(self, offset: int) -> Citation:
        return self.places[bisect_right(self.places, offset, key=lambda place: place[0]) - 1][1]

    def _passage_id(self, citation: Citation) -> str:
        if not citation.folio:
            return f"{self.raw.id}.{len(self._passages) + 1}"
        name = citation.folio if citation.line is None else f"{citation.folio}.{citation.line}"
        count = self._ids.get(name, 0)
        self._ids[name] = count + 1
        # Behind z come aa, ab …: no printed line holds so many, a generic text might.
        suffix = "" if count == 0 else (chr(ord("a") + count) if count < 26 else f"z{count}")
        return name + suffix


def _joined(pieces: list[str]) -> str:
    """The lines of a note as one: small print in it that was closed and opened again at a line's end is joined."""
    text = pieces[0]
    for piece in pieces[1:]:
        text = text[:-1] + piece[1:] if text.endswith(")") and piece.startswith("(") else text + piece
    return text
