"""likeness.tsv: what 如初, 如賓禮 and their like mean where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows, several
from kg.rite.words import spelling

OUTSIDE = "outside"  # the model stands in another rite
THING = "thing"  # the model is a thing, by which something is measured
SAME = "same"  # the nearest earlier acts of the same kind, by the same persons
SAME_OTHER = "same-other"  # the same, whoever did them
SELF = "*"  # in a substitution: whoever does the act that is likened

_COLUMNS = ("id", "words", "where", "model", "from", "to", "only", "substitute", "note", "source")


@dataclass(frozen=True, slots=True)
class Substitution:
    """`takes` (labels, or SELF) take the part that `part` has in the model."""

    part: str
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LikenessRow:
    """One row: where a likeness is put in one of `words`, within a phase of kind `where` (any, if empty).

    `model` is the kind of the phase that holds the model (KIND, OUTER:KIND, FIRST>LAST), or OUTSIDE, THING, SAME,
    SAME_OTHER; `segments` the words that begin and end each stretch of it, none for the whole phase.
    """

    id: str
    words: tuple[str, ...]
    where: str
    model: str
    segments: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    only: frozenset[str]
    substitutions: tuple[Substitution, ...]
    note: str


def load_likenesses(folder: Traversable | Path | None = None) -> tuple[LikenessRow, ...]:
    """The rows in the order of the table, in `folder` (default: the package's own, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L041 (a row that says nothing of its model, or whose
    stretches do not pair).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> tuple[LikenessRow, ...]:
    return _load(None)


def _load(folder: Traversable | Path | None) -> tuple[LikenessRow, ...]:
    rows: list[LikenessRow] = []
    plain = spelling().plain
    for number, row in read_rows("likeness.tsv", _COLUMNS, folder):
        begins, ends = _stretches(row["from"]), _stretches(row["to"])
        pairs = [pair.partition(">") for pair in several(row["substitute"])]
        if not row["words"] or not row["model"] or len(begins) != len(ends) or not all(p[0] and p[2] for p in pairs):
            raise LexiconError(
                "KG-L041",
                f"「{row['id']}」須有 words、model，from 與 to 成對，substitute 作「甲>乙」。",
                f"{row['id']} needs words and a model, as many stretches in `to` as in `from`, and substitutes “A>B”.",
                Where("likeness.tsv", number),
            )
        rows.append(
            LikenessRow(
                row["id"],
                tuple(plain(words) for words in several(row["words"])),
                row["where"],
                row["model"],
                tuple(zip(begins, ends, strict=True)),
                frozenset(several(row["only"])),
                tuple(Substitution(part, tuple(takes.split("+"))) for part, _, takes in pairs),
                row["note"],
            )
        )
    return tuple(rows)


def _stretches(cell: str) -> tuple[tuple[str, ...], ...]:
    return tuple(several(part) for part in cell.split(";")) if cell else ()
