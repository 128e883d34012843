"""The collector: Python's search for reference cycles, paused where many objects are made and none can be one."""

from __future__ import annotations

import gc
from types import TracebackType


class collector_at_rest:
    """A with-block in which the collector does not run. Nested blocks, and one in a process that has switched the
    collector off, leave it as it was."""

    __slots__ = ("_runs",)

    def __enter__(self) -> None:
        self._runs = gc.isenabled()
        gc.disable()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runs:
            gc.enable()
