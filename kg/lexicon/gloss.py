"""Gloss patterns: the turns of phrase by which a note explains a word, gives its sound or another reading.

A pattern is a regular expression over a note in standard glyphs, its punctuation reduced to ｜ (within a sentence) and
‖ (its end, a blank, a bracket); notes without punctuation have neither. `{L}` stands for the lemma, `{=}` for as many
characters as the lemma has, `{V}` for up to one more, as few as fit. Named groups: `value` (definition, reading or
sound), `phrase` (words that another tradition has in the place of similar ones), `lack` (words that it has not).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows

_TABLE = "gloss_patterns.tsv"
_COLUMNS = ("id", "kind", "scope", "lemma", "reach", "grade", "pattern", "source")
LONGEST = 8
"""The longest lemma that is looked for, in characters."""


class GlossKind(StrEnum):
    """What a note says of a word."""

    DEFINITION = "definition"  # X猶Y也, X者Y也, X謂之Y
    READING = "reading"  # what another tradition or copy has: 古文X作Y
    LACK = "lack"  # what another tradition has not: 今文無X
    LOAN = "loan"  # X讀為Y
    SOUND = "sound"  # X音Y, X起呂反
    EMENDATION = "emendation"  # X當為Y


class Scope(StrEnum):
    """Where a pattern is looked for."""

    MARKER = "marker"  # opens a report of another tradition; the words matched name it
    REPORT = "report"  # within such a report, from where the last pattern ended
    SENTENCE = "sentence"  # from the beginning of a sentence of the note
    WHOLE = "whole"  # the note from beginning to end
    ANYWHERE = "anywhere"
    WITHIN = "within"  # anywhere in what the sentences leave over
    SOUNDS = "sounds"  # a sentence that is sounds from beginning to end
    SKIP = "skip"  # words among sounds that give none


class LemmaRule(StrEnum):
    """How the lemma is found."""

    PLACED = "placed"  # it must stand in the base text
    FREE = "free"  # it may be a word of the note
    ALIGNED = "aligned"  # the words of the base text that the phrase is most like
    QUOTED = "quoted"  # the phrase itself, which must stand in the base text
    LAST = "last"  # the lemma of the gloss before


_GROUPS = {LemmaRule.PLACED: "lemma", LemmaRule.FREE: "lemma", LemmaRule.ALIGNED: "phrase", LemmaRule.QUOTED: "phrase"}

_GRADES = {"certain": True, "probable": False}


@dataclass(frozen=True, slots=True)
class GlossPattern:
    """One row. `reach` is how many letters before the note the lemma may stand; 0 asks for what the note is on."""

    id: str
    kind: GlossKind
    scope: Scope
    lemma: LemmaRule
    reach: int
    sure: bool  # certain, or probable only
    pattern: str

    def compiled(self, length: int) -> re.Pattern[str]:
        """The expression for a lemma of `length` characters."""
        return _compiled(self.pattern, length)

    @property
    def begins(self) -> bool:
        """Whether the lemma is what a sentence begins with, so that it must be all of it that the base text has."""
        return self.pattern.startswith("^{L}") and self.lemma is LemmaRule.PLACED and self.scope is not Scope.REPORT

    @property
    def lengths(self) -> range:
        """The lengths of lemma to try, the longest first; one where the pattern has no lemma of its own."""
        return range(LONGEST, 0, -1) if "{L}" in self.pattern else range(1, 0, -1)


@cache
def _compiled(pattern: str, length: int) -> re.Pattern[str]:
    filled = pattern.replace("{L}", f"(?P<lemma>[^｜‖也矣]{{{length}}})").replace("{=}", f"[^｜‖]{{{length}}}")
    return re.compile(filled.replace("{V}", f"[^｜‖]{{1,{length + 1}}}?"))


def load_gloss_patterns(folder: Traversable | Path | None = None) -> tuple[GlossPattern, ...]:
    """The rows in their order, in `folder` (default: the package's tables).

    Raises LexiconError with the row: KG-L010 (a value is not allowed, an expression is not valid or lacks the group
    that its lemma rule needs), KG-L005 (an id stands twice).
    """
    return _shipped() if folder is None else _load(folder)


@cache
def _shipped() -> tuple[GlossPattern, ...]:
    return _load(None)


def _load(folder: Traversable | Path | None) -> tuple[GlossPattern, ...]:
    found: dict[str, GlossPattern] = {}
    for number, row in read_rows(_TABLE, _COLUMNS, folder):
        if row["id"] in found:
            raise LexiconError(
                "KG-L005", f"識別碼重複：{row['id']}。", f"The id {row['id']} stands twice.", Where(_TABLE, number)
            )
        try:
            pattern = GlossPattern(
                row["id"], GlossKind(row["kind"]), Scope(row["scope"]), LemmaRule(row["lemma"]), int(row["reach"] or 0),
                _GRADES[row["grade"]], row["pattern"],
            )  # fmt: skip
            groups = pattern.compiled(1).groupindex
        except (ValueError, KeyError, re.error) as fault:
            raise _bad(number, str(fault)) from fault
        needed = _GROUPS.get(pattern.lemma)
        if not row["id"] or (pattern.scope is not Scope.MARKER and needed and needed not in groups):
            raise _bad(number, f"no id, or no group {needed}")
        found[pattern.id] = pattern
    return tuple(found.values())


def _bad(number: int, fault: str) -> LexiconError:
    return LexiconError(
        "KG-L010", f"訓釋句式有誤：{fault}。", f"The gloss pattern is not valid: {fault}.", Where(_TABLE, number)
    )
