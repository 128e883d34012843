"""queries: the competency questions on Oxigraph beside rdflib's own store, in the same run

The graph of the two shipped rites is built, or a store is taken that `kg build` made (--store). Oxigraph is measured in
memory and on disk, rdflib in memory; each answer is compared with the expected one, so that no time is that of a wrong
answer. A question that rdflib does not answer within --limit seconds is stopped and counts with that time.
"""

from __future__ import annotations

import argparse
import json
import math
import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmarks._measure import Table, machine

_Asked = Callable[[str], tuple[list[str], list[Any]]]


def run(arguments: list[str]) -> int:
    """Measures and prints; returns 1 where two stores answer differently."""
    parser = argparse.ArgumentParser(prog="scripts/bench queries", description=__doc__)
    parser.add_argument("--store", type=Path, help="folder that kg build wrote (default: the shipped rites are built)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which rdflib is stopped")
    parser.add_argument("--times", type=int, default=5, help="runs on Oxigraph; the median is shown")
    parser.add_argument("--only", action="append", help="only this question (its number or name)")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        output = given.store or _built(Path(folder))
        made = _measured(output, given.limit, given.times, given.only)
    print(json.dumps(made, ensure_ascii=False, indent=1) if given.json else _told(made))
    return int(any(one["differs"] for one in made["questions"]))


def _built(folder: Path) -> Path:
    from kg.build import Options, build

    data = files("kg.texts") / "data"
    report = build([str(data / name) for name in ("xiangshe.xml", "dashe.xml")], folder, Options(), view=False)
    if report.failures:
        raise report.failures[0]
    return folder


def _measured(output: Path, limit: float, times: int, only: list[str] | None) -> dict[str, Any]:
    import rdflib
    from vocabulary.questions import load_questions
    from vocabulary.stores import oxigraph_rows, rdflib_rows

    from kg.graph.dataset import MemoryGraph
    from kg.graph.store import memory_store, open_store

    parts = sorted((output / "parts").glob("*.nq"))
    loaded: dict[str, float] = {}
    with _timed(loaded, "Oxigraph memory"):
        memory = memory_store(parts)
    disk = open_store(output / "store")
    with _timed(loaded, "rdflib"):
        union = MemoryGraph()  # a statement that stands in two graphs once, as in Oxigraph's union
        union.add(memory)
    graph: rdflib.Graph = union.graph
    rows = []
    for question in load_questions():
        if only and question.name not in only and question.name[:2] not in only:
            continue
        answers: dict[str, str] = {}
        spent: dict[str, float | None] = {}
        for name, ask in (
            ("memory", lambda query: oxigraph_rows(memory, query)),
            ("disk", lambda query: oxigraph_rows(disk, query)),
        ):
            spent[name], answers[name] = _repeated(ask, question, times)
        spent["rdflib"], answers["rdflib"] = _limited(lambda query: rdflib_rows(graph, query), question, limit)
        told = {answer for name, answer in answers.items() if spent[name] is not None}
        rows.append({"name": question.name, **spent, "differs": len(told) > 1, "expected": told == {""}})
    return {"machine": machine(), "quads": len(memory), "loaded": loaded, "limit": limit, "questions": rows}


@contextmanager
def _timed(into: dict[str, float], name: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    into[name] = time.perf_counter() - start


def _repeated(ask: _Asked, question: Any, times: int) -> tuple[float, str]:
    spent = []
    answer = ""
    for _ in range(times):
        start = time.perf_counter()
        columns, rows = ask(question.query)
        spent.append(time.perf_counter() - start)
        answer = question.agrees(columns, rows)
    return statistics.median(spent), answer


class _TooLongError(Exception):
    """The question was stopped."""


def _limited(ask: _Asked, question: Any, limit: float) -> tuple[float | None, str]:
    """Seconds and answer; None where the question took longer than `limit`."""

    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    start = time.perf_counter()
    try:
        columns, rows = ask(question.query)
        return time.perf_counter() - start, question.agrees(columns, rows)
    except _TooLongError:
        return None, ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _told(made: dict[str, Any]) -> str:
    limit = made["limit"]
    table = Table("問 question (ms)", "Oxigraph memory", "Oxigraph disk", "rdflib", "rdflib / memory", "answer")
    ratios: list[float] = []
    for one in made["questions"]:
        slow = one["rdflib"] if one["rdflib"] is not None else limit
        ratios.append(slow / one["memory"])
        answer = "✗ differs" if one["differs"] else "✓" if one["expected"] else "open"
        told = f"{slow * 1e3:,.1f}" if one["rdflib"] is not None else f"> {limit:g} s"
        memory, disk = (f"{one[name] * 1e3:,.1f}" for name in ("memory", "disk"))
        table.add(one["name"], memory, disk, told, f"{ratios[-1]:,.0f} ×", answer)
    mean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else 0.0
    totals = {name: sum(one[name] or limit for one in made["questions"]) for name in ("memory", "disk", "rdflib")}
    loaded = " · ".join(f"{name} {seconds:.1f} s" for name, seconds in made["loaded"].items())
    return "\n".join(
        (
            f"{made['quads']:,} quads · {made['machine']} · loading: {loaded}",
            str(table),
            f"all: Oxigraph memory {totals['memory']:.2f} s, disk {totals['disk']:.2f} s, "
            f"rdflib {totals['rdflib']:.1f} s; geometric mean rdflib / Oxigraph memory {mean:,.0f} ×",
        )
    )
