"""Queries: prefixes supplied, formats, nothing reached out to; the named ones answer what they ask."""

from __future__ import annotations

import csv
import io
import json

import pyoxigraph as ox
import pytest
import rdflib

import graph_samples as sample
from kg.errors import GraphError
from kg.graph.dataset import plain
from kg.graph.named import named_queries, named_query
from kg.graph.ontology import ontology_quads
from kg.graph.query import run_query
from kg.graph.settings import Settings
from kg.graph.sparql import check_query, keywords
from kg.graph.store import memory_store

LINES = "".join([*sample.text_lines(), *ontology_quads(Settings())])


@pytest.fixture(scope="module")
def store() -> ox.Store:
    return memory_store([LINES.encode()])


def rows(store: ox.Store, name: str, **given: str) -> list[dict[str, str]]:
    text = named_query(name).bind({key: [value] for key, value in given.items()})
    return list(csv.DictReader(io.StringIO(run_query(store, text, "csv"))))


def column(found: list[dict[str, str]], *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in found]


def test_what_an_actor_does(store: ox.Store) -> None:
    """司射適堂西，袒決遂，取弓於階西: five acts in order, the first named, the rest supplied."""
    found = rows(store, "actor-acts")
    assert column(found, "verb", "roles", "known") == [
        ("適", "所至 堂西", "句中明言"),
        ("袒", "", "閱讀所補"),
        ("決", "受事 決", "閱讀所補"),
        ("遂", "受事 遂", "閱讀所補"),
        ("取", "受事 弓 · 所自 階西", "閱讀所補"),
    ]


def test_what_another_actor_does(store: ox.Store) -> None:
    """A parameter replaces the default: the 釋獲者 takes eight tallies from the 中."""
    found = rows(store, "actor-acts", who="釋獲者")
    assert column(found, "verb", "roles")[1] == ("取", "受事 算 ×8 · 所自 中")


def test_who_handles_a_thing(store: ox.Store) -> None:
    """楅: ordered of the 弟子 and set up by them in the court, lying east."""
    found = rows(store, "thing-handling", thing="楅")
    assert column(found, "who", "verb", "where") == [("弟子", "設", ""), ("弟子", "設", "中庭"), ("", "肆", "")]
    assert {row["passage"] for row in found} == {"xiangshe.b"}


def test_who_says_what(store: ox.Store) -> None:
    """樂正告於賓，曰：「正歌備。」: the hearer stands on the act before 曰."""
    assert ("樂正", "曰", "正歌備", "賓") in column(rows(store, "sayings"), "who", "verb", "words", "whom")


def test_orders_and_who_fulfils(store: ox.Store) -> None:
    """司馬命弟子設楅。乃設楅: the order is carried out by the 弟子."""
    found = column(rows(store, "orders"), "who", "whom", "ordered", "thing", "doneBy", "doneIn")
    assert found == [("司馬", "弟子", "設", "楅", "弟子", "xiangshe.b")]


def test_supplied_actors_by_rule(store: ox.Store) -> None:
    """Twelve actors of the sample are supplied, eleven of them by one rule."""
    found = column(rows(store, "supplied-actors"), "rule", "times")
    assert found == [("actor.same-subject", "11"), ("actor.ordered", "1")]


def test_damage_and_emendations(store: ox.Store) -> None:
    """The unknown character and the correction 尊 → 奠 are found with their passage."""
    assert column(rows(store, "lacunae"), "code", "place") == [("KG-T101", "xiangshe.e")]
    assert column(rows(store, "emendations"), "passage", "sic", "corr") == [("xiangshe.e", "尊", "奠")]


def test_notes_on_a_passage(store: ox.Store) -> None:
    """鄭玄's note on 袒決遂 is found by its passage, with speaker, layer and the words that it is on."""
    found = column(rows(store, "notes", passage="xiangshe.a"), "on", "layer", "speaker", "words")
    assert found == [("袒決遂", "注", "鄭玄", "遂，射韝也。")]


