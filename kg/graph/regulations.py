"""Regulations as quads, in the graph graph/regulations/ID: rank × occasion × thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS, SKOS
from kg.graph.statements import Statements
from kg.graph.terms import TRUE, TYPE, literal
from kg.rite.ranks import Occasion, Regulation, load_regulations


def regulation_quads(
    text: TextGraph,
    entities: Entities,
    regulations: Iterable[Regulation] | None = None,
    described: set[str] | None = None,
) -> Iterator[str]:
    """What regulations.tsv has from a text; one string a regulation.

    `regulations` are those of the table for this text where none are given; `described` as in Statements. One whose
    words do not stand in its passage, or in the speaker's note on it, is of another text that bears the same name,
    and is left out.
    """
    if regulations is None:
        regulations = load_regulations().get(text.document.id, ())
    say = Statements(text, entities, "regulations", set() if described is None else described)
    rit, graph = text.settings.ontology, say.graph
    for one in regulations:
        term = f"<{text.iris.part(text.text, 'regulation', one.passage)}/{one.number}>"
        if one.source:
            rests = say.in_work(term, one.passage, one.words, one.source)
        elif one.speaker:
            rests = say.in_note(term, one.passage, one.words, one.speaker)
        else:
            rests = say.in_passage(term, one.passage, one.words)
        if rests is None:
            continue
        lines = [
            rests,
            f"{term} {TYPE} <{rit}Regulation> {graph} .\n"
            f"{term} <{rit}matter> <{rit}{one.matter.value.capitalize()}Matter> {graph} .\n",
        ]
        lines += (f"{term} <{rit}forRank> {say.name(rank)} {graph} .\n" for rank in one.ranks)
        if one.occasion:
            occasion = f"<{text.iris.entry(one.occasion.id)}>"
            lines.append(f"{term} <{rit}occasion> {occasion} {graph} .\n")
            if occasion not in say.described:
                say.described.add(occasion)
                entities.lines.append(_occasion(text, occasion, one.occasion))
        if one.place:
            lines.append(f"{term} <{rit}regulatedPlace> <{entities.name('Position', one.place)}> {graph} .\n")
        lines += (f"{term} <{rit}prescribes> {say.name(thing)} {graph} .\n" for thing in one.things)
        lines += say.values(term, one.values)
        lines += say.amounts(term, one.amounts)
        if one.only:
            lines.append(f"{term} <{rit}exclusive> {TRUE} {graph} .\n")
        lines += say.note(term, one.note)
        yield "".join(lines)


def _occasion(text: TextGraph, term: str, occasion: Occasion) -> str:
    rit, graph = text.settings.ontology, f"<{text.iris.graph('lexicon')}>"
    return (
        f"{term} {TYPE} <{rit}Occasion> {graph} .\n"
        f"{term} {TYPE} <{SKOS}Concept> {graph} .\n"
        f"{term} <{SKOS}inScheme> <{text.iris.lexicon()}> {graph} .\n"
        f"{term} <{DCTERMS}identifier> {literal(occasion.id)} {graph} .\n"
        f"{term} <{SKOS}prefLabel> {literal(occasion.label, 'lzh')} {graph} .\n"
        f"{term} <{rit}gloss> {literal(occasion.en, 'en')} {graph} .\n"
    )
