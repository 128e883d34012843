"""Positions of a network's nodes, computed once and the same at every run: force-directed, in numpy, without chance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

SPACING = 90.0  # px between neighbours: a node of 24 px with two lines of label under it
_GRAVITY = 1.3
_EXACT_UP_TO = 250  # nodes whose forces are summed pair by pair; above, distant nodes count by grid cell
_GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))


def positions(
    count: int,
    edges: Sequence[tuple[int, int]],
    *,
    weights: Sequence[float] | None = None,
    start: Sequence[int] | None = None,
) -> list[tuple[int, int]]:
    """Places `count` nodes in px, origin in the middle, y downward.

    `edges` are pairs of node numbers, `weights` their pull (1 where absent). `start` lists the nodes from the middle
    outward, so that a rite unrolls in its order; by number where absent. Fruchterman and Reingold's forces (1991).
    """
    if count == 0:
        return []
    points = _spiral(count, start)
    if count > 1:
        ends = np.array(edges, dtype=np.intp).reshape(-1, 2)
        pull = np.ones(len(ends)) if weights is None else np.asarray(weights, dtype=np.float64)
        rounds = int(min(220, max(40, 50_000 / count)))
        points = _settle(points, ends, pull, rounds)
        points = _part(points)
    points -= (points.max(axis=0) + points.min(axis=0)) / 2.0
    return [(round(float(x)), round(float(y))) for x, y in points]


def _spiral(count: int, start: Sequence[int] | None) -> Points:
    """A sunflower: even density, no two nodes on one spot, no random numbers."""
    rank = np.arange(count, dtype=np.float64)
    radius = SPACING * 0.6 * np.sqrt(rank + 0.5)
    spots = np.stack([radius * np.cos(rank * _GOLDEN_ANGLE), radius * np.sin(rank * _GOLDEN_ANGLE)], axis=1)
    if start is None:
        return spots
    points = np.empty_like(spots)
    points[np.asarray(start, dtype=np.intp)] = spots
    return points


def _settle(points: Points, ends: NDArray[np.intp], pull: Points, rounds: int) -> Points:
    count = len(points)
    heat = SPACING * math.sqrt(count) / 4.0
    cooling = (SPACING / 40.0 / heat) ** (1.0 / rounds)
    # A hub with hundreds of acts would draw all of them onto itself; its pull is shared among them.
    degree = np.bincount(ends.ravel(), minlength=count).astype(np.float64)
    share = pull / np.sqrt(np.maximum(1.0, np.minimum(degree[ends[:, 0]], degree[ends[:, 1]])))
    for _ in range(rounds):
        force = _push_exact(points) if count <= _EXACT_UP_TO else _push_by_cell(points)
        apart = points[ends[:, 1]] - points[ends[:, 0]]
        distance = np.sqrt((apart**2).sum(axis=1))
        drawn = apart * (share * distance / SPACING)[:, None]
        for axis in (0, 1):
            force[:, axis] += np.bincount(ends[:, 0], weights=drawn[:, axis], minlength=count)
            force[:, axis] -= np.bincount(ends[:, 1], weights=drawn[:, axis], minlength=count)
        # Holds unconnected pieces near the rest. A node then has about pi * SPACING**2 / _GRAVITY px² for itself.
        force -= points * _GRAVITY
        length = np.sqrt((force**2).sum(axis=1))
        points = points + force * (np.minimum(length, heat) / np.maximum(length, 1e-9))[:, None]
        heat *= cooling
    return points


def _push(points: Points, centres: Points, mass: Points, *, but: NDArray[np.intp] | None = None) -> Points:
    """How `centres` push `points` away: mass * SPACING**2 / distance each; `but` names a centre to leave out a point.

    A sum over j of s(p - c[j]) is p times the sum of s, less the sum of s c[j]. einsum without BLAS: the same sum in
    the same order on any number of threads.
    """
    across = points[:, 0, None] - centres[None, :, 0]
    down = points[:, 1, None] - centres[None, :, 1]
    across *= across
    down *= down
    across += down
    np.maximum(across, 1.0, out=across)
    strength = (mass * SPACING**2)[None, :] / across
    if but is not None:
        strength[np.arange(len(points)), but] = 0.0
    away: Points = points * strength.sum(axis=1)[:, None] - np.einsum("ij,jk->ik", strength, centres)
    return away


def _push_exact(points: Points) -> Points:
    ones = np.ones(len(points))
    blocks = range(0, len(points), 256)
    return np.concatenate([_push(points[first : first + 256], points, ones) for first in blocks])


def _push_by_cell(points: Points) -> Points:
    """Each node is pushed by the others of its own cell one by one, by those of other cells as by their centre."""
    side = 32
    low = points.min(axis=0)
    size = np.maximum(points.max(axis=0) - low, 1.0) * (1.0 + 1e-9) / side
    square = np.floor((points - low) / size).astype(np.intp)
    _, member = np.unique(square[:, 0] * side + square[:, 1], return_inverse=True)
    mass = np.bincount(member).astype(np.float64)
    centres = np.stack([np.bincount(member, weights=points[:, axis]) / mass for axis in (0, 1)], axis=1)
    force = np.empty_like(points)
    for first in range(0, len(points), 512):
        last = first + 512
        force[first:last] = _push(points[first:last], centres, mass, but=member[first:last])
    # Pairs within a cell: nodes sorted by cell, each against the one k places on, as long as any share a cell.
    order = np.argsort(member, kind="stable")
    cell, spots = member[order], points[order]
    near = np.zeros_like(spots)
    for apart in range(1, int(mass.max())):
        same = cell[apart:] == cell[:-apart]
        across = spots[apart:] - spots[:-apart]
        strength = np.where(same, SPACING**2 / np.maximum((across**2).sum(axis=1), 1.0), 0.0)
        across *= strength[:, None]
        near[apart:] += across
        near[:-apart] -= across
    force[order] += near
    return force


def _part(points: Points, rounds: int = 40) -> Points:
    """Moves nodes apart that lie closer than a label is wide, so that names can be read."""
    near = SPACING * 0.75
    points = points.copy()
    for _ in range(rounds):
        left, right = _close_pairs(points, near)
        if len(left) == 0:
            break
        apart = points[right] - points[left]
        distance = np.sqrt((apart**2).sum(axis=1))
        same = distance < 1e-6
        apart[same] = np.stack([np.cos(left[same] * 1.0), np.sin(left[same] * 1.0)], axis=1)
        distance[same] = 1.0
        step = apart * ((near - np.where(same, 0.0, distance)) / distance / 2.0 * 0.9)[:, None]
        np.add.at(points, right, step)
        np.subtract.at(points, left, step)
    return points


def _close_pairs(points: Points, near: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    cells: dict[tuple[int, int], list[int]] = {}
    squares = np.floor(points / near).astype(np.intp)
    for number, (column, row) in enumerate(squares.tolist()):
        cells.setdefault((column, row), []).append(number)
    left: list[int] = []
    right: list[int] = []
    for (column, row), members in cells.items():
        for place, one in enumerate(members):
            left.extend([one] * (len(members) - place - 1))
            right.extend(members[place + 1 :])
        for other in ((column + 1, row), (column - 1, row + 1), (column, row + 1), (column + 1, row + 1)):
            neighbours = cells.get(other)
            if neighbours:
                for one in members:
                    left.extend([one] * len(neighbours))
                    right.extend(neighbours)
    first, second = np.array(left, dtype=np.intp), np.array(right, dtype=np.intp)
    close = ((points[first] - points[second]) ** 2).sum(axis=1) < near**2
    return first[close], second[close]
