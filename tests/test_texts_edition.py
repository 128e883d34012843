"""The shipped edition: whole, citable, corrected in the open, and the same as its script makes it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from kg.texts import shipped_commentaries, shipped_documents
from kg.texts.document import Document, Layer
from texts_sources import ROOT, SEEDS, needs_seeds

DATA = ROOT / "kg" / "texts" / "data"
XIANGSHE, DASHE = shipped_documents()
BENYI, YISHU = shipped_commentaries()
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def words(document: Document, identity: str) -> str:
    return next(p.span.of(document.text) for p in document.passages if p.id == identity)


@pytest.mark.parametrize("name", ["xiangshe.xml", "dashe.xml", "benyi.xml", "yishu.xml"])
def test_the_files_are_tei_with_unique_ids(name: str) -> None:
    """Well-formed, in the TEI namespace, every id once, every reference to an id of the file answered."""
    root = etree.parse(DATA / name).getroot()
    assert root.tag == "{http://www.tei-c.org/ns/1.0}TEI"
    ids = [element.get(XML_ID) for element in root.iter() if element.get(XML_ID)]
    assert len(ids) == len(set(ids))
    references = {
        part.removeprefix("#")
        for element in root.iter(etree.Element)
        for attribute in ("resp", "ana", "source", "ref", "who")
        for part in element.get(attribute, "").split()
        if part.startswith("#")
    }
    assert references <= set(ids)
    assert {"ed"} < references


@pytest.mark.parametrize(
    ("identity", "expected"),
    [
        ("xiangshe.1", "鄉射之禮。"),
        ("xiangshe.18", "乏參侯道，居侯黨之一，西五步。"),
        ("xiangshe.146", "工不興，告於樂正，曰：「正歌備。」"),
        ("xiangshe.177", "司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"),
        ("xiangshe.479", "鄉樂唯欲。"),
        ("xiangshe.480", "大夫與，則公士為賓。"),
        ("xiangshe.577", "君在，大夫射，則肉袒。"),
        ("dashe.1", "小臣師設楅，司馬正東面，以弓為畢。"),
        ("dashe.267", "公入，《驁》。"),
    ],
)
def test_citations_never_change(identity: str, expected: str) -> None:
    """What has been cited must be found again under the same id."""
    document = XIANGSHE if identity.startswith("xiangshe") else DASHE
    assert words(document, identity) == expected


def test_counts_and_layers() -> None:
    """鄉射禮 is 479 sentences of canon and 98 of record; the half of 大射儀 is 267, with 170 notes of 鄭玄."""
    assert [sum(p.layer is layer for p in XIANGSHE.passages) for layer in (Layer.JING, Layer.JI)] == [479, 98]
    assert {p.layer for p in DASHE.passages} == {Layer.JING}
    assert len(DASHE.passages) == 267
    assert sum(n.layer is Layer.ZHU and n.speaker == "鄭玄" for n in DASHE.notes) == 170
    assert [n.text for n in DASHE.notes if n.layer is Layer.PARALLEL][-1] == "若飲君，如燕，則夾爵。"
    assert [h.text for h in DASHE.headings][:3] == ["右取矢", "右再請射", "右再射釋獲"]
    assert len(DASHE.headings) == 23


@pytest.mark.parametrize("document", [XIANGSHE, DASHE], ids=lambda d: d.id)
def test_passages_cover_the_text(document: Document) -> None:
    """In order, without overlap, all but white space; ids count from 1 without a hole."""
    end = 0
    for number, passage in enumerate(document.passages, start=1):
        assert passage.id == f"{document.id}.{number}"
        assert not document.text[end : passage.span.start].strip()
        assert passage.span.of(document.text)[-1] in "。」"
        end = passage.span.end
    assert end == len(document.text)


KNOWN_DAMAGE = [
    "黨之一", "坐奠爵，拜", "獻眾賓", "主人大夫之右", "奠於篚，反升", "降自西階，阼階", "升堂，揖；豫", "三耦卒射。」",
    "眾賓繼射", "所執餘獲", "立卒觶", "舉觶者皆坐祭", "大夫如賓禮", "袒纁襦", "蛇交，韋當", "徵唯所欲",
    "以為侯中", "搢扑", "左个",
]


@pytest.mark.parametrize("reading", KNOWN_DAMAGE)
def test_known_damage_is_repaired_in_the_open(reading: str) -> None:
    """Each repaired reading stands in the text, and an emendation covers a place in it, with reason and witness."""
    at = XIANGSHE.text.index(reading)
    touching = [e for e in XIANGSHE.emendations if at <= e.span.start and e.span.end <= at + len(reading)]
    assert touching
    assert all(e.reason and e.witness and e.sic != e.corr for e in touching)


def test_commentaries_have_their_voices() -> None:
    """禮經本義 has its voices by person, 義疏 with their classes and 賈疏 within 鄭玄's notes; no comment is 經."""
    assert Counter(n.speaker for n in BENYI.notes if n.label not in ("", "句")) == {
        "敖繼公": 8, "郝敬": 6, "鄭玄": 3, "高愈": 3
    }
    assert {n.speaker for n in BENYI.notes if n.label in ("", "句")} == {"蔡德晉"}
    assert {n.speaker for n in YISHU.notes} == {"義疏館臣", "鄭玄", "賈公彥", "敖繼公", "郝敬", "陳暘"}
    inner = [n for n in YISHU.notes if n.parent]
    assert {(n.written, n.speaker) for n in inner} == {("賈疏", "賈公彥")}
    assert Counter(n.stance for n in YISHU.notes if not n.parent)["存疑"] == 3
    assert all("也" not in p.span.of(YISHU.text) for p in YISHU.passages)
    assert not {"雲", "複", "?"} & set(YISHU.text + "".join(n.text for n in YISHU.notes))


