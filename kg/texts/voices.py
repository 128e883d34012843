"""Voices: who the commentators are, and by which words they judge each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.texts.document import Document, Layer, Marker, Note
from kg.texts.span import Span


@dataclass(frozen=True, slots=True)
class Speaker:
    """A commentator: id, name, dynasty, the work that is quoted, and the layer of what he says (None: as it stands)."""

    id: str
    label: str
    dynasty: str = ""
    work: str = ""
    layer: Layer | None = None


@dataclass(frozen=True, slots=True)
class Marking:
    """Words by which commentators judge each other: a row's id, what they say of the other, and their pattern.

    The group `who` of the pattern, where it has one, is the short name of the one who is judged.
    """

    id: str
    kind: str
    pattern: re.Pattern[str]


class Voices:
    """What is known of commentators: who they are, the classes of comments, and the words by which they disagree."""

    def __init__(
        self,
        speakers: Mapping[str, Speaker],
        classes: Mapping[str, str] | None = None,
        markers: Sequence[Marking] = (),
        short: Mapping[str, Speaker] | None = None,
        fold: Callable[[str], str] = str,
    ) -> None:
        """`speakers` maps each form of a name, `short` the names within comments (注, 敖), `classes` labels to ids.

        `fold` brings text to standard glyphs, character by character; the patterns of `markers` are in such.
        """
        self.fold = fold
        self._speakers = {fold(form): speaker for form, speaker in speakers.items()}
        self._classes = {fold(label): identity for label, identity in (classes or {}).items()}
        self._markers = tuple(markers)
        self._short = dict(short or {})

    def find(self, written: str) -> Speaker | None:
        """The commentator whom a name means, by any of its forms; None when no table has it."""
        return self._speakers.get(self.fold(written))

    def stance(self, label: str) -> str:
        """The id of a class of comments; the label itself where no table has it."""
        return self._classes.get(self.fold(label), label)

    def markers(self, text: str) -> tuple[Marker, ...]:
        """Where the text takes a stand towards others, in order; of markers that overlap the first and longest."""
        folded = self.fold(text)
        found = sorted(
            (self._marker(marking, match) for marking in self._markers for match in marking.pattern.finditer(folded)),
            key=lambda marker: (marker.span.start, -marker.span.end),
        )
        kept: list[Marker] = []
        for marker in found:
            if not kept or marker.span.start >= kept[-1].span.end:
                kept.append(marker)
        return tuple(kept)

    def _marker(self, marking: Marking, match: re.Match[str]) -> Marker:
        named = match.groupdict().get("who")
        about = self._short.get(named) if named else None
        return Marker(marking.id, Span(*match.span()), marking.kind, about.label if about is not None else "")


NOBODY = Voices({})
"""For readers whom nobody told of commentators: names stay as they are written."""


def identify(document: Document, voices: Voices) -> Document:
    """The document with its notes' speakers looked up anew and their markers found: for texts read without voices."""
    return replace(document, notes=tuple(_identified(note, voices) for note in document.notes))


def _identified(note: Note, voices: Voices) -> Note:
    found = voices.find(note.speaker) or voices.find(note.written)
    note = replace(note, stance=voices.stance(note.stance) if note.stance else "", markers=voices.markers(note.text))
    if found is None:
        return note
    return replace(
        note, speaker=found.label, speaker_id=found.id, dynasty=found.dynasty, work=note.work or found.work,
    )
