"""Checking the lexicon's tables: what the loaders refuse, and what they let pass but no keeper wants.

Every finding has a code (docs/errors.md), a file and a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.diagnostics.table_references import Told, grade_findings, pattern_findings, reference_findings
from kg.errors import LexiconError
from kg.lexicon.commentators import load_voices
from kg.lexicon.gloss import load_gloss_patterns
from kg.lexicon.homograph import load_homographs
from kg.lexicon.interchange import load_interchange
from kg.lexicon.load import Lexicon, load_lexicon
from kg.lexicon.rite import load_rite
from kg.lexicon.stance import load_stances
from kg.lexicon.table import read_rows, several, tables_dir
from kg.texts.fold import UNKNOWN

WORD_TABLES = {
    "actors": "actor", "objects": "object", "places": "place", "sides": "side", "directions": "direction",
    "measures": "measure", "verbs": "verb",
}  # fmt: skip
"""Table → the prefix of its ids. grammar.tsv has a prefix a category."""

_ID = re.compile(r"[a-z][a-z0-9]*\.[a-z0-9]+([.-][a-z0-9]+)*")
_SEVERAL_FRAMES = frozenset({"verbs", "grammar"})  # one form may have several rows there
_RULE_TABLES = ("homographs", "doers", "partners", "ranks", "stances", "counted", "denominal")


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A fault in a table: file, row (from 1, the header; 0 for the file as a whole), code, and what is wrong."""

    file: str
    row: int
    code: str
    zh: str
    en: str

    @classmethod
    def of(cls, error: LexiconError) -> Finding:
        """The finding that a loader's error is."""
        where = error.where
        return cls(where.file if where else "", (where.line or 0) if where else 0, error.code, error.zh, error.en)


def check_tables(folder: Path | None = None) -> list[Finding]:
    """All findings in the tables of `folder` (default: the package's), by file and row."""
    found: set[Finding] = set()
    source: Traversable | Path = folder if folder is not None else tables_dir()
    for check in (_ids, _words, _variants):
        found.update(_collected(lambda check=check: check(source)))  # type: ignore[misc]
    try:
        lexicon = load_lexicon(folder)
    except LexiconError as error:  # without words no reference can be followed
        found.add(Finding.of(error))
        return sorted(found)
    for load in (load_homographs, load_stances, load_rite, load_voices, _load_patterns, _load_interchange):
        found.update(_collected(lambda load=load: _loaded(load, lexicon, folder)))  # type: ignore[misc]
    for references in (reference_findings, pattern_findings, grade_findings):
        found.update(_collected(lambda references=references: _told(references(lexicon, source))))  # type: ignore[misc]
    return sorted(found)


def _told(told: Iterable[Told]) -> Iterator[Finding]:
    return (Finding(*one) for one in told)


def _collected(check: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """The findings of a check; a table that cannot be read is one of them."""
    found: list[Finding] = []
    try:
        found.extend(check())
    except LexiconError as error:
        found.append(Finding.of(error))
    return found


def _loaded(
    load: Callable[[Lexicon, Path | None], object], lexicon: Lexicon, folder: Path | None
) -> Iterator[Finding]:
    load(lexicon, folder)
    return iter(())


def _load_patterns(lexicon: Lexicon, folder: Path | None) -> object:
    return load_gloss_patterns(folder)


def _load_interchange(lexicon: Lexicon, folder: Path | None) -> object:
    return load_interchange(folder)


def _ids(source: Traversable | Path) -> Iterator[Finding]:
    """Ids are well-formed, have the table's prefix, and stand once in all tables together."""
    seen: dict[str, str] = {}
    for table in (*WORD_TABLES, "grammar", *_RULE_TABLES):
        for row, cells in read_rows(f"{table}.tsv", ("id",), source):
            name = cells["id"]
            prefix = WORD_TABLES.get(table, "")
            if not _ID.fullmatch(name) or (prefix and not name.startswith(f"{prefix}.")):
                yield Finding(
                    f"{table}.tsv", row, "KG-L101",
                    f"識別碼不合式：「{name}」；須為小寫字母、數字與 - .，首為「{prefix or '類'}.」。",
                    f"The id “{name}” is not well-formed: small letters, digits, - and ., "
                    f"beginning with “{prefix or 'kind'}.”.",
                )  # fmt: skip
            if name in seen:
                yield Finding(
                    f"{table}.tsv", row, "KG-L102",
                    f"識別碼「{name}」已見於 {seen[name]}。",
                    f"The id “{name}” stands already in {seen[name]}.",
                )  # fmt: skip
            seen.setdefault(name, f"{table}.tsv {row}")


def _words(source: Traversable | Path) -> Iterator[Finding]:
    """A form stands in one row of a table; each word has its pinyin and gloss."""
    for table in (*WORD_TABLES, "grammar"):
        seen: dict[str, str] = {}
        for row, cells in read_rows(f"{table}.tsv", ("label", "pinyin", "en"), source):
            for form in (cells["label"], *several(cells.get("variants", ""))):
                if form in seen and table not in _SEVERAL_FRAMES:
                    yield Finding(
                        f"{table}.tsv", row, "KG-L103",
                        f"「{form}」已見於本表{seen[form]}；後者永不得讀。",
                        f"“{form}” stands already in this table, {seen[form]}; this row is never read.",
                    )  # fmt: skip
                seen.setdefault(form, f" row {row}")
            lacking = [column for column in ("pinyin", "en") if not cells[column]]
            if lacking and table != "grammar" and cells["label"] != UNKNOWN:  # 〓: the frame of any unknown verb
                yield Finding(
                    f"{table}.tsv", row, "KG-L106",
                    f"「{cells['label']}」缺 {'、'.join(lacking)}。",
                    f"“{cells['label']}” lacks {', '.join(lacking)}.",
                )  # fmt: skip


def _variants(source: Traversable | Path) -> Iterator[Finding]:
    """A glyph folds to one standard glyph, which folds no further."""
    seen: dict[str, tuple[int, str]] = {}
    rows = list(read_rows("variants.tsv", ("variant", "standard", "source"), source))
    for row, cells in rows:
        variant, standard = cells["variant"], cells["standard"]
        if variant in seen:
            yield Finding(
                "variants.tsv", row, "KG-L107",
                f"異體「{variant}」已見於第 {seen[variant][0]} 列。",
                f"The variant “{variant}” stands already in row {seen[variant][0]}.",
            )  # fmt: skip
        seen.setdefault(variant, (row, standard))
    for row, cells in rows:
        if cells["standard"] in seen and seen[cells["standard"]][1] != cells["standard"]:
            yield Finding(
                "variants.tsv", row, "KG-L107",
                f"「{cells['variant']}」所從之「{cells['standard']}」又是異體。",
                f"“{cells['variant']}” folds to “{cells['standard']}”, which is a variant itself.",
            )  # fmt: skip
