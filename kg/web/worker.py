"""A worker: a process that opens a store for reading and answers one query after another, under limits of its own.

Nothing in a query is looked at by the server itself: a text that makes parser or evaluator hang, swell or crash takes
this process with it and no other. It imports little, so that a new one is there in a tenth of a second.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from typing import Any, BinaryIO, cast

import pyoxigraph as ox

from kg.errors import GraphError
from kg.graph.settings import Settings
from kg.graph.sparql import check_depth, check_query, keywords
from kg.web.clauses import graphs_from
from kg.web.confine import no_connections
from kg.web.frames import packed, read_message

_RESULTS = {
    "json": ox.QueryResultsFormat.JSON, "xml": ox.QueryResultsFormat.XML,
    "csv": ox.QueryResultsFormat.CSV, "tsv": ox.QueryResultsFormat.TSV,
}  # fmt: skip
_GRAPHS = {
    "turtle": ox.RdfFormat.TURTLE, "ntriples": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML, "jsonld": ox.RdfFormat.JSON_LD,
}  # fmt: skip
_PLACE = re.compile(r"error at (\d+):(\d+)")
# Letters without which a text neither reaches out, nor writes, nor names a graph; an escape may stand for any of them.
_SUSPECT = (
    "\\U", "SERVICE", "FROM", "INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"
)  # fmt: skip
_GRACE = 3.0  # seconds after which a worker ends itself where its server did not: the server was killed


class _Refused(Exception):
    def __init__(self, status: int, code: str, zh: str, en: str, **more: object) -> None:
        super().__init__(en)
        self.head: dict[str, object] = {"status": status, "code": code, "zh": zh, "en": en, **more}


class _Bounded(io.RawIOBase):
    """Takes what is written until it is too much."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.data, self.most = bytearray(), most

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        if len(self.data) + len(piece) > self.most:
            raise _Refused(
                413, "KG-W007",
                f"結果逾 {self.most:,} 位元組；請加 LIMIT，或分次查詢。",
                f"The result is longer than {self.most:,} bytes; add a LIMIT, or ask in parts (LIMIT and OFFSET).",
            )  # fmt: skip
        self.data += piece
        return len(piece)


def answer(store: ox.Store, settings: Settings, asked: dict[str, Any]) -> tuple[dict[str, object], bytes]:
    """The answer to one query: a head with `status` (as HTTP has them) and `format`, and the body.

    `asked`: `query`; `results` and `graphs`, the formats for either kind of result in the order they are wanted;
    `default` and `named`, graphs that the request names; `most`, bytes of a result.
    """
    try:
        return _answered(store, settings, asked)
    except _Refused as refused:
        return refused.head, b""
    except GraphError as fault:  # SERVICE, an update, or nested too deep
        status = 400 if fault.code == "KG-G038" else 403
        return {"status": status, "code": fault.code, "zh": fault.zh, "en": fault.en}, b""
    except SyntaxError as fault:
        message = str(fault.msg)
        place = _PLACE.search(message)
        line, column = (int(place[1]), int(place[2])) if place else (fault.lineno or 1, fault.offset or 1)
        return {
            "status": 400, "code": "KG-G030", "zh": f"SPARQL 語法有誤 (第 {line} 行第 {column} 字)：{message}",
            "en": f"This is no valid SPARQL (line {line}, column {column}): {message}", "line": line, "column": column,
        }, b""  # fmt: skip
    except MemoryError:
        return _no_memory(), b""
    except (OSError, ValueError, RuntimeError) as fault:
        return {
            "status": 400, "code": "KG-G035", "zh": f"查詢執行失敗：{fault}",
            "en": f"The query failed while it ran: {fault}",
        }, b""  # fmt: skip


