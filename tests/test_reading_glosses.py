"""Glosses: real notes with the words they are on; lemma, value and place as a reader finds them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import LexiconError
from kg.lexicon.gloss import GlossKind, load_gloss_patterns
from kg.reading.glosses import Gloss, read_glosses, shipped_folding
from kg.texts.document import Document, Layer, Note, Passage, Source
from kg.texts.span import Span
from texts_sources import KANRIPO, ROOT, needs_kanripo


def document(text: str, note: str, layer: Layer = Layer.ZHU, anchor: Span | None = None) -> Document:
    anchor = anchor or Span(0, len(text))
    return Document(
        "t", "t", text, (Passage("t.1", Span(0, len(text)), Layer.JING),), Source("t", "", "plain"),
        notes=(Note("t.n1", note, layer, anchor, "t.1"),),
    )  # fmt: skip


def told(glosses: tuple[Gloss, ...]) -> list[tuple[str, str, str, str, int | None]]:
    return [(g.kind.value, g.tradition, g.lemma, g.value, g.place.start if g.place else None) for g in glosses]


CASES = [
    ("誘猶教 鄉射禮·鄭注", "不去旌誘射", "誘猶教也", [("definition", "", "誘", "教", 3)]),
    ("戒猶警語 鄉射禮·鄭注", "主人戒賓", "戒猶警也語也",
     [("definition", "", "戒", "警", 2), ("definition", "", "戒", "語", 2)]),
    ("肉謂之羹 鄉射禮·鄭注", "羹定", "肉謂之羹定猶孰也謂狗孰可食",
     [("definition", "", "羹", "肉", 0), ("definition", "", "定", "孰", 1)]),
    ("挩拭 啐嘗 鄉射禮·鄭注", "坐挩手執爵遂祭酒興席末坐啐酒", "挩拭也啐嘗也古文挩作說",
     [("definition", "", "挩", "拭", 1), ("definition", "", "啐", "嘗", 12), ("reading", "古文", "挩", "說", 1)]),
    ("卒盡 鄉射禮·鄭注", "坐卒爵興坐奠爵", "卒盡", [("definition", "", "卒", "盡", 1)]),
    ("不興者 鄉射禮·鄭注", "工不興告于樂正", "不興者瞽矇禮略也", [("definition", "", "不興", "瞽矇禮略", 1)]),
    ("引手曰厭 鄉射禮·鄭注", "賓厭衆賓衆賓皆入門左東面北上賓少進", "引手曰厭少進差在前也今文皆曰揖衆賓",
     [("definition", "", "厭", "引手", 1), ("definition", "", "少進", "差在前", 15),
      ("reading", "今文", "厭衆賓", "揖衆賓", 1)]),
    ("今文無 鄉射禮·鄭注", "主人阼階前西面坐奠爵", "重以主人事煩賓也今文無阼階", [("lack", "今文", "阼階", "", 2)]),
    ("今文坐取觶無進 鄉射禮·鄭注", "進坐取觶興反坐不祭遂卒觶興坐奠觶拜執觶興", "今文坐取觶無進又曰坐奠之拜",
     [("reading", "今文", "進坐取觶", "坐取觶", 0), ("reading", "今文", "坐奠觶拜", "坐奠之拜", 13)]),
    ("糅為縮韜為翿 鄉射禮·鄭注", "白羽與朱羽糅杠長三仞以鴻脰韜上二尋", "八尺曰尋今文糅為縮韜為翿",
     [("definition", "", "尋", "八尺", 16), ("reading", "今文", "糅", "縮", 5), ("reading", "今文", "韜", "翿", 13)]),
    ("或作植 鄉射禮·鄭注", "膱長尺二寸", "古文膱為胾今文或作植",
     [("reading", "古文", "膱", "胾", 0), ("reading", "今文", "膱", "植", 0)]),
    ("護非也 大射儀·鄭注", "獲者興共而俟", "古文獲皆作護非也", [("reading", "古文", "獲", "護", 0)]),
    ("右還 大射儀·鄭注", "還右乃降釋弓反位", "今文曰右還", [("reading", "今文", "還右", "右還", 0)]),
    ("獻讀為沙 大射儀·鄭注", "兩壺獻酒", "獻讀為沙沙酒濁", [("loan", "", "獻", "沙", 2)]),
    ("疑然從於趙盾之疑 士昏禮·鄭注", "賓升西階上疑立", "疑讀為疑然從於趙盾之疑疑正立自定之貌",
     [("loan", "", "疑", "疑然從於趙盾之疑", 5), ("definition", "", "疑", "正立自定之貌", 5)]),
    ("觚當為觶 大射儀·鄭注", "洗象觚升酌膳", "反位反席也此觚當為觶", [("emendation", "", "觚", "觶", 2)]),
    ("席之當作之席 集說", "賓席之前西北面", "席之當作之席", [("emendation", "", "席之", "之席", 1)]),
    ("東似衍文 集說", "司射適阼階上東北面告於主人", "當北面東似衍文上言司正阼階上", [("emendation", "", "東", "", 6)]),
    ("punctuated: 畢所以 大射儀·鄭注", "司馬正東面，以弓為畢。", "畢，所以教助執事者。《鄉射記》曰：「乃設楅。」",
     [("definition", "", "畢", "所以教助執事者", 9)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "note", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_glosses(text: str, note: str, expected: list[tuple[str, str, str, str, int | None]]) -> None:
    """Each gloss of the note is found, in the note's order, with its lemma at its place."""
    assert sorted(told(read_glosses(document(text, note)))) == sorted(expected)


