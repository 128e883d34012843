"""The world of a rite at one moment: where everybody is and what he holds, where every thing lies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from kg.rite.effects import Effects, Kept, Thing
from kg.rite.layout import Layout, Point, Spot, Zone
from kg.rite.people import People


class Posture(StrEnum):
    """Whether one stands or sits."""

    STANDING = "standing"
    SITTING = "sitting"


class Fault(StrEnum):
    """How an act contradicts what was told before. UNSAID ones only lack a word: the text passes over a step."""

    UP_WHILE_UP = "up-while-up"
    DOWN_WHILE_DOWN = "down-while-down"
    SITS_WHILE_SITTING = "sits-while-sitting"
    RISES_WHILE_STANDING = "rises-while-standing"
    PUTS_UNHELD = "puts-unheld"
    GIVES_UNHELD = "gives-unheld"
    DRINKS_UNHELD = "drinks-unheld"
    RECEIVES_UNHELD = "receives-unheld"
    TAKES_HELD = "takes-held"
    BARES_BARED = "bares-bared"
    COVERS_COVERED = "covers-covered"
    WEARS_WORN = "wears-worn"
    STRIPS_UNWORN = "strips-unworn"
    UNTUCKS_UNTUCKED = "untucks-untucked"
    STILL_IS_NOT = "still-is-not"  # 猶袒 of one who has covered himself
    UNSAID_UP = "unsaid-up"
    UNSAID_DOWN = "unsaid-down"


@dataclass(frozen=True, slots=True)
class PersonState:
    """What is known of one person or group. None: unknown. `place` is a label, `station` where he returns to.

    `opposite` says that he stands over against the place, not at it. `holds` is in the order of taking.
    """

    zone: Zone | None = None
    place: str = ""
    opposite: bool = False
    posture: Posture | None = None
    facing: str = ""
    holds: tuple[str, ...] | None = ()
    bared: bool | None = False
    wears: frozenset[str] | None = frozenset()
    tucked: tuple[str, ...] | None = ()
    station: str = ""


UNKNOWN_PERSON = PersonState(holds=None, bared=None, wears=None, tucked=None)


@dataclass(frozen=True, slots=True)
class ThingState:
    """Where a thing lies, or who holds it; `facing` the direction in which it lies or faces."""

    place: str = ""
    holder: str = ""
    facing: str = ""
    gone: bool = False


@dataclass(slots=True)
class World:
    """The moving state. A person is known by the name under which the text calls him; other names of his, and the
    members of a group, follow."""

    layout: Layout
    effects: Effects
    people: People
    beginning: bool = True  # whether the text begins where the rite does: nobody holds anything then
    persons: dict[str, PersonState] = field(default_factory=dict)
    things: dict[str, ThingState] = field(default_factory=dict)
    gift: tuple[str, str] = ("", "")  # who last offered or gave without being told to whom, and which cup
    laid: str = ""  # the cup that was put down last
    laid_by: dict[str, str] = field(default_factory=dict)  # the cup that each put down last and nobody took since
    followed: str = ""  # who has just followed another: that he goes up or down may be said again
    loose: dict[str, str] = field(default_factory=dict)  # what each has taken out of his belt and not laid down
    short_of_hall: set[str] = field(default_factory=set)  # who goes up no farther than the steps (盡階，不升堂)
    cups: list[str] = field(default_factory=list)  # who took or filled a cup, the latest last

    def copy(self) -> World:
        """A world of its own with the same state, for an alternative that the text goes into."""
        return replace(
            self,
            persons=dict(self.persons),
            things=dict(self.things),
            laid_by=dict(self.laid_by),
            loose=dict(self.loose),
            short_of_hall=set(self.short_of_hall),
            cups=list(self.cups),
        )

    def person(self, label: str) -> PersonState:
        """What is known of `label`."""
        state = self.persons.get(label)
        if state is None:
            state = UNKNOWN_PERSON if label in self.people.passing or not self.beginning else PersonState()
        return state

    def put(self, label: str, state: PersonState, offset: int) -> None:
        """Set the state of a person, of his other names, and of the members of a group."""
        self.persons[label] = state
        for other in self.people.same(label, offset):
            self.persons[other] = state
        for member in self.people.members(label):
            mine = self.person(member)
            self.persons[member] = replace(
                state, holds=state.holds if mine.holds is not None else None, station=mine.station or state.station
            )

    def forget(self, label: str) -> None:
        """Another person goes by that name from here on."""
        self.persons.pop(label, None)

    def forget_hands(self) -> None:
        """A new phase begins: what the members of groups wear and hold is told only once, for the first of them; and
        who had no business on the hall may have some now."""
        self.short_of_hall.clear()
        for label, state in self.persons.items():
            if self.people.is_group(label):
                self.persons[label] = replace(state, holds=None, bared=None, wears=None, tucked=None)

    def thing(self, label: str) -> Thing:
        """What `label` names."""
        return self.effects.thing(label)

    def lay(self, label: str, **changes: object) -> None:
        """Change where a thing lies."""
        self.things[label] = replace(self.things.get(label, ThingState()), **changes)  # type: ignore[arg-type]

    def spot(self, label: str, person: str = "") -> Spot:
        """Where `label` lies now, as `person` uses the word: beside persons and things wherever these are."""
        spot = self.layout.spot(self.owned(label, person), lambda anchor: self._anchor(anchor, person))
        state = self.person(person) if person else PersonState()
        if spot.zone is None and spot.at is not None and state.zone is not None:  # beside the steps, above or below
            at = Point(spot.at.x, abs(spot.at.y)) if state.zone is Zone.HALL else spot.at
            return Spot(state.zone, at)
        return spot

    def owned(self, label: str, person: str) -> str:
        """`label` with a word for one's own place (位, 席, 階) made the place that is meant."""
        if not person or label in self.layout.places:
            return label
        for cut in range(len(label), 0, -1):
            head = label[:cut]
            mine = self.layout.owned(person, head)
            if mine != head:
                return mine + label[cut:]
        state = self.person(person)
        if state.station and self._is_own(label):
            zone = self.layout.spot(state.station).zone
            if zone is None or state.zone is None or zone is state.zone:
                return state.station
        return label

    def _is_own(self, label: str) -> bool:
        """Whether `label` is a word for one's own place, known of others but not of this person."""
        return any(word == label for _, word in self.layout.own)

    def _anchor(self, label: str, person: str) -> Spot:
        if label in self.persons and label != person:
            state = self.persons[label]
            at = self.layout.spot(state.place).at if state.place else None
            return Spot(state.zone, at)
        found = self.things.get(self.thing(label).is_)
        if found is not None and self.thing(label).kind is Kept.SINGLE:
            if found.holder and found.holder in self.persons:
                return Spot(self.persons[found.holder].zone)
            if found.place and found.place != label:
                return self.layout.spot(found.place)
        return Spot()

    def held_cup(self, label: str) -> str:
        """The cup that `label` holds, taken last; "" where he is known to hold none."""
        holds = self.person(label).holds or ()
        return next((one for one in reversed(holds) if self.thing(one).kind is Kept.CUP), "")
