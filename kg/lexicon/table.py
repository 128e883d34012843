"""Reading the TSV tables: every fault is reported with file and row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where

Tables = Traversable | Path | Mapping[str, str]
"""Where tables are: a folder, or their text by file name."""


def tables_dir() -> Traversable:
    """The folder of the tables that the package ships."""
    return files("kg.lexicon") / "tables"


def read_rows(
    name: str, required: tuple[str, ...], folder: Tables | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of table `name` in `folder` (default: the package's) as (line number from 1, column -> cell).

    Raises LexiconError KG-L001 (no such table, or no UTF-8), KG-L002 (a column is missing), KG-L003 (a row has too
    many cells).
    """
    lines = _text(name, tables_dir() if folder is None else folder).split("\n")
    header = lines[0].split("\t")
    missing = [column for column in required if column not in header]
    if missing:
        raise LexiconError(
            "KG-L002",
            f"詞表缺少欄：{', '.join(missing)}。",
            f"The table lacks the columns {', '.join(missing)}.",
            Where(name, 1),
        )
    for number, line in enumerate(lines[1:], start=2):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) > len(header):
            raise LexiconError(
                "KG-L003",
                f"此列有 {len(cells)} 格，欄名只有 {len(header)} 個。",
                f"The row has {len(cells)} cells, the header {len(header)}; check the tabs.",
                Where(name, number),
            )
        cells += [""] * (len(header) - len(cells))
        yield number, {column: cell.strip() for column, cell in zip(header, cells, strict=True)}


def _text(name: str, tables: Tables) -> str:
    if isinstance(tables, Mapping):
        text = tables.get(name)
    else:
        path = tables / name
        text = _decoded(path) if path.is_file() else None
    if text is None:
        raise LexiconError(
            "KG-L001", f"找不到詞表 {name}。", f"No table {name}; restore it or name another folder.", Where(name)
        )
    return text


def read_tables(tables: Tables | None = None) -> dict[str, str]:
    """File name -> text of all tables there (default: the package's), in the order of their names."""
    if isinstance(tables, Mapping):
        return dict(sorted(tables.items()))
    folder = tables_dir() if tables is None else tables
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".tsv")), key=lambda path: path.name)
    return {path.name: _decoded(path) for path in paths}


def _decoded(path: Traversable | Path) -> str:
    """The text of a file. Raises LexiconError KG-L001 where it is no UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        raise LexiconError(
            "KG-L001",
            f"詞表 {path.name} 不是 UTF-8；請另存為 UTF-8。",
            f"The table {path.name} is not UTF-8; save it as UTF-8.",
            Where(path.name, offset=fault.start),
        ) from fault


def several(cell: str) -> tuple[str, ...]:
    """The values of a cell, separated by `|`."""
    return tuple(part.strip() for part in cell.split("|") if part.strip())
