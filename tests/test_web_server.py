"""`kg serve`: the SPARQL protocol, queries that run away, linked data, search, the JSON service, a new build."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import jsonschema
import pyoxigraph as ox
import pytest

import graph_samples as sample
from cli_runner import kg
from kg.graph.settings import Settings
from kg.graph.store import memory_store, open_store
from kg.web.openapi import description
from kg.web.pool import Pool
from web_server import make_store, serving

JSON = "application/sparql-results+json"
COUNT = "SELECT (COUNT(?act) AS ?n) { ?act a rit:Act }"
# Three patterns without a common variable: some 10^11 rows, whatever the order in which they are joined.
RUNAWAY = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
CORS = {"Origin": "http://elsewhere.test"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_store(tmp_path_factory.mktemp("served") / "store")


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with serving(home, "--seconds", "3") as address:
        yield address


@pytest.fixture(scope="module")
def web(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client


def acts() -> int:
    """How many acts the sample has."""
    return len(sample.acts())


def counted(answer: httpx.Response) -> int:
    assert answer.status_code == 200, answer.text
    return int(answer.json()["results"]["bindings"][0]["n"]["value"])


def test_query_in_three_ways(web: httpx.Client) -> None:
    """GET, the POST of a form and the POST of a query give the same rows (SPARQL 1.1 Protocol, 2.1)."""
    body = {"Content-Type": "application/sparql-query"}
    assert acts() > 0
    for answer in (
        web.get("/sparql", params={"query": COUNT}),
        web.post("/sparql", data={"query": COUNT}),
        web.post("/sparql", content=COUNT.encode(), headers=body),
        web.post("/sparql", content=COUNT.encode(), headers={"Content-Type": f"{body['Content-Type']}; charset=UTF-8"}),
    ):
        assert counted(answer) == acts()


@pytest.mark.parametrize(
    ("accept", "kind", "begins"),
    [
        ("*/*", JSON, b'{"head"'),
        ("application/json", JSON, b'{"head"'),
        ("application/sparql-results+xml", "application/sparql-results+xml", b"<?xml"),
        ("text/csv", "text/csv", b"n\r\n"),
        ("text/tab-separated-values", "text/tab-separated-values", b"?n\n"),
        ("text/csv;q=0.5, application/sparql-results+xml", "application/sparql-results+xml", b"<?xml"),
        ("text/turtle, text/csv;q=0.1", "text/csv", b"n\r\n"),
    ],
)
def test_results_in_the_format_asked_for(web: httpx.Client, accept: str, kind: str, begins: bytes) -> None:
    """SELECT comes in the format that Accept names, the one with the highest q that a table can have."""
    answer = web.get("/sparql", params={"query": COUNT}, headers={"Accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.content.startswith(begins)
    assert "accept" in answer.headers["vary"].lower()


@pytest.mark.parametrize(
    ("accept", "format"),
    [
        ("text/turtle", ox.RdfFormat.TURTLE),
        ("application/n-triples", ox.RdfFormat.N_TRIPLES),
        ("application/rdf+xml", ox.RdfFormat.RDF_XML),
        ("application/ld+json", ox.RdfFormat.JSON_LD),
    ],
)
def test_graphs_in_the_format_asked_for(web: httpx.Client, accept: str, format: ox.RdfFormat) -> None:
    """CONSTRUCT gives the same statements in each of the four formats."""
    query = "CONSTRUCT { ?a rit:action ?b } { ?a rit:action ?b }"
    answer = web.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(accept)
    found = {str(quad.triple) for quad in ox.parse(answer.content, format=format)}
    store = memory_store(["".join(sample.lines()).encode()])
    stated = store.query(query, prefixes=Settings().prefixes, use_default_graph_as_union=True)
    assert isinstance(stated, ox.QueryTriples)
    assert found == {str(triple) for triple in stated}
    assert found


@pytest.mark.parametrize(
    ("query", "headers", "status", "code"),
    [
        ("SELECT * {\n ?s ?p", {}, 400, "KG-G030"),
        ("", {}, 400, "KG-G030"),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", {}, 403, "KG-G031"),
        ("SELECT * { \\u0053ERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", {}, 403, "KG-G031"),
        ("LOAD <http://127.0.0.1:9/>", {}, 403, "KG-G036"),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", {}, 403, "KG-G036"),
        ("SELECT * FROM <http://127.0.0.1:9/x> { ?s ?p ?o }", {}, 403, "KG-W005"),
        ("SELECT * FROM NAMED <file:///etc/passwd> { GRAPH ?g { ?s ?p ?o } }", {}, 403, "KG-W005"),
        ("BASE <file:///etc/> SELECT * FROM <passwd> { ?s ?p ?o }", {}, 403, "KG-W005"),
        ("PREFIX x: <http://127.0.0.1:9/> SELECT * FROM x:y { ?s ?p ?o }", {}, 403, "KG-W005"),
        ("ASK {}", {"Accept": "image/png"}, 406, "KG-W002"),
        ("ASK {}", {"Accept": "text/turtle"}, 406, "KG-W002"),
        ("DESCRIBE <a:a>", {"Accept": "text/csv"}, 406, "KG-W002"),
    ],
)  # fmt: skip
def test_what_is_refused(web: httpx.Client, query: str, headers: dict[str, str], status: int, code: str) -> None:
    """What is no query, would reach out, or cannot be given in the format is told with its status and a stable code."""
    answer = web.get("/sparql", params={"query": query}, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] == code
    assert "Traceback" not in answer.text


def test_place_of_a_syntax_error(web: httpx.Client) -> None:
    """A syntax error has its line and column: the query ends after `?p` in line 2."""
    told = web.get("/sparql", params={"query": "SELECT * {\n ?s ?p"}).json()
    assert (told["line"], told["column"]) == (2, 7)


def test_methods_and_bodies(web: httpx.Client) -> None:
    """Other methods get 405 with Allow, other bodies 415, updates 403, too long ones 413."""
    answer = web.delete("/sparql")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST, OPTIONS")
    assert web.put("/sparql", content=b"x").status_code == 405
    assert web.post("/sparql", content=b"x", headers={"Content-Type": "application/sparql-update"}).status_code == 415
    assert web.post("/sparql", content=b"x", headers={"Content-Type": "text/plain"}).status_code == 415
    assert web.post("/sparql", data={"update": "CLEAR ALL"}).status_code == 403
    assert web.post("/sparql", data={"x": "y"}).status_code == 400
    assert web.get("/sparql?query=ASK{}&query=ASK{}").status_code == 400
    long = web.post("/sparql", content=b"#" * 300_000, headers={"Content-Type": "application/sparql-query"})
    assert (long.status_code, long.json()["code"]) == (413, "KG-W004")
    broken = web.post("/sparql", content=b"\xff", headers={"Content-Type": "application/sparql-query"})
    assert broken.status_code == 400
    assert web.get("/sparql?query=%FF").status_code == 400


def test_graphs_named_in_the_request(home: Path, web: httpx.Client) -> None:
    """default-graph-uri narrows the query to a graph; the request's goes before the query's own FROM."""
    lexicon, query = f"{Settings().base}graph/lexicon", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
    expected = sum(1 for _ in open_store(home).quads_for_pattern(None, None, None, ox.NamedNode(lexicon)))
    assert counted(web.get("/sparql", params={"query": query, "default-graph-uri": lexicon})) == expected > 0
    own = "SELECT (COUNT(*) AS ?n) FROM graph:ontology { ?s ?p ?o }"
    assert counted(web.get("/sparql", params={"query": own, "default-graph-uri": lexicon})) == expected
    assert counted(web.get("/sparql", params={"query": query})) > expected
    missing = web.get("/sparql", params={"query": query, "default-graph-uri": "http://127.0.0.1:9/"})
    assert missing.status_code == 403


def test_service_description_and_cors(web: httpx.Client) -> None:
    """Without a query the service describes itself; pages of other origins may read what it says."""
    answer = web.get("/sparql", headers={"Accept": "text/turtle", **CORS})
    assert answer.headers["access-control-allow-origin"] == "*"
    terms = {str(quad.object) for quad in ox.parse(answer.content, format=ox.RdfFormat.TURTLE)}
    assert "<http://www.w3.org/ns/sparql-service-description#SPARQL11Query>" in terms
    asked = web.options("/sparql", headers={**CORS, "Access-Control-Request-Method": "POST"})
    assert asked.status_code == 200
    plain = web.options("/sparql")
    assert (plain.status_code, plain.headers["allow"]) == (204, "GET, HEAD, POST, OPTIONS")
    page = web.get("/sparql", headers={"Accept": "text/html"})
    assert (page.status_code, urlsplit(page.headers["location"]).path.rpartition("/")[2]) == (303, "query")


def test_ten_runaway_queries(address: str, web: httpx.Client) -> None:
    """While ten cross products run, a small query is answered in under a second; each of the ten ends with 504."""
    statuses: list[int] = []

    def run() -> None:
        with httpx.Client(base_url=address, timeout=60) as client:
            statuses.append(client.get("/sparql", params={"query": RUNAWAY}).status_code)

    threads = [threading.Thread(target=run) for _ in range(10)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 2
    while web.get("/healthz").json()["running"] < 11 and time.monotonic() < deadline:
        time.sleep(0.02)
    start = time.perf_counter()
    assert counted(web.get("/sparql", params={"query": COUNT})) == acts()
    took = time.perf_counter() - start
    for thread in threads:
        thread.join(60)
    assert statuses == [504] * 10
    assert took < 1
    start = time.perf_counter()
    assert counted(web.get("/sparql", params={"query": COUNT})) == acts()
    assert time.perf_counter() - start < 1


def test_too_many_at_once(home: Path) -> None:
    """Beyond --at-once a query is turned away with 429 and when to come again; the server stays well."""
    with serving(home, "--at-once", "1", "--seconds", "2") as address, httpx.Client(base_url=address) as client:
        with httpx.Client(base_url=address, timeout=20) as other:
            thread = threading.Thread(target=lambda: other.get("/sparql", params={"query": RUNAWAY}))
            thread.start()
            time.sleep(0.7)
            answer = client.get("/sparql", params={"query": COUNT})
            thread.join()
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
        assert counted(client.get("/sparql", params={"query": COUNT})) == acts()


def test_memory_limit(home: Path) -> None:
    """A query that would take more memory than allowed ends with 503, and the next one is answered."""
    greedy = "SELECT (GROUP_CONCAT(CONCAT(STR(?s), STR(?o), STR(?b))) AS ?all) { ?s ?p ?o . ?a ?b ?c }"
    with (
        serving(home, "--memory", "64", "--seconds", "30") as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        answer = client.get("/sparql", params={"query": greedy})
        assert (answer.status_code, answer.json()["code"]) == (503, "KG-W008")
        assert counted(client.get("/sparql", params={"query": COUNT})) == acts()


def test_nothing_is_written(home: Path, web: httpx.Client) -> None:
    """No method of any path changes a file of the store."""
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    for path in ("/", "/sparql", "/ritual-kg/graph/lexicon", "/api/acts", "/store", "/update", "/healthz"):
        for method in ("PUT", "PATCH", "DELETE"):
            assert web.request(method, path, content=b"<a:a> <a:b> <a:c> .").status_code in {404, 405}, (method, path)
    assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before


def test_no_way_out_of_the_folders(home: Path, tmp_path: Path) -> None:
    """No path leads out of the site's folder, nor does a link that lies in it."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<!doctype html>首", encoding="utf-8")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (site / "out").symlink_to(tmp_path / "secret")
    with serving(home, "--site", str(site)) as address, httpx.Client(base_url=address) as client:
        assert client.get("/").text.endswith("首")
        for one in (
            "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/_web/..%2fapp.py", "/_web/%2e%2e", "/out",
            "/..%2fsecret",
        ):  # fmt: skip
            answer = client.send(client.build_request("GET", httpx.URL(address + one)))
            assert answer.status_code == 404
            assert "secret" not in answer.text


