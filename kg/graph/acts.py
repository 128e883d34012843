"""Acts as quads: verb, roles and how each is filled, polarity, mode, order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.terms import TRUE, TYPE, integer, literal
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES, Act, Filler, Mode, Supply

TEXT_PROPERTY = {"content": "content", "like": "likeText"}
_ORDERING = frozenset({"order", "request"})  # classes of verbs.tsv whose content is carried out by somebody


def act_iris(text: TextGraph, acts: Sequence[Act]) -> list[str]:
    """The IRI of each act: its passage, and where in the passage the verb stands, so that edits elsewhere keep it."""
    made: list[str] = []
    seen: dict[str, int] = {}
    for act in acts:
        passage = text.passage_at(act.verb.start)
        at = act.verb.start - passage.span.start if passage else act.verb.start
        iri = text.iris.part(text.text, "act", passage.id if passage else "-") + f"/{at}"
        seen[iri] = seen.get(iri, 0) + 1
        made.append(iri if seen[iri] == 1 else f"{iri}-{seen[iri]}")
    return made


def following(text: TextGraph, acts: Sequence[Act]) -> dict[int, int]:
    """Index of an act → index of the next act of the rite.

    Commanded acts are left out; 經 and 記 are chained apart, for the record is no later part of the rite.
    """
    chain: dict[int, int] = {}
    last: dict[str, int] = {}
    for index in sorted(range(len(acts)), key=lambda i: acts[i].verb.start):
        if acts[index].mode is Mode.COMMANDED:
            continue
        passage = text.passage_at(acts[index].verb.start)
        layer = passage.layer.value if passage else ""
        if layer in last:
            chain[last[layer]] = index
        last[layer] = index
    return chain


def ordering(acts: Sequence[Act], entities: Entities) -> dict[int, int]:
    """Index of a commanded act → index of the order or request that stands before it, only commanded acts between."""
    found: dict[int, int] = {}
    order: int | None = None
    for index in sorted(range(len(acts)), key=lambda i: acts[i].verb.start):
        act = acts[index]
        if act.mode is Mode.COMMANDED:
            if order is not None:
                found[index] = order
        else:
            entry = entities.lexicon.entries.get(act.entry) or entities.forms.find("verbs", act.action)
            order = index if entry and entry.cls in _ORDERING else None
    return found


def act_quads(text: TextGraph, acts: Sequence[Act], entities: Entities) -> Iterator[str]:
    """The quads of every act, in the graph of the text; one string an act."""
    rit, graph = text.settings.ontology, text.graph
    iris = act_iris(text, acts)
    chain = following(text, acts)
    ordered = ordering(acts, entities)
    for index, act in enumerate(acts):
        term = f"<{iris[index]}>"
        action = entities.name("Action", act.action, act.entry)
        lines = [
            text.describe(act.verb),
            f"{term} {TYPE} <{rit}Act> {graph} .\n"
            f"{term} <{rit}action> <{action}> {graph} .\n"
            f"{term} <{rit}evidence> <{text.span(act.verb)}> {graph} .\n"
            f"{term} <{rit}rule> {literal(act.rule)} {graph} .\n"
            f"{term} <{rit}grade> <{rit}{act.grade.value.capitalize()}> {graph} .\n",
        ]
        if passage := text.passage_at(act.verb.start):
            lines.append(f"{term} <{rit}passage> <{text.passage_iri(passage)}> {graph} .\n")
        if act.clause is not None:
            lines.append(f"{text.describe(act.clause)}{term} <{rit}clause> <{text.span(act.clause)}> {graph} .\n")
        if act.negated:
            lines.append(f"{term} <{rit}negated> {TRUE} {graph} .\n")
        if act.mode is not Mode.ASSERTED:
            lines.append(f"{term} <{rit}mode> <{rit}{act.mode.value.capitalize()}> {graph} .\n")
        if act.count is not None:
            lines.append(f"{term} <{rit}count> {integer(act.count)} {graph} .\n")
        if act.like_of is not None:
            lines.append(f"{term} <{rit}like> <{iris[act.like_of]}> {graph} .\n")
        if index in chain:
            lines.append(f"{term} <{rit}next> <{iris[chain[index]]}> {graph} .\n")
        if index in ordered:
            lines.append(f"<{iris[ordered[index]]}> <{rit}orders> {term} {graph} .\n")
        for number, (unit, value) in enumerate(act.measures, start=1):
            measure = f"<{iris[index]}/measure/{number}>"
            lines.append(
                f"{term} <{rit}measure> {measure} {graph} .\n"
                f"{measure} {TYPE} <{rit}Measurement> {graph} .\n"
                f"{measure} <{rit}value> {integer(value)} {graph} .\n"
                f"{measure} <{rit}unit> <{entities.name('Measure', unit)}> {graph} .\n"
            )
        for role, fillers in act.roles.items():
            for number, filler in enumerate(fillers, start=1):
                lines.append(_filling(text, iris[index], act, role, filler, number, entities))
        yield "".join(lines)


def _filling(
    text: TextGraph, act_iri: str, act: Act, role: str, filler: Filler, number: int, entities: Entities
) -> str:
    rit, graph, act_term, term = text.settings.ontology, text.graph, f"<{act_iri}>", f"<{act_iri}/{role}/{number}>"
    if role in RESOURCE_ROLES:
        kind = None if role == "direction" else filler.kind
        cls = kind.value if kind else entities.classify(role, filler.label)
        entity = f"<{entities.name(cls, filler.label, filler.entry)}>"
        filled = f"{act_term} <{rit}{role}> {entity} {graph} .\n{term} <{rit}filler> {entity} {graph} .\n"
    elif role in TEXT_ROLES:
        words = literal(filler.label)
        filled = (
            f"{act_term} <{rit}{TEXT_PROPERTY[role]}> {words} {graph} .\n{term} <{rit}fillerText> {words} {graph} .\n"
        )
    else:
        raise ValueError(f"unknown role {role!r}")
    rule = filler.rule or (act.actor_rule if role == "actor" else "") or act.rule
    lines = [
        filled,
        f"{act_term} <{rit}filling> {term} {graph} .\n"
        f"{term} {TYPE} <{rit}RoleFilling> {graph} .\n"
        f"{term} <{rit}role> <{rit}{TEXT_PROPERTY.get(role, role)}> {graph} .\n"
        f"{term} <{rit}supply> <{rit}{filler.supply.value.capitalize()}> {graph} .\n",
    ]
    if filler.supply is Supply.SUPPLIED or rule != act.rule:
        lines.append(f"{term} <{rit}rule> {literal(rule)} {graph} .\n")
    if role == "actor":
        lines.append(f"{term} <{rit}grade> <{rit}{act.actor_grade.value.capitalize()}> {graph} .\n")
    if filler.span is not None:
        lines.append(f"{text.describe(filler.span)}{term} <{rit}evidence> <{text.span(filler.span)}> {graph} .\n")
    if filler.quantity is not None:
        lines.append(f"{term} <{rit}quantity> {integer(filler.quantity)} {graph} .\n")
        if filler.unit:
            lines.append(f"{term} <{rit}unit> <{entities.name('Measure', filler.unit)}> {graph} .\n")
    return "".join(lines)
