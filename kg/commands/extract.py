"""`kg extract`: only the reading and its graph, to a file or to stdout."""

from __future__ import annotations

import sys
from pathlib import Path

from kg.build import Options, documents, read
from kg.errors import KgError, UsageError
from kg.files import write_whole
from kg.formats import FORMATS, SUFFIXES, write_graph
from kg.messages import Voice


def run(voice: Voice, files: list[str], output: Path | None, format: str | None, options: Options) -> int:
    """Extracts, and returns the exit code: 2 where a file could not be read; the others are written all the same."""
    if format is None:
        format = SUFFIXES.get(output.suffix.lower(), "") if output else "nquads"
    if format not in FORMATS:
        raise UsageError(
            "KG-U002",
            f"不知「{output}」當用何格式；請用 --format 指明：{'、'.join(FORMATS)}。",
            f"The format of {output} is not clear from its name; say --format: {', '.join(FORMATS)}.",
        )
    failures: list[KgError] = []
    readings = ((document, read(document)) for document in documents(files, options, failures))
    pieces = write_graph(readings, format, options.settings)
    if output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
    else:
        write_whole(output, pieces)
    for error in failures:
        voice.fail(error)
    return 2 if failures else 0