def test_security_headers(web: httpx.Client) -> None:
    """Every answer says what browsers may do with it; pages of the server run only its own files."""
    for path in ("/query", "/healthz", "/nothing", "/sparql?query=ASK{}", "/search"):
        headers = web.get(path, headers={"Accept": "*/*"}).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors" in headers["content-security-policy"]
        assert "server" not in headers
    page = web.get("/query")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "style=" not in page.text
    assert "onclick" not in page.text


# -- linked data -----------------------------------------------------------------------------------------------------


def paths_of(home: Path) -> list[str]:
    """Every IRI of ours that is a subject, a graph or a term, without fragments."""
    base, found = Settings().base, set()
    for quad in open_store(home):
        for term in (quad.subject, quad.graph_name):
            if isinstance(term, ox.NamedNode) and term.value.startswith(base):
                found.add(term.value.partition("#")[0].removeprefix(base))
    return sorted(found)


def test_every_iri_is_answered(home: Path, web: httpx.Client) -> None:
    """Each IRI under the base leads, by a redirect or directly, to Turtle in which it stands."""
    base = Settings().base
    paths = paths_of(home)
    assert len(paths) > 500
    turtle = {"Accept": "text/turtle"}
    for path in paths[:: max(1, len(paths) // 60)]:
        answer = web.get(f"/ritual-kg/{quote(path, safe='/%')}", headers=turtle, follow_redirects=True)
        assert answer.status_code == 200, path
        triples = list(ox.parse(answer.content, format=ox.RdfFormat.TURTLE))
        names = {term.value.partition("#")[0] for quad in triples for term in (quad.subject, quad.object)
                 if isinstance(term, ox.NamedNode)}  # fmt: skip
        assert path.startswith("graph/") or base + path in names, path


def an_act(home: Path) -> str:
    """The path of an act of the sample."""
    found = open_store(home).query(
        "SELECT ?a { ?a a rit:Act } ORDER BY ?a LIMIT 1", prefixes=Settings().prefixes, use_default_graph_as_union=True
    )
    assert isinstance(found, ox.QuerySolutions)
    return str(next(iter(found))["a"].value).removeprefix(Settings().base)


def test_thing_by_accept_and_by_suffix(home: Path, web: httpx.Client) -> None:
    """A thing is answered with 303 to a document in the wanted format; documents with 200, HEAD, ETag and 304."""
    path = f"/ritual-kg/{quote(an_act(home))}"
    for accept, end in (
        ("text/html", "html"), ("text/turtle", "ttl"), ("application/ld+json", "jsonld"),
        ("application/n-triples", "nt"),
    ):  # fmt: skip
        answer = web.get(path, headers={"Accept": accept})
        assert answer.status_code == 303
        assert answer.headers["location"] == f"{path}.{end}"
        assert answer.headers["vary"].lower().startswith("accept")
        document = web.get(answer.headers["location"])
        assert document.status_code == 200
        assert document.headers["content-type"].startswith(accept)
        head = web.head(answer.headers["location"])
        assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", document.headers["etag"])
        again = web.get(answer.headers["location"], headers={"If-None-Match": document.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert web.get(path, headers={"Accept": "image/png"}).status_code == 406
    assert web.get(path + "x").status_code == 404


def test_act_page_has_its_passage(home: Path, web: httpx.Client) -> None:
    """The page of 命弟子設楅 (xiangshe.b) shows the sentence with the verb marked."""
    graph = open_store(home)
    found = graph.query(
        'SELECT ?a { ?a a rit:Act ; rit:action/skos:prefLabel "設"@lzh } ORDER BY ?a LIMIT 1',
        prefixes=Settings().prefixes, use_default_graph_as_union=True,
    )  # fmt: skip
    assert isinstance(found, ox.QuerySolutions)
    path = str(next(iter(found))["a"].value).removeprefix(Settings().base)
    page = web.get(f"/ritual-kg/{quote(path)}.html").text
    assert '<mark class="verb">設</mark>' in page
    assert "<h1>設 · xiangshe.b</h1>" in page
    assert "<script" not in page


def test_graph_dump_and_void(web: httpx.Client, home: Path) -> None:
    """A named graph is given whole; VoID tells its size and where to ask."""
    graph = f"{Settings().base}graph/lexicon"
    expected = {str(q.triple) for q in open_store(home).quads_for_pattern(None, None, None, ox.NamedNode(graph))}
    answer = web.get("/ritual-kg/graph/lexicon", headers={"Accept": "application/n-triples"})
    assert {str(q.triple) for q in ox.parse(answer.content, format=ox.RdfFormat.N_TRIPLES)} == expected
    said = list(ox.parse(web.get("/.well-known/void").content, format=ox.RdfFormat.TURTLE))
    sizes = [q.object.value for q in said if q.subject == ox.NamedNode(graph) and "#triples" in q.predicate.value]
    assert sizes == [str(len(expected))]
    dumps = [q.object.value for q in said if q.predicate.value.endswith("dataDump")]
    assert len(dumps) > 3
    for dump in dumps:
        assert web.head(urlsplit(dump).path).status_code == 200, dump


def test_data_whole_and_by_graph(web: httpx.Client, home: Path) -> None:
    """/data gives every quad of the store, ?default every triple, ?graph one graph by Accept; nothing else is taken."""
    quads = {str(quad) for quad in open_store(home)}
    answer = web.get("/data")
    assert answer.headers["content-type"] == "application/n-quads"
    assert {str(quad) for quad in ox.parse(answer.content, format=ox.RdfFormat.N_QUADS)} == quads
    triples = {str(quad.triple) for quad in open_store(home)}
    for accept in ("*/*", "text/turtle", "application/n-triples"):
        all_of_it = web.get("/data?default", headers={"Accept": accept})
        form = ox.RdfFormat.TURTLE if accept == "text/turtle" else ox.RdfFormat.N_TRIPLES
        assert {str(quad.triple) for quad in ox.parse(all_of_it.content, format=form)} == triples
    graph = f"{Settings().base}graph/lexicon"
    part = web.get("/data", params={"graph": graph}, headers={"Accept": "application/ld+json"})
    found = {str(quad.triple) for quad in ox.parse(part.content, format=ox.RdfFormat.JSON_LD)}
    assert found == {str(q.triple) for q in open_store(home).quads_for_pattern(None, None, None, ox.NamedNode(graph))}
    tag = answer.headers["etag"]
    assert web.get("/data", headers={"If-None-Match": tag}).status_code == 304
    head = web.head("/data")
    assert (head.status_code, head.headers["etag"], head.content) == (200, tag, b"")
    assert web.get("/data", params={"graph": "http://127.0.0.1:9/"}).status_code == 404
    assert web.get("/data?default&graph=x").status_code == 400
    assert web.get("/data", headers={"Accept": "text/turtle"}).status_code == 406
    for method in ("PUT", "POST", "DELETE"):
        assert web.request(method, "/data?default", content=b"").status_code == 405


# -- search and the JSON service -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "passage"),
    [
        ("設楅", "xiangshe.b"),
        ("袒決遂", "xiangshe.a"),
        ("觶於西楹西", "xiangshe.e"),
        ("楅", "xiangshe.b"),
    ],
)
def test_search_finds_passages(web: httpx.Client, words: str, passage: str) -> None:
    """Words of a passage find it, however few characters they have, and say where they stand."""
    found = web.get("/search", params={"q": words, "kind": "passage"}).json()
    hits = {one["id"]: one["text"][one["begin"] : one["end"]] for one in found["items"]}
    assert hits[passage] == words


def test_search_by_variant_pinyin_and_english(web: httpx.Client) -> None:
    """A variant glyph, pinyin without tones, and a gloss find the same as the word."""
    from kg.lexicon.load import load_lexicon

    lexicon = load_lexicon()
    text = sample.TEXT
    variant, standard = next(
        (v, s) for v, s in sorted(lexicon.variants.items()) if len(v) == len(s) == 1 and s in text and v not in text
    )
    one, other = (
        web.get("/search", params={"q": word, "kind": "passage"}).json()["items"] for word in (variant, standard)
    )
    assert one == other
    assert one
    for words in ("sishe", "Sī shè", "sīshè"):
        found = web.get("/search", params={"q": words}).json()["items"]
        assert found[0]["text"] == "司射", words
        assert any(hit["kind"] == "passage" and "司射" in hit["text"] for hit in found)


def test_search_page(web: httpx.Client) -> None:
    """For people there is a page, on which what they typed is text and not markup."""
    page = web.get("/search", params={"q": "<b>設楅"}, headers={"Accept": "text/html"})
    assert "&lt;b&gt;設楅" in page.text
    assert "<b>" not in page.text
    assert "<mark>設楅</mark>" in web.get("/search", params={"q": "設楅"}, headers={"Accept": "text/html"}).text


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/api/acts", {"actor": "司射"}), ("/api/acts", {"action": "設", "object": "楅"}), ("/api/acts", {}),
        ("/api/passages", {"q": "設楅"}), ("/api/passages", {"text": "xiangshe"}), ("/api/entities", {"kind": "Actor"}),
        ("/api/entities", {"q": "fu"}), ("/search", {"q": "楅"}),
    ],
)  # fmt: skip
def test_json_service_keeps_its_description(web: httpx.Client, path: str, params: dict[str, str]) -> None:
    """Each answer is as the OpenAPI description says, and holds something; unknown parameters' values are refused."""
    answer = web.get(path, params=params)
    assert answer.status_code == 200, answer.text
    operation = description()["paths"][path]["get"]
    jsonschema.validate(answer.json(), operation["responses"]["200"]["content"]["application/json"]["schema"])
    assert answer.json()["items"]
    assert answer.json()["total"] >= len(answer.json()["items"])
    assert web.get("/api/openapi.json").json() == description()
    assert web.get(path, params={**params, "limit": "many"}).status_code == 400
    assert web.get(path, params={**params, "limit": "501"}).status_code == 400
    assert web.get(f"{path}?q=%FF&text=%FF").status_code == 400


def test_acts_of_an_actor(web: httpx.Client) -> None:
    """司射 goes west of the hall and takes a bow (xiangshe.a); quotes in a label stay a label."""
    items = web.get("/api/acts", params={"actor": "司射", "passage": "xiangshe.a"}).json()["items"]
    assert {"適", "取"} <= {one["action"] for one in items}
    took = next(one for one in items if one["action"] == "取")
    assert "弓" in {filler["label"] for filler in took["roles"]["object"]}
    assert web.get("/api/acts", params={"actor": '司射" } #'}).json()["total"] == 0


def test_reconciliation_is_mounted(web: httpx.Client) -> None:
    """OpenRefine finds its manifest at /reconcile/, with the views under the same path."""
    assert web.get("/reconcile").headers["location"] == "/reconcile/"
    manifest = web.get("/reconcile/").json()
    assert manifest["identifierSpace"] == Settings().base
    assert "/reconcile/" in json.dumps(manifest)
    found = web.post("/reconcile/", data={"queries": json.dumps({"q0": {"query": "司射"}})}).json()
    assert found["q0"]["result"][0]["name"].startswith("司射")


# -- a store that changes, one that is elsewhere, one that is not there ------------------------------------------------


def test_new_build_is_served(tmp_path: Path) -> None:
    """When the store is built anew the next query is answered from it, and /healthz says which build that is."""
    home = make_store(tmp_path / "store")
    ask = {"query": "ASK { <https://w3id.org/ritual-kg/x> ?p ?o }"}
    with serving(home) as address, httpx.Client(base_url=address) as client:
        assert client.get("/healthz").json()["build"] == "build-1"
        assert client.get("/sparql", params=ask).json()["boolean"] is False
        tag = client.get("/ritual-kg/graph/lexicon.nt").headers["etag"]
        graph = "<https://w3id.org/ritual-kg/graph/lexicon>"
        for number in (2, 3, 4):
            make_store(home, f'<https://w3id.org/ritual-kg/x> <a:b> "{number}" {graph} .\n')
            assert client.get("/sparql", params=ask).json()["boolean"] is True
            assert client.get("/healthz").json()["build"] == f"build-{number}"
        assert client.get("/ritual-kg/graph/lexicon.nt", headers={"If-None-Match": tag}).status_code == 200


def test_store_made_anew_is_served(tmp_path: Path) -> None:
    """A store whose folder was removed and made again, with builds of the same names, is served as it is now."""
    home = make_store(tmp_path / "store")
    ask = {"query": "ASK { <https://w3id.org/ritual-kg/x> ?p ?o }"}
    with serving(home) as address, httpx.Client(base_url=address) as client:
        assert [client.get("/sparql", params=ask).json()["boolean"] for _ in range(3)] == [False] * 3
        shutil.rmtree(home)
        for path in ("/sparql?query=ASK{}", "/api/passages", "/search?q=x", "/data", "/ritual-kg/graph/lexicon.nt"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["code"]) == (503, "KG-W010"), path
        assert client.get("/healthz").status_code == 503
        make_store(home, '<https://w3id.org/ritual-kg/x> <a:b> "1" <https://w3id.org/ritual-kg/graph/lexicon> .\n')
        assert client.get("/healthz").json()["build"] == "build-1"
        assert [client.get("/sparql", params=ask).json()["boolean"] for _ in range(3)] == [True] * 3


def test_head_without_end(address: str) -> None:
    """A request whose line or headers do not end is cut off after 64 KiB and more, and a long body is not."""
    parts = urlsplit(address)
    for begins, piece in ((b"GET /", b"a" * 4096), (b"GET / HTTP/1.1\r\n", b"X-A: " + b"b" * 4000 + b"\r\n")):
        with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
            sent, told = connection.send(begins), b""
            with contextlib.suppress(OSError):
                while sent < 30_000_000:
                    sent += connection.send(piece)
                told = connection.recv(12)
            assert sent < 30_000_000
            assert told in {b"", b"HTTP/1.1 400"}  # the reset may reach us before the answer does
    query = COUNT.encode() + b" " * 200_000
    for _ in range(2):
        kind = {"Content-Type": "application/sparql-query"}
        assert counted(httpx.post(f"{address}/sparql", content=query, headers=kind)) == acts()


def test_server_elsewhere(address: str) -> None:
    """--store URL puts the pages over another SPARQL server: here one of our own."""
    with serving(f"{address}/sparql") as front, httpx.Client(base_url=front, timeout=30) as client:
        assert counted(client.get("/sparql", params={"query": COUNT})) == acts()
        assert client.get("/sparql", params={"query": "SELECT * {"}).status_code == 400
        assert client.get("/search", params={"q": "設楅", "kind": "passage"}).json()["total"] >= 1
        assert client.get("/reconcile/").status_code == 404
        page = client.get("/ritual-kg/graph/lexicon.nt")
        again = client.get("/ritual-kg/graph/lexicon.nt", headers={"If-None-Match": page.headers["etag"]})
        assert (page.status_code, again.status_code) == (200, 304)
        whole = client.get("/data")
        assert "etag" not in whole.headers  # whether that server's data has changed cannot be told beforehand
        assert len(list(ox.parse(whole.content, format=ox.RdfFormat.N_QUADS))) > 1000


def test_server_elsewhere_that_changes(tmp_path: Path) -> None:
    """Over another server, whose build is not known, what has changed there is not told to be unchanged."""
    home = make_store(tmp_path / "store")
    with serving(home) as behind, serving(f"{behind}/sparql") as front, httpx.Client(base_url=front) as client:
        tag = client.get("/ritual-kg/graph/lexicon.nt").headers["etag"]
        make_store(home, '<https://w3id.org/ritual-kg/x> <a:b> "1" <https://w3id.org/ritual-kg/graph/lexicon> .\n')
        again = client.get("/ritual-kg/graph/lexicon.nt", headers={"If-None-Match": tag})
        assert again.status_code == 200
        assert "ritual-kg/x>" in again.text


def test_change_of_build_is_told(tmp_path: Path) -> None:
    """The pool tells the name of a build that replaced the one it served, once."""
    told: list[str] = []
    home = make_store(tmp_path / "store")
    pool = Pool(home, Settings(), changed=told.append)
    assert (pool.build, pool.stamp[:8], told) == ("build-1", "build-1-", [])
    make_store(home)
    assert (pool.build, pool.build, told) == ("build-2", "build-2", ["build-2"])


def test_warning_where_others_can_connect(home: Path, tmp_path: Path) -> None:
    """--host other than loopback is warned of, before the port is opened (this address is for documents, RFC 5737)."""
    done = kg("serve", "--host", "192.0.2.1", "--port", "0", "--store", str(home), cwd=tmp_path)
    assert done.returncode == 2
    assert b"Warning: other machines can connect to 192.0.2.1" in done.stderr
    assert b"KG-U050" in done.stderr


def test_no_store(tmp_path: Path) -> None:
    """Where there is no store the command says so and ends with 2."""
    done = kg("serve", "--port", "0", "--store", str(tmp_path / "nothing"), cwd=tmp_path)
    assert done.returncode == 2
    assert b"KG-G010" in done.stderr


def test_port_taken(home: Path, address: str, tmp_path: Path) -> None:
    """A port that is in use is told with what to do."""
    port = str(urlsplit(address).port)
    done = kg("serve", "--port", port, "--store", str(home), cwd=tmp_path)
    assert done.returncode == 2
    assert b"KG-U050" in done.stderr
