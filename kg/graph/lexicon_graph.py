"""The lexicon as a graph: every entry, and the scheme that holds them."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from kg.graph.entities import CLASSES, Entities
from kg.graph.iris import Iris
from kg.graph.ontology import ontology_text
from kg.graph.settings import DCTERMS, XSD, Settings
from kg.graph.terms import TYPE, literal
from kg.lexicon.load import Lexicon, load_lexicon
from kg.lexicon.table import read_rows


def lexicon_quads(settings: Settings, lexicon: Lexicon | None = None) -> Iterator[str]:
    """N-Quads lines of the lexicon graph, entries in the order of the tables.

    Function words are left out: they are the grammar's tools and nothing in a graph refers to them.
    """
    iris = Iris(settings)
    scheme, graph = f"<{iris.lexicon()}>", f"<{iris.graph('lexicon')}>"
    yield f"{scheme} {TYPE} <{settings.ontology}Lexicon> {graph} .\n"
    yield f"{scheme} <{DCTERMS}title> {literal('儀節詞表', 'zh-hant')} {graph} .\n"
    yield f"{scheme} <{DCTERMS}title> {literal('Lexicon of ritual words', 'en')} {graph} .\n"
    entities = Entities(settings, lexicon or load_lexicon())
    for entry in entities.lexicon.entries.values():
        if entry.table in CLASSES:
            entities.name(CLASSES[entry.table], entry.label, entry.id)
    yield from entities.lines
    yield from _members(settings, entities.lexicon)
    for _, row in read_rows("directions.tsv", ("id", "bearing")):
        if row["bearing"] and row["id"] in entities.lexicon.entries:
            degrees = f'"{row["bearing"]}"^^<{XSD}decimal>'
            yield f"<{iris.entry(row['id'])}> <{settings.ontology}bearing> {degrees} {graph} .\n"


def _members(settings: Settings, lexicon: Lexicon) -> Iterator[str]:
    """ontology/groups.ttl: who belongs to a group, for the entries that `lexicon` has (a user's own may lack some)."""
    iris = Iris(settings)
    known = {iris.entry(identity) for identity in lexicon.entries}
    graph = ox.NamedNode(iris.graph("lexicon"))
    triples = ox.parse(ontology_text("groups.ttl", settings).encode(), format=ox.RdfFormat.TURTLE)
    for triple in sorted(triples, key=str):
        both = (triple.subject, triple.object)
        if all(isinstance(node, ox.NamedNode) and node.value in known for node in both):
            yield f"{ox.Quad(triple.subject, triple.predicate, triple.object, graph)} .\n"
