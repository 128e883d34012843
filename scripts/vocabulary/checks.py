"""The rules of a good vocabulary: each ontology/checks/NAME.rq finds what breaks one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg.graph.ontology import ontology_dir

_HEADER = re.compile(r"^# (zh|en): (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Check:
    """One rule: what is wrong where its query finds something, in both languages."""

    name: str
    zh: str
    en: str
    query: str


def load_checks(folder: Path | None = None) -> list[Check]:
    """All checks by name. Raises ValueError for a file that does not say in both languages what it finds."""
    found = []
    for path in sorted((folder or ontology_dir() / "checks").glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        told = dict(_HEADER.findall(text))
        if told.keys() != {"zh", "en"}:
            raise ValueError(f"{path.name}: “# zh: …” and “# en: …” must tell what the query finds")
        found.append(Check(path.stem, told["zh"], told["en"], text))
    return found


def vocabulary_files() -> list[Path]:
    """The ontology and its alignments."""
    folder = ontology_dir()
    return [folder / "rite.ttl", *sorted((folder / "alignments").glob("*.ttl"))]


def vocabulary_store(extra: str = "") -> ox.Store:
    """The vocabulary, each file in a graph that ends in its name; `extra` is Turtle that is added to rite.ttl's."""
    store = ox.Store()
    for path in vocabulary_files():
        store.load(path.read_bytes(), format=ox.RdfFormat.TURTLE, to_graph=ox.NamedNode(f"urn:vocabulary/{path.name}"))
    if extra:
        store.load(extra.encode(), format=ox.RdfFormat.TURTLE, to_graph=ox.NamedNode("urn:vocabulary/rite.ttl"))
    return store


def findings(check: Check, store: ox.Store) -> Iterator[tuple[str, ...]]:
    """What a check finds, one row a finding, terms shortened to their names."""
    found = store.query(check.query, use_default_graph_as_union=True)
    assert isinstance(found, ox.QuerySolutions)
    for row in found:
        yield tuple("" if term is None else str(getattr(term, "value", term)).rpartition("#")[2] for term in row)
