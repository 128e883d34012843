"""reliability: hostile input to readers, tables and the SPARQL front; builds killed, full disks, locked stores

Prints how many inputs were tried and how many faults were survived; any bytes give a document or an error with a code,
whatever happens to a build leaves the old store answering and no half file taken for a whole one. Exit code 1 where
something else happens; the input that did it is kept in the folder that is named then.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmarks._measure import Table, machine

_LONGEST = 20  # seconds that one input may take
_TEXT = "司射適堂西，袒決遂，取弓於階西。\n司馬命弟子設楅。乃設楅於中庭，東肆。\n賓坐奠觶於西楹西。\n"  # 鄉射禮·經
_CORRECTION = (
    "citation\tspan\tquote\trole\told\tnew\twho\twhy\tstatus\n"
    "xiangshe.1\t2-3\t司射適堂西\tactor\t司射\t司馬\t某\t\tactive\n"
)
_DECISION = (
    "status\tscore\tsubject\tlabel\tpredicate\ttarget\ttarget_label\tevidence\tdataset\twho\tdate\tnote\n"
    "proposed\t0.90\tcommentator/鄭玄\t鄭玄\tskos:exactMatch\tcbdb:1\t鄭玄\tlabel\tcbdb@1\t\t\t\n"
)
_NASTY = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r\n", b"\r", b"\xe2\x80\xa8", b"&KR0001;", b"<",
    b">", b"&", b"]]>", b"<!--", b"\t", b"\xf4\x90\x80\x80", "：「".encode(), "〔".encode(), b"(", b")", b"/",
    b"\xe3\x80\x80", b"<pb:x>", b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>', b"&e;",
    b"PK\x03\x04", b"\x1f\x8b", b"#+TITLE: ", b"* ",
)  # fmt: skip


def run(arguments: list[str]) -> int:
    """Tries and prints; returns 1 where something was not survived."""
    parser = argparse.ArgumentParser(prog="scripts/bench reliability", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000, help="inputs to each of readers, tables and SPARQL")
    parser.add_argument("--kills", type=int, default=20, help="builds killed at random moments")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices")
    parser.add_argument("--only", choices=("readers", "tables", "sparql", "builds"), action="append")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    given = parser.parse_args(arguments)
    work = Path(tempfile.mkdtemp(prefix="kg-reliability-"))
    chance = random.Random(given.seed)
    tries: dict[str, Callable[[], Counter[str]]] = {
        "readers": lambda: _readers(work, chance, given.inputs),
        "tables": lambda: _tables(work, chance, given.inputs),
        "sparql": lambda: _sparql(work, chance, given.inputs),
        "builds": lambda: _builds(work, chance, given.kills),
    }
    made: dict[str, dict[str, int]] = {}
    for name, work_on in tries.items():
        if not given.only or name in given.only:
            made[name] = dict(sorted(work_on().items()))
    bad = sum(count for found in made.values() for what, count in found.items() if what.startswith("NOT"))
    print(json.dumps(made, indent=1) if given.json else _told(made, given.seed))
    if bad:
        print(f"未過者留於 · what failed is kept in {work}", file=sys.stderr)
    else:
        subprocess.run(["rm", "-rf", str(work)], check=True)
    return int(bad > 0)


def _mangled(data: bytes, chance: random.Random) -> bytes:
    """The data with some of its bytes deleted, doubled, turned or replaced by what often breaks readers."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(made) + 1)
        what = chance.randrange(5)
        if what == 0:
            del made[at : at + chance.randint(1, 40)]
        elif what == 1:
            made[at:at] = chance.choice(_NASTY) * chance.choice((1, 1, 1, 50))
        elif what == 2:
            made[at:at] = made[at : at + chance.randint(1, 400)]
        elif what == 3:
            made[at : at + 1] = bytes([chance.randrange(256)])
        else:
            made[at : at + 4] = chance.randbytes(4)
    return bytes(made)


def _tried(work: Path, name: str, data: bytes, suffix: str, do: Callable[[Path], None], found: Counter[str]) -> None:
    """One input: done, an error with a code, or what must not be (kept, counted as NOT)."""
    from kg.errors import KgError

    path = work / f"input{suffix}"
    path.write_bytes(data)
    found["tried"] += 1
    signal.alarm(_LONGEST)
    try:
        do(path)
        found["read"] += 1
    except KgError as error:
        found["error with a code"] += 1
        if not (error.code.startswith("KG-") and error.zh and error.en):
            found["NOT told well"] += 1
    except BaseException as wrong:
        if isinstance(wrong, KeyboardInterrupt):
            raise
        found[f"NOT survived: {type(wrong).__name__}"] += 1
        path.rename(work / f"{name}-{found['tried']}{suffix}")
    finally:
        signal.alarm(0)


