"""The reconciliation service: OpenRefine's exchange, the protocol's schemas, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Mount

import reconciliation_schemas as schemas
from exchange_samples import ask, store, store_with
from kg.graph.settings import Settings
from kg.links import reconcile_app
from kg.links.answers import BATCH

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EXCHANGE = json.loads((Path(__file__).parent / "data" / "openrefine-exchange.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def app() -> Starlette:
    return reconcile_app(store())


def queried(app: Any, **batch: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The results of a batch, by the keys of its queries."""
    answer = ask(app, "POST", "/", data={"queries": json.dumps(batch)})
    assert answer.status_code == 200, answer.text
    jsonschema.validate(answer.json(), schemas.RESULT_BATCH)
    return {key: found["result"] for key, found in answer.json().items()}


@pytest.mark.parametrize("number", range(len(EXCHANGE["exchange"])), ids=lambda n: EXCHANGE["exchange"][n]["path"])
def test_openrefine_exchange(app: Starlette, number: int) -> None:
    """Each request of an OpenRefine session is answered as the protocol says, and finds what it looks for."""
    step = EXCHANGE["exchange"][number]
    form = {name: json.dumps(value) for name, value in step.get("form", {}).items()}
    for name, schema in (("queries", schemas.QUERY_BATCH), ("extend", schemas.EXTEND_QUERY)):
        if name in step.get("form", {}):
            jsonschema.validate(step["form"][name], schema)
    answer = ask(
        app, step["method"], step["path"], params=step.get("params"), data=form or None,
        headers={**step.get("headers", {}), "Origin": "http://127.0.0.1:3333"},
    )  # fmt: skip
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    if "html" in step:
        assert step["html"] in answer.text
        return
    found = answer.json()
    jsonschema.validate(found, getattr(schemas, step["schema"]))
    for key, first in step.get("first", {}).items():
        assert found[key]["result"][0]["id"] == first
    for key in step.get("match", ()):
        assert found[key]["result"][0]["match"] is True
    if "has" in step:
        assert step["has"] in [one["id"] for one in found["result"]]


def test_manifest_knows_where_it_is(app: Starlette) -> None:
    """Mounted under a path of another server, the manifest's addresses lead there, and are answered."""
    outer = Starlette(routes=[Mount("/reconcile", app)])
    manifest = ask(outer, "GET", "/reconcile/").json()
    jsonschema.validate(manifest, schemas.MANIFEST)
    assert manifest["identifierSpace"] == "https://w3id.org/ritual-kg/"
    place = manifest["suggest"]["entity"]
    url = place["service_url"] + place["service_path"]
    assert url == "http://kg.test/reconcile/suggest/entity"
    assert ask(outer, "GET", url, params={"prefix": "楅"}).json()["result"]
    preview = manifest["preview"]["url"].replace("{{id}}", "lexicon%2Fobject.bi")
    assert "楅" in ask(outer, "GET", preview).text


def test_no_jsonp(app: Starlette) -> None:
    """A callback is passed over: the answer is JSON, never a script."""
    answer = ask(app, "GET", "/", params={"callback": "jsonp123"})
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["versions"] == ["0.2"]
    queries = json.dumps({"q": {"query": "楅"}})
    answer = ask(app, "GET", "/", params={"queries": queries, "callback": "evil"})
    assert "evil" not in answer.text
    assert answer.json()["q"]["result"]


def test_preflight(app: Starlette) -> None:
    """A browser of another origin may ask (CORS is mandatory in 0.2)."""
    headers = {"Origin": "http://127.0.0.1:3333", "Access-Control-Request-Method": "POST"}
    answer = ask(app, "OPTIONS", "/", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    ("query", "first", "by"),
    [
        ("楅", "lexicon/object.bi", "by_name"),
        ("觗", "lexicon/object.zhi-goblet", "by_variant"),
        ("xyzzy", "", ""),
        ("lexicon/object.bi", "lexicon/object.bi", "by_id"),
        ("object.bi", "lexicon/object.bi", "by_id"),
        ("arrow-stand", "lexicon/object.bi", "by_gloss"),
        ("bī", "lexicon/object.bi", "by_pinyin"),
        ("西楹西", "entity/position/西楹西", "by_name"),
        ("主人", "lexicon/actor.zhuren", "by_name"),
    ],
)
def test_ways_to_find(app: Starlette, query: str, first: str, by: str) -> None:
    """By label, by another glyph, by id, by English gloss, by pinyin; a composed place too; what nobody has, not."""
    found = queried(app, q={"query": query})["q"]
    if not first:
        assert found == []
        return
    assert found[0]["id"] == first
    assert {"id": by, "value": True} in found[0]["features"]
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)


def test_types_restrict(app: Starlette) -> None:
    """洗 is a basin and an act of washing: with a type only that one is found, and it is certain."""
    both = queried(app, q={"query": "洗"})["q"]
    assert {one["id"] for one in both} >= {"lexicon/object.xi-basin", "lexicon/verb.xi-wash"}
    assert not any(one["match"] for one in both)
    (first, *_) = queried(app, q={"query": "洗", "type": "Vessel"})["q"]
    assert first["id"] == "lexicon/object.xi-basin"
    assert first["match"] is True


