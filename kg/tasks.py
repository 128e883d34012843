"""The work on one document, in this process or in others: read it, write its quads and, after them, their manifest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from itertools import chain
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg import __version__
from kg.corrections.correction import Correction, Outcome
from kg.errors import GraphError, KgError
from kg.files import write_whole
from kg.graph.settings import Settings
from kg.rite.compare import Course, Deed, Stage
from kg.texts.document import Document

if TYPE_CHECKING:
    from spacy.language import Language

    from kg.reading.glosses import Gloss

_AHEAD = 2  # documents a process that are handed out before their results are taken


@dataclass(frozen=True, slots=True)
class Task:
    """A document to be read into the file `path`; one that does not prescribe (a commentary) has no acts of its own."""

    document: Document
    prescribes: bool
    path: Path
    settings: Settings
    corrections: tuple[Correction, ...]

    @property
    def manifest(self) -> Path:
        """The file that says what the part was made from; it is written after it."""
        return self.path.parent / ".done" / f"{self.path.stem}.json"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of it. Where the part of an earlier run still held (`reused`) its glosses were not read (None)."""

    acts: int
    mentions: int
    outcomes: tuple[Outcome, ...]
    course: Course
    glosses: tuple[Gloss, ...] | None = None
    reused: bool = False


def perform(task: Task, resume: bool = False) -> Done:
    """Does the task; with `resume` only where its part was not made from the same text by the same rules before.

    Raises KgError where the part cannot be written, or the document cannot become a graph.
    """
    from kg.corrections.apply import apply_corrections
    from kg.graph.corrections import correction_quads
    from kg.graph.quads import build_quads
    from kg.graph.rite_compare import course
    from kg.reading import read
    from kg.reading.act import Reading
    from kg.reading.glosses import read_glosses
    from kg.rite.interpret import interpret

    key = _key(task)
    if resume and (held := _held(task, key)) is not None:
        return held
    task.manifest.unlink(missing_ok=True)  # until the new part is whole nothing says that it is
    document = task.document
    reading = read(document, pipeline()) if task.prescribes else Reading(document.text, (), (), ())
    reading, outcomes = apply_corrections(document, reading, task.corrections)
    rite, glosses = interpret(document, reading), tuple(read_glosses(document))
    digest = hashlib.sha256()
    write_whole(task.path, _hashed(chain(
        build_quads(document, reading, settings=task.settings, glosses=glosses, rite=rite),
        correction_quads(document, outcomes, task.settings),
    ), digest))  # fmt: skip
    done = Done(len(reading.acts), len(reading.mentions), outcomes, course(rite, task.settings), glosses)
    if not outcomes:  # what people corrected is applied anew each time, and told
        state = {
            "key": key, "sha256": digest.hexdigest(), "acts": done.acts, "mentions": done.mentions,
            "course": _plain(done.course),
        }  # fmt: skip
        write_whole(task.manifest, [json.dumps(state, ensure_ascii=False, sort_keys=True) + "\n"])
    return done


def perform_all(tasks: Iterable[Task], jobs: int, resume: bool) -> Iterator[tuple[Task, Done | KgError]]:
    """Every task with what came of it, in the order of the tasks, by `jobs` processes (1: this one).

    A task that fails gives its error. One that ends its process (memory, a crash) gives KG-G050; the rest go on.
    """
    if jobs <= 1:
        for task in tasks:
            yield task, _outcome(task, resume)
        return
    waiting: deque[tuple[Task, Future[Done | KgError]]] = deque()
    source = iter(tasks)
    pool = _pool(jobs)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (following := next(source, None)) is not None:
                waiting.append((following, pool.submit(_outcome, following, resume)))
            if not waiting:
                return
            task, future = waiting.popleft()
            try:
                yield task, future.result()
            except BrokenProcessPool:
                # One of those handed out ended its process, and all of them are lost. Each gets a process of its own.
                pool.shutdown(wait=False, cancel_futures=True)
                lost = [task, *(other for other, _ in waiting)]
                waiting.clear()
                for one in lost:
                    yield one, _alone(one, resume)
                pool = _pool(jobs)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _alone(task: Task, resume: bool) -> Done | KgError:
    with _pool(1) as pool:
        try:
            return pool.submit(_outcome, task, resume).result()
        except BrokenProcessPool:
            return GraphError(
                "KG-G050",
                f"讀《{task.document.id}》之程序中斷（記憶體不足，或被終止）。其餘照建。",
                f"The process that read {task.document.id} ended (out of memory, or killed). The rest is built.",
            )


