"""Two rites side by side: phases aligned by their kind, acts within them by what is done, by whom, with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from kg.rite.align import align


class Difference(StrEnum):
    """In what two acts that answer to each other differ; several may hold at once."""

    SAME = "Same"
    OTHER_ACTOR = "OtherActor"
    OTHER_THING = "OtherThing"
    OTHER_PLACE = "OtherPlace"
    ONLY_HERE = "OnlyHere"
    NOT_TRANSMITTED = "NotTransmitted"  # the other text, as it is loaded, does not reach there


@dataclass(frozen=True, slots=True)
class Deed:
    """One act as it is compared: `id` names it (its IRI), `key` cites it (xiangshe.237/23).

    `actors`, `things` (objects and words said) and `places` are labels in the order of the text.
    """

    id: str
    key: str
    action: str
    actors: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """One innermost phase with its deeds. `outer` and `kind` are the kinds of what it is part of and of itself."""

    id: str
    label: str
    outer: str
    kind: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """One rite as it is compared. `rite` is its name in the table of phases.

    `missing` are the stages (outer, kind) that the text does not reach; where it begins after the rite does (not
    `begins`), its first stage may lack its beginning too.
    """

    id: str
    title: str
    stages: tuple[Stage, ...]
    missing: frozenset[tuple[str, str]] = frozenset()
    begins: bool = True
    rite: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One row of a comparison: what answers to what. One side is None where only the other rite has it."""

    left_stage: Stage | None
    right_stage: Stage | None
    left: Deed | None
    right: Deed | None
    differences: tuple[Difference, ...]


_SAME_ACTION = 6
_SAME_ACTORS = 3
_COMMON_ACTOR = 2
_COMMON_THING = 2
_COMMON_PLACE = 1
_SAME_STAGE = 3  # kind and what it is part of
_SAME_KIND = 1


def compare(left: Course, right: Course) -> tuple[Pairing, ...]:
    """Every stage and deed of both rites, in the order of the left one; what only the right one has stands where it
    comes. Time grows with the product of the deeds of two stages that answer to each other."""
    rows: list[Pairing] = []
    for one, other in align(left.stages, right.stages, _stage_score):
        if one is None:
            assert other is not None
            why = Difference.NOT_TRANSMITTED if _lacks(left, other) else Difference.ONLY_HERE
            rows.extend(Pairing(None, other, None, deed, (why,)) for deed in other.deeds)
        elif other is None:
            why = Difference.NOT_TRANSMITTED if _lacks(right, one) else Difference.ONLY_HERE
            rows.extend(Pairing(one, None, deed, None, (why,)) for deed in one.deeds)
        else:
            rows.extend(_within(left, right, one, other))
    return tuple(rows)


def _within(left: Course, right: Course, one: Stage, other: Stage) -> list[Pairing]:
    """The deeds of two stages side by side. Before the first that answer to each other, one text may not have begun."""
    pairs = align(one.deeds, other.deeds, _deed_score)
    first = next((at for at, (mine, yours) in enumerate(pairs) if mine and yours), len(pairs))
    late = (
        not left.begins and one is left.stages[0] and other is not right.stages[0],
        not right.begins and other is right.stages[0] and one is not left.stages[0],
    )
    made: list[Pairing] = []
    for at, (mine, yours) in enumerate(pairs):
        unread = at < first and ((mine is None and late[0]) or (yours is None and late[1]))
        differences = (Difference.NOT_TRANSMITTED,) if unread else _differences(mine, yours)
        made.append(Pairing(one, other, mine, yours, differences))
    return made


def summary(rows: Sequence[Pairing]) -> list[tuple[str, str, dict[Difference, int]]]:
    """For each pair of stages its labels and how many rows have which difference."""
    made: list[tuple[str, str, dict[Difference, int]]] = []
    for (one, other), group in groupby(rows, key=lambda row: (row.left_stage, row.right_stage)):
        counts = dict.fromkeys(Difference, 0)
        for row in group:
            for difference in row.differences:
                counts[difference] += 1
        made.append((one.label if one else "", other.label if other else "", counts))
    return made


def _lacks(course: Course, stage: Stage) -> bool:
    return (stage.outer, stage.kind) in course.missing


def _stage_score(one: Stage, other: Stage) -> float:
    if one.kind != other.kind:
        return 0
    return _SAME_STAGE if one.outer == other.outer else _SAME_KIND


def _deed_score(one: Deed, other: Deed) -> float:
    """How well two deeds answer to each other: the same action and polarity, then who, with what, and where."""
    if one.action != other.action or one.negated != other.negated:
        return 0
    score = float(_SAME_ACTION)
    if one.actors == other.actors:
        score += _SAME_ACTORS
    elif set(one.actors) & set(other.actors):
        score += _COMMON_ACTOR
    if set(one.things) & set(other.things):
        score += _COMMON_THING
    if set(one.places) & set(other.places):
        score += _COMMON_PLACE
    return score


def _differences(one: Deed | None, other: Deed | None) -> tuple[Difference, ...]:
    if one is None or other is None:
        return (Difference.ONLY_HERE,)
    found = [
        difference
        for difference, mine, yours in (
            (Difference.OTHER_ACTOR, one.actors, other.actors),
            (Difference.OTHER_THING, one.things, other.things),
            (Difference.OTHER_PLACE, one.places, other.places),
        )
        if mine and yours and set(mine) != set(yours)  # what one text does not say is no difference
    ]
    return tuple(found) or (Difference.SAME,)
