"""Hostile inputs to readers, tables and SPARQL: what is read, what is refused with a code, what must not be."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmarks import _days
from benchmarks._sound import check_document, check_error, check_reading

_LONGEST = 20  # seconds that one input may take
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
        try:
            check_error(error)
        except AssertionError:
            found["NOT told well"] += 1
    except BaseException as wrong:
        if isinstance(wrong, KeyboardInterrupt):
            raise
        found[f"NOT survived: {type(wrong).__name__}"] += 1
        path.rename(work / f"{name}-{found['tried']}{suffix}")
    finally:
        signal.alarm(0)


def readers(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
    """Files of every format, mangled; every offset of what is read must hold, and its quads be valid."""
    from kg.graph.quads import build_quads
    from kg.graph.settings import Settings
    from kg.graph.store import memory_store
    from kg.reading import read as read_text
    from kg.reading.glosses import read_glosses, shipped_folding
    from kg.rite.interpret import interpret
    from kg.texts.read import read_documents

    signal.signal(signal.SIGALRM, _too_long)
    shared = Path(__file__).resolve().parents[3] / "shared" / "texts" / "kanripo"
    seeds = [(_days.TEXT.encode(code), ".txt") for code in ("utf-8", "gb18030", "utf-16")]
    seeds += [(one.encode(), ".txt") for one in (_days.MANDOKU, _days.BRACKETED)]
    for name in ("xiangshe.xml", "dashe.xml"):
        whole = (files("kg.texts") / "data" / name).read_bytes()
        seeds.append((whole[:6000] + whole[-600:], ".xml"))
    seeds += [(path.read_bytes()[:4000], ".txt") for path in sorted(shared.rglob("*.txt"))[:12]]

    def read(path: Path) -> None:
        for document in read_documents(path, folding=shipped_folding()):
            check_document(document)
            reading = read_text(document)
            check_reading(reading, document.text)
            lines = "".join(
                build_quads(document, reading, settings=Settings(), glosses=read_glosses(document),
                            rite=interpret(document, reading))
            )  # fmt: skip
            memory_store([lines.encode()])

    found: Counter[str] = Counter()
    for _ in range(inputs):
        data, suffix = chance.choice(seeds)
        mangled = chance.randbytes(chance.randint(0, 300)) if chance.random() < 0.1 else _mangled(data, chance)
        _tried(work, "reader", mangled, suffix, read, found)
    return found


def tables(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
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


def sparql(work: Path, chance: random.Random, inputs: int) -> Counter[str]:
    """Queries mangled, and put together from their words: a status each, and the store as it was."""
    from kg.errors import GraphError
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
        assert len(store) == size
        if head["status"] != 200:
            assert not body
            raise GraphError(str(head["code"]), str(head["zh"]), str(head["en"]))

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
