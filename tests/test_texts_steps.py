"""Steps: each scholar's closing headings as an ordered division of the rite, nested where the source nests."""

from __future__ import annotations

import pytest

from kg.texts import shipped_commentaries, shipped_documents
from kg.texts.document import Document, Layer, Step
from kg.texts.mandoku import read_mandoku
from kg.texts.raw import RawText
from kg.texts.span import Span

HEAD = "#+TITLE: 儀禮\n#+PROPERTY: ID {edition}\n"


def read(edition: str, body: str) -> Document:
    return read_mandoku(RawText("x", "x.txt", "", HEAD.format(edition=edition) + "<pb:X_005-1a>¶\n" + body))


def rows(document: Document) -> list[tuple[int, str, str, int]]:
    return [(s.order, s.label, s.span.of(document.text), s.parent) for s in document.steps]


def test_headings_divide_the_rite() -> None:
    """集說 KR1d0035_WYG_005-1b: 右戒賔 closes what stands before it; the scheme is 敖繼公's."""
    document = read("KR1d0035", "主人戒賔¶\n　請謂致戒辭¶\n無介¶\n　　　　右戒賔¶\n乃席賔¶\n　　　　右設席¶\n")
    assert rows(document) == [(1, "戒賔", "主人戒賔無介", 0), (2, "設席", "乃席賔", 0)]
    assert {step.scheme for step in document.steps} == {"敖繼公"}


def test_the_record_behind_a_heading_belongs_to_its_step() -> None:
    """本義 KR1d0044_WYG_004-1b: the 記 behind 右戒賔 is record, piece by piece, and none of the next step."""
    document = read(
        "KR1d0044",
        "無介¶\n　　　右戒賔　大夫與則公士為賔(公士公朝/之士)　使能不宿戒¶\n　　　(能者敏/於事)乃席賔南面¶\n"
        "尊于賔席之東¶\n　　　右陳器席¶\n",
    )
    assert [(p.layer, p.span.of(document.text)) for p in document.passages] == [
        (Layer.JING, "無介"), (Layer.JI, "大夫與則公士為賔"), (Layer.JI, "使能不宿戒"), (Layer.JI, "乃席賔南面"),
        (Layer.JING, "尊于賔席之東"),
    ]
    first, second = document.steps
    assert first.span.of(document.text) == "無介"
    assert first.record is not None
    assert first.record.of(document.text) == "大夫與則公士為賔使能不宿戒乃席賔南面"
    assert (second.span.of(document.text), second.record) == ("尊于賔席之東", None)


def test_parallels_and_record_of_the_gangmu() -> None:
    """綱目 KR1d0086_WYG_011: behind 記 stands record, behind a bare blank a text quoted in parallel."""
    document = read(
        "KR1d0086",
        "鄉射之禮¶\n　　右篇目　周禮州長春秋以禮會民(序州/黨也)¶\n主人戒賔(主人州/長也)¶\n"
        "　　右戒賔　記大夫與則公士為賔(不敢/使也)¶\n",
    )
    assert [(p.layer, p.span.of(document.text)) for p in document.passages] == [
        (Layer.JING, "鄉射之禮"), (Layer.JING, "主人戒賔"), (Layer.JI, "大夫與則公士為賔")
    ]
    assert [(n.layer, n.text, n.anchor.of(document.text)) for n in document.notes] == [
        (Layer.PARALLEL, "周禮州長春秋以禮會民", "鄉射之禮"), (Layer.ZHU, "序州黨也", "鄉射之禮"),
        (Layer.ZHU, "主人州長也", "主人戒賔"), (Layer.ZHU, "不敢使也", "大夫與則公士為賔"),
    ]
    assert [h.text for h in document.headings] == ["右篇目", "右戒賔"]


def test_steps_that_the_source_takes_together() -> None:
    """句讀 KR1d0038_WYG_005-1b, -12a: 凡三節皆禮初事 counts its steps, 此下至… names the words where a group ends."""
    document = read(
        "KR1d0038",
        "主人戒賔(州長也○此下言戒賔陳設凡二/節皆禮初事也)¶\n　右戒賔¶\n乃席賔¶\n　右陳設¶\n"
        "三耦俟(俟事也○此下至乃復求矢言三/耦之射凡二節射之第一番也)¶\n　右請射¶\n"
        "乃復求矢加于楅¶\n　右取矢¶\n旅¶\n　右旅酬¶\n",
    )
    assert rows(document) == [
        (1, "禮初事", "主人戒賔\n乃席賔", 0), (2, "戒賔", "主人戒賔", 1), (3, "陳設", "乃席賔", 1),
        (4, "射之第一番", "三耦俟\n乃復求矢加于楅", 0), (5, "請射", "三耦俟", 4), (6, "取矢", "乃復求矢加于楅", 4),
        (7, "旅酬", "旅", 0),
    ]


@pytest.mark.parametrize("line", ["右下射於左若有餘算則反委之", "右執弦南面揖"])
def test_base_text_that_begins_with_right(line: str) -> None:
    """義疏 KR1d0037_WYG_011-31b: a line that begins with 右 is no heading unless an empty line follows."""
    document = read("KR1d0037", f"乃射上射於¶\n{line}¶\n　案此¶\n又取中之八算¶\n¶\n右再射¶\n¶\n")
    assert document.text == f"乃射上射於{line}又取中之八算"
    assert [h.text for h in document.headings] == ["右再射"]


def test_steps_of_the_shipped_edition() -> None:
    """江永's 23 steps of 大射儀, 蔡德晉's and the 義疏's of 鄉射禮, with the 記 behind 請射 as 蔡德晉 puts it."""
    dashe = shipped_documents()[1]
    assert [(s.scheme, s.label) for s in dashe.steps[:2]] == [("江永", "取矢"), ("江永", "再請射")]
    assert len(dashe.steps) == 23
    assert dashe.steps[0].span.of(dashe.text).endswith("左右撫之，興，反位。")
    benyi, yishu = shipped_commentaries()
    assert [(s.scheme, s.label) for s in benyi.steps] == [
        ("蔡德晉", "樂"), ("蔡德晉", "立司正"), ("蔡德晉", "請射"), ("蔡德晉", "誘射")
    ]
    assert [s.label for s in yishu.steps] == ["遵者之禮", "樂", "立司正"]
    record = benyi.steps[2].record
    assert record is not None
    assert record.of(benyi.text).startswith("三耦者使弟子司射前戒之司射之弓矢")
    assert all(isinstance(s, Step) and s.span.end <= len(d.text) for d in (dashe, benyi, yishu) for s in d.steps)
    assert benyi.steps[0].span == Span(0, 0)
