"""The table of commentators: one person by all names, and faults told with their row."""

from __future__ import annotations

import csv
import shutil
from importlib import resources
from pathlib import Path

import pytest

from kg.errors import LexiconError
from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.texts.document import Layer
from texts_sources import SHARED

VOICES = load_voices(load_lexicon())
TABLES = ("speakers.tsv", "comment_classes.tsv", "markers.tsv")


@pytest.mark.parametrize(
    ("names", "label"),
    [
        (("鄭康成", "鄭氏康成", "鄭玄", "鄭氏玄"), "鄭玄"),
        (("敖君善", "敖氏繼公", "敖繼公", "敖氏君善", "敖氏"), "敖繼公"),
        (("郝仲輿", "郝敬", "郝氏敬"), "郝敬"),
        (("髙紫超", "高紫超", "高愈"), "高愈"),
        (("賈氏公彥", "賈氏公彦", "賈公彥", "賈洺州"), "賈公彥"),
        (("孔氏穎達", "孔氏穎逹"), "孔穎達"),
        (("陳氏暘", "陳氏旸"), "陳暘"),
        (("朱子", "朱先生", "朱熹"), "朱熹"),
        (("歐陽氏修", "歐陽永叔"), "歐陽修"),
    ],
)
def test_one_person_by_all_names(names: tuple[str, ...], label: str) -> None:
    """Surname and name or style, with 氏 between or not, in any glyph: one speaker."""
    found = {speaker.id for name in names if (speaker := VOICES.find(name)) is not None and speaker.label == label}
    assert len(found) == 1
    assert all(VOICES.find(name) is not None for name in names)


def test_two_of_one_surname_are_two() -> None:
    """鄭眾 (鄭司農) is not 鄭玄, 陳祥道 not 陳暘; 陳氏 alone says nobody."""
    assert VOICES.find("鄭司農") is VOICES.find("鄭氏衆") is not VOICES.find("鄭玄")
    assert VOICES.find("陳氏祥道") is not VOICES.find("陳氏暘")
    assert VOICES.find("陳氏") is None


def test_what_the_table_says() -> None:
    """Dynasty, work and layer of those whom the editions quote most."""
    zheng, jia, lu = VOICES.find("鄭玄"), VOICES.find("賈疏"), VOICES.find("陸德明")
    assert zheng is not None
    assert (zheng.id, zheng.dynasty, zheng.work, zheng.layer) == ("speaker.zheng-xuan", "漢", "儀禮注", Layer.ZHU)
    assert jia is None  # 賈疏 is a label of editions, not a name
    assert lu is not None
    assert (lu.work, lu.layer) == ("經典釋文", Layer.YIN)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_all_whom_the_yishu_names_are_there() -> None:
    """Every scholar in the 義疏's list of names is found by surname and name, with and without 氏."""
    with (SHARED / "data" / "KR1d0037_cited_scholars.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["dynasty"]]
    names = [(row["surname"], row["given"]) for row in rows]
    missing = [
        surname + given for surname, given in names
        if VOICES.find(surname + given) is None or VOICES.find(f"{surname}氏{given}") is None
    ]
    # Two cells hold remarks of the list instead of a name: 呂忱 (一作諶) and 焦氏, whose name is unknown.
    assert missing == ["呂忱一作諶", "焦曲禮孔疏引焦氏答崇精問不詳何時人"]
    assert VOICES.find("呂忱") is not None
    assert VOICES.find("焦氏") is not None
    assert len(rows) == 191


def copy_tables(folder: Path) -> None:
    for name in TABLES:
        source = resources.files("kg.lexicon") / "tables" / name
        shutil.copy(str(source), folder / name)


@pytest.mark.parametrize(
    ("table", "row", "code"),
    [
        ("speakers.tsv", "speaker.x\t甲乙\t甲\t乙\t\t鄭康成\t\tjiǎ yǐ\tJia Yi\t清\t\tshu\ttest", "KG-L020"),
        ("speakers.tsv", "speaker.x\t甲乙\t甲\t乙\t\t\t\tjiǎ yǐ\tJia Yi\t清\t\tgloss\ttest", "KG-L021"),
        ("speakers.tsv", "\t甲乙\t甲\t乙\t\t\t\tjiǎ yǐ\tJia Yi\t清\t\tshu\ttest", "KG-L021"),
        ("markers.tsv", "marker.x\t誤\t\twù\twrong\tscolds\t誤\t\ttest", "KG-L021"),
        ("markers.tsv", "marker.x\t誤\t\twù\twrong\tdoubts\t(誤\t\ttest", "KG-L021"),
    ],
    ids=["a name of two", "layer", "no id", "kind", "pattern"],
)
def test_a_bad_row_is_refused(tmp_path: Path, table: str, row: str, code: str) -> None:
    """The fault is told with the table and the row."""
    copy_tables(tmp_path)
    path = tmp_path / table
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    path.write_text("\n".join([*lines, row]) + "\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=rf"{code} \[{table}, line {len(lines) + 1}\]"):
        load_voices(load_lexicon(), tmp_path)
