"""Things described: what the text says of a thing's measures, material, finish, parts and contents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Entry
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows, several
from kg.rite.amount import Amount, Share, amounts, share
from kg.rite.naming import Naming, shipped_naming


class Aspect(StrEnum):
    """Which side of a thing a description is about; each is an individual of the ontology (LengthAspect …)."""

    LENGTH = "length"
    BREADTH = "breadth"
    THICKNESS = "thickness"
    DISTANCE = "distance"
    CLEARANCE = "clearance"
    INTERVAL = "interval"
    NUMBER = "number"
    CAPACITY = "capacity"
    MATERIAL = "material"
    FINISH = "finish"
    COLOUR = "colour"
    DECORATION = "decoration"
    FORM = "form"
    COVER = "cover"
    STAND = "stand"
    VESSEL = "vessel"
    CONTENT = "content"
    KIND = "kind"
    ORIENTATION = "orientation"


@dataclass(frozen=True, slots=True)
class Description:
    """One statement about a thing, from the words of one passage.

    `part` is the part that is described, `owner` whose the thing is. Of an aspect that is measured, `amounts` are added
    up, or it is `share` of what the `model` measures, or, where an amount says so, so much for each unit of the model.
    Of one that is named, `values` are the words; those that the lexicon has are entries.
    """

    text: str  # id of the document
    number: int  # of the statement within its passage, from 1
    passage: str
    words: str
    thing: Entry
    aspect: Aspect
    part: Entry | None = None
    owner: Entry | None = None
    amounts: tuple[Amount, ...] = ()
    model: Entry | None = None
    share: Share | None = None
    values: tuple[Entry | str, ...] = ()
    note: str = ""


_COLUMNS = (
    *("passage", "words", "thing", "part", "owner", "aspect", "amount", "model", "share", "value", "note"),
)  # fmt: skip


def load_things(folder: Traversable | Path | None = None) -> dict[str, tuple[Description, ...]]:
    """The descriptions by the id of the text that they stand in, in the order of the table (default: the package's).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L030 (an unknown word), KG-L031 (no amount), KG-L032 (no
    aspect, or nothing is said).
    """
    return _shipped() if folder is None else _load(Naming(load_lexicon(), folder), folder)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, tuple[Description, ...]]:
    return _load(shipped_naming(), None)


def _load(naming: Naming, folder: Traversable | Path | None) -> dict[str, tuple[Description, ...]]:
    found: dict[str, list[Description]] = {}
    numbers: dict[str, int] = {}
    for one in _rows(naming, folder, numbers):
        found.setdefault(one.text, []).append(one)
    return {text: tuple(rows) for text, rows in found.items()}


def _rows(naming: Naming, folder: Traversable | Path | None, numbers: dict[str, int]) -> Iterator[Description]:
    for line, row in read_rows("things.tsv", _COLUMNS, folder):
        where = Where("things.tsv", line)
        passage = row["passage"]
        numbers[passage] = numbers.get(passage, 0) + 1
        if row["aspect"] not in set(Aspect) or not (row["amount"] or row["model"] or row["value"]):
            raise LexiconError(
                "KG-L032",
                f"方面「{row['aspect']}」不合，或此列未言數量、所比與所有。",
                f"“{row['aspect']}” is no aspect, or the row gives no amount, model or value.",
                where,
            )
        yield Description(
            passage.partition(".")[0],
            numbers[passage],
            passage,
            row["words"],
            naming.need(row["thing"], where),
            Aspect(row["aspect"]),
            naming.need(row["part"], where) if row["part"] else None,
            naming.need(row["owner"], where, ("actors",)) if row["owner"] else None,
            _units(naming, amounts(row["amount"], where), where),
            naming.need(row["model"], where) if row["model"] else None,
            share(row["share"], where),
            tuple(naming.find(value) or value for value in several(row["value"])),
            row["note"],
        )


def _units(naming: Naming, given: tuple[Amount, ...], where: Where) -> tuple[Amount, ...]:
    """The amounts, each unit a measure of the lexicon or of described.tsv."""
    for one in given:
        for unit in (one.unit, one.per):
            if unit:
                naming.need(unit, where, ("measures",))
    return given
