"""The chronicle: what each act changes, and where the acts contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from kg.reading.act import Act, Mode
from kg.rite.deeds import Deeds
from kg.rite.effects import Effect, load_effects
from kg.rite.layout import Layout, Point
from kg.rite.likeness import Likeness, Outcome
from kg.rite.people import People
from kg.rite.phase import PhaseTree
from kg.rite.unfold import unfold
from kg.rite.world import Fault, PersonState, ThingState, World
from kg.texts.document import Document
from kg.texts.span import Span


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
    subject: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """All changes and contradictions of one text, in its order."""

    changes: tuple[Change, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()


class Chronicler:
    """Walks through the acts of one text."""

    def __init__(
        self,
        document: Document,
        acts: Sequence[Act],
        phases: PhaseTree,
        people: People,
        likenesses: Sequence[Likeness],
        layout: Layout,
    ) -> None:
        """`acts` in the order of the text; `layout` is the plan of its rite."""
        self._document = document
        self._acts = acts
        self._phases = phases
        self._people = people
        self._likenesses = {one.act: one for one in likenesses}
        self._world = World(layout, load_effects(), people)
        self._changes: list[Change] = []
        self._contradictions: list[Contradiction] = []

    def write(self) -> Chronicle:
        """The chronicle. The 記 is no part of the sequence and changes nothing; a condition is an alternative, whose
        consequences end with its sentence."""
        leaf_id = ""
        branch: tuple[World, int] | None = None
        for index, act in enumerate(self._acts):
            leaf = self._phases.leaf_at(act.verb.start)
            if leaf is None or self._is_record(act):
                continue
            if branch is not None and act.verb.start >= branch[1]:
                self._world = branch[0]
                branch = None
            if leaf.id != leaf_id:
                leaf_id = leaf.id
                for label in self._people.passing:
                    self._world.forget(label)
            if act.mode is Mode.CONDITIONAL and branch is None:
                branch = (self._world.copy(), self._sentence_end(act))
            if act.mode is Mode.COMMANDED and not self._unfulfilled(index):
                continue
            if act.mode in (Mode.CONDITIONAL, Mode.COMPLETED) and index not in self._likenesses:
                continue
            self._tell(index, act)
        return Chronicle(tuple(self._changes), tuple(self._contradictions))

    def _is_record(self, act: Act) -> bool:
        return any(span.start <= act.verb.start < span.end for span in self._phases.record)

    def _sentence_end(self, act: Act) -> int:
        for passage in self._document.passages:
            if passage.span.start <= act.verb.start < passage.span.end:
                return passage.span.end
        return act.verb.end

    def _unfulfilled(self, index: int) -> bool:
        """Whether the text never tells that the command is carried out: it is, all the same."""
        act = self._acts[index]
        leaf = self._phases.leaf_at(act.verb.start)
        effect = self._world.effects.of(act.action, "object" in act.roles)
        if effect not in (Effect.SET, Effect.CLEAR) or leaf is None:
            return False
        objects = {filler.label for filler in act.roles.get("object", ())}
        for other in self._acts[index + 1 :]:
            if other.verb.start >= leaf.span.end:
                break
            done = {filler.label for filler in other.roles.get("object", ())}
            if other.mode is not Mode.COMMANDED and other.action == act.action and done & objects:
                return False
        return True

    def _tell(self, index: int, act: Act) -> None:
        before_persons, before_things = dict(self._world.persons), dict(self._world.things)
        offset = act.verb.start
        deeds = Deeds(self._world)
        persons: dict[str, None] = {}
        things: dict[str, None] = {}
        likeness = self._likenesses.get(index)
        told = True
        if likeness is not None and likeness.outcome is Outcome.ACTS:
            implied = unfold(self._acts, self._likenesses, index)
            for one in implied:
                if one.act.mode in (Mode.ASSERTED,):
                    deeds.do(one.act, offset)
                    persons.update(deeds.touched)
                    things.update(deeds.laid)
            told = all(one.act.action != act.action for one in implied)
        if told and act.mode is not Mode.COMPLETED:
            deeds.do(act, offset)
            persons.update(deeds.touched)
            things.update(deeds.laid)
            self._contradictions.extend(
                Contradiction(index, fault, who, detail) for fault, who, detail in dict.fromkeys(deeds.faults)
            )
        for label in persons:
            self._note(index, label, before_persons.get(label, PersonState()), self._world.person(label))
        for label in things:
            self._note(index, label, before_things.get(label, ThingState()), self._world.things[label])

    def _note(
        self, index: int, label: str, before: PersonState | ThingState, after: PersonState | ThingState
    ) -> None:
        new = frozenset(
            one.name
            for one in fields(after)
            if one.name != "station" and getattr(before, one.name) != getattr(after, one.name)
        )
        if not new:
            return
        place = after.place
        at = self._world.spot(place, label).at if place else None
        self._changes.append(Change(index, label, after, new, at))


def state_at(chronicle: Chronicle, last: int) -> dict[str, Change]:
    """The last change of every person and thing up to act `last` (an index, inclusive)."""
    found: dict[str, Change] = {}
    for change in chronicle.changes:
        if change.act > last:
            break
        found[change.subject] = change
    return found


def spans_of(acts: Sequence[Act]) -> Iterator[Span]:
    """Where the verbs stand."""
    return (act.verb for act in acts)
