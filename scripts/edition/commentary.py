"""Commentaries of the seeds: transcripts of 鄉射禮 with notes in brackets, read by their profiles, written as TEI."""

from __future__ import annotations

import hashlib
import re
import sys
from xml.sax.saxutils import escape, quoteattr

from edition.cells import Row, read_rows
from edition.writer import Writer

from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.texts.bracketed import read_bracketed
from kg.texts.document import Document, Heading, Layer, Note, Passage
from kg.texts.raw import RawText

_FIRST = 0xF0000
"""Private code points stand for emendations while the transcript is read; no seed holds any."""
_MARKED = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0xFFF)}]")


def commentary(work: str, seed: str, writer: Writer, persons: dict[str, str]) -> list[str]:
    """The body of a commentary. `persons` maps names to the xml:ids that works.tsv gives them."""
    text, rows = _marked(seed, read_rows(work))
    lexicon = load_lexicon()
    voices = load_voices(lexicon)
    raw = RawText(work, f"{work}.txt", hashlib.sha256(text.encode()).hexdigest(), text)
    document = read_bracketed(raw, None, voices)
    for label, identity in _classes(document):
        writer.reasons[identity] = label
    body = _Body(document, writer, rows, persons)
    return body.lines()


def _classes(document: Document) -> list[tuple[str, str]]:
    """The classes of comments that the document has, as (label, xml:id), in order."""
    found: dict[str, str] = {}
    for note in document.notes:
        if note.stance:
            label = re.match("正義|辨正|通論|餘論|存疑|存異|總論|案", note.label)
            if label:
                found.setdefault(label[0], note.stance.rpartition(".")[2])
    return list(found.items())


def _marked(seed: str, rows: list[Row]) -> tuple[str, list[Row]]:
    """The seed with a private code point for each emendation, and the emendations in that order."""
    places: dict[int, Row] = {}
    for row in rows:
        context = row.before + row.sic + row.after
        at = [match.start() + len(row.before) for match in re.finditer(re.escape(context), seed)]
        if not at or (len(at) > 1 and context != row.sic) or len(row.sic) != 1:
            sys.exit(f"emendations.tsv: {row.work} has {row.before}[{row.sic}]{row.after} {len(at)} times, not once")
        for place in at if row.decision == "emend" else []:
            if place in places:
                sys.exit(f"emendations.tsv: {row.work} {context} is emended twice")
            places[place] = row
    used = [places[place] for place in sorted(places)]
    marks = iter(range(len(used)))
    text = "".join(chr(_FIRST + next(marks)) if at in places else character for at, character in enumerate(seed))
    return text, used


class _Body:
    def __init__(self, document: Document, writer: Writer, rows: list[Row], persons: dict[str, str]) -> None:
        self.document = document
        self.writer = writer
        self.rows = rows
        self.persons = persons

    def lines(self) -> list[str]:
        document = self.document
        out: list[str] = []
        layer: Layer | None = None
        for item in self.events():
            if isinstance(item, Passage):
                if item.layer is not layer:
                    if layer is not None:
                        out += ["        </ab>", "      </div>"]
                    out += [f'      <div type="{item.layer.value}">', "        <ab>"]
                    layer = item.layer
                notes = "".join(self.note(note) for note in self.behind(item))
                out.append(f'          <s xml:id="{item.id}">{self.words(item.span.of(document.text))}{notes}</s>')
                continue
            if layer is None:
                out += ['      <div type="jing">', "        <ab>"]
                layer = Layer.JING
            if isinstance(item, Heading):
                resp = f' resp="#{self.persons[document.steps[0].scheme]}"'
                out.append(f'          <milestone unit="step"{resp} n={quoteattr(item.text)}/>')
            else:
                out.append(f"          {self.note(item)}")
        return [*out, "        </ab>", "      </div>"]

    def events(self) -> list[Passage | Heading | Note]:
        """Passages, headings and the notes that stand behind no passage, in the order of the transcript."""
        document = self.document
        found: list[tuple[int, int, Passage | Heading | Note]] = []
        found += [(passage.span.end, 0, passage) for passage in document.passages]
        found += [(heading.offset, 1, heading) for heading in document.headings]
        found += [(note.anchor.end, 2 if len(note.anchor) else -1, note) for note in self.loose()]
        return [item for _, _, item in sorted(found, key=lambda one: one[:2])]

    def loose(self) -> list[Note]:
        return [note for note in self.document.notes if not note.parent and not self.of_passage(note)]

    def of_passage(self, note: Note) -> bool:
        """Whether the note stands behind a passage, not behind a heading or before everything."""
        steps = {step.span for step in self.document.steps}
        one = [p for p in self.document.passages if p.span.start >= note.anchor.start and p.span.end <= note.anchor.end]
        return len(note.anchor) > 0 and not (note.anchor in steps and len(one) > 1)

    def behind(self, passage: Passage) -> list[Note]:
        return [
            note for note in self.document.notes
            if not note.parent and self.of_passage(note) and note.anchor.end == passage.span.end
        ]

    def note(self, note: Note) -> str:
        """A note with what introduces it, and the small print within it."""
        inner = [one for one in self.document.notes if one.parent == note.id and not one.within]
        parts = []
        done = 0
        for one in inner:
            parts += [self.words(note.text[done : one.at]), self.note(one)]
            done = one.at or 0
        parts.append(self.words(note.text[done:]))
        attributes = f' type="{note.layer.value}" xml:id="{note.id}"'
        if note.speaker:
            attributes += f' resp="#{self.persons[note.speaker]}"'
        if note.stance and not note.parent:
            attributes += f' ana="#{note.stance.rpartition(".")[2]}"'
        label = ""
        if note.label:
            name = note.written if note.written and note.written in note.label else ""
            before, _, behind = note.label.partition(name) if name else (note.label, "", "")
            person = f"<persName>{self.words(name)}</persName>" if name else ""
            label = f"<label>{self.words(before)}{person}{self.words(behind)}</label>"
        return f"<note{attributes}>{label}{''.join(parts)}</note>"

    def words(self, text: str) -> str:
        """Text as markup, with its emendations."""
        parts = []
        done = 0
        for match in _MARKED.finditer(text):
            parts += [escape(text[done : match.start()]), self.writer.choice(self.rows[ord(match[0]) - _FIRST])]
            done = match.end()
        return "".join([*parts, escape(text[done:])])
