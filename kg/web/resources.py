"""Linked data: the IRIs of the graph, looked up under the path of their base, in HTML and four RDF formats."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kg.errors import GraphError
from kg.graph.iris import segment
from kg.graph.settings import Settings
from kg.web import media
from kg.web.answers import Refused, respond, tagged
from kg.web.engine import Asker, Failed, Query
from kg.web.entity import entity_page

_NIF_CONTEXT = "nif:Context"
_MOST = 1000  # statements that point at a resource; a common thing is pointed at from everywhere


@dataclass(slots=True)
class Resources:
    """Answers under the base's path. `stamp` tells builds apart."""

    asker: Asker
    settings: Settings

    @property
    def root(self) -> str:
        """The path of the base: /ritual-kg/ for the default one."""
        return urlsplit(self.settings.base).path

    async def __call__(self, request: Request) -> Response:
        """303 from a thing to a document about it, 200 for documents, graphs and the ontology."""
        raw = request.scope.get("raw_path") or quote(request.scope["path"]).encode("ascii")
        path = raw.decode("ascii", "replace").partition("?")[0].removeprefix(self.root)
        accept = request.headers.get("accept", "*/*")
        iri = self._iri(path)
        if iri is not None and (kind := await self._kind(iri)):
            wanted = media.pages(accept)
            if not wanted:
                raise Refused(
                    406, "KG-W002", "沒有所求之格式；可用 HTML、Turtle、JSON-LD、N-Triples、RDF/XML。",
                    "None of the formats asked for; there are HTML, Turtle, JSON-LD, N-Triples and RDF/XML.",
                )  # fmt: skip
            if kind == "thing":
                suffix = next(end for end, name in media.SUFFIXES.items() if name == wanted[0])
                return RedirectResponse(f"{self.address(iri)}.{suffix}", status_code=303, headers={"Vary": "Accept"})
            return await self._document(request, iri, kind, wanted[0])
        stem, dot, end = path.rpartition(".")
        iri = self._iri(stem) if dot and end in media.SUFFIXES else None
        if iri is not None and (kind := await self._kind(iri)):
            return await self._document(request, iri, kind, media.SUFFIXES[end])
        raise Refused(404, "KG-W011", "圖中沒有此物。", "The graph has no such thing.")

    def address(self, iri: str) -> str:
        """The path at which an IRI of ours is looked up here, percent-encoded."""
        return quote(self.root + iri.removeprefix(self.settings.base), safe="/%#~=,:@!$&'()*+;")

    def _iri(self, path: str) -> str | None:
        """The IRI that a path asks for, spelt as it was minted; None where none can be spelt so."""
        try:
            return self.settings.base + "/".join(segment(unquote(one, errors="strict")) for one in path.split("/"))
        except (GraphError, UnicodeDecodeError):
            return None

    async def _kind(self, iri: str) -> str:
        """What an IRI stands for: a graph, the ontology's namespace, a text (whose spans are fragments), a thing."""
        if iri == self.settings.ontology.rstrip("#"):
            return "ontology"
        found = await self.asker.rows(
            f"SELECT ?kind {{ {{ <{iri}> a {_NIF_CONTEXT} BIND('text' AS ?kind) }} "
            f"UNION {{ FILTER EXISTS {{ GRAPH <{iri}> {{ ?s ?p ?o }} }} BIND('graph' AS ?kind) }} "
            f"UNION {{ FILTER EXISTS {{ <{iri}> ?p ?o }} BIND('thing' AS ?kind) }} }} LIMIT 3"
        )
        kinds = [row["kind"] for row in found]
        return next((kind for kind in ("graph", "text", "thing") if kind in kinds), "")

    async def _document(self, request: Request, iri: str, kind: str, name: str) -> Response:
        stamp = self.asker.engine.stamp
        page: Response
        if name == "html":
            page = HTMLResponse(await entity_page(self, iri, kind))
        else:
            answer = await self.asker.engine.run(Query(self._description(iri, kind), (), (name,)))
            if answer.status != 200:
                raise Failed(answer)
            page = respond(answer)
        page.headers["Vary"] = "Accept"
        kinds = {"html": "text/html", **media.GRAPHS}
        alternates = ", ".join(
            f'<{self.address(iri)}.{end}>; rel="alternate"; type="{kinds[of].partition(";")[0]}"'
            for end, of in media.SUFFIXES.items()
            if of != name
        )
        page.headers["Link"] = alternates
        return tagged(request, page, stamp, iri, name)

    def _description(self, iri: str, kind: str) -> str:
        if kind == "graph":
            return f"CONSTRUCT {{ ?s ?p ?o }} {{ GRAPH <{iri}> {{ ?s ?p ?o }} }}"
        if kind == "ontology":
            return f"CONSTRUCT {{ ?s ?p ?o }} {{ GRAPH <{self.settings.base}graph/ontology> {{ ?s ?p ?o }} }}"
        spans = f"UNION {{ ?s nif:referenceContext <{iri}> . ?s ?p ?o }}" if kind == "text" else ""
        return (
            f"CONSTRUCT {{ ?s ?p ?o }} {{ {{ BIND(<{iri}> AS ?s) <{iri}> ?p ?o }} {spans} "
            f"UNION {{ <{iri}> rit:filling|rit:evidence|rit:clause|rit:commentsOn ?s . ?s ?p ?o }} "
            f"UNION {{ SELECT ?s ?p (<{iri}> AS ?o) {{ ?s ?p <{iri}> }} ORDER BY ?s ?p LIMIT {_MOST} }} }}"
        )
