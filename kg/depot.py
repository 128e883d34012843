"""A depot: the folder, named by an fsspec URL (s3://…, sftp://…), in which workers of a cluster put parts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kg.errors import ClusterError, Where
from kg.files import receive_whole


class Depot:
    """Parts by the names of their files. Nothing under such a name is ever half a part."""

    def __init__(self, url: str) -> None:
        """`url` names a folder, which is made where it is not there. Reaches it.

        Raises ClusterError KG-B001 (fsspec is not installed), KG-B006 (the place cannot be used); so do the methods.
        """
        self.url = url
        try:
            import fsspec
        except ImportError as fault:
            raise missing(fault) from fault
        with self._faults():
            self._system: Any
            self._system, self._folder = fsspec.core.url_to_fs(url)
            self._system.makedirs(self._folder, exist_ok=True)

    def put(self, path: Path) -> None:
        """Copies a file there, under another name first."""
        draft = f"{self._folder}/.{path.name}.{secrets.token_hex(4)}.part"
        with self._faults():
            self._system.put_file(str(path), draft)
            self._system.mv(draft, f"{self._folder}/{path.name}")

    def fetch(self, path: Path) -> None:
        """Copies the file of that name from there, whole. Raises UsageError KG-U003 too (no room here)."""

        def copy(draft: Path) -> None:
            with self._faults():
                self._system.get_file(f"{self._folder}/{path.name}", str(draft))

        receive_whole(path, copy)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except Exception as fault:  # each kind of storage has its own errors
            raise ClusterError(
                "KG-B006",
                f"不能用此處存放各篇之圖（{type(fault).__name__}: {fault}）。請查 --parts 之位址與權限。",
                f"The place for the parts cannot be used ({type(fault).__name__}: {fault}); check --parts.",
                Where(self.url),
            ) from fault


def missing(fault: ImportError) -> ClusterError:
    """The error KG-B001: what a cluster needs is not installed."""
    return ClusterError(
        "KG-B001",
        f"缺 {fault.name}。請安裝：pip install 'ritual-kg[cluster]'。",
        f"{fault.name} is not installed; run pip install 'ritual-kg[cluster]'.",
    )


