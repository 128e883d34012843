"""Tables as CSV and as Excel workbooks that open with the characters right, and run nothing."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from kg import __version__
from kg.errors import ExportError, Where
from kg.export.table import Table

BOM = "\ufeff"
# What a spreadsheet takes for a formula, or for a command to another program (OWASP, CSV injection).
_ACTIVE = re.compile(r"^'?[=+\-@\t\r\n]|^'")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_")  # ECMA-376, 22.9.2.19: _xHHHH_
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_LONGEST = 32_767  # characters of a cell in Excel
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first time that a ZIP can name: no file tells when it was made
_WIDTHS = {"quote": 40, "citation": 32, "comment": 60, "note": 60, "iri": 12}


def csv_lines(table: Table) -> Iterator[str]:
    """A table as CSV for Excel: UTF-8 with a byte order mark, CRLF. A cell that a spreadsheet would take for a formula
    has an apostrophe before it; `read_csv` takes it off."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    yield BOM
    writer.writerow([column.header for column in table.columns])
    for row in table.rows():
        writer.writerow([guarded(row.get(column.key, "")) for column in table.columns])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def read_csv(text: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV that `csv_lines` wrote, by the keys of its columns."""
    reader = csv.reader(io.StringIO(text.removeprefix(BOM), newline=""))
    keys = [header.rsplit(" ", 1)[-1] for header in next(reader, [])]
    for cells in reader:
        yield {key: cell[1:] if cell.startswith("'") else cell for key, cell in zip(keys, cells, strict=True)}


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if _ACTIVE.match(cell) else cell


def workbook(tables: Sequence[Table], about: Iterable[tuple[str, str]]) -> bytes:
    """An .xlsx with a sheet a table and one that says what they are. Every cell is text. Equal tables, equal bytes."""
    book = openpyxl.Workbook(write_only=True)
    front = book.create_sheet("about")
    for label, value in about:
        front.append([_cell(front, label), _cell(front, value)])
    for table in tables:
        front.append([])
        front.append([_cell(front, f"{table.zh} {table.name}", bold=True)])
        for column in table.columns:
            front.append([_cell(front, column.header), _cell(front, column.en)])
    front.column_dimensions["A"].width, front.column_dimensions["B"].width = 28, 80
    for table in tables:
        _fill(book.create_sheet(table.name), table)
    book.properties.creator = f"ritual-kg {__version__}"
    book.properties.created = book.properties.modified = datetime(*_EPOCH)
    stream = io.BytesIO()
    book.save(stream)
    return _timeless(stream.getvalue())


def _fill(sheet: openpyxl.worksheet._write_only.WriteOnlyWorksheet, table: Table) -> None:
    sheet.freeze_panes = "A2"
    for number, column in enumerate(table.columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = _WIDTHS.get(column.key, 14)
    sheet.append([_cell(sheet, column.header, bold=True) for column in table.columns])
    rows = 1
    for row in table.rows():
        sheet.append([_cell(sheet, row.get(column.key, "")) for column in table.columns])
        rows += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{rows}"


def _cell(sheet: object, value: str, *, bold: bool = False) -> WriteOnlyCell:
    """A cell of type text, whatever it begins with."""
    value = _ILLEGAL.sub(lambda match: "".join(f"_x{ord(c):04X}_" for c in match[0][:1]) + match[0][1:], value)
    if len(value) > _LONGEST:
        rest = len(value) - _LONGEST + 60
        value = f"{value[: _LONGEST - 60]}… 〔餘 {rest} 字見 CSV; {rest} more characters in CSV〕"
    cell = WriteOnlyCell(sheet, value=None if value == "" else value)
    if value:
        cell.data_type = "s"
    if bold:
        cell.font = Font(bold=True)
    elif len(value) > 24:
        cell.alignment = Alignment(vertical="top", wrap_text=True)
    return cell


def _timeless(data: bytes) -> bytes:
    """The same workbook without the times at which its parts were written."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "docProps/core.xml":
                stamp = b"1980-01-01T00:00:00Z</dcterms:"
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</dcterms:", stamp, content)
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, content)
    return made.getvalue()


def read_workbook(path: Path, sheet: str) -> Iterator[dict[str, str]]:
    """The rows of a sheet that `workbook` wrote, by the keys of its columns.

    Raises ExportError KG-E002 (no xlsx, or cut short), KG-E003 (there is no such sheet).
    """
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=False)
    except (InvalidFileException, zipfile.BadZipFile, KeyError, OSError, ValueError) as fault:
        raise ExportError(
            "KG-E002", f"不是完整之 Excel 檔 (.xlsx)：{fault}。", f"This is no whole Excel file (.xlsx): {fault}.",
            Where(str(path)),
        ) from fault  # fmt: skip
    try:
        if sheet not in book.sheetnames:
            there = ", ".join(book.sheetnames)
            raise ExportError(
                "KG-E003", f"檔中沒有工作表 {sheet}；有：{there}。", f"The file has no sheet {sheet}; it has: {there}.",
                Where(str(path)),
            )  # fmt: skip
        rows = book[sheet].iter_rows(values_only=True)
        keys = [str(header).rsplit(" ", 1)[-1] for header in next(rows, ())]
        for row in rows:
            yield {
                key: "" if value is None else _ESCAPED.sub(lambda m: chr(int(m[1], 16)), str(value))
                for key, value in zip(keys, row, strict=True)
            }
    finally:
        book.close()
