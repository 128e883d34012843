"""The store on disk: built beside the old one, put in its place by one rename, opened for reading."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pyoxigraph as ox

from kg.errors import GraphError, Where

# The folder of a store holds one Oxigraph database a build, and CURRENT, which names the one to read. Replacing
# CURRENT is one atomic rename on every system; a database that is being read is kept until the build after next.
_CURRENT = "CURRENT"
_BUILDING = "building-"
_DONE = "build-"
_MEMORY = Path("-")
_BATCH = 8 * 1024 * 1024  # bytes of parts that are loaded together


def write_store(parts: Iterable[Path | str], store_dir: Path | str) -> Path:
    """Build a store from N-Quads files and put it in the place of the one in `store_dir`, as a whole.

    Returns the folder of the new database (what `oxigraph serve-read-only --location` takes). Whatever stops the
    build, the old store stays as it was. Raises GraphError KG-G012 (another build is writing), KG-G013 (the folder
    cannot be written, the disk is full), KG-G014 (a part is no valid N-Quads), KG-G015 (a part cannot be read).
    """
    home = Path(store_dir)
    with _faults(home):
        home.mkdir(parents=True, exist_ok=True)
        with _only_writer(home):
            old = _current(home)
            for left in home.glob(f"{_BUILDING}*"):  # of builds that were killed: we hold the lock, nobody writes them
                shutil.rmtree(left)
            numbers = (build.name.removeprefix(_DONE) for build in home.glob(f"{_DONE}*"))
            number = 1 + max((int(number) for number in numbers if number.isdigit()), default=0)
            work, done = home / f"{_BUILDING}{number}", home / f"{_DONE}{number}"
            work.mkdir()
            try:
                _load(work, parts)
                work.rename(done)
            except BaseException:
                shutil.rmtree(work, ignore_errors=True)
                raise
            _point(home, done.name)
            for other in home.glob(f"{_DONE}*"):
                if other != done and other != old:
                    shutil.rmtree(other)
    return done


def open_store(store_dir: Path | str) -> ox.Store:
    """Open the store in `store_dir` for reading: a fixed snapshot, which a later build does not disturb.

    Raises GraphError KG-G010 (there is none), KG-G011 (it is damaged).
    """
    home = Path(store_dir)
    database = _current(home)
    if database is None:
        raise GraphError(
            "KG-G010",
            f"此處沒有圖庫：{home}。請先執行 kg build。",
            f"There is no store in {home}; run kg build first.",
            Where(str(home)),
        )
    try:
        return ox.Store.read_only(str(database))
    except (OSError, RuntimeError) as fault:  # RocksDB's own faults come as RuntimeError
        raise GraphError(
            "KG-G011",
            f"圖庫已損壞，不能開啟（{fault}）。請重新執行 kg build。",
            f"The store cannot be opened ({fault}); run kg build again.",
            Where(str(database)),
        ) from fault


def memory_store(parts: Iterable[Path | str | bytes]) -> ox.Store:
    """A store in memory from N-Quads: files, or bytes that hold the lines. Raises GraphError KG-G014, KG-G015."""
    store = ox.Store()
    for part in parts:
        if isinstance(part, bytes):
            with _syntax(_MEMORY):
                store.bulk_load(part, format=ox.RdfFormat.N_QUADS)
        else:
            with _syntax(Path(part)):
                store.bulk_load(path=str(part), format=ox.RdfFormat.N_QUADS)
    return store


def _load(folder: Path, parts: Iterable[Path | str]) -> None:
    store = ox.Store(str(folder))
    for batch in _batches(map(Path, parts)):
        with _syntax(batch[0]):
            if len(batch) == 1:
                store.bulk_load(path=str(batch[0]), format=ox.RdfFormat.N_QUADS)
                continue
        try:
            store.bulk_load(b"\n".join(map(_bytes, batch)), format=ox.RdfFormat.N_QUADS)
        except SyntaxError:
            memory_store(batch)  # one after another, so that the part and its line are told
            raise
    store.optimize()
    store.flush()


def _batches(parts: Iterable[Path]) -> Iterator[list[Path]]:
    """The parts in their order, small ones together: each load waits for the disk several times."""
    batch: list[Path] = []
    size = 0
    for part in parts:
        try:
            more = part.stat().st_size
        except OSError as fault:
            raise unreadable(part, fault) from fault
        if batch and size + more > _BATCH:
            yield batch
            batch, size = [], 0
        batch.append(part)
        size += more
    if batch:
        yield batch


def _bytes(part: Path) -> bytes:
    try:
        return part.read_bytes()
    except OSError as fault:
        raise unreadable(part, fault) from fault


def _current(home: Path) -> Path | None:
    """The database that CURRENT names, None where no build has succeeded yet."""
    try:
        name = (home / _CURRENT).read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    database = home / name
    return database if name.startswith(_DONE) and database.is_dir() else None


def _point(home: Path, name: str) -> None:
    draft = home / f"{_CURRENT}.new"
    with draft.open("w", encoding="utf-8") as file:
        file.write(name + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(home / _CURRENT)


@contextmanager
def _only_writer(home: Path) -> Iterator[None]:
    """Hold the store's write lock; the system frees it when the process ends, however it ends."""
    with (home / "LOCK").open("a", encoding="utf-8") as file:
        try:
            _lock(file.fileno())
        except OSError as fault:
            raise GraphError(
                "KG-G012",
                f"另一個 kg build 正在寫入 {home}；請待其完成。",
                f"Another kg build is writing {home}; wait until it is done.",
                Where(str(home)),
            ) from fault
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def unreadable(part: Path, fault: OSError) -> GraphError:
    """The error KG-G015: a file of quads cannot be read, and why."""
    return GraphError(
        "KG-G015",
        f"不能讀取 {part}（{fault.strerror}）。",
        f"{part} cannot be read ({fault.strerror}); check the path.",
        Where(str(part)),
    )


@contextmanager
def _syntax(part: Path) -> Iterator[None]:
    try:
        with part.open("rb") if part != _MEMORY else nullcontext():
            pass
    except OSError as fault:
        raise unreadable(part, fault) from fault
    try:
        yield
    except SyntaxError as fault:
        raise GraphError(
            "KG-G014",
            f"不是合法的 N-Quads：{fault.msg}",
            f"This is no valid N-Quads: {fault.msg}",
            Where(str(part), fault.lineno),
        ) from fault


@contextmanager
def _faults(home: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError) as fault:
        raise GraphError(
            "KG-G013",
            f"不能寫入圖庫 {home}（{fault}）。原有圖庫未動。",
            f"The store {home} cannot be written ({fault}); the old store is as it was.",
            Where(str(getattr(fault, "filename", None) or home)),
        ) from fault
