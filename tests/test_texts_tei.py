"""TEI: passages, notes, corrections, gaps; broken files are refused."""

from __future__ import annotations

import pytest

from kg.errors import TextError
from kg.texts.document import Document, Layer
from kg.texts.raw import RawText
from kg.texts.tei import read_tei

HEADER = """<teiHeader><fileDesc><titleStmt><title>儀禮·大射儀</title>
<respStmt xml:id="z"><resp>注</resp><persName>鄭玄</persName></respStmt></titleStmt></fileDesc><encodingDesc><classDecl>
<taxonomy><category xml:id="r1"><catDesc>形近而訛</catDesc></category>
</taxonomy></classDecl></encodingDesc></teiHeader>"""


def read(body: str, header: str = HEADER, identity: str = ' xml:id="ds"') -> Document:
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"{identity}>{header}'
        f"<text><body>{body}</body></text></TEI>"
    )
    (document,) = read_tei(RawText("file", "file.xml", "", text))
    return document


def test_sentences_notes_and_milestones() -> None:
    """Sentences keep their ids, notes their place and author; closing headings start a new line."""
    document = read(
        '<div type="jing"><ab>\n<s xml:id="ds.1">既設楅<pc>，</pc>反位<pc>。</pc></s>\n'
        '<s xml:id="ds.2">小臣坐<note type="zhu" xml:id="ds.2.n1" resp="#z">甲</note>委矢<note>乙</note></s>\n'
        '<milestone unit="step" n="右取矢"/><note type="parallel">丙<note type="zhu">丁</note></note></ab>\n'
        '<ab><s xml:id="ds.3">公許<pc>。</pc></s></ab></div>'
    )
    assert document.id == "ds"
    assert document.title == "儀禮·大射儀"
    assert document.text == "既設楅，反位。小臣坐委矢\n公許。"
    assert [(p.id, p.span.of(document.text), p.layer) for p in document.passages] == [
        ("ds.1", "既設楅，反位。", Layer.JING), ("ds.2", "小臣坐委矢", Layer.JING), ("ds.3", "公許。", Layer.JING)
    ]
    assert [(n.text, n.layer, n.speaker, n.anchor.of(document.text), n.passage) for n in document.notes] == [
        ("甲", Layer.ZHU, "鄭玄", "既設楅，反位。小臣坐", "ds.2"),
        ("乙", Layer.ZHU, "", "委矢", "ds.2"),
        ("丙", Layer.PARALLEL, "", "既設楅，反位。小臣坐委矢", "ds.2"),
        ("丁", Layer.ZHU, "", "既設楅，反位。小臣坐委矢", "ds.2"),
    ]
    assert [(n.parent, n.at) for n in document.notes[2:]] == [("", None), ("ds.n3", 1)]
    assert [(s.label, s.span.of(document.text)) for s in document.steps] == [("取矢", "既設楅，反位。小臣坐委矢")]
    assert [(h.text, h.offset, h.kind) for h in document.headings] == [("右取矢", 12, "closing")]


def test_corrections_are_the_text_and_are_kept() -> None:
    """The text is the corrected one; what the source had, why and after whom it was changed is an emendation."""
    document = read(
        '<ab><s>坐<choice><sic>尊</sic>'
        '<corr ana="#r1" source="kanripo:KR1d0026_SBCK_005-4a #KR1d0030">奠</corr></choice>爵'
        "為<choice><sic/><corr>侯</corr></choice>中人<choice><sic>一</sic><corr/></choice>大夫"
        '<note xml:id="n">今<choice><sic>丈</sic><corr>文</corr></choice></note></s></ab>'
    )
    assert document.text == "坐奠爵為侯中人大夫"
    found = [(e.span.start, e.span.end, e.sic, e.corr, e.note) for e in document.emendations]
    assert found == [(1, 2, "尊", "奠", ""), (4, 5, "", "侯", ""), (7, 7, "一", "", ""), (1, 2, "丈", "文", "n")]
    assert document.emendations[0].reason == "形近而訛"
    assert document.emendations[0].witness == "KR1d0026_SBCK_005-4a KR1d0030"


def test_layers_headings_and_characters_without_code_point() -> None:
    """A division's type is the layer of its sentences; `g` stays an entity; a gap is a problem."""
    document = read(
        '<div type="jing"><p>無介<pc>。</pc></p></div><div type="ji"><head>記</head>'
        '<p>坐取<g ref="#KR1152"/>洗。<gap reason="lost"/></p></div>'
    )
    assert document.text == "無介。\n坐取&KR1152;洗。"
    assert [(p.id, p.layer) for p in document.passages] == [("ds.1", Layer.JING), ("ds.2", Layer.JI)]
    assert [(h.text, h.kind) for h in document.headings] == [("記", "ji")]
    assert sorted(p.code for p in document.problems) == ["KG-T105", "KG-T109"]


def test_other_peoples_tei() -> None:
    """Without header, ids and `s`, blocks are lines and their sentences passages; the file's name is the id."""
    document = read(
        "<head>鄉射禮</head><p>主人戒賓，賓出迎，再拜。\n   主人答再拜，乃請。</p><lg><l>無介。</l></lg>", "", ""
    )
    assert document.id == "file"
    assert document.text == "主人戒賓，賓出迎，再拜。主人答再拜，乃請。\n無介。"
    assert [p.span.of(document.text) for p in document.passages] == [
        "主人戒賓，賓出迎，再拜。", "主人答再拜，乃請。", "無介。"
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<TEI xmlns="http://www.tei-c.org/ns/1.0"><text></TEI>', "KG-T020"),
        ('<a xmlns="http://www.tei-c.org/ns/1.0"/>', "KG-T021"),
        ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>', "KG-T022"),
    ],
    ids=["not well-formed", "no TEI element", "outside entities are not fetched"],
)
def test_broken_files_are_refused(text: str, code: str) -> None:
    """A file that is no TEI is an error with its code and name."""
    with pytest.raises(TextError, match=rf"{code} \[file\.xml"):
        list(read_tei(RawText("file", "file.xml", "", text)))
