"""Likenesses: which earlier act 如初 and 亦如之 point at."""

from __future__ import annotations

from dataclasses import replace

from kg.reading.act import Act


def resolve_likeness(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The acts with `like_of` set where the model is one earlier act of the same text.

    Certain here is only the plain case: the same verb was done before, and the nearest such act without a likeness of
    its own is the model. What is left open keeps its words.
    """
    latest: dict[str, int] = {}
    result: list[Act] = []
    for index, act in enumerate(acts):
        if "like" in act.roles:
            model = latest.get(act.action)
            if model is not None:
                act = replace(act, like_of=model)
        else:
            latest[act.action] = index
        result.append(act)
    return tuple(result)
