"""Is the vocabulary consistent? HermiT says it for all of OWL 2 DL, owlrl for what its rules reach."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox
import rdflib
from owlrl import OWLRL_Semantics
from rdflib import OWL, RDF

from vocabulary.checks import vocabulary_files


def hermit_is_there() -> bool:
    """Whether owlready2 (extra `reason`) and Java are."""
    try:
        import owlready2  # noqa: F401
    except ImportError:
        return False
    return shutil.which("java") is not None


def triples(data: Iterable[str] = ()) -> list[ox.Triple]:
    """The vocabulary with its alignments, and the statements of `data` (N-Quads lines), each once.

    What says how the alignments are imported is left out: nothing is fetched.
    """
    found: dict[ox.Triple, None] = {}
    for path in vocabulary_files():
        for quad in ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE):
            if quad.predicate.value != str(OWL.imports):
                found[quad.triple] = None
    for quad in ox.parse("".join(data).encode(), format=ox.RdfFormat.N_QUADS):
        found[quad.triple] = None
    return list(found)


def hermit_faults(statements: Iterable[ox.Triple]) -> list[str]:
    """Classes that can have no instance, or "inconsistent" where the whole contradicts itself; by HermiT."""
    import owlready2

    world = owlready2.World()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.nt"
        path.write_text("".join(f"{triple} .\n" for triple in statements), encoding="utf-8")
        ontology = world.get_ontology(path.as_uri()).load()
        try:
            with ontology:
                owlready2.sync_reasoner_hermit(world, infer_property_values=False, debug=0)
        except owlready2.OwlReadyInconsistentOntologyError:
            return ["inconsistent"]
        return sorted(str(one.iri) for one in world.inconsistent_classes() if one is not owlready2.Nothing)


def owlrl_faults(statements: Iterable[ox.Triple]) -> list[str]:
    """What the rules of OWL 2 RL find contradictory: their messages, and what they put into owl:Nothing."""
    graph = rdflib.Graph()
    graph.parse(data="".join(f"{triple} .\n" for triple in statements), format="nt")
    closure = OWLRL_Semantics(graph, axioms=False, daxioms=False)
    closure.closure()
    nothing = {str(one) for one in graph.subjects(RDF.type, OWL.Nothing)}
    return sorted(nothing | set(closure.error_messages))
