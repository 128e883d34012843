"""The graph as RDF files, sorted so that two versions can be compared line by line."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox

from kg.export.jsonld import jsonld
from kg.graph.settings import Settings


def as_trig(quads: Iterable[ox.Quad], settings: Settings) -> str:
    """TriG: graph by graph, each sorted."""
    ordered = sorted(quads, key=lambda quad: (str(quad.graph_name), str(quad)))
    return _written(ordered, ox.RdfFormat.TRIG, settings)


def as_turtle(quads: Iterable[ox.Quad], settings: Settings) -> str:
    """Turtle, which has no named graphs: every statement once, sorted by subject, predicate and object."""
    triples = sorted({quad.triple for quad in quads}, key=str)
    return _written(triples, ox.RdfFormat.TURTLE, settings)


def as_jsonld(quads: Iterable[ox.Quad], settings: Settings) -> str:
    """JSON-LD with the context of jsonld.py."""
    return jsonld(quads, settings)


def _written(statements: Iterable[ox.Quad] | Iterable[ox.Triple], format: ox.RdfFormat, settings: Settings) -> str:
    return (ox.serialize(statements, format=format, prefixes=settings.prefixes) or b"").decode("utf-8")
