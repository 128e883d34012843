"""Writing to SPARQL servers: the oxigraph server from PyPI on loopback, by Graph Store protocol and by update."""

from __future__ import annotations

import http.server
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import graph_samples as sample
from kg.errors import GraphError
from kg.graph.server import Server, parse_server, write_server
from kg.graph.store import memory_store

BINARY = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which("oxigraph")
needs_server = pytest.mark.skipif(BINARY is None, reason="needs the oxigraph server from PyPI")


@pytest.fixture
def server() -> Iterator[str]:
    """The address of an empty server, which ends with the test."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    assert BINARY
    with subprocess.Popen([BINARY, "serve", "--bind", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(100):
                try:
                    urllib.request.urlopen(f"{address}/query?query=ASK%7B%7D", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield address
        finally:
            process.kill()


def stored(address: str) -> set[str]:
    """The server's quads as lines."""
    request = urllib.request.Request(f"{address}/store", headers={"Accept": "application/n-quads"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return {line for line in answer.read().decode().split("\n") if line}


def written(part: Path) -> set[str]:
    """The same, of an N-Quads file, in Oxigraph's own way of writing."""
    return {f"{quad} ." for quad in memory_store([part])}


@pytest.fixture
def part(tmp_path: Path) -> Path:
    path = tmp_path / "sample.nq"
    path.write_text("".join(sample.text_lines()), encoding="utf-8")
    return path


@needs_server
@pytest.mark.parametrize("service", ["", "/store", "/update"])
def test_server_holds_the_graph(server: str, part: Path, service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By either service the server holds what the file holds; a second write replaces, others' graphs stay."""
    monkeypatch.setattr("kg.graph.server._BATCH", 100)
    foreign = "<http://other/s> <http://other/p> <http://other/o>"
    insert = urllib.parse.urlencode({"update": f"INSERT DATA {{ GRAPH <http://other/g> {{ {foreign} }} }}"}).encode()
    urllib.request.urlopen(f"{server}/update", insert, timeout=30).close()
    target = parse_server(server + service)
    sent = write_server([part], target)
    assert sent == sum(1 for line in part.read_text(encoding="utf-8").split("\n") if line)
    other = f"{foreign} <http://other/g> ."
    assert stored(server) == written(part) | {other}
    shorter = part.with_name("shorter.nq")
    text = "<https://w3id.org/ritual-kg/graph/text/xiangshe>"
    shorter.write_text(f'<http://a> <http://b> "鄉射 <x>\\n" {text} .\n', encoding="utf-8")
    write_server([shorter], target)
    left = {line for line in written(part) if f"{text} ." not in line}
    assert stored(server) == left | written(shorter) | {other}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:7878", Server("http://127.0.0.1:7878/store")),
        ("http://127.0.0.1:7878/", Server("http://127.0.0.1:7878/store")),
        ("https://example.org/rites/data", Server("https://example.org/rites/data")),
        ("http://localhost:3030/rites/update", Server("http://localhost:3030/rites/update", update=True)),
        (
            "http://localhost:7200/repositories/r/statements",
            Server("http://localhost:7200/repositories/r/statements", True),
        ),
    ],
)
def test_which_service(url: str, expected: Server) -> None:
    """The path of the URL says which service it is."""
    assert parse_server(url) == expected


@pytest.mark.parametrize("url", ["", "output/store", "file:///tmp/x", "ftp://a/b", "http://", "http://a/b#c"])
def test_no_server(url: str) -> None:
    """What is no server's address is told by code."""
    with pytest.raises(GraphError) as fault:
        parse_server(url)
    assert fault.value.code == "KG-G021"


def test_nobody_there(part: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not answer is told by code after the tries."""
    monkeypatch.setattr("kg.graph.server.time.sleep", lambda _: None)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(GraphError) as fault:
        write_server([part], parse_server(address))
    assert fault.value.code == "KG-G020"


def test_line_without_graph(tmp_path: Path) -> None:
    """A triple without graph is told with its line, not sent to the server's default graph."""
    path = tmp_path / "triples.nq"
    path.write_text(
        "<http://a> <http://b> <http://c> <http://g> .\n<http://a> <http://b> <http://c> .\n", encoding="utf-8"
    )
    with pytest.raises(GraphError) as fault:
        write_server([path], Server("http://127.0.0.1:9/store"))
    assert fault.value.code == "KG-G014"
    assert fault.value.where
    assert fault.value.where.line == 2


class _Answers(http.server.BaseHTTPRequestHandler):
    """Answers each request with the next of `codes`, and keeps the methods."""

    codes: list[int]
    seen: list[str]

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        type(self).seen.append(self.command)
        self.send_response(self.codes.pop(0) if self.codes else 204)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_POST = do_GET = _answer

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("codes", "code", "methods"),
    [
        ([503, 204], None, ["PUT", "PUT"]),
        ([403], "KG-G020", ["PUT"]),
        ([302], "KG-G020", ["PUT"]),
        ([503] * 9, "KG-G020", ["PUT"] * 4),
    ],
    ids=["busy once", "forbidden", "redirected", "busy for good"],
)
def test_refusals(
    tmp_path: Path, codes: list[int], code: str | None, methods: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A passing fault is tried again; a refusal or redirect is told at once."""
    monkeypatch.setattr("kg.graph.server.time.sleep", lambda _: None)
    path = tmp_path / "one.nq"
    path.write_text("<http://a> <http://b> <http://c> <http://g> .\n", encoding="utf-8")
    handler = type("Handler", (_Answers,), {"codes": list(codes), "seen": []})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as listener:
        thread = threading.Thread(target=listener.serve_forever)
        thread.start()
        try:
            target = Server(f"http://127.0.0.1:{listener.server_port}/store")
            if code is None:
                assert write_server([path], target) == 1
            else:
                with pytest.raises(GraphError) as fault:
                    write_server([path], target)
                assert fault.value.code == code
        finally:
            listener.shutdown()
            thread.join()
    assert handler.seen == methods
