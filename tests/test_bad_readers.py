"""Any bytes give a document whose every offset holds, or an error with a code; never anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from benchmarks._sound import check_document, check_error, check_reading
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from hostile import BRACKETED_TEXTS, FILES, MANDOKU_TEXTS, TEI_TEXTS, pieces
from kg.errors import KgError
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.reading import load as load_pipeline
from kg.reading.act import Reading
from kg.reading.blocks import read_blocks
from kg.reading.glosses import shipped_folding
from kg.texts.decode import decode
from kg.texts.document import Document
from kg.texts.raw import RawText
from kg.texts.read import READERS, detect
from kg.texts.sentences import sentence_spans

VOICES = load_voices(load_lexicon())
EDITIONS = ("X", "KR1d0026", "KR1d0030", "KR1d0035", "KR1d0037", "KR1d0038", "KR1d0044", "KR1d0047", "KR1d0086")


def read(text: str, format: str) -> Iterable[Document]:
    """The documents of a text by one reader, as a build reads them."""
    return READERS[format](RawText("t", "t.txt", "0" * 64, text), shipped_folding(), VOICES, None)


def tried(text: str, format: str) -> Iterator[Document]:
    """The documents, each looked at; none where the reader refuses the text with an error that is told well."""
    try:
        for document in read(text, format):
            check_document(document)
            yield document
    except KgError as error:
        check_error(error)


@given(FILES, st.sampled_from((None, None, *READERS)), st.sampled_from((None, None, None, "utf-16", "gb18030")))
@settings(max_examples=400, deadline=None)
@example("主人<!-- 註 -->".encode("utf-16"), "tei", None)
def test_any_bytes_are_read_or_refused(data: bytes, format: str | None, encoding: str | None) -> None:
    """Any bytes by any reader give documents whose spans hold, or an error of ours."""
    try:
        text, _, _ = decode(data, "t.txt", encoding)
    except KgError as error:
        check_error(error)
        return
    list(tried(text, format or detect(text)))


@given(MANDOKU_TEXTS, st.sampled_from(EDITIONS))
@settings(max_examples=250, deadline=None)
def test_any_layout_of_any_edition_is_read(body: str, edition: str) -> None:
    """Marks of Mandoku in any order, by the profile of each edition, give a document."""
    assert list(tried(f"#+PROPERTY: ID {edition}\n<pb:{edition}_X_001-1a>¶\n{body}", "mandoku"))


@given(BRACKETED_TEXTS, st.sampled_from(("", "存疑敖氏曰 正義鄭氏曰 ", "敖君善曰 高紫超曰 ")))
@settings(max_examples=250, deadline=None)
def test_any_brackets_of_any_kind_are_read(body: str, signs: str) -> None:
    """Brackets, blanks and labels in any order, by each kind of transcript, give a document."""
    assert list(tried(signs + body, "bracketed"))


@given(TEI_TEXTS)
@settings(max_examples=250, deadline=None)
def test_any_tei_is_read(text: str) -> None:
    """Elements of TEI within each other in any order give a document without what comments say, and valid quads."""
    for document in tried(text, "tei"):
        assert "不是文" not in document.text + "".join(note.text for note in document.notes)
        quads = "".join(build_quads(document, Reading(document.text, (), (), ()), settings=Settings()))
        memory_store([quads.encode()])


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200))
def test_sentences_of_a_stretch(text: str, start: int, end: int) -> None:
    """Sentences of any stretch of a text lie in that stretch, rise, and leave out nothing but white space."""
    start, end = min(start, len(text)), min(end, len(text))
    done, left = start, ""
    for span in sentence_spans(text, start, end):
        assert done <= span.start < span.end <= end
        left += text[done : span.start]
        done = span.end
    assert not (left + text[done:end]).strip()


@pytest.fixture(scope="module")
def nlp() -> Language:
    """One pipeline."""
    return load_pipeline()


@given(pieces(("主人", "司射適堂西", "，", "。", "如初", "以爵", "&KR1152;", "\ufe00" * 30, "禮", "\n", "abc", "揖")))
@settings(max_examples=150, deadline=None)
@example("主" + "\ufe00" * 300 + "人坐")
@example("&KR" + "1" * 300 + ";人坐")
def test_any_text_is_read_in_blocks(nlp: Language, text: str) -> None:
    """A text that is cut into small blocks keeps every surface at its place, also where a word is longer than these."""
    check_reading(read_blocks(text, nlp, block=40, run_up=8), text)


def test_reading_in_blocks_does_not_swell(nlp: Language) -> None:
    """Where no clause ends, as in 龘龘龘…, the pieces that are read do not grow from block to block."""
    sizes: list[int] = []
    tokenizer = nlp.tokenizer
    nlp.tokenizer = lambda text: sizes.append(len(text)) or tokenizer(text)  # type: ignore[assignment]
    try:
        read_blocks("龘" * 5_000, nlp, block=500, run_up=50)
    finally:
        nlp.tokenizer = tokenizer
    assert len(sizes) == 10
    assert max(sizes) <= 500 + 50 + 2 * 50


def test_an_xml_id_that_is_taken_is_told() -> None:
    """A sentence whose xml:id another got before by counting is a passage under another id, which is reported."""
    body = "<p>主人戒賓。<s xml:id='t.1'>賓出迎。</s></p>"
    (document,) = tried(f"<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>{body}</body></text></TEI>", "tei")
    assert [passage.id for passage in document.passages] == ["t.1", "t.1-2"]
    assert [problem.code for problem in document.problems] == ["KG-T114"]


def test_xinclude_is_told() -> None:
    """What another file holds is not fetched, and its lack is reported where it would stand."""
    there = "xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///etc/passwd' parse='text'"
    body = f"<p>主人<xi:include {there}/>戒賓。</p>"
    (document,) = tried(f"<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>{body}</body></text></TEI>", "tei")
    assert document.text == "主人戒賓。"
    assert [(problem.code, problem.offset) for problem in document.problems] == [("KG-T115", 2)]


def test_a_name_that_is_no_utf8(tmp_path: Path) -> None:
    """A file whose name is no UTF-8 is built like any other; its name stands in the graph with escapes."""
    from kg.build import Options, build

    path = tmp_path / "a\udcff.txt"
    path.write_text("司射適堂西。", encoding="utf-8")
    report = build([str(path)], tmp_path / "out", Options(), view=False)
    assert [part.document for part in report.parts] == ["a"]
    assert '"a\\\\udcff.txt"' in (tmp_path / "out" / "parts" / "_run.nq").read_text(encoding="utf-8")
