"""Processes of this machine that read documents beside each other."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process

from kg.errors import GraphError, KgError
from kg.tasks import Done, Task, outcome

_AHEAD = 2  # documents a process that are handed out before their results are taken


def perform_all(tasks: Iterable[Task], jobs: int, resume: bool) -> Iterator[tuple[Task, Done | KgError]]:
    """Every task with what came of it, in the order of the tasks, by `jobs` processes (1: this one).

    A task that fails gives its error. One that ends its process (memory, a crash) gives KG-G052; the rest go on.
    """
    if jobs <= 1:
        for task in tasks:
            yield task, outcome(task, resume)
        return
    waiting: deque[tuple[Task, Future[Done | KgError]]] = deque()
    source = iter(tasks)
    pool = _pool(jobs)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (following := next(source, None)) is not None:
                waiting.append((following, pool.submit(outcome, following, resume)))
            if not waiting:
                return
            task, future = waiting.popleft()
            try:
                yield task, future.result()
            except BrokenProcessPool:
                # One of those handed out ended its process, and all of them are lost. Each gets a process of its own.
                pool.shutdown(wait=False, cancel_futures=True)
                lost = [task, *(other for other, _ in waiting)]
                waiting.clear()
                for one in lost:
                    yield one, _alone(one, resume)
                pool = _pool(jobs)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _alone(task: Task, resume: bool) -> Done | KgError:
    with _pool(1) as pool:
        try:
            return pool.submit(outcome, task, resume).result()
        except BrokenProcessPool:
            return GraphError(
                "KG-G052",
                f"讀《{task.document.id}》之程序中斷（記憶體不足，或被終止）。其餘照建。",
                f"The process that read {task.document.id} ended (out of memory, or killed). The rest is built.",
            )


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the progress bar has a thread, and what one holds locked a fork holds for ever.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
