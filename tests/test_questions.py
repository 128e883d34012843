"""The competency questions: each is answered by the graph of the two rites as the text answers it."""

from __future__ import annotations

import re
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from vocabulary.questions import Question, QuestionError, cell_of, load_questions
from vocabulary.stores import oxigraph_rows, rdflib_rows

from kg.build import Options, build
from kg.graph.sparql import check_query
from kg.graph.store import memory_store
from kg.texts.shipped import shipped_documents

QUESTIONS = load_questions()


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> ox.Store:
    """The graph of the two rites, built as `kg build` builds it."""
    data = files("kg.texts") / "data"
    output = tmp_path_factory.mktemp("questions")
    report = build([str(data / name) for name in ("xiangshe.xml", "dashe.xml")], output, Options(), view=False)
    assert not report.failures
    return memory_store(sorted((output / "parts").glob("*.nq")))


def test_there_are_forty() -> None:
    """Forty questions, numbered from 1 without a gap."""
    assert [question.name[:2] for question in QUESTIONS] == [f"{number:02d}" for number in range(1, 41)]


def _expected(question: Question) -> object:
    """A question that the graph is known not to answer yet fails; when it does answer, its `open` goes."""
    marks = [pytest.mark.xfail(reason=question.open, strict=True)] if question.open else []
    return pytest.param(question, id=question.name, marks=marks)


@pytest.mark.parametrize("question", [_expected(one) for one in QUESTIONS])
def test_question(store: ox.Store, question: Question) -> None:
    """The answer is the one that was written from the passages."""
    columns, rows = oxigraph_rows(store, question.query)
    assert question.agrees(columns, rows) == ""


@pytest.mark.parametrize("question", [pytest.param(one, id=one.name) for one in QUESTIONS])
def test_question_is_told(question: Question) -> None:
    """Each stands in both languages, asks by SELECT, cites passages that there are, and expects something."""
    assert re.search("[\u4e00-\u9fff]", question.zh)
    assert question.zh.endswith("？")
    assert question.en.endswith("?")
    assert check_query(question.query) == "SELECT"
    passages = {passage.id for document in shipped_documents() for passage in document.passages}
    assert set(question.passages) <= passages
    words = (cell for row in question.answer for cell in row if isinstance(cell, str))
    cited = {cell for cell in words if re.fullmatch(r"[a-z]+\.\d+", cell)}
    assert cited <= passages
    assert question.answer


def test_questions_differ() -> None:
    """No question is asked twice."""
    assert len({question.zh for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.en for question in QUESTIONS}) == len(QUESTIONS)


def test_what_an_answer_must_be() -> None:
    """Order counts where it is said to count; what is missing and what is too many is told."""
    question = Question("01-x", "？", "?", ("a.1",), "", ("x", "n"), (("a", Decimal(1)), ("b", None)), False)
    assert question.agrees(["x", "n"], [("b", None), ("a", Decimal("1.0"))]) == ""
    assert question.agrees(["x"], []) != ""
    assert question.agrees(["x", "n"], [("b", None), ("b", None)]) == "- a 1\n+ b —"
    ordered = Question("01-x", "？", "?", ("a.1",), "", ("x",), (("a",), ("b",)), True)
    assert ordered.agrees(["x"], [("b",), ("a",)]).startswith("the order")
    assert cell_of("1.50", "http://www.w3.org/2001/XMLSchema#decimal") == Decimal("1.5")
    assert cell_of(None, "") is None


def test_faults_of_the_files(tmp_path: Path) -> None:
    """A query without its YAML, an unknown key, and a row of the wrong length are refused."""
    (tmp_path / "01-a.rq").write_text("SELECT ?x { ?x ?y ?z }", encoding="utf-8")
    with pytest.raises(QuestionError):
        load_questions(tmp_path)
    told = "zh: 何？\nen: What?\npassages: [a.1]\ncolumns: [x]\nanswer:\n  - [a, b]\n"
    (tmp_path / "01-a.yaml").write_text(told, encoding="utf-8")
    with pytest.raises(QuestionError):
        load_questions(tmp_path)
    (tmp_path / "01-a.yaml").write_text("zh: 何？\nwhy: not\n", encoding="utf-8")
    with pytest.raises(QuestionError):
        load_questions(tmp_path)


@pytest.mark.parametrize("name", ["01-rack-set", "02-holders", "06-outcome-words"])
def test_rdflib_agrees(store: ox.Store, name: str) -> None:
    """rdflib's own evaluator gives the same answer, so that the queries are no dialect of one store."""
    question = next(one for one in QUESTIONS if one.name == name)
    graph = rdflib.Graph()
    graph.parse(data=_triples(store), format="nt")
    assert question.agrees(*rdflib_rows(graph, question.query)) == ""


def _triples(store: ox.Store) -> bytes:
    wanted = re.compile("graph/(text/xiangshe|text/dashe|lexicon|ontology|regulations/|tallies/)")
    return b"".join(
        f"{quad.triple} .\n".encode() for quad in store if wanted.search(getattr(quad.graph_name, "value", ""))
    )


def test_questions_are_asked_in_two_languages() -> None:
    """The forty questions stand ready for site and server, each with itself in Chinese and English."""
    from kg.graph.competency import competency_questions
    from kg.graph.settings import Settings

    asked = competency_questions(Settings())
    assert len(asked) == 40
    assert all(question.zh and question.en for question in asked)
    assert asked[0].zh == "楅由誰設，受誰之命，設於何處，南當何物，何向？二禮各如何？"
