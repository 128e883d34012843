"""Notes and headings as quads, in a graph of their own: what a commentator says never mixes with the rite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kg.graph.passages import TextGraph, citation_quads, layer_term
from kg.graph.settings import DCTERMS, SKOS
from kg.graph.terms import TYPE, integer, literal


def commentary_quads(text: TextGraph) -> Iterator[str]:
    """The notes and headings of a document, in the graph graph/notes/ID.

    The stretch of base text that a note is on is described in the text's own graph, and the commentator, whom several
    texts may name, in the lexicon graph.
    """
    document, settings, iris = text.document, text.settings, text.iris
    rit, shared = settings.ontology, f"<{iris.graph('lexicon')}>"
    graph = f"<{iris.graph('notes', document.id)}>"
    known = {passage.id: text.passage_iri(passage) for passage in document.passages}
    speakers: set[str] = set()
    for number, note in enumerate(document.notes, start=1):
        term = f"<{iris.part(text.text, 'note', note.id)}>"
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
        if note.speaker:
            person = f"<{iris.commentator(note.speaker)}>"
            yield f"{term} <{rit}speaker> {person} {graph} .\n"
            if note.speaker not in speakers:
                speakers.add(note.speaker)
                yield f"{person} {TYPE} <{rit}Commentator> {shared} .\n"
                yield f"{person} <{SKOS}prefLabel> {literal(note.speaker, 'lzh')} {shared} .\n"
        yield from citation_quads(term, note.citation, graph, settings)
    places: Counter[int] = Counter()
    for number, heading in enumerate(document.headings, start=1):
        places[heading.offset] += 1
        again = places[heading.offset]
        name = f"{heading.offset}" if again == 1 else f"{heading.offset}-{again}"
        term = f"<{iris.part(text.text, 'heading', name)}>"
        yield (
            f"{term} {TYPE} <{rit}Heading> {graph} .\n"
            f"{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n"
            f"{term} <{rit}ordinal> {integer(number)} {graph} .\n"
            f"{term} <{rit}text> {literal(heading.text)} {graph} .\n"
            f"{term} <{rit}offset> {integer(heading.offset)} {graph} .\n"
        )
        yield from citation_quads(term, heading.citation, graph, settings)
