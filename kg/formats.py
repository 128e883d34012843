"""The formats in which readings leave the program: four of RDF, and one JSON object a text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyoxigraph as ox

from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.reading.act import Act, Mode, Reading
from kg.texts.document import Document

Read = Iterable[tuple[Document, Reading]]

SUFFIXES = {
    ".nq": "nquads",
    ".trig": "trig",
    ".ttl": "turtle",
    ".jsonld": "jsonld",
    ".jsonl": "jsonl",
}


def write_graph(readings: Read, format: str, settings: Settings) -> Iterator[str]:
    """The readings in one of FORMATS, piece by piece. In Turtle, which has no named graphs, all stand together."""
    return FORMATS[format](readings, settings)


def _nquads(readings: Read, settings: Settings) -> Iterator[str]:
    for document, reading in readings:
        yield from build_quads(document, reading, settings=settings)


def _rdf(format: ox.RdfFormat, named: bool) -> Callable[[Read, Settings], Iterator[str]]:
    def write(readings: Read, settings: Settings) -> Iterator[str]:
        # Sorted, so that what belongs together stands together and two runs give the same file.
        lines = sorted({line for piece in _nquads(readings, settings) for line in piece.splitlines(keepends=True)})
        quads: Iterable[Any] = ox.parse("".join(lines).encode(), format=ox.RdfFormat.N_QUADS)
        if named:
            quads = sorted(quads, key=lambda quad: str(quad.graph_name))
        else:
            quads = dict.fromkeys(quad.triple for quad in quads)
        written = ox.serialize(quads, format=format, prefixes=settings.prefixes)
        assert written is not None
        yield written.decode("utf-8")

    return write


def _jsonl(readings: Read, settings: Settings) -> Iterator[str]:
    for document, reading in readings:
        record = {
            "id": document.id,
            "source": document.title,
            "text": document.text,
            "acts": [_act(act) for act in reading.acts],
            "entities": [
                [mention.span.start, mention.span.end, mention.kind.value, mention.label]
                for mention in reading.mentions
            ],
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def _act(act: Act) -> dict[str, Any]:
    """An act as the annotation writes it: place, verb, a list of labels a role; what is not so is left out."""
    made: dict[str, Any] = {"at": act.verb.start, "verb": act.action}
    for role, fillers in act.roles.items():
        made[role] = [filler.label for filler in fillers]
    every = [filler for fillers in act.roles.values() for filler in fillers]
    quantity = {filler.label: filler.quantity for filler in every if filler.quantity is not None}
    quantity.update(dict(act.measures))
    if quantity:
        made["quantity"] = quantity
    if act.negated:
        made["negated"] = True
    if act.mode is not Mode.ASSERTED:
        made["mode"] = act.mode.value
    if act.count is not None:
        made["count"] = act.count
    made["rule"] = act.rule
    made["grade"] = act.grade.value
    supplied = sorted(role for role, fillers in act.roles.items() if any(f.supply.value == "supplied" for f in fillers))
    if supplied:
        made["supplied"] = supplied
    return made


FORMATS: dict[str, Callable[[Read, Settings], Iterator[str]]] = {
    "nquads": _nquads,
    "trig": _rdf(ox.RdfFormat.TRIG, named=True),
    "turtle": _rdf(ox.RdfFormat.TURTLE, named=False),
    "jsonld": _rdf(ox.RdfFormat.JSON_LD, named=True),
    "jsonl": _jsonl,
}
