"""What the tables say of commentators: their entries, the classes of comments, and the turns of judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.lexicon.entry import Entry
from kg.lexicon.table import read_rows, several

_COLUMNS = ("id", "label", "variants", "pinyin", "en", "source")


@dataclass(frozen=True, slots=True)
class Comments:
    """Entries by id: commentators (speaker.…), classes of comments (class.…), turns of judgement (marker.…).

    `names` has the id of each commentator by the name that the table prefers.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


def load_comments(folder: Traversable | Path | None = None) -> Comments:
    """The entries in `folder` (default: the package's tables, read once). Raises LexiconError KG-L001 to KG-L003."""
    return _shipped() if folder is None else _load(folder)


@cache
def _shipped() -> Comments:
    return _load(None)


def _load(folder: Traversable | Path | None) -> Comments:
    entries: dict[str, Entry] = {}
    for table in ("speakers", "comment_classes", "markers"):
        for _, row in read_rows(f"{table}.tsv", _COLUMNS, folder):
            styles = (row.get("surname", "") + style for style in several(row.get("style", "")))
            names = dict.fromkeys((*several(row["variants"]), *styles))
            entries[row["id"]] = Entry(
                row["id"], row["label"], tuple(names), row["pinyin"], row["en"], row.get("class", ""),
                row.get("note", ""), row["source"], table,
            )  # fmt: skip
    return Comments(entries, {entry.label: entry.id for entry in entries.values() if entry.table == "speakers"})
