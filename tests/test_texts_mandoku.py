"""Mandoku: pages, small print, broken words and lost leaves of Kanripo's files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.texts import read_documents
from kg.texts.document import Document, Layer
from kg.texts.fold import Folding
from kg.texts.mandoku import read_mandoku
from kg.texts.raw import RawText
from texts_sources import KANRIPO, needs_kanripo

HEAD = "# -*- mode: mandoku-view; -*-\n#+TITLE: 儀禮\n#+PROPERTY: ID KR1d0026\n#+PROPERTY: BASEEDITION SBCK\n"


def read(body: str, head: str = HEAD, folding: Folding | None = None) -> Document:
    return read_mandoku(RawText("t", "t.txt", "", head + body), folding)


def kanripo(name: str) -> Document:
    return next(read_documents(KANRIPO / name.partition("_")[0] / f"{name}.txt"))


def test_words_and_notes_run_over_lines_and_pages() -> None:
    """A word broken at ¶ and at a page is one word; a note closed and opened again on each line is one note."""
    document = read(
        "<pb:X_005-1a>¶\n鄉射禮第五　儀禮　鄭氏注¶\n主人戒賓賓出迎再拜(甲乙/丙丁)¶\n(戊己/庚辛)賓禮¶\n"
        "<pb:X_005-1b>¶\n辭許(壬/癸)¶\n"
    )
    assert document.text == "主人戒賓賓出迎再拜賓禮辭許"
    assert [(p.id, p.span.of(document.text)) for p in document.passages] == [
        ("X_005-1a.2", "主人戒賓賓出迎再拜"),
        ("X_005-1a.3", "賓禮辭許"),
    ]
    assert [(n.text, n.layer, n.anchor.of(document.text), n.passage) for n in document.notes] == [
        ("甲乙丙丁戊己庚辛", Layer.ZHU, "主人戒賓賓出迎再拜", "X_005-1a.2"),
        ("壬癸", Layer.ZHU, "賓禮辭許", "X_005-1a.3"),
    ]
    assert document.title == "儀禮 鄉射禮"
    assert document.meta["front"] == "鄉射禮第五　儀禮　鄭氏注"
    assert str(document.citation_at(12)) == "儀禮·鄉射禮 SBCK X_005-1b.1"
    assert not document.problems


def test_several_stretches_on_one_line_get_letters() -> None:
    """Two stretches that begin on one printed line have ids of their own."""
    document = read("<pb:X_005-1a>¶\n無介(甲/乙)乃席賓(丙)羹定(丁)¶\n")
    assert [p.id for p in document.passages] == ["X_005-1a.1", "X_005-1a.1b", "X_005-1a.1c"]


def test_the_record_is_a_layer_of_its_own() -> None:
    """From the heading 記 on the base text is record; the heading is none of it."""
    document = read("<pb:X_005-32b>¶\n鄉樂唯欲(甲/乙)記大夫與則公士為賓(丙)¶\n使能不宿戒¶\n")
    assert [(p.layer, p.span.of(document.text)) for p in document.passages] == [
        (Layer.JING, "鄉樂唯欲"), (Layer.JI, "大夫與則公士為賓"), (Layer.JI, "使能不宿戒")
    ]
    assert [(h.text, h.kind) for h in document.headings] == [("記", "ji")]


def test_lost_pages_break_the_text_and_are_reported() -> None:
    """An empty page and a jump in the numbers are lacunae: neither base text nor a note is joined across them."""
    document = read("<pb:X_005-6b>¶\n大夫若有遵者則(甲/乙)¶\n<pb:X_005-7a>¶\n<pb:X_005-8a>¶\n(丙)禮不嚌肺¶\n")
    assert document.text == "大夫若有遵者則\n禮不嚌肺"
    assert [(p.kind, p.citation.folio, p.line) for p in document.problems] == [
        ("empty-page", "X_005-7a", 8), ("lost-page", "X_005-7b", 8)
    ]
    assert [(n.text, n.anchor.of(document.text)) for n in document.notes] == [("甲乙", "大夫若有遵者則"), ("丙", "")]


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("乃席賓(甲乙¶\n(丙丁)南面¶\n", ["甲乙", "丙丁"]),
        ("乃席賓甲乙)南面¶\n", []),
        ("乃席賓(甲(乙)南面¶\n", ["甲乙"]),
        ("乃席賓(甲乙¶\n", ["甲乙"]),
    ],
    ids=["not closed", "not opened", "nested", "not closed at the end"],
)
def test_unbalanced_small_print_is_reported(line: str, notes: list[str]) -> None:
    """A note without its counterpart is a problem with its line, and no word is lost."""
    document = read("<pb:X_005-1a>¶\n" + line)
    assert [p.code for p in document.problems] == ["KG-T104"]
    assert document.problems[0].line == 6
    assert [n.text for n in document.notes] == notes or "".join(n.text for n in document.notes) == "".join(notes)
    words = document.text + "".join(n.text for n in document.notes)
    assert sorted(words) == sorted(c for c in line if c not in "()/¶\n")


def test_entities_stay_in_the_text_and_only_unknown_ones_are_reported() -> None:
    """坐取&KR1152;洗 keeps its entity; the table of characters decides whether that is a problem."""
    body = "<pb:X_007-11b>¶\n坐取&KR1152;洗&KR9999;¶\n"
    assert read(body).text == "坐取&KR1152;洗&KR9999;"
    assert [(p.code, p.offset) for p in read(body).problems] == [("KG-T105", 2), ("KG-T105", 11)]
    known = read(body, folding=Folding({}, {"&KR1152;": "觚"}))
    assert [(p.code, p.offset, p.citation.folio) for p in known.problems] == [("KG-T105", 11, "X_007-11b")]


def test_indentation_tells_notes_from_base_text() -> None:
    """In 集說 (KR1d0035) indented lines are notes, each label a voice of its own; 右… closes a step."""
    head = HEAD.replace("KR1d0026", "KR1d0035")
    document = read(
        "<pb:X_005-1a>¶\n設洗于阼階東南(深甲/乙反)¶\n　注曰丙丁¶\n　戊己¶\n　繼公謂庚¶\n　　　　右設洗¶\n乃張侯¶\n",
        head,
    )
    assert document.text == "設洗于阼階東南\n乃張侯"
    assert [(n.text, n.layer, n.speaker) for n in document.notes] == [
        ("深甲乙反", Layer.YIN, "敖繼公"), ("丙丁戊己", Layer.ZHU, "鄭玄"), ("庚", Layer.SHU, "敖繼公")
    ]
    assert [n.label for n in document.notes] == ["", "注曰", "繼公謂"]
    assert {n.anchor.of(document.text) for n in document.notes} == {"設洗于阼階東南"}
    assert [(h.text, h.offset, h.kind) for h in document.headings] == [("右設洗", 7, "closing")]


@needs_kanripo
@pytest.mark.parametrize(
    ("name", "lost", "repeated"),
    [
        ("KR1d0026_005", {"7a", "7b", "23b", "37a", "37b", "40a", "40b", "41a"}, {"23b"}),
        ("KR1d0026_007", {"12b", "14a", "14b", "31a", "31b", "41b"}, {"12b"}),
    ],
)
def test_lacunae_of_the_sbck_edition(name: str, lost: set[str], repeated: set[str]) -> None:
    """四部叢刊 KR1d0026 lacks these pages of 鄉射禮 and 大射儀, as its page marks show, and no others."""
    document = kanripo(name)
    stem = f"KR1d0026_SBCK_{name[-3:]}-"
    found = {p.citation.folio.removeprefix(stem) for p in document.problems if p.kind in ("empty-page", "lost-page")}
    assert found == lost
    assert {p.citation.folio.removeprefix(stem) for p in document.problems if p.kind == "repeated-page"} == repeated


@needs_kanripo
def test_a_lost_leaf_is_not_bridged() -> None:
    """005-7 is lost between 則入門左 and 禮不嚌肺: the words of 大夫's entry and the end of the rite do not touch."""
    document = kanripo("KR1d0026_005")
    at = document.text.index("\n禮不嚌肺")
    gap = [p for p in document.problems if p.kind == "lost-page" and p.citation.folio.endswith("005-7b")]
    assert [p.offset for p in gap] == [at]
    assert document.text[at - 5 : at] == "門左主人降"
    assert str(document.citation_at(at + 1)) == "儀禮·鄕射禮 SBCK KR1d0026_SBCK_005-8a.1"


