"""The graph as a whole, as the Graph Store Protocol gives it out (SPARQL 1.1 Graph Store HTTP Protocol, 5.2: GET)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from kg.web import media
from kg.web.answers import Refused, respond, tagged
from kg.web.engine import Answer, Asker, Failed, Query

_QUADS, _TRIPLES = "application/n-quads", "application/n-triples"
_TRIES = 5  # times that a part is asked for again where the server is busy


@dataclass(slots=True)
class Dump:
    """Answers at /data: `?graph=IRI` a graph, `?default` all graphs as triples, without either all of them as quads.

    What is all of it is sent graph by graph, so that a large store needs no large memory.
    """

    asker: Asker

    async def __call__(self, request: Request) -> Response:
        """The statements asked for. Raises Refused, Failed."""
        given = request.query_params.multi_items()
        names = [name for name, _ in given]
        if len(given) > 1 or set(names) - {"graph", "default"} or ("default" in names and given[0][1]):
            raise Refused(
                400, "KG-W001", "須給 graph=IRI、default，或皆不給。", "Give graph=IRI, or default, or nothing."
            )
        accept = request.headers.get("accept", "*/*")
        if names == ["graph"]:
            return await self._graph(request, given[0][1], accept)
        kind = _kind(accept, quads=not names)
        stamp = self.asker.engine.stamp
        graphs = [row["g"] for row in await self.asker.rows("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g")]
        # For HEAD nothing is made: the server sends no body for it, whatever there is.
        parts = _nothing() if request.method == "HEAD" else self._parts(graphs, stamp, kind == _QUADS)
        made = StreamingResponse(parts, headers={"Vary": "Accept"}, media_type=kind)
        return tagged(request, made, stamp, "data", kind)

    async def _graph(self, request: Request, iri: str, accept: str) -> Response:
        wanted = media.graphs(accept)
        if not wanted:
            raise _not_acceptable()
        graphs = {row["g"] for row in await self.asker.rows("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")}
        if iri not in graphs:
            raise Refused(404, "KG-W011", f"庫中無圖 <{iri}>。", f"There is no graph <{iri}> here.")
        found = await self.asker.engine.run(Query(_part(iri), (), wanted))
        if found.status != 200:
            raise Failed(found)
        return tagged(request, respond(found), self.asker.engine.stamp, "data", iri, found.format)

    async def _parts(self, graphs: list[str], stamp: str, quads: bool) -> AsyncIterator[bytes]:
        """The graphs as lines. Breaks off, so that no reader takes it for whole, where the store is built anew."""
        for graph in graphs:
            found = await self._asked(graph)
            if found.status != 200 or self.asker.engine.stamp != stamp:
                raise Failed(found)
            end = f" <{graph}> .\n".encode()
            # A line break within a term is escaped in N-Triples: each line is a statement.
            yield found.body.replace(b" .\n", end) if quads else found.body

    async def _asked(self, graph: str) -> Answer:
        query = Query(_part(graph), (), ("ntriples",))
        for _ in range(_TRIES):
            found = await self.asker.engine.run(query)
            if found.status != 429:
                break
            await asyncio.sleep(found.retry)
        return found


async def _nothing() -> AsyncIterator[bytes]:
    yield b""


def _part(graph: str) -> str:
    return f"CONSTRUCT {{ ?s ?p ?o }} {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}"


def _kind(accept: str, quads: bool) -> str:
    """The media type of all: N-Quads, or N-Triples, which is Turtle as well."""
    if quads:
        if media.accepts(accept, _QUADS):
            return _QUADS
    elif wanted := [one for one in media.graphs(accept) if one in {"ntriples", "turtle"}]:
        return _TRIPLES if media.accepts(accept, _TRIPLES) else media.GRAPHS[wanted[0]]
    raise _not_acceptable()


def _not_acceptable() -> Refused:
    return Refused(
        406, "KG-W002", "全庫以 N-Quads，預設圖以 N-Triples，一圖以 Turtle、N-Triples、RDF/XML、JSON-LD。",
        "All is given as N-Quads, the default graph as N-Triples, one graph as Turtle, N-Triples, RDF/XML or JSON-LD.",
    )  # fmt: skip
