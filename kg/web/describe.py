"""What the service says about itself: SPARQL 1.1 Service Description, and VoID."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox
from starlette.responses import Response

from kg.graph.settings import DCTERMS, RDF, Settings
from kg.web import media
from kg.web.engine import Asker

_SD = "http://www.w3.org/ns/sparql-service-description#"
_VOID = "http://rdfs.org/ns/void#"
_FORMATS = "http://www.w3.org/ns/formats/"
_RDF_FORMATS = {
    "turtle": ox.RdfFormat.TURTLE, "ntriples": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML, "jsonld": ox.RdfFormat.JSON_LD,
}  # fmt: skip
_GIVEN = (
    "SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV",
    "Turtle", "N-Triples", "RDF_XML", "JSON-LD",
)  # fmt: skip


def described(triples: Iterable[ox.Triple], name: str) -> Response:
    """The triples in the format of this name (a key of `media.GRAPHS`)."""
    body = ox.serialize(triples, format=_RDF_FORMATS[name]) or b""
    return Response(body, media_type=media.GRAPHS[name], headers={"Vary": "Accept"})


def service_description(here: str) -> Iterator[ox.Triple]:
    """The service at the address `here`."""
    service, dataset = ox.NamedNode(here), ox.NamedNode(f"{here}#dataset")
    a = ox.NamedNode(f"{RDF}type")
    yield ox.Triple(service, a, ox.NamedNode(f"{_SD}Service"))
    yield ox.Triple(service, ox.NamedNode(f"{_SD}endpoint"), service)
    yield ox.Triple(service, ox.NamedNode(f"{_SD}supportedLanguage"), ox.NamedNode(f"{_SD}SPARQL11Query"))
    yield ox.Triple(service, ox.NamedNode(f"{_SD}feature"), ox.NamedNode(f"{_SD}UnionDefaultGraph"))
    for name in _GIVEN:
        yield ox.Triple(service, ox.NamedNode(f"{_SD}resultFormat"), ox.NamedNode(_FORMATS + name))
    yield ox.Triple(service, ox.NamedNode(f"{_SD}defaultDataset"), dataset)
    yield ox.Triple(dataset, a, ox.NamedNode(f"{_SD}Dataset"))


async def void(asker: Asker, settings: Settings, origin: str) -> list[ox.Triple]:
    """The dataset served at `origin` (scheme and host): how large, which graphs, where to ask. Raises Failed."""
    whole = ox.NamedNode(f"{origin}/.well-known/void#dataset")

    def says(subject: ox.NamedNode, name: str, value: ox.NamedNode | ox.Literal) -> ox.Triple:
        return ox.Triple(subject, ox.NamedNode(name), value)

    sizes = await asker.rows("SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g")
    entities = await asker.rows(
        f'SELECT (COUNT(DISTINCT ?s) AS ?n) {{ ?s a ?c FILTER(STRSTARTS(STR(?s), "{settings.base}")) }}'
    )
    made = [
        says(whole, f"{RDF}type", ox.NamedNode(f"{_VOID}Dataset")),
        says(whole, f"{DCTERMS}title", ox.Literal("儀禮圖譜", language="zh-hant")),
        says(whole, f"{DCTERMS}title", ox.Literal("ritual-kg", language="en")),
        says(whole, f"{_VOID}sparqlEndpoint", ox.NamedNode(f"{origin}/sparql")),
        says(whole, f"{_VOID}uriSpace", ox.Literal(settings.base)),
        says(whole, f"{_VOID}dataDump", ox.NamedNode(f"{origin}/data")),
        says(whole, f"{_VOID}triples", ox.Literal(sum(int(row["n"]) for row in sizes))),
        says(whole, f"{_VOID}entities", ox.Literal(int(entities[0]["n"]))),
    ]
    for row in sizes:
        if row["g"].startswith(settings.base):
            part = ox.NamedNode(row["g"])
            made += [
                says(whole, f"{_VOID}subset", part),
                says(part, f"{RDF}type", ox.NamedNode(f"{_VOID}Dataset")),
                says(part, f"{_VOID}triples", ox.Literal(int(row["n"]))),
                says(part, f"{_VOID}dataDump", ox.NamedNode(f"{origin}/{row['g'].split('/', 3)[3]}.nt")),
            ]
    return made
