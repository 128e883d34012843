"""The store on disk: replaced as a whole, and whatever stops a build, the old one opens and answers."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import rdflib

import graph_samples as sample
from kg.errors import GraphError
from kg.graph.dataset import open_dataset, plain
from kg.graph.query import run_query
from kg.graph.settings import Settings
from kg.graph.store import open_store, write_store

ROOT = Path(__file__).resolve().parents[1]
COUNT = "SELECT (COUNT(*) AS ?n) WHERE { ?act a rit:Act }"


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parts") / "sample.nq"
    path.write_text("".join(sample.text_lines()), encoding="utf-8")
    return path


def acts(store: Path) -> int:
    return int(run_query(open_store(store), COUNT, "csv").split()[1])


def test_build_and_open(part: Path, tmp_path: Path) -> None:
    """What was loaded is found again, all 20 acts of the sample."""
    database = write_store([part], tmp_path / "store")
    assert database.is_dir()
    assert acts(tmp_path / "store") == len(sample.acts()) == 20


def test_read_back_through_rdflib(part: Path, tmp_path: Path) -> None:
    """rdflib reads from the store the same statements as from the N-Quads, once xsd:string is taken off."""
    write_store([part], tmp_path / "store")
    dataset = open_dataset(tmp_path / "store")
    parsed = rdflib.Dataset()
    parsed.parse(part, format="nquads")
    stored = {tuple(map(plain, (s, p, o, g))) for s, p, o, g in dataset.quads()}
    assert stored == {(s, p, o, g) for s, p, o, g in parsed.quads()}
    (row,) = dataset.query("SELECT ?t WHERE { ?c nif:isString ?t }")
    assert plain(row[0]) == rdflib.Literal(sample.TEXT)


def test_rdflib_fetches_nothing() -> None:
    """rdflib's own evaluator must not read what FROM names (it would by default)."""
    assert rdflib.plugins.sparql.SPARQL_LOAD_GRAPHS is False


def test_replaced_as_a_whole(part: Path, tmp_path: Path) -> None:
    """A second build holds only its own statements; a reader that is open keeps the first."""
    write_store([part], tmp_path / "store")
    reader = open_store(tmp_path / "store")
    other = tmp_path / "other.nq"
    other.write_text("<http://a> <http://b> <http://c> <http://g> .\n", encoding="utf-8")
    write_store([other], tmp_path / "store")
    assert len(open_store(tmp_path / "store")) == 1
    assert run_query(reader, COUNT, "csv").split()[1] == "20"
    write_store([part], tmp_path / "store")
    assert acts(tmp_path / "store") == 20
    assert sorted(path.name for path in (tmp_path / "store").glob("b*")) == ["build-2", "build-3"]


def test_broken_part_keeps_the_old_store(part: Path, tmp_path: Path) -> None:
    """A part that is no N-Quads is told with file and line; the old store stands and nothing half-made is left."""
    write_store([part], tmp_path / "store")
    broken = tmp_path / "broken.nq"
    broken.write_text("<http://a> <http://b> <http://c> <http://g> .\n<a b> .\n", encoding="utf-8")
    with pytest.raises(GraphError) as fault:
        write_store([part, broken], tmp_path / "store")
    assert fault.value.code == "KG-G014"
    assert fault.value.where
    assert (fault.value.where.file, fault.value.where.line) == (str(broken), 2)
    assert acts(tmp_path / "store") == 20
    assert not list((tmp_path / "store").glob("building-*"))


@pytest.mark.parametrize("missing", ["none.nq", "."])
def test_part_that_cannot_be_read(tmp_path: Path, missing: str) -> None:
    """A part that is missing, or is a folder, is told by code."""
    with pytest.raises(GraphError) as fault:
        write_store([tmp_path / missing], tmp_path / "store")
    assert fault.value.code == "KG-G015"


def test_no_store(tmp_path: Path) -> None:
    """Opening where nothing was built is told by code."""
    with pytest.raises(GraphError) as fault:
        open_store(tmp_path)
    assert fault.value.code == "KG-G010"


def test_damaged_store(part: Path, tmp_path: Path) -> None:
    """A database whose manifest is gone is told as damaged, not as a crash."""
    database = write_store([part], tmp_path / "store")
    for path in database.glob("MANIFEST*"):
        path.write_bytes(b"")
    with pytest.raises(GraphError) as fault:
        open_store(tmp_path / "store")
    assert fault.value.code == "KG-G011"


def test_place_that_cannot_be_written(part: Path, tmp_path: Path) -> None:
    """A file where the store's folder should be is told by code."""
    (tmp_path / "store").write_text("", encoding="utf-8")
    with pytest.raises(GraphError) as fault:
        write_store([part], tmp_path / "store")
    assert fault.value.code == "KG-G013"


# A build that writes parts for ever, saying when it has begun to load: the parts are read as they come.
BUILDER = """
import sys, time
from pathlib import Path
from kg.graph.store import write_store
def parts():
    while True:
        yield Path(sys.argv[1])
        print("loaded", flush=True)
        time.sleep(0.01)
write_store(parts(), sys.argv[2])
"""


def _builder(part: Path, store: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", BUILDER, str(part), str(store)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def test_killed_build_leaves_the_old_store(part: Path, tmp_path: Path) -> None:
    """A build killed (SIGKILL) while it loads, at five moments, leaves the old store usable."""
    store = tmp_path / "store"
    write_store([part], store)
    moments = random.Random(5)
    for _ in range(5):
        process = _builder(part, store)
        assert process.stdout
        assert process.stdout.readline() == "loaded\n"
        time.sleep(moments.uniform(0, 0.05))
        assert acts(store) == 20, "the old store answers while the new one is built"
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert acts(store) == 20
    assert list(store.glob("building-*")), "the killed build left its folder"
    write_store([part], store)
    assert acts(store) == 20
    assert not list(store.glob("building-*"))


LIMITED = """
import resource, sys
from kg.errors import KgError
from kg.graph.store import write_store
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    write_store([sys.argv[1]], sys.argv[2])
except KgError as error:
    print(error.code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_full_disk_keeps_the_old_store(part: Path, tmp_path: Path) -> None:
    """Where no more can be written (here: a limit on the size of files) it is told by code; the old store answers."""
    store = tmp_path / "store"
    write_store([part], store)
    command = [sys.executable, "-c", LIMITED, str(part), str(store)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert told.stdout == "KG-G013\n", told.stderr
    assert acts(store) == 20


def test_one_writer_at_a_time(part: Path, tmp_path: Path) -> None:
    """A second build on the same store is refused by code while the first one writes, and frees it at its end."""
    store = tmp_path / "store"
    process = _builder(part, store)
    assert process.stdout
    process.stdout.readline()
    try:
        with pytest.raises(GraphError) as fault:
            write_store([part], store)
        assert fault.value.code == "KG-G012"
    finally:
        process.kill()
        process.communicate()
    write_store([part], store)
    assert acts(store) == 20


def test_settings_reach_the_prefixes(part: Path, tmp_path: Path) -> None:
    """rdflib writes our prefixes, not ns1."""
    write_store([part], tmp_path / "store")
    dataset = open_dataset(tmp_path / "store", Settings())
    assert dataset.namespace_manager.qname(f"{Settings().ontology}Act") == "rit:Act"
