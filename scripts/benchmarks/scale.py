"""scale: time and memory of kg build as texts are multiplied by re-lettering; per million characters and quads

The base texts of --source (default: the 17 chapters of 儀禮 in ../shared beside the checkout, else the two shipped
rites) are written as plain files, once for each multiple; in every copy but the first the characters that stand in no
word of our lexicon are exchanged among themselves, and sentences stand in another order: no copy is another word by
word, or is taken for an edition of it, and what can be read stays. With --editions the sentences stay where they are,
so that all copies of a text are taken for editions of it and collated. Each build runs in a process of its own; CPU is
that of all its processes, memory that of the first one (which hands out, collates and loads) and of the largest one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks._measure import Table, apart, machine

_SHARED = Path(__file__).resolve().parents[3] / "shared" / "texts" / "kanripo" / "KR1d0026"


def run(arguments: list[str]) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="scripts/bench scale", description=__doc__)
    parser.add_argument("--source", type=Path, help="texts to multiply (file or folder)")
    parser.add_argument("--multiples", type=int, nargs="+", default=[1, 10], help="how often; 100 takes hours")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--editions", action="store_true", help="copies that are collated")
    parser.add_argument("--no-load", dest="load", action="store_false", help="parts alone, no store")
    parser.add_argument("--folder", type=Path, help="where the texts and outputs stand while it runs (100: 25 GB)")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    given = parser.parse_args(arguments)
    source = given.source or (_SHARED if _SHARED.exists() else None)
    given_all = (given.jobs, given.load, given.editions, str(given.folder or ""))
    rows = [apart(_measured, str(source or ""), one, *given_all) for one in given.multiples]
    print(json.dumps({"machine": machine(), "rows": rows}, indent=1) if given.json else _told(rows))
    return 0


def _measured(source: str, multiple: int, jobs: int, load: bool, editions: bool, folder: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=folder or None) as made:
        work = Path(made)
        characters = _multiplied(source, multiple, work / "texts", editions)
        command = [sys.executable, "-m", "kg", "build", str(work / "texts"), "-o", str(work / "out"), "--no-view"]
        command += ["--no-site", "--jobs", str(jobs), *([] if load else ["--no-load"])]
        start = time.perf_counter()
        first = 0  # KiB: the most that the first process held, workers not counted
        with (work / "told").open("wb") as told, subprocess.Popen(command, stdout=told, stderr=told) as process:
            while process.poll() is None:
                first = max(first, _most(process.pid))
                time.sleep(0.2)
        wall = time.perf_counter() - start
        if process.returncode:
            raise SystemExit((work / "told").read_text("utf-8", "replace")[-2000:])
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        quads = size = 0
        for path in (work / "out" / "parts").glob("*.nq"):
            size += path.stat().st_size
            with path.open("rb") as file:
                quads += sum(1 for _ in file)
        store = sum(path.stat().st_size for path in (work / "out" / "store").rglob("*") if path.is_file())
        return {
            "multiple": multiple, "documents": len(list((work / "texts").iterdir())), "characters": characters,
            "quads": quads, "wall": wall, "cpu": used.ru_utime + used.ru_stime, "first MiB": first / 1024,
            "MiB": used.ru_maxrss / 1024, "parts": size, "store": store,
            "collated": len(list((work / "out" / "parts").glob("_collation-*.nq"))),
        }  # fmt: skip


def _most(process: int) -> int:
    """The most memory that a process has held so far, in KiB; 0 where it is gone, or the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)


def _multiplied(source: str, multiple: int, folder: Path, editions: bool = False) -> int:
    """Writes the texts; returns how many characters they have."""
    from kg.lexicon.load import load_lexicon
    from kg.reading.glosses import shipped_folding
    from kg.texts import shipped_documents
    from kg.texts.read import read_documents

    folder.mkdir(parents=True)
    lexicon = load_lexicon()
    known = {character for form in lexicon.words for character in form}
    known |= set(lexicon.variants) | set("，。、；：「」『』？！\n")
    documents = list(read_documents(source, folding=shipped_folding()) if source else shipped_documents())
    characters = 0
    for number in range(multiple):
        for document in documents:
            free = sorted({one for one in document.text if one not in known and "\u4e00" <= one <= "\u9fff"})
            turned = random.Random(number).sample(free, len(free)) if number else free
            text = document.text.translate(str.maketrans(dict(zip(free, turned, strict=True))))
            passages = [text[passage.span.start : passage.span.end] for passage in document.passages]
            if number and not editions:
                passages = _shuffled(passages, random.Random(number))
            (folder / f"{document.id}-x{number:03}.txt").write_text("\n".join(passages) + "\n", encoding="utf-8")
            characters += sum(map(len, passages))
    return characters


def _shuffled(passages: list[str], chance: random.Random) -> list[str]:
    """The same sentences in another order, as many in each passage as before; long ones in pieces of twelve letters."""
    cut = [re.findall(r"[^。！？]{1,12}[。！？]*[」』]*", passage) for passage in passages]
    sentences = [sentence for own in cut for sentence in own]
    chance.shuffle(sentences)
    rest = iter(sentences)
    return ["".join(islice(rest, len(own))) for own in cut]


def _told(rows: list[dict[str, Any]]) -> str:
    table = Table(
        "×", "documents", "characters", "quads", "collated", "wall s", "CPU s", "CPU s/M char.", "CPU s/M quads",
        "first process MiB", "largest MiB", "parts MB", "store MB",
    )  # fmt: skip
    for row in rows:
        table.add(
            row["multiple"], float(row["documents"]), float(row["characters"]), float(row["quads"]),
            float(row["collated"]), f"{row['wall']:.1f}", f"{row['cpu']:.1f}",
            f"{row['cpu'] / row['characters'] * 1e6:.0f}", f"{row['cpu'] / row['quads'] * 1e6:.0f}",
            float(row["first MiB"]), float(row["MiB"]), f"{row['parts'] / 1e6:.0f}", f"{row['store'] / 1e6:.0f}",
        )  # fmt: skip
    return f"{table}\n{machine()}"
