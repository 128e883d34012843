"""Aligning two strings that tell the same text: anchors that occur once in both, then what lies between them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

# Lengths of the n-grams that anchor the alignment, the longest first: where the text is formulaic (揖讓升 …) only long
# ones occur once; between two anchors shorter ones do.
_GRAMS = (16, 9, 6, 4, 3, 2)
# Up to so many cells what lies between two anchors is aligned character by character; beyond it is taken for lost text.
_CELLS = 250_000
_UNEVEN, _LONG, _TELLING = 6, 60, 6
"""Where one of two stretches is so many times longer, and so long, only n-grams from this length on tell anything."""
_DISPLACED = 5
"""So many letters in a row are needed before a stretch counts as moved to another place."""
_APART = 12
"""Blocks with so many letters of `b` between them belong to different islands."""
_SURE, _ISLAND, _DENSITY = 80, 24, 0.6
"""Equal letters of an island that stands by itself and of one that fits its neighbours, and their least share of it.
Less is formulas, of which any two rites share many."""


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """a[a : a + length] equals b[b : b + length]."""

    a: int
    b: int
    length: int


def align(a: str, b: str) -> list[Block]:
    """Maximal equal blocks in the order of `b`. In linear time for texts that differ little.

    Stretches that stand elsewhere in `b` than in `a` are found too, so that the blocks need not rise in `a`; no
    character of either string is in two blocks. Formulas that chance makes equal are left out: an island of blocks
    counts where it is long and dense, or shorter and in line with such islands before and behind it.
    """
    blocks = _chain(a, b, 0, len(a), 0, len(b))
    while moved := _moved(a, b, blocks):
        blocks += moved
    return list(_solid(islands(_joined(blocks)), len(a), min(len(a), len(b))))


def islands(blocks: list[Block]) -> list[list[Block]]:
    """The blocks in groups between which long stretches of `b` have no equal letter."""
    groups: list[list[Block]] = []
    for block in blocks:
        if groups and block.b - (groups[-1][-1].b + groups[-1][-1].length) < _APART:
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


def _solid(islands: list[list[Block]], length: int, shorter: int) -> Iterator[Block]:
    """The blocks of the islands that count."""
    equal = [sum(block.length for block in island) for island in islands]
    dense = [
        count >= _DENSITY * (island[-1].b + island[-1].length - island[0].b)
        for island, count in zip(islands, equal, strict=True)
    ]
    sure = [solid and count >= min(_SURE, 0.5 * shorter) for solid, count in zip(dense, equal, strict=True)]
    for index, island in enumerate(islands):
        before = next((at for at in range(index - 1, -1, -1) if sure[at]), None)
        behind = next((at for at in range(index + 1, len(islands)) if sure[at]), None)
        fits = (before is not None or behind is not None) and (
            (0 if before is None else max(block.a + block.length for block in islands[before]))
            <= island[0].a
            < (length if behind is None else min(block.a for block in islands[behind]))
        )
        if sure[index] or (dense[index] and equal[index] >= _ISLAND and fits):
            yield from island


def _moved(a: str, b: str, blocks: list[Block]) -> list[Block]:
    """Blocks between the stretch of `b` not yet aligned that gains most, and the stretches of `a` not yet aligned."""
    free_a = list(_free(len(a), [(block.a, block.length) for block in blocks]))
    free_b = list(_free(len(b), [(block.b, block.length) for block in blocks]))
    for start_b, end_b in sorted(free_b, key=lambda stretch: stretch[0] - stretch[1]):
        wanted = {b[at : at + _DISPLACED] for at in range(start_b, end_b - _DISPLACED + 1)}
        best = max(
            ((sum(a[at : at + _DISPLACED] in wanted for at in range(start, end - _DISPLACED + 1)), -start, end)
             for start, end in free_a),
            default=(0, 0, 0),
        )  # fmt: skip
        if best[0]:
            found = _chain(a, b, -best[1], best[2], start_b, end_b)
            if kept := [block for block in found if block.length >= 2]:
                return kept
    return []


def _free(length: int, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches [start, end) of [0, length) that no (start, length) of `taken` covers, if long enough to move."""
    done = 0
    for start, size in [*sorted(taken), (length, 0)]:
        if start - done >= _DISPLACED:
            yield done, start
        done = max(done, start + size)


def _joined(blocks: list[Block]) -> list[Block]:
    """The blocks in the order of `b`, those that continue each other as one."""
    made: list[Block] = []
    for block in sorted(blocks, key=lambda block: block.b):
        last = made[-1] if made else None
        if last and last.a + last.length == block.a and last.b + last.length == block.b:
            made[-1] = Block(last.a, last.b, last.length + block.length)
        else:
            made.append(block)
    return made


