"""When two labels count as the same (annotation.md §8): punctuation aside, and glyphs of one word made equal."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from kg.lexicon.table import read_rows

PUNCTUATION = re.compile(r"[，。、；：「」『』！？《》·\s]")
"""What is no part of a label, and what an unpunctuated run lacks."""

CLAUSE_MARKS = "，。；：！？」"
"""What divides clauses in a punctuated text."""


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    rows = read_rows("equal_glyphs.tsv", ("one", "counts_as"), files("kg.diagnostics") / "tables")
    return {ord(row["one"]): row["counts_as"] for _, row in rows}


def canonical(label: str) -> str:
    """The form in which labels are compared."""
    return PUNCTUATION.sub("", label).translate(_table())
