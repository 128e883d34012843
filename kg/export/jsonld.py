"""JSON-LD with a context of our own, so that it reads as JSON; the context stands in the file: nothing is fetched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pyoxigraph as ox

from kg.graph.ontology import ontology_text
from kg.graph.settings import DCTERMS, ITSRDF, NIF, OWL, PROV, RDF, RDFS, SKOS, XSD, Settings

CONTEXT_NAME = "context.jsonld"
"""The name under which the context is published, behind the base."""
_STRING, _INTEGER, _BOOLEAN = f"{XSD}string", f"{XSD}integer", f"{XSD}boolean"
_CANONICAL = re.compile(r"0|-?[1-9]\d{0,14}")
# Terms of other vocabularies that the graph uses, by their usual names; True where the value is a resource.
_FOREIGN = {
    "prefLabel": (f"{SKOS}prefLabel", False), "altLabel": (f"{SKOS}altLabel", False),
    "inScheme": (f"{SKOS}inScheme", True), "broader": (f"{SKOS}broader", True),
    "related": (f"{SKOS}related", True), "referenceContext": (f"{NIF}referenceContext", True),
    "beginIndex": (f"{NIF}beginIndex", False), "endIndex": (f"{NIF}endIndex", False),
    "anchorOf": (f"{NIF}anchorOf", False), "isString": (f"{NIF}isString", False),
    "taIdentRef": (f"{ITSRDF}taIdentRef", True), "taClassRef": (f"{ITSRDF}taClassRef", True),
    "identifier": (f"{DCTERMS}identifier", False), "title": (f"{DCTERMS}title", False),
    "isPartOf": (f"{DCTERMS}isPartOf", True), "citation": (f"{DCTERMS}bibliographicCitation", False),
    "wasAttributedTo": (f"{PROV}wasAttributedTo", True), "wasDerivedFrom": (f"{PROV}wasDerivedFrom", True),
    "sameAs": (f"{OWL}sameAs", True), "exactMatch": (f"{SKOS}exactMatch", True),
    "closeMatch": (f"{SKOS}closeMatch", True), "seeAlso": (f"{RDFS}seeAlso", True),
    "label": (f"{RDFS}label", False), "comment": (f"{RDFS}comment", False),
}  # fmt: skip


def context(settings: Settings) -> dict[str, Any]:
    """The context: our prefixes, every property of the ontology by its own name, and the usual foreign terms."""
    made: dict[str, Any] = {"id": "@id", "type": "@type", **settings.prefixes}
    ours: dict[str, bool] = {}
    for triple in ox.parse(ontology_text("rite.ttl", settings).encode(), format=ox.RdfFormat.TURTLE):
        if isinstance(triple.subject, ox.NamedNode) and isinstance(triple.object, ox.NamedNode):
            kind = triple.object.value.removeprefix(OWL)
            declared = triple.subject.value.startswith(settings.ontology)
            if declared and triple.predicate.value == f"{RDF}type" and kind in {"ObjectProperty", "DatatypeProperty"}:
                ours[triple.subject.value] = kind == "ObjectProperty"
    terms = {iri.rsplit("#", 1)[1]: (iri, resource) for iri, resource in sorted(ours.items())}
    for term, (iri, resource) in {**_FOREIGN, **terms}.items():
        short = _compact(iri, settings)
        made[term] = {"@id": short, "@type": "@id"} if resource else {"@id": short}
    return made


def jsonld(quads: Iterable[ox.Quad], settings: Settings) -> str:
    """The quads as JSON-LD, sorted: an object a graph, within it an object a resource."""
    terms = context(settings)
    by_iri = {
        _expand(term["@id"], settings): (name, "@type" in term)
        for name, term in terms.items()
        if isinstance(term, dict)
    }
    graphs: dict[str, dict[str, dict[str, list[Any]]]] = {}
    for quad in sorted(quads, key=str):
        subject = _node(quad.subject, settings)
        name, value = _property(quad, by_iri, settings)
        nodes = graphs.setdefault(_node(quad.graph_name, settings), {})
        nodes.setdefault(subject, {}).setdefault(name, []).append(value)
    made = []
    for graph, nodes in sorted(graphs.items()):
        content = [
            {"id": subject, **{name: values[0] if len(values) == 1 else values for name, values in facts.items()}}
            for subject, facts in nodes.items()
        ]
        made.append({"id": graph, "@graph": content} if graph else {"@graph": content})
    return json.dumps({"@context": terms, "@graph": made}, ensure_ascii=False, indent=1) + "\n"


def _property(quad: ox.Quad, by_iri: dict[str, tuple[str, bool]], settings: Settings) -> tuple[str, Any]:
    predicate = quad.predicate.value
    if predicate == f"{RDF}type" and not isinstance(quad.object, ox.Literal):
        return "type", _node(quad.object, settings)
    name, resource = by_iri.get(predicate, (_compact(predicate, settings), False))
    if isinstance(quad.object, ox.Literal):
        if resource:  # a literal where the ontology wants a resource: the bare property keeps it a literal
            return predicate, _literal(quad.object)
        return name, _literal(quad.object)
    return name, _node(quad.object, settings) if resource else {"id": _node(quad.object, settings)}


def _literal(term: ox.Literal) -> Any:
    if term.language:
        return {"@value": term.value, "@language": term.language}
    datatype = term.datatype.value
    if datatype == _STRING:
        return term.value
    if datatype == _INTEGER and _CANONICAL.fullmatch(term.value):
        return int(term.value)
    if datatype == _BOOLEAN and term.value in {"true", "false"}:
        return term.value == "true"
    return {"@value": term.value, "@type": datatype}


def _node(term: object, settings: Settings) -> str:
    if isinstance(term, ox.NamedNode):
        return _compact(term.value, settings)
    return str(term) if isinstance(term, ox.BlankNode) else ""


def _compact(iri: str, settings: Settings) -> str:
    for prefix, namespace in settings.prefixes.items():
        rest = iri.removeprefix(namespace)
        if rest != iri and rest and not rest.startswith("//"):
            return f"{prefix}:{rest}"
    return iri


def _expand(short: str, settings: Settings) -> str:
    prefix, colon, rest = short.partition(":")
    namespace = settings.prefixes.get(prefix)
    return namespace + rest if colon and namespace is not None else short
