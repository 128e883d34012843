"""Unfolding: the acts that a likeness stands for, with the persons who now do them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kg.reading.act import RESOURCE_ROLES, Act, Filler, Kind
from kg.rite.likeness import Likeness, Outcome
from kg.rite.likeness_table import Substitution


@dataclass(frozen=True, slots=True)
class Unfolded:
    """One act that a likeness implies: `act` with its persons exchanged, `model` the index of the act it is made from.

    `through` are the likenesses (indices of acts) that lead to it, the outermost first.
    """

    act: Act
    model: int
    through: tuple[int, ...]


def unfold(acts: Sequence[Act], likenesses: Mapping[int, Likeness], index: int) -> tuple[Unfolded, ...]:
    """The acts that act `index` stands for by its likeness; empty where it has none, or none that is resolved.

    A model that is itself like something earlier is unfolded too: the model of a likeness stands always before it.
    """
    return tuple(_unfold(acts, likenesses, index, ()))


def _unfold(
    acts: Sequence[Act], likenesses: Mapping[int, Likeness], index: int, through: tuple[int, ...]
) -> list[Unfolded]:
    likeness = likenesses.get(index)
    if likeness is None or likeness.outcome is not Outcome.ACTS:
        return []
    found: list[Unfolded] = []
    path = (*through, index)
    for member in likeness.members:
        if member in likeness.left_out or member >= index:
            continue
        inner = _unfold(acts, likenesses, member, path)
        if not inner or all(one.act.action != acts[member].action for one in inner):
            roles = {role: fillers for role, fillers in acts[member].roles.items() if role != "like"}
            if not inner or len(roles) > 1 or not likenesses[member].members:
                inner = [Unfolded(replace(acts[member], roles=roles), member, path), *inner]
        found.extend(replace(one, act=_exchanged(one.act, likeness.substitutions)) for one in inner)
    return found


def _exchanged(act: Act, substitutions: Sequence[Substitution]) -> Act:
    """The act with every part taken by those who take it, all at once: host and guest may change places."""
    if not substitutions:
        return act
    roles = {
        role: tuple(new for filler in fillers for new in _taken(filler, role, substitutions))
        if role in RESOURCE_ROLES
        else fillers
        for role, fillers in act.roles.items()
    }
    return replace(act, roles=roles)


def _taken(filler: Filler, role: str, substitutions: Sequence[Substitution]) -> tuple[Filler, ...]:
    for one in substitutions:
        if filler.label == one.part:
            return tuple(_filler(filler, label) for label in one.takes)
    if filler.kind is Kind.POSITION:  # 主人席前 belongs to the host
        for one in substitutions:
            if filler.label.startswith(one.part) and len(one.takes) == 1:
                return (_filler(filler, one.takes[0] + filler.label.removeprefix(one.part)),)
    return (filler,)


def _filler(old: Filler, label: str) -> Filler:
    return Filler(label, None, "", old.kind, old.supply, old.rule, old.quantity, old.unit)
