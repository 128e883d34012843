"""A match: the hits of each couple, as a scholar writes them into a table, checked against what the rite allows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from kg.errors import RiteError, Where
from kg.lexicon.entry import Entry
from kg.rite.naming import shipped_naming
from kg.rite.tally_table import Hand, HandRule, RuleKind, TallyLaw, load_columns, load_tallies

_OPTIONAL = frozenset({"upper_touches", "lower_touches"})


@dataclass(frozen=True, slots=True)
class Archer:
    """One archer: who he is, how many of his arrows hit, and how many only touched the target (揚觸, 梱復 …)."""

    rank: Entry
    hits: int
    touches: int = 0


@dataclass(frozen=True, slots=True)
class Couple:
    """Two archers who shoot together; `number` says in which order the couples go up."""

    number: int
    upper: Archer
    lower: Archer
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """All couples of one round that is counted, by the order in which they go up, under the rules of a rite."""

    name: str
    rite: str
    couples: tuple[Couple, ...]

    @property
    def tallies(self) -> int:
        """How many arrows hit, of both sides: at least so many tallies are needed."""
        return sum(couple.upper.hits + couple.lower.hits for couple in self.couples)


def law_of(rite: str) -> TallyLaw:
    """The rules of a rite. Raises RiteError KG-R006 where none are known."""
    laws = load_tallies()
    if rite not in laws:
        raise RiteError(
            "KG-R006",
            f"沒有「{rite}」之算法；可用：{'、'.join(laws)}。",
            f"There are no rules of tallies for “{rite}”; there are: {', '.join(laws)}.",
        )
    return laws[rite]


def read_match(text: str, name: str, rite: str, file: str = "") -> Match:
    """The match that a CSV table holds, one couple a row, headings in English or Chinese (tally_columns.tsv).

    Raises RiteError KG-R001 (columns), KG-R002 (a number), KG-R003 (who he is), KG-R005 (no couple, or one twice), and
    what `check_match` raises.
    """
    columns = load_columns()
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    head = [columns.get(cell.strip(), "") for cell in next(rows, [])]
    lacking = [name for name in dict.fromkeys(columns.values()) if name not in head and name not in _OPTIONAL]
    if lacking:
        raise RiteError(
            "KG-R001",
            f"表缺少欄：{', '.join(lacking)}。首列須為 couple,upper,lower,upper_hits,lower_hits"
            "（或 耦,上射,下射,上射中,下射中）。",
            f"The table lacks the columns {', '.join(lacking)}; its first line is couple,upper,lower,upper_hits,"
            "lower_hits.",
            Where(file, 1),
        )
    couples = tuple(_couples(rows, head, file))
    match = Match(name, rite, tuple(sorted(couples, key=lambda couple: couple.number)))
    check_match(match, file)
    return match


def _couples(rows: Iterator[list[str]], head: list[str], file: str) -> Iterator[Couple]:
    for line, row in enumerate(rows, start=2):
        if not any(cell.strip() for cell in row):
            continue
        where = Where(file, line)
        if len(row) != len(head):
            raise RiteError(
                "KG-R001",
                f"此列有 {len(row)} 格，首列有 {len(head)} 格。",
                f"The row has {len(row)} cells, the first line {len(head)}.",
                where,
            )
        cells = {name: cell.strip() for name, cell in zip(head, row, strict=True) if name}
        yield Couple(
            _number(cells["couple"], where),
            _archer(cells, "upper", where),
            _archer(cells, "lower", where),
            where,
        )


def _archer(cells: dict[str, str], hand: str, where: Where) -> Archer:
    return Archer(
        archer_rank(cells[hand], where),
        _number(cells[f"{hand}_hits"], where),
        _number(cells.get(f"{hand}_touches") or "0", where),
    )


def archer_rank(label: str, where: Where | None = None) -> Entry:
    """Who an archer is. Raises RiteError KG-R003 where no actor of the lexicon is called so."""
    found = shipped_naming().find(label, ("actors",)) if label else None
    if found is None or found.table != "actors":
        raise RiteError(
            "KG-R003",
            f"詞表中沒有名「{label}」之人；請用 賓、主人、大夫、士、公、眾賓 之類。",
            f"No actor of the lexicon is called “{label}”; write 賓, 主人, 大夫, 士, 公, 眾賓 or the like.",
            where,
        )
    return found


def _number(cell: str, where: Where) -> int:
    if not (cell.isascii() and cell.isdecimal()) or len(cell) > 6:
        raise RiteError("KG-R002", f"不是數目：「{cell}」。", f"“{cell}” is no whole number.", where)
    return int(cell)


def check_match(match: Match, file: str = "") -> None:
    """That the match can have been shot under the rules of its rite.

    Raises RiteError KG-R002 (more arrows than an archer has), KG-R004 (the upper archer should be the lower, or the two
    never make a couple), KG-R005 (no couple, or a number twice), KG-R006 (no such rite).
    """
    law = law_of(match.rite)
    if not match.couples:
        raise RiteError("KG-R005", "表中沒有耦。", "The table holds no couple.", Where(file))
    numbers = [couple.number for couple in match.couples]
    arrows = law.number(RuleKind.ARROWS)
    for couple in match.couples:
        if numbers.count(couple.number) > 1:
            raise RiteError(
                "KG-R005", f"第 {couple.number} 耦重出。", f"Couple {couple.number} stands twice.", couple.where
            )
        for archer in (couple.upper, couple.lower):
            if archer.hits + archer.touches > arrows:
                rule = law.rules[RuleKind.ARROWS]
                raise RiteError(
                    "KG-R002",
                    f"第 {couple.number} 耦之{archer.rank.label}中 {archer.hits}、觸 {archer.touches}，多於 {arrows} 矢"
                    f"（{rule.passage}「{rule.words}」）。",
                    f"In couple {couple.number} {archer.rank.label} has {archer.hits} hits and {archer.touches} "
                    f"touches, more than {arrows} arrows ({rule.passage}).",
                    couple.where,
                )
        _check_hands(couple, law)


def _check_hands(couple: Couple, law: TallyLaw) -> None:
    for hand, archer, other in (
        (Hand.UPPER, couple.upper, couple.lower),
        (Hand.LOWER, couple.lower, couple.upper),
    ):
        for rule in law.hands:
            if archer.rank.label not in rule.rank:
                continue
            if rule.partners and other.rank.label not in rule.partners:
                continue
            if rule.hand is not hand:
                raise _misplaced(couple, archer, other, rule)
            break


def _misplaced(couple: Couple, archer: Archer, other: Archer, rule: HandRule) -> RiteError:
    if rule.hand is Hand.NONE:
        zh, en = f"不與{other.rank.label}為耦", f"makes no couple with {other.rank.label}"
    else:
        place = {Hand.UPPER: ("上射", "upper"), Hand.LOWER: ("下射", "lower")}[rule.hand]
        zh, en = f"當為{place[0]}", f"is the {place[1]} archer"
    return RiteError(
        "KG-R004",
        f"第 {couple.number} 耦：{archer.rank.label}{zh}（{rule.passage}「{rule.words}」）。請改正其列。",
        f"Couple {couple.number}: {archer.rank.label} {en} ({rule.passage}). Correct the row.",
        couple.where,
    )
