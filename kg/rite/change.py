"""Changes of state, contradictions, and the chronicle that holds them."""

from __future__ import annotations

from dataclasses import dataclass

from kg.rite.layout import Point
from kg.rite.world import Fault, PersonState, ThingState


@dataclass(frozen=True, slots=True)
class Change:
    """What act `act` (an index) changes of one person or thing: the state after it, and which fields are new.

    `at` is the point of the plan, where it is known, for `place` or for the thing.
    """

    act: int
    subject: str
    state: PersonState | ThingState
    changed: frozenset[str]
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Act `act` cannot be as it is told, if what was told before is as it was read."""

    act: int
    fault: Fault
    subjects: tuple[str, ...]
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chronicle:
    """All changes and contradictions of one text, in its order."""

    changes: tuple[Change, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()


def state_at(chronicle: Chronicle, last: int) -> dict[str, Change]:
    """The last change of every person and thing up to act `last` (an index, inclusive)."""
    found: dict[str, Change] = {}
    for change in chronicle.changes:
        if change.act > last:
            break
        found[change.subject] = change
    return found
