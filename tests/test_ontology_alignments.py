"""Alignments: one file a foreign ontology, each statement about terms that there are."""

from __future__ import annotations

from pathlib import Path

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS, URIRef

from kg.graph.ontology import ontology_dir

RIT = "https://w3id.org/ritual-kg/ontology#"
FILES = sorted((ontology_dir() / "alignments").glob("*.ttl"))
# The names of terms in each ontology as it is published; a slip of the pen in a file is told by its absence here.
KNOWN = {
    "bot": ("https://w3id.org/bot#", "Zone Site Building Storey Space Element Interface adjacentZone containsZone"),
    "cidoc-crm": (
        "http://www.cidoc-crm.org/cidoc-crm/",
        "E7_Activity E13_Attribute_Assignment E22_Human-Made_Object E29_Design_or_Procedure E33_Linguistic_Object "
        "E39_Actor E53_Place E54_Dimension E55_Type E58_Measurement_Unit E74_Group",
    ),
    "lrmoo": (
        "http://iflastandards.info/ns/lrm/lrmoo/",
        "F1_Work F2_Expression F3_Manifestation F5_Item R5_has_component",
    ),
    "ontolex": (
        "http://www.w3.org/ns/lemon/",
        "ontolex#LexicalConcept ontolex#LexicalSense ontolex#Form ontolex#writtenRep ontolex#phoneticRep lime#Lexicon "
        "frac#Attestation",
    ),
    "p-plan": (
        "http://purl.org/net/p-plan#",
        "Plan Step Variable isStepOfPlan isSubPlanOfPlan isPrecededBy hasInputVar hasOutputVar",
    ),
    "prov-o": (
        "http://www.w3.org/ns/prov#",
        "Plan Entity Activity Agent Association Role qualifiedAssociation hadRole hadPlan",
    ),
    "sem": (
        "http://semanticweb.cs.vu.nl/2009/11/sem/",
        "Event Actor Place Object Role EventType hasActor hasPlace hasSubEvent",
    ),
    "skos": (
        "http://www.w3.org/2004/02/skos/core#",
        "Concept Collection member broader definition altLabel",
    ),
}  # fmt: skip
MAPPINGS = (RDFS.subClassOf, RDFS.subPropertyOf, SKOS.closeMatch, SKOS.relatedMatch)


def statements(path: Path) -> list[tuple[URIRef, URIRef, URIRef]]:
    """What a file maps: our term, how, and theirs."""
    graph = rdflib.Graph().parse(path, format="turtle")
    return [
        (s, p, o)
        for p in MAPPINGS
        for s, o in graph.subject_objects(p)
        if isinstance(s, URIRef) and isinstance(o, URIRef)
    ]


def test_the_foreign_ontologies() -> None:
    """CIDOC CRM, LRMoo, PROV-O with its plans, SEM, BOT, SKOS and OntoLex, each in a file of its own."""
    assert {path.stem for path in FILES} == set(KNOWN)


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_terms_are_there(path: Path) -> None:
    """Our side is a term of the ontology, theirs a term of theirs, and each is declared in the file."""
    ours = rdflib.Graph().parse(ontology_dir() / "rite.ttl", format="turtle")
    file = rdflib.Graph().parse(path, format="turtle")
    namespace, names = KNOWN[path.stem]
    found = statements(path)
    assert len(found) >= 6
    for term, _, other in found:
        assert str(term).startswith(RIT)
        assert (term, RDF.type, None) in ours, term
        assert str(other).removeprefix(namespace) in names.split(), other
        assert (other, RDF.type, None) in file or (other, RDF.type, None) in ours, other


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_classes_map_to_classes(path: Path) -> None:
    """A class is mapped to a class, a property to a property."""
    both = rdflib.Graph().parse(ontology_dir() / "rite.ttl", format="turtle").parse(path, format="turtle")
    for term, _, other in statements(path):
        kinds = [(node, OWL.Class) in set(both.subject_objects(RDF.type)) for node in (term, other)]
        assert kinds[0] == kinds[1], (term, other)


def test_each_mapping_once() -> None:
    """No term is mapped to another one in two ways."""
    pairs = [(term, other) for path in FILES for term, _, other in statements(path)]
    assert len(pairs) == len(set(pairs))
    assert len(pairs) > 70


def test_an_act_is_no_activity() -> None:
    """A prescribed act is a design or procedure (E29) and never an activity that took place (E7)."""
    crm = "http://www.cidoc-crm.org/cidoc-crm/"
    found = {
        str(other).removeprefix(crm): relation
        for path in FILES
        for term, relation, other in statements(path)
        if str(term) == f"{RIT}Act" and str(other).startswith(crm)
    }
    assert found == {"E29_Design_or_Procedure": RDFS.subClassOf, "E7_Activity": SKOS.relatedMatch}
