"""Parts of the server by themselves: negotiation, dataset clauses, the search index, messages, and hostile input."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import graph_samples as sample
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.web import media
from kg.web.app import server_app
from kg.web.clauses import graphs_from
from kg.web.engine import Answer, Query
from kg.web.frames import packed, read_message
from kg.web.kept import Kept
from kg.web.limits import Limits
from kg.web.search import Bigrams, Library, Record, Scan, plain
from kg.web.worker import answer

STORE = memory_store(["".join(sample.lines()).encode()])
ASKED = {"results": ["json"], "graphs": ["turtle"], "default": [], "named": [], "most": 100_000}


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("", ["json", "xml", "csv", "tsv"]),
        ("text/csv", ["csv"]),
        ("text/*", ["csv", "tsv"]),
        ("text/csv;q=0.2, text/*;q=0.9", ["tsv", "csv"]),
        ("*/*;q=0.1, application/sparql-results+xml", ["xml", "json", "csv", "tsv"]),
        ("*/*, application/sparql-results+json;q=0", ["xml", "csv", "tsv"]),
        ("image/png", []),
        ("text/csv;q=x", []),
    ],
)
def test_negotiation(accept: str, wanted: list[str]) -> None:
    """Formats come in the order of their q, ties in ours; the most specific range counts (RFC 9110, 12.5.1)."""
    found = media.results(accept)
    assert list(found) == wanted


@pytest.mark.parametrize(
    ("query", "graphs"),
    [
        ("SELECT * FROM <http://a/b> FROM NAMED <http://a/c> { ?s ?p ?o }", ["http://a/b", "http://a/c"]),
        ("BASE <file:///etc/> SELECT * FROM <passwd> {}", ["file:///etc/passwd"]),
        ("PREFIX a: <http://a/> SELECT * FROM a:b {}", ["http://a/b"]),
        ("SELECT * FROM graph:lexicon {}", ["https://w3id.org/ritual-kg/graph/lexicon"]),
        ('SELECT * { ?s ?p "FROM <http://a/b>" } # FROM <http://a/c>', []),
        ("SELECT * FR\\u004FM <http://a/b> {}", ["http://a/b"]),
        ("SELECT ?from { ?from <http://a/FROM> ?o }", []),
        ("ASKFROM<http://a/b>{}", ["http://a/b"]),
        ("SELECT * FROMNAMED<http://a/b>{}", ["http://a/b"]),
    ],
)
def test_dataset_clauses(query: str, graphs: list[str]) -> None:
    """What FROM names is found however it is written, and nothing else is taken for it."""
    assert list(graphs_from(query, Settings().prefixes)) == graphs


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3), st.binary(max_size=50))
def test_messages(head: dict[str, str], body: bytes) -> None:
    """A message is read back as it was written, and the end of the stream is told from it."""
    stream = io.BytesIO(packed(dict(head), body))
    assert read_message(stream) == (head, body)
    assert read_message(stream) is None


texts = st.lists(st.text(alphabet="司射適堂西a 楅\U00020000", max_size=8), min_size=1, max_size=8)


@given(texts, st.text(alphabet="司射適堂西a 楅\U00020000", min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
@example(["堂"], "堂")
@example(["西堂"], "堂")
def test_bigrams_find_what_a_scan_finds(texts: list[str], word: str) -> None:
    """The two indexes are one interface: both find exactly the texts that hold the word."""
    expected = [at for at, text in enumerate(texts) if word in text]
    assert Scan(texts).holding([word]) == expected
    assert Bigrams(texts).holding([word]) == expected


def test_library_prefers_names() -> None:
    """What is called 楅 goes before passages that hold the word; variants, on either side, are no difference."""
    records = [
        Record("i:1", "entity", "楅", "楅", ("bī", "arrow rack")),
        Record("i:2", "passage", "xiangshe.177", "乃設楅於中庭，南當洗，東肆。"),
        Record("i:3", "entity", "所設楅", "所設楅"),
        Record("i:4", "passage", "xiangshe.178", "司馬由司射之南，退，釋弓于堂西。"),
    ]
    library = Library(records, {"于": "於"})
    assert [hit.record.iri for hit in library.find("楅")] == ["i:1", "i:3", "i:2"]
    assert [hit.record.iri for hit in library.find("bi")] == ["i:1", "i:3", "i:2"]
    assert [hit.record.iri for hit in library.find("arrow rack")] == ["i:1", "i:3", "i:2"]
    assert [(hit.record.iri, hit.begin) for hit in library.find("弓於")] == [("i:4", 11)]
    assert library.find(" ") == []


def test_plain_pinyin() -> None:
    """Tone marks, blanks and hyphens are no difference; ü is u."""
    assert plain("Sī-shè") == plain("sishe") == "sishe"
    assert plain("lǚ") == "lu"


# Pieces from which queries are put together that look like SPARQL more than random text does.
PIECES = st.sampled_from([
    "SELECT", "*", "{", "}", "?s", "?p", "?o", ".", "FROM", "NAMED", "<http://a/b>", "<", ">", '"', "'''", "\\u0053",
    "FILTER", "(", ")", "GRAPH", "OPTIONAL", "SERVICE", "LOAD", "INSERT", "DATA", "DESCRIBE", "CONSTRUCT", "ASK", "#",
    "\n", "PREFIX", "a:", "BASE", "LIMIT", "1", "VALUES", "BIND", "AS", "UNION", "MINUS", "^", "/", "rit:Act", "\x00",
    "射", "\udc80",
])  # fmt: skip


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map(" ".join)))
@settings(max_examples=400, deadline=None)
def test_any_text_gets_an_answer(text: str) -> None:
    """Whatever is asked, there is an answer with a status, nothing is raised, and the store is as it was."""
    before = len(STORE)
    query = text.encode("utf-8", "replace").decode("utf-8")  # the front lets no lone surrogate through
    head, body = answer(STORE, Settings(), {**ASKED, "query": query})
    assert head["status"] in {200, 400, 403, 406, 413}
    assert (head["status"] == 200) or (head["code"] and head["en"] and head["zh"] and not body)
    assert len(STORE) == before


def test_answers_are_kept() -> None:
    """The same query to the same build gets the same answer; the longest unasked go; what changes is not kept."""
    kept = Kept(8 * 1000)
    body = b"x" * 600
    queries = [Query(f"ASK {{}} # {number}") for number in range(20)]
    for query in queries:
        kept.put("build-1", query, Answer(200, body, "json"))
        assert kept.get("build-1", queries[0]) == Answer(200, body, "json")
        assert kept.size <= kept.most
    assert kept.get("build-1", queries[1]) is None
    assert kept.get("build-2", queries[0]) is None
    assert kept.get("build-1", Query(queries[0].text, ("csv",))) is None
    for query, found in (
        (Query("SELECT (rand() AS ?r) {}"), Answer(200, body, "json")),
        (Query("SELECT (\\u004eOW() AS ?r) {}"), Answer(200, body, "json")),
        (Query("SELECT * {"), Answer(400)),
        (Query("ASK {}"), Answer(200, b"x" * 2000, "json")),
    ):
        kept.put("build-1", query, found)
        assert kept.get("build-1", query) is None


# Pieces that Oxigraph takes apart where they are written without blanks.
BEFORE = st.sampled_from([
    "", "?s ?p true", "?s ?p 1", "?s ?p 'x'@en", "?s ?p 'x'@en--ltr", "?s ?p a:b", "?s ?p a:b~", "?s ?p _:b",
    "?s ?p ?o", "?s ?p []", "OPTIONAL{}", "FILTER(1<2)", "FILTER(?a<1&&2>1)", "BIND(1 AS ?x)", "VALUES ?x{UNDEF}",
    "{SELECT*{}LIMIT 1}",
])  # fmt: skip
SERVICE = st.sampled_from(
    ["SERVICE", "service", "SERVICESILENT", "SERVICE SILENT", "\\u0053ERVICE", "SERVIC\\u0045", "SERVICE#\n"]
)
GAP = st.sampled_from(["", " ", "\n", "#x\n", ".", ";", "~", "|", "-", "1", "\\u0020"])


@pytest.fixture(scope="module")
def listener() -> Iterator[tuple[int, list[int]]]:
    """A port on loopback, and a note of each connection to it."""
    reached: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def take() -> None:
            with contextlib.suppress(OSError):
                while True:
                    connection = server.accept()[0]
                    reached.append(1)
                    connection.close()

        threading.Thread(target=take, daemon=True).start()
        yield server.getsockname()[1], reached


@given(st.tuples(BEFORE, GAP, SERVICE, st.sampled_from(["", " ", "\n"]), st.sampled_from(["?x", "a:b", "b:", "IRI"])))
@settings(max_examples=400, deadline=None)
def test_no_query_reaches_out(listener: tuple[int, list[int]], parts: tuple[str, str, str, str, str]) -> None:
    """However SERVICE is written and run together with what stands around it, nothing is called."""
    port, reached = listener
    iri = f"<http://127.0.0.1:{port}/>"
    body = "".join(parts[:4]) + (iri if parts[4] == "IRI" else parts[4])
    heads = "".join(f"PREFIX {name}: {iri} " for name in ("a", "b", "SERVICEa", "SERVICEb", "serviceb"))
    answer(STORE, Settings(), {**ASKED, "query": f"{heads} SELECT * {{ VALUES ?x {{ {iri} }} {body} {{ ?e ?f ?g }} }}"})
    assert reached == []


@pytest.mark.parametrize("path", ["/sparql?query=ASK{}", "/api/acts", "/search?q=x", "/ritual-kg/x", "/data"])
def test_fault_of_the_server_tells_no_trace(path: str) -> None:
    """What breaks within is 500 with a code, the headers of every answer, and no word of what broke."""

    class Broken:
        build = stamp = "build-1"

        async def run(self, query: Query) -> Answer:
            raise RuntimeError("secret")

        async def close(self) -> None:
            pass

    async def ask() -> httpx.Response:
        app = server_app(Broken(), Settings(), Limits())
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.get(path)

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["code"]) == (500, "KG-W012")
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
def test_worker_opens_no_connection(listener: tuple[int, list[int]]) -> None:
    """A confined process cannot connect, not even to this machine."""
    port, _ = listener
    code = (
        "import socket; from kg.web.confine import no_connections\n"
        f"if not no_connections(): print('unknown')\nelse:\n try: socket.create_connection(('127.0.0.1', {port}))\n"
        " except PermissionError: print('refused')"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    if told == "unknown":
        pytest.skip("this kernel's Landlock knows no TCP (6.7 does)")
    assert told == "refused"


def test_result_is_bounded() -> None:
    """A result that grows beyond the bound is stopped while it is written, and told."""
    head, body = answer(STORE, Settings(), {**ASKED, "query": "SELECT * { ?s ?p ?o }"})
    assert (head["status"], head["code"], body) == (413, "KG-W007", b"")
