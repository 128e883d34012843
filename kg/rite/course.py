"""From the interpretation of a text to the course that is compared."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kg.reading.act import Act, Mode
from kg.rite.compare import Course, Deed, Stage
from kg.rite.interpret import Rite
from kg.rite.phase import Basis, Phase, PhaseTree
from kg.rite.phase_table import load_phases

PLACE_ROLES = ("place", "destination", "origin", "via", "reference")


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
    missing = missing_stages(tree.rite, {phase.id for phase in tree.phases})
    return Course(rite.document.id, rite.document.title, stages, missing, tree.begins, tree.rite)


def outer_kind(tree: PhaseTree, leaf: Phase) -> str:
    """The kind of the phase that a leaf is part of."""
    above = tree.get(leaf.parent)
    return above.kind if above else ""


def missing_stages(rite: str, ids: Collection[str]) -> frozenset[tuple[str, str]]:
    """The stages that a rite has by the table and a text of it has not, for it begins later or ends earlier.

    `ids` are the phases of the text.
    """
    rows = load_phases().rites.get(rite, [])
    kinds = {row.id: row.kind for row in rows}
    marked = [row for row in rows if row.markers]
    found = [index for index, row in enumerate(marked) if row.id in ids]
    if not found:
        return frozenset()
    beyond = (*marked[: found[0]], *marked[found[-1] + 1 :])
    return frozenset((kinds.get(row.parent, ""), row.kind) for row in beyond)


def begins_with_its_rite(rite: str, ids: Collection[str]) -> bool:
    """Whether a text begins with the first phase of its rite, and not somewhere in its midst."""
    marked = (row.id for row in load_phases().rites.get(rite, ()) if row.markers)
    return next(marked, "") in ids


def _deed(rite: Rite, act: Act, name: str) -> Deed:
    passage = next(one for one in rite.document.passages if one.span.start <= act.verb.start < one.span.end)
    return Deed(
        name,
        f"{passage.id}/{act.verb.start - passage.span.start}",
        act.action,
        _labels(act, "actor"),
        (*_labels(act, "object"), *_labels(act, "content")),
        tuple(label for role in PLACE_ROLES for label in _labels(act, role)),
        act.negated,
    )


def _labels(act: Act, role: str) -> tuple[str, ...]:
    return tuple(filler.label for filler in act.roles.get(role, ()))
