"""`kg review`: the acts of which the reading is least sure, first."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kg.commands.correct import table_beside
from kg.commands.explain import marked
from kg.corrections.correction import Status
from kg.corrections.table import read_corrections
from kg.graph.records import ActRecord, act_records
from kg.graph.source import Source, printed
from kg.graph.store import open_store
from kg.messages import Voice
from kg.views.model import Mark

_SURE = {"guessed": 0, "probable": 1, "certain": 2}


def run(voice: Voice, store: Path, limit: int, text: str | None, role: str | None, format: str) -> int:
    """Prints acts to check; those that a person has corrected already are left out."""
    source = Source(open_store(store))
    spoken = {(one.place, one.role) for one in read_corrections(table_beside(store)) if one.status is Status.ACTIVE}
    done = {place for place, _ in spoken}
    found = [record for record in act_records(source) if record.key not in done]
    if text is not None:
        found = [record for record in found if source.texts[record.text].id == text]
    if role is not None:
        found = [record for record in found if role in record.roles]
    found.sort(key=lambda record: (*_doubt(record), record.order))
    if format == "json":
        print(json.dumps([_json(record) for record in found[:limit]], ensure_ascii=False, indent=1))
        return 0
    console = Console(highlight=False, soft_wrap=True)
    for record in found[:limit]:
        _print(voice, console, record)
    unsure = sum(1 for record in found if _doubt(record)[0] < _SURE["certain"])
    voice.say(
        f"未覆核之儀節 {len(found)}，其中信度不足者 {unsure}。以 kg correct 校正。",
        f"{len(found)} acts are unreviewed, {unsure} of them less than certain. Correct with kg correct.",
    )
    return 0


def _doubt(record: ActRecord) -> tuple[int, int]:
    """How sure the act and its actor are: the less sure of the two first."""
    act = _SURE.get(record.grade, 0)
    actor = min((_SURE.get(filler.grade, 2) for filler in record.roles.get("actor", ())), default=2)
    return min(act, actor), act + actor


def _print(voice: Voice, console: Console, record: ActRecord) -> None:
    head = Text(f"{record.key}  ", style="bold")
    head.append(voice.short(f"信度 {record.grade}", f"rule {record.rule}"), style="dim")
    console.print(head)
    quoted = record.clause or (record.begin, record.end)
    verb = Mark(record.begin - quoted[0], record.end - quoted[0], "verb")
    line = Text("  ")
    line.append_text(marked(record.quote, [verb]))
    console.print(line)
    for role, fillers in record.roles.items():
        told = "、".join(f"{f.label}{f'〔{f.rule} {f.grade}〕' if f.supplied else ''}" for f in fillers)
        console.print(Text(f"    {role} {told}"))


def _json(record: ActRecord) -> dict[str, object]:
    return {
        "act": record.key, "citation": printed(record.citation, record.quote), "action": record.action,
        "roles": {role: list(record.labels(role)) for role in record.roles}, "rule": record.rule,
        "grade": record.grade,
        "actor_grade": next((f.grade for f in record.roles.get("actor", ())), ""),
    }  # fmt: skip
