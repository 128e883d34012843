"""Packed readings: what was read as one value of bytes, which travels with a Doc and is unpacked when it is looked at.

The bytes are a head (version, and the length of each part that follows), the words that occur as JSON, and for all else
numbers in columns (words by their place in the list; offsets in code points; -1 where nothing is). Surfaces are not
kept, for they are in the text. (srsly's msgpack would do, but it looks for its plugins at each call: 0.6 ms, more than
it takes to read a sentence.)
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from kg.reading.act import Act, Clause, Filler, Grade, Kind, Mention, Mode, Reading, Supply
from kg.reading.collector import collector_at_rest
from kg.texts.span import Span

VERSION = 1
_HEAD = struct.Struct("<7I")
_NUMBER = "<i4"  # 32 bits, the lowest byte first on every machine
KINDS: tuple[Kind | None, ...] = (None, Kind.ACTOR, Kind.OBJECT, Kind.POSITION)
MODES = tuple(Mode)
GRADES = tuple(Grade)
SUPPLIES = tuple(Supply)

MENTION = 6  # start, end, kind, label, entry, guessed
CLAUSE = 3  # start, end, editorial
ACT = 15  # start, end, action, rule, entry, negated, mode, count, grade, actor's grade, actor's rule, clause, like_of,
#           how many measures and roles; then each measure (unit, number), then each role (name, how many fillers) with
FILLER = 6  # label, start, end, entry, kind, quantity; where no word stands for it one number, -1 less its place among
ABSENT = 5  # label, entry, kind, supply, rule


class Words(dict[str, int]):
    """Numbers for words: each new word gets the next one."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


@dataclass(slots=True, eq=False)
class Columns:
    """The parts of a reading as numbers, row behind row; the widths above tell what a row holds."""

    words: Words = field(default_factory=Words)
    mentions: list[int] = field(default_factory=list)
    clauses: list[int] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    acts: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)


def pack(found: Columns) -> bytes:
    """The bytes of a reading."""
    parts = [json.dumps(list(found.words), ensure_ascii=False).encode("utf-8", "surrogatepass")]
    for numbers in (found.mentions, found.clauses, found.absent, found.acts, found.unknown):
        parts.append(np.fromiter(numbers, _NUMBER, len(numbers)).tobytes())
    return _HEAD.pack(VERSION, *map(len, parts)) + b"".join(parts)


def unpack(text: str, data: bytes, offset: int = 0) -> Reading:
    """The Reading of `text` that `pack` made bytes of; ValueError when another version packed it.

    With an `offset` its spans count in a longer text, in which `text` stands there.

    Meanwhile the collector rests: there is no cycle to be found in a Reading, and looking for it among so many new
    objects takes as long again as making them (measured: 180 ms with, 105 ms without, for the 17 chapters of 儀禮).
    """
    if len(data) < _HEAD.size:
        raise ValueError("these bytes are no packed reading")
    version, *sizes = _HEAD.unpack_from(data)
    if version != VERSION:
        raise ValueError(f"this is a reading of version {version}, not {VERSION}: the text must be read again")
    if len(data) != _HEAD.size + sum(sizes):
        raise ValueError("the packed reading has been cut short")
    with collector_at_rest():
        at = _HEAD.size + sizes[0]
        words = json.loads(data[_HEAD.size : at].decode("utf-8", "surrogatepass"))
        columns: list[list[int]] = []
        for size in sizes[1:]:
            columns.append(np.frombuffer(data, _NUMBER, size // 4, at).tolist())
            at += size
        return _reading(text, _Spans(offset), words, *columns)


def _reading(
    text: str, spans: _Spans, words: list[str], mentions: list[int], clauses: list[int], absent: list[int],
    acts: list[int], unknown: list[int],
) -> Reading:  # fmt: skip
    divided = tuple(Clause(spans[start, end], bool(editorial)) for start, end, editorial in _rows(clauses, CLAUSE))
    return Reading(
        text,
        tuple(
            Mention(spans[start, end], _kind(kind), text[start:end], words[label], words[entry], bool(guessed))
            for start, end, kind, label, entry, guessed in _rows(mentions, MENTION)
        ),
        divided,
        tuple(_acts(text, words, acts, divided, _absent(words, absent), spans)),
        tuple(spans[start, end] for start, end in _rows(unknown, 2)),
    )


class _Spans(dict[tuple[int, int], Span]):
    """One Span for each pair of offsets."""

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset

    def __missing__(self, ends: tuple[int, int]) -> Span:
        span = self[ends] = Span(ends[0] + self.offset, ends[1] + self.offset)
        return span


def _rows(numbers: list[int], width: int) -> Iterator[tuple[int, ...]]:
    return zip(*[iter(numbers)] * width, strict=True)


def _kind(number: int) -> Kind:
    kind = KINDS[number]
    assert kind is not None
    return kind


def _absent(words: list[str], numbers: list[int]) -> list[Filler]:
    return [
        Filler(words[label], None, words[entry], KINDS[kind], SUPPLIES[supply], words[rule])
        for label, entry, kind, supply, rule in _rows(numbers, ABSENT)
    ]


def _acts(
    text: str, words: list[str], numbers: list[int], clauses: tuple[Clause, ...], absent: list[Filler], spans: _Spans
) -> Iterator[Act]:
    i, size = 0, len(numbers)
    while i < size:
        (
            start, end, action, rule, entry, negated, mode, count, grade, actor_grade, actor_rule, clause, like_of,
            measured, filled,
        ) = numbers[i : i + ACT]  # fmt: skip
        i += ACT
        measures: tuple[tuple[str, int], ...] = ()
        for _ in range(measured):
            measures += ((words[numbers[i]], numbers[i + 1]),)
            i += 2
        roles: dict[str, tuple[Filler, ...]] = {}
        for _ in range(filled):
            role, many = words[numbers[i]], numbers[i + 1]
            i += 2
            fillers = []
            for _ in range(many):
                label = numbers[i]
                if label < 0:
                    fillers.append(absent[-1 - label])
                    i += 1
                    continue
                _, first, last, known, kind, quantity = numbers[i : i + FILLER]
                i += FILLER
                fillers.append(
                    Filler(
                        words[label], spans[first, last] if first >= 0 else None, words[known], KINDS[kind],
                        quantity=quantity if quantity >= 0 else None,
                    )
                )
            roles[role] = tuple(fillers)
        yield Act(
            spans[start, end], text[start:end], words[action], words[rule], roles, words[entry], bool(negated),
            MODES[mode], count if count >= 0 else None, measures, GRADES[grade], GRADES[actor_grade],
            words[actor_rule], clauses[clause].span if clause >= 0 else None, like_of if like_of >= 0 else None,
        )  # fmt: skip


class Packed(bytes):
    """The bytes of a reading, unpacked once and kept."""

    _reading: Reading | None = None

    def reading(self, text: str) -> Reading:
        """The Reading of `text`, which is the text that was read."""
        if self._reading is None:
            self._reading = unpack(text, self)
        return self._reading
