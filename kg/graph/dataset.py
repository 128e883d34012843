"""Reading the graph through rdflib: one dataset over the store, and single graphs in memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
import rdflib
import rdflib.plugins.sparql
from oxrdflib.store import OxigraphStore
from rdflib.term import Identifier

from kg.graph.settings import XSD, Settings
from kg.graph.store import open_store

# rdflib would fetch what `FROM <http://…>` and `FROM <file:///…>` name. A query of ours never reaches out.
rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS = False

_STRING = f"{XSD}string"


def open_dataset(store_dir: Path | str, settings: Settings | None = None) -> rdflib.Dataset:
    """The store as an rdflib Dataset (read only; the union of all graphs is its default graph).

    Pass queries as strings: prepared ones are evaluated by rdflib itself, some 100 times slower. Plain literals come
    back typed xsd:string; compare them through `plain`. Raises GraphError KG-G010, KG-G011.
    """
    return dataset_of(open_store(store_dir), settings or Settings())


def dataset_of(store: ox.Store, settings: Settings) -> rdflib.Dataset:
    """An rdflib Dataset over an open store."""
    dataset = rdflib.Dataset(store=OxigraphStore(store=store), default_union=True)
    for prefix, namespace in settings.prefixes.items():
        dataset.bind(prefix, namespace, replace=True)
    return dataset


def plain(term: Identifier) -> Identifier:
    """`term`, with xsd:string taken off: the one form in which rdflib holds equal strings equal."""
    if isinstance(term, rdflib.Literal) and term.datatype is not None and str(term.datatype) == _STRING:
        return rdflib.Literal(str(term))
    return term


class MemoryGraph:
    """An rdflib graph in memory (`graph`), filled from a store, with plain literals and each term made once."""

    def __init__(self) -> None:
        self.graph = rdflib.Graph()
        self._terms: dict[object, Identifier] = {}

    def add(self, quads: Iterable[ox.Quad]) -> None:
        """Add the statements of `quads`, whatever their graph."""
        add = self.graph.store.add
        for quad in quads:
            add((self._term(quad.subject), self._term(quad.predicate), self._term(quad.object)), self.graph)

    def _term(self, term: object) -> Identifier:
        found = self._terms.get(term)
        if found is None:
            found = self._terms[term] = _rdflib(term)
        return found


def _rdflib(term: object) -> Identifier:
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    if isinstance(term, ox.Literal):
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        datatype = term.datatype.value
        return rdflib.Literal(term.value, datatype=None if datatype == _STRING else rdflib.URIRef(datatype))
    raise TypeError(f"no term of RDF 1.1: {term!r}")