def test_sounds_of_the_jishuo() -> None:
    """A note of sounds is read word by word: 深式鴆反縣音玄 (集說), with a second sound of the same word."""
    found = read_glosses(document("南北以堂深縣于洗東北還其後", "深式鴆反縣音玄還音環一音患下同", Layer.YIN))
    assert told(found) == [
        ("sound", "", "深", "式鴆", 4),
        ("sound", "", "縣", "玄", 5),
        ("sound", "", "還", "環", 10),
        ("sound", "", "還", "患", 10),
    ]


def test_sounds_at_the_end_of_a_note() -> None:
    """Behind ○ a chain of sounds is read (句讀); in a sentence 反 stays a verb."""
    found = read_glosses(document("中掩束之定", "反位而後束之○中丁仲反定多佞反"))
    assert told(found) == [("sound", "", "中", "丁仲", 0), ("sound", "", "定", "多佞", 4)]


def test_a_sound_of_a_word_of_the_note() -> None:
    """The sound of a word that stands only in the note has no place in the base text."""
    found = read_glosses(document("袒決遂", "遂射韝也○韝古侯反"))
    assert [(g.lemma, g.place is not None) for g in found] == [("遂", True), ("韝", False)]


def test_lemma_nearest_before_the_note() -> None:
    """Of two places of a word the one nearest to the note, never one behind it."""
    text = "俟于堂西而俟射者俟"
    found = read_glosses(document(text, "俟待也", anchor=Span(0, 6)))
    assert [g.place for g in found] == [Span(5, 6)]


def test_lemma_across_variant_glyphs() -> None:
    """賔 in the base text and 賓 in the note are one word; the lemma is given as the base text has it."""
    found = read_glosses(document("乃席賔南面", "賓客也"))
    assert told(found) == [("definition", "", "賔", "客", 2)]


def test_a_quotation_is_read_once() -> None:
    """句讀: a digest of 疏 in 張爾岐's own course is a note of its own; its gloss is 賈公彥's alone."""
    whole = document("誘射乃合樂", "誘猶教也○疏云樂猶和也")
    outer = whole.notes[0]
    inner = Note("t.n1.1", "樂猶和也", Layer.SHU, outer.anchor, "t.1", "賈公彥", parent="t.n1", at=7, within=True)
    found = read_glosses(replace(whole, notes=(outer, inner)))
    assert [(g.note, g.lemma) for g in found] == [("t.n1", "誘"), ("t.n1.1", "樂")]


