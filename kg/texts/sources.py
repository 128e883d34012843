"""Sources: which files a folder holds as texts, and the bytes of one, within bounds."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from kg.errors import TextError, Where

SUFFIXES = frozenset({".txt", ".xml", ".tei"})
"""Which files of a folder are texts. A cloned Kanripo repository also holds Readme.org, lists and .git."""
ARCHIVES = frozenset({".zip", ".gz", ".tgz", ".tar", ".bz2", ".tbz", ".xz", ".txz", ".zst", ".7z", ".rar"})
"""Which files of a folder hold texts that are not read, and are told for that."""
LARGEST = 32 * 1024 * 1024
"""Bytes of one file: some ten million characters, a hundred times the 儀禮 with its notes."""

# By their first bytes (tar: from byte 257).
_PACKED = (
    (0, b"PK\x03\x04"), (0, b"PK\x05\x06"), (0, b"\x1f\x8b\x08"), (0, b"BZh"), (0, b"\xfd7zXZ\x00"),
    (0, b"\x28\xb5\x2f\xfd"), (0, b"7z\xbc\xaf\x27\x1c"), (0, b"Rar!\x1a\x07"), (257, b"ustar"),
)  # fmt: skip


def text_files(root: Path, on_error: Callable[[TextError], None]) -> list[Path]:
    """The texts in a folder and its subfolders by path; hidden ones are left out, links to folders not followed.

    What cannot be read is handed to `on_error`: KG-T001 (a folder without permission, a link that leads nowhere),
    KG-T008 (a pipe or device: opening it might wait for ever), KG-T009 (an archive). Raises TextError KG-T006 where
    there is nothing at all.
    """
    found: list[Path] = []
    told = False

    def tell(error: TextError) -> None:
        nonlocal told
        told = True
        on_error(error)

    for path in _entries(root, tell):
        suffix = path.suffix.lower()
        if suffix in ARCHIVES:
            tell(packed(str(path)))
        elif suffix in SUFFIXES:
            try:
                mode = path.stat().st_mode
            except OSError as fault:
                tell(unreadable(str(path), fault))
                continue
            if stat.S_ISREG(mode):
                found.append(path)
            elif not stat.S_ISDIR(mode):
                tell(TextError(
                    "KG-T008", "不是檔案，而是管道、插座或裝置，故不讀。請移去。",
                    "This is no file but a pipe, socket or device, and is not read. Take it out.", Where(str(path)),
                ))  # fmt: skip
    if not found and not told:
        known = " ".join(sorted(SUFFIXES))
        raise TextError(
            "KG-T006", f"資料夾中沒有文本（{known}）。請指定含文本的資料夾或檔案；資料夾之連結不循。",
            f"The folder holds no texts ({known}). Name one that does, or a file; links to folders are not followed.",
            Where(str(root)),
        )
    return sorted(found, key=lambda path: path.relative_to(root).parts)


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file, or of stdin where `path` is `-`.

    Raises TextError KG-T001 (it cannot be opened or read), KG-T007 (more than LARGEST bytes).
    """
    name = str(path)
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from error
    if len(data) > LARGEST:
        size = f"{LARGEST // (1024 * 1024)} MiB"
        raise TextError(
            "KG-T007", f"檔案逾 {size}，不讀。請分為數檔，例如一卷一檔。",
            f"The file is larger than {size} and is not read. Divide it, such as one file for each chapter.",
            Where(name),
        )
    return data


def is_packed(data: bytes) -> bool:
    """Whether the bytes are an archive or compressed, by what they begin with; .docx, .odt and .epub are too."""
    return any(data.startswith(magic, at) for at, magic in _PACKED)


def packed(name: str) -> TextError:
    """The error KG-T009: an archive is not unpacked, so that none can fill memory or disk."""
    return TextError(
        "KG-T009", "是壓縮檔或文書檔 (zip、gz、tar、docx …)，不代為解開。請先解開，或另存為純文字。",
        "This is an archive, a compressed file or a word processor's (zip, gz, tar, docx …), and is not unpacked here. "
        "Unpack it first, or save it as plain text.", Where(name),
    )


def unreadable(name: str, fault: OSError | ValueError) -> TextError:
    """The error KG-T001: why a file or folder cannot be read."""
    reason = getattr(fault, "strerror", None) or str(fault)
    return TextError(
        "KG-T001", f"無法讀取檔案：{reason}。請檢查路徑與權限。",
        f"The file cannot be read: {reason}. Check its path and permissions.", Where(name),
    )


def _entries(root: Path, tell: Callable[[TextError], None]) -> Iterator[Path]:
    """Everything in the folder but folders and what is hidden, in the order of the paths; however deep it goes."""
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                listed = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda e: e.name)
        except OSError as fault:
            tell(unreadable(str(folder), fault))
            continue
        files = [Path(entry.path) for entry in listed if not entry.is_dir(follow_symlinks=False)]
        yield from files
        waiting += (Path(entry.path) for entry in reversed(listed) if entry.is_dir(follow_symlinks=False))
