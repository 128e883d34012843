"""Alignment of two sequences: the pairs in their order that together score best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

_T = TypeVar("_T")


def align(
    left: Sequence[_T], right: Sequence[_T], score: Callable[[_T, _T], float]
) -> list[tuple[_T | None, _T | None]]:
    """Every item of both sequences, in order, paired where `score` is above 0 and the sum of the scores is greatest.

    Of equal ways the one that pairs earlier is taken. Time and space grow with len(left) × len(right).
    """
    rows, columns = len(left), len(right)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]  # best[i][j]: of left[i:], right[j:]
    scores = [[score(one, other) for other in right] for one in left]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            skip = max(best[i + 1][j], best[i][j + 1])
            together = scores[i][j] + best[i + 1][j + 1] if scores[i][j] > 0 else 0.0
            best[i][j] = max(skip, together)
    found: list[tuple[_T | None, _T | None]] = []
    i = j = 0
    while i < rows or j < columns:
        if i < rows and j < columns and scores[i][j] > 0 and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            found.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif i < rows and (j == columns or best[i + 1][j] >= best[i][j + 1]):
            found.append((left[i], None))
            i += 1
        else:
            found.append((None, right[j]))
            j += 1
    return found
