"""`kg build --jobs` and `--resume`: the same bytes by several processes, only what changed is read, faults told."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_runner import DIZI, SISHE, kg
from kg.build import Options, build
from kg.errors import GraphError, KgError, Where
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.pool import perform_all
from kg.tasks import Task, outcome, perform
from kg.texts.read import read_documents

TEXTS = {"a.txt": SISHE, "b.txt": DIZI, "c.txt": f"{SISHE}\n{DIZI}", "d.txt": "賓坐奠觶於西楹西。"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder of four texts."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Parts and manifests by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_parallel_build_is_the_serial_one(source: Path, tmp_path: Path) -> None:
    """Two processes write the same bytes as one, and the store holds the same quads."""
    one, two = (build([str(source)], tmp_path / name, Options(), view=False, jobs=jobs)
                for name, jobs in (("one", 1), ("two", 2)))  # fmt: skip
    assert [part.document for part in one.parts] == [part.document for part in two.parts] == ["a", "b", "c", "d"]
    assert files(tmp_path / "one" / "parts") == files(tmp_path / "two" / "parts")
    stored = [sorted(map(str, open_store(tmp_path / name / "store"))) for name in ("one", "two")]
    assert stored[0] == stored[1] != []


def test_resume_redoes_only_what_changed(source: Path, tmp_path: Path) -> None:
    """A text that changed and a damaged part are made anew, the others stay, and all is as from a new build."""
    out = tmp_path / "out"
    build([str(source)], out, Options(), view=False)
    (source / "b.txt").write_text(DIZI + SISHE + "\n", encoding="utf-8")
    with (out / "parts" / "c.nq").open("a", encoding="utf-8") as part:
        part.write("half a li")
    (out / "parts" / ".done" / "d.json").write_text("{", encoding="utf-8")
    report = build([str(source)], out, Options(), view=False, resume=True)
    assert {part.document: part.reused for part in report.parts} == {"a": True, "b": False, "c": False, "d": False}
    build([str(source)], tmp_path / "new", Options(), view=False)
    assert files(out / "parts") == files(tmp_path / "new" / "parts")
    again = build([str(source)], out, Options(), view=False, resume=True)
    assert all(part.reused for part in again.parts)
    assert files(out / "parts") == files(tmp_path / "new" / "parts")


def test_without_resume_everything_is_read(source: Path, tmp_path: Path) -> None:
    """A build that is not asked to go on reads every text."""
    for _ in range(2):
        report = build([str(source)], tmp_path / "out", Options(), view=False)
        assert not any(part.reused for part in report.parts)


def test_resume_after_other_rules(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of another version of rules and tables are not kept."""
    build([str(source)], tmp_path / "out", Options(), view=False)
    monkeypatch.setattr("kg.tasks.version_of_rules", lambda: "another")
    report = build([str(source)], tmp_path / "out", Options(), view=False, resume=True)
    assert not any(part.reused for part in report.parts)


def test_resume_keeps_corrections_in_force(source: Path, tmp_path: Path) -> None:
    """A correction that was added or taken back since counts: the text that it speaks of is read anew."""
    out = tmp_path / "out"
    assert kg("build", str(source), "--no-view", "--no-site", "-o", str(out), cwd=tmp_path).returncode == 0
    before = (out / "parts" / "a.nq").read_bytes()
    place = json.loads(kg("query", "--format", "json", "--store", str(out / "store"),
        'SELECT ?id { ?a a rit:Act ; rit:action/skos:prefLabel "適"@lzh ; rit:passage/dcterms:identifier ?id '
        'FILTER(STRSTARTS(?id, "a")) }', cwd=tmp_path).stdout)["results"]["bindings"][0]["id"]["value"]  # fmt: skip
    told = kg("correct", f"{place}/2", "--role", "actor", "--new", "司馬", "--who", "某", "--store", str(out / "store"),
              cwd=tmp_path)  # fmt: skip
    assert told.returncode == 0, told.stderr.decode()
    report = build([str(source)], out, Options(), view=False, resume=True)
    assert {part.document: part.reused for part in report.parts} == {"a": False, "b": True, "c": True, "d": True}
    assert (out / "parts" / "a.nq").read_bytes() != before
    (out / "corrections.tsv").unlink()
    build([str(source)], out, Options(), view=False, resume=True)
    assert (out / "parts" / "a.nq").read_bytes() == before


