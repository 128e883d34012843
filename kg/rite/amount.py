"""Amounts: a number with an ancient unit, as the tables write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.errors import LexiconError, Where

_ONE = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<unit>[^0-9+/.\s]*)(?:/(?P<per>[^0-9+/.\s]+))?")
_SHARE = re.compile(r"([1-9][0-9]*)(?:/([1-9][0-9]*))?")


@dataclass(frozen=True, slots=True)
class Amount:
    """One number. `number` is a decimal numeral (a half occurs: 寸有半 is 1.5); `unit` and `per` are labels, or "".

    `per` says for each of what: 弓二寸 is 2 寸 for each 弓.
    """

    number: str
    unit: str = ""
    per: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """So many parts of a model: 倍中 is 2 of 1, 半上舌 1 of 2."""

    numerator: int
    denominator: int = 1


def amounts(cell: str, where: Where) -> tuple[Amount, ...]:
    """`1尺+2寸` → 1 尺 and 2 寸, to be added; "" → none. Raises LexiconError KG-L031 where it is no such thing."""
    found: list[Amount] = []
    for part in cell.split("+") if cell else ():
        match = _ONE.fullmatch(part.strip())
        if match is None:
            raise LexiconError(
                "KG-L031",
                f"數量「{cell}」不合；須如 1尺+2寸、1.5寸、2寸/弓、8。",
                f"“{cell}” is no amount; write 1尺+2寸, 1.5寸, 2寸/弓 or 8.",
                where,
            )
        found.append(Amount(match["number"], match["unit"], match["per"] or ""))
    return tuple(found)


def share(cell: str, where: Where) -> Share | None:
    """`2` → twice, `1/3` → a third, "" → None. Raises LexiconError KG-L031 where it is no such thing."""
    if not cell:
        return None
    match = _SHARE.fullmatch(cell)
    if match is None:
        raise LexiconError(
            "KG-L031", f"倍數「{cell}」不合；須如 2 或 1/3。", f"“{cell}” is no share; write 2 or 1/3.", where
        )
    return Share(int(match[1]), int(match[2] or 1))
