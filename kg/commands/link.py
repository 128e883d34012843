"""`kg link`: candidates from a dataset, their review, the counts, and the service for OpenRefine."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kg.commands.query import parameters
from kg.errors import UsageError
from kg.graph.settings import Settings
from kg.graph.source import Source
from kg.graph.store import open_store
from kg.lexicon.load import load_lexicon
from kg.links.candidates import Matcher
from kg.links.dataset import fingerprint, read_dataset
from kg.links.decisions import FILE, SHIPPED, Decision, Status, merged, proposed, read_decisions, write_decisions
from kg.links.record import Kind
from kg.links.schemes import link_schemes
from kg.links.sssom import shipped_mappings
from kg.links.status import REJECTED, STRENGTHS, link_status
from kg.links.subjects import subjects
from kg.messages import Voice

_SHOWN = 12
_KEYS = {"a": Status.ACCEPTED, "r": Status.REJECTED, "s": Status.SKIPPED}


def candidates(voice: Voice, dataset: Path, output: Path, kinds: list[str], scheme: str, columns: list[str]) -> int:
    """Proposes links from a dataset, and adds them to the table in `output`."""
    if scheme and scheme not in link_schemes():
        known = "、".join(link_schemes())
        raise UsageError(
            "KG-U011", f"沒有體系 {scheme}；有：{known}。", f"There is no scheme {scheme}; there are: {known}."
        )
    settings, lexicon, path = Settings(), load_lexicon(), output / FILE
    old = read_decisions(path) if path.is_file() else ()
    named = {name: values[-1] for name, values in parameters(columns).items()}
    wanted = frozenset(map(Kind, kinds)) if kinds else frozenset(Kind)
    matcher = Matcher(lexicon, subjects(lexicon, shipped_mappings(settings), settings))
    name = fingerprint(dataset)
    found = matcher.candidates(read_dataset(dataset, named, scheme), name, wanted)
    kept = merged(old, found, name)
    write_decisions(path, kept)
    new = {one.pair for one in found} - {one.pair for one in old}
    for one in [one for one in found if one.pair in new][:_SHOWN]:
        print(f"{one.score:.2f}  {one.label}  {one.predicate}  {one.target}  {one.target_label}  [{one.evidence}]")
    decided = sum(1 for one in kept if one.status in {Status.ACCEPTED, Status.REJECTED})
    voice.say(
        f"候選 {len(found)}，其中新出 {len(new)}；已決者 {decided} 不動。表：{path}。以 kg link review 覆核。",
        f"{len(found)} candidates, {len(new)} of them new; {decided} decided rows stay. Table: {path}. "
        "Decide with kg link review.",
    )
    return 0


def review(voice: Voice, output: Path, who: str, ask: Callable[[str], str] = input) -> int:
    """Asks about each candidate: accept, reject, skip, quit. Every answer is kept at once.

    First those of datasets, then the mappings that we ship without being sure, then what was skipped before.
    """
    settings, path = Settings(), output / FILE
    rows = list(read_decisions(path)) if path.is_file() else []
    known = {one.pair for one in rows}
    for one in shipped_mappings(settings):
        rows += [
            proposal
            for mapping in one.mappings
            if not mapping.asserted and (proposal := proposed(mapping, settings)).pair not in known
        ]
    order = sorted(
        range(len(rows)),
        key=lambda at: (rows[at].status is Status.SKIPPED, rows[at].dataset == SHIPPED, rows[at].order),
    )
    open_rows = [at for at in order if rows[at].status in {Status.PROPOSED, Status.SKIPPED}]
    for number, at in enumerate(open_rows, start=1):
        _show(voice, rows[at], number, len(open_rows))
        answer = _answer(voice, ask)
        if answer is None:
            break
        rows[at] = replace(rows[at], status=answer, who=who, date=date.today().isoformat())
        write_decisions(path, (one for one in rows if one.dataset != SHIPPED or one.status is not Status.PROPOSED))
    counts = link_status_counts(rows)
    voice.say(f"已存於 {path}：{counts}。", f"Kept in {path}: {counts}.")
    return 0


def status(voice: Voice, store: Path, format: str) -> int:
    """Prints how many links there are, per target and strength."""
    path = store.parent / FILE
    found = link_status(Source(open_store(store)), read_decisions(path) if path.is_file() else ())
    if format == "json":
        print(json.dumps({
            "claims": [{"target": t, "predicate": p, **counts} for (t, p), counts in found.claims.items()],
            "stated": [{"target": t, "predicate": p, "links": n} for (t, p), n in found.stated.items()],
            "candidates": dict(found.candidates),
        }, ensure_ascii=False, indent=1))  # fmt: skip
        return 0
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    table = Table(show_edge=False)
    table.add_column(voice.short("對象", "target"))
    table.add_column(voice.short("關係", "predicate"))
    names = (*(name for name, _ in STRENGTHS), REJECTED)
    for name in names:
        table.add_column(name, justify="right")
    table.add_column(voice.short("已立", "stated"), justify="right")
    for key in sorted({*found.claims, *found.stated}):
        scheme = link_schemes().get(key[0])
        counts = found.claims.get(key, Counter[str]())
        table.add_row(
            f"{key[0]} {scheme.zh}" if scheme else key[0], key[1], *(str(counts.get(name, "")) for name in names),
            str(found.stated.get(key, "")),
        )  # fmt: skip
    console.print(table)
    if found.candidates:
        told = "、".join(f"{name} {count}" for name, count in found.candidates.items())
        voice.say(f"候選：{told}。", f"Candidates: {told}.")
    return 0


def serve(voice: Voice, store: Path, host: str, port: int) -> int:
    """Runs the reconciliation service by itself until it is interrupted."""
    import uvicorn

    from kg.links import reconcile_app
    from kg.web.protocol import BoundedProtocol

    if host not in {"127.0.0.1", "::1", "localhost"}:
        voice.say(f"注意：{host} 可由他機連入。", f"Note: other machines can connect to {host}.")
    app = reconcile_app(store)
    voice.say(f"OpenRefine 服務：http://{host}:{port}/", f"Reconciliation service: http://{host}:{port}/")
    uvicorn.run(app, host=host, port=port, http=BoundedProtocol, log_level="warning", server_header=False)
    return 0


def link_status_counts(rows: list[Decision]) -> str:
    """How many rows there are of each status, as words."""
    counts = {status.value: sum(1 for one in rows if one.status is status) for status in Status}
    return "、".join(f"{name} {count}" for name, count in counts.items() if count)


def _show(voice: Voice, one: Decision, number: int, of: int) -> None:
    print(f"\n[{number}/{of}]  {one.label} ({one.subject})  {one.predicate}  {one.target}  {one.target_label}")
    name, _, identifier = one.target.partition(":")
    if scheme := link_schemes().get(name):
        print(f"    {scheme.page(identifier)}")
    print(f"    {voice.short('分', 'score')} {one.score:.2f}  {one.evidence}  ({one.dataset})")


def _answer(voice: Voice, ask: Callable[[str], str]) -> Status | None:
    """What the person decides; None to stop, and where the input ends."""
    prompt = voice.short("[a] 是 [r] 否 [s] 待定 [q] 止", "accept, reject, skip, quit") + " > "
    while True:
        try:
            key = ask(prompt).strip().lower()[:1]
        except EOFError:
            return None
        if key == "q":
            return None
        if key in _KEYS:
            return _KEYS[key]

