"""Workers over a store on disk: started, kept ready, killed at the time limit, replaced when a new build appears."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.web.engine import Answer, Failed, Query
from kg.web.frames import packed
from kg.web.limits import Limits
from kg.web.process import WorkerProcess

_SLOW = 1.0  # seconds after which a query gives way to shorter ones
_RETRY = 2  # seconds after which one that was turned away may ask again
_NOT_OPEN = Answer(
    503, code="KG-W010", retry=_RETRY,
    zh="圖庫此刻不能開啟，請稍後再試。", en="The store cannot be opened just now; try again in a moment.",
)  # fmt: skip


@dataclass(slots=True)
class Pool:
    """An engine over the store in `home`. Raises GraphError KG-G010, KG-G011 where there is none to begin with.

    `changed` is called with the name of each build that replaces the one that was served.
    """

    home: Path
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    changed: Callable[[str], None] | None = None
    running: int = 0
    _idle: list[WorkerProcess] = field(default_factory=list)
    _all: set[WorkerProcess] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _starting: int = 0
    _closed: bool = False
    _current: str = ""
    _seen: tuple[int, ...] = ()
    _build: str = ""
    _stamp: str = ""

    def __post_init__(self) -> None:
        self._current = str(self.home / "CURRENT")
        open_store(self.home)  # what is wrong with it is told before the server starts

    @property
    def build(self) -> str:
        """The build that CURRENT names now."""
        self._look()
        return self._build

    @property
    def stamp(self) -> str:
        """What tells two builds apart, also where the folder was made anew."""
        self._look()
        return self._stamp

    def _look(self) -> None:
        """Reads CURRENT where it is not the file that was read last: a build renames a new one into its place.

        Raises Failed where there is none just now.
        """
        try:
            state = os.stat(self._current)
            seen = (state.st_mtime_ns, state.st_ino, state.st_dev)
            build = self._build if seen == self._seen else Path(self._current).read_text(encoding="utf-8").strip()
        except OSError as fault:
            raise Failed(_NOT_OPEN) from fault
        if seen != self._seen:
            first, self._build = not self._seen, build
            self._stamp, self._seen = f"{self._build}-{state.st_mtime_ns:x}-{state.st_ino:x}", seen
            if self.changed is not None and not first:
                self.changed(self._build)

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
        starting = list(self._tasks)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._all.clear()
        self._idle.clear()

    async def _run(self, query: Query) -> Answer:
        asked = packed({
            "query": query.text, "results": query.results, "graphs": query.graphs, "default": query.default,
            "named": query.named, "most": self.limits.result, "seconds": self.limits.seconds,
        })  # fmt: skip
        try:
            worker = await self._take()
        except (Failed, OSError, EOFError):
            return _NOT_OPEN
        self._refill()
        done = False
        try:
            head, body = await worker.ask(asked, self.limits.seconds, _SLOW)
            done = True
        except TimeoutError:
            return Answer(
                504, code="KG-W006",
                zh=f"查詢逾 {self.limits.seconds:g} 秒，已中止；請縮小範圍。",
                en=f"The query took longer than {self.limits.seconds:g} seconds and was stopped; ask for less.",
            )  # fmt: skip
        except (OSError, EOFError):  # it died: the memory limit, or a crash in the engine
            return Answer(
                503, code="KG-W008",
                zh="查詢所需記憶體逾限，或使引擎中止。",
                en="The query needed more memory than one may take, or made the engine stop; ask for less.",
            )  # fmt: skip
        finally:
            if done and not worker.slowed and not self._closed:
                self._idle.append(worker)
            else:
                await self._end(worker)
        return _answer(head, body)

    async def _take(self) -> WorkerProcess:
        self._look()
        while self._idle:
            worker = self._idle.pop()
            if worker.stamp == self._stamp and worker.alive:
                return worker
            await self._end(worker)
        return await self._start()

    async def _start(self) -> WorkerProcess:
        self._look()
        worker = await WorkerProcess.start(
            self._stamp, str(self.home / self._build), self.settings.base, self.limits.memory
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: WorkerProcess) -> None:
        await worker.end()
        self._all.discard(worker)

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
            with contextlib.suppress(Failed, OSError, EOFError, TimeoutError):
                self._idle.append(await self._start())
        finally:
            self._starting -= 1

    async def warm(self) -> None:
        """Starts the workers that wait."""
        self._refill()
        await asyncio.gather(*self._tasks)


def _answer(head: dict[str, object], body: bytes) -> Answer:
    line, column = head.get("line"), head.get("column")
    return Answer(
        int(str(head["status"])), body, str(head.get("format", "")), str(head.get("code", "")),
        str(head.get("zh", "")), str(head.get("en", "")),
        (line, column) if isinstance(line, int) and isinstance(column, int) else None,
    )  # fmt: skip
