"""Persons from CBDB's SQLite release: BIOG_MAIN, with ALTNAME_DATA and, where they are there, dynasties and works."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from kg.errors import LinkError, Where
from kg.links.record import Kind, Record

MAGIC = b"SQLite format 3\0"
_TABLES = {
    "BIOG_MAIN": ("c_personid", "c_name_chn", "c_name", "c_birthyear", "c_deathyear", "c_dy"),
    "ALTNAME_DATA": ("c_personid", "c_alt_name_chn", "c_alt_name_type_code"),
}
_STYLE = "字"  # how ALTNAME_CODES.c_name_type_desc_chn calls a style name
_NONE = frozenset({None, 0})  # CBDB writes an unknown year as NULL or 0


def read_cbdb(path: Path) -> Iterator[Record]:
    """The persons of a CBDB database in the order of their ids.

    Raises LinkError KG-K020 (no SQLite, or cut short), KG-K021 (tables or columns are missing).
    """
    _whole(path)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            _complete(database, path)
            yield from _persons(database)
    except sqlite3.DatabaseError as fault:
        raise _broken(path, str(fault)) from fault


def _whole(path: Path) -> None:
    """The header tells how many pages there are: a download that broke off has fewer."""
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(MAGIC):
        raise _broken(path, "no SQLite header")
    size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    expected = (65536 if size == 1 else size) * pages
    actual = path.stat().st_size
    if actual < expected:
        raise _broken(path, f"{actual} of {expected} bytes")


def _complete(database: sqlite3.Connection, path: Path) -> None:
    for table, columns in _TABLES.items():
        there = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
        missing = [f"{table}.{column}" for column in columns if column not in there] if there else [table]
        if missing:
            raise LinkError(
                "KG-K021",
                f"不是 CBDB 之 SQLite 版：缺 {'、'.join(missing)}。",
                f"This is no CBDB release: it lacks {', '.join(missing)}.",
                Where(str(path)),
            )


def _persons(database: sqlite3.Connection) -> Iterator[Record]:
    dynasties = dict(_rows(database, "DYNASTIES", "c_dy", "c_dynasty_chn"))
    kinds = dict(_rows(database, "ALTNAME_CODES", "c_name_type_code", "c_name_type_desc_chn"))
    styles: dict[int, list[str]] = defaultdict(list)
    aliases: dict[int, list[str]] = defaultdict(list)
    for person, name, code in _rows(database, *("ALTNAME_DATA", *_TABLES["ALTNAME_DATA"])):
        if name:
            (styles if kinds.get(code) == _STYLE else aliases)[person].append(name)
    titles = dict(_rows(database, "TEXT_CODES", "c_textid", "c_title_chn"))
    works: dict[int, list[str]] = defaultdict(list)
    for person, text in _rows(database, "BIOG_TEXT_DATA", "c_personid", "c_textid"):
        if titles.get(text):
            works[person].append(titles[text])
    for person, name, pinyin, birth, death, dynasty in _rows(database, "BIOG_MAIN", *_TABLES["BIOG_MAIN"]):
        if name and person > 0:
            yield Record(
                f"cbdb:{person}", name, Kind.PERSON, tuple(sorted(aliases[person])), tuple(sorted(styles[person])),
                dynasties.get(dynasty) or "", None if birth in _NONE else birth, None if death in _NONE else death,
                tuple(sorted(works[person])), pinyin=pinyin or "",
            )  # fmt: skip


def _rows(database: sqlite3.Connection, table: str, *columns: str) -> Iterator[tuple]:  # type: ignore[type-arg]
    """The rows of a table, by its first column; none where a smaller release lacks the table or a column."""
    there = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
    if there.issuperset(columns):
        yield from database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[:2])}")


def _broken(path: Path, why: str) -> LinkError:
    return LinkError(
        "KG-K020",
        f"不是完整之 SQLite 資料庫（{why}）；請重新下載或解壓。",
        f"This is no whole SQLite database ({why}); download or unpack it again.",
        Where(str(path)),
    )
