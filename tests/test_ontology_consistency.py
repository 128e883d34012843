"""The vocabulary with its alignments, and a graph made with it, contradict themselves nowhere."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from vocabulary.reason import hermit_faults, hermit_is_there, owlrl_faults, triples

import graph_samples as sample
from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.regulations import regulation_quads
from kg.graph.settings import Settings
from kg.graph.tallies import match_quads, tally_quads
from kg.graph.things import thing_quads
from kg.lexicon.load import load_lexicon
from kg.rite.tally import read_match
from kg.texts.shipped import shipped_documents

RIT = "https://w3id.org/ritual-kg/ontology#"
HITS = "couple,upper,lower,upper_hits,lower_hits\n1,賓,主人,3,1\n2,士,大夫,0,4\n"
needs_hermit = pytest.mark.skipif(not hermit_is_there(), reason="needs Java and owlready2 (pip install -e '.[reason]')")


@pytest.fixture(scope="module")
def statements() -> list[ox.Triple]:
    """The vocabulary, the sample's graph, and all that the rites' tables say."""
    lines = list(sample.text_lines())
    for document in shipped_documents():
        entities = Entities(Settings(), load_lexicon())
        text = TextGraph(document, Settings())
        lines += [*thing_quads(text, entities), *regulation_quads(text, entities), *tally_quads(text, entities)]
        lines += [*match_quads(read_match(HITS, "m", "xiangshe"), entities), *entities.lines]
    return triples(lines)


def contradictory(statements: list[ox.Triple]) -> list[ox.Triple]:
    """The same, with a rack that is a person."""
    rack = ox.NamedNode("https://w3id.org/ritual-kg/lexicon/object.bi")
    kind = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    return [*statements, ox.Triple(rack, kind, ox.NamedNode(f"{RIT}Actor"))]


def test_owlrl(statements: list[ox.Triple]) -> None:
    """The rules of OWL 2 RL find no contradiction, and find one where a thing is a person."""
    assert owlrl_faults(statements) == []
    assert any("Disjoint" in fault for fault in owlrl_faults(contradictory(statements)))


@needs_hermit
def test_hermit(statements: list[ox.Triple]) -> None:
    """HermiT finds graph and vocabulary consistent, every class possible, and a thing that is a person not."""
    assert hermit_faults(statements) == []
    assert hermit_faults(contradictory(statements)) == ["inconsistent"]


@needs_hermit
def test_hermit_finds_impossible_classes() -> None:
    """A class below two disjoint ones can have no instance."""
    below = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#subClassOf")
    kind = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    new = ox.NamedNode(f"{RIT}Impossible")
    wrong = [
        ox.Triple(new, kind, ox.NamedNode("http://www.w3.org/2002/07/owl#Class")),
        *(ox.Triple(new, below, ox.NamedNode(RIT + name)) for name in ("Actor", "Object")),
    ]
    assert hermit_faults([*triples(), *wrong]) == [f"{RIT}Impossible"]