def test_enough_named_queries() -> None:
    """There are two dozen named queries, each with its question in both languages."""
    found = named_queries()
    assert len(found) >= 20
    for query in found.values():
        assert query.zh.endswith("？"), query.name
        assert query.en.endswith("?"), query.name


@pytest.mark.parametrize("name", named_queries())
def test_same_answer_from_rdflib(store: ox.Store, name: str) -> None:
    """Each named query is plain SPARQL 1.1: rdflib's own evaluator gives the same rows as Oxigraph."""
    text = named_query(name).text
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=LINES, format="nquads")
    theirs = [tuple("" if term is None else str(plain(term)) for term in row) for row in dataset.query(text)]
    ours = [tuple(row.values()) for row in csv.DictReader(io.StringIO(run_query(store, text, "csv")))]
    assert sorted(ours) == sorted(theirs)


def test_prefixes_are_supplied(store: ox.Store) -> None:
    """A query need not declare rit:, nif:, skos: …; one that does may."""
    assert run_query(store, "ASK { ?a a rit:Act ; rit:evidence/nif:beginIndex 2 }") == "是 yes\n"
    assert run_query(store, "PREFIX x: <http://x/> ASK { ?a a x:Act }", "csv") == "false\n"


def test_formats(store: ox.Store) -> None:
    """The same row as table, CSV, TSV and JSON; a graph as Turtle; all end in a line end."""
    query = 'SELECT ?x ?n WHERE { ?x skos:prefLabel "觶"@lzh ; a rit:Vessel BIND("a,\\"b\\"" AS ?n) }'
    assert "lex:object.zhi-goblet" in run_query(store, query, "table")
    assert run_query(store, query, "csv").splitlines()[1] == (
        'https://w3id.org/ritual-kg/lexicon/object.zhi-goblet,"a,""b"""'
    )
    assert run_query(store, query, "tsv").splitlines() == [
        "?x\t?n",
        '<https://w3id.org/ritual-kg/lexicon/object.zhi-goblet>\t"a,\\"b\\""',
    ]
    assert json.loads(run_query(store, query, "json"))["results"]["bindings"][0]["n"]["value"] == 'a,"b"'
    made = run_query(
        store, 'CONSTRUCT { ?x skos:prefLabel ?l } WHERE { ?x skos:prefLabel ?l FILTER(STR(?l) = "觶") }', "turtle"
    )
    graph = rdflib.Graph().parse(data=made, format="turtle")
    assert [str(label) for label in graph.objects()] == ["觶"]
    for fmt in ("table", "csv", "tsv", "json"):
        assert run_query(store, query, fmt).endswith("\n")


@pytest.mark.parametrize(
    ("query", "fmt", "code"),
    [
        ("SELECT * WHERE { ?s ?p", "table", "KG-G030"),
        ("SELECT * WHERE { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", "table", "KG-G031"),
        ("SELECT * WHERE { service silent ?x { ?s ?p ?o } }", "csv", "KG-G031"),
        ("INSERT DATA { <http://a> <http://b> <http://c> }", "table", "KG-G036"),
        ("PREFIX a: <http://a/> LOAD <http://127.0.0.1:9/x>", "table", "KG-G036"),
        ("SELECT * WHERE { ?s ?p ?o }", "turtle", "KG-G034"),
        ("CONSTRUCT WHERE { ?s ?p ?o }", "json", "KG-G034"),
        ("ASK {}", "xlsx", "KG-G034"),
    ],
)
def test_refused(store: ox.Store, query: str, fmt: str, code: str) -> None:
    """What is wrong with a query is told by code."""
    with pytest.raises(GraphError) as fault:
        run_query(store, query, fmt)
    assert fault.value.code == code


