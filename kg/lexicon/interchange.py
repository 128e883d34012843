"""Interchange: characters that editions write for one word (於 and 于), so that no reading rests on the difference."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows

_TABLE = "interchange.tsv"


def load_interchange(folder: Traversable | Path | None = None) -> dict[str, str]:
    """Character -> the one that stands for both (于 -> 於), from the tables in `folder` (default: the package's).

    Raises LexiconError KG-L009 with the row where a pair is not two single characters, or leads to another pair.
    """
    found: dict[str, str] = {}
    for number, row in read_rows(_TABLE, ("id", "one", "other", "source"), folder):
        one, other = row["one"], row["other"]
        if len(one) != 1 or len(other) != 1 or one == other or one in found or other in found.values():
            raise LexiconError(
                "KG-L009",
                f"通用字須一字對一字，且不可輾轉：{one} {other}。",
                f"Characters that interchange are a pair of single ones, and no pair leads to another: {one} {other}.",
                Where(_TABLE, number),
            )
        found[other] = one
    return found
