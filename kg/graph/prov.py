"""The record of a run: what went in and which version read it. No times, so that two builds are byte-identical."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from kg import __version__
from kg.graph.iris import Iris
from kg.graph.settings import DCTERMS, PROV, RDFS, Settings
from kg.graph.terms import TYPE, literal
from kg.texts.document import Document


def run_quads(documents: Iterable[Document], settings: Settings, version: str = __version__) -> Iterator[str]:
    """N-Quads lines of the run's graph for all documents of one build.

    Of a file's path only the name is kept: where it lay on somebody's machine is nobody's business.
    """
    iris = Iris(settings)
    rit, graph = settings.ontology, f"<{iris.graph('run')}>"
    inputs = sorted({(document.id, document.source) for document in documents}, key=lambda pair: pair[0])
    digest = hashlib.sha256("\n".join((version, *(f"{name} {source.sha256}" for name, source in inputs))).encode())
    run, software = f"<{iris.run(digest.hexdigest()[:16])}>", f"<{iris.software(version)}>"
    yield (
        f"{run} {TYPE} <{PROV}Activity> {graph} .\n"
        f"{run} <{PROV}wasAssociatedWith> {software} {graph} .\n"
        f"{software} {TYPE} <{PROV}SoftwareAgent> {graph} .\n"
        f"{software} <{RDFS}label> {literal(f'ritual-kg {version}')} {graph} .\n"
        f"{software} <{rit}version> {literal(version)} {graph} .\n"
    )
    described: set[str] = set()
    for name, source in inputs:
        file = f"<{iris.source(source.sha256)}>"
        made = f"<{iris.graph('text', name)}>"
        yield (
            f"{made} {TYPE} <{PROV}Entity> {graph} .\n"
            f"{made} <{PROV}wasGeneratedBy> {run} {graph} .\n"
            f"{made} <{PROV}wasDerivedFrom> {file} {graph} .\n"
        )
        if source.sha256 in described:
            continue
        described.add(source.sha256)
        yield (
            f"{run} <{PROV}used> {file} {graph} .\n"
            f"{file} {TYPE} <{PROV}Entity> {graph} .\n"
            f"{file} <{rit}fileName> {literal(source.name)} {graph} .\n"
            f"{file} <{rit}sha256> {literal(source.sha256)} {graph} .\n"
            f"{file} <{rit}encoding> {literal(source.encoding)} {graph} .\n"
            f"{file} <{DCTERMS}format> {literal(source.format)} {graph} .\n"
        )
