"""ontology/terms.tsv: every term that a version had, with its kind: no name is lost, or given to anything else."""

from __future__ import annotations

from pathlib import Path

from kg.graph.ontology import ontology_dir
from vocabulary.terms import KINDS, read_vocabulary

_HEAD = "term\tkind\tsince"


def declared() -> dict[str, str]:
    """The terms of rite.ttl → their kind (Class, ObjectProperty …)."""
    groups = read_vocabulary().groups
    return {term.name: kind for kind, _, _ in KINDS for term in groups[kind]}


def registered(path: Path | None = None) -> dict[str, tuple[str, str]]:
    """The terms of the register → kind and the version that had them first. ValueError for a row that is none."""
    lines = (path or ontology_dir() / "terms.tsv").read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != _HEAD:
        raise ValueError(f"terms.tsv begins with {_HEAD!r}")
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != 3 or cells[0] in found:
            raise ValueError(f"terms.tsv, line {number}: not three cells, or the term stands twice")
        found[cells[0]] = (cells[1], cells[2])
    return found


def faults() -> list[str]:
    """Registered terms that are gone, or are something else now."""
    now = declared()
    return [
        f"{term}: registered as {kind} since {since}, now {now.get(term, 'not declared')}"
        for term, (kind, since) in registered().items()
        if now.get(term) != kind
    ]


def register() -> int:
    """Adds the terms that the register lacks under the version that the ontology states; returns how many."""
    path = ontology_dir() / "terms.tsv"
    known = registered(path) if path.is_file() else {}
    version = read_vocabulary().head["version"]
    new = {term: (kind, version) for term, kind in declared().items() if term not in known}
    rows = sorted((known | new).items())
    text = "\n".join([_HEAD, *(f"{term}\t{kind}\t{since}" for term, (kind, since) in rows)])
    path.write_text(text + "\n", encoding="utf-8", newline="\n")
    return len(new)
