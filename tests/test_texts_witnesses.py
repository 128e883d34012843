"""Witnesses: chapters found, passages aligned, variants told from spellings and losses, emendations proposed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kg.lexicon.interchange import load_interchange
from kg.reading.glosses import shipped_folding
from kg.texts import read_documents, shipped_documents
from kg.texts.document import Document, Layer, Passage, Problem, Source
from kg.texts.span import Span
from kg.texts.variants import Difference, Variant, glyph_variants, proposals, variants
from kg.texts.witnesses import Chapter, chapters
from texts_sources import KANRIPO, needs_kanripo

XIANGSHE, DASHE = shipped_documents()
# 鄉射禮 from the beginning to 大夫; the words without punctuation, as an unpunctuated edition has them.
WORDS = re.sub(r"\W", "", XIANGSHE.text[:1200])
EDITIONS = ("KR1d0026_005", "KR1d0030_005", "KR1d0030_006", "KR1d0035_005", "KR1d0037_010", "KR1d0037_011",
            "KR1d0037_012", "KR1d0038_005", "KR1d0044_004", "KR1d0086_011")  # fmt: skip


def witness(name: str, text: str, *problems: Problem) -> Document:
    passages = (Passage(f"{name}.1", Span(0, len(text)), Layer.JING),)
    return Document(name, name, text, passages, Source(f"{name}.txt", name, "plain"), problems=problems)


def changed(*pairs: tuple[str, str]) -> str:
    text = WORDS
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def collated(*witnesses: Document, canon: Document = XIANGSHE) -> Chapter:
    found = chapters(witnesses, shipped_folding(), load_interchange(), [canon])
    assert len(found) == 1
    return found[0]


def told(chapter: Chapter) -> list[tuple[str, str, list[tuple[str, list[str]]]]]:
    return [
        (v.kind.value, v.lemma, [(text, [one.witness for one in read]) for text, read in v.readings])
        for v in variants(chapter, chapter.canons[0], load_interchange())
    ]


def test_an_edition_without_punctuation_agrees() -> None:
    """The same words without a mark of punctuation: one alignment, every letter in it, no variant."""
    chapter = collated(witness("a", WORDS))
    assert [one.equal for one in chapter.alignments] == [len(WORDS)]
    assert told(chapter) == []


def test_passages_of_a_span() -> None:
    """A stretch of the witness stands in the passages that have its words; an empty one belongs to what precedes."""
    alignment = collated(witness("a", WORDS)).alignments[0]
    at = WORDS.index("主人戒賓")
    assert alignment.passages(Span(at, at + 4)) == ("xiangshe.2",)
    end = WORDS.index("無介")
    last = int(alignment.passages(Span(end, end + 2))[0].split(".")[1])
    assert alignment.passages(Span(at, end)) == tuple(f"xiangshe.{n}" for n in range(2, last))
    assert alignment.passages(Span(at + 4, at + 4)) == ("xiangshe.2",)
    place = alignment.span(Span(at, at + 4))
    assert place is not None
    assert place.of(XIANGSHE.text) == "主人戒賓"


def test_substitution_omission_addition_are_readings() -> None:
    """奠爵 : 尊爵 and the like (the seed has such), a word left out, a word added: each with its witnesses."""
    a = witness("a", changed(("坐奠爵拜告旨", "坐尊爵拜告旨"), ("乃席賓南面東上", "乃席賓南面")))
    b = witness("b", changed(("坐奠爵拜告旨", "坐尊爵拜告旨"), ("無介乃席", "無介乃設席")))
    assert told(collated(a, b)) == [
        ("reading", "", [("", ["a"]), ("設", ["b"])]),
        ("reading", "東上", [("東上", ["b"]), ("", ["a"])]),
        ("reading", "奠", [("奠", []), ("尊", ["a", "b"])]),
    ]


def test_spelling_and_glyphs_are_told_apart_from_readings() -> None:
    """於 : 于 is a spelling with its place; 賓 : 賔 a glyph, counted; neither is a reading."""
    chapter = collated(witness("a", changed(("席主人於阼階上", "席主人于阼階上")).replace("賓", "賔")))
    assert told(chapter) == [("spelling", "於", [("於", []), ("于", ["a"])])]
    glyphs = glyph_variants(chapter, chapter.canons[0])
    assert [(one.canonical, one.written, one.count) for one in glyphs] == [("賓", "賔", WORDS.count("賓"))]


def test_a_lost_leaf_is_no_reading() -> None:
    """Where the edition reports a lost page, what it lacks there is a lacuna; without the report it is an omission."""
    text = changed(("乃席賓南面東上", "東上"))
    lost = Problem("KG-T102", "lost-page", "缺", "lost", text.index("東上"))
    assert told(collated(witness("a", text, lost))) == []
    assert told(collated(witness("a", text))) == [("reading", "乃席賓南面", [("乃席賓南面", []), ("", ["a"])])]


def test_a_lost_character_is_no_reading() -> None:
    """〓 or ? in a damaged transcript says nothing of what stood there."""
    assert told(collated(witness("a", changed(("乃席賓南面東上", "乃席賓?面東上"))))) == []


def test_words_moved_are_no_variant() -> None:
    """A sentence that an edition puts elsewhere (蔡德晉 the 記) is neither omitted nor added."""
    moved = "席主人於阼階上西面尊於賓席之東"
    assert told(collated(witness("a", changed((moved, "")) + moved))) == []


def test_emendation_is_proposed_where_the_text_is_alone() -> None:
    """尊爵 : 奠爵 (鄉射禮): a canonical text that alone has 尊 against three witnesses should read 奠."""
    wrong = XIANGSHE.text.replace("坐奠爵，拜，告旨", "坐尊爵，拜，告旨", 1)
    assert wrong != XIANGSHE.text
    chapter = collated(*(witness(name, WORDS) for name in "abc"), canon=replace(XIANGSHE, text=wrong, emendations=()))
    found = proposals(chapter, chapter.canons[0], variants(chapter, chapter.canons[0], load_interchange()))
    assert [(p.sic, p.corr, len(p.witnesses), p.against, p.made) for p in found] == [("尊", "奠", 3, 3, None)]


def test_two_witnesses_are_not_enough() -> None:
    """Two witnesses against the canonical text are variants, no proposal."""
    wrong = XIANGSHE.text.replace("坐奠爵，拜，告旨", "坐尊爵，拜，告旨", 1)
    chapter = collated(*(witness(name, WORDS) for name in "ab"), canon=replace(XIANGSHE, text=wrong, emendations=()))
    assert proposals(chapter, chapter.canons[0], variants(chapter, chapter.canons[0], load_interchange())) == ()


def test_the_source_of_the_edition_bears_no_witness() -> None:
    """The seed that the edition was made from cannot confirm or contradict it: its sha256 stands in the header."""
    seed = witness("seed", changed(("坐奠爵拜告旨", "坐尊爵拜告旨")))
    seed = replace(seed, source=replace(seed.source, sha256=XIANGSHE.meta["source"]))
    chapter = collated(seed)
    assert chapter.alignments
    assert told(chapter) == []


def test_chapters_are_told_apart() -> None:
    """A piece of 大射儀 belongs to dashe, one of 鄉射禮 to xiangshe; what is neither stands by itself, unaligned."""
    other = witness("c", "".join(chr(0x4E00 + n) for n in range(400)))
    found = chapters(
        [witness("a", WORDS), witness("b", DASHE.text), other], shipped_folding(), load_interchange(), (XIANGSHE, DASHE)
    )
    assert [[one.witness.document.id for one in chapter.alignments] for chapter in found] == [["a"], ["b"]]


def test_without_a_canonical_text_the_most_central_witness_is() -> None:
    """Of three editions of an unknown chapter the one that shares most with the others is canonical."""
    odd = changed(("坐奠爵拜告旨", "坐尊爵拜告旨"))
    editions = [witness("a", odd), witness("b", WORDS), witness("c", WORDS)]
    found = chapters(editions, shipped_folding(), load_interchange())
    assert [chapter.canons[0].document.id for chapter in found] == ["b"]
    assert [v.lemma for v in variants(found[0], found[0].canons[0], load_interchange())] == ["奠"]


@pytest.fixture(scope="module")
def kanripo() -> Chapter:
    documents = [next(read_documents(KANRIPO / name.partition("_")[0] / f"{name}.txt")) for name in EDITIONS]
    return collated(*documents)


@needs_kanripo
def test_every_edition_stands_in_the_canonical_text(kanripo: Chapter) -> None:
    """鄉射禮 in seven editions: of each chapter file 96 % of the letters and more stand in the shipped text."""
    shares = {one.witness.document.id: one.equal / len(one.witness.letters) for one in kanripo.alignments}
    assert set(shares) == set(EDITIONS)
    assert min(shares.values()) > 0.96, shares


@needs_kanripo
def test_comments_of_all_editions_come_together(kanripo: Chapter) -> None:
    """司射適堂西，袒決遂 (xiangshe.177): 鄭玄, 敖繼公, 張爾岐, 蔡德晉 and the 義疏 all comment on it."""
    works = {
        one.witness.document.id.partition("_")[0]
        for one in kanripo.alignments
        for note in one.witness.document.notes
        if one.holds(note.anchor) and "xiangshe.177" in one.passages(note.anchor)
    }
    assert works >= {"KR1d0026", "KR1d0030", "KR1d0035", "KR1d0037", "KR1d0038", "KR1d0044", "KR1d0086"}


@needs_kanripo
def test_known_variants(kanripo: Chapter) -> None:
    """豫 : 序 (敖繼公, 蔡德晉), 橫而拳之 : 奉, 中亦如之 : 皆 (SBCK) stand among the variants with their witnesses."""
    canon = kanripo.canons[0]
    found = {v.lemma: v for v in variants(kanripo, canon, load_interchange()) if v.kind is Difference.READING}

    def against(variant: Variant) -> dict[str, set[str]]:
        return {text: {one.witness.partition("_")[0] for one in read} for text, read in variant.readings[1:]}

    assert against(found["豫"]) == {"序": {"KR1d0035", "KR1d0044"}}
    assert against(found["亦"]) == {"皆": {"KR1d0026"}}
    assert against(found["拳"])["奉"] >= {"KR1d0035", "KR1d0037", "KR1d0038"}


@needs_kanripo
def test_our_emendations_are_borne_out(kanripo: Chapter) -> None:
    """尊爵 → 奠爵 and at least 60 more of the 74 emendations of 鄉射禮 are what almost all witnesses have."""
    canon = kanripo.canons[0]
    found = proposals(kanripo, canon, variants(kanripo, canon, load_interchange()))
    made = [one for one in found if one.made]
    assert len(made) > 60
    assert ("尊", "奠", 7) in {(one.sic, one.corr, len(one.witnesses)) for one in made}
    assert [one for one in found if not one.made] == []
