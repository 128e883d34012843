"""tally_rules.tsv, tally_drinkers.tsv, tally_hands.tsv: how tallies are laid, counted and announced, and who drinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Entry
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows, several
from kg.rite.naming import Naming, shipped_naming


class RuleKind(StrEnum):
    """What a rule of tallies is about; each is an individual of the ontology (PairRule …)."""

    ARROWS = "arrows"
    TALLIES = "tallies"
    READY = "ready"
    SUPPLY = "supply"
    UPPER = "upper"
    LOWER = "lower"
    FIRST = "first"
    PAIR = "pair"
    HEAP = "heap"
    ODD = "odd"
    TOUCH = "touch"
    SURPLUS = "surplus"
    RIGHT_WINS = "right-wins"
    LEFT_WINS = "left-wins"
    TOLD_PAIRS = "told-pairs"
    TOLD_ODD = "told-odd"
    EVEN = "even"
    LOSERS = "losers"
    EVEN_DRINKS = "even-drinks"


class Side(StrEnum):
    """The side of the match to which a rule gives something."""

    RIGHT = "right"
    LEFT = "left"


class Hand(StrEnum):
    """Whether somebody is the upper or the lower archer of his couple; NONE: they never make a couple."""

    UPPER = "upper"
    LOWER = "lower"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TallyRule:
    """One rule, from the words of a passage, of a note on it (`speaker`) or of another work (`source`)."""

    kind: RuleKind
    number: int | None
    side: Side | None
    ranks: tuple[Entry, ...]
    told_to: Entry | None
    announced: str
    passage: str
    words: str
    speaker: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class DrinkRule:
    """How one of `ranks`, or the partner of one of `partners`, drinks; where both are empty, everybody else.

    Places are labels of positions, `facing` of a direction, `posture` of a verb; "" where the text does not say.
    """

    id: str
    ranks: tuple[Entry, ...]
    partners: tuple[Entry, ...]
    cup: Entry | None
    cup_from: str
    served_by: Entry | None
    at: str
    facing: str
    posture: str
    bow: str
    alone: bool
    partner_stays: bool
    passage: str
    words: str
    also: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class HandRule:
    """Which archer of his couple somebody of `rank` is (beside one of `partners`, or whoever)."""

    rank: tuple[str, ...]
    partners: tuple[str, ...]
    hand: Hand
    passage: str
    words: str


@dataclass(slots=True)
class TallyLaw:
    """All rules of one rite."""

    rules: dict[RuleKind, TallyRule] = field(default_factory=dict)
    drinks: list[DrinkRule] = field(default_factory=list)
    hands: list[HandRule] = field(default_factory=list)

    def number(self, kind: RuleKind) -> int:
        """The number that a rule gives; the loader has seen to it that there is one."""
        found = self.rules[kind].number
        assert found is not None
        return found


_RULE = ("rite", "kind", "number", "side", "rank", "told_to", "announced", "passage", "words", "speaker", "source")
_DRINK = (
    *("rite", "id", "rank", "partner", "cup", "cup_from", "served_by", "at", "facing", "posture", "bow", "alone"),
    *("partner_stays", "passage", "words", "also", "note"),
)
_NUMBERED = frozenset({RuleKind.ARROWS, RuleKind.TALLIES, RuleKind.SUPPLY, RuleKind.PAIR, RuleKind.HEAP})
_NEEDED = _NUMBERED | {
    *(RuleKind.UPPER, RuleKind.LOWER, RuleKind.SURPLUS, RuleKind.RIGHT_WINS, RuleKind.LEFT_WINS, RuleKind.EVEN),
    *(RuleKind.TOLD_PAIRS, RuleKind.TOLD_ODD, RuleKind.LOSERS),
}


def load_tallies(folder: Traversable | Path | None = None) -> dict[str, TallyLaw]:
    """The rules by the id of the rite (default: the package's, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L030 (an unknown word), KG-L034 (a value is not allowed, or
    a rite lacks a rule without which nothing can be counted).
    """
    return _shipped() if folder is None else _load(Naming(load_lexicon(), folder), folder)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, TallyLaw]:
    return _load(shipped_naming(), None)


def load_columns(folder: Traversable | Path | None = None) -> dict[str, str]:
    """The headings that a table of hits may have, in either language, by what the program calls the column."""
    found: dict[str, str] = {}
    for _, row in read_rows("tally_columns.tsv", ("id", "label", "en"), folder):
        found[row["id"]] = found[row["label"]] = row["id"]
    return found


def _load(naming: Naming, folder: Traversable | Path | None) -> dict[str, TallyLaw]:
    laws: dict[str, TallyLaw] = {}
    for line, row in read_rows("tally_rules.tsv", _RULE, folder):
        rule = _rule(naming, row, Where("tally_rules.tsv", line))
        laws.setdefault(row["rite"], TallyLaw()).rules[rule.kind] = rule
    for line, row in read_rows("tally_drinkers.tsv", _DRINK, folder):
        where = Where("tally_drinkers.tsv", line)
        _law(laws, row["rite"], where).drinks.append(_drink(naming, row, where))
    for line, row in read_rows("tally_hands.tsv", ("rite", "rank", "partner", "hand", "passage", "words"), folder):
        where = Where("tally_hands.tsv", line)
        for label in several(row["rank"]) + several(row["partner"]):
            naming.need(label, where, ("actors",))
        hand = Hand(_allowed(row["hand"], Hand, where))
        rank, partners = several(row["rank"]), several(row["partner"])
        _law(laws, row["rite"], where).hands.append(HandRule(rank, partners, hand, row["passage"], row["words"]))
    for rite, law in laws.items():
        lacking = sorted(_NEEDED - law.rules.keys())
        commons = sum(not (drink.ranks or drink.partners) for drink in law.drinks)
        if lacking or commons != 1:
            raise _bad(f"{rite}: {'、'.join(lacking) or 'tally_drinkers.tsv'}", Where("tally_rules.tsv"))
    return laws


def _law(laws: dict[str, TallyLaw], rite: str, where: Where) -> TallyLaw:
    if rite not in laws:
        raise _bad(rite, where)
    return laws[rite]


def _rule(naming: Naming, row: dict[str, str], where: Where) -> TallyRule:
    kind = RuleKind(_allowed(row["kind"], RuleKind, where))
    if (row["number"] and not row["number"].isdecimal()) or (kind in _NUMBERED and not row["number"]):
        raise _bad(row["number"], where)
    return TallyRule(
        kind,
        int(row["number"]) if row["number"] else None,
        Side(_allowed(row["side"], Side, where)) if row["side"] else None,
        tuple(naming.need(rank, where, ("actors",)) for rank in several(row["rank"])),
        naming.need(row["told_to"], where, ("actors",)) if row["told_to"] else None,
        row["announced"],
        row["passage"],
        row["words"],
        row["speaker"],
        row["source"],
        row.get("note", ""),
    )


def _drink(naming: Naming, row: dict[str, str], where: Where) -> DrinkRule:
    return DrinkRule(
        row["id"],
        tuple(naming.need(rank, where, ("actors",)) for rank in several(row["rank"])),
        tuple(naming.need(rank, where, ("actors",)) for rank in several(row["partner"])),
        naming.need(row["cup"], where, ("objects",)) if row["cup"] else None,
        row["cup_from"],
        naming.need(row["served_by"], where, ("actors",)) if row["served_by"] else None,
        row["at"],
        row["facing"],
        row["posture"],
        row["bow"],
        row["alone"] == "yes",
        row["partner_stays"] == "yes",
        row["passage"],
        row["words"],
        several(row["also"]),
        row["note"],
    )


def _allowed(cell: str, values: type[StrEnum], where: Where) -> str:
    if cell not in set(values):
        raise _bad(cell, where)
    return cell


def _bad(cell: str, where: Where) -> LexiconError:
    return LexiconError(
        "KG-L034",
        f"算法之表不合：「{cell}」。",
        f"The rules of tallies are not complete or not valid: “{cell}”.",
        where,
    )
