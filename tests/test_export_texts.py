"""The graph as RDF files, TEI, Web Annotations and spaCy Docs: read by the readers of each, and round trips."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
import spacy
from lxml import etree
from rdflib.compare import to_isomorphic
from spacy.tokens import DocBin

import graph_samples as sample
from exchange_samples import source, store, store_with
from kg.errors import ExportError
from kg.export.annotations import read_annotations
from kg.export.formats import export, write_export
from kg.export.jsonld import context
from kg.export.tei import TEI
from kg.graph.records import act_records
from kg.graph.settings import Settings
from kg.graph.source import Source

BASE = "https://w3id.org/ritual-kg/"
SPACE = {"t": TEI, "xml": "http://www.w3.org/XML/1998/namespace"}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
POINTER = re.compile(r"#string-range\(([\w.]+),(\d+),(\d+)\)")


@cache
def made(format: str) -> bytes:
    """The one file of an export of the sample."""
    ((_, content),) = export(source(), format)
    return content if isinstance(content, bytes) else "".join(content).encode()


def quads(data: bytes, format: ox.RdfFormat) -> set[str]:
    return {str(quad) for quad in ox.parse(data, format=format)}


def ours() -> set[str]:
    return {str(quad) for quad in store()}


# -- RDF --------------------------------------------------------------------------------------------------------------


def test_jsonld_round_trip() -> None:
    """Every statement comes back from the JSON-LD, in its graph, and nothing else."""
    assert quads(made("jsonld"), ox.RdfFormat.JSON_LD) == ours()


def test_jsonld_in_rdflib() -> None:
    """rdflib reads the same statements, without fetching a context."""
    found = rdflib.Dataset()
    found.parse(data=made("jsonld").decode(), format="json-ld")
    wanted = rdflib.Dataset()
    wanted.parse(data=b"".join(f"{line} .\n".encode() for line in ours()).decode(), format="nquads")
    text = rdflib.URIRef(f"{BASE}graph/text/xiangshe")
    assert to_isomorphic(found.graph(text)) == to_isomorphic(wanted.graph(text))
    assert {g.identifier for g in found.graphs() if len(g)} == {g.identifier for g in wanted.graphs() if len(g)}


def test_jsonld_reads_as_json() -> None:
    """An act is an object with keys of plain names: actor, destination, evidence."""
    data = json.loads(made("jsonld"))
    (text,) = [graph for graph in data["@graph"] if graph["id"] == "graph:text/xiangshe"]
    act = next(node for node in text["@graph"] if node["id"] == f"{BASE}text/xiangshe/act/xiangshe.a/2")
    assert act["type"] == "rit:Act"
    assert act["actor"] == "lex:actor.sishe"
    assert act["evidence"].endswith("/text/xiangshe#char=2,3")
    assert data["@context"] == context(Settings())


def test_context_names_the_ontology() -> None:
    """Each property of the ontology is a term of the context; those that lead to resources say so."""
    terms = context(Settings())
    assert terms["actor"] == {"@id": "rit:actor", "@type": "@id"}
    assert terms["negated"] == {"@id": "rit:negated"}
    assert terms["prefLabel"] == {"@id": "skos:prefLabel"}
    assert json.loads(made("context")) == {"@context": terms}
    other = context(Settings("https://example.org/r/"))
    assert "w3id.org" not in json.dumps(other)


@pytest.mark.parametrize(
    "literal",
    ['"01"^^<http://www.w3.org/2001/XMLSchema#integer>', '"1"^^<http://www.w3.org/2001/XMLSchema#boolean>',
     '"3.0"^^<http://www.w3.org/2001/XMLSchema#decimal>', '"x"@zh-hant', '"99999999999999999999"^^'
     '<http://www.w3.org/2001/XMLSchema#integer>', '"\\u0001\\u2028\\"<>&"', '""'],
)  # fmt: skip
def test_jsonld_keeps_every_literal(literal: str) -> None:
    """Numbers that are not canonical, tags, controls: each literal comes back as the same term."""
    extra = f"<{BASE}x> <{BASE}ontology#value> {literal} <{BASE}graph/text/xiangshe> .\n"
    given = store_with(extra)
    ((_, content),) = export(Source(given), "jsonld")
    assert not isinstance(content, bytes)
    assert quads("".join(content).encode(), ox.RdfFormat.JSON_LD) == {str(quad) for quad in given}


def test_trig_round_trip() -> None:
    """TriG gives every statement back in its graph; rdflib reads it too."""
    assert quads(made("trig"), ox.RdfFormat.TRIG) == ours()
    found = rdflib.Dataset()
    found.parse(data=made("trig").decode(), format="trig")
    assert len(found.graph(rdflib.URIRef(f"{BASE}graph/text/xiangshe"))) > 500


def test_turtle_is_sorted_and_whole() -> None:
    """Turtle has each statement once, subjects in order, so that two versions can be compared line by line."""
    triples = {str(triple) for triple in ox.parse(made("ttl"), format=ox.RdfFormat.TURTLE)}
    assert triples == {str(quad.triple) for quad in store()}
    graph = rdflib.Graph().parse(data=made("ttl").decode(), format="turtle")
    assert len(graph) == len(triples)
    subjects = [str(t.subject) for t in ox.parse(made("ttl"), format=ox.RdfFormat.TURTLE)]
    assert subjects == sorted(subjects)


# -- TEI --------------------------------------------------------------------------------------------------------------


@cache
def tei() -> etree._Element:
    return etree.fromstring(made("tei"))


def test_tei_has_the_text_as_it_stands() -> None:
    """The text of the body is the base text to the character; each passage is an <s> with its id and citation."""
    body = tei().find("t:text/t:body", SPACE)
    assert body is not None
    assert "".join(body.itertext()) == sample.TEXT
    sentences = body.findall(".//t:s", SPACE)
    assert [one.get(XML_ID) for one in sentences] == [name for name, _, _ in sample.PASSAGES]
    assert sentences[0].get("n") == "儀禮·鄉射禮, ritual-kg TEI, xiangshe.a"


def test_tei_pointers_lead_to_the_words() -> None:
    """Every pointer of mention, act and role leads into a passage, to words that are there; ids are unique."""
    ids = {one.get(XML_ID): one for one in tei().iter() if one.get(XML_ID)}
    assert len(ids) == sum(1 for one in tei().iter() if one.get(XML_ID))

    def words(pointer: str) -> str:
        match = POINTER.fullmatch(pointer)
        assert match, pointer
        begin, size = int(match[2]), int(match[3])
        text = "".join(ids[match[1]].itertext())
        assert begin + size <= len(text)
        return text[begin : begin + size]

    spans = tei().findall(".//t:spanGrp[@type='mention']/t:span", SPACE)
    assert len(spans) == len(sample.mentions())
    assert [words(one.get("target") or "") for one in spans[:2]] == ["司射", "堂西"]
    acts = tei().findall(".//t:fs[@type='act']", SPACE)
    assert [words(one.get("corresp") or "") for one in acts] == [act.surface for act in sample.acts()]
    for feature in tei().iterfind(".//t:f[@corresp]", SPACE):
        assert words(feature.get("corresp") or "") == "".join(feature.itertext())


def test_tei_acts_have_roles_and_citation() -> None:
    """The act 適 has actor and destination, what was supplied points to the rule, and its citation can be printed."""
    go, bared = tei().findall(".//t:fs[@type='act']", SPACE)[:2]
    told = {f.get("name"): "".join(f.itertext()) for f in go.findall("t:f", SPACE)}
    assert (told["action"], told["actor"], told["destination"]) == ("適", "司射", "堂西")
    assert told["citation"] == "儀禮·鄉射禮, ritual-kg TEI, xiangshe.a"
    assert "適" in told["quote"]
    (actor,) = bared.findall("t:f[@name='actor']", SPACE)
    assert actor.get("resp") == "#rule"
    assert tei().find(f".//*[@{{{SPACE['xml']}}}id='rule']") is not None


def test_tei_structure() -> None:
    """Header, text and standOff stand where TEI P5 has them, in its namespace, with title, licence and source."""
    assert [etree.QName(one).localname for one in tei()] == ["teiHeader", "text", "standOff"]
    assert {etree.QName(one).namespace for one in tei().iter()} == {TEI}
    for path in ("titleStmt/t:title", "publicationStmt/t:availability/t:licence", "sourceDesc/t:bibl"):
        assert tei().find(f"t:teiHeader/t:fileDesc/t:{path}", SPACE) is not None


# -- Web Annotation ---------------------------------------------------------------------------------------------------


def test_web_annotation_round_trip(tmp_path: Path) -> None:
    """Acts come back from the annotations with place, roles, fillers, rule and grade: nothing is lost."""
    (path,) = write_export(source(), "annotations", [], tmp_path / "a.jsonld")
    back = {one["id"]: one for one in read_annotations(path)}
    records = list(act_records(source()))
    assert len(back) == len(records) == len(sample.acts())
    for record in records:
        one = back[record.iri]
        assert (one["text"], one["start"], one["end"]) == (record.text, record.begin, record.end)
        assert (one["exact"], one["action"], one["grade"], one["rule"]) == (
            record.verb, record.action, record.grade, record.rule,
        )  # fmt: skip
        assert {role: [f["label"] for f in fillers] for role, fillers in one["roles"].items()} == {
            role: list(record.labels(role)) for role in record.roles
        }
        for role, fillers in record.roles.items():
            for told, filler in zip(one["roles"][role], fillers, strict=True):
                assert (told.get("start"), told.get("end")) == (filler.begin, filler.end)
                assert told.get("supplied", "") == (filler.rule if filler.supplied else "")
                assert (told.get("id", ""), told.get("quantity", "")) == (filler.iri, filler.quantity)


def test_web_annotation_selectors() -> None:
    """Position and quote lead to the same place: prefix, exact and suffix stand so around it in the text."""
    for one in json.loads(made("annotations")):
        assert one["@context"] == "http://www.w3.org/ns/anno.jsonld"
        assert one["type"] == "Annotation"
        quote, position = one["target"]["selector"]
        assert (quote["type"], position["type"]) == ("TextQuoteSelector", "TextPositionSelector")
        assert sample.TEXT[position["start"] : position["end"]] == quote["exact"]
        around = quote["prefix"] + quote["exact"] + quote["suffix"]
        assert sample.TEXT.find(around) == position["start"] - len(quote["prefix"])
        assert any("儀禮·鄉射禮" in body.get("value", "") for body in one["body"])


def test_web_annotation_follows_the_model() -> None:
    """Each annotation is RDF of the W3C model: rdflib finds bodies, targets and selectors under oa:."""
    local = {"@vocab": "http://www.w3.org/ns/oa#", "id": "@id", "type": "@type", "source": {"@type": "@id"},
             "target": "hasTarget", "body": "hasBody", "selector": "hasSelector"}  # fmt: skip
    first = [{**one, "@context": local} for one in json.loads(made("annotations"))[:5]]
    graph = rdflib.Graph().parse(data=json.dumps(first), format="json-ld")
    oa = rdflib.Namespace("http://www.w3.org/ns/oa#")
    assert len(set(graph.subjects(rdflib.RDF.type, oa.Annotation))) == 5
    assert len(list(graph.subject_objects(oa.hasTarget))) == 5
    assert len(list(graph.subjects(rdflib.RDF.type, oa.TextQuoteSelector))) == 5


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"id": "x"}]', '{"a": 1}'])
def test_annotations_that_are_none(tmp_path: Path, text: str) -> None:
    """A file that holds none of our annotations is told as such."""
    path = tmp_path / "x.jsonld"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ExportError) as caught:
        list(read_annotations(path))
    assert caught.value.code == "KG-E004"


# -- spaCy ------------------------------------------------------------------------------------------------------------


def test_docbin() -> None:
    """spaCy reads a Doc a text: its words, mentions as entities with their IRIs, acts and roles as span groups."""
    (doc,) = DocBin().from_bytes(made("spacy")).get_docs(spacy.blank("lzh").vocab)
    assert doc.text == sample.TEXT
    assert doc.user_data["id"] == "xiangshe"
    assert [(ent.text, ent.label_) for ent in doc.ents] == [(m.surface, m.kind.value) for m in sample.mentions()]
    assert doc.ents[0].kb_id_ == f"{BASE}lexicon/actor.sishe"
    acts = doc.spans["acts"]
    assert [(span.text, span.label_) for span in acts] == [(act.surface, act.action) for act in sample.acts()]
    assert acts[0].id_ == "xiangshe.a/2"
    roles = [(span.text, span.label_, span.id_) for span in doc.spans["roles"]]
    assert ("堂西", "destination", "xiangshe.a/2") in roles
    assert doc.spans["passages"][0].id_ == "儀禮·鄉射禮, ritual-kg TEI, xiangshe.a"


def test_exports_are_deterministic() -> None:
    """Two exports of one store are the same bytes, in every format."""
    for format in ("jsonld", "trig", "ttl", "tei", "annotations", "spacy"):
        ((_, content),) = export(source(), format)
        again = content if isinstance(content, bytes) else "".join(content).encode()
        assert again == made(format), format
