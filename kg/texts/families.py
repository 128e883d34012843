"""Families: which documents hold the same chapter, told by the runs of letters that they share.

What is known of all documents together, their letters and runs, lies on disk: memory is that of the largest document.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from kg.files import no_scratch
from kg.texts.document import Document
from kg.texts.fold import Folding
from kg.texts.letters import letters_of

_RUN = 10
"""Runs of so many letters tell a chapter from its neighbours: two rites share few of them, two editions most."""
_SHARE = 0.6
"""Of the shorter text's runs so many must stand in the other for both to be one chapter: editions share 0.7 and more,
燕禮 and 大射儀, which are most alike, 0.4."""
_LEAST = 200
"""A text of fewer letters is an excerpt, no witness."""
_CACHE = 32 * 1024  # KiB of the database that stay in memory

# A database without name is SQLite's own temporary file: it is gone when the process ends, however it ends. All is one
# transaction, which nobody will ever want back.
_SCHEMA = f"""
PRAGMA cache_size = -{_CACHE};
PRAGMA journal_mode = OFF;
CREATE TABLE texts (number INTEGER PRIMARY KEY, id TEXT NOT NULL, letters INTEGER NOT NULL, norm TEXT NOT NULL);
CREATE TABLE held (run TEXT, text INTEGER, PRIMARY KEY (run, text)) WITHOUT ROWID;
CREATE TABLE asked (run TEXT PRIMARY KEY) WITHOUT ROWID;
BEGIN;
"""


@dataclass(frozen=True, slots=True)
class Family:
    """Documents of one chapter: `canon` is the place of the canonical one in the list of these, if there is one.

    `members` are the numbers of the others, by the order in which they were added from 0; the longest comes first.
    """

    canon: int | None
    members: tuple[int, ...]


class Families:
    """The documents of a build, of which only letters are kept, on disk. A context manager."""

    def __init__(self, folding: Folding, spellings: Mapping[str, str]) -> None:
        """`spellings` maps characters that interchange to one of them (于 to 於)."""
        self._folding = folding
        self._table = str.maketrans(dict(spellings))
        self._count = 0
        with _faults():
            self._db = sqlite3.connect("", isolation_level=None)
            self._db.executescript(_SCHEMA)

    def __enter__(self) -> Families:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._db.close()

    def add(self, document: Document) -> None:
        """One more document; a text too short for a witness counts, but belongs to no family.

        Raises UsageError KG-U012 where the letters cannot be written.
        """
        letters = letters_of(document.text, self._folding)
        if len(letters) >= _LEAST:
            norm = letters.norm.translate(self._table)
            with _faults():
                self._db.execute(
                    "INSERT INTO texts VALUES (?, ?, ?, ?)", (self._count, document.id, len(letters), norm)
                )
        self._count += 1

    def found(self, canonical: Sequence[Document] = ()) -> list[Family]:
        """The families of two documents or more, those of `canonical` documents first, the others by length.

        A document that goes by the id of a canonical one is that one. To be asked once, after the last `add`.
        Raises UsageError KG-U012.
        """
        families: list[tuple[int | None, list[int]]] = []
        of: list[int] = []  # the family of each text whose runs are held
        sizes: list[int] = []
        with _faults():
            for at, document in enumerate(canonical):
                self._ask(letters_of(document.text, self._folding).norm.translate(self._table))
                of.append(at)
                sizes.append(self._hold(at))
                families.append((at, []))
            known = {document.id for document in canonical}
            order = self._db.execute("SELECT number, id FROM texts ORDER BY letters DESC, id, number").fetchall()
            for number, id in order:
                if id in known:
                    continue
                self._ask(self._db.execute("SELECT norm FROM texts WHERE number = ?", (number,)).fetchone()[0])
                nearest = self._nearest(sizes)
                if nearest is None:
                    families.append((None, []))
                family = len(families) - 1 if nearest is None else of[nearest]
                families[family][1].append(number)
                sizes.append(self._hold(len(of)))
                of.append(family)
        return [
            Family(canon, tuple(members)) for canon, members in families if len(members) + (canon is not None) > 1
        ]

    def _ask(self, norm: str) -> None:
        """From here on it is this text that is asked about."""
        self._db.execute("DELETE FROM asked")
        self._db.executemany("INSERT INTO asked VALUES (?)", ((run,) for run in sorted(runs(norm))))

    def _nearest(self, sizes: Sequence[int]) -> int | None:
        """The text that shares the greatest part of the shorter one's runs, the first of equals, if that is enough."""
        (own,) = self._db.execute("SELECT COUNT(*) FROM asked").fetchone()
        # CROSS JOIN: what is asked about is gone through, and each run looked up, never the other way round.
        shared = self._db.execute("SELECT text, COUNT(*) FROM asked CROSS JOIN held USING (run) GROUP BY text")
        share, text = max(
            ((count / max(1, min(own, sizes[text])), -text) for text, count in shared), default=(0.0, 0)
        )
        return -text if share >= _SHARE else None

    def _hold(self, text: int) -> int:
        """Keeps the runs of the text that was asked about; returns how many there are."""
        return self._db.execute("INSERT INTO held SELECT run, ? FROM asked", (text,)).rowcount


def runs(norm: str) -> set[str]:
    """All runs of ten letters of a text in standard glyphs."""
    return {norm[at : at + _RUN] for at in range(len(norm) - _RUN + 1)}


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as fault:
        raise no_scratch(fault) from fault
