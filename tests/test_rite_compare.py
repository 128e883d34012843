"""Two rites side by side: what is the same, who and what differs, what only one has."""

from __future__ import annotations

from functools import lru_cache

from hypothesis import given
from hypothesis import strategies as st

from kg.rite.align import align
from kg.rite.compare import Course, Deed, Difference, Pairing, Stage, compare, summary
from kg.rite.course import course_of
from rite_samples import rites


@lru_cache(maxsize=1)
def rows() -> tuple[Pairing, ...]:
    courses = [course_of(rite, [str(i) for i in range(len(rite.acts))]) for rite in rites().values()]
    one, other = sorted(courses, key=lambda course: course.id, reverse=True)
    return compare(one, other)


def pair(left: str) -> Pairing:
    """The row of the act that is cited so: 237設."""
    return next(
        row for row in rows() if row.left and row.left.key.partition("/")[0] + row.left.action == f"xiangshe.{left}"
    )


def test_who_sets_the_rack() -> None:
    """xiangshe.237 弟子設楅, dashe.2 既設楅 (小臣師): another actor."""
    found = pair("237設")
    assert found.right is not None
    assert (found.left.actors, found.right.actors) == (("弟子",), ("小臣師",)) if found.left else False
    assert Difference.OTHER_ACTOR in found.differences


def test_which_piece_is_played() -> None:
    """xiangshe.383 奏《騶虞》, dashe.175 奏《貍首》: another thing."""
    found = pair("383奏")
    assert found.right is not None
    assert found.left is not None
    assert (found.left.things, found.right.things) == (("騶虞",), ("貍首",))
    assert Difference.OTHER_THING in found.differences


def test_counting_is_the_same() -> None:
    """xiangshe.306 先數右獲 and dashe.91 先數右獲 are the same act."""
    found = pair("306數")
    assert found.differences == (Difference.SAME,)
    assert found.right is not None
    assert found.right.key.startswith("dashe.91/")


def test_only_in_the_great_archery() -> None:
    """dashe.128 司宮尊侯…, the wine set out for the men at the targets, has nothing that answers to it."""
    assert any(
        row.right is not None
        and row.right.key.startswith("dashe.128/")
        and row.left is None
        and row.differences == (Difference.ONLY_HERE,)
        for row in rows()
    )


def test_what_the_shipped_text_does_not_reach() -> None:
    """主人獻賓 stands in 大射儀 before the shipped part: not transmitted; 納射器 is no phase of it: only here."""
    told = {row.left_stage.id: row.differences for row in rows() if row.left_stage and row.right_stage is None}
    assert told["offer-guest"] == (Difference.NOT_TRANSMITTED,)
    assert told["round1.gear"] == (Difference.ONLY_HERE,)


def test_phases_by_their_kind() -> None:
    """The count of the second round answers to the count of the second round, that of the third to the third."""
    stages = {(row.left_stage.id, row.right_stage.id) for row in rows() if row.left_stage and row.right_stage}
    assert {("round2.count", "round2.count"), ("round3.count", "round3.count")} <= stages
    assert ("round2.count", "round3.count") not in stages


def test_nothing_is_lost() -> None:
    """Every act of both rites (but commands and the record) stands in one row."""
    for side, text in (("left", "xiangshe"), ("right", "dashe")):
        course = course_of(rites()[text], [str(i) for i in range(len(rites()[text].acts))])
        deeds = [deed.key + deed.id for stage in course.stages for deed in stage.deeds]
        there = [getattr(row, side).key + getattr(row, side).id for row in rows() if getattr(row, side) is not None]
        assert sorted(there) == sorted(deeds)


def test_a_rite_beside_itself() -> None:
    """Compared with itself a rite has nothing but what is the same."""
    course = course_of(rites()["dashe"], [str(i) for i in range(len(rites()["dashe"].acts))])
    assert {row.differences for row in compare(course, course)} == {(Difference.SAME,)}


def test_what_is_not_said_is_no_difference() -> None:
    """薦脯醢 without subject beside 宰夫薦: nothing says that somebody else does it."""
    one = Course("a", "a", (Stage("s", "s", "", "serve", (Deed("1", "a.1/0", "薦", (), ("脯",)),)),))
    other = Course("b", "b", (Stage("s", "s", "", "serve", (Deed("2", "b.1/0", "薦", ("宰夫",), ("脯",)),)),))
    assert [row.differences for row in compare(one, other)] == [(Difference.SAME,)]
    assert summary(compare(one, other))[0][2][Difference.SAME] == 1


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_alignment_keeps_order_and_loses_nothing(left: list[int], right: list[int]) -> None:
    """Both sequences stand whole and in order; only equals are paired, and as many as can be."""
    pairs = align(left, right, lambda one, other: float(one == other))
    assert [one for one, _ in pairs if one is not None] == left
    assert [other for _, other in pairs if other is not None] == right
    assert all(one == other for one, other in pairs if one is not None and other is not None)