def test_one_bad_text_of_a_folder(source: Path, tmp_path: Path) -> None:
    """A file that is no text is told with its code, the others are built, and the exit code says so."""
    (source / "bad.txt").write_bytes(b"PK\x03\x04" + bytes(range(256)) * 20)
    done = kg("build", str(source), "--no-view", "--no-site", "--jobs", "2", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert b"KG-T" in done.stderr
    made = {path.stem for path in (tmp_path / "out" / "parts").glob("[a-z]*.nq")}
    assert {"a", "b", "c", "d"} <= made


def _killing(task: Task, resume: bool) -> object:
    """A task that ends its process where the text is 賓…, as the system does when memory runs out."""
    if task.document.text.startswith("賓"):
        os.kill(os.getpid(), signal.SIGKILL)
    return perform(task, resume)


def test_a_process_that_ends(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A text whose process is killed is told (KG-G052); those that were being read beside it are read all the same."""
    monkeypatch.setattr("kg.pool.outcome", _killing)
    tasks = [
        Task(document, True, tmp_path / f"{document.id}.nq", Settings(), ()) for document in read_documents(str(source))
    ]
    found = {task.document.id: done for task, done in perform_all(tasks, 2, False)}
    assert list(found) == ["a", "b", "c", "d"]
    failed = {name: done.code for name, done in found.items() if isinstance(done, KgError)}
    assert failed == {"d": "KG-G052"}
    assert (tmp_path / "c.nq").is_file()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_ours(source: Path, tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the program takes its text alone, and is told with its place (KG-G053)."""
    monkeypatch.setattr("kg.pool.outcome", _faulty)
    tasks = [
        Task(document, True, tmp_path / f"{document.id}.nq", Settings(), ()) for document in read_documents(str(source))
    ]
    found = {task.document.id: done for task, done in perform_all(tasks, jobs, False)}
    failed = {name: done for name, done in found.items() if isinstance(done, KgError)}
    assert {name: done.code for name, done in failed.items()} == {"d": "KG-G053"}
    assert "ZeroDivisionError" in failed["d"].en
    assert "_divided" in str(failed["d"].where)


def _faulty(task: Task, resume: bool) -> object:
    if task.document.text.startswith("賓"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("kg.tasks.perform", _divided)
            return outcome(task, resume)
    return outcome(task, resume)


def _divided(task: Task, resume: bool) -> object:
    return len(task.document.text) / 0


def test_errors_go_between_processes() -> None:
    """An error keeps its class, code, place and words on its way from one process to another."""
    import pickle

    error = GraphError("KG-G002", "名", "name", Where("f", 3))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.zh, again.en, again.where, str(again)) == (
        GraphError, "KG-G002", "名", "name", Where("f", 3), str(error),
    )  # fmt: skip


def test_killed_workers_leave_nothing_behind(tmp_path: Path) -> None:
    """When the build is killed its processes end too, and --resume makes what a whole build would have made."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(8):
        (folder / f"t{number:02}.txt").write_text(f"{SISHE}\n{DIZI}\n" * 12, encoding="utf-8")
    command = [sys.executable, "-m", "kg", "build", str(folder), "--no-view", "--no-site", "--jobs", "2", "-o", "out"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "out" / "parts").glob("t*.nq")) and time.monotonic() < deadline:
        time.sleep(0.05)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    started = [int(one) for one in children.read_text(encoding="ascii").split()] if children.exists() else []
    running.kill()
    running.wait()
    time.sleep(1)
    assert [pid for pid in started if _runs(pid)] == []
    done = kg("build", str(folder), "--no-view", "--no-site", "--jobs", "2", "--resume", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert kg("build", str(folder), "--no-view", "--no-site", "-o", "whole", cwd=tmp_path).returncode == 0
    digests = [
        {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (tmp_path / name / "parts").glob("*.nq")}
        for name in ("out", "whole")
    ]
    assert digests[0] == digests[1]


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
