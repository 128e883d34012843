"""Validation: the SHACL shapes over each text's graph, and the checks that SHACL Core cannot express."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import pyoxigraph as ox
import pyshacl
import rdflib
from rdflib.namespace import RDF, SH

from kg.errors import GraphError
from kg.graph.checks import check_graph
from kg.graph.dataset import MemoryGraph
from kg.graph.iris import Iris
from kg.graph.ontology import ontology_text
from kg.graph.report import Finding, ValidationReport
from kg.graph.settings import NIF, Settings
from kg.graph.store import memory_store


def validate_files(parts: Iterable[Path | str | bytes], settings: Settings | None = None) -> ValidationReport:
    """Validate N-Quads files (or bytes of N-Quads). Raises GraphError KG-G014, KG-G015, KG-G040."""
    return validate_graphs(memory_store(parts), settings)


def validate_graphs(store: ox.Store, settings: Settings | None = None) -> ValidationReport:
    """Validate every graph of `store` against ontology/shapes.ttl.

    Each text is checked by itself with all that is said of it (notes, glosses, steps, witnesses) and the entities that
    it names, in rdflib's memory (pySHACL is 16 times slower over Oxigraph, and wrong about sh:in); all other graphs are
    checked together.
    Raises GraphError KG-G040 where the store holds no statement.
    """
    settings = settings or Settings()
    if not len(store):
        raise GraphError("KG-G040", "沒有可驗證的圖。", "There is no graph to validate; build one first.")
    iris = Iris(settings)
    names = sorted(graph.value for graph in store.named_graphs() if isinstance(graph, ox.NamedNode))
    texts = sorted(_text_graphs(store))
    lexicon, ontology = iris.graph("lexicon"), iris.graph("ontology")
    findings: list[Finding] = []
    rest = [name for name in names if name != ontology]
    for text in texts:
        identity = text.removeprefix(iris.graph("text"))
        own = {text, *(name for name in rest if name.startswith(iris.graph("")) and name.endswith(identity))}
        graph = _memory(store, own)
        _add_entities(graph, store, lexicon)
        findings += _shacl(graph.graph, text, settings)
        rest = [name for name in rest if name not in own]
    if rest:
        graph = _memory(store, rest)
        findings += _shacl(graph.graph, " ".join(name.removeprefix(settings.base) for name in rest), settings)
    findings += check_graph(store, settings)
    return ValidationReport(tuple(sorted(set(findings))), tuple(names), len(store))


def _text_graphs(store: ox.Store) -> set[str]:
    """The named graphs that hold a text."""
    quads = store.quads_for_pattern(None, ox.NamedNode(f"{NIF}isString"), None)
    return {quad.graph_name.value for quad in quads if isinstance(quad.graph_name, ox.NamedNode)}


def _memory(store: ox.Store, graphs: Iterable[str]) -> MemoryGraph:
    made = MemoryGraph()
    for graph in graphs:
        made.add(store.quads_for_pattern(None, None, None, ox.NamedNode(graph)))
    return made


def _add_entities(graph: MemoryGraph, store: ox.Store, lexicon: str) -> None:
    """Add what the lexicon graph says of each resource that `graph` points to, and of what these point to."""
    waiting = {str(node) for node in graph.graph.objects() if isinstance(node, rdflib.URIRef)}
    done: set[str] = set()
    while waiting:
        node = waiting.pop()
        done.add(node)
        found = list(store.quads_for_pattern(ox.NamedNode(node), None, None, ox.NamedNode(lexicon)))
        graph.add(found)
        waiting |= {quad.object.value for quad in found if isinstance(quad.object, ox.NamedNode)} - done


@lru_cache(maxsize=4)
def _turtle(name: str, settings: Settings) -> rdflib.Graph:
    return rdflib.Graph().parse(data=ontology_text(name, settings), format="turtle")


def _shacl(graph: rdflib.Graph, name: str, settings: Settings) -> Iterator[Finding]:
    for triple in _turtle("rite.ttl", settings):
        graph.add(triple)
    _, results, text = pyshacl.validate(
        graph, shacl_graph=_turtle("shapes.ttl", settings), inplace=True, allow_warnings=True
    )
    if not isinstance(results, rdflib.Graph):
        raise RuntimeError(f"pySHACL could not validate {name}: {text}")
    for result in results.subjects(RDF.type, SH.ValidationResult):
        messages = {
            message.language: str(message)
            for message in results.objects(result, SH.resultMessage)
            if isinstance(message, rdflib.Literal)
        }
        severity = str(results.value(result, SH.resultSeverity)).rsplit("#", 1)[-1]
        path, value = results.value(result, SH.resultPath), results.value(result, SH.value)
        yield Finding(
            "Violation" if severity == "Violation" else "Warning",
            name.removeprefix(settings.base),
            next((text for tag, text in messages.items() if tag and tag.lower() == "zh-hant"), ""),
            messages.get("en", ""),
            _short(results.value(result, SH.focusNode), settings),
            _short(path, settings) if isinstance(path, rdflib.URIRef) else "",
            _short(value, settings) if isinstance(value, rdflib.URIRef | rdflib.Literal) else "",
        )


def _short(term: object, settings: Settings) -> str:
    """A term for people: prefixed where a prefix fits."""
    text = str(term)
    if isinstance(term, rdflib.Literal):
        return f"“{text if len(text) <= 40 else text[:40] + '…'}”"
    for prefix, namespace in settings.prefixes.items():
        if text.startswith(namespace):
            return f"{prefix}:{text.removeprefix(namespace)}"
    return text.removeprefix(settings.base)
