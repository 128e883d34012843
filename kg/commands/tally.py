"""`kg tally`: from the hits of each couple to the count, the words announced, and who drinks and how."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from rich.console import Console
from rich.table import Table

from kg.commands.validate import load
from kg.errors import UsageError, Where
from kg.graph.match import match_of_rdf
from kg.graph.ontology import ontology_text
from kg.graph.settings import Settings
from kg.graph.tallies import derive, outcome_turtle
from kg.messages import Voice
from kg.rite.tally import Match, law_of, read_match
from kg.rite.tally_table import RuleKind

_TABLES = frozenset({".csv", ".tsv", ".txt", ""})


def run(voice: Voice, file: Path, rite: str, format: str) -> int:
    """Prints what follows from a table of hits (CSV) or a match in RDF to stdout."""
    settings = Settings()
    match = _match(file, rite, settings)
    store = derive(match, settings)
    if format == "turtle":
        sys.stdout.write(outcome_turtle(store, match, settings))
    else:
        made = {step: _rows(store, step, settings) for step in ("count", "announcement", "drinking")}
        if format == "json":
            told = {"match": match.name, "rite": match.rite, **made}
            print(json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True))
        else:
            sys.stdout.write(_told(made, voice))
    supply = law_of(match.rite).number(RuleKind.SUPPLY)
    if match.tallies > supply:
        voice.say(
            f"此番共獲 {match.tallies}，多於算數 {supply}（{law_of(match.rite).rules[RuleKind.SUPPLY].words}）。",
            f"{match.tallies} hits are more than the {supply} tallies that the text provides.",
        )
    sys.stdout.flush()
    return 0


def _match(file: Path, rite: str, settings: Settings) -> Match:
    if file.suffix.lower() not in _TABLES:
        part = load(file, settings)
        store = ox.Store()
        store.load(part if isinstance(part, bytes) else part.read_bytes(), format=ox.RdfFormat.N_QUADS)
        return match_of_rdf(store, file.stem, file.name, settings)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError(
            "KG-U005", f"不能讀取：{fault}。", f"The file cannot be read: {fault}.", Where(str(file))
        ) from fault
    return read_match(text, file.stem, rite, file.name)


def _rows(store: ox.Store, step: str, settings: Settings) -> list[dict[str, Any]]:
    found = store.query(ontology_text(f"tally/show-{step}.rq", settings), use_default_graph_as_union=True)
    assert isinstance(found, ox.QuerySolutions)
    names = [variable.value for variable in found.variables]
    return [{name: _plain(row[name]) for name in names if row[name] is not None} for row in found]


def _plain(term: object) -> Any:
    value = str(getattr(term, "value", term))
    datatype = getattr(term, "datatype", None)
    kind = datatype.value.rsplit("#", 1)[-1] if datatype else ""
    return int(value) if kind == "integer" else value == "true" if kind == "boolean" else value


_COUNT = {
    "side": ("黨", "side"), "tallies": ("算", "tallies"), "pairs": ("純", "pairs"), "odd": ("奇", "odd"),
    "heaps": ("十純之委", "heaps of ten"), "spare": ("餘純", "pairs over"),
}  # fmt: skip
_DRINK = {
    "couple": ("耦", "couple"), "who": ("飲者", "who"), "hand": ("上下射", "hand"), "cup": ("觶", "cup"),
    "from": ("取於", "from"), "by": ("授者", "served by"), "at": ("飲於", "at"), "facing": ("面", "facing"),
    "posture": ("容", "posture"), "bow": ("弓", "bow"), "partner": ("其耦", "partner"), "passage": ("段", "passage"),
}  # fmt: skip


def _told(made: dict[str, list[dict[str, Any]]], voice: Voice) -> str:
    buffer = io.StringIO()
    console = Console(file=buffer, width=160, force_terminal=False, markup=False, emoji=False, highlight=False)
    console.print(_table(_COUNT, made["count"], voice))
    for one in made["announcement"]:
        number = f"，{one['number']}" if "number" in one else ""
        console.print(voice.short("告於", "told to"), f"{one['whom']}：「{one['words']}{number}」  {one['passages']}")
    for one in made["drinking"]:
        if one.get("partnerStays"):
            one["partner"] = voice.short("不升", "stays")
        elif one.get("alone"):
            one["partner"] = voice.short("特升", "goes up alone")
    if made["drinking"]:
        console.print(_table(_DRINK, made["drinking"], voice))
        for passage, words in sorted({(one["passage"], one["words"]) for one in made["drinking"]}):
            console.print(f"{passage}  {words}")
    else:
        console.print(voice.text("左右鈞，無飲者。", "Both sides are even; nobody drinks."))
    return "\n".join(line.rstrip() for line in buffer.getvalue().split("\n"))


def _table(columns: dict[str, tuple[str, str]], rows: list[dict[str, Any]], voice: Voice) -> Table:
    table = Table(header_style="bold")
    for zh, en in columns.values():
        table.add_column(voice.text(zh, en), overflow="fold")
    for row in rows:
        table.add_row(*(str(row.get(name, "")) for name in columns))
    return table
