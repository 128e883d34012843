"""A worker as the server sees it: a process that is given a message and gives one back, or dies over it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import cast

import kg
from kg.web.frames import LENGTHS, lengths

Message = tuple[dict[str, object], bytes]

_READY = 30.0  # seconds that a process has to open the store


class WorkerProcess(asyncio.SubprocessProtocol):
    """One worker over the build that `stamp` tells from others; it answers one message at a time.

    The pipes are read by callbacks: streams and `wait_for` take longer than a small query does.
    """

    def __init__(self, stamp: str) -> None:
        self.stamp = stamp
        self.alive, self.slowed = True, False
        self._data = bytearray()
        self._answer: asyncio.Future[Message] | None = None
        self._gone = asyncio.get_running_loop().create_future()
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(cls, stamp: str, database: str, base: str, memory: int) -> WorkerProcess:
        """A worker over the folder `database`, opened. Raises OSError, EOFError (it cannot be opened), TimeoutError."""
        # The workers find this package wherever the server found it.
        path = os.pathsep.join([str(Path(kg.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])])
        _, worker = await asyncio.get_running_loop().subprocess_exec(
            lambda: cls(stamp), sys.executable, "-m", "kg.web.worker", database, base, str(memory),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1", "MALLOC_ARENA_MAX": "2"},
            start_new_session=True,
        )  # fmt: skip
        try:
            await worker.ask(b"", _READY)
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, message: bytes, seconds: float, slow: float | None = None) -> Message:
        """What the worker answers; after `slow` seconds it is set behind others.

        Raises TimeoutError after `seconds`, EOFError where the process died; it can then be asked no more.
        """
        if not self.alive:
            raise EOFError
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        late = loop.call_later(seconds, self._fail, TimeoutError())
        gentle = loop.call_later(slow, self._give_way) if slow is not None else late
        try:
            if message:
                self._pipe().write(message)
            self._deliver()
            return await self._answer
        finally:
            late.cancel()
            gentle.cancel()
            self._answer = None

    async def end(self) -> None:
        """Kills the process, and waits until it is gone."""
        if self._transport is not None:
            with contextlib.suppress(ProcessLookupError):
                self._transport.kill()
            await asyncio.shield(self._gone)
            self._transport.close()

    # -- called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process was started."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """A piece of an answer."""
        self._data += data
        self._deliver()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """No more comes, or nothing more can be said."""
        self.alive = False
        self._fail(EOFError())

    def process_exited(self) -> None:
        """The process is gone."""
        self.alive = False
        if not self._gone.done():
            self._gone.set_result(None)

    def _deliver(self) -> None:
        if len(self._data) < LENGTHS or self._answer is None or self._answer.done():
            return
        head, body = lengths(self._data)
        start = LENGTHS + head
        if len(self._data) >= start + body:
            message = json.loads(self._data[LENGTHS:start]), bytes(memoryview(self._data)[start : start + body])
            self._data = bytearray()
            self._answer.set_result(message)

    def _fail(self, why: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(why)

    def _pipe(self) -> asyncio.WriteTransport:
        assert self._transport is not None
        return cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))

    def _give_way(self) -> None:
        """A process that was slowed down cannot be made quick again by an ordinary user."""
        self.slowed = True
        if hasattr(os, "setpriority") and self._transport is not None:
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._transport.get_pid(), 15)
