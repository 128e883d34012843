"""The table of corrections (TSV): read, checked, and added to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kg.corrections.correction import FACTS, ROLES, WHOLE, Correction, Status
from kg.errors import CorrectionError, Where
from kg.files import write_whole
from kg.reading.act import Mode
from kg.texts.span import Span

FILE = "corrections.tsv"
"""The name of the table in the folder that kg build writes."""
COLUMNS = ("citation", "span", "quote", "role", "old", "new", "who", "why", "status")
_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")
# A cell holds one line. What would end it, and the sign of escaping, are written as JSON and most languages do.
_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_ESCAPED = re.compile(r"\\(.)")
_UNESCAPES = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}


def read_corrections(path: Path) -> tuple[Correction, ...]:
    """The corrections of a table, in its order; none where there is no file.

    Raises CorrectionError KG-C001 (cannot be read), KG-C002 (a column is missing, a row has too many cells), KG-C003
    (a cell is not valid).
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):  # of the latter the writing of the build tells
        return ()
    except (OSError, UnicodeDecodeError) as fault:
        raise CorrectionError(
            "KG-C001", f"不能讀取校正表：{fault}。", f"The corrections cannot be read: {fault}.", Where(str(path))
        ) from fault
    lines = text.replace("\r\n", "\n").split("\n")
    header = lines[0].split("\t")
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        raise CorrectionError(
            "KG-C002", f"校正表缺欄：{'、'.join(missing)}。", f"The corrections lack the columns {', '.join(missing)}.",
            Where(str(path), 1),
        )  # fmt: skip
    found: list[Correction] = []
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) > len(header):
            raise CorrectionError(
                "KG-C002", f"此列有 {len(cells)} 格，欄名只有 {len(header)} 個。",
                f"The row has {len(cells)} cells, the header {len(header)}; check the tabs.", Where(str(path), number),
            )  # fmt: skip
        row = dict(zip(header, map(_unescape, cells), strict=False))
        found.append(_correction({c: row.get(c, "") for c in COLUMNS}, Where(str(path), number)))
    return tuple(found)


def write_corrections(path: Path, corrections: Iterable[Correction]) -> None:
    """Writes the table whole, in the order given. Raises UsageError KG-U003."""
    rows = ["\t".join(COLUMNS) + "\n"]
    for one in corrections:
        cells = (
            one.citation, f"{one.span.start}-{one.span.end}", one.quote, one.role, "|".join(one.old),
            "|".join(one.new), one.who, one.why, one.status.value,
        )  # fmt: skip
        rows.append("\t".join(map(_escape, cells)) + "\n")
    write_whole(path, rows)


def added(corrections: Iterable[Correction], new: Correction) -> tuple[Correction, ...]:
    """The corrections with `new` behind them; the same person's word on the same role of the act gives way."""
    spoken = (new.citation, new.span, new.role, new.who)
    return (*(c for c in corrections if (c.citation, c.span, c.role, c.who) != spoken), new)


def check(correction: Correction, where: Where) -> Correction:
    """The correction, where it can be applied to some text. Raises CorrectionError KG-C003."""
    role, new = correction.role, correction.new
    if role not in ROLES:
        raise _bad("role", role, f"須為 {' '.join(ROLES)} 之一", f"must be one of {', '.join(ROLES)}", where)
    if not correction.who:
        raise _bad("who", "", "不可空：說者何人", "must say who it is that corrects", where)
    if role in (*FACTS, WHOLE) and len(new) > 1:
        raise _bad("new", "|".join(new), "只能有一值", "takes one value", where)
    if role == "action" and not new:
        zh, en = f"動詞不可空；此處本無儀節，請用 role={WHOLE}", f"must name a verb; for no act, use role {WHOLE}"
        raise _bad("new", "", zh, en, where)
    if role == "mode" and new and new[0] not in {mode.value for mode in Mode}:
        raise _bad("new", new[0], f"須為 {' '.join(Mode)}", f"must be one of {', '.join(Mode)}", where)
    if role == "negated" and new not in {(), ("true",), ("false",)}:
        raise _bad("new", new[0], "須為 true 或 false", "must be true or false", where)
    if role == "count" and new and not new[0].isdecimal():
        raise _bad("new", new[0], "須為整數", "must be a number", where)
    if role == WHOLE and not correction.old and not new:
        raise _bad("new", "", "old 與 new 不可皆空", "old and new cannot both be empty", where)
    if correction.span.end > len(correction.quote):
        told = f"{correction.span.start}-{correction.span.end}"
        raise _bad("span", told, "出於引文之外", "lies outside the quote", where)
    return correction


def _correction(row: dict[str, str], where: Where) -> Correction:
    match = _SPAN.fullmatch(row["span"])
    if match is None or int(match[1]) >= int(match[2]):
        raise _bad("span", row["span"], "須作「起-止」，如 3-4", "is not BEGIN-END, such as 3-4", where)
    try:
        status = Status(row["status"])
    except ValueError as fault:
        zh, en = f"須為 {' '.join(Status)}", f"must be one of {', '.join(Status)}"
        raise _bad("status", row["status"], zh, en, where) from fault
    if not row["citation"]:
        raise _bad("citation", "", "不可空", "must name a passage", where)
    made = Correction(
        row["citation"], Span(int(match[1]), int(match[2])), row["quote"], row["role"], _several(row["old"]),
        _several(row["new"]), row["who"].strip(), row["why"], status, where.line or 0,
    )  # fmt: skip
    return check(made, where)


def _several(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


def _escape(cell: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in cell)


def _unescape(cell: str) -> str:
    return _ESCAPED.sub(lambda match: _UNESCAPES.get(match[1], match[0]), cell)


def _bad(column: str, value: str, zh: str, en: str, where: Where) -> CorrectionError:
    return CorrectionError("KG-C003", f"欄 {column} 之值「{value}」{zh}。", f"Column {column}: {value!r} {en}.", where)
