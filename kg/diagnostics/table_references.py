"""References between the lexicon's tables: what rules name must be words, roles and categories that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.diagnostics.catalogue import coded_rules
from kg.lexicon.load import NOUN_TABLES, Lexicon
from kg.lexicon.table import read_rows, several

Told = tuple[str, int, str, str, str]
"""File, row, code, what is wrong in zh-Hant and in English."""

# Table → columns that name words, with the category that the word must be able to have ("" for any).
_REFERENCES: dict[str, dict[str, str]] = {
    "doers": {"verb": "V", "actor": "A", "marks": "A", "never": "A"},
    "partners": {"one": "A", "other": "A", "whole": "A"},
    "ranks": {"members": "A"},
    "counted": {"verb": "V", "thing": "O"},
    "denominal": {"verb": "V", "thing": ""},
    "stances": {"label": "V"},
}
_FEATURES = frozenset({"V>O", "V>P", "V>A", "V>n", "^", "$", "X"})
_DUTY = "duty"  # stands for all rows of doers.tsv
_SYMBOL = re.compile(r"[\x20-\x7e]+")


def reference_findings(lexicon: Lexicon, source: Traversable | Path) -> Iterator[Told]:
    """KG-L104: a rule table names a word that no table has, or that cannot be what it must be."""
    for table, columns in _REFERENCES.items():
        for row, cells in read_rows(f"{table}.tsv", ("id",), source):
            for column, category in columns.items():
                for form in several(cells.get(column, "")):
                    word = lexicon.words.get(lexicon.fold(form))
                    if word is None or (category and category not in word.cats):
                        what = {"V": ("動詞", "verb"), "A": ("人", "actor"), "O": ("物", "object"), "": ("詞", "word")}
                        zh, en = what[category]
                        yield (
                            f"{table}.tsv", row, "KG-L104",
                            f"欄 {column} 之「{form}」不是詞表中的{zh}。",
                            f"“{form}” in column {column} is no {en} of the lexicon.",
                        )  # fmt: skip


def pattern_findings(lexicon: Lexicon, source: Traversable | Path) -> Iterator[Told]:
    """KG-L105: a homograph rule names an unknown word or symbol, or reads a word as what it cannot be."""
    symbols = _symbols(lexicon)
    for row, cells in read_rows("homographs.tsv", ("id", "word", "read"), source):
        words = several(cells["word"])
        for column in ("prev2", "prev", "next", "next2"):
            for part in several(cells.get(column, "")):
                name = part.removeprefix("!")
                if name not in symbols and lexicon.fold(name) not in lexicon.words:
                    yield _pattern(row, column, part)
        for name in words:
            if "&" in name:
                if not set(name.split("&")) <= symbols:
                    yield _pattern(row, "word", name)
                continue
            word = lexicon.words.get(lexicon.fold(name))
            if word is None:
                yield _pattern(row, "word", name)
            elif cells["read"] != "split" and cells["read"] not in word.cats:
                yield (
                    "homographs.tsv", row, "KG-L105",
                    f"「{name}」在詞表中不能讀作 {cells['read']}；此規則永不得用。",
                    f"“{name}” cannot be {cells['read']} by the tables; the rule never applies to it.",
                )  # fmt: skip


def _pattern(row: int, column: str, part: str) -> Told:
    kind = ("符號", "symbol") if _SYMBOL.fullmatch(part) else ("詞", "word")
    return (
        "homographs.tsv", row, "KG-L105",
        f"欄 {column} 之「{part}」是未知的{kind[0]}。",
        f"“{part}” in column {column} is an unknown {kind[1]}.",
    )  # fmt: skip


def _symbols(lexicon: Lexicon) -> set[str]:
    """All that a pattern may say beside words: categories, classes and tags that some word has."""
    found = set(_FEATURES)
    for word in lexicon.words.values():
        found |= word.cats
        for category, entry in word.entries.items():
            found.add(f"{category}:{entry.cls}")
        for verb in word.verbs:
            found.add(f"V:{verb.cls}")
            found.update(f"V.{tag}" for tag in verb.tags)
    found |= set(NOUN_TABLES.values())
    return found


def grade_findings(lexicon: Lexicon, source: Traversable | Path) -> Iterator[Told]:
    """KG-L108: a grade is given to a rule that nothing writes, or a rule of omitted actors has no grade."""
    rules = {rule for rule in coded_rules() if rule.startswith("actor.")}
    graded = {}
    for row, cells in read_rows("grades.tsv", ("id", "grade"), source):
        graded[cells["id"]] = row
        if cells["id"] != _DUTY and cells["id"] not in rules:
            yield (
                "grades.tsv", row, "KG-L108",
                f"沒有名為「{cells['id']}」的規則。",
                f"There is no rule named “{cells['id']}”.",
            )  # fmt: skip
    for rule in sorted(rules - graded.keys()):
        yield "grades.tsv", 0, "KG-L108", f"規則「{rule}」未定等級。", f"The rule “{rule}” has no grade."
