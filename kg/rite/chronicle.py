"""The chronicle: what each act changes, and where the acts contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from kg.lexicon.table import read_rows
from kg.reading.act import Act, Mode
from kg.rite.deeds import Deeds
from kg.rite.effects import Effect, load_effects
from kg.rite.layout import Layout, Point
from kg.rite.likeness import Likeness
from kg.rite.people import People
from kg.rite.phase import PhaseTree
from kg.rite.unfold import Unfolded, unfold
from kg.rite.words import words_of
from kg.rite.world import UNKNOWN_PERSON, Fault, PersonState, ThingState, World
from kg.texts.document import Document, Layer


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
        self._effects = load_effects()
        self._world = World(layout, self._effects, people, beginning=phases.begins)
        self._alternatives = tuple(_alternatives(document))
        self._named: set[str] = set()  # whose changes have been told
        self._changes: list[Change] = []
        self._contradictions: list[Contradiction] = []

    def write(self) -> Chronicle:
        """The chronicle. The 記 is no part of the sequence and changes nothing; a condition is an alternative, whose
        consequences end with its sentence, or where alternatives.tsv says."""
        leaf_id = ""
        branch: tuple[World, int] | None = None
        for index, act in enumerate(self._acts):
            leaf = self._phases.leaf_at(act.verb.start)
            if leaf is None or self._is_record(act):
                continue
            if branch is not None and act.verb.start >= branch[1]:
                self._return_to(branch[0], index)
                branch = None
            if leaf.id != leaf_id:
                leaf_id = leaf.id
                self._begin_phase(index)
            if act.mode is Mode.CONDITIONAL and branch is None:
                end = self._alternative_end(act)
                branch = (self._world.copy(), end) if end else None
            if act.mode is Mode.COMMANDED and not self._unfulfilled(index):
                continue
            if act.mode is Mode.CONDITIONAL and index not in self._likenesses:
                continue
            self._tell(index, act)
        return Chronicle(tuple(self._changes), tuple(self._contradictions))

    def _return_to(self, world: World, index: int) -> None:
        """An alternative ends: what it changed is as before; noted with the first act behind it."""
        persons, things, self._world = self._world.persons, self._world.things, world
        for label, state in sorted(persons.items()):
            if label in self._named:
                self._note(index, label, state, world.persons.get(label, PersonState()))
        for name, thing in sorted(things.items()):
            self._note(index, name, thing, world.things.get(name, ThingState()))

    def _begin_phase(self, index: int) -> None:
        """Others play the parts now, and what the members of groups wear and hold is told only for the first phase."""
        before = dict(self._world.persons)
        for label in self._people.passing:
            self._world.forget(label)
        self._world.forget_hands()
        for label, state in sorted(before.items()):
            if label in self._named:
                self._note(index, label, state, self._world.persons.get(label, UNKNOWN_PERSON))

    def _is_record(self, act: Act) -> bool:
        return any(span.start <= act.verb.start < span.end for span in self._phases.record)

    def _alternative_end(self, act: Act) -> int:
        """Where the consequences of a condition end: with the passage, or the words that the table names; 0 where the
        table says that it is no alternative (公將射: when, not if)."""
        passage = next(p.span for p in self._document.passages if p.span.start <= act.verb.start < p.span.end)
        for start, end in self._alternatives:
            if start <= act.verb.start < end:
                return max(end, passage.end)
            if passage.start <= start <= act.verb.start and not end:
                return 0
        return passage.end

    def _unfulfilled(self, index: int) -> bool:
        """Whether the text never tells that the command is carried out: it is, all the same."""
        act = self._acts[index]
        leaf = self._phases.leaf_at(act.verb.start)
        effect = self._effects.of(act)
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
        deeds = Deeds(self._world, self._is_still(act))
        persons: dict[str, None] = {}
        things: dict[str, None] = {}
        likeness = self._likenesses.get(index)
        implied = unfold(self._acts, self._likenesses, index) if likeness and not likeness.manner else ()
        steps = self._certain(implied)
        itself = all(one.act.action != act.action for one in implied)
        for step in ([act] if itself else []) + steps:
            deeds.do(step, act.verb.start)
            persons.update(deeds.touched)
            things.update(deeds.laid)
            if step is act and act.mode is not Mode.COMPLETED:
                self._contradict(index, deeds)
        self._speak_for_all(act, persons)
        self._named.update(persons)
        for label in persons:
            self._note(index, label, before_persons.get(label, PersonState()), self._world.person(label))
        for label in things:
            self._note(index, label, before_things.get(label, ThingState()), self._world.things[label])

    def _certain(self, implied: Sequence[Unfolded]) -> list[Act]:
        """The implied acts that happen whatever is the case: none that follows a condition in its sentence."""
        steps: list[Act] = []
        until = 0
        for one in implied:
            if one.act.mode is Mode.CONDITIONAL:
                until = max(until, self._alternative_end(one.act))
            elif one.act.mode is Mode.ASSERTED and one.act.verb.start >= until:
                steps.append(one.act)
        return steps

    def _speak_for_all(self, act: Act, persons: dict[str, None]) -> None:
        """三耦卒射，亦如之: where the members end, there the group is."""
        for filler in act.roles.get("actor", ()):
            members = set(self._people.members(filler.label))
            last = next((label for label in reversed(persons) if label in members), None)
            if last is not None:
                self._world.persons[filler.label] = self._world.person(last)
                persons[filler.label] = None

    def _is_still(self, act: Act) -> bool:
        """Whether 猶 stands in the clause before the verb, with nothing but other verbs of its row between."""
        start = act.clause.start if act.clause is not None else max(0, act.verb.start - 2)
        before = self._document.text[start : act.verb.start]
        return any(word in before for word in self._effects.words(Effect.STILL))

    def _contradict(self, index: int, deeds: Deeds) -> None:
        found: dict[Fault, tuple[dict[str, None], dict[str, None]]] = {}
        for fault, who, detail in deeds.faults:
            subjects, details = found.setdefault(fault, ({}, {}))
            subjects[who] = None
            if detail:
                details[detail] = None
        for fault, (subjects, details) in found.items():
            self._contradictions.append(Contradiction(index, fault, tuple(subjects), tuple(details)))

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
        fixed = self._world.layout.places.get(label)
        if at is not None and fixed is not None and isinstance(after, ThingState):
            at = fixed.at  # 洗: 阼階東南 says the side, 南北以堂深、東西當東榮 the place
        self._changes.append(Change(index, label, after, new, at))


def state_at(chronicle: Chronicle, last: int) -> dict[str, Change]:
    """The last change of every person and thing up to act `last` (an index, inclusive)."""
    found: dict[str, Change] = {}
    for change in chronicle.changes:
        if change.act > last:
            break
        found[change.subject] = change
    return found


def _alternatives(document: Document) -> Iterator[tuple[int, int]]:
    """Where a condition of the table begins, and where its consequences end, 0 for one that is no alternative."""
    words = words_of(document, (Layer.JING,))
    for _, row in read_rows("alternatives.tsv", ("words", "until", "source")):
        for start in words.places(row["words"]):
            end = words.find(row["until"], start.end) if row["until"] else None
            if end is not None or not row["until"]:
                yield start.start, end.end if end is not None else 0
