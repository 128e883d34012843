"""Which acts changed between two versions of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.diagnostics.stated import StatedAct, StatedText, acts_by_iri
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES


@dataclass(frozen=True, slots=True)
class Shift:
    """One statement that differs: a role, or action, negated, mode, count, rule, grade. Values as they are shown."""

    what: str
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """An act that was added, removed or changed. `citation` is its passage, `context` the text around its verb."""

    kind: str
    iri: str
    citation: str
    context: str
    action: str
    shifts: tuple[Shift, ...] = ()


@dataclass(slots=True)
class Changes:
    """All changes in the order of the texts, and how many acts are as they were."""

    changes: list[Change] = field(default_factory=list)
    same: int = 0

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind: added, removed or changed."""
        return [change for change in self.changes if change.kind == kind]


def compare(old: Sequence[StatedText], new: Sequence[StatedText], *, rules: bool = False) -> Changes:
    """What is different in `new`.

    An act is the same act where its IRI is: passage, and place of the verb in the passage. What is supplied instead of
    named, or supplied with another grade, is a difference; another rule with the same result is one only with `rules`.
    """
    before, after = acts_by_iri(old), acts_by_iri(new)
    found = Changes()
    for iri in sorted(before.keys() | after.keys(), key=lambda iri: _order(after.get(iri) or before[iri])):
        if iri not in after:
            found.changes.append(_change("removed", *before[iri], _described(before[iri][1], rules), {}))
        elif iri not in before:
            found.changes.append(_change("added", *after[iri], {}, _described(after[iri][1], rules)))
        else:
            was, is_ = _described(before[iri][1], rules), _described(after[iri][1], rules)
            if was == is_:
                found.same += 1
            else:
                found.changes.append(_change("changed", *after[iri], was, is_))
    return found


def _order(found: tuple[StatedText, StatedAct]) -> tuple[str, int, int, str]:
    text, act = found
    return text.iri, act.start, act.end, act.iri


def _described(act: StatedAct, rules: bool) -> dict[str, tuple[str, ...]]:
    """What is compared, in a fixed order; only what is stated."""
    facts: dict[str, tuple[str, ...]] = {"action": (act.action,)}
    for role in (*RESOURCE_ROLES, *TEXT_ROLES):
        if role in act.roles:
            facts[role] = tuple(
                f"{one.label} ({one.grade})" if one.supplied and one.grade else one.label for one in act.roles[role]
            )
    if act.negated:
        facts["negated"] = ("true",)
    facts["mode"] = (act.mode,)
    if act.count is not None:
        facts["count"] = (str(act.count),)
    if act.grade:
        facts["grade"] = (act.grade,)
    if rules:
        supplied = (f"{role}: {one.rule}" for role, fillers in act.roles.items() for one in fillers if one.rule)
        facts["rule"] = (act.rule, *supplied)
    return facts


def _change(
    kind: str, text: StatedText, act: StatedAct, was: dict[str, tuple[str, ...]], is_: dict[str, tuple[str, ...]]
) -> Change:
    shifts = tuple(
        Shift(what, was.get(what, ()), is_.get(what, ()))
        for what in dict.fromkeys((*was, *is_))
        if was.get(what) != is_.get(what)
    )
    start, end = act.start, act.end
    context = f"…{text.text[max(0, start - 8) : start]}[{act.verb}]{text.text[end : end + 10]}…".replace("\n", " ")
    return Change(kind, act.iri, act.citation, context, act.action, shifts)