def _answered(store: ox.Store, settings: Settings, asked: dict[str, Any]) -> tuple[dict[str, object], bytes]:
    text: str = asked["query"]
    default, named = asked.get("default") or [], asked.get("named") or []
    # Looking at a text word by word takes longer than most queries; none that holds no such letters needs it.
    capitals = text.upper()
    suspect = any(letters in capitals for letters in _SUSPECT)
    if suspect:
        check_query(text)
    else:
        check_depth(text)
    from_query = [] if default or named or not suspect else list(graphs_from(text, settings.prefixes))
    for graph in (*default, *named, *from_query):
        _known(store, graph)
    options: dict[str, Any] = {}
    if default or named:  # SPARQL 1.1 Protocol, 2.1.4: what the request names goes before what the query names
        options["default_graph"] = [ox.NamedNode(graph) for graph in default]
        options["named_graphs"] = [ox.NamedNode(graph) for graph in named]
    elif not suspect or (not from_query and "FROM" not in keywords(text)):
        options["use_default_graph_as_union"] = True
    result = store.query(text, prefixes=settings.prefixes, **options)
    out = _Bounded(asked["most"])
    stream = cast(BinaryIO, out)
    if isinstance(result, ox.QueryTriples):
        name = _chosen(asked["graphs"], _GRAPHS, "CONSTRUCT, DESCRIBE")
        prefixes = settings.prefixes if name in {"turtle", "rdfxml"} else None
        ox.serialize(result, stream, _GRAPHS[name], prefixes=prefixes)
    else:
        boolean = isinstance(result, ox.QueryBoolean)
        name = _chosen(asked["results"], _RESULTS, "ASK" if boolean else "SELECT")
        result.serialize(stream, _RESULTS[name])
    return {"status": 200, "format": name}, bytes(out.data)


def _known(store: ox.Store, graph: str) -> None:
    """Refuses a graph that the store lacks: another server would fetch it from where its IRI points."""
    try:
        known = store.contains_named_graph(ox.NamedNode(graph))
    except ValueError:
        known = False
    if not known:
        raise _Refused(
            403, "KG-W005",
            f"庫中無圖 <{graph}>；此處不向外取圖。",
            f"There is no graph <{graph}> here, and none is fetched from elsewhere.",
        )  # fmt: skip


def _chosen(wanted: Sequence[str], known: dict[str, Any], form: str) -> str:
    for name in wanted:
        if name in known:
            return name
    raise _Refused(
        406, "KG-W002",
        f"{form} 之結果沒有所求之格式；可用：{'、'.join(known)}。",
        f"The result of {form} cannot be given in the formats asked for; there are: {', '.join(known)}.",
    )  # fmt: skip


def _no_memory() -> dict[str, object]:
    return {
        "status": 503, "code": "KG-W008", "zh": "查詢所需記憶體逾限，已中止。",
        "en": "The query needed more memory than one may take and was stopped; ask for less.",
    }  # fmt: skip


if sys.platform == "win32":

    def _bound(memory: int) -> None:
        """Windows has no such limits; there the server's own clock is what ends a query."""

    def _alarm(seconds: float) -> None:
        """See _bound."""

else:
    import resource
    import signal

    def _bound(memory: int) -> None:
        """Lets this process grow by `memory` bytes at most, and write no file."""
        with open("/proc/self/statm", encoding="ascii") if sys.platform == "linux" else io.StringIO("0") as file:
            held = int(file.read().split()[0]) * resource.getpagesize()
        if held:  # elsewhere the address space cannot be told, nor is it bounded by every system
            resource.setrlimit(resource.RLIMIT_AS, (held + memory, held + memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # whatever the server was started with

    def _alarm(seconds: float) -> None:
        """Has the system end this process after `seconds` (0: not at all), whatever it is doing then."""
        signal.setitimer(signal.ITIMER_REAL, seconds)


def main(arguments: Sequence[str]) -> int:
    """Runs until the input ends: DATABASE BASE MEMORY, then messages on stdin, answers on stdout."""
    database, base, memory = arguments
    settings = Settings(base)
    no_connections()  # before the engine starts threads
    store = ox.Store.read_only(database)
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    _bound(int(memory))
    stdout.write(packed({"ready": True}))
    stdout.flush()
    while (message := read_message(stdin)) is not None:
        asked = message[0]
        _alarm(float(str(asked["seconds"])) + _GRACE)
        head, body = answer(store, settings, asked)
        _alarm(0)
        stdout.write(packed(head, body))
        stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
