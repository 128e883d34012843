"""What an act does to the world, and in what it contradicts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kg.lexicon.load import load_lexicon
from kg.reading.act import Act, Filler, Kind
from kg.rite.effects import Effect, Kept
from kg.rite.layout import Zone
from kg.rite.world import Fault, Posture, World

_FOOD = ("food", "drink")  # classes of the table of objects
_STEP = "step"  # class of the measures of stairs
_GOING = frozenset(
    {Effect.ASCEND, Effect.DESCEND, Effect.MOVE, Effect.LEAVE, Effect.ENTER, Effect.FOLLOW}
)
# The place of these is where the thing is, not where he is who reaches for it.
_REACHING = frozenset(
    {Effect.PUT, Effect.SET, Effect.TAKE, Effect.FILL, Effect.LIE, Effect.RECEIVE, Effect.HOLD, Effect.GIVE}
)


@lru_cache(maxsize=1)
def _consumed() -> frozenset[str]:
    """Food and drink of the lexicon."""
    return frozenset(one.label for one in load_lexicon().entries.values() if one.cls in _FOOD)


@dataclass(slots=True)
class Deeds:
    """Applies acts to a world. `faults` and `touched` are of the last act: (fault, person or thing, detail)."""

    world: World
    still: bool = False  # whether 猶 stands before the verb: the act says how things are
    faults: list[tuple[Fault, str, str]] = field(default_factory=list)
    touched: dict[str, None] = field(default_factory=dict)
    laid: dict[str, None] = field(default_factory=dict)
    _led: str = ""

    def do(self, act: Act, offset: int) -> None:
        """Apply `act`, which is told at `offset` of the text."""
        self.faults, self.touched, self.laid = [], {}, {}
        if act.negated:
            return
        objects = self._objects(act)
        effect = self.world.effects.of(act)
        actors = [filler.label for filler in act.roles.get("actor", ()) if filler.kind in (Kind.ACTOR, None)]
        if not actors:
            self._of_things(effect, act, objects)
        followed, self.world.followed = self.world.followed, ""
        self._led = followed
        handler = self._handlers().get(effect) if effect else None
        for actor in actors:
            self._go_where_it_is(actor, act, effect, offset)
            if handler is not None:
                handler(actor, act, objects, offset)

    def _handlers(self) -> dict[Effect, Callable[[str, Act, list[str], int], None]]:
        return {
            Effect.ASCEND: self._ascend, Effect.DESCEND: self._descend, Effect.MOVE: self._move,
            Effect.LEAVE: self._leave, Effect.ENTER: self._enter, Effect.FOLLOW: self._follow,
            Effect.STAND: self._stand, Effect.SIT: self._sit, Effect.RISE: self._rise, Effect.BOW: self._bow,
            Effect.FACE: self._face, Effect.TAKE: self._take, Effect.HOLD: self._hold, Effect.PUT: self._put,
            Effect.GIVE: self._give, Effect.RECEIVE: self._receive, Effect.DRINK: self._drink,
            Effect.WASH: self._wash, Effect.FILL: self._fill, Effect.BARE: self._bare, Effect.COVER: self._cover,
            Effect.WEAR: self._wear, Effect.STRIP: self._strip, Effect.TUCK: self._tuck,
            Effect.OPPOSE: self._oppose, Effect.AT_THING: self._at_thing,
            Effect.UNTUCK: self._untuck, Effect.SHOOT: self._shoot, Effect.SET: self._set, Effect.CLEAR: self._clear,
        }  # fmt: skip

    # ── helpers ──

    def _objects(self, act: Act) -> list[str]:
        return [filler.label for filler in act.roles.get("object", ())]

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

    def _go_where_it_is(self, actor: str, act: Act, effect: Effect | None, offset: int) -> None:
        """The act is done at a place: he who is elsewhere has gone there, though it is not said."""
        state = self.world.person(actor)
        if effect in _GOING:
            if state.posture is Posture.SITTING:
                self._set_person(actor, offset, posture=Posture.STANDING)
            return
        label = self._label(act, "place") or self._label(act, "origin")
        if not label:
            return
        spot = self.world.spot(label, actor)
        if spot.zone is not None and spot.zone is not Zone.STEPS:
            self._be_in(actor, spot.zone, offset)
        if effect not in _REACHING:
            self._set_person(actor, offset, place=self.world.owned(label, actor), opposite=False)

    def _be_in(self, actor: str, zone: Zone, offset: int) -> None:
        state = self.world.person(actor)
        if state.zone is zone:
            return
        if state.zone is Zone.HALL and zone in (Zone.COURT, Zone.OUTSIDE):
            self._fault(Fault.UNSAID_DOWN, actor)
        elif state.zone in (Zone.COURT, Zone.OUTSIDE) and zone is Zone.HALL:
            self._fault(Fault.UNSAID_UP, actor)
        self._set_person(actor, offset, zone=zone)

    def _of_things(self, effect: Effect | None, act: Act, objects: list[str]) -> None:
        place, direction = self._label(act, "place"), self._label(act, "direction")
        for label in objects:
            name = self.world.thing(label).is_
            if effect is Effect.CLEAR:
                self._lay(name, gone=True, place="", holder="")
            elif effect in (Effect.SET, Effect.PUT, Effect.LIE) and place:
                self._lay(name, place=place, holder="", gone=False)
            if effect in (Effect.FACE, Effect.LIE) and direction:
                self._lay(name, facing=direction)

    # ── going ──

    def _ascend(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if "recipient" in act.roles:  # 升賓: bids him go up
            return
        goal, via = self._label(act, "destination"), self._label(act, "via")
        seat = self.world.owned(goal, actor) if goal else ""
        of_seat = bool(goal) and seat in self.world.layout.places and goal != seat
        steps = self._by_steps(act)
        for who in (actor, *(one.label for one in act.roles.get("companion", ()))):
            state = self.world.person(who)
            if state.zone is Zone.HALL and who != self._led and not of_seat and not self._on_hall(goal):
                self._fault(Fault.UP_WHILE_UP, who)
            place = seat if of_seat else self._top(who, via)
            zone = Zone.STEPS if steps else Zone.HALL
            self._set_person(who, offset, zone=zone, place=place, opposite=False, facing="")

    def _by_steps(self, act: Act) -> bool:
        """升三等, 降一等: not to the end."""
        units = {entry.label for entry in load_lexicon().entries.values() if entry.table == "measures"
                 and entry.cls == _STEP}  # fmt: skip
        return any(unit in units for unit, _ in act.measures)

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
        for filler in act.roles.get("instrument", ()):  # 以爵降: he has it in his hand
            if self.world.thing(filler.label).kind is Kept.CUP and not self.world.held_cup(actor):
                self._grasp(actor, filler.label, offset)

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
        mark = self._label(act, "reference")
        if mark:
            self._set_person(actor, offset, place=self.world.owned(mark, actor), opposite=True)

    def _at_thing(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        spot = self.world.spot(objects[0], actor)
        if spot.zone is not None:
            self._be_in(actor, spot.zone, offset)
        self._set_person(actor, offset, place=self.world.owned(objects[0], actor), opposite=False)

    # ── posture ──

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

    def _face(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        self._set_person(actor, offset, facing=self._label(act, "direction"))

    # ── hands ──

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

    def _in_hand(self, actor: str, objects: list[str]) -> list[str]:
        """What of `objects` he holds, under the name it is tracked by; the cup in hand where none is named."""
        state = self.world.person(actor)
        has = (*(state.holds or ()), *(state.tucked or ()))
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

    def _counted(self, kind: Kept) -> bool:
        return kind in (Kept.SINGLE, Kept.CUP, Kept.TUCKED)

    def _take(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        state = self.world.person(actor)
        for label in objects or ([self.world.laid] if self.world.laid else []):
            name = self.world.thing(label)
            if self._counted(name.kind) and not self._plural(actor, act) and name.is_ in (state.holds or ()):
                self._fault(Fault.TAKES_HELD, actor, name.is_)
            self._grasp(actor, label, offset)

    def _hold(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            held = (*(self.world.person(actor).holds or ()), *(self.world.person(actor).tucked or ()))
            if self.still and not self._plural(actor, act) and self.world.thing(label).is_ not in held:
                self._fault(Fault.STILL_IS_NOT, actor, label)
            self._grasp(actor, label, offset)

    def _put(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if not objects and actor in self.world.loose and not self.world.held_cup(actor):
            objects = [self.world.loose[actor]]
        held = self._in_hand(actor, objects) or [one for one in objects if self.world.loose.get(actor) == one]
        self.world.loose = {who: one for who, one in self.world.loose.items() if who != actor}
        if not held and self._tracked(objects) and not self._plural(actor, act):
            self._fault(Fault.PUTS_UNHELD, actor, "、".join(objects))
        place = self._label(act, "place") or self._label(act, "destination")
        for label in held or [self.world.thing(one).is_ for one in objects]:
            self._release(actor, label, offset)
            self._lay(label, place=self.world.owned(place, actor) if place else "", holder="", gone=False)
            if self.world.thing(label).kind is Kept.CUP:
                self.world.laid = label
                self.world.laid_by = {**self.world.laid_by, actor: label}

    def _give(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        held = self._in_hand(actor, objects)
        if not held and self._tracked(objects) and not self._plural(actor, act):
            self._fault(Fault.GIVES_UNHELD, actor, "、".join(objects))
        takers = [one.label for one in act.roles.get("recipient", ())]
        for label in held or [self.world.thing(one).is_ for one in objects]:
            self._release(actor, label, offset)
            for taker in takers:
                self._grasp(taker, label, offset)
            if not takers:
                self.world.gift = (actor, label)

    def _receive(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if objects and not any(label in self.world.effects.things for label in objects):
            return  # 受命, 受酬
        cup = not objects or any(self.world.thing(label).kind is Kept.CUP for label in objects)
        label = self.world.thing(objects[0]).is_ if objects else ""
        if self._plural(actor, act):
            if label:
                self._grasp(actor, label, offset)
            return
        if self.world.gift[0]:
            label = label or self.world.gift[1]
            self.world.gift = ("", "")
        elif cup:
            giver = next((who for who in reversed(self.world.cups) if who != actor and self.world.held_cup(who)), "")
            if giver:
                label = self.world.held_cup(giver)
                self._release(giver, label, offset)
            elif self.world.laid:
                label = label or self.world.laid
            else:
                self._fault(Fault.RECEIVES_UNHELD, actor, "、".join(objects))
        if label:
            self._grasp(actor, label, offset)

    def _drink(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if objects and not any(self.world.thing(label).kind is Kept.CUP for label in objects):
            return
        self._grasp_again(actor, offset)
        if not self._plural(actor, act) and not self.world.held_cup(actor):
            self._fault(Fault.DRINKS_UNHELD, actor, "、".join(objects))

    def _wash(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        basin = next((one for one in self.world.effects.words(Effect.WASH) if one in self.world.layout.places), "")
        if basin:
            self._be_in(actor, self.world.layout.places[basin].zone, offset)
            self._set_person(actor, offset, place=basin, opposite=False, posture=Posture.STANDING)
        if act.action == basin:
            self._grasp_again(actor, offset)
        for label in objects:
            if self.world.thing(label).kind is Kept.CUP and not self.world.held_cup(actor):
                self._grasp(actor, label, offset)

    def _fill(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if any(self.world.thing(label).kind is Kept.MANY for label in objects):
            self._put(actor, act, objects, offset)
            return
        for label in objects:
            if self.world.thing(label).kind is Kept.CUP and not self.world.held_cup(actor):
                self._grasp(actor, label, offset)
        self._grasp_again(actor, offset)
        if self.world.held_cup(actor):
            self.world.cups = [*(one for one in self.world.cups if one != actor), actor]

    # ── dress and gear ──

    def _bare(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        bared = self.world.person(actor).bared
        if self.still and bared is False:
            self._fault(Fault.STILL_IS_NOT, actor, act.action)
        elif bared and not self.still:
            self._fault(Fault.BARES_BARED, actor)
        self._set_person(actor, offset, bared=True)

    def _cover(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if self.world.person(actor).bared is False:
            self._fault(Fault.COVERS_COVERED, actor)
        self._set_person(actor, offset, bared=False)

    def _wear(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects or [act.action]:
            name, wears = self.world.thing(label).is_, self.world.person(actor).wears
            if wears is None:
                continue
            if name in wears and not self.still:
                self._fault(Fault.WEARS_WORN, actor, name)
            elif name not in wears and self.still:
                self._fault(Fault.STILL_IS_NOT, actor, name)
            self._set_person(actor, offset, wears=wears | {name})

    def _strip(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            name, state = self.world.thing(label), self.world.person(actor)
            if name.kind is not Kept.WORN or state.wears is None:
                continue
            if name.is_ not in state.wears:
                self._fault(Fault.STRIPS_UNWORN, actor, name.is_)
            self._set_person(actor, offset, wears=state.wears - {name.is_})

    def _tuck(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            name, state = self.world.thing(label).is_, self.world.person(actor)
            if state.tucked is not None and name not in state.tucked:
                self._set_person(actor, offset, tucked=(*state.tucked, name))

    def _untuck(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            name, state = self.world.thing(label), self.world.person(actor)
            if name.kind is Kept.TUCKED and state.tucked is not None:
                if name.is_ not in state.tucked:
                    self._fault(Fault.UNTUCKS_UNTUCKED, actor, name.is_)
                self._release(actor, name.is_, offset)
                self.world.loose = {**self.world.loose, actor: name.is_}

    def _shoot(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            self._release(actor, self.world.thing(label).is_, offset)

    # ── things ──

    def _set(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        holds = self.world.person(actor).holds
        if not objects and holds:  # 奉豐升，設於西楹之西
            objects = [holds[-1]]
        place = self._label(act, "place") or self._label(act, "destination")
        for label in objects:
            name = self.world.thing(label).is_
            self._release(actor, name, offset)
            self._lay(name, place=place, holder="", gone=False)

    def _clear(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            name = self.world.thing(label).is_
            self._release(actor, name, offset)
            self._lay(name, place="", holder="", gone=True)
