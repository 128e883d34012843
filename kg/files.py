"""Files that are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from kg.errors import UsageError, Where


def write_whole(path: Path, pieces: Iterable[str]) -> int:
    """Writes `pieces` to `path` in UTF-8 with LF, under a temporary name beside it, then renames it; returns bytes.

    Raises UsageError KG-U003 where the place cannot be written (no permission, a folder stands there, the disk is
    full); what stood there stays as it was, whatever stops the writing.
    """

    def write(file: IO[bytes]) -> None:
        for piece in pieces:
            file.write(piece.encode("utf-8"))

    return _whole(path, write)


def write_whole_bytes(path: Path, data: bytes) -> int:
    """Writes `data` to `path` whole, as write_whole does; returns bytes. Raises UsageError KG-U003."""
    return _whole(path, lambda file: file.write(data))


def receive_whole(path: Path, fill: Callable[[Path], object]) -> None:
    """`fill` writes the file that it is given the temporary name of; then it is `path`. Raises UsageError KG-U003."""
    _whole(path, lambda file: fill(Path(file.name)))


def unwritable(path: Path, fault: OSError) -> UsageError:
    """The error KG-U003: `path` cannot be written, and why."""
    return UsageError(
        "KG-U003",
        f"不能寫入：{fault.strerror or fault}。請換一個可寫的位置 (-o)。",
        f"Cannot be written: {fault.strerror or fault}. Choose a place that can be written (-o).",
        Where(str(path)),
    )


def no_scratch(fault: Exception) -> UsageError:
    """The error KG-U012: what a build puts aside on disk cannot be written, and why."""
    reason = getattr(fault, "strerror", None) or str(fault)
    return UsageError(
        "KG-U012",
        f"暫存檔不能寫入（{reason}）。請騰出空間，或以環境變數 TMPDIR 另指一處。",
        f"The temporary file cannot be written ({reason}). Make room, or name another folder in TMPDIR.",
    )


def ensure_folder(path: Path) -> None:
    """Nothing where `path` is a folder or can become one; raises UsageError KG-U003 where a file stands there or on the
    way to it."""
    taken = next((one for one in (path, *path.parents) if one.exists() or one.is_symlink()), None)
    if taken is not None and not taken.is_dir():
        raise UsageError(
            "KG-U003",
            "不能寫入：此處已有一檔，不是資料夾。請換一個位置 (-o)。",
            "Cannot be written: a file stands here, not a folder. Choose another place (-o).",
            Where(str(taken)),
        )


def _whole(path: Path, write: Callable[[IO[bytes]], object]) -> int:
    # The process does not tell writers apart on a folder that several machines share.
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                write(file)
                size = file.tell()
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise unwritable(path, fault) from fault
    return size


def file_name(document: str) -> str:
    """A document's id as a file's name; ids that are no such name, or too long, end in a hash that tells them apart."""
    safe = "".join(character if character.isalnum() or character in "-_.~" else "_" for character in document)
    if safe == document and not safe.startswith(("_", ".")) and len(safe.encode()) < 120:
        return safe
    return f"{safe.lstrip('_.')[:30]}-{hashlib.sha256(document.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