def _chain(a: str, b: str, a0: int, a1: int, b0: int, b1: int, level: int = 0) -> list[Block]:
    """Equal blocks of a[a0:a1] and b[b0:b1] that rise in both."""
    blocks: list[Block] = []
    head = 0
    while a0 + head < a1 and b0 + head < b1 and a[a0 + head] == b[b0 + head]:
        head += 1
    if head:
        blocks.append(Block(a0, b0, head))
        a0, b0 = a0 + head, b0 + head
    tail = 0
    while a1 - tail > a0 and b1 - tail > b0 and a[a1 - tail - 1] == b[b1 - tail - 1]:
        tail += 1
    a1, b1 = a1 - tail, b1 - tail
    if a0 < a1 and b0 < b1:
        blocks += _between(a, b, a0, a1, b0, b1, level)
    if tail:
        blocks.append(Block(a1, b1, tail))
    return blocks


def _between(a: str, b: str, a0: int, a1: int, b0: int, b1: int, level: int) -> list[Block]:
    shorter, longer = sorted((a1 - a0, b1 - b0))
    if longer > _UNEVEN * shorter and longer > _LONG:
        level_end = sum(size >= _TELLING for size in _GRAMS)  # what is short is found by chance in what is so long
    else:
        level_end = len(_GRAMS)
    while level < level_end:
        anchors = _anchors(a, b, a0, a1, b0, b1, _GRAMS[level])
        if anchors:
            blocks: list[Block] = []
            for anchor in [*anchors, None]:
                end_a, end_b = (anchor.a, anchor.b) if anchor else (a1, b1)
                if a0 < end_a and b0 < end_b:
                    blocks += _chain(a, b, a0, end_a, b0, end_b, level)
                if anchor:
                    blocks.append(anchor)
                    a0, b0 = anchor.a + anchor.length, anchor.b + anchor.length
            return blocks
        level += 1
    if level_end < len(_GRAMS) or shorter * longer > _CELLS:
        return []
    return list(_by_character(a, b, a0, a1, b0, b1))


def _anchors(a: str, b: str, a0: int, a1: int, b0: int, b1: int, size: int) -> list[Block]:
    """Blocks grown from n-grams that occur once in each stretch, the longest run of them that rises in both."""
    once_a, once_b = _once(a, a0, a1, size), _once(b, b0, b1, size)
    pairs = sorted((at, once_b[gram]) for gram, at in once_a.items() if gram in once_b)
    anchors: list[Block] = []
    for at, bt in _rising(pairs):
        if anchors and at < anchors[-1].a + anchors[-1].length:
            continue  # covered by the last anchor, or overlapping it from a place that fits less well
        low_a, low_b = (anchors[-1].a + anchors[-1].length, anchors[-1].b + anchors[-1].length) if anchors else (a0, b0)
        if bt < low_b:
            continue
        back = 0
        while at - back > low_a and bt - back > low_b and a[at - back - 1] == b[bt - back - 1]:
            back += 1
        ahead = size
        while at + ahead < a1 and bt + ahead < b1 and a[at + ahead] == b[bt + ahead]:
            ahead += 1
        anchors.append(Block(at - back, bt - back, back + ahead))
    return anchors


def _once(text: str, start: int, end: int, size: int) -> dict[str, int]:
    """The n-grams that occur exactly once in text[start:end], with their places."""
    found: dict[str, int] = {}
    for at in range(start, end - size + 1):
        gram = text[at : at + size]
        found[gram] = -1 if gram in found else at
    return {gram: at for gram, at in found.items() if at >= 0}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second members rise too (patience sorting)."""
    tops: list[int] = []
    places: list[int] = []
    before: list[int] = [-1] * len(pairs)
    for index, (_, second) in enumerate(pairs):
        pile = bisect_left(tops, second)
        before[index] = places[pile - 1] if pile else -1
        if pile == len(tops):
            tops.append(second)
            places.append(index)
        else:
            tops[pile], places[pile] = second, index
    found: list[tuple[int, int]] = []
    index = places[-1] if places else -1
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]


def _by_character(a: str, b: str, a0: int, a1: int, b0: int, b1: int) -> Iterator[Block]:
    """Needleman and Wunsch: a match 2, a substitution -1, a gap -1; of equal paths the one that substitutes first."""
    rows, columns = a1 - a0, b1 - b0
    score = [[-column for column in range(columns + 1)]]
    for row in range(1, rows + 1):
        last, line, letter = score[-1], [-row], a[a0 + row - 1]
        for column in range(1, columns + 1):
            diagonal = last[column - 1] + (2 if letter == b[b0 + column - 1] else -1)
            line.append(max(diagonal, last[column] - 1, line[-1] - 1))
        score.append(line)
    pairs: list[tuple[int, int]] = []
    row, column = rows, columns
    while row and column:
        equal = a[a0 + row - 1] == b[b0 + column - 1]
        if score[row][column] == score[row - 1][column - 1] + (2 if equal else -1):
            row, column = row - 1, column - 1
            if equal:
                pairs.append((a0 + row, b0 + column))
        elif score[row][column] == score[row - 1][column] - 1:
            row -= 1
        else:
            column -= 1
    yield from (Block(at, bt, 1) for at, bt in reversed(pairs))


def gaps(blocks: list[Block]) -> Iterator[tuple[Block, Block]]:
    """Each block with the next one in the order of `b`, where both rise: what lies between them differs."""
    for before, after in pairwise(blocks):
        if before.a + before.length <= after.a:
            yield before, after
