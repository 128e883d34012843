"""Each rule of the genre's grammar (annotation.md §2 to §10), on real passages; written by hand in data/grammar.tsv.

A row claims the acts of a passage (`acts`: every verb in order, `-` for none), one of them in detail (`verb`, `at`,
`roles`, `mode`, `negated` as in frames.tsv), or both. `rule` names the rule and the section that states it.
"""

from __future__ import annotations

import pytest

from test_reading_frames import (
    Row,
    check_act,
    check_passage,
    gold_sentences,
    missing_from_source,
    params,
    reading,
    rows_of,
    source_key,
)  # fmt: skip
from texts_sources import needs_gold, needs_kanripo

COLUMNS = ("rule", "citation", "text", "acts", "verb", "at", "roles", "mode", "negated", "status", "reason")
ROWS = rows_of("grammar.tsv", COLUMNS)


@pytest.mark.parametrize("row", params(ROWS, "rule"))
def test_rule(row: Row) -> None:
    """The rule holds in this passage: these verbs and no others are acts, and the one pointed at has these roles."""
    if row["acts"]:
        expected = [] if row["acts"] == "-" else row["acts"].split(" ")
        assert [act.surface for act in reading(row["text"]).acts] == expected
    if row["verb"]:
        check_act(row)


def test_rows_are_well_formed() -> None:
    """Each row claims something of a short passage, names the section of its rule, and stands once."""
    for row in ROWS:
        check_passage(row)
        assert row["acts"] or row["verb"], row
        assert "§" in row["rule"], row
    assert len({(r["rule"], r["text"], r["at"]) for r in ROWS}) == len(ROWS)


def test_rules_are_shown_with_and_without_punctuation() -> None:
    """Both kinds of text are covered: at least a quarter of the passages carry no punctuation at all."""
    bare = [row for row in ROWS if source_key(row["text"]) == row["text"].replace("于", "於")]
    assert len(ROWS) / 4 < len(bare) < len(ROWS) * 3 / 4


def test_passages_stand_in_the_shipped_edition() -> None:
    """Every passage cited by its id is found there, letter by letter."""
    assert missing_from_source(ROWS, shipped=True) == []


@needs_kanripo
def test_passages_stand_in_their_chapter() -> None:
    """Every passage cited by chapter is found in the base text of that chapter of the 儀禮."""
    assert missing_from_source(ROWS, shipped=False) == []


@needs_gold
def test_no_passage_is_a_sentence_of_the_gold_file() -> None:
    """The tables are no key to the gold file: no passage is a whole sentence of it."""
    assert [row["text"] for row in ROWS if source_key(row["text"]) in gold_sentences()] == []
