"""Likenesses: which earlier act 如初 and 亦如之 point at."""

from __future__ import annotations

from collections.abc import Iterable

from kg.reading.draft import Draft


def likenesses(drafts: Iterable[Draft]) -> dict[int, int]:
    """Act with a likeness -> the earlier act of the same text that is its model.

    Certain here is only the plain case: the same verb was done before, and the nearest such act without a likeness of
    its own is the model. What is left open keeps its words.
    """
    latest: dict[str, int] = {}
    found: dict[int, int] = {}
    for index, draft in enumerate(drafts):
        action = draft.action
        if draft.like is None and "like" not in draft.roles:
            latest[action] = index
        elif action in latest:
            found[index] = latest[action]
    return found
