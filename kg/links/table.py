"""TSV tables of links: read with the number of each row, written whole and in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import LinkError, Where

_BREAKS = {ord(character): " " for character in "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the line it stands on (from 1), and column → cell."""

    line: int
    cells: Mapping[str, str]


def read_text(path: Path) -> str:
    """The text of a table. Raises LinkError KG-K001 where there is no such file, or it is no UTF-8."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise LinkError(
            "KG-K001", f"不能讀取此表：{fault.strerror}。", f"The table cannot be read: {fault.strerror}.",
            Where(str(path)),
        ) from fault  # fmt: skip
    except UnicodeDecodeError as fault:
        raise LinkError(
            "KG-K001", "此表不是 UTF-8；請另存為 UTF-8。", "The table is not UTF-8; save it as UTF-8.",
            Where(str(path), offset=fault.start),
        ) from fault  # fmt: skip


def read_table(path: Path, required: Sequence[str]) -> Iterator[Row]:
    """The rows of a TSV file that are neither empty nor comments (#). Raises LinkError KG-K001, KG-K002."""
    yield from rows_of(read_text(path), required, path)


def rows_of(text: str, required: Sequence[str], path: Path, first: int = 1) -> Iterator[Row]:
    """The rows of a TSV text whose header stands on line `first` of the file.

    Raises LinkError KG-K002 where a column is missing, or a row has more cells than the header.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    header = lines[0].split("\t")
    missing = [column for column in required if column not in header]
    if missing:
        raise LinkError(
            "KG-K002", f"表缺少欄：{'、'.join(missing)}。", f"The table lacks the columns {', '.join(missing)}.",
            Where(str(path), first),
        )  # fmt: skip
    for number, line in enumerate(lines[1:], start=first + 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) > len(header):
            raise LinkError(
                "KG-K002",
                f"此列有 {len(cells)} 格，欄名只有 {len(header)} 個。",
                f"The row has {len(cells)} cells, the header {len(header)}; check the tabs.",
                Where(str(path), number),
            )
        cells += [""] * (len(header) - len(cells))
        yield Row(number, {column: cell.strip() for column, cell in zip(header, cells, strict=True)})


def written(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """The lines of a TSV file; tabs and line breaks within a cell become blanks."""
    yield "\t".join(columns) + "\n"
    for row in rows:
        yield "\t".join(row.get(column, "").translate(_BREAKS) for column in columns) + "\n"
