"""phases.tsv and distinctions.tsv: how each rite divides, and what distinguishes its rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows, several

GENERIC = "any"  # rows for rites that have no division of their own


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """One row of phases.tsv. `markers` and `headings` are alternatives; both are empty for a phase that has parts."""

    rite: str
    id: str
    parent: str
    zh: str
    en: str
    kind: str
    markers: tuple[str, ...]
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DistinctionRow:
    """One row of distinctions.tsv: a phase has the feature where its text holds `words`."""

    rite: str
    phase: str
    feature: str
    zh: str
    en: str
    words: str


@dataclass(slots=True)
class PhaseTable:
    """The rows of each rite in the order of the rite."""

    rites: dict[str, list[PhaseRow]] = field(default_factory=dict)
    distinctions: list[DistinctionRow] = field(default_factory=list)


def load_phases(folder: Traversable | Path | None = None) -> PhaseTable:
    """The tables in `folder` (default: the package's own, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L040 (a phase without its parent before it, or twice).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> PhaseTable:
    return _load(None)


def _load(folder: Traversable | Path | None) -> PhaseTable:
    table = PhaseTable()
    for number, row in _rows(folder):
        rows = table.rites.setdefault(row["rite"], [])
        known = {one.id for one in rows}
        if row["id"] in known or (rows and row["parent"] not in known):
            raise LexiconError(
                "KG-L040",
                f"節次「{row['id']}」重出，或其所屬「{row['parent']}」不在其前。",
                f"The phase {row['id']} stands twice, or its parent {row['parent']!r} does not stand before it.",
                Where("phases.tsv", number),
            )
        rows.append(
            PhaseRow(
                row["rite"], row["id"], row["parent"], row["zh"], row["en"], row["kind"],
                several(row["marker"]), several(row["heading"]),
            )
        )  # fmt: skip
    for number, row in read_rows(
        "distinctions.tsv", ("rite", "phase", "feature", "zh", "en", "words", "source"), folder
    ):
        if row["phase"] not in {one.id for one in table.rites.get(row["rite"], [])}:
            raise LexiconError(
                "KG-L040",
                f"無此節次：{row['rite']} {row['phase']}。",
                f"There is no phase {row['phase']} of {row['rite']}.",
                Where("distinctions.tsv", number),
            )
        table.distinctions.append(
            DistinctionRow(row["rite"], row["phase"], row["feature"], row["zh"], row["en"], row["words"])
        )
    return table


def _rows(folder: Traversable | Path | None) -> Iterator[tuple[int, dict[str, str]]]:
    return read_rows("phases.tsv", ("rite", "id", "parent", "zh", "en", "kind", "marker", "heading", "source"), folder)
