"""The ontology keeps the rules of a good vocabulary, and everything that graphs, shapes and queries use is declared."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS, Literal, Namespace, URIRef

import graph_samples as sample
from kg.graph import settings
from kg.graph.named import named_queries
from kg.graph.ontology import lexicon_classes, ontology_dir, ontology_quads
from kg.graph.settings import Settings
from kg.lexicon.load import load_lexicon
from kg.reading.act import RESOURCE_ROLES, Grade, Kind, Mode, Supply
from kg.texts.document import Layer
from kg.texts.read import read_documents

RIT = Namespace("https://w3id.org/ritual-kg/ontology#")
ONTOLOGY = URIRef("https://w3id.org/ritual-kg/ontology")
BUILTIN = (settings.RDF, settings.RDFS, settings.OWL, settings.XSD)


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_dir() / "rite.ttl", format="turtle")


@pytest.fixture(scope="module")
def shapes() -> rdflib.Graph:
    return rdflib.Graph().parse(ontology_dir() / "shapes.ttl", format="turtle")


def terms(ontology: rdflib.Graph) -> set[URIRef]:
    return {s for s in ontology.subjects() if isinstance(s, URIRef) and s.startswith(RIT)}


def languages(graph: rdflib.Graph, subject: URIRef, predicate: URIRef) -> list[str]:
    return sorted((o.language or "").lower() for o in graph.objects(subject, predicate) if isinstance(o, Literal))


def test_every_term_is_described(ontology: rdflib.Graph) -> None:
    """Each term has one label and one definition in each language, a type, and says where it is defined."""
    found = terms(ontology)
    assert len(found) > 150
    for term in sorted(found):
        assert languages(ontology, term, RDFS.label) == ["en", "zh-hant"], term
        assert languages(ontology, term, SKOS.definition) == ["en", "zh-hant"], term
        assert ontology.value(term, RDFS.isDefinedBy) == ONTOLOGY, term
        assert ontology.value(term, RDF.type), term


def test_labels_are_unique(ontology: rdflib.Graph) -> None:
    """No two terms share a label in one language."""
    labels = Counter(label for term in terms(ontology) for label in ontology.objects(term, RDFS.label))
    assert [str(label) for label, times in labels.items() if times > 1] == []


def test_names_keep_to_the_custom(ontology: rdflib.Graph) -> None:
    """Classes and individuals are UpperCamelCase, properties lowerCamelCase, letters and digits alone."""
    for term in terms(ontology):
        name = term.removeprefix(RIT)
        kinds = set(ontology.objects(term, RDF.type))
        is_property = bool(kinds & {OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty})
        assert re.fullmatch("[a-z][A-Za-z0-9]*" if is_property else "[A-Z][A-Za-z0-9]*", name), name


def test_no_blank_nodes(ontology: rdflib.Graph) -> None:
    """The ontology holds no blank node, so that any server takes it."""
    assert not [node for triple in ontology for node in triple if isinstance(node, rdflib.BNode)]


def test_nothing_undeclared(ontology: rdflib.Graph) -> None:
    """Each class and property that the ontology itself uses is declared in it."""
    declared = set(ontology.subjects(RDF.type, None))
    used = {p for _, p, _ in ontology} | set(ontology.objects(None, RDF.type))
    for predicate in (RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain, RDFS.range, OWL.disjointWith):
        used |= set(ontology.objects(None, predicate))
    assert sorted(term for term in used - declared if not str(term).startswith(BUILTIN)) == []


def test_what_graphs_use_is_declared(ontology: rdflib.Graph) -> None:
    """Each property and class of the sample's graph is declared in the ontology."""
    declared = set(ontology.subjects(RDF.type, None))
    data = rdflib.Dataset(default_union=True)
    data.parse(data="".join(sample.lines()), format="nquads")
    used = {p for _, p, _, _ in data.quads()} | {o for _, _, o, _ in data.quads((None, RDF.type, None, None))}
    assert sorted(term for term in used - declared if not str(term).startswith(BUILTIN)) == []


