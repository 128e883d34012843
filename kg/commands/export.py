"""`kg export`: the graph in the formats of other programs."""

from __future__ import annotations

import sys
from pathlib import Path

from kg.errors import UsageError
from kg.export.formats import FORMATS, export, write_export
from kg.graph.source import Source
from kg.graph.store import open_store
from kg.messages import Voice


def run(voice: Voice, format: str, what: list[str], output: Path | None, store: Path, formats: bool) -> int:
    """Writes the export, to stdout where it is one text and no output is named."""
    if formats:
        for name, told in FORMATS.items():
            print(f"{name:<12} {voice.short(told.zh, told.en)}")
        return 0
    source = Source(open_store(store))
    if output is not None:
        written = write_export(source, format, what, output)
        paths = "、".join(str(path) for path in written)
        voice.say(f"已輸出：{paths}", f"Exported: {paths}")
        return 0
    files = list(export(source, format, what))
    if len(files) != 1 or isinstance(files[0][1], bytes):
        raise UsageError(
            "KG-U010",
            f"{format} 須以 -o 指明檔案或資料夾。",
            f"{format} needs -o: a file, or a folder where it is several files.",
        )
    for piece in files[0][1]:
        assert isinstance(piece, str)
        sys.stdout.write(piece)
    sys.stdout.flush()
    return 0