def test_properties_decide(app: Starlette) -> None:
    """A property that agrees raises a candidate over its namesake; properties alone find too."""
    washed = {"query": "洗", "properties": [{"pid": "gloss", "v": "wash"}]}
    assert queried(app, q=washed)["q"][0]["id"] == "lexicon/verb.xi-wash"
    alone = {"type": "Object", "properties": [{"pid": "pinyin", "v": ["bī"]}]}
    assert "lexicon/object.bi" in [one["id"] for one in queried(app, q=alone)["q"]]


def test_extend(app: Starlette) -> None:
    """楅: its pinyin, in how many acts of the sample it is handled, and with which words; what is unknown is empty."""
    query = {"ids": ["lexicon/object.bi", "nothing"], "properties": [{"id": "pinyin"}, {"id": "passage"}, {"id": "x"}]}
    answer = ask(app, "GET", "/", params={"extend": json.dumps(query)}).json()
    jsonschema.validate(answer, schemas.EXTEND_RESPONSE)
    rack = answer["rows"]["lexicon/object.bi"]
    assert rack["pinyin"] == [{"str": "bī"}]
    words = "司馬命弟子設楅。乃設楅於中庭，東肆。"
    assert rack["passage"] == [{"str": f"儀禮·鄉射禮, ritual-kg TEI, xiangshe.b: {words}"}]
    assert rack["x"] == []
    assert answer["rows"]["nothing"] == {"pinyin": [], "passage": [], "x": []}


@pytest.mark.parametrize(
    ("method", "path", "given", "status"),
    [
        ("POST", "/", {"data": {"queries": "{"}}, 400),
        ("POST", "/", {"data": {"queries": "[1]"}}, 400),
        ("POST", "/", {"data": {"queries": '{"q": 1}'}}, 400),
        ("POST", "/", {"data": {"queries": '{"q": {}}'}}, 400),
        ("POST", "/", {"data": {"queries": '{"q": {"query": "楅", "limit": -1}}'}}, 400),
        ("POST", "/", {"data": {"queries": '{"q": {"query": "楅", "properties": [1]}}'}}, 400),
        ("POST", "/", {"data": {"queries": "[" * 100_000}}, 400),
        ("POST", "/", {"data": {"extend": '{"ids": 1}'}}, 400),
        ("POST", "/", {"data": {"query": "楅"}}, 400),
        ("POST", "/", {}, 415),
        ("POST", "/", {"content": b"queries=\xff", "headers": FORM}, 400),
        ("POST", "/", {"json": {"queries": {}}}, 415),
        ("POST", "/", {"data": {"queries": json.dumps({f"q{n}": {"query": "楅"} for n in range(BATCH + 1)})}}, 413),
        ("POST", "/", {"data": {"queries": " " * 2_100_000}}, 413),
        ("GET", "/suggest/nothing", {"params": {"prefix": "x"}}, 404),
        ("GET", "/suggest/entity", {"params": {"prefix": "x", "cursor": "-1"}}, 400),
        ("GET", "/properties", {"params": {"limit": "many"}}, 400),
        ("GET", "/preview", {"params": {"id": "../../etc/passwd"}}, 404),
        ("PUT", "/", {}, 405),
    ],
    ids=lambda value: str(value)[:24] if isinstance(value, int) else None,
)
def test_bad_requests(app: Starlette, method: str, path: str, given: dict[str, Any], status: int) -> None:
    """What the protocol does not allow gets a status that says so, and never a trace."""
    answer = ask(app, method, path, **given)
    assert answer.status_code == status
    assert "Traceback" not in answer.text


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(max_size=8), st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["query", "limit", "type", "properties", "pid", "v"]), inner, max_size=4),
    max_leaves=8,
), max_size=3))  # fmt: skip
def test_any_batch(batch: dict[str, Any]) -> None:
    """Whatever JSON comes as a batch, the answer is a result batch or a 400."""
    answer = ask(_APP, "POST", "/", data={"queries": json.dumps(batch)})
    assert answer.status_code in {200, 400}
    if answer.status_code == 200:
        jsonschema.validate(answer.json(), schemas.RESULT_BATCH)


def test_hostile_names() -> None:
    """A label that is markup shows as text in the preview, whose policy lets nothing run or load."""
    base, hostile = Settings().base, '<script>alert("楅")</script>'
    term, graph = f"<{base}entity/object/x>", f"<{base}graph/lexicon>"
    words = json.dumps(hostile, ensure_ascii=False)
    extra = (
        f"{term} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{base}ontology#Object> {graph} .\n"
        f"{term} <http://www.w3.org/2004/02/skos/core#prefLabel> {words}@lzh {graph} .\n"
    )
    hostile_app = reconcile_app(store_with(extra))
    answer = ask(hostile_app, "GET", "/preview", params={"id": "entity/object/x"})
    assert "<script>" not in answer.text
    assert "&lt;script&gt;" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
    assert queried(hostile_app, q={"query": hostile})["q"][0]["name"] == hostile


_APP = reconcile_app(store())