@needs_kanripo
@pytest.mark.parametrize(
    ("name", "offset_of", "note"),
    [
        ("KR1d0026_005", "賔禮辭許主人再拜賔荅再拜主人退賔送再拜", "退還射宫省録射事"),
        ("KR1d0026_005", "賔席之東", "言繼者甫欲習衆庻未有所殊别"),
    ],
    ids=["005-1a–1b over a page", "005-1b"],
)
def test_notes_of_zheng_xuan(name: str, offset_of: str, note: str) -> None:
    """Notes of 鄭玄 are whole, in their place, and the base text reads on without them."""
    document = kanripo(name)
    assert offset_of in document.text
    assert note in [n.text for n in document.notes if n.layer is Layer.ZHU]


@needs_kanripo
def test_the_whole_yili_is_seventeen_chapters() -> None:
    """The folder of KR1d0026 gives its chapters in order, with unique passage ids that follow the pages."""
    documents = list(read_documents(KANRIPO / "KR1d0026"))
    assert [d.id for d in documents] == [f"KR1d0026_{n:03d}" for n in range(1, 18)]
    assert documents[4].title == "儀禮 鄕射禮"
    ids = [p.id for d in documents for p in d.passages]
    assert len(ids) == len(set(ids)) > 3000
    with_record = [d.id[-3:] for d in documents if any(p.layer is Layer.JI for p in d.passages)]
    assert with_record == ["001", "002", "004", "005", "006", "008", "009", "011", "013", "014", "015"]


