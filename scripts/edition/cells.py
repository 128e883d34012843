"""Cells: the characters of the edition in the making, with the emendations applied at their places."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from kg.texts.sentences import sentence_spans

DATA = Path(__file__).resolve().parent.parent.parent / "kg" / "texts" / "data"
MARKS = re.compile(r"[，。、；：「」『』！？《》·…]")
SPACE = re.compile(r"\s")


@dataclass(frozen=True)
class Row:
    """A row of emendations.tsv; `before` and `after` are the context of `sic`."""

    work: str
    before: str
    sic: str
    after: str
    corr: str
    decision: str
    reason: str
    witness: str


@dataclass(frozen=True)
class Cell:
    """One character of the edition, or one emendation (`row`), or a piece of markup."""

    text: str
    row: Row | None = None
    markup: bool = False


def read_rows(work: str) -> list[Row]:
    """The emendations of a work that change its text."""
    rows = []
    for number, line in enumerate((DATA / "emendations.tsv").read_text(encoding="utf-8").splitlines()[1:], start=2):
        name, context, sic, corr, decision, reason, witness = line.split("\t")
        before, _, rest = context.partition("[")
        inside, _, after = rest.partition("]")
        if inside != sic or decision not in ("emend", "keep", "punctuate"):
            sys.exit(f"emendations.tsv, row {number}: the context must hold [{sic}]; decide emend, keep or punctuate")
        if name == work:
            rows.append(Row(name, before, sic, after, corr, decision, reason, witness))
    return rows


def apply(text: str, rows: list[Row], bare: bool) -> list[Cell]:
    """The text as cells, each row applied at its place. With `bare` contexts are matched without our punctuation."""
    places = [i for i, c in enumerate(text) if not (bare and (MARKS.match(c) or SPACE.match(c)))]
    words = "".join(text[i] for i in places)
    found: dict[int, tuple[int, Row]] = {}
    for row in rows:
        context = row.before + row.sic + row.after
        at = [m.start() + len(row.before) for m in re.finditer(re.escape(context), words)]
        if not at or (len(at) > 1 and context != row.sic):
            sys.exit(f"emendations.tsv: {row.work} has {row.before}[{row.sic}]{row.after} {len(at)} times, not once")
        for start in at if row.decision != "keep" else []:
            begin = places[start] if row.sic else places[start - 1] + 1
            found[begin] = (places[start + len(row.sic) - 1] + 1 if row.sic else begin, row)
    cells: list[Cell] = []
    i = 0
    while i <= len(text):
        if i in found:
            end, row = found.pop(i)
            cells.append(Cell(row.corr) if row.decision == "punctuate" else Cell(row.corr, row))
            if end > i:
                i = end
                continue
        if i < len(text):
            cells.append(Cell(text[i]))
        i += 1
    if found:
        sys.exit(f"emendations overlap: {sorted(found)}")
    return cells


def plain(cells: list[Cell]) -> str:
    """The words of the cells as the edition has them."""
    return "".join(cell.text for cell in cells if not cell.markup)


def split(cells: list[Cell]) -> list[list[Cell]]:
    """The cells sentence by sentence. An emendation goes with the sentence of its first character."""
    text = plain(cells)
    starts = [span.start for span in sentence_spans(text)][1:]
    sentences: list[list[Cell]] = [[]]
    offset = 0
    for cell in cells:
        if starts and offset >= starts[0] and cell.text:
            starts.pop(0)
            sentences.append([])
        sentences[-1].append(cell)
        offset += len(cell.text)
    return sentences