def test_what_shapes_and_queries_use_is_declared(ontology: rdflib.Graph, shapes: rdflib.Graph) -> None:
    """No shape and no named query speaks of a rit: term that does not exist."""
    declared = {term.removeprefix(RIT) for term in terms(ontology)}
    used = {o.removeprefix(RIT) for triple in shapes for o in triple if isinstance(o, URIRef) and o.startswith(RIT)}
    for query in named_queries().values():
        body = "\n".join(line for line in query.text.splitlines() if not line.startswith(("#", "PREFIX")))
        used |= set(re.findall(r"\brit:(\w+)", body))
    assert sorted(used - declared) == []


def test_engine_and_ontology_agree(ontology: rdflib.Graph) -> None:
    """Each role, kind, mode, grade, supply and layer that the engine can state is in the ontology."""
    declared = {term.removeprefix(RIT) for term in terms(ontology)}
    assert set(RESOURCE_ROLES) <= declared
    for role in RESOURCE_ROLES:
        assert (RIT[role], RDFS.subPropertyOf, RIT.participant) in ontology
    assert {kind.value for kind in Kind} <= declared
    assert {f"Layer{layer.value.capitalize()}" for layer in Layer} <= declared
    for values in (Grade, Supply, Mode):
        assert {value.value.capitalize() for value in values} - {"Asserted"} <= declared


def test_lexicon_classes_have_a_class() -> None:
    """Each class of the lexicon's tables has a class of the ontology, a subclass of the one of its table."""
    used = {f"{e.table}/{e.cls}" for e in load_lexicon().entries.values() if e.cls and e.table != "grammar"}
    assert sorted(used - set(lexicon_classes())) == []


def test_lexicon_class_is_below_its_table(ontology: rdflib.Graph) -> None:
    """actors/… are subclasses of rit:Actor, places/… of rit:Position, and so on."""
    tops = {"actors": RIT.Actor, "objects": RIT.Object, "places": RIT.Position, "verbs": RIT.Action}
    tops |= {"measures": RIT.Measure, "directions": RIT.Direction, "sides": RIT.Side}
    for name, local in lexicon_classes().items():
        assert (RIT[local], RDFS.subClassOf, tops[name.split("/")[0]]) in ontology, name


def test_groups_name_entries() -> None:
    """Each group and member of groups.ttl is an actor of the shipped lexicon."""
    entries = load_lexicon().entries
    triples = list(rdflib.Graph().parse(ontology_dir() / "groups.ttl", format="turtle"))
    assert triples
    for subject, predicate, obj in triples:
        assert predicate == RIT.member
        for node in (subject, obj):
            assert entries[str(node).rsplit("/", 1)[1]].table == "actors"


def test_examples_stand_in_the_text(ontology: rdflib.Graph) -> None:
    """Each example of a class or property stands so in the shipped edition (punctuation aside)."""
    shipped = files("kg.texts") / "data"
    documents = [d for name in ("xiangshe.xml", "dashe.xml") for d in read_documents(str(shipped / name))]
    texts = "".join(re.sub(r"\W", "", document.text) for document in documents)
    missing = [str(e) for e in ontology.objects(None, SKOS.example) if re.sub(r"\W", "", str(e)) not in texts]
    assert missing == []


def test_shapes_speak_both_languages(shapes: rdflib.Graph) -> None:
    """Each shape has a message in Traditional Chinese and one in English."""
    sh = Namespace("http://www.w3.org/ns/shacl#")
    found = [s for kind in (sh.NodeShape, sh.PropertyShape) for s in shapes.subjects(RDF.type, kind)]
    assert len(found) > 60
    for shape in found:
        assert languages(shapes, shape, sh.message) == ["en", "zh-hant"], shape


def test_ontology_quads() -> None:
    """The ontology's quads are its statements, sorted, in the graph of the ontology, under the base that is set."""
    lines = list(ontology_quads(Settings("https://example.org/r/")))
    assert lines == sorted(lines)
    assert all(line.endswith(" <https://example.org/r/graph/ontology> .\n") for line in lines)
    assert not any("w3id.org" in line for line in lines)
