"""Unfolding a likeness that a store holds: the acts it stands for, with the persons who now do them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pyoxigraph as ox

from kg.graph.iris import Iris
from kg.graph.named import named_query
from kg.graph.rite_store import RiteStore, Spot, cited
from kg.graph.source import Row

_LIKENESSES = """SELECT ?act ?likeness ?resolved ?model ?like ?note {{
  ?verb nif:referenceContext <{text}> . ?act rit:evidence ?verb ; rit:likeText ?like .
  ?likeness rit:likenessOf ?act ; rit:resolved ?resolved .
  OPTIONAL {{ ?likeness rit:refersTo ?model }} OPTIONAL {{ ?likeness skos:note ?note }} }}"""
_MEMBERS = """SELECT ?model ?act {{
  {{ ?model rit:includes ?act }} UNION {{ ?model a rit:Phase . ?act rit:phase ?model }} UNION
  {{ ?likeness rit:refersTo ?model . ?model a rit:Act BIND(?model AS ?act) }}
  ?act rit:evidence/nif:referenceContext <{text}> FILTER NOT EXISTS {{ ?act rit:mode rit:Commanded }} }}"""
_EXCHANGES = """SELECT ?likeness ?old ?new { ?likeness rit:substitution ?exchange .
  ?exchange rit:replaced/skos:prefLabel ?old ; rit:replacement/skos:prefLabel ?new }"""
_LEFT_OUT = "SELECT ?likeness ?act { ?likeness rit:leftOut ?act }"
_CANDIDATES = "SELECT ?likeness ?act { ?likeness rit:candidate ?act }"
_ACTS = """SELECT ?act ?action ?at ?id ?begin ?negated {{
  ?verb nif:referenceContext <{text}> . ?act rit:evidence ?verb ; rit:action/skos:prefLabel ?action ;
    rit:passage ?passage . ?verb nif:beginIndex ?at . ?passage dcterms:identifier ?id ; nif:beginIndex ?begin .
  OPTIONAL {{ ?act rit:negated ?negated }} }}"""
_ROLES = """SELECT ?act ?name ?label ?filling {{
  ?verb nif:referenceContext <{text}> . ?act rit:evidence ?verb ; rit:filling ?filling . ?filling rit:role ?role ;
    rit:filler/skos:prefLabel ?label BIND(REPLACE(STR(?role), "^.*#", "") AS ?name) }}"""


@dataclass(frozen=True, slots=True)
class InferredAct:
    """One act that a likeness implies: where its model stands, and its roles with the persons exchanged.

    `depth` counts the likenesses that lead to it, from 1.
    """

    key: str
    action: str
    roles: tuple[tuple[str, tuple[str, ...]], ...]
    depth: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class LikenessFound:
    """A likeness with what it unfolds to; `candidates` cites what an open one may mean."""

    key: str
    action: str
    words: str
    resolved: bool
    exchanges: tuple[tuple[str, tuple[str, ...]], ...]
    acts: tuple[InferredAct, ...]
    candidates: tuple[str, ...]
    note: str = ""


@dataclass(slots=True)
class Unfolder:
    """The likenesses of one text of a store."""

    store: RiteStore
    text: str
    _acts: dict[str, Row] = field(default_factory=dict)
    _roles: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    _likenesses: dict[str, Row] = field(default_factory=dict)
    _members: dict[str, set[str]] = field(default_factory=dict)
    _exchanges: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    _left_out: set[tuple[str, str]] = field(default_factory=set)
    _candidates: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        select = self.store.select
        self._acts = {row["act"]: row for row in select(_ACTS.format(text=self.text))}
        for row in sorted(select(_ROLES.format(text=self.text)), key=lambda row: row["filling"]):
            self._roles.setdefault(row["act"], {}).setdefault(row["name"], []).append(row["label"])
        self._likenesses = {row["act"]: row for row in select(_LIKENESSES.format(text=self.text))}
        for row in select(_MEMBERS.format(text=self.text)):
            self._members.setdefault(row["model"], set()).add(row["act"])
        for row in select(_EXCHANGES):
            self._exchanges.setdefault(row["likeness"], {}).setdefault(row["old"], []).append(row["new"])
        self._left_out = {(row["likeness"], row["act"]) for row in select(_LEFT_OUT)}
        for row in select(_CANDIDATES):
            self._candidates.setdefault(row["likeness"], []).append(row["act"])

    def within(self, spot: Spot | None = None) -> Iterator[LikenessFound]:
        """The likenesses whose verb stands at `spot` (anywhere in the text, without one), in the order of the text."""
        for act in sorted(self._likenesses, key=self._order):
            at = int(self._acts[act]["at"])
            if spot is None or spot.start <= at < spot.end:
                yield self._found(act)

    def _found(self, act: str) -> LikenessFound:
        row = self._likenesses[act]
        exchanges = self._exchanges.get(row["likeness"], {})
        return LikenessFound(
            self.key(act), self._acts[act]["action"], row["like"], row["resolved"] == "true",
            tuple((old, tuple(sorted(new))) for old, new in sorted(exchanges.items())),
            tuple(self._unfold(act, 1)),
            tuple(self.key(one) for one in sorted(self._candidates.get(row["likeness"], ()), key=self._order)),
            row.get("note", ""),
        )  # fmt: skip

    def _unfold(self, act: str, depth: int) -> Iterator[InferredAct]:
        row = self._likenesses.get(act)
        if row is None or "model" not in row:
            return
        exchanges = self._exchanges.get(row["likeness"], {})
        for member in sorted(self._members.get(row["model"], ()), key=self._order):
            if (row["likeness"], member) in self._left_out or self._order(member) >= self._order(act):
                continue
            inner = list(self._unfold(member, depth + 1))
            if all(one.action != self._acts[member]["action"] for one in inner):
                inner.insert(0, self._plain(member, depth))
            for one in inner:
                roles = tuple((name, _exchanged(labels, exchanges)) for name, labels in one.roles)
                yield InferredAct(one.key, one.action, roles, one.depth, one.negated)

    def _plain(self, act: str, depth: int) -> InferredAct:
        row, roles = self._acts[act], self._roles.get(act, {})
        ordered = tuple((name, tuple(roles[name])) for name in sorted(roles))
        return InferredAct(self.key(act), row["action"], ordered, depth, row.get("negated") == "true")

    def key(self, act: str) -> str:
        """How an act is cited: xiangshe.237/40."""
        return cited(self._acts[act])

    def _order(self, act: str) -> tuple[int, str]:
        return int(self._acts[act]["at"]), act


def _exchanged(labels: tuple[str, ...], exchanges: dict[str, list[str]]) -> tuple[str, ...]:
    made: list[str] = []
    for label in labels:
        if label in exchanges:
            made.extend(sorted(exchanges[label]))
        else:
            owner = next((one for one in exchanges if label.startswith(one) and len(exchanges[one]) == 1), "")
            made.append(exchanges[owner][0] + label.removeprefix(owner) if owner else label)
    return tuple(made)


def inferred_quads(store: RiteStore, passages: list[str], text: str) -> Iterator[str]:
    """What the query `unfold` constructs for the passages (ids), as sorted quads of the graph graph/inferred/ID."""
    graph = ox.NamedNode(Iris(store.settings).graph("inferred", store.id_of(text)))
    triples = store.construct(named_query("unfold", store.settings).bind({"passage": passages}))
    for line in sorted({str(ox.Quad(t.subject, t.predicate, t.object, graph)) for t in triples}):
        yield f"{line} .\n"
