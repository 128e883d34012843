"""`kg score`: a graph, or the pipeline as it is now, against gold; figures, faults and reports by rule."""

from __future__ import annotations

import json
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kg.commands.console import table_console
from kg.commands.validate import load as load_graph
from kg.diagnostics.gold import ROLES, GoldRun, read_gold, without_punctuation
from kg.diagnostics.homographs import HomographTrace
from kg.diagnostics.reading_now import read_now
from kg.diagnostics.rules import Rivalry, RuleRecord, RuleReport, report
from kg.diagnostics.score import Score, score
from kg.diagnostics.stated import texts_of
from kg.errors import UsageError, Where
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.messages import Voice
from kg.reading import load
from kg.reading.language import LexiconTokenizer

_KEYS = ("act", *ROLES, "roles", "mention")
_SHOWN = 3  # faults of a rule that are told one by one


def run(
    voice: Voice,
    gold: Path,
    graphs: list[Path],
    strip: bool,
    errors: bool,
    rules: bool,
    only: list[str],
    format: str,
) -> int:
    """Scores and prints to stdout. Raises UsageError KG-D001 to KG-D003 and those of load_graph."""
    runs = _select(read_gold(gold), only, gold)
    if strip:
        runs = tuple(without_punctuation(one) for one in runs)
    settings = Settings()
    nlp = load()
    texts = (
        texts_of(memory_store([load_graph(path, settings) for path in graphs]), settings)
        if graphs
        else read_now(runs, nlp, settings)
    )
    result = score(runs, texts)
    tokenizer = nlp.tokenizer
    assert isinstance(tokenizer, LexiconTokenizer)
    # Homograph rules are not in the graph; they are traced with the tables as they are now.
    made = report(runs, result, tokenizer.lexicon, None if graphs else HomographTrace(tokenizer))
    if format == "json":
        print(json.dumps({**_figures(result), **(_rules(made) if rules else {})}, ensure_ascii=False, indent=1))
        return 0
    console = table_console(140)
    if errors:
        for fault in result.faults:
            console.print(str(fault), markup=False)
    missing = [fault for fault in result.faults if fault.kind == "text-missing"]
    if missing:
        voice.say(
            f"圖中沒有其中 {len(missing)} 段之文，皆作未讀計。",
            f"The graph lacks the text of {len(missing)} runs; they count as missed in full.",
        )
    _print_figures(voice, console, result)
    _print_grades(voice, console, made)
    if rules:
        _print_rules(voice, console, made)
    return 0


def _select(runs: tuple[GoldRun, ...], only: list[str], gold: Path) -> tuple[GoldRun, ...]:
    chosen = tuple(one for one in runs if not only or any(fnmatchcase(one.id, pattern) for pattern in only))
    if not chosen:
        raise UsageError(
            "KG-D003",
            f"標注檔中沒有可評之段；其段：{'、'.join(one.id for one in runs[:20])}。",
            f"There is no run to score; the file has: {', '.join(one.id for one in runs[:20])}.",
            Where(str(gold)),
        )
    return chosen


# -- as data ---------------------------------------------------------------------------------------------------------


def _figures(result: Score) -> dict[str, Any]:
    table: dict[str, Any] = {
        key: dict(zip(("precision", "recall", "f1", "gold"), result.figures(key), strict=True)) for key in _KEYS
    }
    for key, counts in (("elided_actor", result.omitted), ("polarity_mode", result.modes)):
        table[key] = dict(zip(("accuracy", "gold"), result.share(counts), strict=True))
    table["errors"] = dict(sorted(_by_kind(result).items()))
    return table


def _by_kind(result: Score) -> Counter[str]:
    return Counter(f"{fault.kind} {fault.role}".rstrip() for fault in result.faults)


def _rules(made: RuleReport) -> dict[str, Any]:
    return {
        "rules": {
            kind: {
                record.rule: {
                    "fired": record.fired, "judged": record.judged, "right": record.right,
                    "errors": [str(fault) for fault in record.faults],
                }
                for record in _ordered(records)
            }
            for kind, records in (("act", made.acts), ("actor", made.actors), ("homograph", made.homographs))
        },
        "compete": [
            {"form": rivalry.form, "won": dict(rivalry.won), "also_fit": dict(rivalry.rivals), "wrong": rivalry.wrong}
            for rivalry in made.rivalries
        ],
        "never": {rule: list(forms) for rule, forms in sorted(made.never.items())},
        "grades": {
            grade.grade: {
                "acts": grade.acts, "existing": grade.existing, "whole": grade.whole,
                "supplied_actors": grade.actors, "supplied_actors_right": grade.actors_right,
            }
            for grade in made.grades.values()
        },
    }  # fmt: skip


