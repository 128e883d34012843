"""The shipped rites, read and interpreted once, and the expectation tables that were written by hand."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

from kg.reading import read
from kg.reading.act import Act
from kg.rite.interpret import Rite, interpret
from kg.texts import shipped_documents

DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=1)
def rites() -> dict[str, Rite]:
    """xiangshe and dashe."""
    wanted = ("xiangshe", "dashe")
    return {one.id: interpret(one, read(one)) for one in shipped_documents() if one.id in wanted}


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table of tests/data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def passage(rite: Rite, act: Act) -> str:
    """The number of the passage that an act stands in: 237 for xiangshe.237."""
    found = next(one for one in rite.document.passages if one.span.start <= act.verb.start < one.span.end)
    return found.id.rpartition(".")[2]


def cited(rite: Rite, index: int) -> str:
    """An act as the tables cite it: 237設."""
    act = rite.acts[index]
    return passage(rite, act) + act.action


def last_act(rite: Rite, number: int) -> int:
    """The index of the last act of passage `number`."""
    return max(i for i, act in enumerate(rite.acts) if passage(rite, act) == str(number))
