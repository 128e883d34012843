"""Workers over a store on disk: started, kept ready, killed at the time limit, replaced when a new build appears."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import kg
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.web.engine import Answer, Query
from kg.web.frames import LENGTHS, lengths, packed
from kg.web.limits import Limits

_SLOW = 1.0  # seconds after which a query gives way to shorter ones
_RETRY = 2  # seconds after which one that was turned away may ask again


@dataclass(slots=True)
class _Worker:
    process: asyncio.subprocess.Process
    database: str


@dataclass(slots=True)
class Pool:
    """An engine over the store in `home`. Raises GraphError KG-G010, KG-G011 where there is none to begin with."""

    home: Path
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    running: int = 0
    killed: int = 0
    _idle: list[_Worker] = field(default_factory=list)
    _all: set[asyncio.subprocess.Process] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _starting: int = 0
    _closed: bool = False

    def __post_init__(self) -> None:
        open_store(self.home)  # what is wrong with it is told before the server starts

    @property
    def build(self) -> str:
        """The build that CURRENT names now."""
        return self.home.joinpath("CURRENT").read_text(encoding="utf-8").strip()

    @property
    def stamp(self) -> str:
        """What tells two builds apart, also where the folder was made anew."""
        state = self.home.joinpath("CURRENT").stat()
        return f"{self.build}-{state.st_mtime_ns:x}"

    async def run(self, query: Query) -> Answer:
        """The answer to a query from a worker; 429 where too many run, 504 where it was killed at its limit."""
        if self.running >= self.limits.at_once:
            return Answer(
                429, code="KG-W009", retry=_RETRY,
                zh=f"同時之查詢已達 {self.limits.at_once}，請稍後再試。",
                en=f"{self.limits.at_once} queries are running already; try again in a moment.",
            )  # fmt: skip
        self.running += 1
        try:
            return await self._run(query)
        finally:
            self.running -= 1
            self._refill()

    async def close(self) -> None:
        """Ends all workers."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        for process in list(self._all):
            _kill(process)
            await process.wait()
        self._all.clear()
        self._idle.clear()

    async def _run(self, query: Query) -> Answer:
        asked = packed({
            "query": query.text, "results": list(query.results), "graphs": list(query.graphs),
            "default": list(query.default), "named": list(query.named), "most": self.limits.result,
            "seconds": self.limits.seconds,
        })  # fmt: skip
        try:
            worker = await self._take()
        except (OSError, EOFError):
            return Answer(
                503, code="KG-W010", retry=_RETRY,
                zh="圖庫此刻不能開啟，請稍後再試。", en="The store cannot be opened just now; try again in a moment.",
            )  # fmt: skip
        self._refill()
        process = worker.process
        gentle = asyncio.get_running_loop().call_later(_SLOW, _give_way, process.pid)
        done = False
        try:
            assert process.stdin
            process.stdin.write(asked)
            head, body = await asyncio.wait_for(_message(process), self.limits.seconds)
            done = True
        except TimeoutError:
            self.killed += 1
            return Answer(
                504, code="KG-W006",
                zh=f"查詢逾 {self.limits.seconds:g} 秒，已中止；請縮小範圍。",
                en=f"The query took longer than {self.limits.seconds:g} seconds and was stopped; ask for less.",
            )  # fmt: skip
        except (OSError, EOFError):  # it died: the memory limit, or a crash in the engine
            self.killed += 1
            return Answer(
                503, code="KG-W008",
                zh="查詢所需記憶體逾限，或使引擎中止。",
                en="The query needed more memory than one may take, or made the engine stop; ask for less.",
            )  # fmt: skip
        finally:
            gentle.cancel()
            slowed = not gentle.when() > asyncio.get_running_loop().time()
            if done and not slowed and not self._closed:
                self._idle.append(worker)
            else:  # a process that was slowed down cannot be made quick again by an ordinary user
                await self._end(process)
        return _answer(head, body)

    async def _take(self) -> _Worker:
        database = str(self.home / self.build)
        while self._idle:
            worker = self._idle.pop()
            if worker.database == database and worker.process.returncode is None:
                return worker
            await self._end(worker.process)
        return await self._start(database)

    async def _start(self, database: str) -> _Worker:
        # The workers find this package wherever the server found it.
        path = os.pathsep.join([str(Path(kg.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "kg.web.worker", database, self.settings.base, str(self.limits.memory),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "MALLOC_ARENA_MAX": "2"},
            limit=1 << 20, start_new_session=True,
        )  # fmt: skip
        self._all.add(process)
        try:
            await asyncio.wait_for(_message(process), 30)
        except BaseException:
            await self._end(process)
            raise
        return _Worker(process, database)

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        _kill(process)
        await process.wait()
        self._all.discard(process)

    def _refill(self) -> None:
        """Sees to it that workers wait: under load a new one would take longer than a small query may."""
        while not self._closed and len(self._idle) + self._starting < self.limits.spare:
            self._starting += 1
            task = asyncio.get_running_loop().create_task(self._spare())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _spare(self) -> None:
        try:
            # A store that cannot be opened is told to whoever asks next.
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                self._idle.append(await self._start(str(self.home / self.build)))
        finally:
            self._starting -= 1

    async def warm(self) -> None:
        """Starts the workers that wait."""
        self._refill()
        await asyncio.gather(*self._tasks)


async def _message(process: asyncio.subprocess.Process) -> tuple[dict[str, object], bytes]:
    assert process.stdout
    head, body = lengths(await process.stdout.readexactly(LENGTHS))
    return json.loads(await process.stdout.readexactly(head)), await process.stdout.readexactly(body)


def _answer(head: dict[str, object], body: bytes) -> Answer:
    line, column = head.get("line"), head.get("column")
    return Answer(
        int(str(head["status"])), body, str(head.get("format", "")), str(head.get("code", "")),
        str(head.get("zh", "")), str(head.get("en", "")),
        (line, column) if isinstance(line, int) and isinstance(column, int) else None,
    )  # fmt: skip


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def _give_way(pid: int) -> None:
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, 15)
