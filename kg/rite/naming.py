"""Which entry of the lexicon a cell of the rite's tables means, by label or by id."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Entry
from kg.lexicon.load import Lexicon, load_lexicon
from kg.lexicon.table import read_rows

_NOUNS = ("objects", "places", "actors")


class Naming:
    """The words that descriptions and regulations may use: the lexicon's, and those of described.tsv.

    described.tsv holds what the 記 names in describing things and the reading of acts has no use for (距隨, 緇布).
    """

    def __init__(self, lexicon: Lexicon, folder: Traversable | Path | None = None) -> None:
        """Raises LexiconError KG-L001 to L003 (see table.py), KG-L005 where an id of described.tsv stands elsewhere."""
        self.lexicon = lexicon
        self.own: dict[str, Entry] = {}
        for number, row in read_rows(
            "described.tsv", ("id", "label", "pinyin", "en", "table", "class", "source"), folder
        ):
            if row["id"] in lexicon.entries or row["id"] in self.own:
                raise LexiconError(
                    "KG-L005",
                    f"識別碼重複：{row['id']}。",
                    f"The id {row['id']} stands twice.",
                    Where("described.tsv", number),
                )
            self.own[row["id"]] = Entry(
                row["id"], row["label"], (), row["pinyin"], row["en"], row["class"], "", row["source"], row["table"]
            )
        self._by_label: dict[tuple[str, str], Entry] = {}
        for entry in (*lexicon.entries.values(), *self.own.values()):
            for form in entry.forms:
                self._by_label.setdefault((entry.table, lexicon.fold(form)), entry)

    def find(self, name: str, tables: tuple[str, ...] = _NOUNS) -> Entry | None:
        """The entry with that id, or else the first with that label in `tables`."""
        entry = self.lexicon.entries.get(name) or self.own.get(name)
        if entry is not None:
            return entry
        label = self.lexicon.fold(name)
        return next((self._by_label[table, label] for table in tables if (table, label) in self._by_label), None)

    def need(self, name: str, where: Where, tables: tuple[str, ...] = _NOUNS) -> Entry:
        """The same; raises LexiconError KG-L030 where there is none."""
        entry = self.find(name, tables)
        if entry is None:
            raise LexiconError(
                "KG-L030",
                f"詞表中沒有「{name}」；請改用詞表之名，或加入 described.tsv。",
                f"No table has “{name}”; use a word of the lexicon, or add it to described.tsv.",
                where,
            )
        return entry


@lru_cache(maxsize=1)
def shipped_naming() -> Naming:
    """The naming of the shipped tables, read once."""
    return Naming(load_lexicon())
