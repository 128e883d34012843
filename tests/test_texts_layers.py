"""Layers: base text and notes told apart in every layout, in those that nobody described too."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from kg.errors import TextError
from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.texts import read_documents
from kg.texts.document import Document, Layer
from kg.texts.mandoku import read_mandoku
from kg.texts.raw import RawText
from texts_sources import KANRIPO, ROOT, SEEDS, SHARED, needs_kanripo, needs_seeds

VOICES = load_voices(load_lexicon())


def read(body: str, edition: str = "", profiles: Path | None = None) -> Document:
    header = f"#+TITLE: 儀禮\n#+PROPERTY: ID {edition}\n" if edition else "#+TITLE: 儀禮\n"
    return read_mandoku(RawText("x", "x.txt", "", header + body), None, VOICES, profiles)


def base(document: Document) -> list[str]:
    return [p.span.of(document.text) for p in document.passages]


def test_labels_in_large_print() -> None:
    """注疏: 注 opens a note in large print, 音義 and 疏 stand before small print; 疏( is the sign of it."""
    line = (
        "小臣師設楅司馬正東面以弓為畢注畢所以教助執事者音義(楅音/福)疏(釋曰云畢者/教也)¶\n"
        "(執事/者也)既設楅司馬正適次注¶\n適次也疏(釋曰/次也)¶\n"
    )
    document = read("<pb:KR9x0001_WYG_007-1a>¶\n" + line * 3)
    assert base(document)[:3] == [
        "小臣師設楅司馬正東面以弓為畢", "既設楅司馬正適次", "小臣師設楅司馬正東面以弓為畢"
    ]
    assert [(n.layer, n.speaker, n.text) for n in document.notes[:5]] == [
        (Layer.ZHU, "鄭玄", "畢所以教助執事者"), (Layer.YIN, "陸德明", "楅音福"),
        (Layer.SHU, "賈公彥", "釋曰云畢者教也執事者也"), (Layer.ZHU, "鄭玄", "適次也"),
        (Layer.SHU, "賈公彥", "釋曰次也"),
    ]
    assert document.meta["profile"] == "*.zhushu"


def test_base_text_divided_by_blanks() -> None:
    """章句: blanks divide the base text, and one may fall to a line's head; small print is notes."""
    line = "主人坐取爵　興　適洗　南面坐奠爵于篚下　盥洗¶\n　賓進　東北面辭洗(必/進)　主人坐奠爵于篚　興對¶\n"
    document = read("<pb:KR9x0002_WYG_005-1a>¶\n" + line * 21)
    assert base(document)[:8] == [
        "主人坐取爵", "興", "適洗", "南面坐奠爵于篚下", "盥洗", "賓進", "東北面辭洗", "主人坐奠爵于篚"
    ]
    assert document.notes[0].text == "必進"
    assert document.notes[0].anchor.of(document.text) == "主人坐取爵興適洗南面坐奠爵于篚下盥洗賓進東北面辭洗"


def test_an_unknown_edition_with_indented_notes() -> None:
    """述註: notes are set in, labelled, divided by ○; ○ in the base text divides it; the front names the author."""
    document = read(
        "<pb:KR9x0003_WYG_005-1a>¶\n欽定四庫全書¶\n　儀禮述註卷五¶\n　　　　　　　安溪　李光坡　撰¶\n　　鄉射禮苐五¶\n"
        "鄉射之禮○主人戒賓賓出迎再拜¶\n　註曰主人州長也出迎¶\n　出門也○疏曰州長是¶\n　主人也¶\n"
        "賓禮辭許¶\n　楊氏曰禮辭¶\n　按此一辭¶\n"
    )
    assert base(document) == ["鄉射之禮", "主人戒賓賓出迎再拜", "賓禮辭許"]
    assert [(n.layer, n.speaker, n.text) for n in document.notes] == [
        (Layer.ZHU, "鄭玄", "主人州長也出迎出門也"), (Layer.SHU, "賈公彥", "州長是主人也"),
        (Layer.ZHU, "楊氏", "禮辭"), (Layer.AN, "李光坡", "此一辭"),
    ]
    assert document.title == "儀禮 鄉射禮"


def test_lines_that_lost_their_indentation() -> None:
    """義疏 KR1d0037_WYG_010-4a: a blank before a voice takes the indentation of its line; it stays a comment."""
    document = read(
        "<pb:X_010-4a>¶\n主人戒賓¶\n　正義鄭氏康成曰主人州長也長亦諸侯州長以士為¶\n"
        "¶\n敖氏繼公曰迎者出見之之稱雖不入門¶\n¶\n　亦謂之迎¶\n"
        "¶\n右戒賓¶\n¶\n獻用爵其他用觶¶\n¶\n右記爵觶¶\n¶\n",
        "KR1d0037",
    )
    assert base(document) == ["主人戒賓", "獻用爵其他用觶"]
    assert [(n.speaker, n.text) for n in document.notes] == [
        ("鄭玄", "主人州長也長亦諸侯州長以士為"), ("敖繼公", "迎者出見之之稱雖不入門亦謂之迎")
    ]


def test_base_text_that_is_set_in_by_a_slip() -> None:
    """集釋 KR1d0030_WYG_009-1b: a passage set in by one above its note, set in by two, is base text."""
    document = read("<pb:X_009-1b>¶\n大射之儀¶\n　宰戒百官¶\n　　鄭注宰於天子冢宰治官卿也¶\n　　作大事¶\n", "KR1d0030")
    assert base(document) == ["大射之儀", "宰戒百官"]
    assert [(n.speaker, n.label, n.text) for n in document.notes] == [("鄭玄", "鄭注", "宰於天子冢宰治官卿也作大事")]


def test_small_print_does_not_break_what_a_block_comments_on() -> None:
    """本義 KR1d0044_WYG_004-13a: 句 within the passage marks a pause; the note behind is on the whole passage."""
    document = read("<pb:X_004-13a>¶\n遂以比三耦(句)于堂西¶\n　(司射自初/取弓挾矢)¶\n", "KR1d0044")
    assert [(n.layer, n.text, n.anchor.of(document.text)) for n in document.notes] == [
        (Layer.YIN, "句", "遂以比三耦"), (Layer.SHU, "司射自初取弓挾矢", "遂以比三耦于堂西")
    ]


def test_a_profile_of_one_s_own(tmp_path: Path) -> None:
    """A table with a few rows reads a layout that no other has; a bad one is refused with file and row."""
    table = tmp_path / "mine.tsv"
    head = "profile\tindent\tpattern\tpart\tlayer\tspeaker\tcomment\n"
    table.write_text(
        head + "KR9x0004\t*\t\tauthor\t\t盛世佐\t\nKR9x0004\t0\t^◎\tnote\tshu\t@\tnotes begin with a mark\n",
        encoding="utf-8",
    )
    body = "<pb:KR9x0004_X_001-1a>¶\n主人戒賓¶\n◎戒猶警也¶\n無介¶\n"
    document = read(body, profiles=table)
    assert base(document) == ["主人戒賓", "無介"]
    assert [n.speaker for n in document.notes] == ["盛世佐"]
    assert document.meta["profile"] == "KR9x0004"
    bad = tmp_path / "bad.tsv"
    bad.write_text(head + "KR9x0004\tx\t\tbase\t\t\t\n", encoding="utf-8")
    with pytest.raises(TextError, match=r"KG-T010 \[.*bad\.tsv, line 2\]"):
        read(body, profiles=bad)
    with pytest.raises(TextError, match="KG-T011"):
        read(body, profiles=tmp_path / "none.tsv")


@needs_seeds
def test_the_damaged_seeds() -> None:
    """Seeds 002 and 003: base text and record without a word of comment, every voice known, the damage told."""
    benyi, yishu = (
        next(iter(read_documents(next(SEEDS.glob(f"{number}_*.txt")), voices=VOICES))) for number in ("002", "003")
    )
    assert [base(benyi)[at] for at in (0, 2)] == ["三笙一和而成聲", "未旅"]
    assert benyi.passages[0].layer is Layer.JI
    assert [h.text for h in benyi.headings] == ["右樂", "右立司正", "右請射", "右誘射"]
    assert [h.text for h in yishu.headings] == ["右遵者之禮", "右樂", "右立司正"]
    for document in (benyi, yishu):
        assert "也" not in "".join(base(document))
        assert all(note.speaker_id for note in document.notes)
    assert [p.code for p in benyi.problems if p.code < "KG-T112"] == ["KG-T104"]
    assert [(p.code, p.offset is not None) for p in yishu.problems if p.code == "KG-T106"] == [("KG-T106", True)] * 2
    told = {p.code: p.zh for p in yishu.problems}
    assert "觯（22）" in told["KG-T112"]
    assert "「防」疑為「旨」之誤" in "".join(p.zh for p in yishu.problems)


def measure() -> ModuleType:
    """The script that measures, as a module."""
    spec = importlib.util.spec_from_file_location("measure_layers", ROOT / "scripts" / "measure_layers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure_layers"] = module
    spec.loader.exec_module(module)
    return module


@needs_kanripo
@needs_seeds
def test_measures() -> None:
    """Every figure of scripts/measure_layers.py meets its target: base text ≥ 99 %, classes, steps, speakers."""
    script = measure()
    texts = script.Texts(SHARED)
    rows = [row for chapter in script.CHAPTERS for row in script.base_text(texts, chapter)]
    for one in (script.unknown, script.quotations, script.speakers, script.stances, script.steps):
        rows += one(texts)
    assert [(row.what, row.figure) for row in rows if not row.met] == []
    assert len(rows) == 15


@needs_kanripo
@pytest.mark.parametrize(
    "name", ["KR1d0030_005", "KR1d0035_007", "KR1d0037_012", "KR1d0038_005", "KR1d0044_004", "KR1d0086_011"]
)
def test_no_character_is_lost(name: str) -> None:
    """Base text, headings, labels, words and fronts hold every character of the file, and none twice."""
    path = KANRIPO / name[:8] / f"{name}.txt"
    (document,) = read_documents(path, voices=VOICES)
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    ours = document.text + document.meta["front"] + "".join(h.text for h in document.headings)
    ours += "".join(note.label + note.text for note in document.notes if not note.within)
    theirs = "".join(line for line in lines if not line.startswith("<pb:"))
    noise = str.maketrans("", "", "()/¶　 ○\n")
    left, right = (sorted(text.translate(noise)) for text in (ours, theirs))
    assert _difference(left, right) in ("", "記")  # 綱目 puts 記 before its records, which the layer says


def _difference(left: list[str], right: list[str]) -> str:
    less, more = Counter(right) - Counter(left), Counter(left) - Counter(right)
    assert not more, f"twice: {''.join(more)}"
    return "".join(less)
