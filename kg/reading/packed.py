"""Packed readings: what was read as one value of bytes, which travels with a Doc and is unpacked when it is looked at.

The bytes are msgpack: a version, the words that occur, and numbers alone for all else (words by their place in the
list; offsets in code points; -1 where nothing is). Surfaces are not kept, for they are in the text.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import srsly

from kg.reading.act import Act, Clause, Filler, Grade, Kind, Mention, Mode, Reading, Supply
from kg.texts.span import Span

VERSION = 1
KINDS: tuple[Kind | None, ...] = (None, Kind.ACTOR, Kind.OBJECT, Kind.POSITION)
MODES = tuple(Mode)
GRADES = tuple(Grade)
SUPPLIES = tuple(Supply)

MENTION = 6  # start, end, kind, label, entry, guessed
CLAUSE = 3  # start, end, editorial
ACT = 15  # start, end, action, rule, entry, negated, mode, count, grade, actor's grade, actor's rule, clause, like_of,
#           how many measures and roles; then each measure (unit, number), then each role (name, how many fillers) with
FILLER = 8  # label, start, end, entry, kind, supply, rule, quantity


class Words(dict[str, int]):
    """Numbers for words: each new word gets the next one."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


def pack(words: Words, mentions: list[int], clauses: list[int], acts: list[int], unknown: list[int]) -> bytes:
    """The bytes of a reading whose parts are rows of numbers as the widths above tell."""
    return bytes(srsly.msgpack_dumps([VERSION, list(words), mentions, clauses, acts, unknown]))


def unpack(text: str, data: bytes) -> Reading:
    """The Reading of `text` that `pack` made bytes of; ValueError when another version packed it.

    Meanwhile Python's collector of reference cycles rests, as it does while srsly unpacks: there is none to be found in
    a Reading, and looking for it among so many new objects takes as long again as making them (measured: 180 ms with,
    105 ms without, for the 17 chapters of 儀禮).
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        version, *parts = srsly.msgpack.loads(data, raw=False)
        if version != VERSION:
            raise ValueError(f"this is a reading of version {version}, not {VERSION}: the text must be read again")
        return _reading(text, *parts)
    finally:
        if collects:
            gc.enable()


def _reading(
    text: str, words: list[str], mentions: list[int], clauses: list[int], acts: list[int], unknown: list[int]
) -> Reading:
    spans = _Spans()
    divided = tuple(Clause(spans[start, end], bool(editorial)) for start, end, editorial in _rows(clauses, CLAUSE))
    return Reading(
        text,
        tuple(
            Mention(spans[start, end], _kind(kind), text[start:end], words[label], words[entry], bool(guessed))
            for start, end, kind, label, entry, guessed in _rows(mentions, MENTION)
        ),
        divided,
        tuple(_acts(text, words, acts, divided, spans)),
        tuple(spans[start, end] for start, end in _rows(unknown, 2)),
    )


class _Spans(dict[tuple[int, int], Span]):
    """One Span for each pair of offsets."""

    def __missing__(self, ends: tuple[int, int]) -> Span:
        span = self[ends] = Span(*ends)
        return span


def _rows(numbers: list[int], width: int) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(numbers)] * width, strict=True)


def _kind(number: int) -> Kind:
    kind = KINDS[number]
    assert kind is not None
    return kind


def _acts(
    text: str, words: list[str], numbers: list[int], clauses: tuple[Clause, ...], spans: _Spans
) -> Iterator[Act]:
    supplied: dict[tuple[int, ...], Filler] = {}  # what no word stands for is the same wherever it is supplied
    i, size = 0, len(numbers)
    while i < size:
        (
            start, end, action, rule, entry, negated, mode, count, grade, actor_grade, actor_rule, clause, like_of,
            measured, filled,
        ) = numbers[i : i + ACT]  # fmt: skip
        i += ACT
        measures = []
        for _ in range(measured):
            measures.append((words[numbers[i]], numbers[i + 1]))
            i += 2
        roles: dict[str, tuple[Filler, ...]] = {}
        for _ in range(filled):
            role, many = words[numbers[i]], numbers[i + 1]
            i += 2
            fillers = []
            for _ in range(many):
                row = tuple(numbers[i : i + FILLER])
                i += FILLER
                if row[1] >= 0:
                    fillers.append(_filler(words, row, spans))
                    continue
                filler = supplied.get(row)
                if filler is None:
                    filler = supplied[row] = _filler(words, row, spans)
                fillers.append(filler)
            roles[role] = tuple(fillers)
        yield Act(
            spans[start, end], text[start:end], words[action], words[rule], roles, words[entry], bool(negated),
            MODES[mode], count if count >= 0 else None, tuple(measures), GRADES[grade], GRADES[actor_grade],
            words[actor_rule], clauses[clause].span if clause >= 0 else None, like_of if like_of >= 0 else None,
        )  # fmt: skip


def _filler(words: list[str], row: tuple[int, ...], spans: _Spans) -> Filler:
    label, start, end, entry, kind, supply, rule, quantity = row
    return Filler(
        words[label], spans[start, end] if start >= 0 else None, words[entry], KINDS[kind], SUPPLIES[supply],
        words[rule], quantity if quantity >= 0 else None,
    )  # fmt: skip


class Packed(bytes):
    """The bytes of a reading, unpacked once and kept."""

    _reading: Reading | None = None

    def reading(self, text: str) -> Reading:
        """The Reading of `text`, which is the text that was read."""
        if self._reading is None:
            self._reading = unpack(text, self)
        return self._reading