def test_other_classics_are_no_tradition() -> None:
    """古文尚書 is a book, 今文武 a name; neither is a report."""
    assert not [g for g in read_glosses(document("升堂", "古文尚書作堂升")) if g.tradition]


@given(
    st.text(alphabet="賓主人也者猶謂之曰今古文無作為皆讀當音反。，（○", max_size=40),
    st.text(alphabet="賓主人之曰，。", max_size=20),
)
def test_any_note_is_read(note: str, text: str) -> None:
    """Whatever a note holds: spans lie within it, places hold the lemma, glosses of one note do not overlap."""
    found = read_glosses(document(text, note))
    fold = shipped_folding().fold
    assert all(0 <= g.span.start < g.span.end <= len(note) for g in found)
    assert all(g.place is None or g.place.end <= len(text) for g in found)
    assert all(fold(g.place.of(text)).norm.strip("，。") for g in found if g.place)
    spans = sorted(g.span for g in found)
    assert all(a.end <= b.start for a, b in pairwise(spans))


@needs_kanripo
@pytest.mark.parametrize(("juan", "jinwen", "guwen"), [("005", 24, 18), ("007", 12, 18)])
def test_reports_of_the_traditions(juan: str, jinwen: int, guwen: int) -> None:
    """KR1d0026: every 今文 and 古文 note of 鄉射禮 and 大射 is read, and at least 95 % of the lemmas are placed."""
    from kg.texts import read_documents

    fold = shipped_folding().fold
    chapter = next(read_documents(KANRIPO / "KR1d0026" / f"KR1d0026_{juan}.txt"))
    assert [sum(note.text.count(name) for note in chapter.notes) for name in ("今文", "古文")] == [jinwen, guwen]
    found = [g for g in read_glosses(chapter) if g.tradition]
    table = (ROOT / "tests/data/reports.tsv").read_text(encoding="utf-8")
    expected = {tuple(line.split("\t")[1:]) for line in table.splitlines() if line.startswith(juan)}
    read = {
        (g.note.rsplit(".n", 1)[1], g.tradition,
         fold(chapter.text[max(0, g.place.start - 2) : g.place.start]).norm.replace("\n", "") if g.place else "",
         fold(g.lemma).norm, fold(g.value).norm)
        for g in found
    }  # fmt: skip
    assert len(expected & read) >= 0.95 * len(expected)
    assert {key[:2] for key in expected} == {key[:2] for key in read}


def test_every_pattern_is_from_a_source_and_of_a_known_kind() -> None:
    """The shipped table is valid; ids are unique, kinds are those of the ontology."""
    patterns = load_gloss_patterns()
    assert len({p.id for p in patterns}) == len(patterns) > 30
    assert {p.kind for p in patterns} == set(GlossKind)


@pytest.mark.parametrize(
    "row",
    ["x\tmeaning\tsentence\tplaced\t0\tcertain\t^{L}也\t\ts", "x\tdefinition\tsentence\tplaced\t0\tcertain\t^(也\t\ts",
     "x\tdefinition\tsentence\tplaced\t0\tcertain\t^也\t\ts",
     "x\tdefinition\tsentence\tplaced\tfar\tcertain\t^{L}也\t\ts"],
    ids=["kind", "expression", "no lemma", "reach"],
)  # fmt: skip
def test_a_bad_pattern_is_told_with_its_row(tmp_path: Path, row: str) -> None:
    """KG-L010 names file and row."""
    head = "id\tkind\tscope\tlemma\treach\tgrade\tpattern\tnote\tsource\n"
    (tmp_path / "gloss_patterns.tsv").write_text(head + row + "\n", encoding="utf-8")
    with pytest.raises(LexiconError) as caught:
        load_gloss_patterns(tmp_path)
    assert caught.value.code == "KG-L010"
    assert caught.value.where is not None
    assert caught.value.where.line == 2
