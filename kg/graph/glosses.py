"""Glosses as quads: what the notes say of single words, in a graph of their own beside the notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.graph.commentary import note_term
from kg.graph.commentators import Commentators
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS
from kg.graph.terms import TYPE, integer, literal
from kg.reading.glosses import Gloss


def gloss_term(text: TextGraph, gloss: Gloss) -> str:
    """The term of a gloss of a document."""
    return f"<{text.iris.part(text.text, 'gloss', gloss.note)}/{gloss.number}>"


def gloss_quads(text: TextGraph, glosses: Iterable[Gloss], people: Commentators) -> Iterator[str]:
    """The glosses of a document in the graph graph/glosses/ID; one string a gloss.

    The place of a lemma is described in the text's own graph. Who says a gloss is who speaks in its note.
    """
    rit, graph = text.settings.ontology, f"<{text.iris.graph('glosses', text.document.id)}>"
    for gloss in glosses:
        term = gloss_term(text, gloss)
        lines = [
            f"{term} {TYPE} <{rit}Gloss> {graph} .\n"
            f"{term} {TYPE} <{rit}{gloss.kind.value.capitalize()}Gloss> {graph} .\n"
            f"{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n"
            f"{term} <{rit}note> {note_term(text, gloss.note)} {graph} .\n"
            f"{term} <{rit}noteBegin> {integer(gloss.span.start)} {graph} .\n"
            f"{term} <{rit}noteEnd> {integer(gloss.span.end)} {graph} .\n"
            f"{term} <{rit}lemma> {literal(gloss.lemma)} {graph} .\n"
            f"{term} <{rit}rule> {literal(gloss.pattern.id)} {graph} .\n"
            f"{term} <{rit}grade> <{rit}{'Certain' if gloss.pattern.sure else 'Probable'}> {graph} .\n"
        ]
        if gloss.value:
            lines.append(f"{term} <{rit}glossText> {literal(gloss.value)} {graph} .\n")
        if gloss.tradition:
            lines.append(f"{term} <{rit}tradition> {people.tradition(gloss.tradition)} {graph} .\n")
        if gloss.place is not None:
            lines.append(text.describe(gloss.place))
            lines.append(f"{term} <{rit}lemmaPlace> <{text.span(gloss.place)}> {graph} .\n")
            passage = text.passage_at(gloss.place.start)
            if passage is not None:
                lines.append(f"{term} <{rit}onPassage> <{text.passage_iri(passage)}> {graph} .\n")
        yield "".join(lines)
