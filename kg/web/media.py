"""Content negotiation (RFC 9110, 12.5.1): which of the formats there are is wanted most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

RESULTS = {
    "json": "application/sparql-results+json",
    "xml": "application/sparql-results+xml",
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
}
GRAPHS = {
    "turtle": "text/turtle; charset=utf-8",
    "ntriples": "application/n-triples",
    "rdfxml": "application/rdf+xml",
    "jsonld": "application/ld+json",
}
# Other names under which clients ask for them.
_ALSO = {
    "application/json": "json", "text/json": "json", "application/xml": "xml", "text/xml": "xml",
    "application/x-turtle": "turtle", "text/plain": "ntriples", "text/rdf+n3": "turtle", "text/n3": "turtle",
}  # fmt: skip
_GRAPH_ALSO = {"application/json": "jsonld", "application/xml": "rdfxml", "text/xml": "rdfxml"}
_RESULT_ALSO = {"text/plain": "tsv"}
_LONGEST = 2000  # characters of a header that are looked at; what is kept of them is bounded so
SUFFIXES = {"html": "html", "ttl": "turtle", "jsonld": "jsonld", "nt": "ntriples", "rdf": "rdfxml"}


def results(accept: str) -> tuple[str, ...]:
    """The formats of SELECT and ASK that an Accept header lets through, best first."""
    return _results(accept[:_LONGEST])


def graphs(accept: str) -> tuple[str, ...]:
    """The formats of graphs that an Accept header lets through, best first."""
    return _graphs(accept[:_LONGEST])


def pages(accept: str) -> tuple[str, ...]:
    """The same where there is a page for people (html) too."""
    return _wanted(accept, {"html": "text/html", **GRAPHS}, {**_ALSO, **_GRAPH_ALSO, "application/xhtml+xml": "html"})


def accepts(accept: str, kind: str) -> bool:
    """Whether an Accept header lets a media type through."""
    return _quality(kind, list(_ranges(accept[:_LONGEST])) or [("*/*", 1.0)]) > 0


@lru_cache(maxsize=256)
def _results(accept: str) -> tuple[str, ...]:
    return _wanted(accept, RESULTS, {**_ALSO, **_RESULT_ALSO})


@lru_cache(maxsize=256)
def _graphs(accept: str) -> tuple[str, ...]:
    return _wanted(accept, GRAPHS, {**_ALSO, **_GRAPH_ALSO})


def _wanted(accept: str, known: Mapping[str, str], also: Mapping[str, str]) -> tuple[str, ...]:
    ranges = list(_ranges(accept)) or [("*/*", 1.0)]
    best: dict[str, tuple[float, int]] = {}
    order = list(known)
    for name in order:
        # Under a wildcard falls a format's proper name alone; by another name it must be asked for.
        others = [kind for kind, of in also.items() if of == name]
        named = [quality for kind, quality in ranges if kind in others]
        quality = max([_quality(known[name].partition(";")[0], ranges), *named])
        if quality > 0:
            best[name] = (-quality, order.index(name))
    return tuple(sorted(best, key=lambda name: best[name]))


def _quality(kind: str, ranges: Sequence[tuple[str, float]]) -> float:
    """What the most specific range that covers a kind gives it."""
    for wanted in (kind, kind.partition("/")[0] + "/*", "*/*"):
        found = [quality for name, quality in ranges if name == wanted]
        if found:
            return max(found)
    return 0.0


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    for one in accept.split(",")[:64]:
        name, *parameters = (part.strip().lower() for part in one.split(";"))
        if "/" not in name:
            continue
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    quality = min(max(float(value), 0.0), 1.0)
                except ValueError:
                    quality = 0.0
        yield name, quality
