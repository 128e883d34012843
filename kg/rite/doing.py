"""Doing: what all acts have in common when they change the world. Labels, hands, places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from kg.lexicon.load import load_lexicon
from kg.reading.act import Act, Filler
from kg.rite.effects import Kept
from kg.rite.layout import Zone
from kg.rite.world import Fault, World

_FOOD = ("food", "drink")  # classes of the table of objects


@lru_cache(maxsize=1)
def _consumed() -> frozenset[str]:
    """Food and drink of the lexicon."""
    return frozenset(one.label for one in load_lexicon().entries.values() if one.cls in _FOOD)


class Doing:
    """One act after another, done to a world. `faults` (fault, person or thing, detail), `touched` (persons) and
    `laid` (things) are of the last act; `still` says that 猶 stands before its verb."""

    def __init__(self, world: World, still: bool = False) -> None:
        """`world` is changed by what is done."""
        self.world = world
        self.still = still
        self.faults: list[tuple[Fault, str, str]] = []
        self.touched: dict[str, None] = {}
        self.laid: dict[str, None] = {}
        self._led = ""  # who has just followed another

    def _label(self, act: Act, role: str) -> str:
        fillers: tuple[Filler, ...] = act.roles.get(role, ())
        return fillers[0].label if fillers else ""

    def _set_person(self, actor: str, offset: int, **changes: object) -> None:
        self.touched[actor] = None
        state = replace(self.world.person(actor), **changes)  # type: ignore[arg-type]
        self.world.put(actor, state, offset)

    def _fault(self, fault: Fault, who: str, detail: str = "") -> None:
        self.faults.append((fault, who, detail))

    def _plural(self, actor: str, act: Act) -> bool:
        """Several persons do it each with a cup of his own; of a group nothing is known of the hands."""
        several = len(act.roles.get("actor", ())) > 1 or self.world.people.is_group(actor)
        return several or self.world.person(actor).holds is None

    def _lay(self, label: str, **changes: object) -> None:
        self.laid[label] = None
        self.world.lay(label, **changes)

    def _be_in(self, actor: str, zone: Zone, offset: int) -> None:
        state = self.world.person(actor)
        if state.zone is zone:
            return
        if state.zone is Zone.HALL and zone in (Zone.COURT, Zone.OUTSIDE):
            self._fault(Fault.UNSAID_DOWN, actor)
        elif state.zone in (Zone.COURT, Zone.OUTSIDE) and zone is Zone.HALL:
            self._fault(Fault.UNSAID_UP, actor)
        self._set_person(actor, offset, zone=zone)

    def _grasp(self, actor: str, label: str, offset: int) -> None:
        if label in _consumed():  # 取肺: to be offered and tasted at once, and put away (加於俎)
            self.world.loose = {**self.world.loose, actor: label}
            return
        name, state = self.world.thing(label), self.world.person(actor)
        if state.holds is not None and name.is_ not in state.holds:
            self._set_person(actor, offset, holds=(*state.holds, name.is_))
        if state.tucked is not None and name.is_ in state.tucked and name.kind is Kept.TUCKED:
            self._set_person(actor, offset, tucked=tuple(one for one in state.tucked if one != name.is_))
        if name.kind is Kept.CUP:
            self.world.cups = [*(one for one in self.world.cups if one != actor), actor]
            self.world.laid_by = {who: cup for who, cup in self.world.laid_by.items() if cup != name.is_}
        self._lay(name.is_, holder=actor, place="", gone=False)

    def _grasp_again(self, actor: str, offset: int) -> None:
        """He takes up the cup that he put down himself, though it is not said (盥洗, 卒爵)."""
        if not self.world.held_cup(actor) and actor in self.world.laid_by:
            self._grasp(actor, self.world.laid_by[actor], offset)

    def _release(self, actor: str, label: str, offset: int) -> None:
        state = self.world.person(actor)
        self._set_person(
            actor, offset,
            holds=None if state.holds is None else tuple(one for one in state.holds if one != label),
            tucked=None if state.tucked is None else tuple(one for one in state.tucked if one != label),
        )  # fmt: skip

    def _has(self, actor: str) -> tuple[str, ...]:
        """All that he is known to have on him."""
        state = self.world.person(actor)
        return (*(state.holds or ()), *(state.tucked or ()))

    def _take_cup(self, actor: str, labels: Iterable[str], offset: int) -> None:
        """A cup that he uses he has in his hand, unless he holds one."""
        for label in labels:
            if self.world.thing(label).kind is Kept.CUP and not self.world.held_cup(actor):
                self._grasp(actor, label, offset)

    def _in_hand(self, actor: str, objects: list[str]) -> list[str]:
        """What of `objects` he holds, under the name it is tracked by; the cup in hand where none is named."""
        has = self._has(actor)
        if not objects:
            cup = self.world.held_cup(actor)
            return [cup] if cup else list(has[-1:])
        found: list[str] = []
        for label in objects:
            name = self.world.thing(label)
            if name.is_ in has:
                found.append(name.is_)
            elif name.kind is Kept.CUP and self.world.held_cup(actor):
                found.append(self.world.held_cup(actor))
        return found

    def _tracked(self, objects: list[str]) -> bool:
        return not objects or any(
            label in self.world.effects.things and self.world.thing(label).kind is not Kept.MANY for label in objects
        )
