"""Applying corrections to a reading: what a person says takes the place of what the machine read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kg.corrections.correction import FACTS, WHOLE, Correction, Effect, Outcome, Status
from kg.reading.act import Act, Clause, Filler, Grade, Mode, Reading, Supply
from kg.texts.document import Document, Passage
from kg.texts.span import Span

RULE = "correction"
"""The rule that a corrected filler names, with the correction's key behind a point."""


def apply_corrections(
    document: Document, reading: Reading, corrections: Iterable[Correction]
) -> tuple[Reading, tuple[Outcome, ...]]:
    """The reading as people have corrected it, and what became of each correction, in the table's order.

    A correction of a passage that this document lacks yields no outcome: it may speak of another document (see
    `unplaced`). Nothing is applied where the passage has other words than the correction's quote.
    """
    passages = {passage.id: passage for passage in document.passages}
    mine = [one for one in corrections if one.citation in passages]
    last = {(one.citation, one.span, one.role): one for one in mine if one.status is Status.ACTIVE}
    work = _Work(document.text, list(reading.acts), reading.clauses)
    outcomes = []
    for one in mine:
        if one.status is Status.WITHDRAWN:
            outcomes.append(Outcome(one, Effect.WITHDRAWN))
        elif last[one.citation, one.span, one.role] is not one:
            outcomes.append(Outcome(one, Effect.OVERRULED))
        else:
            outcomes.append(work.apply(one, passages[one.citation]))
    return replace(reading, acts=work.result()), tuple(outcomes)


def unplaced(corrections: Iterable[Correction], outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes for the active corrections that no document took: their passage is nowhere in the build."""
    taken = {outcome.correction for outcome in outcomes}
    return tuple(
        Outcome(one, Effect.NO_PASSAGE)
        for one in corrections
        if one not in taken and one.status is Status.ACTIVE
    )


def said(act: Act, role: str) -> tuple[str, ...]:
    """What an act says of a role, as labels."""
    if role == "action" or role == WHOLE:
        return (act.action,)
    if role == "mode":
        return () if act.mode is Mode.ASSERTED else (act.mode.value,)
    if role == "negated":
        return ("true",) if act.negated else ()
    if role == "count":
        return () if act.count is None else (str(act.count),)
    return tuple(filler.label for filler in act.roles.get(role, ()))


@dataclass(slots=True)
class _Work:
    """The acts of one reading while they are corrected; None where one was taken out."""

    text: str
    acts: list[Act | None]
    clauses: Sequence[Clause]
    added: list[Act] = field(default_factory=list)

    def apply(self, one: Correction, passage: Passage) -> Outcome:
        at = Span(passage.span.start + one.span.start, passage.span.start + one.span.end)
        if passage.span.of(self.text) != one.quote:
            return Outcome(one, Effect.CHANGED, at=at)
        index = next((i for i, act in enumerate(self.acts) if act is not None and act.verb == at), None)
        if one.role == WHOLE:
            return self._whole(one, index, at)
        act = self.acts[index] if index is not None else next((a for a in self.added if a.verb == at), None)
        if act is None:
            return Outcome(one, Effect.NO_ACT, at=at)
        machine = said(act, one.role)
        if machine == _normal(one):
            return Outcome(one, Effect.AGREED, machine, at)
        made = _corrected(act, one, self.text)
        if index is not None:
            self.acts[index] = made
        else:
            self.added[self.added.index(act)] = made
        return Outcome(one, Effect.APPLIED, machine, at)

    def _whole(self, one: Correction, index: int | None, at: Span) -> Outcome:
        if one.new and index is None:
            clause = next((c.span for c in self.clauses if c.span.start <= at.start and at.end <= c.span.end), None)
            self.added.append(
                Act(at, at.of(self.text), one.new[0], f"{RULE}.{one.key}", grade=Grade.CERTAIN, clause=clause)
            )
            return Outcome(one, Effect.APPLIED, (), at)
        if index is None:
            return Outcome(one, Effect.AGREED if not one.new else Effect.NO_ACT, (), at)
        act = self.acts[index]
        assert act is not None
        if one.new:
            return Outcome(one, Effect.AGREED, (act.action,), at)
        self.acts[index] = None
        return Outcome(one, Effect.APPLIED, (act.action,), at)

    def result(self) -> tuple[Act, ...]:
        """The acts in the order of the text; likenesses follow the acts that they point to."""
        kept = [(act.verb.start, number, act) for number, act in enumerate(self.acts) if act is not None]
        kept += [(act.verb.start, len(self.acts) + number, act) for number, act in enumerate(self.added)]
        kept.sort(key=lambda one: one[:2])
        place = {number: new for new, (_, number, _) in enumerate(kept)}
        return tuple(
            replace(act, like_of=place.get(act.like_of)) if act.like_of is not None else act for _, _, act in kept
        )


def _normal(one: Correction) -> tuple[str, ...]:
    if one.role == "negated" and one.new == ("false",):
        return ()
    return () if one.role == "mode" and one.new == (Mode.ASSERTED.value,) else one.new


def _corrected(act: Act, one: Correction, text: str) -> Act:
    new = _normal(one)
    if one.role == "action":
        return replace(act, action=new[0], entry="", rule=f"{RULE}.{one.key}")
    if one.role == "mode":
        return replace(act, mode=Mode(new[0]) if new else Mode.ASSERTED)
    if one.role == "negated":
        return replace(act, negated=bool(new))
    if one.role == "count":
        return replace(act, count=int(new[0]) if new else None)
    assert one.role not in FACTS
    old = {filler.label: filler for filler in act.roles.get(one.role, ())}
    fillers = tuple(old.get(label) or _filler(label, act, text, one) for label in new)
    roles = {role: fillers if role == one.role else given for role, given in act.roles.items()}
    if one.role not in roles:
        roles[one.role] = fillers
    made = replace(act, roles={role: given for role, given in roles.items() if given})
    return replace(made, actor_grade=Grade.CERTAIN, actor_rule=f"{RULE}.{one.key}") if one.role == "actor" else made


def _filler(label: str, act: Act, text: str, one: Correction) -> Filler:
    """A filler as the person names it; where the clause has the very words, it is named there."""
    rule = f"{RULE}.{one.key}"
    if act.clause is not None:
        found = text.find(label, act.clause.start, act.clause.end)
        if found >= 0:
            return Filler(label, Span(found, found + len(label)), rule=rule)
    return Filler(label, None, supply=Supply.SUPPLIED, rule=rule)