# -- for people ------------------------------------------------------------------------------------------------------


def _print_figures(voice: Voice, console: Console, result: Score) -> None:
    table = Table(show_edge=False)
    table.add_column(voice.short("項", "key"))
    for name in ("P", "R", "F1"):
        table.add_column(name, justify="right")
    table.add_column(voice.short("標注", "gold"), justify="right")
    for key in _KEYS:
        precision, recall, f1, count = result.figures(key)
        style = "bold" if key in {"act", "roles", "mention"} else ""
        table.add_row(key, f"{precision:.3f}", f"{recall:.3f}", f"{f1:.3f}", str(count), style=style)
    for key, counts in (("elided_actor", result.omitted), ("polarity_mode", result.modes)):
        accuracy, count = result.share(counts)
        table.add_row(key, "", "", f"{accuracy:.3f}", str(count), style="bold")
    console.print(table)
    if result.faults:
        told = " · ".join(f"{kind} {count}" for kind, count in _by_kind(result).most_common())
        console.print(f"{voice.short('不合', 'disagreements')} {len(result.faults)}: {told}", markup=False)


def _print_grades(voice: Voice, console: Console, made: RuleReport) -> None:
    table = Table(show_edge=False, title=voice.short("信度", "accuracy per grade"), title_justify="left")
    table.add_column(voice.short("等", "grade"))
    for zh, en in (
        ("儀節", "acts"), ("實有", "exist"), ("全對", "wholly right"),
        ("所補施事", "supplied actors"), ("補對", "right"),
    ):  # fmt: skip
        table.add_column(voice.short(zh, en), justify="right")
    for grade in sorted(made.grades.values(), key=lambda one: -one.acts):
        table.add_row(
            grade.grade or "—", str(grade.acts), _share(grade.existing, grade.acts), _share(grade.whole, grade.acts),
            str(grade.actors), _share(grade.actors_right, grade.actors),
        )  # fmt: skip
    console.print()
    console.print(table)


def _print_rules(voice: Voice, console: Console, made: RuleReport) -> None:
    for records, zh, en in (
        (made.acts, "儀節之規則", "rules of acts"),
        (made.actors, "施事之規則", "rules of supplied actors"),
        (made.homographs, "一字多讀之規則", "rules of homographs"),
    ):
        if records:
            _print_records(console, _ordered(records), voice.short(zh, en), voice)
    if made.rivalries:
        console.print(f"\n{voice.short('相競之規則', 'rules that compete')}", style="bold")
        for rivalry in made.rivalries:
            console.print(f"  {_rivalry(rivalry)}", markup=False)
    console.print(f"\n{voice.short('從未用及', 'rules that never fired')} {len(made.never)}", style="bold")
    for rule, forms in sorted(made.never.items()):
        console.print(f"  {rule}" + (f"  ({' '.join(forms)})" if forms else ""), markup=False)


def _print_records(console: Console, records: list[RuleRecord], title: str, voice: Voice) -> None:
    console.print(f"\n{title}", style="bold")
    for record in records:
        accuracy = "  —  " if record.accuracy is None else f"{record.accuracy:.3f}"
        faults = f"  {voice.short('誤', 'errors')} {len(record.faults)}" if record.faults else ""
        console.print(f"  {record.fired:5}  {accuracy}  {record.rule or '—'}{faults}", markup=False)
        for fault in record.faults[:_SHOWN]:
            console.print(f"           {fault}", markup=False, style="dim")
        if len(record.faults) > _SHOWN:
            console.print(f"           … {len(record.faults) - _SHOWN}", markup=False, style="dim")


def _ordered(records: dict[str, RuleRecord]) -> list[RuleRecord]:
    return sorted(records.values(), key=lambda one: (-len(one.faults), -one.fired, one.rule))


def _rivalry(rivalry: Rivalry) -> str:
    won = " ".join(f"{rule or '—'} ×{count}" for rule, count in rivalry.won.most_common())
    fit = " ".join(f"{rule} ×{count}" for rule, count in rivalry.rivals.most_common())
    wrong = f"  ✗{rivalry.wrong}" if rivalry.wrong else ""
    return f"{rivalry.form}: {won}" + (f"  | {fit}" if fit else "") + wrong


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "—"