@needs_kanripo
@pytest.mark.parametrize("name", ["KR1d0030_005", "KR1d0035_005", "KR1d0037_010", "KR1d0038_005", "KR1d0086_011"])
def test_editions_agree_on_the_opening_of_the_rite(name: str) -> None:
    """Five layouts, one base text: what follows 主人戒賓 is the same in all, no comment among it."""
    document = kanripo(name)
    folding = Folding({"賔": "賓", "荅": "答", "衆": "眾", "靣": "面", "于": "於"})
    jing = "".join(p.span.of(document.text) for p in document.passages if p.layer is Layer.JING)
    folded = folding.fold(jing).norm
    opening = (
        "主人戒賓賓出迎再拜主人答再拜乃請賓禮辭許主人再拜賓答再拜主人退賓送再拜無介乃席賓南面東上"
        "眾賓之席繼而西席主人於阼階上西面"
    )
    at = folded.index("主人戒賓")
    assert folded[at : at + len(opening)] == opening


PAGES = [f"<pb:X_005-{page}>¶\n" for page in ("1a", "1b", "3a")]
MARKUP = st.sampled_from([*PAGES, *"()/¶\n　右記賓。 ", "¶\n", "&KR1152;", "#+X: y\n", "主人"])


@given(st.lists(MARKUP, max_size=60).map("".join))
def test_any_mandoku_is_read(body: str) -> None:
    """Whatever the markup does: spans are in range and in order, cover all but white space, ids are unique."""
    document = read(body)
    end = 0
    covered: set[int] = set()
    for passage in document.passages:
        assert end <= passage.span.start < passage.span.end <= len(document.text)
        end = passage.span.end
        covered |= set(range(passage.span.start, passage.span.end))
    assert all(c.isspace() for i, c in enumerate(document.text) if i not in covered)
    assert all(0 <= n.anchor.start <= n.anchor.end <= len(document.text) for n in document.notes)
    assert all(0 <= h.offset <= len(document.text) for h in document.headings)
    assert all(p.offset is None or 0 <= p.offset <= len(document.text) for p in document.problems)
    ids = [p.id for p in document.passages] + [n.id for n in document.notes]
    assert len(ids) == len(set(ids))
