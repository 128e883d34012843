"""Decoding: encodings are recognised, damage is reported with its place, what is no text is refused by name."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import TextError
from kg.texts.decode import decode, load
from kg.texts.raw import document_id

TEXT = "主人戒賓，賓出迎，再拜。主人答再拜，乃請。賓禮辭，許。\n"
SIMPLIFIED = "主人为宾设席，宾升席，坐，左执爵，右祭脯醢，奠爵于荐西，兴取肺。\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        pytest.param(TEXT.encode(), "utf-8", id="utf-8"),
        pytest.param(codecs.BOM_UTF8 + TEXT.encode(), "utf-8", id="utf-8 with BOM"),
        pytest.param(TEXT.encode("utf-16"), "utf-16-le", id="utf-16 by BOM"),
        pytest.param(codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be", id="utf-16 big-endian by BOM"),
    ],
)
def test_unicode_is_read_without_notice(data: bytes, encoding: str) -> None:
    """A BOM is no part of the text, and Unicode needs no notice."""
    assert decode(data) == (TEXT, encoding, ())


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        pytest.param(TEXT, "gb18030", "gb18030", id="traditional text in GB18030"),
        pytest.param(SIMPLIFIED, "gb2312", "gb18030", id="simplified text in GB2312"),
        pytest.param(TEXT, "big5", "big5hkscs", id="Big5"),
        pytest.param("主人戒賓", "big5", "big5hkscs", id="four characters of Big5"),
        pytest.param("主人戒賓", "gb18030", "gb18030", id="four characters of GB18030"),
    ],
)
def test_legacy_encodings_are_recognised_and_said(text: str, encoding: str, expected: str) -> None:
    """GB18030 and Big5 are told apart and read, and a notice says so."""
    read, used, problems = decode(text.encode(encoding))
    assert (read, used) == (text, expected)
    assert [problem.code for problem in problems] == ["KG-T110"]


def test_an_undecodable_byte_is_reported_with_its_place() -> None:
    """One wrong byte in UTF-8 leaves U+FFFD in the text and a problem that names byte, offset and line."""
    data = "無介。\n乃席賓".encode() + b"\xff" + "，南面".encode()
    text, used, problems = decode(data)
    assert text == "無介。\n乃席賓\ufffd，南面"
    assert used == "utf-8"
    assert [(p.code, p.offset, p.line) for p in problems] == [("KG-T111", 7, 2)]
    assert "ff" in problems[0].en
    assert "byte 19" in problems[0].en


@pytest.mark.parametrize(
    ("data", "encoding", "code"),
    [
        pytest.param(b"\x7fELF\x00\x00", None, "KG-T002", id="a program"),
        pytest.param(b"PK\x03\x04\x00\x00", None, "KG-T009", id="a zip file"),
        pytest.param(b"PK\x03\x04\x00\x00", "gb18030", "KG-T009", id="a zip file said to be GB18030"),
        pytest.param(TEXT.encode("utf-16-le").replace(b"\x00", b"\x01"), None, "KG-T003", id="utf-16 without BOM"),
        pytest.param(bytes(range(128, 256)), None, "KG-T003", id="no encoding at all"),
        pytest.param(TEXT.encode("gb18030"), "utf-8", "KG-T003", id="GB18030 said to be utf-8"),
        pytest.param(b"abc", "klingon", "KG-T004", id="an encoding that does not exist"),
        pytest.param(b"abc", "rot13", "KG-T004", id="a codec that is no encoding"),
        pytest.param(b"abc", "idna", "KG-T004", id="a codec of host names"),
        pytest.param(b"abc", "undefined", "KG-T004", id="a codec that refuses all"),
        pytest.param(b"abc", "\udcff", "KG-T004", id="a name that is no text"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, encoding: str | None, code: str) -> None:
    """Binary files and unknown encodings are refused by name, in both languages."""
    with pytest.raises(TextError) as caught:
        decode(data, "file.txt", encoding)
    assert caught.value.code == code
    assert caught.value.zh
    assert caught.value.en
    assert caught.value.where is not None
    assert caught.value.where.file == "file.txt"


def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(TextError, match=r"KG-T001 \[.*none\.txt\]"):
        load(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("path", "expected"),
    [("-", "stdin"), ("a/鄉射禮 一.txt", "鄉射禮_一"), ("KR1d0026_005.txt", "KR1d0026_005"), ("<#>.txt", "text")],
)
def test_document_id_can_stand_in_an_iri(path: str, expected: str) -> None:
    """Ids come from file names and hold nothing that an IRI would have to escape."""
    assert document_id(path) == expected


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No sequence of bytes makes the decoder crash, and what it reads can be written as UTF-8."""
    try:
        text, _, problems = decode(data)
    except TextError:
        return
    assert text.encode().decode() == text
    assert all(text[p.offset] == "\ufffd" for p in problems if p.code == "KG-T111" and p.offset is not None)


@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00")))
def test_utf8_comes_back_as_it_is(text: str) -> None:
    """Whatever a file of UTF-8 holds is the text, but for a BOM."""
    assert decode(codecs.BOM_UTF8 + text.encode())[0] == text
