"""Writing the graph to a SPARQL 1.1 server, by its Graph Store protocol or by SPARQL Update."""

from __future__ import annotations

import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

from kg.errors import GraphError, Where
from kg.graph.store import unreadable

_BATCH = 50_000  # lines a request; some tens of MB at most
_TRIES = 4
_TIMEOUT = 120.0  # seconds a request may take
# Paths by which servers take updates: Fuseki, Oxigraph, Blazegraph (…/update, …/sparql-update), RDF4J, GraphDB.
_UPDATE_PATHS = ("/update", "/sparql-update", "/statements")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that takes writes: `url` of its Graph Store service, or of its update service where `update`."""

    url: str
    update: bool = False


def parse_server(url: str) -> Server:
    """Which service `--store URL` means.

    A URL that ends in /update, /sparql-update or /statements is an update service; one without path is an Oxigraph
    server, whose graph store is at /store; any other is a Graph Store service (Fuseki /DATASET/data, Virtuoso
    /sparql-graph-crud, GraphDB /repositories/ID/rdf-graphs/service). Raises GraphError KG-G021.
    """
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.fragment:
        raise GraphError(
            "KG-G021",
            f"不是伺服器之位址：{url}。須為 http:// 或 https:// 開頭。",
            f"{url} is no server's address; it must begin with http:// or https://.",
        )
    if parts.path.rstrip("/").endswith(_UPDATE_PATHS):
        return Server(url, update=True)
    if parts.path in {"", "/"}:
        return Server(urllib.parse.urlunsplit((parts.scheme, parts.netloc, "/store", "", "")))
    return Server(url)


def write_server(parts: Iterable[Path | str], server: Server) -> int:
    """Replace on `server` each named graph that the N-Quads files hold; returns how many statements were sent.

    Graphs that the files do not name are left alone. A graph may be spread over several files. A request that fails
    for a passing reason is sent again (the graph has no blank nodes, so that a statement sent twice is one).
    Raises GraphError KG-G014 (a line without graph), KG-G015 (a part cannot be read), KG-G020 (the server refuses or
    cannot be reached; graphs that were sent before stay there).
    """
    sent = 0
    begun: set[str] = set()
    for part in parts:
        for graph, lines in _batches(Path(part)):
            first = graph not in begun
            begun.add(graph)
            if server.update:
                body = f"INSERT DATA {{ GRAPH <{graph}> {{\n{''.join(lines)}}} }}"
                if first:
                    body = f"CLEAR SILENT GRAPH <{graph}> ;\n{body}"
                _send("POST", server.url, "application/sparql-update", body)
            else:
                joint = "&" if "?" in server.url else "?"
                url = f"{server.url}{joint}graph={urllib.parse.quote(graph, safe='')}"
                _send("PUT" if first else "POST", url, "application/n-triples", "".join(lines))
            sent += len(lines)
    return sent


def _batches(part: Path) -> Iterator[tuple[str, list[str]]]:
    """The statements of a file as N-Triples lines, by graph, at most _BATCH of them in memory."""
    held: dict[str, list[str]] = {}
    count = 0
    try:
        with part.open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                statement = line.rstrip(" .\n")
                triple, _, graph = statement.rpartition(" <")
                if not statement:
                    continue
                if not graph.endswith(">") or triple.count(" ") < 2:
                    raise GraphError(
                        "KG-G014",
                        "此行不是帶圖名的 N-Quads。",
                        "This line is no N-Quads statement with a named graph.",
                        Where(str(part), number),
                    )
                held.setdefault(graph[:-1], []).append(f"{triple} .\n")
                count += 1
                if count == _BATCH:
                    yield from held.items()
                    held, count = {}, 0
    except OSError as fault:
        raise unreadable(part, fault) from fault
    yield from held.items()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would become a GET and the write be lost without a word; no given address leads elsewhere."""

    def redirect_request(self, *args: object) -> None:
        """Follow nothing: the redirect is reported as the server's refusal."""


OPENER = urllib.request.build_opener(_NoRedirect)


def _send(method: str, url: str, media_type: str, body: str) -> None:
    headers = {"Content-Type": f"{media_type}; charset=utf-8"}
    for attempt in range(1, _TRIES + 1):
        request = urllib.request.Request(url, body.encode(), headers, method=method)
        try:
            with OPENER.open(request, timeout=_TIMEOUT):
                return
        except urllib.error.HTTPError as fault:
            reason = f"HTTP {fault.code} {fault.read(300).decode('utf-8', 'replace')}".strip()
            passing = fault.code in {429, 502, 503, 504}
        except (OSError, HTTPException) as fault:
            reason, passing = str(getattr(fault, "reason", "") or fault), True
        if attempt == _TRIES or not passing:
            raise GraphError(
                "KG-G020",
                f"伺服器未接受寫入（{reason}）。請查其位址與權限。",
                f"The server did not take the graph ({reason}); check its address and whether it may be written.",
                Where(url),
            )
        time.sleep(0.25 * 2**attempt)
