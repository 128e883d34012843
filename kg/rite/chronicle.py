"""The chronicle: what each act changes, and where the acts contradict each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import fields, replace

from kg.reading.act import Act, Mode
from kg.rite.alternatives import alternatives
from kg.rite.change import Change, Chronicle, Contradiction
from kg.rite.deed_index import DeedIndex
from kg.rite.deeds import Deeds
from kg.rite.effects import Effect, load_effects
from kg.rite.layout import Layout, Zone
from kg.rite.likeness import Likeness
from kg.rite.people import People
from kg.rite.phase import PhaseTree
from kg.rite.unfold import Unfolded, unfold
from kg.rite.world import UNKNOWN_PERSON, Fault, PersonState, ThingState, World
from kg.texts.document import Document


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
        self._index = DeedIndex(acts)
        self._passages = [passage.span.start for passage in document.passages]
        self._phases = phases
        self._people = people
        self._likenesses = {one.act: one for one in likenesses}
        self._effects = load_effects()
        self._world = World(layout, self._effects, people, beginning=phases.begins)
        self._alternatives = tuple(alternatives(document))
        self._shown: set[str] = set()  # under which names persons are told of now
        self._left: dict[str, int] = {}  # where each office was laid down last
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
                self._begin_phase(index, leaf.kind)
            self._end_offices(index, act.verb.start)
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
            if label in self._shown:
                self._note(index, label, state, world.persons.get(label, PersonState()))
        for name, thing in sorted(things.items()):
            self._note(index, name, thing, world.things.get(name, ThingState()))

    def _begin_phase(self, index: int, kind: str) -> None:
        """Others play the parts now, and what the members of groups wear and hold is told only for the first phase."""
        before = dict(self._world.persons)
        for label in self._people.renewed(kind):
            self._world.forget(label)
        self._world.forget_hands()
        for label, state in sorted(before.items()):
            if label in self._shown:
                self._note(index, label, state, self._world.persons.get(label, UNKNOWN_PERSON))

    def _end_offices(self, index: int, offset: int) -> None:
        """One who acts as himself again is no longer told under the other name."""
        for tenure in self._people.tenures:
            if tenure.office in self._shown and self._left.get(tenure.office, -1) < tenure.span.end <= offset:
                self._left[tenure.office] = offset
                self._hide(index, tenure.office)

    def _hide(self, index: int, label: str) -> None:
        self._shown.discard(label)
        self._note(index, label, self._world.person(label), UNKNOWN_PERSON)

    def _is_record(self, act: Act) -> bool:
        return any(span.start <= act.verb.start < span.end for span in self._phases.record)

    def _alternative_end(self, act: Act) -> int:
        """Where the consequences of a condition end: with the passage, or the words that the table names; 0 where the
        table says that it is no alternative (公將射: when, not if)."""
        passage = self._document.passages[bisect_right(self._passages, act.verb.start) - 1].span
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
        if effect is Effect.WITHDRAW:
            return True
        if effect not in (Effect.SET, Effect.CLEAR) or leaf is None:
            return False
        objects = {filler.label for filler in act.roles.get("object", ())}
        for other in (self._acts[at] for at in self._index.after(index)):
            if other.verb.start >= leaf.span.end:
                break
            done = {filler.label for filler in other.roles.get("object", ())}
            if done & objects:
                return False
        return True

    def _tell(self, index: int, act: Act) -> None:
        act = self._from_his_mat(index, self._by_present_name(act))
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
        for label in persons:
            before = before_persons.get(label, PersonState())
            for other in self._people.same(label, act.verb.start):
                if other in self._shown and label in self._acting(act):  # 司正為司馬: told under the new name now
                    self._hide(index, other)
                    before = PersonState()
            self._shown.add(label)
            self._note(index, label, before, self._world.person(label))
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

    def _from_his_mat(self, index: int, act: Act) -> Act:
        """受觶於席，以降，適西階上: he goes down from the mat on which he was, for he goes to a place on the hall."""
        if self._effects.of(act) is not Effect.DESCEND or "origin" in act.roles or "via" in act.roles:
            return act
        if not 0 < index < len(self._acts) - 1:
            return act
        before, behind = self._acts[index - 1], self._acts[index + 1]
        where, goal = before.roles.get("place", ()), behind.roles.get("destination", ())
        if self._effects.of(behind) is not Effect.MOVE or not where or not goal or act.negated:
            return act
        doers = self._acting(act)
        if self._acting(before) != doers or self._acting(behind) != doers or not doers:
            return act
        places = self._world.layout.places
        seats = {self._world.owned(where[0].label, who) for who in doers}
        on_hall = goal[0].label in places and places[goal[0].label].zone is Zone.HALL
        if not on_hall or where[0].label in places or not seats <= set(places):
            return act
        return replace(act, roles={**act.roles, "origin": where[:1]})

    def _by_present_name(self, act: Act) -> Act:
        """司馬反為司正，退: he who has laid the office down acts as what he was before."""
        actors = act.roles.get("actor", ())
        named = tuple(replace(one, label=self._people.present(one.label, act.verb.start)) for one in actors)
        return act if named == actors else replace(act, roles={**act.roles, "actor": named})

    def _acting(self, act: Act) -> set[str]:
        return {filler.label for filler in act.roles.get("actor", ())}

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
