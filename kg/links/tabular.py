"""Records from any CSV or TSV: its columns are found by their names, or named by the user."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from kg.errors import LinkError, Where
from kg.links.record import Kind, Record
from kg.links.schemes import LinkScheme, is_iri, link_schemes, mappings_dir
from kg.links.table import read_table

_SEPARATORS = re.compile(r"[|;；、]")
_YEAR = re.compile(r"(-?\d{1,4})(?:-\d{2}.*)?")
_NEEDED = ("target", "label")
_KINDS = {kind.value: kind for kind in Kind}


def read_tabular(path: Path, text: str, columns: Mapping[str, str], scheme: str) -> Iterator[Record]:
    """The rows of a table that have an id and a label. `columns` names the header of a field where it is unusual;
    `scheme` is the scheme of bare ids.

    Raises LinkError KG-K022 (a needed column is not there), KG-K025 (a row is not valid).
    """
    dialect = "excel-tab" if "\t" in text.partition("\n")[0] else "excel"
    reader = csv.reader(io.StringIO(text, newline=""), dialect)
    try:
        header = next(reader, [])
        places = _places(header, columns, path)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                record = _record(cells, places, scheme, Where(str(path), reader.line_num))
                if record is not None:
                    yield record
    except csv.Error as fault:
        raise LinkError(
            "KG-K025", f"此列不是合法之 CSV：{fault}。", f"This row is no valid CSV: {fault}.",
            Where(str(path), reader.line_num),
        ) from fault  # fmt: skip


def _places(header: list[str], columns: Mapping[str, str], path: Path) -> dict[str, int]:
    """Field → place of its column; the first header of the table of columns that fits."""
    names = [cell.strip().lower().lstrip("?") for cell in header]
    places: dict[str, int] = {}
    known: list[str] = []
    for row in read_table(mappings_dir() / "columns.tsv", ("field", "headers")):
        field, headers = row.cells["field"], row.cells["headers"].split("|")
        known.append(field)
        wanted = [columns[field].strip().lower()] if field in columns else headers
        found = next((names.index(name) for name in wanted if name in names), None)
        if found is not None:
            places[field] = found
        elif field in _NEEDED or field in columns:
            tried = "、".join(wanted)
            raise LinkError(
                "KG-K022",
                f"表中沒有「{field}」之欄（{tried}）；其欄為：{'、'.join(header)}。可用 --column {field}=欄名 指明。",
                f"The table has no column for {field} ({tried}); it has: {', '.join(header)}. "
                f"Name it with --column {field}=HEADER.",
                Where(str(path), 1),
            )
    unknown = sorted(set(columns) - set(known))
    if unknown:
        raise LinkError(
            "KG-K022", f"沒有這樣的欄目：{'、'.join(unknown)}；可用：{'、'.join(known)}。",
            f"There is no field {', '.join(unknown)}; there are: {', '.join(known)}.", Where(str(path)),
        )  # fmt: skip
    return places


def _record(cells: list[str], places: dict[str, int], scheme: str, where: Where) -> Record | None:
    def cell(field: str) -> str:
        place = places.get(field)
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def several(field: str) -> tuple[str, ...]:
        return tuple(sorted({part.strip() for part in _SEPARATORS.split(cell(field)) if part.strip()}))

    if not cell("target") or not cell("label"):
        return None
    return Record(
        _target(cell("target"), scheme, where), cell("label"), _KINDS.get(cell("kind").lower(), Kind.UNKNOWN),
        several("aliases"), several("styles"), cell("dynasty"), _year(cell("birth")), _year(cell("death")),
        several("works"), cell("gloss"), cell("pinyin"),
    )  # fmt: skip


def _target(value: str, scheme: str, where: Where) -> str:
    """SCHEME:ID for an id, or for an IRI of a scheme that we know; else the IRI."""
    if scheme and (known := link_schemes().get(scheme)) and known.id.fullmatch(value):
        return f"{scheme}:{value}"
    if named := recognised(value):
        return named
    if is_iri(value) and "//" in value:
        return value
    raise LinkError(
        "KG-K025", f"「{value}」不是 IRI，也不是 {scheme or '任何體系'} 之識別碼；裸識別碼請以 --scheme 指明體系。",
        f"{value!r} is no IRI and no id of {scheme or 'any scheme'}; name the scheme of bare ids with --scheme.", where,
    )  # fmt: skip


def recognised(value: str) -> str:
    """SCHEME:ID where `value` is an IRI or a page of a scheme that we know, or already so written; else empty."""
    name, _, rest = value.partition(":")
    if (scheme := link_schemes().get(name)) and scheme.id.fullmatch(rest):
        return value
    for scheme in link_schemes().values():
        if scheme.prefix and (identifier := _identifier(value, scheme)):
            return f"{scheme.scheme}:{identifier}"
    return ""


def _identifier(value: str, scheme: LinkScheme) -> str:
    for head in (scheme.prefix, scheme.page_template.partition("{")[0]):
        rest = value.removeprefix(head)
        if rest != value and scheme.id.fullmatch(rest):
            return rest
    return ""


def _year(cell: str) -> int | None:
    match = _YEAR.fullmatch(cell)
    return int(match[1]) if match and int(match[1]) else None
