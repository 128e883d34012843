"""A Dask cluster reads the documents: the same tasks, done by workers that others started, on one machine or many."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from kg.depot import Depot, missing
from kg.errors import ClusterError, GraphError, KgError, Where
from kg.files import no_scratch, write_whole
from kg.tasks import Done, Task, held, outcome, sha256_of, version_of_rules, write_manifest

_CONNECT = 15.0  # seconds in which the scheduler must answer, and a first worker be there
_LOOK = 5.0  # seconds after which a task that is not done has us look whether there are workers
_ALONE = 60.0  # seconds without any worker until the build gives up
_AHEAD = 3  # documents a thread of the workers that are handed out before their results are taken


class Cluster:
    """The workers of a Dask scheduler. A context manager, which connects, looks at each worker, and lets go."""

    def __init__(self, address: str, folder: Path, depot: str = "") -> None:
        """`address` is the scheduler's (tcp://host:8786). Workers write into `folder`, which they must share with this
        machine, or else into the depot of that fsspec URL, from which parts are fetched."""
        self._address = address
        self._folder = folder.resolve()
        self._url = depot
        self._depot: Depot | None = None
        self._client: Any = None  # distributed.Client; its methods have no types

    def __enter__(self) -> Cluster:
        """Raises ClusterError KG-B001 (not installed), KG-B002 (no answer), KG-B003 (no worker), KG-B004 (a worker has
        other rules), KG-B005 (a worker does not share the folder), KG-B006 (the depot)."""
        try:
            import distributed
        except ImportError as fault:
            raise missing(fault) from fault
        for name in ("distributed", "distributed.client"):  # what it logs with tracebacks is told once, by our errors
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._depot = Depot(self._url) if self._url else None
        try:
            client: Any = distributed.Client
            self._client = client(self._address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, ImportError) as fault:  # no answer; no address; a protocol that is not installed
            raise self._lost(fault) from fault
        try:
            self._look()
        except BaseException:
            self._client.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._client.close()  # what was handed out and not taken is cancelled

    def perform_all(self, tasks: Iterable[Task], resume: bool) -> Iterator[tuple[Task, Done | KgError]]:
        """Every task with what came of it, in the order of the tasks.

        A worker that ends has its task done by another; a text that ends one worker after the other gives KG-G052.
        Raises ClusterError where the cluster itself cannot go on; what was made stays for `resume`.
        """
        ahead = _AHEAD * max(1, self._threads())
        rules, run = rules_here(), secrets.token_hex(8)
        waiting: deque[tuple[Task, Any]] = deque()
        source = iter(tasks)
        number = 0
        while True:
            while len(waiting) < ahead and (task := next(source, None)) is not None:
                there = replace(task, path=self._folder / task.path.name)  # a worker has another working directory
                done = held(task) if resume else None
                number += 1
                waiting.append((task, done or self._client.submit(
                    work, there, rules, self._url, key=f"ritual-kg-{run}-{number}", pure=False
                )))  # fmt: skip
            if not waiting:
                return
            task, future = waiting.popleft()
            yield task, future if isinstance(future, Done) else self._taken(task, future)

    def publish(self, path: Path) -> None:
        """Puts a part that was made here beside those of the workers, where they have a depot of their own."""
        if self._depot is not None:
            self._depot.put(path)

    def _taken(self, task: Task, future: Any) -> Done | KgError:
        done: Done | KgError = self._result(task, future)
        future.release()
        if isinstance(done, ClusterError):  # of the worker, not of the document
            raise done
        if isinstance(done, KgError):
            return done
        if self._depot is not None:
            self._depot.fetch(task.path)
        if not _arrived(task, done, self._depot is not None):
            raise self._apart(task.path)
        if self._depot is not None:
            write_manifest(task, done)
        return done

    def _result(self, task: Task, future: Any) -> Done | KgError:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        alone = 0.0
        while True:
            try:
                done: Done | KgError = future.result(timeout=_LOOK)
                return done
            except TimeoutError as fault:
                if future.done():
                    raise _other("", f"{type(fault).__name__}: {fault}") from fault
                if self._client.status != "running":
                    raise self._lost(fault) from fault
                alone = 0.0 if self._threads() else alone + _LOOK
                if alone >= _ALONE:
                    raise self._nobody() from fault
            except KilledWorker:
                return GraphError(
                    "KG-G052",
                    f"讀《{task.document.id}》之程序一再中斷（記憶體不足，或被終止）。其餘照建。",
                    f"The workers that read {task.document.id} ended one after the other (out of memory, or killed). "
                    "The rest is built.",
                )
            except (CancelledError, CommClosedError) as fault:
                raise self._lost(fault) from fault
            except Exception as fault:  # `work` tells its own faults: this worker could not even begin it
                raise _other("", f"{type(fault).__name__}: {fault}") from fault

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except OSError as fault:
            raise self._lost(fault) from fault

    def _look(self) -> None:
        """Whether each worker there is has our rules and sees our folder."""
        try:
            self._client.wait_for_workers(1, timeout=_CONNECT)
        except TimeoutError as fault:
            raise self._nobody() from fault
        probe, word = self._folder / f".probe-{secrets.token_hex(8)}", secrets.token_hex(16)
        write_whole(probe, [word])
        try:
            told = self._client.run(greet, str(probe), word, on_error="return")
        finally:
            probe.unlink()
        ours = rules_here()
        for worker, answer in sorted(told.items()):
            if isinstance(answer, BaseException):
                raise _other(worker, f"{type(answer).__name__}: {answer}") from answer
            rules, sees = answer
            if rules != ours:
                raise _other(worker, " · ".join(rules))
            if not sees and self._depot is None:
                raise self._apart(self._folder, worker)

    def _lost(self, fault: BaseException) -> ClusterError:
        return ClusterError(
            "KG-B002",
            f"排程器不應，或已中斷（{fault or type(fault).__name__}）。請查 --dask 之位址；已成者以 --resume 續之。",
            f"The scheduler does not answer, or is gone ({fault or type(fault).__name__}). Check the address given to "
            "--dask; what was made is kept by --resume.",
            Where(self._address),
        )

    def _nobody(self) -> ClusterError:
        return ClusterError(
            "KG-B003",
            "叢集無程序可用。請啟動：dask worker 位址 --nthreads 1；已成者以 --resume 續之。",
            "The cluster has no workers. Start some: dask worker ADDRESS --nthreads 1; what was made is kept by "
            "--resume.",
            Where(self._address),
        )

    def _apart(self, path: Path, worker: str = "") -> ClusterError:
        return ClusterError(
            "KG-B005",
            f"叢集之程序{worker}所寫，此處不見：輸出之資料夾非共用。請以 --parts 指一共用之處（如 s3://…）。",
            f"What worker {worker or 'of the cluster'} writes is not seen here: the output folder is not shared. Name "
            "a place with --parts (such as s3://…).",
            Where(str(path)),
        )


_ONE_AT_A_TIME = threading.Lock()  # the pipeline of a process is one; a worker with more threads gains nothing


def work(task: Task, rules: tuple[str, str], depot: str) -> Done | KgError:
    """Done by a worker: the task, if its rules are those; its part goes into the depot, where that is named."""
    with _ONE_AT_A_TIME:
        if rules_here() != rules:  # it joined after the first look
            return _other("", " · ".join(rules_here()))
        if not depot:
            return outcome(task)
        try:
            with tempfile.TemporaryDirectory(prefix="kg-") as folder:
                made = replace(task, path=Path(folder) / task.path.name)
                done = outcome(made)
                if isinstance(done, Done):
                    Depot(depot).put(made.path)
                return done
        except ClusterError as error:
            return error
        except OSError as fault:
            return no_scratch(fault)


def greet(probe: str, word: str) -> tuple[tuple[str, str], bool]:
    """Answered by a worker: its rules, and whether it reads `word` in the file `probe`."""
    try:
        return rules_here(), Path(probe).read_text(encoding="utf-8") == word
    except OSError:
        return rules_here(), False


def rules_here() -> tuple[str, str]:
    """What decides how this process reads: its Python (tables of Unicode), and all of ours (a hash)."""
    return f"Python {sys.version_info[0]}.{sys.version_info[1]}", version_of_rules()


def _arrived(task: Task, done: Done, whole: bool) -> bool:
    """Whether the part that a worker wrote stands here: by its manifest, or `whole`, byte by byte."""
    try:
        if whole or done.outcomes:
            return sha256_of(task.path) == done.sha256
        state = json.loads(task.manifest.read_text(encoding="utf-8"))
        return task.path.is_file() and bool(state["sha256"] == done.sha256)
    except (FileNotFoundError, ValueError):
        return False


def _other(worker: str, what: str) -> ClusterError:
    return ClusterError(
        "KG-B004",
        f"叢集之程序{worker}所用之版本或規則與此處不同（{what}）。請於各機安裝同一版 ritual-kg。",
        f"Worker {worker or 'of the cluster'} has another version or other rules than this one ({what}). Install the "
        "same ritual-kg everywhere.",
    )
