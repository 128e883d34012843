"""Copies of the shipped tables in a folder of one's own, to be spoilt row by row."""

from __future__ import annotations

from pathlib import Path

from kg.lexicon.table import tables_dir


class Tables:
    """A folder of tables. Rows are counted as the errors count them: the header is row 1."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for table in tables_dir().iterdir():
            if table.name.endswith(".tsv"):
                (folder / table.name).write_text(table.read_text(encoding="utf-8"), encoding="utf-8")

    def lines(self, table: str) -> list[str]:
        """The lines of a table without the empty one at its end."""
        return (self.folder / table).read_text(encoding="utf-8").rstrip("\n").split("\n")

    def write(self, table: str, lines: list[str]) -> None:
        """Replace a table."""
        (self.folder / table).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def append(self, table: str, **cells: str) -> int:
        """Add a row that has these cells and no others; returns its number."""
        lines = self.lines(table)
        header = lines[0].split("\t")
        assert set(cells) <= set(header), set(cells) - set(header)
        lines.append("\t".join(cells.get(column, "") for column in header))
        self.write(table, lines)
        return len(lines)
