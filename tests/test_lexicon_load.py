"""The loaders of the lexicon: every fault of a table is told with its code, file and row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import LexiconError
from kg.lexicon.homograph import load_homographs
from kg.lexicon.load import load_lexicon
from kg.lexicon.rite import load_rite
from kg.lexicon.stance import load_stances
from kg.lexicon.table import read_rows, several
from lexicon_tables import Tables


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path / "tables")


def _fault(load: Callable[[], object]) -> tuple[str, str, int | None]:
    with pytest.raises(LexiconError) as caught:
        load()
    error = caught.value
    assert error.where is not None
    assert error.zh
    assert error.en
    assert error.exit_code == 2
    return error.code, error.where.file, error.where.line


@pytest.mark.parametrize(
    "table", ["actors", "objects", "places", "sides", "directions", "measures", "verbs", "grammar"]
)
def test_missing_table(tables: Tables, table: str) -> None:
    """KG-L001: each word table must be there."""
    (tables.folder / f"{table}.tsv").unlink()
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L001", f"{table}.tsv", None)


def test_missing_column(tables: Tables) -> None:
    """KG-L002: a column that the loader needs is named."""
    lines = tables.lines("verbs.tsv")
    lines[0] = lines[0].replace("yu_person", "yuperson")
    tables.write("verbs.tsv", lines)
    with pytest.raises(LexiconError, match="yu_person"):
        load_lexicon(tables.folder)
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L002", "verbs.tsv", 1)


def test_too_many_cells(tables: Tables) -> None:
    """KG-L003: a tab too many, with the row's number."""
    lines = tables.lines("actors.tsv")
    lines[4] += "\tone\ttoo\tmany\tcells\tin\tthis\trow\tby\tfar"
    tables.write("actors.tsv", lines)
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L003", "actors.tsv", 5)


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ({"thing": "patient"}, "thing"),
        ({"person": "agent"}, "person"),
        ({"yu": "locative"}, "yu"),
        ({"order": "causative"}, "order"),
        ({"nominal": "命=patient"}, "nominal"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_value_not_allowed(tables: Tables, cells: dict[str, str], named: str) -> None:
    """KG-L004: a role, or a way of ordering, that there is not."""
    row = tables.append("verbs.tsv", id="verb.test-x", label="鼂", pinyin="x", en="x", **cells)
    with pytest.raises(LexiconError, match=named):
        load_lexicon(tables.folder)
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L004", "verbs.tsv", row)


@pytest.mark.parametrize("cells", [{"id": "", "label": "鼂"}, {"id": "actor.test-x", "label": ""}], ids=["id", "label"])
def test_entry_without_id_or_label(tables: Tables, cells: dict[str, str]) -> None:
    """KG-L004: an entry needs an id and a label."""
    row = tables.append("actors.tsv", pinyin="x", en="x", **cells)
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L004", "actors.tsv", row)


def test_id_twice(tables: Tables) -> None:
    """KG-L005: an id stands once in all word tables together."""
    row = tables.append("objects.tsv", id="actor.zhuren", label="鼂", pinyin="x", en="x")
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L005", "objects.tsv", row)


@pytest.mark.parametrize(("variant", "standard"), [("賔賓", "賓"), ("賔", "賓客"), ("", "賓")])
def test_variant_that_is_no_single_character(tables: Tables, variant: str, standard: str) -> None:
    """KG-L006: a glyph variant is one character for one character."""
    row = tables.append("variants.tsv", variant=variant, standard=standard, source="x")
    assert _fault(lambda: load_lexicon(tables.folder)) == ("KG-L006", "variants.tsv", row)


@pytest.mark.parametrize("cells", [{"word": "", "read": "V"}, {"word": "洗", "read": ""}], ids=["word", "read"])
def test_homograph_rule_without_word_or_reading(tables: Tables, cells: dict[str, str]) -> None:
    """KG-L007: a rule needs a word and what to read it as."""
    row = tables.append("homographs.tsv", id="h.test", **cells)
    lexicon = load_lexicon(tables.folder)
    assert _fault(lambda: load_homographs(lexicon, tables.folder)) == ("KG-L007", "homographs.tsv", row)


@pytest.mark.parametrize(
    "cells", [{"label": "鼂", "kind": "faces"}, {"label": "當", "kind": "leans"}], ids=["verb", "kind"]
)
def test_stance_of_no_verb_or_kind(tables: Tables, cells: dict[str, str]) -> None:
    """KG-L008: a stance is a verb of the table, its kind one of three."""
    row = tables.append("stances.tsv", id="stance.test", **cells)
    lexicon = load_lexicon(tables.folder)
    assert _fault(lambda: load_stances(lexicon, tables.folder)) == ("KG-L008", "stances.tsv", row)


def test_grade_that_there_is_not(tables: Tables) -> None:
    """A grade is certain, probable or guessed; the row of the wrong one is told."""
    row = tables.append("grades.tsv", id="actor.test", grade="sure")
    lexicon = load_lexicon(tables.folder)
    _, file, line = _fault(lambda: load_rite(lexicon, tables.folder))
    assert (file, line) == ("grades.tsv", row)


@pytest.mark.parametrize("table", ["partners", "doers", "counted", "denominal", "ranks", "grades", "keywords"])
def test_missing_table_of_the_rite(tables: Tables, table: str) -> None:
    """KG-L001 for the tables of what the rite assigns."""
    (tables.folder / f"{table}.tsv").unlink()
    lexicon = load_lexicon(tables.folder)
    assert _fault(lambda: load_rite(lexicon, tables.folder))[:2] == ("KG-L001", f"{table}.tsv")


def test_short_rows_and_comments(tables: Tables) -> None:
    """Cells left out at a row's end are empty; empty lines and lines that begin with # are no rows."""
    lines = tables.lines("sides.tsv")
    tables.write("sides.tsv", [lines[0], "# 方位", "", "side.test\t鼂\tcháo\ttest"])
    rows = list(read_rows("sides.tsv", ("id", "label"), tables.folder))
    assert [(number, row["id"], row["class"]) for number, row in rows] == [(4, "side.test", "")]


def test_several_values_of_a_cell() -> None:
    """Values are parted by | ; blanks around them and empty ones fall away."""
    assert several(" 觗 |觶||") == ("觗", "觶")
    assert several("") == ()


def test_shipped_lexicon_is_read_once() -> None:
    """The package's own tables are one Lexicon a process."""
    assert load_lexicon() is load_lexicon()


@pytest.mark.parametrize(
    ("form", "cats", "entry"),
    [
        ("司射", {"A"}, "actor.sishe"),  # 鄉射禮·經
        ("楅", {"O"}, "object.bi"),  # 鄉射禮·經
        ("西階", {"P"}, "place.xijie"),  # 鄉射禮·經
    ],
)
def test_words_of_the_archery(form: str, cats: set[str], entry: str) -> None:
    """Words with one reading have one category and their entry."""
    word = load_lexicon().words[form]
    assert set(word.cats) == cats
    assert entry in {one.id for one in word.entries.values()}


def test_homographs_keep_all_readings() -> None:
    """洗 is vessel and verb, 中 tally-holder and verb: the tokenizer leaves them open (issue 2)."""
    words = load_lexicon().words
    for form, readings in {"洗": "OV", "中": "OV", "席": "OPV", "薦": "OV", "獲": "V", "下": "SV", "左": "DSV"}.items():
        assert set(readings) <= words[form].cats, form


def test_variants_fold_to_words() -> None:
    """賔 荅 靣 are read as 賓 答 面 (KR1d0026); folding twice changes nothing more."""
    lexicon = load_lexicon()
    assert lexicon.fold("賔荅靣") == "賓答面"
    for standard in set(lexicon.variants.values()):
        assert lexicon.fold(standard) == standard
