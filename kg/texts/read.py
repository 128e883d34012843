"""Reading: any source becomes Documents, by the reader that its content asks for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from kg.errors import KgError, TextError, Where
from kg.texts.bracketed import is_bracketed, read_bracketed
from kg.texts.decode import load
from kg.texts.document import Document
from kg.texts.fold import Folding
from kg.texts.mandoku import is_mandoku, read_mandoku
from kg.texts.plain import read_plain
from kg.texts.raw import RawText
from kg.texts.sources import text_files
from kg.texts.tei import is_tei, read_tei
from kg.texts.voices import NOBODY, Voices, identify

Reader = Callable[[RawText, Folding | None, Voices, str | Path | None], Iterable[Document]]
READERS: dict[str, Reader] = {
    "tei": lambda raw, folding, voices, _: (identify(one, voices) for one in read_tei(raw, folding)),
    "mandoku": lambda raw, folding, voices, profiles: [read_mandoku(raw, folding, voices, profiles)],
    "bracketed": lambda raw, folding, voices, profiles: [read_bracketed(raw, folding, voices, profiles)],
    "plain": lambda raw, folding, *_: [read_plain(raw, folding)],
}
"""Readers by the name of their format."""


def detect(text: str) -> str:
    """The name of the format that the content shows."""
    if is_tei(text):
        return "tei"
    if is_mandoku(text):
        return "mandoku"
    return "bracketed" if is_bracketed(text) else "plain"


def read_documents(
    source: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    folding: Folding | None = None,
    voices: Voices = NOBODY,
    profiles: str | Path | None = None,
    on_error: Callable[[KgError], None] | None = None,
) -> Iterator[Document]:
    """The documents of a file, of stdin (`-`), or of all texts in a folder and its subfolders, sorted by path.

    `format` (tei, mandoku, bracketed, plain) and `encoding` override what the content shows. `folding` says which
    characters without code point are known; without it every one is a problem. `voices` says who the commentators
    are; without it their names stay as they are written. `profiles` is a table of further edition profiles. A file
    that cannot be read raises TextError, or is handed to `on_error` and passed over where that is given. What stands
    in a folder and is no file, or an archive, is such an error; links to folders are not followed.
    """
    if format is not None and format not in READERS:
        known = ", ".join(READERS)
        raise TextError(
            "KG-T005", f"沒有名為「{format}」的格式。可用：{known}。",
            f"There is no format named {format!r}. Known: {known}.", Where(str(source)),
        )
    for path in _files(source, on_error):
        try:
            raw = load(path, encoding)
            yield from READERS[format or detect(raw.text)](raw, folding, voices, profiles)
        except KgError as error:
            if on_error is None:
                raise
            on_error(error)


def _files(source: str | Path, on_error: Callable[[KgError], None] | None) -> list[str | Path]:
    if source == "-" or not os.path.isdir(source):
        return [source]
    return [*text_files(Path(source), _raise if on_error is None else on_error)]


def _raise(error: KgError) -> NoReturn:
    raise error