def _readers(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
    """Files of every format, mangled; the spans of what is read must lie in its text, and its quads be valid."""
    from kg.graph.quads import build_quads
    from kg.graph.settings import Settings
    from kg.graph.store import memory_store
    from kg.reading.act import Reading
    from kg.reading.glosses import shipped_folding
    from kg.texts.read import read_documents

    signal.signal(signal.SIGALRM, _too_long)
    shared = Path(__file__).resolve().parents[3] / "shared" / "texts" / "kanripo"
    seeds = [(_TEXT.encode(), ".txt"), (_TEXT.encode("gb18030"), ".txt"), (_TEXT.encode("utf-16"), ".txt")]
    for name in ("xiangshe.xml", "dashe.xml"):
        whole = (files("kg.texts") / "data" / name).read_bytes()
        seeds.append((whole[:6000] + whole[-600:], ".xml"))
    seeds += [(path.read_bytes()[:4000], ".txt") for path in sorted(shared.rglob("*.txt"))[:12]]

    def read(path: Path) -> None:
        for document in read_documents(path, folding=shipped_folding()):
            length = len(document.text)
            for passage in document.passages:
                assert 0 <= passage.span.start <= passage.span.end <= length
            for problem in document.problems:
                assert problem.zh
                assert problem.en
            lines = "".join(build_quads(document, Reading(document.text, (), (), ()), settings=Settings()))
            memory_store([lines.encode()])

    found: Counter[str] = Counter()
    for _ in range(inputs):
        data, suffix = chance.choice(seeds)
        mangled = chance.randbytes(chance.randint(0, 300)) if chance.random() < 0.1 else _mangled(data, chance)
        _tried(work, "reader", mangled, suffix, read, found)
    return found


def _tables(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
    """Tables of the lexicon and of links and corrections, mangled."""
    import shutil

    from kg.corrections.table import read_corrections
    from kg.lexicon.load import load_lexicon
    from kg.links.decisions import read_decisions

    signal.signal(signal.SIGALRM, _too_long)
    folder = work / "tables"
    shutil.copytree(str(files("kg.lexicon") / "tables"), folder)
    tables = sorted(folder.glob("*.tsv"))
    rows: dict[object, bytes] = {read_corrections: _CORRECTION.encode(), read_decisions: _DECISION.encode()}

    found: Counter[str] = Counter()
    for number in range(inputs):
        if number % 20:  # a whole lexicon takes longer than one table
            reader: Callable[[Path], object] = chance.choice((read_corrections, read_decisions))
            _tried(work, "table", _mangled(rows[reader], chance), ".tsv", reader, found)
            continue
        table = chance.choice(tables)
        whole = table.read_bytes()

        def load(path: Path, table: Path = table) -> None:
            table.write_bytes(path.read_bytes())
            load_lexicon(folder)

        _tried(work, "lexicon", _mangled(whole, chance), ".tsv", load, found)
        table.write_bytes(whole)
    return found


def _sparql(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
    """Queries mangled, and put together from their words: a status each, and the store as it was."""
    from kg.graph.lexicon_graph import lexicon_quads
    from kg.graph.named import named_queries
    from kg.graph.settings import Settings
    from kg.graph.store import memory_store
    from kg.web.worker import answer

    signal.signal(signal.SIGALRM, _too_long)
    store = memory_store(["".join(lexicon_quads(Settings())).encode()])
    size = len(store)
    queries = [query.text.encode() for query in named_queries().values()]
    words = sorted({word for query in queries for word in query.split()})

    def ask(path: Path) -> None:
        query = path.read_bytes().decode("utf-8", "replace")
        asked = {"query": query, "results": ["json"], "graphs": ["turtle"], "default": [], "named": [], "most": 200_000}
        head, body = answer(store, Settings(), asked)
        assert head["status"] == 200 or (head["code"] and head["zh"] and head["en"] and not body)
        assert len(store) == size

    found: Counter[str] = Counter()
    for _ in range(inputs):
        if chance.random() < 0.5:
            data = _mangled(chance.choice(queries), chance)
        else:
            data = b" ".join(chance.choice(words) for _ in range(chance.randint(1, 30)))
        _tried(work, "query", data, ".rq", ask, found)
    return found


def _too_long(number: int, frame: Any) -> None:
    raise TimeoutError(f"longer than {_LONGEST} s")


# -- bad days --------------------------------------------------------------------------------------------------------


def _builds(work: Path, chance: random.Random, kills: int) -> Counter[str]:
    """Builds killed, interrupted, without room, on a locked store, into a place that cannot be written."""
    found: Counter[str] = Counter()
    home = work / "home"
    home.mkdir()
    (home / "old.txt").write_text(_TEXT, encoding="utf-8")
    texts = home / "texts"
    texts.mkdir()
    for number in range(6):
        (texts / f"t{number}.txt").write_text(_TEXT * (10 + number), encoding="utf-8")
    assert _kg(home, "build", "old.txt").returncode == 0
    before = time.perf_counter()
    assert _kg(home, "build", "texts", "--jobs", "2", output="whole").returncode == 0
    takes = time.perf_counter() - before
    whole = _parts(home / "whole")

    def survived(name: str, ok: bool) -> None:
        found[f"{name}: survived" if ok and _answers(home) else f"NOT {name}"] += 1

    for number in range(kills):
        jobs = ("--jobs", "2") if number % 2 else ()
        how = signal.SIGINT if number % 5 == 4 else signal.SIGKILL
        command = _command("build", "texts", "--resume", *jobs)
        process = subprocess.Popen(command, cwd=home, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.1, takes))
        process.send_signal(how)
        code = process.wait(60)
        name = "Ctrl-C" if how == signal.SIGINT else "kill -9"
        survived(name, (how == signal.SIGKILL or code in {0, 130}) and _none_is_half(home / "output"))
    survived("build resumed after them", _kg(home, "build", "texts", "--resume").returncode == 0
             and _parts(home / "output") == whole)  # fmt: skip
    for size in (0, 10_000, 200_000, 2_000_000):
        done = _kg(home, "build", "texts", limit=size)
        survived("disk full", done.returncode in {0, 2} and b"Traceback" not in done.stderr
                 and (done.returncode == 0 or b"KG-" in done.stderr) and _none_is_half(home / "output"))  # fmt: skip
    with (home / "output" / "store" / "LOCK").open("a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = _kg(home, "build", "texts")
        survived("store locked by another", done.returncode == 2 and b"KG-G012" in done.stderr)
    (home / "file").write_text("", encoding="utf-8")
    done = _kg(home, "build", "texts", output="file")
    survived("output is a file", done.returncode == 2 and b"KG-" in done.stderr and b"Traceback" not in done.stderr)
    if os.geteuid():  # root writes everywhere
        (home / "shut").mkdir(mode=0o500)
        done = _kg(home, "build", "texts", output="shut")
        survived("output cannot be written", done.returncode == 2 and b"KG-" in done.stderr)
    (texts / "loop").symlink_to(texts)
    survived("folder that holds itself", _kg(home, "build", "texts").returncode == 0)
    return found


def _command(*arguments: str, output: str = "output") -> list[str]:
    return [sys.executable, "-m", "kg", *arguments, "--no-view", "--no-site", "-o", output]


def _kg(
    home: Path, *arguments: str, output: str = "output", limit: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    def bound() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        _command(*arguments, output=output), cwd=home, capture_output=True, check=False, timeout=300, preexec_fn=bound
    )


def _answers(home: Path) -> bool:
    """Whether the store opens and holds acts."""
    from kg.graph.settings import Settings
    from kg.graph.store import open_store

    query = "ASK { ?act a rit:Act }"
    store = open_store(home / "output" / "store")
    return bool(store.query(query, prefixes=Settings().prefixes, use_default_graph_as_union=True))


def _parts(output: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (output / "parts").glob("*.nq") if path.name != "old.nq"}


def _none_is_half(output: Path) -> bool:
    """Whether every part ends with a whole line and is valid, and no manifest speaks of a part that is not there."""
    from kg.graph.store import memory_store

    paths = list((output / "parts").glob("*.nq"))
    memory_store(paths)
    manifests = [path.stem for path in (output / "parts" / ".done").glob("*.json")]
    return all(path.read_bytes().endswith(b".\n") for path in paths) and {*manifests} <= {path.stem for path in paths}


def _told(made: dict[str, dict[str, int]], seed: int) -> str:
    table = Table("what", "how often")
    for name, found in made.items():
        for what, count in found.items():
            table.add(f"{name}: {what}", count)
    return f"{table}\nseed {seed}, {machine()}"
