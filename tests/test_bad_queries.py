"""Any text asked as a query gets an answer or an error with a code, soon; what is nested too deep ends no process."""

from __future__ import annotations

import time

import pytest
from benchmarks._sound import check_error
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg.errors import GraphError
from kg.graph.query import FORMATS, run_query
from kg.graph.settings import Settings
from kg.graph.sparql import check_query
from kg.graph.store import memory_store
from kg.web.answers import Refused
from kg.web.clauses import graphs_from
from kg.web.sparql import _parameters
from kg.web.worker import answer

STORE = memory_store([b'<http://a/s> <http://a/p> "\xe5\xb0\x84"@lzh <http://a/g> .\n'])
PIECES = st.sampled_from((
    "SELECT", "*", "{", "}", "(", ")", "?s", "?p", "?o", "<http://a/p>", "a:b", '"', "'''", "\\u0053", "FROM", "NAMED",
    "SERVICE", "#", "\n", "!", "-", "FILTER", "ASK", "CONSTRUCT", "DESCRIBE", "LOAD", "VALUES", "禮", "1", "LIMIT",
    "\ud800", "\x00",
))  # fmt: skip
MADE = st.lists(PIECES, max_size=16)
TEXTS = st.one_of(st.text(max_size=60), MADE.map(" ".join), MADE.map("".join))


@given(TEXTS, st.sampled_from(FORMATS))
@settings(max_examples=250, deadline=None)
@example("ASK {FILTER(" + "(" * 300 + "1" + ")" * 300 + ")}", "csv")
def test_any_text_is_answered_or_refused(text: str, fmt: str) -> None:
    """`kg query` prints a result or one of our errors, whatever it is asked, lone surrogates and NULs too."""
    try:
        assert run_query(STORE, text, fmt).endswith("\n")
    except GraphError as error:
        check_error(error)


@given(st.binary(max_size=60).map(lambda data: data.decode("latin-1")) | TEXTS)
@settings(max_examples=150, deadline=None)
@example("query=%ED%A0%80")
@example("query=%FF&query=a")
def test_any_parameters_are_read_or_refused(text: str) -> None:
    """Any query string gives parameters that are text, or a refusal with 400 and a code."""
    told = (400, "KG-W001")
    try:
        values = [value for values in _parameters(text).values() for value in values]
    except Refused as refused:
        values, told = [], (refused.status, refused.code)
    assert told == (400, "KG-W001")
    assert all(isinstance(value, str) for value in values)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * {" + "{" * 100_000, "ASK {?s ?p ?o FILTER(" + "!" * 100_000 + "1)}",
        "ASK {FILTER(" + "(" * 50_000 + "1" + ")" * 50_000 + ")}", "ASK {?s ?p " + "[ ?a " * 50_000,
        "ASK {FILTER(1 = " + "- " * 50_000 + "1)}", "ASK {?s " + "^" * 50_000 + "<a> ?o}",
    ],
    ids=["groups", "not", "parentheses", "blank nodes", "minus", "inverse"],
)  # fmt: skip
def test_a_query_without_depth(text: str) -> None:
    """Brackets and signs without end are refused before the parser, which would end the process, sees them."""
    with pytest.raises(GraphError) as told:
        run_query(STORE, text)
    assert told.value.code == "KG-G038"
    asked = {"query": text, "results": ["json"], "graphs": ["turtle"], "default": [], "named": [], "most": 1000}
    assert answer(STORE, Settings(), asked)[0]["status"] == 400


@pytest.mark.parametrize("unit", ["禮", "1a", "FROM ", '"', "'\"", "\\", "<", "a:", "?a", "\\u0041", "("])
def test_queries_are_looked_at_in_linear_time(unit: str) -> None:
    """A query of 60,000 characters is looked through in a moment, whatever it is made of."""
    text = "FROM " + unit * (60_000 // len(unit))
    start = time.process_time()
    try:
        check_query(text)
    except GraphError as error:
        check_error(error)
    list(graphs_from(text, {}))
    assert time.process_time() - start < 2