def test_from_reaches_nothing(store: ox.Store) -> None:
    """FROM <http…> and FROM <file…> name graphs of the store; what is not there is empty, not fetched."""
    for name in ("http://127.0.0.1:9/x", "file:///etc/passwd"):
        assert run_query(store, f"SELECT ?s FROM <{name}> WHERE {{ ?s ?p ?o }}", "csv") == "s\n"
    inside = "SELECT (COUNT(*) AS ?n) FROM graph:run WHERE { ?s a prov:Activity }"
    assert run_query(store, inside, "csv") == "n\n1\n"
    assert run_query(store, inside.replace("graph:run", "graph:lexicon"), "csv") == "n\n0\n"


@pytest.mark.parametrize(
    "query",
    [
        'SELECT * { ?s ?p "SERVICE" }',
        "SELECT * { ?s ?p '''LOAD\nSERVICE''' }",
        'SELECT * { ?s ?p """a"b ""SERVICE""" }',
        "SELECT * { ?service ?load ex:service } # SERVICE",
        "SELECT * { ?s <http://x/SERVICE> service: }",
        'SELECT * { ?s ?p "\\"SERVICE" }',
    ],
)
def test_words_that_only_look_like_keywords(query: str) -> None:
    """SERVICE in a literal, comment, IRI, variable or prefixed name is none."""
    assert check_query(query) == "SELECT"
    assert "SERVICE" not in list(keywords(query))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s <http://x/#a> ?o . SERVICE <http://y/> { ?a ?b ?c } }",
        "SELECT * { ?s ?p 'a' . #'\nSERVICE <http://y/> { ?a ?b ?c } }",
        r"SELECT * { \u0053ERVICE <http://y/> { ?a ?b ?c } }",
        r'SELECT * { ?s ?p "a\u0022b" . SERVICE <http://y/> { ?a ?b "c" } }',
        "SELECT * { ?s a:b\\' ?o . SERVICE <http://y/> { ?a ?b 'c' } }",
        "SELECT * { ?s ?p 1.SERVICE <http://y/> { ?a ?b ?c } }",
        "SELECT * { ?a < ?b || SERVICE <http://y/> { ?a ?b ?c } }",
        "SELECT * { SERVICESILENT <http://y/> { ?a ?b ?c } }",
        "SELECT * { ?s ?p trueSERVICE <http://y/> { ?a ?b ?c } }",
        "SELECT * { ?s ?p 'x'@en--ltrSERVICE <http://y/> { ?a ?b ?c } }",
        "SELECT * { ?s ?p a:b~SERVICE <http://y/> { ?a ?b ?c } }",
        "PREFIX a: <http://y/> PREFIX SERVICEa: <http://y/> SELECT * { SERVICEa:b #\n { ?a ?b ?c } }",
        r"PREFIX a: <http://y/> PREFIX SERVICEa: <http://y/> SELECT * { \u0053ERVICEa:b { ?a ?b ?c } }",
    ],
)
def test_keyword_is_not_hidden(query: str) -> None:
    """Comment signs, quotes, escapes, and words run together (which Oxigraph parts) do not hide SERVICE."""
    with pytest.raises(GraphError) as fault:
        check_query(query)
    assert fault.value.code == "KG-G031"


def test_unknown_name_and_parameter() -> None:
    """A name or parameter that does not exist is told with those that do."""
    with pytest.raises(GraphError) as fault:
        named_query("nothing")
    assert fault.value.code == "KG-G032"
    assert "thing-handling" in fault.value.en
    with pytest.raises(GraphError) as fault:
        named_query("thing-handling").bind({"who": ["賓"]})
    assert fault.value.code == "KG-G033"


def test_parameter_is_no_way_in(store: ox.Store) -> None:
    """A value with quotes and braces stays a value."""
    hostile = '楅"@lzh } SERVICE <http://y/> { ?a ?b "'
    text = named_query("thing-handling").bind({"thing": [hostile]})
    assert check_query(text) == "SELECT"
    assert run_query(store, text, "csv").splitlines()[1:] == []
