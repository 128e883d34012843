"""From the interpretation of a text to the course that is compared."""

from __future__ import annotations

from collections.abc import Sequence

from kg.reading.act import Act, Mode
from kg.rite.compare import Course, Deed, Stage
from kg.rite.interpret import Rite
from kg.rite.phase import Basis, Phase, PhaseTree
from kg.rite.phase_table import load_phases

_PLACES = ("place", "destination", "origin", "via", "reference")


def course_of(rite: Rite, ids: Sequence[str]) -> Course:
    """The stages of a rite with their deeds; `ids` names each act. The 記 and what is only commanded are left out."""
    deeds: dict[str, list[Deed]] = {}
    for act, leaf, name in zip(rite.acts, rite.leaves, ids, strict=True):
        if leaf is not None and leaf.basis is not Basis.LAYER and act.mode is not Mode.COMMANDED:
            deeds.setdefault(leaf.id, []).append(_deed(rite, act, name))
    stages = tuple(
        Stage(leaf.id, leaf.zh, outer_kind(rite.phases, leaf), leaf.kind, tuple(deeds.get(leaf.id, ())))
        for leaf in rite.phases.leaves()
        if leaf.basis is not Basis.LAYER
    )
    tree = rite.phases
    return Course(rite.document.id, rite.document.title, stages, missing_stages(tree), tree.begins, tree.rite)


def outer_kind(tree: PhaseTree, leaf: Phase) -> str:
    """The kind of the phase that a leaf is part of."""
    above = tree.get(leaf.parent)
    return above.kind if above else ""


def missing_stages(tree: PhaseTree) -> frozenset[tuple[str, str]]:
    """The stages that its rite has by the table and this text has not, for it begins later or ends earlier."""
    rows = load_phases().rites.get(tree.rite, [])
    kinds = {row.id: row.kind for row in rows}
    marked = [row for row in rows if row.markers]
    found = [index for index, row in enumerate(marked) if tree.get(row.id)]
    if not found:
        return frozenset()
    beyond = (*marked[: found[0]], *marked[found[-1] + 1 :])
    return frozenset((kinds.get(row.parent, ""), row.kind) for row in beyond)


def _deed(rite: Rite, act: Act, name: str) -> Deed:
    passage = next(one for one in rite.document.passages if one.span.start <= act.verb.start < one.span.end)
    return Deed(
        name,
        f"{passage.id}/{act.verb.start - passage.span.start}",
        act.action,
        _labels(act, "actor"),
        (*_labels(act, "object"), *_labels(act, "content")),
        tuple(label for role in _PLACES for label in _labels(act, role)),
        act.negated,
    )


def _labels(act: Act, role: str) -> tuple[str, ...]:
    return tuple(filler.label for filler in act.roles.get(role, ()))
