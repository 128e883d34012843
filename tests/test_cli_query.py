"""`kg query`: SPARQL with prefixes supplied, named queries, formats, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cli_runner import DIZI, SISHE, kg

WHO = 'SELECT ?who { ?act rit:action/skos:prefLabel "取"@lzh ; rit:actor/skos:prefLabel ?who }'


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the graph of two sentences of 鄉射禮·經."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "xiangshe.txt").write_text(SISHE + DIZI, encoding="utf-8")
    done = kg("build", "xiangshe.txt", "--no-view", "--no-site", cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    return folder


def test_prefixes_are_supplied_and_formats_agree(built: Path) -> None:
    """鄉射禮·經 取弓於階西: 司射 takes; the same answer as table, CSV, TSV and JSON."""
    answers = {format: kg("query", WHO, "--format", format, cwd=built).stdout.decode() for format in
               ("table", "csv", "tsv", "json")}  # fmt: skip
    assert list(csv.reader(io.StringIO(answers["csv"]))) == [["who"], ["司射"]]
    assert "司射" in answers["table"]
    assert answers["tsv"].splitlines()[0] == "?who"
    assert json.loads(answers["json"])["results"]["bindings"][0]["who"]["value"] == "司射"


def test_construct_gives_turtle(built: Path) -> None:
    """A graph comes out as Turtle."""
    done = kg("query", "CONSTRUCT { ?a rit:actor ?x } { ?a rit:actor ?x }", "--format", "turtle", cwd=built)
    assert done.returncode == 0
    assert "rit:actor" in done.stdout.decode()


def test_query_from_a_file(built: Path) -> None:
    """--file reads the query in UTF-8."""
    (built / "q.rq").write_text(WHO, encoding="utf-8")
    assert "司射" in kg("query", "--file", "q.rq", cwd=built).stdout.decode()


def test_named_query_with_a_value(built: Path) -> None:
    """鄉射禮·經 設楅: who handles 楅 is 弟子, and nobody handles 觶 in these sentences."""
    fu = kg("query", "--name", "thing-handling", "--set", "thing=楅", "--format", "csv", cwd=built).stdout.decode()
    zhi = kg("query", "--name", "thing-handling", "--set", "thing=觶", "--format", "csv", cwd=built).stdout.decode()
    # 東肆 tells how it lies, and nobody does that.
    assert {row["who"] for row in csv.DictReader(io.StringIO(fu)) if row["who"]} == {"弟子"}
    assert list(csv.DictReader(io.StringIO(zhi))) == []


def test_named_queries_are_listed_with_their_questions(built: Path) -> None:
    """A dozen at least, each with its question in both languages."""
    told = kg("query", "--list", cwd=built).stdout.decode()
    names = [line for line in told.splitlines() if line and not line.startswith(" ")]
    assert len(names) >= 12
    assert "thing-handling" in names
    assert "Who handles" in told
    assert "Who handles" not in kg("--lang", "zh", "query", "--list", cwd=built).stdout.decode()


def test_every_named_query_runs(built: Path) -> None:
    """Each gives a header line at least, and no error."""
    told = kg("--lang", "en", "query", "--list", cwd=built).stdout.decode()
    for name in (line for line in told.splitlines() if line and not line.startswith(" ")):
        done = kg("query", "--name", name, "--format", "csv", cwd=built)
        assert done.returncode == 0, (name, done.stderr.decode())
        assert done.stdout


@pytest.mark.parametrize(("arguments", "code"), [
    ((), "KG-U001"),
    ((WHO, "--name", "orders"), "KG-U001"),
    ((WHO, "--set", "thing=楅"), "KG-U001"),
    (("--name", "thing-handling", "--set", "楅"), "KG-U001"),
    (("--name", "no-such-query"), "KG-G032"),
    (("--name", "orders", "--set", "nothing=1"), "KG-G033"),
    (("--file", "nowhere.rq"), "KG-U005"),
    (("SELECT ?x { ?x",), "KG-G030"),
    (("SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }",), "KG-G031"),
    (("LOAD <http://example.org/x.ttl>",), "KG-G036"),
    (("DELETE WHERE { ?s ?p ?o }",), "KG-G036"),
    ((WHO, "--format", "turtle"), "KG-G034"),
    ((WHO, "--store", "nowhere"), "KG-G010"),
])  # fmt: skip
def test_what_is_refused(built: Path, arguments: tuple[str, ...], code: str) -> None:
    """Each with its code, exit code 2, nothing on stdout, no traceback."""
    done = kg("query", *arguments, cwd=built)
    assert done.returncode == 2
    assert code in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert done.stdout == b""
