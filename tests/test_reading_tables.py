"""Tables of one's own: every table that the reading uses comes from the folder that the pipeline was given."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.language import Language

from kg.errors import LexiconError
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_tables
from kg.reading import load, read
from kg.reading.components import COMPONENTS
from lexicon_tables import Tables

ROD = "司射西面立。司馬降。賓升堂，北面。去扑。"  # after 鄉射禮·經; only the 司射 carries the rod (doers.tsv)


def _actor(nlp: Language) -> list[str]:
    act = next(act for act in read(ROD, nlp).acts if act.action == "去")
    return [filler.label for filler in act.roles["actor"]]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """The shipped tables, but the rod is carried by the 司馬."""
    made = Tables(tmp_path / "tables")
    rows = [
        row.replace("\t司射\t", "\t司馬\t") if row.startswith("doer.pu\t") else row for row in made.lines("doers.tsv")
    ]
    made.write("doers.tsv", rows)
    return made.folder


def test_doers_come_from_the_folder(tables: Path) -> None:
    """Whose duty an act is, is read from the folder's doers.tsv; the shipped pipeline is not touched."""
    assert _actor(load(tables)) == ["司馬"]
    assert _actor(load()) == ["司射"]


def test_saved_and_packed_pipelines_keep_them(tables: Path, tmp_path: Path) -> None:
    """to_disk and to_bytes carry all tables; what is loaded from them reads the same, the folder long gone."""
    nlp = load(tables)
    nlp.to_disk(tmp_path / "saved")
    data = nlp.to_bytes()
    for table in tables.iterdir():
        table.unlink()
    unpacked = spacy.blank("lzh")
    for name in COMPONENTS:
        unpacked.add_pipe(name)
    unpacked.from_bytes(data)
    for again in (spacy.load(tmp_path / "saved"), unpacked, nlp):
        assert _actor(again) == ["司馬"]


def test_a_missing_table_is_told(tables: Path) -> None:
    """No table is taken from the package where the folder lacks it: KG-L001."""
    (tables / "stances.tsv").unlink()
    nlp = load(tables)
    with pytest.raises(LexiconError) as caught:
        nlp(ROD)
    assert caught.value.code == "KG-L001"


def test_lexicon_carries_its_tables(tables: Path) -> None:
    """A lexicon of a folder holds that folder's tables; the shipped one says that they are the package's."""
    assert load_lexicon(tables).tables == read_tables(tables)
    assert load_lexicon().tables is None
    assert read_tables() != read_tables(tables)
