"""Full-text search over passages, notes and names: one interface, a scan for small graphs, FTS5 over bigrams for large.

Texts are searched as they fold: variant glyphs count as their standard ones, whichever side has them. Pinyin, with or
without tone marks, and English glosses find what is named so, and then the passages that hold the name.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from kg.lexicon.load import load_lexicon
from kg.web.engine import Asker

_SCANNED = 20_000  # records up to which every one is looked at: some 5 ms
_NAMES = 8  # words that one pinyin stands for and that are looked for in the texts


@dataclass(frozen=True, slots=True)
class Record:
    """Something that can be found. `kind`: passage, note or entity; `id` is how it is cited or called."""

    iri: str
    kind: str
    id: str
    text: str
    also: tuple[str, ...] = ()  # variants, pinyin, gloss of an entity


class Index(Protocol):
    """Finds records by what their folded texts hold."""

    def holding(self, words: Sequence[str]) -> list[int]:
        """The numbers of the records whose folded text holds any of the words, in order."""


class Scan:
    """Looks at every text."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def holding(self, words: Sequence[str]) -> list[int]:
        """See Index."""
        return [at for at, text in enumerate(self._texts) if any(word in text for word in words)]


class Bigrams:
    """SQLite FTS5 over pairs of characters, in a file that ends with the process; exact, for phrases are of pairs."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._file = tempfile.NamedTemporaryFile(prefix="kg-search-", suffix=".sqlite")  # noqa: SIM115
        self._base = sqlite3.connect(self._file.name, check_same_thread=False)
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("PRAGMA synchronous = OFF")
        self._base.execute("CREATE VIRTUAL TABLE grams USING fts5 (text, content='', tokenize=\"ascii\")")
        self._base.executemany(
            "INSERT INTO grams (rowid, text) VALUES (?, ?)", ((at + 1, _grams(text)) for at, text in enumerate(texts))
        )
        self._base.commit()

    def holding(self, words: Sequence[str]) -> list[int]:
        """See Index."""
        found: set[int] = set()
        for word in words:
            codes = [f"{ord(character):x}" for character in word]
            if not codes:
                continue
            # A single character is the first of a pair, or the last one of its text (paired with nothing).
            pairs = " ".join(map("q".join, pairwise(codes)))
            asked = f'"{pairs}"' if pairs else f'"{codes[0]}q"*'
            rows = self._base.execute("SELECT rowid FROM grams WHERE grams MATCH ?", (asked,))
            found.update(at - 1 for (at,) in rows)
        return sorted(found)


def _grams(text: str) -> str:
    """The pairs of a text as tokens that no tokenizer cuts: 司射適 → 53f8q5c04 5c04q9069 9069q."""
    codes = [f"{ord(character):x}" for character in text]
    return " ".join([*map("q".join, pairwise(codes)), *(f"{code}q" for code in codes[-1:])])


@dataclass(frozen=True, slots=True)
class Hit:
    """A record that was found, and where in its text the first match stands (half open; -1 where it is not in it)."""

    record: Record
    begin: int
    end: int


class Library:
    """All that can be found in one build."""

    def __init__(self, records: Sequence[Record], variants: Mapping[str, str], scanned: int = _SCANNED) -> None:
        self.records = records
        self._table = {ord(a): b for a, b in variants.items() if len(a) == len(b) == 1}
        self._folded = [self.fold(record.text) for record in records]
        self.index: Index = Scan(self._folded) if len(records) <= scanned else Bigrams(self._folded)
        self._names: dict[str, list[int]] = {}
        for at, record in enumerate(records):
            if record.kind == "entity":
                for name in dict.fromkeys(plain(one) for one in record.also):
                    self._names.setdefault(name, []).append(at)

    def fold(self, text: str) -> str:
        """The text with variant glyphs as their standard ones; one code point stays one."""
        return text.translate(self._table)

    def find(self, words: str, kinds: Sequence[str] = ()) -> list[Hit]:
        """Everything that `words` find: entities first, then passages and notes in their order."""
        words = words.strip()
        folded = self.fold(words)
        if not folded:
            return []
        named = self._names.get(plain(words), []) if plain(words) else []
        looked_for = [folded] if not words.isascii() else []
        looked_for += [self._folded[at] for at in named[:_NAMES] if self._folded[at] not in looked_for]
        found = dict.fromkeys([*named, *self.index.holding(looked_for)])
        hits = [self._hit(at, looked_for) for at in found if not kinds or self.records[at].kind in kinds]
        # What is called so goes before what only holds the words.
        return sorted(hits, key=lambda hit: (hit.record.kind != "entity", hit.record.text not in looked_for))

    def _hit(self, at: int, words: Sequence[str]) -> Hit:
        for word in words:
            begin = self._folded[at].find(word)
            if begin >= 0:
                return Hit(self.records[at], begin, begin + len(word))
        return Hit(self.records[at], -1, -1)


def plain(text: str) -> str:
    """Pinyin without tone marks, blanks, hyphens; lower case. Words in other scripts give themselves."""
    marked = unicodedata.normalize("NFD", text.lower())
    return "".join(one for one in marked if not unicodedata.combining(one) and one not in " -'’")


@dataclass(slots=True)
class Search:
    """The library of the build that is served, read when it is first asked for and again when the build changes."""

    asker: Asker
    _library: Library | None = None
    _build: str = ""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def library(self) -> Library:
        """The library. Raises Failed where the graph cannot be read."""
        stamp = self.asker.engine.stamp
        async with self._lock:
            if self._library is None or self._build != stamp:
                records = await self._records()
                self._library = await asyncio.to_thread(Library, records, load_lexicon().variants)
                self._build = stamp
            return self._library

    async def _records(self) -> list[Record]:
        names = await self.asker.rows(
            "SELECT DISTINCT ?s ?label ?also { ?s skos:prefLabel ?label ; a ?kind "
            "FILTER(?kind IN (rit:Actor, rit:Object, rit:Position, rit:Action, rit:Direction)) "
            'FILTER(!langMatches(lang(?label), "en")) OPTIONAL { ?s skos:altLabel|rit:pinyin|rit:gloss ?also } }'
        )
        entities: dict[tuple[str, str], set[str]] = {}
        for row in names:
            entities.setdefault((row["s"], row["label"]), set()).update(
                # A gloss may hold several, parted by semicolons.
                part.strip() for part in row.get("also", "").split(";") if part.strip()
            )  # fmt: skip
        records = [
            Record(iri, "entity", label, label, tuple(sorted(also))) for (iri, label), also in sorted(entities.items())
        ]
        passages = await self.asker.rows(
            "SELECT ?s ?id ?words { ?s a rit:Passage ; nif:anchorOf ?words ; dcterms:identifier ?id ; "
            "nif:referenceContext ?text ; nif:beginIndex ?at } ORDER BY ?text ?at"
        )
        records += [Record(row["s"], "passage", row["id"], row["words"]) for row in passages]
        notes = await self.asker.rows(
            "SELECT ?s ?id ?words { ?s a rit:Note ; rit:text ?words ; dcterms:identifier ?id ; "
            "dcterms:isPartOf ?text ; rit:ordinal ?at } ORDER BY ?text ?at"
        )
        return records + [Record(row["s"], "note", row["id"], row["words"]) for row in notes]