@pytest.mark.parametrize("document", [XIANGSHE, DASHE, BENYI, YISHU], ids=lambda d: d.id)
def test_emendations_cover_what_they_corrected(document: Document) -> None:
    """The span of an emendation holds its correction, in the text or in the note that it names."""
    notes = {n.id: n.text for n in document.notes}
    for emendation in document.emendations:
        assert emendation.span.of(notes[emendation.note] if emendation.note else document.text) == emendation.corr


def test_no_translation_and_no_noise_is_left() -> None:
    """Nothing of the modern translation, no scraping noise, no slipped quote is in the edition."""
    assert "一交一" not in XIANGSHE.text
    assert " " not in XIANGSHE.text
    assert "\n」" not in XIANGSHE.text
    assert XIANGSHE.text.count("「") == XIANGSHE.text.count("」") == 25
    assert not {"的", "着", "裡", "們"} & set(XIANGSHE.text + DASHE.text)


def test_quotations_of_the_record_point_to_it() -> None:
    """What 鄭玄 and 江永 quote from 鄉射禮 is linked to the sentences quoted."""
    root = etree.parse(DATA / "dashe.xml")
    targets = {
        "".join(element.itertext())[:9]: element.get("corresp")
        for element in root.iter("{http://www.tei-c.org/ns/1.0}quote", "{http://www.tei-c.org/ns/1.0}note")
        if element.get("corresp")
    }
    assert targets["乃設楅於中庭，南當"] == "xiangshe.xml#xiangshe.237"
    assert targets["若飲君，如燕，則夾"] == "xiangshe.xml#xiangshe.572"
    assert "於中庭，南當洗" in words(XIANGSHE, "xiangshe.237")
    assert words(XIANGSHE, "xiangshe.572") == "若飲君，如燕，則夾爵。"


@needs_seeds
def test_the_script_makes_these_files(tmp_path: Path) -> None:
    """Seeds, punctuation and emendations give the shipped files to the byte; changed seeds are refused."""
    script = [sys.executable, str(ROOT / "scripts" / "encode_edition.py"), "--check"]
    assert subprocess.run(script, capture_output=True, check=False).returncode == 0
    for seed in SEEDS.iterdir():
        text = seed.read_text(encoding="utf-8").replace("司馬師坐乘之", "司馬坐乘之")
        (tmp_path / seed.name).write_text(text, encoding="utf-8")
    broken = subprocess.run([*script, "--seeds", str(tmp_path)], capture_output=True, check=False)
    assert broken.returncode == 1
    assert "differs from the seed" in broken.stderr.decode()
