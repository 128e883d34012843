"""Reading: the reader is chosen by the content; plain text stays as it stands."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import KgError, TextError
from kg.texts import read_documents
from kg.texts.plain import read_plain
from kg.texts.raw import RawText
from kg.texts.read import detect
from kg.texts.sentences import sentence_spans
from texts_sources import GOLD, KANRIPO, SEEDS, needs_gold, needs_kanripo, needs_seeds

TEI = '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>無介。</p></body></text></TEI>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TEI, "tei"),
        ("#+TITLE: 儀禮\n<pb:X_SBCK_001-1a>¶\n無介¶\n", "mandoku"),
        ("小臣師設楅【畢所以教助執事者】既設楅", "bracketed"),
        ("【原文】\n鄉射之禮。\n【譯文】\n", "plain"),
        ("主人戒賓，賓出迎，再拜。", "plain"),
        ("", "plain"),
        ("<b>無介</b>", "plain"),
    ],
    ids=["TEI", "Mandoku", "notes in 【】", "【】 only as labels", "punctuated", "empty", "other markup"],
)
def test_detect(text: str, expected: str) -> None:
    """The content shows the format."""
    assert detect(text) == expected


@needs_seeds
@needs_kanripo
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (SEEDS / "000_85e93eabaad6717b.txt", "bracketed"),
        (SEEDS / "001_079c29214a4b709b.txt", "plain"),
        (SEEDS / "002_cb1dee195e8e0106.txt", "bracketed"),
        (SEEDS / "003_f1554ef5dc1d93ad.txt", "bracketed"),
        (KANRIPO / "KR1d0026" / "KR1d0026_001.txt", "mandoku"),
    ],
    ids=lambda value: getattr(value, "stem", value),
)
def test_the_shared_texts_show_their_format(path: Path, expected: str) -> None:
    """Each of the project's sources goes to the reader that fits it."""
    assert next(read_documents(path)).source.format == expected


def test_sentences_of_plain_text(tmp_path: Path) -> None:
    """A sentence keeps its closing quotes, also where they slipped to the next line; ids count from 1."""
    path = tmp_path / "xs.txt"
    path.write_text("工不興，告於樂正，曰：「正歌備。\n」樂正告於賓，乃降。「諾！」乃復求矢。\n", encoding="utf-8")
    (document,) = read_documents(path)
    assert document.text == "工不興，告於樂正，曰：「正歌備。\n」樂正告於賓，乃降。「諾！」乃復求矢。"
    assert [(p.id, p.span.of(document.text)) for p in document.passages] == [
        ("xs.1", "工不興，告於樂正，曰：「正歌備。\n」"),
        ("xs.2", "樂正告於賓，乃降。"),
        ("xs.3", "「諾！」"),
        ("xs.4", "乃復求矢。"),
    ]
    assert [p.citation.line for p in document.passages] == [1, 2, 2, 2]


def test_unpunctuated_text_is_cited_by_line(tmp_path: Path) -> None:
    """Without punctuation a passage is a line, its indentation left out of the span but not out of the text."""
    path = tmp_path / "ds.txt"
    path.write_bytes("　既設楅司馬正適次\r\n\r\n小臣坐委矢於楅北括\r\n".encode())
    (document,) = read_documents(path)
    assert document.text == "　既設楅司馬正適次\r\n\r\n小臣坐委矢於楅北括"
    assert [p.span.of(document.text) for p in document.passages] == ["既設楅司馬正適次", "小臣坐委矢於楅北括"]
    assert [p.citation.line for p in document.passages] == [1, 3]


@needs_gold
@pytest.mark.parametrize("run", [json.loads(line) for line in GOLD.open(encoding="utf-8")] if GOLD.is_file() else [],
                         ids=lambda run: run["id"])
def test_gold_texts_are_read_exactly(run: dict[str, str], tmp_path: Path) -> None:
    """The scorer finds a text by its exact characters: none may be added, lost or moved."""
    path = tmp_path / f"{run['id']}.txt"
    path.write_text(run["text"] + "\n", encoding="utf-8")
    (document,) = read_documents(path)
    assert document.text == run["text"]
    assert document.id == run["id"]


def test_stdin_is_a_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads standard input, named stdin."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("無介。".encode()), encoding='utf-8'))
    (document,) = read_documents("-")
    assert (document.id, document.text, document.source.path) == ("stdin", "無介。", "-")


def test_a_folder_is_read_in_order_and_a_bad_file_costs_only_itself(tmp_path: Path) -> None:
    """Files sorted by path, hidden folders and other suffixes passed over; `on_error` takes what cannot be read."""
    for name in ("b.txt", "a/2.txt", "a/10.txt", ".git/x.txt", "Readme.org"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("無介。", encoding="utf-8")
    (tmp_path / "a.txt").write_bytes(b"\x00\x01")
    errors: list[KgError] = []
    read = [document.id for document in read_documents(tmp_path, on_error=errors.append)]
    assert read == ["10", "2", "b"]
    assert [error.code for error in errors] == ["KG-T002"]
    with pytest.raises(TextError, match="KG-T002"):
        list(read_documents(tmp_path))


@pytest.mark.parametrize(("format", "code"), [("word", "KG-T005"), (None, "KG-T006")])
def test_unusable_sources_are_refused(tmp_path: Path, format: str | None, code: str) -> None:
    """An unknown format, and a folder without texts."""
    with pytest.raises(TextError, match=code):
        list(read_documents(tmp_path, format=format))


def test_the_format_can_be_overridden(tmp_path: Path) -> None:
    """Told so, brackets are read as words like any other."""
    path = tmp_path / "t.txt"
    path.write_text("小臣師設楅【注】。", encoding="utf-8")
    (document,) = read_documents(path, format="plain")
    assert document.text == "小臣師設楅【注】。"
    assert not document.notes


def test_lost_and_unknown_characters_are_reported(tmp_path: Path) -> None:
    """A black square, an entity and a private-use character each become a problem at their offset; the text stays."""
    path = tmp_path / "t.txt"
    path.write_text("賓坐■爵\n坐取&KR1152;洗\ue000", encoding="utf-8")
    (document,) = read_documents(path)
    assert document.text == "賓坐■爵\n坐取&KR1152;洗\ue000"
    assert sorted((p.code, p.offset, p.line) for p in document.problems) == [
        ("KG-T105", 7, 2), ("KG-T106", 2, 1), ("KG-T107", 16, 2)
    ]


@given(st.text() | st.text(alphabet="主人戒賓。！」「，\n 　"))
def test_sentences_cover_all_but_white_space(text: str) -> None:
    """Of any text: spans rise, do not overlap, are not empty, and leave out nothing but white space."""
    spans = sentence_spans(text)
    left = set(range(len(text)))
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        assert not span.of(text)[0].isspace()
        assert not span.of(text)[-1].isspace()
        end = span.end
        left -= set(range(span.start, span.end))
    assert all(text[i].isspace() for i in left)


@given(st.text())
def test_plain_text_is_never_changed(text: str) -> None:
    """Of any text: the document's text is the file's, but for one line end."""
    document = read_plain(RawText("t", "t", "", text))
    assert text in (document.text, document.text + "\n", document.text + "\r\n", document.text + "\r")
    assert [p.id for p in document.passages] == [f"t.{n}" for n in range(1, len(document.passages) + 1)]
