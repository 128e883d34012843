"""A TEI note: its words, what introduces it, the notes and corrections within it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from kg.texts.document import Note, Passage
from kg.texts.markup import LEFT_OUT, NS, chosen, glyph, is_source, local_name, typed, words


@dataclass(slots=True)
class NoteWords:
    """What a `note` element holds. Numbers are offsets in `text`: where notes and corrections within it stand."""

    text: str = ""
    label: str = ""
    written: str = ""
    inner: list[tuple[etree._Element, int]] = field(default_factory=list)
    choices: list[tuple[etree._Element, int]] = field(default_factory=list)
    gaps: list[etree._Element] = field(default_factory=list)


def note_words(element: etree._Element) -> NoteWords:
    """The words of a note, small print and sources left out.

    A `label` introduces it and is no part of its words; the `persName` in it is the name as the edition writes it.
    """
    found = NoteWords()
    parts: list[str] = []
    length = 0

    def add(text: str) -> None:
        nonlocal length
        parts.append(text)
        length += len(text)

    def walk(node: etree._Element) -> None:
        add(typed(node.text))
        for child in node:
            name = local_name(child)
            if name == "note":
                found.inner.append((child, length))
            elif name == "label":
                found.label = words(child)
                person = child.find(".//t:persName", NS)
                found.written = "" if person is None else words(person)
            elif name == "choice":
                reading = chosen(child)
                found.choices.append((child, length))
                add("" if reading is None else words(reading))
            elif name == "g":
                add(glyph(child))
            elif name == "gap":
                found.gaps.append(child)
            elif name and name not in LEFT_OUT and not is_source(child):
                walk(child)
            add(typed(child.tail))

    walk(element)
    found.text = "".join(parts)
    return found


def placed(notes: Iterable[Note], passages: Sequence[Passage]) -> Iterator[Note]:
    """The notes; those that stand in no `s` belong to the passage at the end of what they comment on."""
    starts = [passage.span.start for passage in passages]
    for note in notes:
        found = bisect_left(starts, note.anchor.end) - 1
        lacks = not note.passage and len(note.anchor) and found >= 0
        yield replace(note, passage=passages[found].id) if lacks else note
