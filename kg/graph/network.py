"""The graph as a networkx graph: acts, who and what takes part in them, and the order of the rite."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pyoxigraph as ox

from kg.graph.records import ActRecord, act_records
from kg.graph.settings import Settings
from kg.graph.source import Row, Source, by_value, local, printed
from kg.graph.store import open_store
from kg.reading.act import RESOURCE_ROLES

NEXT = "next"
_KINDS = "SELECT ?thing ?class { VALUES ?class { rit:Actor rit:Object rit:Position rit:Direction } ?thing a ?class }"
_GLOSSES = "SELECT ?thing ?gloss ?pinyin { ?thing rit:gloss ?gloss OPTIONAL { ?thing rit:pinyin ?pinyin } }"


def to_networkx(graph: ox.Store | Path | str, settings: Settings | None = None) -> nx.MultiDiGraph[str]:
    """A store, or the folder of one, as a directed multigraph; nodes are IRIs. Deterministic.

    Nodes: `kind` (Act, Actor, Object, Position, Direction), `label` (Traditional), `english`, `pinyin`, `weight` (how
    many acts take it; 1 for acts), `order` (acts only: number in the order of the texts, from 1), `citation` (one act's
    passage with the words cited; of a participant, the first act that has it), `grade`. Edges go from an act to each
    participant, keyed and labelled by `role` (`supplied` where the clause does not name it), and from an act to the
    `next`; `weight` is 1. Raises GraphError KG-G010, KG-G011 where there is no store in the folder.
    """
    store = graph if isinstance(graph, ox.Store) else open_store(graph)
    source = Source(store, settings or Settings())
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    kinds = {row["thing"]: local(row["class"]) for row in sorted(source.select(_KINDS), key=by_value)}
    words = {row["thing"]: row for row in sorted(source.select(_GLOSSES), key=by_value, reverse=True)}
    records = list(act_records(source))
    for record in records:
        made.add_node(
            record.iri, kind="Act", label=record.action, english=words.get(record.action_iri, {}).get("gloss", ""),
            pinyin=words.get(record.action_iri, {}).get("pinyin", ""), weight=1, order=record.order,
            citation=printed(record.citation, record.quote), grade=record.grade,
        )  # fmt: skip
    for record in records:
        _take_part(made, record, kinds, words)
        if record.next in made:
            made.add_edge(record.iri, record.next, key=NEXT, role=NEXT, supplied=False, weight=1)
    return made


def participants(made: nx.MultiDiGraph[str]) -> nx.Graph[str]:
    """Who and what meets in the same act: an undirected graph of participants, `weight` counting the acts."""
    met: nx.Graph[str] = nx.Graph()
    for act, data in made.nodes(data=True):
        if data["kind"] == "Act":
            there = sorted({other for _, other, role in made.out_edges(act, keys=True) if role != NEXT})
            met.add_nodes_from((one, made.nodes[one]) for one in there)
            for place, one in enumerate(there):
                for other in there[place + 1 :]:
                    weight = met.edges[one, other]["weight"] + 1 if met.has_edge(one, other) else 1
                    met.add_edge(one, other, weight=weight)
    return met


def _take_part(
    made: nx.MultiDiGraph[str], record: ActRecord, kinds: dict[str, str], words: dict[str, Row]
) -> None:
    for role in RESOURCE_ROLES:
        for filler in record.roles.get(role, ()):
            if filler.iri not in made:
                made.add_node(
                    filler.iri, kind=kinds.get(filler.iri, "Object"), label=filler.label,
                    english=words.get(filler.iri, {}).get("gloss", ""),
                    pinyin=words.get(filler.iri, {}).get("pinyin", ""), weight=0,
                    citation=printed(record.citation, record.quote), grade="",
                )  # fmt: skip
            made.nodes[filler.iri]["weight"] += 1
            made.add_edge(record.iri, filler.iri, key=role, role=role, supplied=filler.supplied, weight=1)
