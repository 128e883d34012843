"""`kg diff`: which acts changed between two versions of a graph; exit code 1 where some did."""

from __future__ import annotations

import json
from pathlib import Path

from rich.text import Text

from kg.commands.console import table_console
from kg.commands.validate import load
from kg.diagnostics.changes import Change, Changes, Shift, compare
from kg.diagnostics.stated import texts_of
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.messages import Voice

_MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}


def run(voice: Voice, old: Path, new: Path, format: str, rules: bool) -> int:
    """Prints the differences to stdout. Raises UsageError KG-U005 to KG-U007, GraphError KG-G014 for bad files."""
    settings = Settings()
    before, after = (texts_of(memory_store([load(path, settings)]), settings) for path in (old, new))
    found = compare(before, after, rules=rules)
    if format == "json":
        print(json.dumps(_data(found), ensure_ascii=False, indent=1))
    else:
        _show(voice, found)
    return 1 if found.changes else 0


def _data(found: Changes) -> dict[str, object]:
    return {
        "same": found.same,
        **{kind: [_change_data(change) for change in found.of(kind)] for kind in _MARKS},
    }


def _change_data(change: Change) -> dict[str, object]:
    return {
        "act": change.iri,
        "passage": change.citation,
        "context": change.context,
        "action": change.action,
        "differences": {shift.what: {"old": list(shift.old), "new": list(shift.new)} for shift in change.shifts},
    }


def _show(voice: Voice, found: Changes) -> None:
    console = table_console()
    for change in found.changes:
        mark, style = _MARKS[change.kind]
        line = Text(f"{mark} ", style=f"bold {style}")
        line.append(f"{change.citation or change.iri}  ", style="dim")
        line.append(change.context)
        console.print(line)
        for shift in change.shifts:
            console.print(Text("    "), Text(_told(change, shift)), sep="")
    counts = {kind: len(found.of(kind)) for kind in _MARKS}
    voice.say(
        f"新增 {counts['added']}，刪去 {counts['removed']}，改動 {counts['changed']}，未變 {found.same}。",
        f"{counts['added']} added, {counts['removed']} removed, {counts['changed']} changed, {found.same} as before.",
    )


def _told(change: Change, shift: Shift) -> str:
    old, new = "、".join(shift.old) or "—", "、".join(shift.new) or "—"
    if change.kind == "added":
        return f"{shift.what}: {new}"
    if change.kind == "removed":
        return f"{shift.what}: {old}"
    return f"{shift.what}: {old} → {new}"
