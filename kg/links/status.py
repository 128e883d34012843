"""How many links there are: per target and strength, stated, claimed, rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kg.graph.source import Source, local
from kg.links.decisions import Decision, Status
from kg.links.mapping import SCHEMA
from kg.links.schemes import link_schemes

_CLAIMS = """PREFIX sssom: <https://w3id.org/sssom/>
SELECT ?claim ?target ?predicate ?confidence ?not { ?claim a owl:Axiom ; owl:annotatedTarget ?target ;
  owl:annotatedProperty ?predicate ; sssom:confidence ?confidence .
  OPTIONAL { ?claim sssom:predicate_modifier ?not } }"""
_LINKSETS = """PREFIX void: <http://rdfs.org/ns/void#>
SELECT ?set ?target ?predicate ?triples { ?set a void:Linkset ; void:objectsTarget ?target ;
  void:linkPredicate ?predicate ; void:triples ?triples }"""
STRENGTHS = (("strong", 0.9), ("medium", 0.5), ("weak", 0.0))
REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """Counts: (target, predicate) → strength → claims; (target, predicate) → links stated; status → candidates."""

    claims: dict[tuple[str, str], Counter[str]]
    stated: dict[tuple[str, str], int]
    candidates: Counter[str]


def strength(confidence: float) -> str:
    """The name of a confidence: strong from 0.9, medium from 0.5, else weak."""
    return next(name for name, least in STRENGTHS if confidence >= least)


def link_status(source: Source, decisions: Iterable[Decision]) -> LinkStatus:
    """The counts of a store, and of a table of candidates."""
    claims: dict[tuple[str, str], Counter[str]] = {}
    for row in source.select(_CLAIMS):
        key = _target(row["target"]), _short(row["predicate"], source)
        name = REJECTED if "not" in row else strength(float(row["confidence"]))
        claims.setdefault(key, Counter())[name] += 1
    stated = {
        (local(row["target"]), _short(row["predicate"], source)): int(row["triples"])
        for row in source.select(_LINKSETS)
    }
    counted = Counter(one.status.value for one in decisions)
    return LinkStatus(
        dict(sorted(claims.items())), dict(sorted(stated.items())),
        Counter({status.value: counted[status.value] for status in Status if counted[status.value]}),
    )  # fmt: skip


def _short(predicate: str, source: Source) -> str:
    """A predicate by its prefix."""
    prefixes = {**source.settings.prefixes, "schema": SCHEMA}
    found = ((prefix, space) for prefix, space in prefixes.items() if predicate.startswith(space))
    return next((f"{prefix}:{predicate.removeprefix(space)}" for prefix, space in found), predicate)


def _target(iri: str) -> str:
    """The scheme of an IRI; `other` where it is of none."""
    return next((s.scheme for s in link_schemes().values() if s.prefix and iri.startswith(s.prefix)), "other")
