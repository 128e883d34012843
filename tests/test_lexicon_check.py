"""`kg lexicon check`: what no keeper of the tables wants, each with code, file and row."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.diagnostics.tables import Finding, check_tables
from lexicon_tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path / "tables")


def _new(tables: Tables, before: list[Finding]) -> list[tuple[str, int, str]]:
    """(file, row, code) of findings that were not there before."""
    return [(f.file, f.row, f.code) for f in check_tables(tables.folder) if f not in before]


def test_shipped_tables_are_in_order() -> None:
    """The tables of the package have no finding."""
    assert [f"{f.file}:{f.row} {f.code} {f.en}" for f in check_tables()] == []


@pytest.mark.parametrize(
    ("table", "cells", "code"),
    [
        ("actors", {"id": "Actor.X", "label": "鼂", "pinyin": "x", "en": "x"}, "KG-L101"),
        ("actors", {"id": "object.x", "label": "鼂", "pinyin": "x", "en": "x"}, "KG-L101"),
        ("homographs", {"id": "h.xi.seat", "word": "席", "read": "P"}, "KG-L102"),
        ("objects", {"id": "object.x", "label": "觗", "pinyin": "x", "en": "x"}, "KG-L103"),
        ("doers", {"id": "doer.x", "verb": "鼂", "actor": "司射"}, "KG-L104"),
        ("doers", {"id": "doer.x", "verb": "設", "actor": "楅"}, "KG-L104"),
        ("partners", {"id": "pair.x", "one": "鼂", "other": "賓"}, "KG-L104"),
        ("ranks", {"id": "ranks.x", "members": "賓|鼂"}, "KG-L104"),
        ("counted", {"id": "counted.x", "verb": "取", "thing": "鼂"}, "KG-L104"),
        ("homographs", {"id": "h.x", "word": "鼂", "read": "V"}, "KG-L105"),
        ("homographs", {"id": "h.x", "word": "席", "prev": "V:flying", "read": "P"}, "KG-L105"),
        ("homographs", {"id": "h.x", "word": "席", "next": "!鼂", "read": "P"}, "KG-L105"),
        ("homographs", {"id": "h.x", "word": "觶", "read": "neg"}, "KG-L105"),
        ("places", {"id": "place.x", "label": "鼂", "en": "x"}, "KG-L106"),
        ("variants", {"variant": "賔", "standard": "賓", "source": "x"}, "KG-L107"),
        ("variants", {"variant": "鼂", "standard": "賔", "source": "x"}, "KG-L107"),
        ("grades", {"id": "actor.nowhere", "grade": "certain"}, "KG-L108"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_finding(tables: Tables, table: str, cells: dict[str, str], code: str) -> None:
    """A row that is wrong in one way gives the one finding, at its row."""
    before = check_tables(tables.folder)
    row = tables.append(f"{table}.tsv", **cells)
    assert _new(tables, before) == [(f"{table}.tsv", row, code)]


def test_table_that_cannot_be_read_is_a_finding(tables: Tables) -> None:
    """A loader's own error is told as a finding with its code, and the other tables are checked all the same."""
    tables.append("objects.tsv", id="object.x", label="觗", pinyin="x", en="x")
    lines = tables.lines("stances.tsv")
    tables.write("stances.tsv", [*lines, "stance.x\t鼂\tfaces\t\tx"])
    codes = {(f.file, f.code) for f in check_tables(tables.folder)}
    assert ("stances.tsv", "KG-L008") in codes
    assert ("objects.tsv", "KG-L103") in codes


def test_two_frames_of_one_verb_are_no_fault(tables: Tables) -> None:
    """A verb may have several rows: each is a frame."""
    before = check_tables(tables.folder)
    tables.append("verbs.tsv", id="verb.sheng-test", label="升", pinyin="shēng", en="test", **{"class": "motion"})
    assert _new(tables, before) == []
