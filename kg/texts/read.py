"""Reading: any source becomes Documents, by the reader that its content asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from kg.errors import TextError, Where
from kg.texts.decode import load
from kg.texts.document import Document
from kg.texts.plain import read_plain
from kg.texts.raw import RawText

READERS: dict[str, Callable[[RawText], Document]] = {
    "plain": read_plain,
}


def detect(text: str) -> str:
    """The name of the format that the content shows."""
    return "plain"


def read_documents(
    source: str | Path, *, format: str | None = None, encoding: str | None = None
) -> Iterator[Document]:
    """The documents of a file, of stdin (`-`), or of a folder.

    `format` (tei, mandoku, bracketed, plain) and `encoding` override what the content shows. TextError when the
    source cannot be read or is no text.
    """
    if format is not None and format not in READERS:
        known = "、".join(READERS)
        raise TextError(
            "KG-T005", f"沒有名為「{format}」的格式。可用：{known}。",
            f"There is no format named {format!r}. Known: {', '.join(READERS)}.", Where(str(source)),
        )
    raw = load(source, encoding)
    yield READERS[format or detect(raw.text)](raw)
