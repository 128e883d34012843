"""Alignment: strings of letters, by properties and by small cases."""

from __future__ import annotations

import itertools
import time

from hypothesis import given
from hypothesis import strategies as st

from kg.texts.align import Block, align, gaps
from texts_sources import KANRIPO, needs_kanripo

letters = st.text(alphabet="賓主升降拜揖", max_size=60)


@given(letters, letters)
def test_blocks_are_equal_and_disjoint(a: str, b: str) -> None:
    """Whatever the strings: each block is equal in both, and no letter is in two blocks."""
    blocks = align(a, b)
    assert all(a[x.a : x.a + x.length] == b[x.b : x.b + x.length] and x.length > 0 for x in blocks)
    for side in ("a", "b"):
        spans = sorted((getattr(block, side), block.length) for block in blocks)
        assert all(start + size <= following for (start, size), (following, _) in itertools.pairwise(spans))
    assert [block.b for block in blocks] == sorted(block.b for block in blocks)


@given(st.text(alphabet="賓主升降拜揖坐奠爵觶興洗", min_size=1, max_size=200))
def test_a_text_is_its_own_alignment(a: str) -> None:
    """A string aligned to itself is one block."""
    assert align(a, a) == [Block(0, 0, len(a))]


def test_substitution_omission_addition() -> None:
    """鄉射禮 奠爵/尊爵 and the like: what lies between the blocks are the differences, no more."""
    a, b = "席末坐啐酒降席坐奠爵拜告旨執爵興", "席末坐啐酒降席坐尊爵拜告旨乃執爵"
    blocks = align(a, b)
    found = [(a[x.a + x.length : y.a], b[x.b + x.length : y.b]) for x, y in gaps(blocks)]
    assert found == [("奠", "尊"), ("", "乃")]


def test_moved_stretch_is_found() -> None:
    """A sentence that a witness has elsewhere (蔡德晉 puts the 記 behind the headings) is aligned where it stands."""
    canon = "三耦俟于堂西南面東上司射適堂西袒決遂取弓于階西" + "三笙一和而成聲獻工與笙取爵于上篚既獻奠于下篚"
    witness = canon[:11] + canon[24:] + canon[11:24]
    covered = sorted(at for x in align(canon, witness) for at in range(x.a, x.a + x.length))
    assert covered == list(range(len(canon)))


def test_formulas_alone_are_no_alignment() -> None:
    """Two texts that share a formula here and there have nothing aligned."""
    formula = "北面再拜稽首"
    assert align("".join(chr(0x4E00 + n) for n in range(300)) + formula, formula + "".join(
        chr(0x6000 + n) for n in range(300))) == []


@needs_kanripo
def test_a_chapter_takes_less_than_a_second() -> None:
    """鄉射禮 in 敖繼公's and 蔡德晉's editions, 6,800 letters each: far less than the 5 s allowed."""
    from kg.texts import read_documents

    texts = [next(read_documents(KANRIPO / name)).text for name in
             ("KR1d0035/KR1d0035_005.txt", "KR1d0044/KR1d0044_004.txt")]
    start = time.perf_counter()
    blocks = align(*texts)
    assert time.perf_counter() - start < 5
    assert sum(block.length for block in blocks) > 5_500
