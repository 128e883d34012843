"""The rules of a good vocabulary: the ontology keeps each, and each is broken by what it is meant to find."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rdflib import Graph
from vocabulary.checks import Check, findings, load_checks, vocabulary_files, vocabulary_store
from vocabulary.register import declared, faults, registered

from kg.graph.ontology import ontology_dir

CHECKS = load_checks()
HEAD = "".join(
    f"@prefix {prefix}: <{iri}> .\n"
    for prefix, iri in {
        "rit": "https://w3id.org/ritual-kg/ontology#",
        "owl": "http://www.w3.org/2002/07/owl#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "dcterms": "http://purl.org/dc/terms/",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "ex": "http://example.org/",
    }.items()
)
# What breaks each rule, and the term that the check must name.
BROKEN = {
    "missing-label": ('rit:Foo a owl:Class ; rdfs:label "甲"@zh-Hant .', "Foo"),
    "missing-definition": ('rit:Foo a owl:Class ; skos:definition "A thing."@en .', "Foo"),
    "several-labels": ('rit:Foo a owl:Class ; rdfs:label "a"@en , "b"@en .', "Foo"),
    "duplicate-label": ('rit:Foo a owl:Class ; rdfs:label "prescribed act"@en .', "Foo"),
    "wrong-language": ('rit:Foo a owl:Class ; rdfs:label "甲"@zh-Hans .', "Foo"),
    "untidy-label": ('rit:Foo a owl:Class ; rdfs:label "a thing."@en .', "Foo"),
    "definition-unended": ('rit:Foo a owl:Class ; skos:definition "A thing"@en .', "Foo"),
    "definition-is-label": ('rit:Foo rdfs:label "thing of foo"@en ; skos:definition "Thing of foo."@en .', "Foo"),
    "not-defined-by": ("rit:Foo a owl:Class ; rdfs:isDefinedBy ex:ontology .", "Foo"),
    "foreign-not-defined-by": ("ex:Foo a owl:Class .", "http://example.org/Foo"),
    "untyped": ('rit:Foo rdfs:label "a"@en .', "Foo"),
    "undeclared": ("rit:Foo a owl:Class ; rdfs:subClassOf rit:NoSuchClass .", "NoSuchClass"),
    "unconnected-class": ("rit:Foo a owl:Class .", "Foo"),
    "unconnected-individual": ("rit:Foo a owl:NamedIndividual .", "Foo"),
    "loose-property": ("rit:foo a owl:ObjectProperty .", "foo"),
    "wrong-character": ("rit:Foo-bar a owl:Class .", "Foo-bar"),
    "wrong-case": ("rit:foo a owl:Class .", "foo"),
    "differs-by-case": ("rit:Like a owl:NamedIndividual , rit:Mode .", "Like"),
    "two-kinds": ("rit:Foo a owl:Class , owl:NamedIndividual .", "Foo"),
    "cycle": ("rit:Actor rdfs:subClassOf rit:Host .", "Host"),
    "disjoint-above": ("rit:Foo rdfs:subClassOf rit:Host , rit:Vessel .", "Foo"),
    "range-of-data": ("rit:foo a owl:DatatypeProperty ; rdfs:range rit:Act .", "foo"),
    "example-without-source": ('rit:Foo a owl:Class ; skos:example "主人戒賓"@lzh .', "Foo"),
    "blank-node": ("rit:Foo a owl:Class ; rdfs:subClassOf [ a owl:Class ] .", ""),
    "deprecated-without-heir": ("rit:Foo a owl:Class ; owl:deprecated true .", "Foo"),
    "header": ('ex:ontology a owl:Ontology ; dcterms:title "x"@en .', "http://example.org/ontology"),
    "alignment-without-reason": ("rit:Act skos:closeMatch ex:Deed .", "Act"),
    "alignment-to-itself": ("rit:Act skos:closeMatch rit:Phase .", "Act"),
}  # fmt: skip


def test_each_rule_is_tried() -> None:
    """Every check has something that breaks it, and there is no other."""
    assert {check.name for check in CHECKS} == set(BROKEN)


@pytest.mark.parametrize("check", [pytest.param(one, id=one.name) for one in CHECKS])
def test_the_vocabulary_keeps_the_rule(check: Check) -> None:
    """The check finds nothing in the ontology and its alignments."""
    assert list(findings(check, vocabulary_store())) == []


@pytest.mark.parametrize("check", [pytest.param(one, id=one.name) for one in CHECKS])
def test_the_rule_finds_what_breaks_it(check: Check) -> None:
    """The check names the term that breaks the rule."""
    broken, term = BROKEN[check.name]
    found = list(findings(check, vocabulary_store(HEAD + broken)))
    assert found
    assert not term or term in {name for row in found for name in row}


def test_no_term_is_lost_or_reused(tmp_path: Path) -> None:
    """Each term that a version had is still declared, as what it was; the register is well-formed."""
    assert faults() == []
    known = registered()
    assert len(known) > 500
    assert known["Act"] == (declared()["Act"], "0.1.0")
    for text in ("term\n", "term\tkind\tsince\nAct\tClass\n", "term\tkind\tsince\nA\tClass\t1\nA\tClass\t1\n"):
        (tmp_path / "terms.tsv").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"terms\.tsv"):
            registered(tmp_path / "terms.tsv")


@pytest.mark.parametrize("folder", ["questions", "tally", "queries", "checks"])
def test_queries_speak_of_terms_that_there_are(folder: str) -> None:
    """No query of the ontology's folders names a rit: term that is not declared."""
    files = sorted((ontology_dir() / folder).glob("*.rq"))
    assert files
    known = declared()
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        body = "\n".join(line for line in lines if not line.startswith(("#", "PREFIX")))
        assert set(re.findall(r"\brit:(\w+)", body)) <= set(known), path.name


def test_no_blank_nodes_by_rdflib() -> None:
    """rdflib agrees that no file of the vocabulary holds a blank node, so that any server takes it."""
    for path in vocabulary_files():
        nodes = {node for triple in Graph().parse(path, format="turtle") for node in triple}
        assert not [node for node in nodes if type(node).__name__ == "BNode"], path.name
