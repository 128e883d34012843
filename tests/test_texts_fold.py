"""Folding: variants and entities beside the text."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.texts.fold import UNKNOWN, Folding

VARIANTS = {"賔": "賓", "荅": "答", "靣": "面", "爼": "俎", "觯": "觶", "筭": "算"}
FOLDING = Folding(VARIANTS, {"&KR1152;": "觚"})


@pytest.mark.parametrize(
    ("text", "norm", "starts"),
    [
        pytest.param("賔西階上北靣荅拜", "賓西階上北面答拜", list(range(9)), id="鄉射禮: variants, one for one"),
        pytest.param("坐取&KR1152;洗", "坐取觚洗", [0, 1, 2, 10, 11], id="大射儀: an entity is one character"),
        pytest.param("&KR9999;", UNKNOWN, [0, 8], id="an entity that no table knows is a geta mark"),
        pytest.param("賔\U000e0100出", "賓出", [0, 2, 3], id="a variation selector goes with its character"),
        pytest.param("a & b; R&D", "a & b; R&D", list(range(11)), id="an ampersand alone is no entity"),
        pytest.param("", "", [0], id="nothing"),
    ],
)
def test_fold(text: str, norm: str, starts: list[int]) -> None:
    """Each folded character points back to the stretch of the text that it stands for."""
    folded = FOLDING.fold(text)
    assert folded.norm == norm
    assert list(folded.starts) == starts


def test_span_and_index_lead_there_and_back() -> None:
    """The object of 坐取&KR1152;洗 is found as 觚 and covers the eight code points of its entity."""
    text = "坐取&KR1152;洗"
    folded = FOLDING.fold(text)
    span = folded.span(2, 3)
    assert span.of(text) == "&KR1152;"
    assert [folded.index(offset) for offset in (0, 2, 9, 10, 11)] == [0, 2, 2, 3, 4]
    assert FOLDING.knows("KR1152")
    assert not FOLDING.knows("&KR9999;")


@pytest.mark.parametrize(
    ("variants", "gaiji"),
    [({"賔客": "賓"}, {}), ({"賔": "賓", "賓": "宾"}, {}), ({}, {"KR1": "觚觶"})],
    ids=["two code points", "a chain of variants", "an entity of two characters"],
)
def test_tables_that_do_not_fold_one_to_one_are_refused(variants: dict[str, str], gaiji: dict[str, str]) -> None:
    """A table whose result would depend on its order, or shift offsets, is an error when it is loaded."""
    with pytest.raises(ValueError, match=r"code point|folds"):
        Folding(variants, gaiji)


PIECES = st.sampled_from([*"賔賓荅&;KR1152\ufe00\U000e0101\n", "&KR1152;", "&KR77;", "&CDP-8B7C;"])


@given(st.lists(PIECES, max_size=40).map("".join) | st.text())
def test_offsets_rise_and_cover_the_text(text: str) -> None:
    """Of any text: starts rise strictly from 0 to its length, one for each folded character and one for the end."""
    folded = FOLDING.fold(text)
    starts = list(folded.starts)
    assert len(starts) == len(folded.norm) + 1
    assert starts[0] == 0
    assert starts[-1] == len(text)
    assert all(a < b for a, b in itertools.pairwise(starts))
    for i in range(len(folded.norm)):
        assert folded.index(starts[i]) == i
