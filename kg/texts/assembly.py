"""The assembly: a reader hands over base text, notes and headings in reading order; a Document comes out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from kg.texts.damage import carried, character_problems
from kg.texts.document import Citation, Document, Heading, Layer, Note, Passage, Problem
from kg.texts.fold import Folding
from kg.texts.growing import Growing
from kg.texts.profiles import EditionProfile, profile_for
from kg.texts.raw import RawText
from kg.texts.rawnote import RawNote
from kg.texts.sentences import sentence_spans
from kg.texts.span import Span
from kg.texts.splitter import split
from kg.texts.steps import Closing, steps_of
from kg.texts.voices import NOBODY, Voices


@dataclass(slots=True)
class _Stretch:
    """Base text that grows: where it began (None: it has not), and the last one that ended."""

    begun: int | None = None
    last: Span = field(default_factory=lambda: Span(0, 0))

    def begin(self, at: int) -> None:
        if self.begun is None:
            self.begun = at

    def end(self, at: int) -> None:
        if self.begun is not None:
            self.last = Span(self.begun, at)
        self.begun = None

    def drop(self, at: int) -> None:
        self.begun, self.last = None, Span(at, at)


class Assembly:
    """Collects one document. Base text is joined as it comes; what breaks a stretch of it is a note, a heading, a gap.

    A passage is a stretch between two breaks, or each of its sentences where it is punctuated. Small print comments on
    the stretch before it; a note with lines of its own on all since the last such note; a note behind a closing
    heading on the step that it closes. Passage ids are `<folio>.<line>` (then b, c, … where several begin on one
    line) in editions with pages, else `<document id>.<n>`.
    """

    def __init__(
        self, raw: RawText, folding: Folding | None = None, profile: EditionProfile | None = None,
        voices: Voices = NOBODY,
    ) -> None:
        """An empty document for the raw text; the problems of decoding are carried over.

        `folding` says which characters without code point are known; `profile` and `voices` how notes are split.
        """
        self.raw = raw
        self.problems = carried(raw)
        self.places: list[tuple[int, Citation]] = []
        self._folding = folding
        self._profile = profile or profile_for("")
        self._voices = voices
        self._text = Growing()
        self._passages: list[Passage] = []
        self._notes: list[RawNote] = []
        self._headings: list[Heading] = []
        self._closings: list[Closing] = []
        self._ids: dict[str, int] = {}
        self._passage = _Stretch()  # three measures of what has come: for passages,
        self._small = _Stretch()  # for small print,
        self._block = _Stretch()  # for notes with lines of their own,
        self._step = _Stretch()  # and for headings
        self._layer = Layer.JING
        self._broken = False  # whether the next base text begins a new line
        self._grows = False  # whether the last note may go on

    @property
    def length(self) -> int:
        """Length of the base text so far: the offset of what comes next."""
        return self._text.length

    def base(
        self, text: str, layer: Layer, citation: Citation, line: int | None = None, *, attached: bool = False
    ) -> None:
        """Append base text of the layer; `line` is the source line, for problems.

        `attached` is what an edition puts behind a closing heading: it belongs to the step that was closed.
        """
        if not text:
            return
        if layer is not self._layer:
            self.pause()
        self._grows = False
        if self._broken and self._text:
            self._text.add("\n")
        self._broken = False
        self._layer = layer
        for stretch in (self._passage, self._small, *(() if attached else (self._block, self._step))):
            stretch.begin(self._text.length)
        if not self.places or self.places[-1][1] != citation:
            self.places.append((self._text.length, citation))
        self.problems.extend(character_problems(text, citation, line, self._text.length, self._folding))
        self._text.add(text)
        if attached and self._closings:
            self._closings[-1].extend(self._text.length - len(text), self._text.length)

    def note(
        self, text: str, layer: Layer, citation: Citation, *, line: int | None = None, speaker: str = "",
        more: bool = False, block: bool = False, label: int = 0, blank: bool = False, opens: bool = False,
    ) -> None:
        """Append a note, or with `more` continue the one in progress (where none is, begin one).

        `block` tells a note with lines of its own from small print. `label` characters at its head introduce it.
        `blank` and `opens` are for lines that go on: see RawNote.add.
        """
        self.problems.extend(character_problems(text, citation, line, None, self._folding))
        if more and self._grows:
            self._notes[-1].add(text, citation, blank=blank, opens=opens)
            return
        self.pause()
        self._small.end(self._text.length)
        if block:
            self._block.end(self._text.length)
        anchor = (self._block if block else self._small).last
        passage = self._passages[-1].id if len(anchor) and self._passages else ""
        number = len(self._notes) + 1
        note = RawNote(f"{self.raw.id}.n{number}", layer, anchor, passage, not block, speaker, label)
        note.add(text, citation)
        self._notes.append(note)
        self._grows = True

    def heading(self, text: str, citation: Citation, kind: str = "closing") -> None:
        """Put a heading here; base text behind it begins a new stretch on a new line."""
        self._headings.append(Heading(text, self._text.length, citation, kind))
        closed = self._step.begun
        self.gap()
        if kind == "closing":
            step = Span(self._text.length if closed is None else closed, self._text.length)
            self._closings.append(Closing(text, step))
            self._small.last = self._block.last = step
        self._step.drop(self._text.length)

    def gap(self) -> None:
        """Break the base text: what follows does not continue what stands before. Nothing comments across a gap."""
        self.pause()
        self._grows = False
        self._broken = True
        self._small.drop(self._text.length)
        self._block.drop(self._text.length)

    def pause(self) -> None:
        """End the passage in progress; what follows stands directly behind it."""
        if self._passage.begun is None:
            return
        self._passage.end(self._text.length)
        stretch = self._passage.last
        for span in sentence_spans(self._text.tail(stretch.start)):
            start = stretch.start + span.start
            citation = self._citation_at(start)
            passage = Passage(self._passage_id(citation), Span(start, stretch.start + span.end), self._layer, citation)
            self._passages.append(passage)

    def document(self, *, title: str, format: str, meta: dict[str, str]) -> Document:
        """The finished document; the assembly must not be used afterwards."""
        self.pause()
        notes: list[Note] = []
        for raw in self._notes:
            voices, balanced = split(raw, self._profile, self._voices)
            notes.extend(voices)
            if not balanced:
                self.problems.append(Problem(
                    "KG-T104", "unbalanced-note", "注中小字括號不相應。", "Small print within a note is not balanced.",
                    raw.anchor.end, None, raw.citation(0),
                ))
        author = self._voices.find(self._profile.author)
        scheme = author.label if author is not None else self._profile.author or self.raw.id
        text = str(self._text)
        steps = steps_of(self._closings, notes, text, self._profile, scheme, self._voices.fold)
        return Document(
            id=self.raw.id, title=title, text=text, passages=tuple(self._passages),
            source=self.raw.source(format), notes=tuple(notes), headings=tuple(self._headings),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line or 0)), meta=meta,
            places=tuple(self.places), steps=steps,
        )

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
