"""`kg build --dask`: a scheduler and workers of their own processes on loopback, one killed, one of another version."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import kg as package
from cli_runner import DIZI, SISHE, kg
from kg.cluster import Cluster
from kg.errors import ClusterError, KgError
from kg.graph.settings import Settings
from kg.tasks import Task, perform
from kg.texts.read import read_documents

KilledWorker = pytest.importorskip("distributed").KilledWorker

_LONGEST = 180  # seconds that a process of the cluster may live idle, or look for another


class Machines:
    """A scheduler and its workers, each a process that ends with the test."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self._start("dask_scheduler", "--port", self.address.rpartition(":")[2], "--idle-timeout", f"{_LONGEST}s")

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more worker of one thread."""
        return self._start(
            "dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--local-directory", str(self._folder),
            "--death-timeout", str(_LONGEST), **environment,
        )  # fmt: skip

    def _start(self, program: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--host", "127.0.0.1", "--no-dashboard"],
            cwd=self._folder, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._stack.callback(lambda: (process.kill(), process.wait()))
        return process


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without workers."""
    with ExitStack() as stack:
        folder = tmp_path / "cluster"
        folder.mkdir()
        yield Machines(folder, stack)


def parts(folder: Path) -> dict[str, bytes]:
    """Parts and manifests by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def until(true: Callable[[], object]) -> None:
    """Waits, at most a minute."""
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_worker_is_killed_in_the_middle(machines: Machines, tmp_path: Path) -> None:
    """Another does its task: the result is that of the serial build, byte by byte; so it is by way of a depot."""
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(8):
        (texts / f"t{number}.txt").write_text(f"{SISHE}\n{DIZI}\n" * (20 + number), encoding="utf-8")
    (texts / "bad.txt").write_bytes(b"PK\x03\x04" + bytes(range(256)) * 20)
    workers = [machines.worker(), machines.worker()]
    quiet = ("--no-view", "--no-site")
    assert kg("build", str(texts), *quiet, "-o", "serial", cwd=tmp_path).returncode == 2
    command = [sys.executable, "-m", "kg", "build", str(texts), *quiet, "--dask", machines.address, "-o", "out"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as running:
        until(lambda: list((tmp_path / "out" / "parts").glob("t[0-9].nq")))
        until(lambda: _killed_at_work(workers, tmp_path / "out" / "parts"))
        told = running.communicate(timeout=120)[1].decode()
    assert running.returncode == 2
    assert "KG-T" in told, told
    assert "Traceback" not in told, told
    # What the killed one left half written is gone too.
    assert parts(tmp_path / "out" / "parts") == parts(tmp_path / "serial" / "parts")
    assert [worker.poll() is None for worker in workers].count(False) == 1

    depot = ("--dask", machines.address, "--parts", (tmp_path / "depot").as_uri())
    assert kg("build", str(texts), *quiet, "--no-load", *depot, "-o", "far", cwd=tmp_path).returncode == 2
    assert parts(tmp_path / "far" / "parts") == parts(tmp_path / "serial" / "parts")
    made = {name: data for name, data in parts(tmp_path / "far" / "parts").items() if name.endswith(".nq")}
    assert parts(tmp_path / "depot") == made
    assert not (tmp_path / "far" / "store").exists()
    again = kg("build", str(texts), *quiet, "--no-load", *depot, "--resume", "-o", "far", cwd=tmp_path)
    assert "8 texts are as they were" in again.stderr.decode()


def _killed_at_work(workers: list[subprocess.Popen[bytes]], folder: Path) -> bool:
    """Kills the worker that is writing a part just now, if one is: its process stands in the name of the draft."""
    for worker in workers:
        drafts = f".t*.nq.{worker.pid}-*.part"
        if list(folder.glob(drafts)):
            worker.send_signal(signal.SIGSTOP)
            time.sleep(0.05)
            at_work = bool(list(folder.glob(drafts)))
            worker.send_signal(signal.SIGKILL if at_work else signal.SIGCONT)
            if at_work:
                worker.wait()
                return True
    return False


def test_workers_that_cannot_be_used(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No worker, one that does not share the folder, none any more, one of other rules: each is told by its code."""
    monkeypatch.setattr("kg.cluster._CONNECT", 3.0)
    assert code(machines, tmp_path) == "KG-B003"
    monkeypatch.setattr("kg.cluster._CONNECT", 30.0)
    worker = machines.worker()
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("kg.cluster.write_whole", lambda path, words: path.write_text("other", encoding="utf-8"))
        assert code(machines, tmp_path) == "KG-B005"
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    monkeypatch.setattr("kg.cluster._LOOK", 0.2)
    monkeypatch.setattr("kg.cluster._ALONE", 0.5)
    (document,) = read_documents(tmp_path / "a.txt")
    with Cluster(machines.address, tmp_path) as cluster:
        worker.kill()
        tasks = [Task(document, True, tmp_path / "a.nq", Settings(), ())]
        with pytest.raises(ClusterError) as fault:
            list(cluster.perform_all(tasks, False))
    assert fault.value.code == "KG-B003"
    home = Path(package.__file__).parent
    other = tmp_path / "other"
    shutil.copytree(home, other / "kg", ignore=shutil.ignore_patterns("__pycache__", "vendor", "npm", "data"))
    shutil.copytree(home.parent / "ontology", other / "ontology")
    with (other / "kg" / "lexicon" / "tables" / "gaiji.tsv").open("a", encoding="utf-8") as table:
        table.write("# another\n")
    machines.worker(PYTHONPATH=str(other))
    assert code(machines, tmp_path) == "KG-B004"


