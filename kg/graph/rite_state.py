"""The state after each act as quads, changes only, in the graph graph/state/ID; contradictions beside it."""

from __future__ import annotations

from collections.abc import Iterator

from kg.graph.rite_terms import RiteTerms, boolean, decimal, lines, literal
from kg.graph.settings import RDFS
from kg.graph.terms import TRUE, TYPE
from kg.rite.change import Change
from kg.rite.judgement import load_judgements
from kg.rite.world import PersonState, ThingState

GRAPH = "state"


def state_quads(terms: RiteTerms) -> Iterator[str]:
    """One node for each person or thing that an act changes: its aspects that are new, and rit:unsets for those that
    are known no longer, or empty now."""
    numbers: dict[int, int] = {}
    for change in terms.rite.chronicle.changes:
        numbers[change.act] = numbers.get(change.act, 0) + 1
        yield _change(terms, change, numbers[change.act])


def _change(terms: RiteTerms, change: Change, number: int) -> str:
    prop, act = terms.prop, terms.acts[change.act]
    node = terms.under(act, f"state/{number}")
    person = isinstance(change.state, PersonState)
    said = [
        (TYPE, prop("StateChange")),
        (prop("changedBy"), act),
        (prop("changes"), terms.entity(change.subject, "Actor" if person else "")),
    ]
    if isinstance(change.state, PersonState):
        said.extend(_person(terms, change, change.state))
    else:
        said.extend(_thing(terms, change, change.state))
    if change.at is not None and "place" in change.changed:
        said += [(prop("planX"), decimal(change.at.x)), (prop("planY"), decimal(change.at.y))]
    return lines(node, said, terms.graph(GRAPH))


def _person(terms: RiteTerms, change: Change, state: PersonState) -> Iterator[tuple[str, str]]:
    prop, new = terms.prop, change.changed
    if "zone" in new:
        yield (prop("zone"), prop(f"Zone{state.zone.value.capitalize()}")) if state.zone else _unset(terms, "zone")
    if "place" in new or "opposite" in new:
        yield from _where(terms, state.place, "opposite" if state.opposite else "at")
    if "posture" in new:
        posture = prop(state.posture.value.capitalize()) if state.posture else ""
        yield (prop("bodyPosture"), posture) if posture else _unset(terms, "bodyPosture")
    if "facing" in new:
        yield (prop("faces"), terms.entity(state.facing, "Direction")) if state.facing else _unset(terms, "faces")
    if "bared" in new:
        yield (prop("bared"), boolean(state.bared)) if state.bared is not None else _unset(terms, "bared")
    for name, field, held in (
        ("holds", "holds", state.holds), ("wears", "wears", state.wears), ("tucked", "tucked", state.tucked),
    ):  # fmt: skip
        if field in new:
            yield from ((prop(name), terms.entity(label, "Object")) for label in sorted(held or ()))
            if not held:
                yield _unset(terms, name)


def _thing(terms: RiteTerms, change: Change, state: ThingState) -> Iterator[tuple[str, str]]:
    prop, new = terms.prop, change.changed
    if "place" in new:
        yield from _where(terms, state.place, "at")
    if "holder" in new:
        yield (prop("heldBy"), terms.entity(state.holder, "Actor")) if state.holder else _unset(terms, "heldBy")
    if "facing" in new:
        yield (prop("faces"), terms.entity(state.facing, "Direction")) if state.facing else _unset(terms, "faces")
    if "gone" in new:
        yield (prop("removed"), TRUE if state.gone else boolean(False))


def _unset(terms: RiteTerms, name: str) -> tuple[str, str]:
    return terms.prop("unsets"), terms.prop(name)


def _where(terms: RiteTerms, label: str, name: str) -> Iterator[tuple[str, str]]:
    """A place, classified as where it fills a role: 洗, 楅 stay things."""
    if label:
        yield terms.prop(name), terms.entity(label, terms.entities.classify("place", label))
    else:
        yield _unset(terms, "at")


def contradiction_quads(terms: RiteTerms) -> Iterator[str]:
    """What cannot be as it is told: the act, the fault, and which we think is wrong."""
    prop, graph, judgements = terms.prop, terms.graph(GRAPH), load_judgements()
    numbers: dict[int, int] = {}
    for one in terms.rite.chronicle.contradictions:
        numbers[one.act] = numbers.get(one.act, 0) + 1
        act = terms.rite.acts[one.act]
        passage = terms.text.passage_at(act.verb.start)
        judged = judgements.of(passage.id if passage else "", act.action, one.fault)
        node = terms.under(terms.acts[one.act], f"contradiction/{numbers[one.act]}")
        said = [
            (TYPE, prop("Contradiction")),
            (prop("contradictory"), terms.acts[one.act]),
            (prop("fault"), prop("Fault" + "".join(part.capitalize() for part in one.fault.value.split("-")))),
            (prop("verdict"), prop(f"Verdict{judged.verdict.value.capitalize()}")),
            *((prop("concerns"), terms.entity(label)) for label in one.subjects),
            *((prop("concernsThing"), literal(label)) for label in one.details),
        ]
        if judged.zh:
            said.append((f"<{RDFS}comment>", literal(judged.zh, "zh-hant")))
        if judged.en:
            said.append((f"<{RDFS}comment>", literal(judged.en, "en")))
        if passage is not None:
            said.append((prop("passage"), f"<{terms.text.passage_iri(passage)}>"))
        yield lines(node, said, graph)
