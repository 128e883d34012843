"""Likenesses as quads, in the graph graph/rite/ID: what 如初 points at, and who takes whose part."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from kg.graph.rite_phases import GRAPH
from kg.graph.rite_terms import RiteTerms, boolean, integer, lines, literal
from kg.graph.settings import SKOS
from kg.graph.terms import TRUE, TYPE
from kg.rite.likeness import Likeness, Outcome


def likeness_quads(terms: RiteTerms) -> Iterator[str]:
    """Every likeness: a node beside its act, and rit:like from the act to the act, phase or run that is meant."""
    runs: dict[tuple[int, ...], str] = {}
    for one in terms.rite.likenesses:
        yield from _likeness(terms, one, runs)


def _likeness(terms: RiteTerms, one: Likeness, runs: dict[tuple[int, ...], str]) -> Iterator[str]:
    graph, prop, act = terms.graph(GRAPH), terms.prop, terms.acts[one.act]
    node = terms.under(act, "likeness")
    said = [
        (TYPE, prop("Likeness")),
        (prop("likenessOf"), act),
        (prop("resolved"), boolean(one.outcome is not Outcome.OPEN)),
    ]
    if one.outcome is not Outcome.OPEN:
        said.append((prop("grade"), prop(one.grade.value.capitalize())))
    if one.rule:
        said.append((prop("rule"), literal(one.rule)))
    if one.note:
        said.append((f"<{SKOS}note>", literal(one.note, "en")))
    if one.manner:
        said.append((prop("mannerOnly"), TRUE))
    if one.outcome is Outcome.ACTS:
        model = yield from _model(terms, one, runs)
        said.append((prop("refersTo"), model))
        yield lines(act, [(prop("like"), model)], graph)
    elif one.outcome is Outcome.THING:
        said.append((prop("refersTo"), terms.entity(one.words, "Object")))
    said.extend((prop("leftOut"), terms.acts[index]) for index in one.left_out)
    said.extend((prop("candidate"), terms.acts[index]) for index in one.candidates)
    yield lines(node, said, graph)
    for number, exchange in enumerate(one.substitutions, start=1):
        term = terms.under(node, f"substitution/{number}")
        yield lines(node, [(prop("substitution"), term)], graph)
        yield lines(
            term,
            [
                (TYPE, prop("Substitution")),
                (prop("replaced"), terms.entity(exchange.part)),
                *((prop("replacement"), terms.entity(label)) for label in exchange.takes),
            ],
            graph,
        )


def _model(terms: RiteTerms, one: Likeness, runs: dict[tuple[int, ...], str]) -> Generator[str, None, str]:
    """Writes the run where one is needed; returns the term that the likeness points at."""
    graph, prop = terms.graph(GRAPH), terms.prop
    phase = terms.rite.phases.get(one.phase) if one.phase else None
    if phase is not None:
        return terms.phase(phase)
    if len(one.members) == 1:
        return terms.acts[one.members[0]]
    run = runs.get(one.members)
    if run is None:
        key = terms.acts[one.members[0]].rsplit("/act/", 1)[1].removesuffix(">").replace("/", ".")
        run = runs[one.members] = terms.part("run", f"{key}-{len(one.members)}")
        yield lines(
            run,
            [
                (TYPE, prop("Run")),
                (prop("firstAct"), terms.acts[one.members[0]]),
                (prop("lastAct"), terms.acts[one.members[-1]]),
                (prop("size"), integer(len(one.members))),
                *((prop("includes"), terms.acts[index]) for index in one.members),
            ],
            graph,
        )
    return run
