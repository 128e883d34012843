"""How things are measured: CPU seconds, wall seconds, peak memory; what must start clean runs in its own process."""

from __future__ import annotations

import gc
import multiprocessing
import os
import platform
import resource
import sys
import time
from collections.abc import Callable
from typing import Any


def cpu(work: Callable[[], object], times: int = 1) -> float:
    """The least CPU seconds of `times` runs of `work` in this process."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def wall(work: Callable[[], object], times: int = 1) -> float:
    """The least wall seconds of `times` runs."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def peak_memory() -> float:
    """The most memory that this process has held so far, in MiB (ru_maxrss: KiB on Linux, bytes on macOS)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _child(work: Callable[..., Any], arguments: tuple[Any, ...], pipe: Any) -> None:
    # The way of starting processes was handed down (spawn); what is measured uses the platform's own.
    multiprocessing.set_start_method(None, force=True)
    pipe.send(work(*arguments))
    pipe.close()


def apart(work: Callable[..., Any], *arguments: Any) -> Any:
    """What `work` returns when it is run in a new process (spawned: nothing of this one's memory comes along)."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(work, arguments, theirs))
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        process.join()
        raise SystemExit(f"量測中斷 · the measurement ended early (exit code {process.exitcode})") from None
    finally:
        process.join()


def machine() -> str:
    """What the figures were measured on, and how busy it was."""
    load = os.getloadavg()[0]
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}"


class Table:
    """A table in plain text, columns aligned; the first column to the left, others to the right."""

    def __init__(self, *head: str) -> None:
        self.rows: list[tuple[str, ...]] = [head]

    def add(self, *cells: object) -> None:
        """One row."""
        self.rows.append(tuple(f"{cell:,.0f}" if isinstance(cell, float) else str(cell) for cell in cells))

    def __str__(self) -> str:
        widths = [max(_width(row[i]) for row in self.rows) for i in range(len(self.rows[0]))]
        return "\n".join(
            "  ".join(
                cell + " " * (width - _width(cell)) if i == 0 else " " * (width - _width(cell)) + cell
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in self.rows
        )


def _width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    return sum(2 if ord(character) >= 0x2E80 else 1 for character in text)