def code(machines: Machines, folder: Path) -> str:
    """By which error the cluster refuses."""
    with pytest.raises(ClusterError) as fault, Cluster(machines.address, folder):
        pass
    assert not list(folder.glob(".probe*"))
    return fault.value.code


def test_no_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at the address, and what is no address, are told by code, in time."""
    monkeypatch.setattr("kg.cluster._CONNECT", 1.0)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    for address in (nobody, "smoke://127.0.0.1:1"):
        with pytest.raises(ClusterError) as fault, Cluster(address, tmp_path):
            pass
        assert fault.value.code == "KG-B002"


class Finished:
    """A future that is done: it gives what it was made with, or raises it."""

    status = "finished"

    def __init__(self, what: object) -> None:
        self._what = what

    def result(self, timeout: float) -> object:
        if isinstance(self._what, BaseException):
            raise self._what
        return self._what

    def release(self) -> None:
        pass


def test_what_a_worker_says_is_looked_at(tmp_path: Path) -> None:
    """A text that ends its workers is told; a part of an earlier build is not taken for one that is not here."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    (document,) = read_documents(tmp_path / "a.txt")
    task = Task(document, True, tmp_path / "a.nq", Settings(), ())
    done = perform(task)
    cluster = Cluster("tcp://127.0.0.1:1", tmp_path)
    killed = cluster._taken(task, Finished(KilledWorker("a", None, 3)))
    assert isinstance(killed, KgError)
    assert killed.code == "KG-G052"
    assert cluster._taken(task, Finished(done)) == done
    with pytest.raises(ClusterError) as other_rules:  # a worker without ritual-kg that joined later
        cluster._taken(task, Finished(ModuleNotFoundError("No module named 'kg.cluster'")))
    assert other_rules.value.code == "KG-B004"
    elsewhere = replace(done, sha256="0" * 64)
    for other in (elsewhere, replace(elsewhere, outcomes=("corrected",))):  # type: ignore[arg-type]
        with pytest.raises(ClusterError) as fault:
            cluster._taken(task, Finished(other))
        assert fault.value.code == "KG-B005"


@pytest.mark.parametrize("lacking", ["distributed", "fsspec"])
def test_missing_extra(lacking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says what to install."""
    monkeypatch.setitem(sys.modules, lacking, None)
    with pytest.raises(ClusterError) as fault, Cluster("tcp://127.0.0.1:1", tmp_path, tmp_path.as_uri()):
        pass
    assert fault.value.code == "KG-B001"
    assert "ritual-kg[cluster]" in fault.value.en


def test_a_depot_that_cannot_be(tmp_path: Path) -> None:
    """A storage that nobody knows, and a folder that is a file; --parts without --dask."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    for url in ("nosuch://bucket/parts", (tmp_path / "file" / "parts").as_uri()):
        with pytest.raises(ClusterError) as fault, Cluster("tcp://127.0.0.1:1", tmp_path, url):
            pass
        assert fault.value.code == "KG-B006"
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    told = kg("build", "a.txt", "--parts", "file:///tmp", cwd=tmp_path)
    assert (told.returncode, b"KG-U013" in told.stderr) == (2, True)
