"""judgements.tsv: of each contradiction, whether the reading is wrong or the text itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows
from kg.rite.world import Fault


class Verdict(StrEnum):
    """What we think is wrong."""

    TEXT = "text"  # the text passes over a step, says it twice, or contradicts itself
    READING = "reading"  # our reading of the passage
    MODEL = "model"  # our notion of what an act changes
    OPEN = "open"  # not judged


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and its reason in both languages."""

    verdict: Verdict
    zh: str = ""
    en: str = ""


UNJUDGED = Judgement(Verdict.OPEN)


@dataclass(frozen=True, slots=True)
class Judgements:
    """The verdicts by passage, verb and fault."""

    rows: dict[tuple[str, str, Fault], Judgement]

    def of(self, passage: str, verb: str, fault: Fault) -> Judgement:
        """The verdict on a contradiction, UNJUDGED where there is none."""
        return self.rows.get((passage, verb, fault), UNJUDGED)


def load_judgements(folder: Traversable | Path | None = None) -> Judgements:
    """The table in `folder` (default: the package's own, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L044 (no such fault or verdict).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> Judgements:
    return _load(None)


def _load(folder: Traversable | Path | None) -> Judgements:
    rows: dict[tuple[str, str, Fault], Judgement] = {}
    columns = ("passage", "verb", "fault", "judgement", "zh", "en", "source")
    for number, row in read_rows("judgements.tsv", columns, folder):
        try:
            key = (row["passage"], row["verb"], Fault(row["fault"]))
            rows[key] = Judgement(Verdict(row["judgement"]), row["zh"], row["en"])
        except ValueError as fault:
            raise LexiconError(
                "KG-L044",
                f"牴牾之類或判語不合：{row['fault']} {row['judgement']}。",
                f"There is no such fault or verdict: {row['fault']} {row['judgement']}.",
                Where("judgements.tsv", number),
            ) from fault
    return Judgements(rows)
