"""A shelf: the documents of a build put aside on disk, to be taken one by one when they are needed again."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import IO, Generic, TypeVar

from kg.files import no_scratch

Kept = TypeVar("Kept")


class Shelf(Generic[Kept]):
    """Things in the order in which they were put, in one temporary file that is gone when the process ends.

    In memory there is a number for each. A context manager; taking gives a new copy each time.
    """

    def __init__(self) -> None:
        """Opens the file. Raises UsageError KG-U012 where there is no place for it."""
        self._places: list[int] = []
        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(prefix="kg-")  # noqa: SIM115 - closed on leaving
        except OSError as fault:
            raise no_scratch(fault) from fault

    def __enter__(self) -> Shelf[Kept]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._places)

    def put(self, thing: Kept) -> int:
        """Puts one more; returns its number, from 0. Raises UsageError KG-U012 where the disk is full."""
        try:
            self._places.append(self._file.seek(0, 2))
            pickle.dump(thing, self._file, pickle.HIGHEST_PROTOCOL)
            self._file.flush()
        except OSError as fault:
            raise no_scratch(fault) from fault
        return len(self._places) - 1

    def take(self, number: int) -> Kept:
        """The thing of that number, which stays on the shelf."""
        self._file.seek(self._places[number])
        thing: Kept = pickle.load(self._file)  # what this process wrote, into a file without name
        return thing

    def __iter__(self) -> Iterator[Kept]:
        """All of them, one in memory at a time."""
        for number in range(len(self._places)):
            yield self.take(number)
