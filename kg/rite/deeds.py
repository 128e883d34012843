"""What an act does to the world, and in what it contradicts it."""

from __future__ import annotations

from collections.abc import Callable

from kg.reading.act import Act, Kind
from kg.rite.effects import Effect
from kg.rite.going import Going
from kg.rite.handling import Handling, Setting, Wearing
from kg.rite.layout import Zone
from kg.rite.world import Posture

_GOING = frozenset({Effect.ASCEND, Effect.DESCEND, Effect.MOVE, Effect.LEAVE, Effect.ENTER, Effect.FOLLOW})
# The place of these is where the thing is, not where he is who reaches for it.
_REACHING = frozenset(
    {Effect.PUT, Effect.SET, Effect.TAKE, Effect.FILL, Effect.LIE, Effect.RECEIVE, Effect.HOLD, Effect.GIVE}
)


class Deeds(Going, Handling, Wearing, Setting):
    """Applies acts to a world, each by the effect that the table gives to its verb."""

    def do(self, act: Act, offset: int) -> None:
        """Apply `act`, which is told at `offset` of the text."""
        self.faults, self.touched, self.laid = [], {}, {}
        effect = self.world.effects.of(act)
        actors = [filler.label for filler in act.roles.get("actor", ()) if filler.kind in (Kind.ACTOR, None)]
        if act.negated:
            if effect is Effect.ASCEND:
                self._stop_on_steps(actors, act, offset)
            return
        objects = self._objects(act)
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
            Effect.OPPOSE: self._oppose, Effect.AT_THING: self._at_thing, Effect.OFFER: self._offer,
            Effect.WITHDRAW: self._withdraw,
            Effect.UNTUCK: self._untuck, Effect.SHOOT: self._shoot, Effect.SET: self._set, Effect.CLEAR: self._clear,
        }  # fmt: skip

    def _objects(self, act: Act) -> list[str]:
        return [filler.label for filler in act.roles.get("object", ())]

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
