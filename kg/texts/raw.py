"""The raw text: one source's bytes, decoded, before any reader has looked at its layout."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath

from kg.texts.document import Problem, Source

_UNSAFE = re.compile(r"[^\w.~-]+")


@dataclass(frozen=True, slots=True)
class RawText:
    """A source as it stands: `text` is the whole file without its BOM, `problems` what decoding met."""

    id: str
    path: str
    sha256: str
    text: str
    encoding: str = "utf-8"
    problems: tuple[Problem, ...] = ()

    def source(self, format: str) -> Source:
        """The provenance of a document that a reader of this format makes."""
        return Source(path=self.path, sha256=self.sha256, format=format, encoding=self.encoding)


def document_id(path: str) -> str:
    """An id made from a file's name that can stand in an IRI unescaped.

    It holds letters (also Chinese), digits, `-`, `_`, `.`, `~`; anything else becomes `_`. `-` (stdin) gives `stdin`.
    """
    if path == "-":
        return "stdin"
    return _UNSAFE.sub("_", PurePath(path).stem).strip("._") or "text"