def _outcome(task: Task, resume: bool) -> Done | KgError:
    try:
        return perform(task, resume)
    except KgError as error:
        return error


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: the progress bar has a thread, and what one holds locked a fork holds for ever.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """A worker leaves Ctrl-C to the process that started it, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


@cache
def pipeline() -> Language:
    """The pipeline of this process."""
    from kg.reading import load

    return load()


@cache
def version_of_rules() -> str:
    """A hash of everything that decides how a text is read: our code and tables, the ontology, spaCy's version."""
    import spacy

    from kg.graph.ontology import ontology_dir

    digest = hashlib.sha256(f"{__version__} {spacy.__version__}".encode())
    package = Path(__file__).resolve().parent
    rooms = [package / name for name in ("texts", "lexicon", "reading", "rite", "corrections", "graph")]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in {".py", ".tsv", ".cfg"}]
    files += [package / name for name in ("build.py", "tasks.py", "files.py")]
    named = {path.relative_to(package).as_posix(): path for path in files}
    folder = ontology_dir()
    named.update({f"ontology/{path.relative_to(folder).as_posix()}": path for path in folder.glob("*.ttl")})
    for name, path in sorted(named.items()):
        digest.update(f"\n{name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _key(task: Task) -> str:
    """What the part depends on: the document as it was read, corrections of its passages, base, rules and tables."""
    passages = {passage.id for passage in task.document.passages}
    mine = [one for one in task.corrections if one.citation in passages]
    source = dataclasses.replace(task.document.source, path=Path(task.document.source.path).name)
    stated = (dataclasses.replace(task.document, source=source), task.prescribes, task.settings.base, mine)
    return hashlib.sha256(f"{version_of_rules()}\n{stated!r}".encode("utf-8", "surrogatepass")).hexdigest()


def _held(task: Task, key: str) -> Done | None:
    """What an earlier run made, where its manifest has this key and its part is still the file that was written."""
    try:
        state: dict[str, Any] = json.loads(task.manifest.read_text(encoding="utf-8"))
        if state["key"] != key:
            return None
        with task.path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != state["sha256"]:
                return None
        return Done(state["acts"], state["mentions"], (), _course(state["course"]), reused=True)
    except (OSError, ValueError, KeyError, TypeError):  # none, or no manifest of ours: the task is done again
        return None


def _hashed(pieces: Iterable[str], digest: Any) -> Iterator[str]:
    for piece in pieces:
        digest.update(piece.encode("utf-8"))
        yield piece


def _plain(course: Course) -> dict[str, Any]:
    return {**dataclasses.asdict(course), "missing": sorted(course.missing)}


def _course(state: dict[str, Any]) -> Course:
    def words(values: Sequence[str]) -> tuple[str, ...]:
        return tuple(values)

    return Course(
        state["id"],
        state["title"],
        tuple(
            Stage(
                stage["id"], stage["label"], stage["outer"], stage["kind"],
                tuple(
                    Deed(
                        deed["id"], deed["key"], deed["action"], words(deed["actors"]), words(deed["things"]),
                        words(deed["places"]), deed["negated"],
                    )
                    for deed in stage["deeds"]
                ),
            )
            for stage in state["stages"]
        ),
        frozenset((outer, kind) for outer, kind in state["missing"]),
        state["begins"],
        state["rite"],
    )  # fmt: skip
