"""`kg compare`: two rites side by side, stage by stage and act by act."""

from __future__ import annotations

import csv
import sys
from itertools import groupby
from pathlib import Path

from rich.table import Table

from kg.commands.console import table_console
from kg.graph.rite_compare import pairing_quads
from kg.graph.rite_store import RiteStore, course_in
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.messages import Voice
from kg.rite.compare import Deed, Difference, Pairing, compare, summary
from kg.views.model import Name
from kg.views.reader import read_vocabulary


def run(voice: Voice, left: str, right: str, stage: str, short: bool, format: str, store: Path) -> int:
    """Prints the comparison of two texts of the store. Raises GraphError KG-G050 for a text whose phases are unknown.

    `stage` keeps the stages whose id or label holds it; `short` shows one line a stage.
    """
    found = RiteStore(open_store(store))
    rows = compare(course_in(found, left), course_in(found, right))
    if stage:
        rows = tuple(row for row in rows if any(
            one is not None and (stage in one.id or stage in one.label) for one in (row.left_stage, row.right_stage)
        ))  # fmt: skip
    names = read_vocabulary(found.select)
    if format == "nquads":
        sys.stdout.writelines(pairing_quads(rows, left, right, Settings()))
    elif format == "csv":
        _csv(rows)
    elif short:
        _summary(voice, rows, left, right, names)
    else:
        _table(voice, rows, left, right, names)
    return 0


def _csv(rows: tuple[Pairing, ...]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["left_stage", "right_stage", "left", "right", "differences", "left_act", "right_act"])
    for row in rows:
        writer.writerow(
            [
                row.left_stage.label if row.left_stage else "",
                row.right_stage.label if row.right_stage else "",
                row.left.key if row.left else "",
                row.right.key if row.right else "",
                " ".join(one.value for one in row.differences),
                _told(row.left),
                _told(row.right),
            ]
        )


def _summary(voice: Voice, rows: tuple[Pairing, ...], left: str, right: str, names: dict[str, Name]) -> None:
    table = Table(box=None, padding=(0, 1))
    table.add_column(left)
    table.add_column(right)
    for one in Difference:
        table.add_column(_difference(voice, one, names), justify="right")
    for mine, yours, counts in summary(rows):
        table.add_row(mine or "—", yours or "—", *(str(counts[one] or "") for one in Difference))
    table_console().print(table)


def _table(voice: Voice, rows: tuple[Pairing, ...], left: str, right: str, names: dict[str, Name]) -> None:
    console = table_console()
    for (mine, yours), group in groupby(rows, key=lambda row: (row.left_stage, row.right_stage)):
        title = f"{left} {mine.label if mine else '—'} ∥ {right} {yours.label if yours else '—'}"
        table = Table(title=title, title_justify="left", box=None, padding=(0, 1), show_header=False)
        for _ in range(3):
            table.add_column(overflow="fold")
        for row in group:
            told = "、".join(_difference(voice, one, names) for one in row.differences)
            table.add_row(_told(row.left, key=True), told, _told(row.right, key=True))
        console.print(table)
        console.print()


def _difference(voice: Voice, one: Difference, names: dict[str, Name]) -> str:
    name = names[f"Difference{one.value}"]
    return voice.short(name.zh, name.en)


def _told(deed: Deed | None, key: bool = False) -> str:
    """A deed in words: who, what, with what, where; — where there is none."""
    if deed is None:
        return "—" if key else ""
    parts = ["、".join(deed.actors), ("不" if deed.negated else "") + deed.action, "、".join(deed.things)]
    if deed.places:
        parts.append(f"({'、'.join(deed.places)})")
    return " ".join(part for part in ([deed.key] if key else []) + parts if part)
