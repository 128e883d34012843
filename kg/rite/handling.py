"""Handling: what is taken, held, put down, given, drunk, worn; and what is set up or taken away."""

from __future__ import annotations

from kg.reading.act import Act
from kg.rite.doing import Doing
from kg.rite.effects import Effect, Kept
from kg.rite.world import Fault, Posture


class Handling(Doing):
    """What passes through a person's hands."""

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
            if self.still and not self._plural(actor, act) and self.world.thing(label).is_ not in self._has(actor):
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
        if not objects and not self.world.held_cup(actor):
            held = list(self.world.person(actor).holds or ())  # 授有司: bow and arrows, all he has
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
        self._take_cup(actor, objects, offset)

    def _fill(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        if any(self.world.thing(label).kind is Kept.MANY for label in objects):
            self._put(actor, act, objects, offset)
            return
        self._take_cup(actor, objects, offset)
        if self.world.held_cup(actor):
            self._set_person(actor, offset, posture=Posture.STANDING)
        self._grasp_again(actor, offset)
        if self.world.held_cup(actor):
            self.world.cups = [*(one for one in self.world.cups if one != actor), actor]


class Wearing(Doing):
    """What a person wears, and has in his belt."""

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
        for label in objects or [one for one in self._has(actor) if self.world.thing(one).kind is Kept.MANY]:
            self._release(actor, self.world.thing(label).is_, offset)


class Setting(Doing):
    """What is set up and taken away."""

    def _set(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        holds = self.world.person(actor).holds
        if not objects and holds:  # 奉豐升，設於西楹之西
            objects = [holds[-1]]
        place = self._label(act, "place") or self._label(act, "destination")
        for label in objects:
            name = self.world.thing(label).is_
            self._release(actor, name, offset)
            fixed = self.world.layout.places.get(name)
            self._lay(name, place=place or (fixed.within if fixed else ""), holder="", gone=False)

    def _clear(self, actor: str, act: Act, objects: list[str], offset: int) -> None:
        for label in objects:
            name = self.world.thing(label).is_
            self._release(actor, name, offset)
            self._lay(name, place="", holder="", gone=True)
