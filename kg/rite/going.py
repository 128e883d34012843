"""Going: up and down, to and fro, sitting and rising, facing."""

from __future__ import annotations

from functools import lru_cache

from kg.lexicon.load import load_lexicon
from kg.reading.act import Act
from kg.rite.doing import Doing
from kg.rite.layout import Zone
from kg.rite.world import Fault, Posture

_STEP = "step"  # class of the measures of stairs


@lru_cache(maxsize=1)
def _step_units() -> frozenset[str]:
    """等: the measures of stairs."""
    entries = load_lexicon().entries.values()
    return frozenset(one.label for one in entries if one.table == "measures" and one.cls == _STEP)


class Going(Doing):
    """What moves a person, and how he stands."""

    def _ascend(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if "recipient" in act.roles:  # 升賓: bids him go up
            return
        goal, via = self._label(act, "destination"), self._label(act, "via")
        seat = self.world.owned(goal, actor) if goal else ""
        of_seat = bool(goal) and seat in self.world.layout.places and goal != seat
        for who in (actor, *(one.label for one in act.roles.get("companion", ()))):
            if self._on_hall(goal):
                self.world.short_of_hall.discard(who)
            steps = self._by_steps(act) or who in self.world.short_of_hall
            state = self.world.person(who)
            if state.zone is Zone.HALL and who != self._led and not of_seat and not self._on_hall(goal):
                self._fault(Fault.UP_WHILE_UP, who)
            place = seat if of_seat else self._top(who, via)
            zone = Zone.STEPS if steps else Zone.HALL
            self._set_person(who, offset, zone=zone, place=place, opposite=False, facing="")

    def _stop_on_steps(self, actors: list[str], act: Act, offset: int) -> None:
        """盡階，不升堂: he stands on the uppermost step, and has no business on the hall while this phase lasts."""
        if not self._on_hall(self._label(act, "destination")):
            return
        for who in actors:
            self.world.short_of_hall.add(who)
            self._set_person(who, offset, zone=Zone.STEPS, place=self._steps(who, ""), opposite=False)

    def _by_steps(self, act: Act) -> bool:
        """升三等, 降一等: not to the end."""
        return any(unit in _step_units() for unit, _ in act.measures)

    def _on_hall(self, goal: str) -> bool:
        """上射先升三等 … 升堂: the going up is told in two steps."""
        place = self.world.layout.places.get(goal)
        return place is not None and place.zone is Zone.HALL

    def _top(self, who: str, via: str) -> str:
        return self.world.layout.above(self._steps(who, via))

    def _steps(self, who: str, via: str) -> str:
        return via if via in self.world.layout.places else self.world.layout.steps_of(who)

    def _descend(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        origin, via = self._label(act, "origin"), self._label(act, "via")
        if origin and self.world.owned(origin, actor) in self.world.layout.places:  # 降席: leaves his mat
            self._set_person(actor, offset, zone=Zone.HALL, place=self.world.owned(origin, actor), facing="")
            return
        steps = self._by_steps(act)
        for who in (actor, *(one.label for one in act.roles.get("companion", ()))):
            if self.world.person(who).zone in (Zone.COURT, Zone.OUTSIDE) and who != self._led:
                self._fault(Fault.DOWN_WHILE_DOWN, who)
            place = self._steps(who, via)
            zone = Zone.STEPS if steps else Zone.COURT
            self._set_person(who, offset, zone=zone, place=place, opposite=False, facing="", station=place)
        self._bring(actor, act, offset)

    def _move(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        goal = self._label(act, "destination")
        going = [actor, *(one.label for one in act.roles.get("companion", ()))]
        for who in going:
            if not goal:
                self._set_person(who, offset, facing="")
                continue
            spot = self.world.spot(goal, who)
            if spot.zone is Zone.STEPS or (spot.zone is None and spot.at is not None):
                pass
            elif spot.zone is not None:
                self._be_in(who, spot.zone, offset)
            self._set_person(who, offset, place=self.world.owned(goal, who), opposite=False, facing="")
        self._bring(actor, act, offset)

    def _bring(self, actor: str, act: Act, offset: int) -> None:
        self._take_cup(actor, (filler.label for filler in act.roles.get("instrument", ())), offset)  # 以爵降

    def _leave(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        """Out: of the gate, where no goal is named, and whoever stands in a tent only out of that."""
        if "destination" in act.roles:
            self._move(actor, act, objects, offset)
        elif self.world.person(actor).zone is Zone.HALL or self._by_gate(actor):
            self._set_person(actor, offset, zone=Zone.OUTSIDE, place="", opposite=False, facing="")

    def _by_gate(self, actor: str) -> bool:
        state = self.world.person(actor)
        place = self.world.layout.places.get(state.place)
        return state.zone is Zone.COURT and (place is None or place.zone is Zone.STEPS)

    def _enter(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if "destination" in act.roles:
            self._move(actor, act, objects, offset)
        else:
            self._set_person(actor, offset, zone=Zone.COURT, place="", opposite=False, facing="")

    def _follow(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        leader = self._label(act, "reference")
        if leader:
            ahead = self.world.person(leader)
            self.world.followed = actor
            self._set_person(actor, offset, zone=ahead.zone, place=ahead.place, opposite=False, facing="")
        elif "destination" in act.roles:
            self._move(actor, act, objects, offset)

    def _oppose(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        """當階, 當楅: over against it, wherever he is."""
        mark, state = self._label(act, "reference"), self.world.person(actor)
        told = "place" in act.roles or (state.place and state.place == state.station)  # 立於西階西，當西序
        if mark and not told:
            self._set_person(actor, offset, place=self.world.owned(mark, actor), opposite=True)

    def _at_thing(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        spot = self.world.spot(objects[0], actor)
        if spot.zone is not None:
            self._be_in(actor, spot.zone, offset)
        self._set_person(actor, offset, place=self.world.owned(objects[0], actor), opposite=False, facing="")

    def _withdraw(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        station = self.world.layout.station_of(actor)
        if station:
            zone = self.world.spot(station, actor).zone
            self._set_person(actor, offset, zone=zone, place=station, opposite=False, facing="")

    def _stand(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        place = self._label(act, "place")
        self._set_person(actor, offset, posture=Posture.STANDING)
        if place and self.world.owned(place, actor) == place:
            self._set_person(actor, offset, station=place)

    def _sit(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if self.world.person(actor).posture is Posture.SITTING:
            self._fault(Fault.SITS_WHILE_SITTING, actor)
        for who in (actor, *(one.label for one in act.roles.get("companion", ()))):
            self._set_person(who, offset, posture=Posture.SITTING)

    def _rise(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if self.world.person(actor).posture is Posture.STANDING:
            self._fault(Fault.RISES_WHILE_STANDING, actor)
        self._set_person(actor, offset, posture=Posture.STANDING)

    def _bow(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        self._set_person(actor, offset, posture=None)

    def _offer(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        self._set_person(actor, offset, posture=Posture.STANDING)

    def _face(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        self._set_person(actor, offset, facing=self._label(act, "direction"))
