"""Notes and headings as quads, in a graph of their own: what a commentator says never mixes with the rite."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from kg.graph.commentators import Commentators
from kg.graph.passages import TextGraph, citation_quads, layer_term
from kg.graph.settings import DCTERMS
from kg.graph.terms import TYPE, integer, literal
from kg.texts.document import Document, Note
from kg.texts.span import Span

_MARKER_KINDS = {"contradicts": "Contradicting", "doubts": "Doubting", "prefers": "Preferring", "keeps": "Keeping"}


def passages_within(document: Document, span: Span) -> list[str]:
    """Ids of the passages that share a character with `span`; of an empty span, none."""
    low = bisect_left(document.passages, span.start + 1, key=lambda passage: passage.span.end)
    found: list[str] = []
    for passage in document.passages[low:]:
        if passage.span.start >= span.end:
            break
        found.append(passage.id)
    return found


def note_term(text: TextGraph, note: str) -> str:
    """The term of a note by its id."""
    return f"<{text.iris.part(text.text, 'note', note)}>"


def commentary_quads(text: TextGraph, people: Commentators) -> Iterator[str]:
    """The notes and headings of a document, in the graph graph/notes/ID.

    The stretch of base text that a note is on is described in the text's own graph, and the commentator, whom several
    texts may name, in the lexicon graph (`people`). A note is on every passage that its stretch touches.
    """
    document, settings, iris = text.document, text.settings, text.iris
    rit = settings.ontology
    graph = f"<{iris.graph('notes', document.id)}>"
    known = {passage.id: text.passage_iri(passage) for passage in document.passages}
    for number, note in enumerate(document.notes, start=1):
        term = note_term(text, note.id)
        yield text.describe(note.anchor)
        yield (
            f"{term} {TYPE} <{rit}Note> {graph} .\n"
            f"{term} <{DCTERMS}identifier> {literal(note.id)} {graph} .\n"
            f"{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n"
            f"{term} <{rit}ordinal> {integer(number)} {graph} .\n"
            f"{term} <{rit}text> {literal(note.text)} {graph} .\n"
            f"{term} <{rit}layer> {layer_term(note.layer, settings)} {graph} .\n"
            f"{term} <{rit}commentsOn> <{text.span(note.anchor)}> {graph} .\n"
        )
        if note.passage in known:
            yield f"{term} <{rit}passage> <{known[note.passage]}> {graph} .\n"
        for passage in passages_within(document, note.anchor) or ([note.passage] if note.passage in known else []):
            yield f"{term} <{rit}onPassage> <{known[passage]}> {graph} .\n"
        yield from _voice(text, note, term, graph, people)
        yield from citation_quads(term, note.citation, graph, settings)
    yield from _headings(text, graph)


def _voice(text: TextGraph, note: Note, term: str, graph: str, people: Commentators) -> Iterator[str]:
    """Who says a note, where it stands among other notes, and how it judges others."""
    rit = text.settings.ontology
    if note.speaker:
        yield f"{term} <{rit}speaker> {people.person(note.speaker, note.dynasty)} {graph} .\n"
    for name, value in (("writtenName", note.written), ("introducedBy", note.label), ("ofWork", note.work)):
        if value:
            yield f"{term} <{rit}{name}> {literal(value)} {graph} .\n"
    if note.parent:
        yield f"{term} <{rit}quotedIn> {note_term(text, note.parent)} {graph} .\n"
    if note.stance:
        yield f"{term} <{rit}stance> {people.concept(note.stance)} {graph} .\n"
    for number, marker in enumerate(note.markers, start=1):
        made = f"{term[:-1]}/marker/{number}>"
        yield (
            f"{term} <{rit}marker> {made} {graph} .\n"
            f"{made} {TYPE} <{rit}Marker> {graph} .\n"
            f"{made} <{rit}markerType> {people.concept(marker.id)} {graph} .\n"
            f"{made} <{rit}text> {literal(marker.span.of(note.text))} {graph} .\n"
            f"{made} <{rit}noteBegin> {integer(marker.span.start)} {graph} .\n"
            f"{made} <{rit}noteEnd> {integer(marker.span.end)} {graph} .\n"
        )
        if marker.kind in _MARKER_KINDS:
            yield f"{made} <{rit}markerKind> <{rit}{_MARKER_KINDS[marker.kind]}> {graph} .\n"
        if marker.about:
            yield f"{made} <{rit}about> {people.person(marker.about)} {graph} .\n"


def _headings(text: TextGraph, graph: str) -> Iterator[str]:
    rit = text.settings.ontology
    places: Counter[int] = Counter()
    for number, heading in enumerate(text.document.headings, start=1):
        places[heading.offset] += 1
        again = places[heading.offset]
        name = f"{heading.offset}" if again == 1 else f"{heading.offset}-{again}"
        term = f"<{text.iris.part(text.text, 'heading', name)}>"
        yield (
            f"{term} {TYPE} <{rit}Heading> {graph} .\n"
            f"{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n"
            f"{term} <{rit}ordinal> {integer(number)} {graph} .\n"
            f"{term} <{rit}text> {literal(heading.text)} {graph} .\n"
            f"{term} <{rit}offset> {integer(heading.offset)} {graph} .\n"
        )
        yield from citation_quads(term, heading.citation, graph, text.settings)
