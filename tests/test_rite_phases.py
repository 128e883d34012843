"""Phases: the tree of each rite, its boundaries as they were checked by hand, and what distinguishes the rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import LexiconError
from kg.rite.divide import divide
from kg.rite.phase import Basis, PhaseTree
from kg.rite.phase_table import load_phases
from kg.texts.document import Document, Heading, Layer, Passage, Source
from kg.texts.read import read_documents
from kg.texts.span import Span
from rite_samples import passage, rites, table

SHARED = Path(__file__).resolve().parents[2] / "shared" / "texts" / "kanripo"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/texts/kanripo")
ROWS = table("rite_phases.tsv")


def bounds(text: str, tree: PhaseTree, id: str) -> tuple[str, str]:
    phase = tree.get(id)
    assert phase is not None, id
    within = [one.id for one in rites()[text].document.passages if phase.span.overlaps(one.span)]
    return within[0].partition(".")[2], within[-1].partition(".")[2]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['text']}.{row['first']} {row['phase']}")
def test_boundaries(row: dict[str, str]) -> None:
    """A leaf begins and ends at the passages at which it was found to begin and end by reading the text."""
    assert bounds(row["text"], rites()[row["text"]].phases, row["phase"]) == (row["first"], row["last"])


@pytest.mark.parametrize("text", ["xiangshe", "dashe"])
def test_leaves_are_those_of_the_table(text: str) -> None:
    """No leaf beside those that were checked."""
    assert [leaf.id for leaf in rites()[text].phases.leaves()] == [row["phase"] for row in ROWS if row["text"] == text]


@pytest.mark.parametrize("text", ["xiangshe", "dashe"])
def test_every_act_in_one_leaf(text: str) -> None:
    """Each act of the 經 and the 記 stands in exactly one leaf, and its offset within that leaf's span."""
    rite = rites()[text]
    for act, leaf in zip(rite.acts, rite.leaves, strict=True):
        assert leaf is not None
        holding = [one for one in rite.phases.leaves() if one.span.start <= act.verb.start < one.span.end]
        assert holding == [leaf], passage(rite, act)


def test_tree_of_the_rounds() -> None:
    """三番射 holds three rounds; 取矢 of the second round is part of that round, which is part of the shooting."""
    tree = rites()["xiangshe"].phases
    fetch = tree.get("round2.fetch")
    assert fetch is not None
    assert [one.id for one in tree.ancestors(fetch)] == ["round2", "shooting", "xiangshe"]
    rounds = [one.zh for one in tree.phases if one.parent == "shooting"]
    assert rounds == ["初射：獲而未釋獲", "再射：釋獲", "三射：用樂"]


def test_rounds_know_what_distinguishes_them() -> None:
    """鄉射禮·記 始射，獲而未釋獲；復，釋獲；復，用樂行之: each with the words of the 經 that say so."""
    rite = rites()["xiangshe"]
    told = {
        round_: {
            one.feature: one.span.of(rite.document.text)
            for one in next(p for p in rite.phases.phases if p.id == round_).distinctions
        }
        for round_ in ("round1", "round2", "round3")
    }
    assert told["round1"]["counting"] == "獲而未釋獲"
    assert told["round1"]["warning"] == "無射獲，無獵獲"
    assert told["round2"]["warning"] == "不貫不釋"
    assert told["round3"]["music"] == "乃奏《騶虞》以射"
    assert "music" not in told["round1"]
    assert "music" not in told["round2"]


def test_music_of_the_great_archery() -> None:
    """The third round of 大射儀 is shot to the 貍首."""
    third = rites()["dashe"].phases.get("round3")
    assert third is not None
    assert next(one.zh for one in third.distinctions if one.feature == "music") == "用樂，奏《貍首》"


def test_closing_headings_bound_where_they_stand() -> None:
    """大射儀 右取矢, 右再請射 …: what follows a closing heading of the edition is told to begin there."""
    rite = rites()["dashe"]
    offsets = {heading.offset for heading in rite.document.headings if heading.kind == "closing"}
    by_heading = [leaf for leaf in rite.phases.leaves() if leaf.basis is Basis.HEADING]
    assert len(by_heading) >= 20
    assert {leaf.span.start for leaf in by_heading} <= offsets


def test_a_text_that_begins_midway() -> None:
    """The shipped 大射儀 begins with 取矢 of the first round: the tree says that the rite began before."""
    assert rites()["xiangshe"].phases.begins
    assert not rites()["dashe"].phases.begins


@needs_shared
@pytest.mark.parametrize(
    ("file", "rite", "least"),
    [
        ("KR1d0026/KR1d0026_005.txt", "xiangshe", 60),
        ("KR1d0038/KR1d0038_005.txt", "xiangshe", 61),
        ("KR1d0026/KR1d0026_007.txt", "dashe", 58),
        ("KR1d0038/KR1d0038_007.txt", "dashe", 60),
    ],
)
def test_other_editions_by_markers(file: str, rite: str, least: int) -> None:
    """Unpunctuated editions of the two rites, with other glyphs, fall into the same phases by their markers."""
    document = next(iter(read_documents(str(SHARED / file))))
    tree = divide(document)
    assert tree.rite == rite
    assert len(tree.leaves()) >= least


@needs_shared
def test_generic_markers() -> None:
    """鄉飲酒禮 has no division of its own in the table: it falls into what rites have in common, in order."""
    document = next(iter(read_documents(str(SHARED / "KR1d0026/KR1d0026_004.txt"))))
    tree = divide(document)
    assert tree.rite == ""
    labels = [leaf.zh for leaf in tree.leaves()]
    assert labels.index("戒賓") < labels.index("樂賓") < labels.index("立司正") < labels.index("徹俎")


def sample(text: str, headings: tuple[tuple[str, int], ...]) -> Document:
    return Document(
        "sample", "樣", text, (Passage("sample.1", Span(0, len(text)), Layer.JING),), Source("-", "", "plain"),
        headings=tuple(Heading(words, at) for words, at in headings),
    )  # fmt: skip


def test_unknown_rite_by_its_headings() -> None:
    """A text of no known rite is divided as its closing headings divide it; what is behind the last is the rest."""
    tree = divide(sample("筮于廟門。主人玄冠。宿賓。賓如主人服。出。", (("右筮日", 10), ("右宿賓", 19))))
    assert [(leaf.zh, leaf.span.start, leaf.span.end) for leaf in tree.leaves()] == [
        ("筮日", 0, 10), ("宿賓", 10, 19), ("其餘", 19, 21),
    ]  # fmt: skip


def test_no_division() -> None:
    """A text without markers and headings has no phases, and its acts no phase."""
    tree = divide(sample("主人出。", ()))
    assert not tree
    assert tree.leaf_at(0) is None


def test_table_faults_name_the_row(tmp_path: Path) -> None:
    """KG-L040 with file and row where a phase stands before the one it belongs to."""
    head = "rite\tid\tparent\tzh\ten\tkind\tmarker\theading\tsource"
    rows = "r\tr\t\t禮\ta\tk\t\t\t\nr\tb\tc\t段\tb\tk\t段\t\t\n"
    (tmp_path / "phases.tsv").write_text(f"{head}\n{rows}", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"KG-L040.*phases\.tsv.*3"):
        load_phases(tmp_path)
