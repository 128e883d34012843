"""Phases, offices and groups as quads, in the graph graph/rite/ID."""

from __future__ import annotations

from collections.abc import Iterator

from kg.graph.rite_terms import RiteTerms, integer, lines, literal
from kg.graph.settings import DCTERMS, SKOS
from kg.graph.terms import TYPE

GRAPH = "rite"


def phase_quads(terms: RiteTerms) -> Iterator[str]:
    """The tree of phases, what distinguishes them, and in which leaf each act stands."""
    graph, prop, tree = terms.graph(GRAPH), terms.prop, terms.rite.phases
    ordinal: dict[str, int] = {}
    before = ""
    for phase in tree.phases:
        term = terms.phase(phase)
        ordinal[phase.parent] = ordinal.get(phase.parent, 0) + 1
        said = [
            (TYPE, prop("Phase")),
            (f"<{SKOS}prefLabel>", literal(phase.zh, "lzh")),
            (f"<{DCTERMS}identifier>", literal(phase.id)),
            (f"<{DCTERMS}isPartOf>", f"<{terms.text.text}>"),
            (prop("ordinal"), integer(ordinal[phase.parent])),
            (prop("phaseKind"), literal(phase.kind)),
            (prop("foundBy"), literal(phase.basis.value)),
        ]
        if phase.en:
            said.append((prop("gloss"), literal(phase.en, "en")))
        above = tree.get(phase.parent)
        if above is not None:
            said.append((prop("partOf"), terms.phase(above)))
        yield lines(term, said, graph) + terms.passages(term, phase.span, graph)
        if phase.leaf:
            if before:
                yield lines(before, [(prop("nextPhase"), term)], graph)
            before = term
        for number, one in enumerate(phase.distinctions, start=1):
            node = terms.under(term, f"distinction/{number}")
            yield lines(
                node,
                [
                    (TYPE, prop("Distinction")),
                    (prop("distinguishes"), term),
                    (prop("feature"), literal(one.feature)),
                    (f"<{SKOS}prefLabel>", literal(one.zh, "lzh")),
                    (prop("gloss"), literal(one.en, "en")),
                ],
                graph,
            ) + terms.said(node, one.span, graph)
    for act, leaf in zip(terms.acts, terms.rite.leaves, strict=True):
        if leaf is not None:
            yield lines(act, [(prop("phase"), terms.phase(leaf))], graph)


def people_quads(terms: RiteTerms) -> Iterator[str]:
    """Who acts as what from when to when, and who belongs to which group."""
    graph, prop, people = terms.graph(GRAPH), terms.prop, terms.rite.people
    for number, one in enumerate(people.tenures, start=1):
        node = terms.part("tenure", str(number))
        said = [
            (TYPE, prop("Tenure")),
            (prop("holder"), terms.entity(one.holder, "Actor")),
            (prop("office"), terms.entity(one.office, "Actor")),
        ]
        if one.condition:
            said.append((prop("condition"), literal(one.condition)))
        yield lines(node, said, graph) + terms.said(node, one.said, graph) + terms.passages(node, one.span, graph)
    if not terms.rite.phases.rite:
        return
    for group in people.memberships:
        whole, member = terms.entity(group.whole, "Actor"), terms.entity(group.member, "Actor")
        yield lines(whole, [(prop("member"), member)], graph)
