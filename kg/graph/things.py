"""Descriptions of things as quads, in the graph graph/things/ID."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.statements import Statements
from kg.graph.terms import TYPE, integer
from kg.rite.things import Description, load_things


def thing_quads(
    text: TextGraph,
    entities: Entities,
    descriptions: Iterable[Description] | None = None,
    described: set[str] | None = None,
) -> Iterator[str]:
    """What things.tsv says of the things of a text; one string a description.

    `descriptions` are those of the table for this text where none are given; `described` as in Statements. One
    whose words do not stand in its passage is of another text that bears the same name, and is left out.
    """
    if descriptions is None:
        descriptions = load_things().get(text.document.id, ())
    say = Statements(text, entities, "things", set() if described is None else described)
    rit, graph = text.settings.ontology, say.graph
    for one in descriptions:
        term = f"<{text.iris.part(text.text, 'thing', one.passage)}/{one.number}>"
        rests = say.in_passage(term, one.passage, one.words)
        if rests is None:
            continue
        lines = [
            rests,
            f"{term} {TYPE} <{rit}Description> {graph} .\n"
            f"{term} <{rit}describes> {say.name(one.thing)} {graph} .\n"
            f"{term} <{rit}aspect> <{rit}{one.aspect.value.capitalize()}Aspect> {graph} .\n",
        ]
        if one.part:
            lines.append(f"{term} <{rit}describedPart> {say.name(one.part)} {graph} .\n")
        if one.owner:
            lines.append(f"{term} <{rit}describedOwner> {say.name(one.owner)} {graph} .\n")
        if one.model:
            lines.append(f"{term} <{rit}model> {say.name(one.model)} {graph} .\n")
        if one.share:
            lines.append(
                f"{term} <{rit}numerator> {integer(one.share.numerator)} {graph} .\n"
                f"{term} <{rit}denominator> {integer(one.share.denominator)} {graph} .\n"
            )
        lines += say.amounts(term, one.amounts)
        lines += say.values(term, one.values)
        lines += say.note(term, one.note)
        yield "".join(lines)
