"""Great files: what is read and what is refused, in how many seconds and how much memory; each in its own process."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks._measure import apart, peak_memory

_SECONDS = 600  # CPU; more is a hang
_MEMORY = 3000  # MiB that the reading of 10 MB may take


def _read(path: Path, acts: bool) -> tuple[str, float, float]:
    """What became of a file, CPU seconds and MiB; with `acts` it is read as rites are, too."""
    from kg.errors import KgError
    from kg.reading import read
    from kg.texts.read import read_documents

    start = time.process_time()
    try:
        documents = list(read_documents(path))
        said = f"{sum(len(document.text) for document in documents):,} characters"
        if acts:
            said += f", {sum(len(read(document).acts) for document in documents):,} acts"
    except KgError as error:
        said = f"refused, {error.code}"
    return said, time.process_time() - start, peak_memory()


def _page(path: Path, unit: str, size: int) -> None:
    """A file of `size` bytes that is `unit` again and again, on one line."""
    data = unit.encode()
    with path.open("wb") as file:
        for _ in range(size // (len(data) * 1000)):
            file.write(data * 1000)


def run(work: Path) -> Counter[str]:
    """Prints each file's figures on stderr."""
    found: Counter[str] = Counter()
    bare = "司射適堂西袒決遂取弓於階西司馬命弟子設楅乃設楅於中庭東肆賓坐奠觶於西楹西"
    cases: tuple[tuple[str, Callable[[Path], None], bool, str], ...] = (
        ("200 MB on one line", lambda path: _page(path, "主", 200_000_000), False, "refused, KG-T007"),
        ("30 MB on one line, without acts", lambda path: _page(path, "主", 30_000_000), False, ""),
        ("10 MB without punctuation", lambda path: _page(path, bare, 10_000_000), True, ""),
        ("10 MB of one unknown character", lambda path: _page(path, "龘", 10_000_000), True, ""),
        ("10 MB of page marks that do not end", lambda path: _page(path, "<pb:", 10_000_000), False, ""),
    )
    for name, make, acts, expected in cases:
        path = work / "great.txt"
        make(path)
        said, seconds, memory = apart(_read, path, acts)
        print(f"  {name}: {said}, {seconds:.1f} CPU s, {memory:,.0f} MiB", file=sys.stderr, flush=True)
        ok = seconds < _SECONDS and memory < _MEMORY and (said == expected if expected else "refused" not in said)
        found[f"{name}: survived" if ok else f"NOT {name}"] += 1
        path.unlink()
    folder = work / "empty"
    folder.mkdir()
    for number in range(3000):
        (folder / f"{number:04}.txt").touch()
    said, seconds, memory = apart(_read, folder, False)
    print(f"  3,000 empty files: {said}, {seconds:.1f} CPU s, {memory:,.0f} MiB", file=sys.stderr)
    found["3,000 empty files: survived" if said == "0 characters" else "NOT 3,000 empty files"] += 1
    return found
