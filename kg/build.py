"""The whole way: sources become documents, readings, quads, a store and a first page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import KgError
from kg.files import ensure_folder, file_name, write_whole
from kg.graph.settings import Settings
from kg.sources import Options, commentaries, documents
from kg.texts.document import Document, Problem

if TYPE_CHECKING:
    from spacy.language import Language

    from kg.cluster import Cluster
    from kg.corrections.correction import Outcome
    from kg.reading.act import Reading
    from kg.tasks import Done, Task

__all__ = ["Options", "Part", "Progress", "Report", "build", "documents", "read", "write_view"]

_TOLD = 12  # problems of a document that are told one by one; all stand in the graph
Progress = Callable[[str, int], None]  # a document's id, and how many of its characters have been read


@dataclass(frozen=True, slots=True)
class Part:
    """What one document became. `path` holds its quads.

    `problems` are the first of what is damaged in it, `others` how many more there are by kind: a build of many texts
    keeps no list of all.
    """

    document: str
    title: str
    characters: int
    acts: int
    mentions: int
    problems: tuple[Problem, ...]
    others: Mapping[str, int]
    path: Path
    reused: bool = False  # made by an earlier build from the same text by the same rules

    @property
    def damage(self) -> int:
        """How many problems there are in all."""
        return len(self.problems) + sum(self.others.values())


@dataclass(slots=True)
class Report:
    """What a build made, and what it could not read."""

    parts: list[Part] = field(default_factory=list)
    failures: list[KgError] = field(default_factory=list)
    corrections: list[Outcome] = field(default_factory=list)
    store: Path | None = None
    view: Path | None = None
    site: Path | None = None
    nodes: int = 0
    witnesses: dict[str, tuple[str, ...]] = field(default_factory=dict)  # canonical text → documents aligned to it


def read(document: Document, nlp: Language | None = None) -> Reading:
    """What the pipeline finds in the base text of a document."""
    from kg.reading import read as read_text

    return read_text(document, nlp)


def build(
    sources: Sequence[str],
    output: Path,
    options: Options,
    *,
    view: bool = True,
    server: str | None = None,
    progress: Progress = lambda document, characters: None,
    jobs: int = 1,
    resume: bool = False,
    load: bool = True,
    cluster: Cluster | None = None,
) -> Report:
    """Builds `output`: parts/ID.nq for each document and for lexicon, ontology and run; store/; view.html.

    The store is replaced as a whole when everything is written; until then, and where the build stops half-way, the
    old one stands. `server` is a SPARQL server that takes the graph as well. Documents that cannot be read are listed
    in the report and the rest is built; where none can be read nothing is replaced. `jobs` processes read, or the
    workers of `cluster`; with `resume` a part that was made before from the same text by the same rules is kept.
    Without `load` there are only parts, for the loader of another server: no store (an old one stands) and no view.
    What people decided before stands in `output` too and is kept: corrections.tsv (applied to the readings) and
    links.tsv (reviewed links). Raises KgError where the output cannot be written, or one of these tables is not valid.
    """
    from kg.corrections.apply import unplaced
    from kg.corrections.table import FILE as CORRECTIONS
    from kg.corrections.table import read_corrections
    from kg.ensemble import Ensemble
    from kg.graph.server import parse_server, write_server
    from kg.graph.store import write_store
    from kg.links.build import link_parts
    from kg.links.decisions import FILE as LINKS
    from kg.pool import perform_all
    from kg.tasks import Task

    ensure_folder(output)
    address = parse_server(server) if server else None  # a wrong address is told before the work, not after it
    corrections = read_corrections(output / CORRECTIONS)  # so is a fault in a table
    link_parts((), options.settings, output / LINKS)
    report = Report()
    parts = output / "parts"
    rites = ((document, True) for document in documents(sources, options, report.failures))

    def tasks() -> Iterator[Task]:
        for document, prescribes in chain(rites, ((document, False) for document in commentaries(sources))):
            progress(document.id, 0)
            path = parts / f"{file_name(document.id)}.nq"
            yield Task(document, prescribes, path, options.settings, corrections)

    performed = cluster.perform_all(tasks(), resume) if cluster else perform_all(tasks(), jobs, resume)
    with Ensemble(options.settings, corrections, output / LINKS) as ensemble:
        for task, done in performed:
            if isinstance(done, KgError):
                report.failures.append(done)
                continue
            ensemble.add(task.document, done)
            report.corrections += done.outcomes
            report.parts.append(_part(task, done))
            progress(task.document.id, len(task.document.text))
        if not report.parts:
            return report
        paths = [part.path for part in report.parts]
        for name, lines in ensemble.parts():
            paths.append(parts / f"{name}.nq")
            write_whole(paths[-1], lines)
            if cluster is not None:
                cluster.publish(paths[-1])
        report.witnesses = ensemble.witnesses
    report.corrections += unplaced(corrections, report.corrections)
    if load:
        write_store(paths, output / "store")
        report.store = output / "store"
    if address is not None:
        write_server(paths, address)
    kept = {path.name for path in paths}
    for stale in sorted(parts.glob("*.nq")):  # of documents that an earlier build had and this one has not
        if stale.name not in kept and not stale.is_dir():  # a folder is not ours; it was told where a part should be
            stale.unlink()
            (parts / ".done" / f"{stale.stem}.json").unlink(missing_ok=True)
    for half in (*parts.glob(".*.part"), *parts.glob(".done/.*.part")):  # of processes that were killed
        half.unlink(missing_ok=True)
    if view and report.store is not None:
        report.view = output / "view.html"
        report.nodes = write_view(report.store, report.view, options.settings)
    return report


def _part(task: Task, done: Done) -> Part:
    document = task.document
    others = Counter(problem.kind for problem in document.problems[_TOLD:])
    return Part(
        document.id, document.title, len(document.text), done.acts, done.mentions, document.problems[:_TOLD], others,
        task.path, done.reused,
    )  # fmt: skip


def write_view(store: Path, path: Path, settings: Settings, focus: str = "", depth: int = 2) -> int:
    """Writes the network page of a store, whole or around what `focus` names; returns the number of nodes."""
    from kg.graph.store import open_store
    from kg.views.focus import network_model
    from kg.views.network import RitualNetwork
    from kg.views.reader import RiteReader, select_from

    reader = RiteReader(select_from(open_store(store), settings))
    model = network_model(reader, focus, depth)
    RitualNetwork(model).write_html(path)
    return len(model.nodes)
