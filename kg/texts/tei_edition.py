"""A TEI edition as a document: the walk over its text, with notes, headings and corrections at their places."""

from __future__ import annotations

from lxml import etree

from kg.texts.damage import carried, character_problems
from kg.texts.document import Citation, Document, Emendation, Heading, Layer, Note, Passage, Problem
from kg.texts.fold import Folding
from kg.texts.growing import Growing
from kg.texts.identities import Identities
from kg.texts.markup import BLOCKS, LEFT_OUT, NS, TEI, chosen, glyph, local_name, source_line, typed, words
from kg.texts.profiles import profile_for
from kg.texts.raw import RawText
from kg.texts.sentences import sentence_spans
from kg.texts.span import Span
from kg.texts.steps import Closing, steps_of
from kg.texts.tei_header import read_header
from kg.texts.tei_note import note_words, placed

_LAYERS = frozenset(layer.value for layer in Layer)


class Edition:
    """Walks one TEI element. `text` grows with the words of the base text."""

    def __init__(self, raw: RawText, root: etree._Element, folding: Folding | None) -> None:
        self.raw = raw
        self.root = root
        self.folding = folding
        self.header = read_header(root)
        self.title = self.header.title or raw.id
        self.edition = self.header.edition or "TEI"
        self.text = Growing()
        self.broken = False
        self.layer = Layer.JING
        self.folio = ""
        self.anchor = 0  # where the stretch that the next note comments on begins
        self.noted: Span | None = None  # what the last note commented on, while nothing has come since
        self.passages: list[Passage] = []
        self.notes: list[Note] = []
        self.headings: list[Heading] = []
        self.emendations: list[Emendation] = []
        self.closings: list[Closing] = []
        self.step: int | None = None  # where the step in progress began
        self.scheme = raw.id  # whose division of the rite the steps are
        self.covered = 0  # to where passages have been made
        self.inside = False  # whether this is within an `s`
        self.problems = carried(raw)
        self.identities = Identities(self.problems)

    def document(self) -> Document:
        """The document; the walk can be made once."""
        for element in self.root.iterfind("t:text", NS):
            self.block(element)
        text = str(self.text)
        self.problems.extend(character_problems(text, Citation(self.title, self.edition), None, 0, self.folding))
        return Document(
            id=self.raw.id, title=self.title, text=text, passages=tuple(self.passages), source=self.raw.source("tei"),
            notes=tuple(placed(self.notes, self.passages)), headings=tuple(self.headings),
            problems=tuple(self.problems),
            emendations=tuple(self.emendations), meta=self.header.meta,
            steps=steps_of(self.closings, (), text, profile_for(""), self.scheme),
        )

    def block(self, element: etree._Element) -> None:
        """A division, paragraph or line: it begins on a new line; `type` may name the layer of what is in it."""
        outer = self.layer
        kind = element.get("type", "")
        if kind in _LAYERS:
            self.layer = Layer(kind)
        name = local_name(element)
        if name in ("head", "trailer"):
            parent = element.getparent()
            kind = kind or (name if parent is None else parent.get("type", name))
            self.headings.append(Heading(words(element), self.text.length, self.citation(), kind))
        else:
            self.sentences()
            self.line_break()
            self.children(element)
            self.sentences()
        self.line_break()
        self.layer = outer

    def children(self, element: etree._Element) -> None:
        """What an element holds, in order."""
        self.loose(element.text, element)
        for child in element:
            self.child(child)
            self.loose(child.tail, element)

    def child(self, element: etree._Element) -> None:
        """One element within the text, by its name."""
        name = local_name(element)
        if name in BLOCKS:
            self.block(element)
        elif name == "s":
            self.sentence(element)
        elif name == "note":
            self.note(element)
        elif name == "milestone" and element.get("unit") == "step":
            self.close_step(element)
        elif name == "pb":
            self.folio = element.get("n", "")
        elif name == "choice":
            self.choice(element, None)
        elif name == "gap":
            self.gap(element)
        elif name == "include":
            self.problems.append(Problem(
                "KG-T115", "not-included", f"XInclude 所指（{element.get('href', '')}）不讀。",
                f"XInclude is not followed ({element.get('href', '')}): what it names is missing here.",
                self.text.length, source_line(element), self.citation(),
            ))
        elif name == "g":
            self.append(glyph(element))
        elif name not in LEFT_OUT:
            self.children(element)

    def close_step(self, element: etree._Element) -> None:
        """A step of the rite ends here: what stands between its milestone and the one before.

        Notes behind the milestone comment on the step.
        """
        text = element.get("n", "")
        self.headings.append(Heading(text, self.text.length, self.citation()))
        begun = self.text.length if self.step is None else self.step
        self.closings.append(Closing(text, Span(begun, self.text.length)))
        self.step = None
        self.scheme = self.header.speakers.get(element.get("resp", "").removeprefix("#"), self.scheme)
        self.line_break()
        self.noted = Span(begun, self.text.length)

    def loose(self, text: str | None, parent: etree._Element) -> None:
        """Text of an element. White space between elements that hold no words of their own is typing."""
        if not text or (local_name(parent) in BLOCKS and not text.strip()) or local_name(parent) == "text":
            return
        self.append(typed(text))

    def append(self, text: str) -> None:
        """Base text, behind the line break that is due."""
        if not text:
            return
        if self.broken and self.text:
            self.text.add("\n")
            self.anchor = self.text.length
        self.broken = False
        self.noted = None
        self.text.add(text)
        if self.step is None and self.layer is Layer.JI and self.closings:
            # The record directly behind a closing heading belongs to the step that it closes.
            self.closings[-1].extend(self.text.length - len(text), self.text.length)
        elif self.step is None:
            self.step = self.text.length - len(text)

    def line_break(self) -> None:
        """What follows begins a new line; notes behind it do not comment on what stands before."""
        self.broken = True
        self.noted = None
        self.anchor = self.text.length

    def citation(self) -> Citation:
        """The place that has been reached."""
        return Citation(self.title, self.edition, self.folio)

    def sentence(self, element: etree._Element) -> None:
        """An `s`: a passage under its xml:id; what it holds belongs to it, also where that is blocks or `s` again."""
        if self.inside:
            self.children(element)
            return
        self.sentences()
        before = self.text.length + (1 if self.broken and self.text else 0)
        citation, layer = self.citation(), self.layer
        identity = self.identities.of(element, f"{self.raw.id}.{len(self.passages) + 1}", citation)
        self.inside = True
        self.children(element)
        self.inside = False
        if self.text.length > before:
            self.passages.append(Passage(identity, Span(before, self.text.length), layer, citation))
            self.covered = self.text.length

    def sentences(self) -> None:
        """Passages of what stands in no `s`: its sentences."""
        if self.inside:
            return
        start, self.covered = self.covered, self.text.length
        for span in sentence_spans(self.text.tail(start)):
            identity = self.identities.new(f"{self.raw.id}.{len(self.passages) + 1}")
            placed = Span(start + span.start, start + span.end)
            self.passages.append(Passage(identity, placed, self.layer, self.citation()))

    def note(self, element: etree._Element, parent: str = "", at: int | None = None) -> None:
        """A note; notes within it (on a text quoted in parallel, or small print) follow it, it being their parent."""
        if self.noted is None:
            self.noted = Span(min(self.anchor, self.text.length), self.text.length)
        anchor = self.noted
        self.anchor = self.text.length
        kind = element.get("type", "")
        identity = self.identities.of(element, f"{self.raw.id}.n{len(self.notes) + 1}", self.citation())
        found = note_words(element)
        for gap in found.gaps:
            self.gap(gap)
        for choice, before in found.choices:
            self.choice(choice, (before, identity))
        self.problems.extend(
            character_problems(found.text, self.citation(), source_line(element), None, self.folding)
        )
        classes = (self.header.reasons.get(one.removeprefix("#"), one) for one in element.get("ana", "").split())
        self.notes.append(Note(
            identity, found.text, Layer(kind) if kind in _LAYERS else Layer.ZHU, anchor, self.sentence_id(element),
            self.header.speakers.get(element.get("resp", "").removeprefix("#"), ""), self.citation(),
            written=found.written, label=found.label, stance=next(classes, ""), parent=parent, at=at,
        ))
        for child, place in found.inner:
            self.noted = anchor
            self.note(child, identity, place)
        self.noted = anchor

    def sentence_id(self, element: etree._Element) -> str:
        """The id of the sentence that a note stands in; empty where it stands in none."""
        around = list(element.iterancestors(f"{{{TEI}}}s"))
        return self.identities.told(around[-1]) if around else ""

    def choice(self, element: etree._Element, within: tuple[int, str] | None) -> None:
        """An alternative: the editor's reading enters the text; `within` is its place in the note of that id."""
        sic, reading = element.find("t:sic", NS), chosen(element)
        if reading is None:
            return
        corr = words(reading)
        if within is None:
            start = self.text.length + (1 if self.broken and self.text and corr else 0)
            self.append(corr)
            note = ""
        else:
            start, note = within
        if sic is not None:
            reasons = [self.header.reasons.get(one.removeprefix("#"), one) for one in reading.get("ana", "").split()]
            witness = " ".join(one.rpartition(":")[2].removeprefix("#") for one in reading.get("source", "").split())
            span = Span(start, start + len(corr))
            self.emendations.append(Emendation(span, words(sic), corr, "; ".join(reasons), witness, note))

    def gap(self, element: etree._Element) -> None:
        """Words that the edition says are lost."""
        reason = element.get("reason") or "?"
        self.problems.append(Problem(
            "KG-T109", "gap", f"此處有闕文（{reason}）。", f"Text is missing here ({reason}).",
            self.text.length, source_line(element), self.citation(),
        ))
