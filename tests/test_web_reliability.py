"""Bad days that the suite tries each time; `scripts/bench reliability` tries thousands of inputs and twenty kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_runner import DIZI, SISHE, kg
from kg.errors import LexiconError
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.lexicon.table import read_rows, read_tables


def answers(store: Path) -> bool:
    """Whether the store opens and holds acts."""
    found = open_store(store).query(
        "ASK { ?act a rit:Act }", prefixes=Settings().prefixes, use_default_graph_as_union=True
    )
    return bool(found)


def test_disk_full(tmp_path: Path) -> None:
    """Where no file may grow beyond 20 kB a build ends with a code and no traceback, and the old store answers."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    assert kg("build", "a.txt", "--no-view", "--no-site", cwd=tmp_path).returncode == 0
    limited = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (20000, 20000)); from kg.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", limited, "build", "a.txt", "--no-view", "--no-site"],
        cwd=tmp_path, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"KG-U003" in done.stderr or b"KG-G013" in done.stderr
    assert b"Traceback" not in done.stderr
    assert answers(tmp_path / "output" / "store")


def test_lexicon_table_that_is_no_utf8(tmp_path: Path) -> None:
    """A table in GB18030 is told with its name and the offset, not with a trace."""
    (tmp_path / "objects.tsv").write_bytes(b"id\tform\n" + "楅".encode("gb18030"))
    for read in (lambda: list(read_rows("objects.tsv", ("id",), tmp_path)), lambda: read_tables(tmp_path)):
        with pytest.raises(LexiconError) as told:
            read()
        assert told.value.code == "KG-L001"
        assert "objects.tsv" in str(told.value.where)


def test_folder_that_holds_itself(tmp_path: Path) -> None:
    """A symbolic link to the folder in which it stands is no endless walk, and no text is read twice."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(f"{SISHE}\n{DIZI}", encoding="utf-8")
    (folder / "loop").symlink_to(folder)
    done = kg("build", "texts", "--no-view", "--no-site", cwd=tmp_path)
    assert done.returncode == 0
    assert [path.name for path in sorted((tmp_path / "output" / "parts").glob("[a-z]*.nq"))] == ["a.nq"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks processes up in /proc")
def test_workers_end_with_the_server(tmp_path: Path) -> None:
    """A server that is killed leaves no worker behind, not even one that is in a query that runs away."""
    import httpx

    from web_server import make_store, serving

    home = make_store(tmp_path / "store")
    with serving(home, "--seconds", "1") as address:
        runaway = {"query": "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"}
        with httpx.Client(base_url=address, timeout=0.5) as client, pytest.raises(httpx.TimeoutException):
            client.get("/sparql", params=runaway)
        workers = _workers(home)
        assert workers
        server = int(Path(f"/proc/{workers[0]}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])
        os.kill(server, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while _workers(home) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert _workers(home) == []


def _workers(home: Path) -> list[int]:
    """The processes that were started as workers over this store."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\x00")
        except OSError:
            continue
        if b"kg.web.worker" in words and any(word.startswith(str(home).encode()) for word in words):
            found.append(int(path.parent.name))
    return found
