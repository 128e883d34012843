"""The documentation of the vocabulary: complete, linked, and readable without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html
from vocabulary.pages import write_pages
from vocabulary.questions import load_questions
from vocabulary.terms import read_vocabulary


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("docs")
    write_pages(made)
    return made


def test_every_term_has_its_section(folder: Path) -> None:
    """Each term has a section of its own with both labels and both definitions."""
    page = html.parse(folder / "index.html").getroot()
    terms = [term for group in read_vocabulary().groups.values() for term in group]
    assert len(terms) > 500
    for term in terms:
        (section,) = page.xpath(f"//section[@id='{term.name}']")
        text = section.text_content()
        assert all(part and part in text for part in (term.zh, term.en, term.define_zh, term.define_en)), term.name


def test_links_lead_somewhere(folder: Path) -> None:
    """Every link within the pages has its target."""
    pages = {path.name: html.parse(path).getroot() for path in folder.glob("*.html")}
    ids = {name: set(page.xpath("//@id")) for name, page in pages.items()}
    for name, page in pages.items():
        for link in page.xpath("//a/@href"):
            if link.startswith("http"):
                continue
            target, _, fragment = link.partition("#")
            assert (target or name) in pages, link
            assert not fragment or fragment in ids[target or name], link


def test_nothing_is_loaded(folder: Path) -> None:
    """No script, image, style sheet or frame: the pages open with the network off."""
    for path in folder.glob("*.html"):
        page = html.parse(path).getroot()
        assert not page.xpath("//script|//img|//link|//iframe|//@src"), path.name
        assert "url(" not in path.read_text(encoding="utf-8")


def test_reasons_of_mappings_are_told(folder: Path) -> None:
    """rit:Act: CIDOC CRM's E7 is named with the reason why an act is no activity."""
    page = html.parse(folder / "index.html").getroot()
    (section,) = page.xpath("//section[@id='Act']")
    text = section.text_content()
    assert "E7_Activity" in text
    assert "may never have been done" in text
    assert "未必曾行" in text


def test_questions_are_listed_with_their_passages(folder: Path) -> None:
    """Each question stands with its passages' words, its answer and its query."""
    page = html.parse(folder / "questions.html").getroot()
    for question in load_questions():
        (section,) = page.xpath(f"//section[@id='{question.name}']")
        text = section.text_content()
        assert question.zh in text
        assert question.en in text
        assert len(section.xpath(".//table//tr")) == len(question.answer) + 1
        assert all(passage in text for passage in question.passages)
    assert "博三寸" in page.xpath("//section[@id='03-rack-measures']")[0].text_content()


def test_pages_are_deterministic(folder: Path, tmp_path: Path) -> None:
    """Two runs give the same bytes, and none holds a time or a path of this machine."""
    write_pages(tmp_path)
    for path in folder.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert (tmp_path / path.name).read_text(encoding="utf-8") == text
        assert not re.search(r"/(home|tmp|root|work)/", text)
