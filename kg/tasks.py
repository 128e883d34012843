"""The work on one document, wherever it is done: read it, write its quads and, after them, their manifest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg import __version__
from kg.corrections.correction import Correction, Outcome
from kg.errors import GraphError, KgError, Where
from kg.files import write_whole
from kg.graph.settings import Settings
from kg.rite.compare import Course, Deed, Stage
from kg.texts.document import Document

if TYPE_CHECKING:
    from spacy.language import Language

    from kg.reading.glosses import Gloss


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
    """What came of it. Where the part of an earlier run still held (`reused`) its glosses were not read (None).

    `sha256` is that of the part.
    """

    acts: int
    mentions: int
    outcomes: tuple[Outcome, ...]
    course: Course
    glosses: tuple[Gloss, ...] | None = None
    reused: bool = False
    sha256: str = ""


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

    if resume and (earlier := held(task)) is not None:
        return earlier
    task.manifest.unlink(missing_ok=True)  # until the new part is whole nothing says that it is
    document = task.document
    reading = read(document, pipeline()) if task.prescribes else Reading(document.text, (), (), ())
    reading, outcomes = apply_corrections(document, reading, task.corrections)
    rite, glosses = interpret(document, reading), read_glosses(document)
    digest = hashlib.sha256()
    write_whole(task.path, _hashed(chain(
        build_quads(document, reading, settings=task.settings, glosses=glosses, rite=rite),
        correction_quads(document, outcomes, task.settings),
    ), digest))  # fmt: skip
    done = Done(
        len(reading.acts), len(reading.mentions), outcomes, course(rite, task.settings), glosses,
        sha256=digest.hexdigest(),
    )  # fmt: skip
    write_manifest(task, done)
    return done


def write_manifest(task: Task, done: Done) -> None:
    """Says of the part of a task what it was made from; not where people corrected it: that is applied anew each time,
    and told. Raises UsageError KG-U003."""
    if done.outcomes:
        return
    state = {
        "key": _key(task), "sha256": done.sha256, "acts": done.acts, "mentions": done.mentions,
        "course": _plain(done.course),
    }  # fmt: skip
    write_whole(task.manifest, [json.dumps(state, ensure_ascii=False, sort_keys=True) + "\n"])


def outcome(task: Task, resume: bool = False) -> Done | KgError:
    """What came of a task, or why it came to nothing, for those who do many.

    A fault in our own program (KG-G053) takes its document alone: of thousands the others are worth building.
    """
    try:
        return perform(task, resume)
    except KgError as error:
        return error
    except Exception as fault:
        place = traceback.extract_tb(fault.__traceback__)[-1]
        what = f"{type(fault).__name__}{f': {fault}' if str(fault) else ''}"
        return GraphError(
            "KG-G053",
            f"讀《{task.document.id}》時程式有誤（{what}）。其餘照建。請連同此處回報。",
            f"A fault in the program while {task.document.id} was read ({what}). The rest is built. Please report it, "
            "with this place.",
            Where(f"{Path(place.filename).name}, {place.name}", place.lineno),
        )


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
    files += [package / name for name in ("build.py", "sources.py", "tasks.py", "files.py")]
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
    source = dataclasses.replace(task.document.source, path=task.document.source.name)
    stated = (dataclasses.replace(task.document, source=source), task.prescribes, task.settings.base, mine)
    return hashlib.sha256(f"{version_of_rules()}\n{stated!r}".encode("utf-8", "surrogatepass")).hexdigest()


def held(task: Task) -> Done | None:
    """What an earlier run made, where its manifest has this key and its part is still the file that was written."""
    try:
        state: dict[str, Any] = json.loads(task.manifest.read_text(encoding="utf-8"))
        if state["key"] != _key(task):
            return None
        if sha256_of(task.path) != state["sha256"]:
            return None
        return Done(
            state["acts"], state["mentions"], (), _course(state["course"]), reused=True, sha256=state["sha256"]
        )
    except (OSError, ValueError, KeyError, TypeError):  # none, or no manifest of ours: the task is done again
        return None


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes. Raises OSError where it cannot be read."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hashed(pieces: Iterable[str], digest: Any) -> Iterator[str]:
    for piece in pieces:
        digest.update(piece.encode("utf-8"))
        yield piece


def _plain(course: Course) -> dict[str, Any]:
    return {**dataclasses.asdict(course), "missing": sorted(course.missing)}


def _course(state: dict[str, Any]) -> Course:
    return Course(
        state["id"],
        state["title"],
        tuple(
            Stage(
                stage["id"], stage["label"], stage["outer"], stage["kind"],
                tuple(
                    Deed(
                        deed["id"], deed["key"], deed["action"], tuple(deed["actors"]), tuple(deed["things"]),
                        tuple(deed["places"]), deed["negated"],
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
