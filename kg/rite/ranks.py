"""Ranks: what the text prescribes for whom on which occasion (regulations: rank × occasion × thing)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Entry
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows, several
from kg.rite.amount import Amount, amounts
from kg.rite.naming import Naming, shipped_naming


class Matter(StrEnum):
    """What a regulation settles; each is an individual of the ontology (HolderMatter …)."""

    ARCHERS = "archers"
    BANNER = "banner"
    BEATS = "beats"
    COUPLES = "couples"
    CUP = "cup"
    DRESS = "dress"
    FIGURES = "figures"
    GEAR = "gear"
    GROUND = "ground"
    GUEST = "guest"
    HAND = "hand"
    HOLDER = "holder"
    MARK = "mark"
    MUSIC = "music"
    SERVICE = "service"
    STANDOFF = "standoff"
    TARGET = "target"
    TIMING = "timing"
    TREATMENT = "treatment"
    VENUE = "venue"


@dataclass(frozen=True, slots=True)
class Occasion:
    """When a regulation holds: the text's words, and what they mean in English."""

    id: str
    label: str
    en: str


@dataclass(frozen=True, slots=True)
class Regulation:
    """One regulation, from the words of one passage, of a note on it (`speaker`) or of another work (`source`).

    `ranks` are empty where it holds for all; `things` are what is used, `values` what is said of it or of the rank;
    `only` that it holds for no other rank.
    """

    text: str
    number: int  # within its passage, from 1
    passage: str
    words: str
    matter: Matter
    ranks: tuple[Entry, ...] = ()
    occasion: Occasion | None = None
    place: str = ""
    things: tuple[Entry, ...] = ()
    values: tuple[Entry | str, ...] = ()
    amounts: tuple[Amount, ...] = ()
    only: bool = False
    speaker: str = ""
    source: str = ""
    note: str = ""


_COLUMNS = (
    *("passage", "words", "matter", "rank", "occasion", "place", "thing", "value", "amount", "only", "speaker"),
    *("source", "note"),
)


def load_regulations(folder: Traversable | Path | None = None) -> dict[str, tuple[Regulation, ...]]:
    """The regulations by the id of the text that they stand in, in the order of the table (default: the package's).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L030 (an unknown word), KG-L031 (no amount), KG-L033 (no
    matter, no such occasion, or nothing is prescribed).
    """
    return _shipped() if folder is None else _load(Naming(load_lexicon(), folder), folder)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, tuple[Regulation, ...]]:
    return _load(shipped_naming(), None)


def load_occasions(folder: Traversable | Path | None = None) -> dict[str, Occasion]:
    """occasions.tsv by label. Raises LexiconError KG-L001 to L003 (see table.py)."""
    return {
        row["label"]: Occasion(row["id"], row["label"], row["en"])
        for _, row in read_rows("occasions.tsv", ("id", "label", "en", "source"), folder)
    }


def _load(naming: Naming, folder: Traversable | Path | None) -> dict[str, tuple[Regulation, ...]]:
    occasions = load_occasions(folder)
    found: dict[str, list[Regulation]] = {}
    numbers: dict[str, int] = {}
    for line, row in read_rows("regulations.tsv", _COLUMNS, folder):
        where = Where("regulations.tsv", line)
        passage = row["passage"]
        numbers[passage] = numbers.get(passage, 0) + 1
        says = row["thing"] or row["value"] or row["amount"] or row["place"]
        if row["matter"] not in set(Matter) or not says or (row["occasion"] and row["occasion"] not in occasions):
            raise LexiconError(
                "KG-L033",
                f"所定之事「{row['matter']}」或場合「{row['occasion']}」不合，或此列無所定。",
                f"“{row['matter']}” is no matter, “{row['occasion']}” no occasion, or the row prescribes nothing.",
                where,
            )
        given = amounts(row["amount"], where)
        for one in given:
            if one.unit:
                naming.need(one.unit, where, ("measures",))
        text = passage.partition(".")[0]
        found.setdefault(text, []).append(
            Regulation(
                text,
                numbers[passage],
                passage,
                row["words"],
                Matter(row["matter"]),
                tuple(naming.need(rank, where, ("actors",)) for rank in several(row["rank"])),
                occasions.get(row["occasion"]),
                row["place"],
                tuple(naming.need(thing, where) for thing in several(row["thing"])),
                tuple(naming.find(value) or value for value in several(row["value"])),
                given,
                row["only"] == "yes",
                row["speaker"],
                row["source"],
                row["note"],
            )
        )
    return {text: tuple(rows) for text, rows in found.items()}
