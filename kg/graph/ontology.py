"""The ontology's files: where they are, which class each lexicon class belongs to, and the ontology as quads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pyoxigraph as ox

from kg.errors import GraphError, Where
from kg.graph.iris import Iris
from kg.graph.settings import DEFAULT_BASE, Settings

_LEXICON_CLASS = ox.NamedNode(f"{DEFAULT_BASE}ontology#lexiconClass")


def ontology_dir() -> Path:
    """The folder with rite.ttl, shapes.ttl and queries/: inside an installed package, or beside it in a checkout.

    Raises GraphError KG-G004 where neither exists.
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "ontology", package.parent / "ontology"):
        if (folder / "rite.ttl").is_file():
            return folder
    raise GraphError(
        "KG-G004",
        "找不到本體檔案 rite.ttl；請重新安裝。",
        "The ontology's files (rite.ttl) are missing; reinstall the package.",
        Where(str(package.parent / "ontology")),
    )


def ontology_text(name: str, settings: Settings) -> str:
    """A file of the ontology's folder, with IRIs under the base of `settings`."""
    return settings.localise((ontology_dir() / name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def lexicon_classes() -> dict[str, str]:
    """`actors/host` → `Host`: the local name of the ontology class for a table and class of the lexicon."""
    data = (ontology_dir() / "rite.ttl").read_bytes()
    return {
        quad.object.value: quad.subject.value.rsplit("#", 1)[1]
        for quad in ox.parse(data, format=ox.RdfFormat.TURTLE)
        if quad.predicate == _LEXICON_CLASS
        and isinstance(quad.object, ox.Literal)
        and isinstance(quad.subject, ox.NamedNode)
    }


def ontology_quads(settings: Settings) -> Iterator[str]:
    """rite.ttl as sorted N-Quads lines in the graph of the ontology."""
    graph = ox.NamedNode(Iris(settings).graph("ontology"))
    triples = ox.parse(ontology_text("rite.ttl", settings).encode(), format=ox.RdfFormat.TURTLE)
    for line in sorted(str(ox.Quad(t.subject, t.predicate, t.object, graph)) for t in triples):
        yield f"{line} .\n"
