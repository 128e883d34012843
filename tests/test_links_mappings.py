"""Mappings: SSSOM files read and checked, the rules by which they are made, and the triples they become."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib import OWL, SKOS, Literal, URIRef

import graph_samples as sample
from exchange_samples import SHARED, link_lines
from kg.errors import LinkError
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.lexicon.load import load_lexicon
from kg.links.mapping import IDENTITY, MATCHES
from kg.links.rules import check_mappings
from kg.links.schemes import is_iri, link_schemes, mappings_dir, read_schemes
from kg.links.sssom import read_mappings, shipped_mappings
from kg.links.table import read_table
from kg.texts.read import read_documents

BASE = "https://w3id.org/ritual-kg/"
WIKIDATA = rdflib.Namespace("http://www.wikidata.org/entity/")
HEADER = """#mapping_set_id: https://w3id.org/ritual-kg/mappings/mine
#license: https://creativecommons.org/licenses/by/4.0/
#curie_map:
#  lex: https://w3id.org/ritual-kg/lexicon/
#  person: https://w3id.org/ritual-kg/commentator/
#  wikidata: http://www.wikidata.org/entity/
#  cbdb: https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=
#  owl: http://www.w3.org/2002/07/owl#
#  schema: https://schema.org/
#  skos: http://www.w3.org/2004/02/skos/core#
#  semapv: https://w3id.org/semapv/vocab/
subject_id\tsubject_label\tpredicate_id\tobject_id\tmapping_justification\tconfidence
"""
MANUAL = "semapv:ManualMappingCuration"


def written(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "mine.sssom.tsv"
    path.write_text(HEADER + "".join(row + "\n" for row in rows), encoding="utf-8")
    return path


def row(subject: str, predicate: str, target: str, confidence: str = "0.9", label: str = "x") -> str:
    return "\t".join((subject, label, predicate, target, MANUAL, confidence))


@pytest.fixture(scope="module")
def links() -> rdflib.Dataset:
    found = rdflib.Dataset(default_union=True)
    found.parse(data=link_lines((sample.document(),)), format="nquads")
    return found


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_every_authority_id_is_mapped_or_withheld() -> None:
    """Each row of shared/data/authority_ids.tsv is an object of a mapping, or stands in withheld.tsv with a reason."""
    mapped = {m.identifier.rpartition("#")[2] for one in shipped_mappings(Settings()) for m in one.mappings}
    withheld = list(read_table(mappings_dir() / "withheld.tsv", ("entity", "scheme", "value", "reason")))
    assert all(one.cells["reason"] for one in withheld)
    kept_back = {one.cells["value"] for one in withheld}
    with (SHARED / "data" / "authority_ids.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) > 70
    for one in rows:
        value = f"A{int(one['value']):06d}" if one["scheme"].startswith("ddbc") else one["value"]
        assert value in mapped or one["value"] in kept_back, one


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_strength_becomes_confidence() -> None:
    """A weak id has confidence 0.3 and says why in its comment; a strong one 0.95, unless its form was inferred."""
    by_id = {m.identifier: m for one in shipped_mappings(Settings()) for m in one.mappings}
    with (SHARED / "data" / "authority_ids.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    people = [one for one in rows if one["type"] == "person"]
    assert {one["strength"] for one in people} == {"strong", "medium", "weak"}
    for one in people:
        if one["scheme"].startswith("ddbc"):
            assert by_id["A003586"].confidence == 0.7
            assert "inferred" in by_id["A003586"].comment
            continue
        found = by_id[one["value"]]
        assert found.confidence == {"strong": 0.95, "medium": 0.7, "weak": 0.3}[one["strength"]]
        assert found.comment


def test_shipped_mappings_keep_the_rules() -> None:
    """Persons and editions take identity, words SKOS matches, and no office of the rite is linked to a person."""
    lexicon = load_lexicon()
    sets = check_mappings(shipped_mappings(Settings()), lexicon, Settings())
    assert [one.id.rsplit("/", 1)[1] for one in sets] == ["persons", "words", "works"]
    for one in sets:
        for mapping in one.mappings:
            kind = mapping.subject.removeprefix(BASE).split("/")[0]
            assert mapping.predicate in (IDENTITY if kind in {"commentator", "edition"} else MATCHES)
    offices = {f"{BASE}lexicon/{entry.id}" for entry in lexicon.entries.values() if entry.table == "actors"}
    assert not offices & {m.subject for one in sets for m in one.mappings}


@pytest.mark.parametrize(
    ("one", "code", "told"),
    [
        (row("lex:actor.zhuren", "owl:sameAs", "wikidata:Q197649"), "KG-K009", "office"),
        (row("lex:actor.zhuren", "skos:closeMatch", "cbdb:3257"), "KG-K009", "office"),
        (row("lex:object.jue", "owl:sameAs", "wikidata:Q1"), "KG-K009", "SKOS"),
        (row("lex:object.nothing", "skos:exactMatch", "wikidata:Q1"), "KG-K009", "no such entry"),
        (row("person:%E6%9C%B1%E7%86%B9", "skos:exactMatch", "wikidata:Q9397"), "KG-K009", "owl:sameAs"),
        (row("person:%E6%9C%B1%E7%86%B9", "owl:sameAs", "cbdb:3257"), "KG-K009", "only pages"),
        (row("person:%E6%9C%B1%E7%86%B9", "schema:sameAs", "wikidata:Q9397"), "KG-K009", "owl:sameAs"),
    ],
    ids=["office", "office in CBDB", "thing as same", "unknown word", "person as concept", "page as thing",
         "thing as page"],
)  # fmt: skip
def test_mappings_against_the_rules_are_refused(tmp_path: Path, one: str, code: str, told: str) -> None:
    """A mapping that breaks a rule is refused by name."""
    entries = load_lexicon().entries
    host = next(entry.id for entry in entries.values() if entry.table == "actors" and entry.label == "主人")
    read = read_mappings(written(tmp_path, one.replace("actor.zhuren", host)), Settings())
    with pytest.raises(LinkError, match=told) as caught:
        check_mappings([read], load_lexicon(), Settings())
    assert caught.value.code == code


def test_an_office_is_not_mapped_to_somebodys_person(tmp_path: Path) -> None:
    """主人 → 鄭玄's item by a SKOS match is refused too: the item is known to be a person."""
    entries = load_lexicon().entries
    host = next(entry.id for entry in entries.values() if entry.table == "actors" and entry.label == "主人")
    mine = read_mappings(written(tmp_path, row(f"lex:{host}", "skos:closeMatch", "wikidata:Q197649")), Settings())
    with pytest.raises(LinkError, match="is a person"):
        check_mappings([*shipped_mappings(Settings()), mine], load_lexicon(), Settings())


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (row("lex:object.jue", "skos:exactMatch", "wikidata:Q 12"), "KG-K006"),
        (row("lex:object.jue", "skos:exactMatch", "wikidata:12"), "KG-K006"),
        (row("lex:object.jue", "skos:exactMatch", "http://example.org/a b"), "KG-K006"),
        (row("lex:object.jue", "skos:exactMatch", "<http://example.org/>"), "KG-K006"),
        (row("lex:object.jue", "skos:exactMatch", "nothing"), "KG-K006"),
        (row("lex:%FF", "skos:exactMatch", "wikidata:Q1"), "KG-K006"),
        (row("lex:object.jue", "skos:exactMatch", "gnd:1"), "KG-K005"),
        (row("wikidata:Q1", "skos:exactMatch", "wikidata:Q1"), "KG-K007"),
        (row("lex:object.jue", "skos:prefLabel", "wikidata:Q1"), "KG-K007"),
        (row("lex:object.jue", "skos:exactMatch", "wikidata:Q1", "1.5"), "KG-K007"),
        (row("lex:object.jue", "skos:exactMatch", "wikidata:Q1", "sure"), "KG-K007"),
        (row("lex:object.jue", "skos:exactMatch", "wikidata:Q1") + "\tmore", "KG-K002"),
    ],
    ids=["blank in id", "no Q", "blank in IRI", "brackets", "no CURIE", "no UTF-8", "prefix", "not ours", "predicate",
         "too sure", "no number", "too many cells"],
)  # fmt: skip
def test_a_faulty_row_is_named(tmp_path: Path, one: str, code: str) -> None:
    """A malformed IRI, and every other faulty cell, is refused with the file and the line it stands on."""
    good = row("lex:object.gu", "skos:exactMatch", "wikidata:Q2")
    path = written(tmp_path, good, one)
    with pytest.raises(LinkError) as caught:
        read_mappings(path, Settings())
    assert caught.value.code == code
    assert caught.value.where is not None
    assert caught.value.where.file == str(path)
    assert caught.value.where.line == len(HEADER.splitlines()) + 2


def test_the_same_claim_twice(tmp_path: Path) -> None:
    """A claim that stands twice is refused, and the error names the first."""
    one = row("lex:object.gu", "skos:exactMatch", "wikidata:Q2")
    with pytest.raises(LinkError, match="line 13") as caught:
        read_mappings(written(tmp_path, one, one), Settings())
    assert caught.value.code == "KG-K008"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#license: https://creativecommons.org/licenses/by/4.0/\n", ""),
        ("#mapping_set_id: https://w3id.org/ritual-kg/mappings/mine\n", "#mapping_set_id: mine\n"),
        ("#license:", "#mapping_set_title: a: b\n#license:"),
        ("#  lex: https://w3id.org/ritual-kg/lexicon/", "#  lex: lexicon"),
        ("confidence\n", "sure\n"),
    ],
    ids=["no licence", "id no IRI", "no YAML", "prefix no IRI", "no confidence"],
)
def test_a_faulty_header(tmp_path: Path, old: str, new: str) -> None:
    """A header that lacks what every mapping set states is refused."""
    path = tmp_path / "mine.sssom.tsv"
    path.write_text(HEADER.replace(old, new), encoding="utf-8")
    with pytest.raises(LinkError) as caught:
        read_mappings(path, Settings())
    assert caught.value.code in {"KG-K002", "KG-K004", "KG-K006"}


def test_no_such_file(tmp_path: Path) -> None:
    """A file that is not there, or is no UTF-8, is told as such."""
    bad = tmp_path / "bad.sssom.tsv"
    bad.write_bytes(HEADER.encode() + "主人".encode("big5"))
    for path in (tmp_path / "none.sssom.tsv", bad):
        with pytest.raises(LinkError) as caught:
            read_mappings(path, Settings())
        assert caught.value.code == "KG-K001"


def test_han_and_ascii_are_one_resource(tmp_path: Path) -> None:
    """person:%E6%9C%B1%E7%86%B9, as SSSOM's tools want it, is our commentator/朱熹."""
    (mapping,) = read_mappings(
        written(tmp_path, row("person:%E6%9C%B1%E7%86%B9", "owl:sameAs", "wikidata:Q9397")), Settings()
    ).mappings
    assert mapping.subject == f"{BASE}commentator/朱熹"
    assert (mapping.scheme, mapping.identifier) == ("wikidata", "Q9397")


def test_sure_mappings_are_links_unsure_ones_claims(links: rdflib.Dataset) -> None:
    """鄭玄 is the same as Q197649 (strong); of 李如圭 the name alone agrees: it is claimed with 0.3, not stated."""
    graph = links.graph(URIRef(f"{BASE}graph/links"))
    assert (URIRef(f"{BASE}commentator/鄭玄"), OWL.sameAs, WIKIDATA.Q197649) in graph
    rugui = URIRef(f"{BASE}commentator/李如圭")
    assert (rugui, OWL.sameAs, None) not in graph
    (claim,) = graph.subjects(OWL.annotatedSource, rugui)
    assert graph.value(claim, OWL.annotatedTarget) == WIKIDATA.Q45553573
    assert float(graph.value(claim, URIRef("https://w3id.org/sssom/confidence"))) == 0.3


def test_words_and_editions(links: rdflib.Dataset) -> None:
    """觶 is TLS's 觶, and below its concept CUP; 儀禮注疏 as a work matches, its 四庫 edition is the same."""
    graph = links.graph(URIRef(f"{BASE}graph/links"))
    goblet = URIRef(f"{BASE}lexicon/object.zhi-goblet")
    cup = "https://hxwd.org/concept.html?uuid=uuid-4e6d6168-ef29-4b00-8ae1-bdb23e84ed4f"
    assert (goblet, SKOS.exactMatch, URIRef(f"{cup}#uuid-e9ca85bd-948c-4236-ac9d-4ed2f9f6dd63")) in graph
    assert (goblet, SKOS.broadMatch, URIRef(cup)) in graph
    assert (URIRef(f"{BASE}work/KR1d0028"), SKOS.exactMatch, WIKIDATA.Q99692410) in graph
    assert (URIRef(f"{BASE}edition/KR1d0028_WYG"), OWL.sameAs, WIKIDATA.Q28347444) in graph


def test_scholars_are_those_of_the_notes() -> None:
    """The IRI that is linked is the one that a note of 鄭玄 names as its speaker, with the same description."""
    lines = {
        line
        for piece in build_quads(sample.document(), sample.reading(), settings=Settings())
        for line in piece.splitlines()
    }
    person = f"<{BASE}commentator/鄭玄>"
    told = [line for line in link_lines(()).splitlines() if line.startswith(person) and "/graph/lexicon>" in line]
    assert told
    assert set(told) <= lines


def test_characters_have_their_code_points(links: rdflib.Dataset) -> None:
    """觶 → U+89F6 in Unihan and u89f6 in GlyphWiki; 觚, which Kanripo writes &KR1152; too, → the picture of KR1152."""
    see = rdflib.RDFS.seeAlso
    found = {str(o) for o in links.objects(URIRef(f"{BASE}lexicon/object.zhi-goblet"), see)}
    assert "https://www.unicode.org/cgi-bin/GetUnihanData.pl?codepoint=89F6" in found
    assert "https://glyphwiki.org/wiki/u89f6" in found
    pictures = {str(o) for o in links.objects(URIRef(f"{BASE}lexicon/object.gu"), see)}
    assert "https://raw.githubusercontent.com/kanripo/KR-Gaiji/master/images/KR1152.png" in pictures


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_kanripo_pages() -> None:
    """KR1d0035 卷五: each passage leads to its leaf at Kanripo, the text to its edition, the edition to its work."""
    (document,) = read_documents(str(SHARED / "texts" / "kanripo" / "KR1d0035" / "KR1d0035_005.txt"))
    graph = rdflib.Dataset(default_union=True)
    graph.parse(data=link_lines((document,)), format="nquads")
    see = rdflib.RDFS.seeAlso
    page = re.compile(r"https://www\.kanripo\.org/ed/KR1d0035/WYG/005#005-\d+[ab]")
    base = f"{BASE}text/{document.id}/passage/"
    led = [p for p in document.passages if any(map(page.fullmatch, graph.objects(URIRef(base + p.id), see)))]
    assert len(led) == len(document.passages) > 200
    edition = URIRef(f"{BASE}edition/KR1d0035_WYG")
    assert graph.value(URIRef(f"{BASE}text/{document.id}"), rdflib.DCTERMS.isPartOf) == edition
    assert graph.value(edition, see) == URIRef("https://www.kanripo.org/ed/KR1d0035/WYG/")
    assert graph.value(edition, rdflib.DCTERMS.isVersionOf) == URIRef(f"{BASE}work/KR1d0035")


def test_links_are_deterministic_and_stand_in_one_graph() -> None:
    """Two builds give the same bytes, without times or blank nodes, and no fact stands in two graphs."""
    text = link_lines((sample.document(),))
    assert text == link_lines((sample.document(),))
    assert "dateTime" not in text
    assert " _:" not in text
    seen: dict[str, str] = {}
    for line in {*text.splitlines(), *"".join(sample.lines()).splitlines()}:
        triple, _, graph = line.removesuffix(" .").rpartition(" ")
        assert seen.setdefault(triple, graph) == graph, line


def test_another_base() -> None:
    """Under another base no link of ours stays under the default one."""
    from kg.links.build import link_parts

    text = "".join("".join(lines) for _, lines in link_parts((sample.document(),), Settings("https://example.org/r/")))
    assert "https://w3id.org/ritual-kg/" not in text
    assert "<https://example.org/r/commentator/鄭玄>" in text


def test_schemes() -> None:
    """Each scheme of the table makes an IRI and a page of an id; the Wikidata properties are those of the sources."""
    schemes = link_schemes()
    assert schemes["cbdb"].page("3257") == "https://cbdb.fas.harvard.edu/cbdbapi/person.php?id=3257"
    leaf = "https://www.kanripo.org/ed/KR1d0026/SBCK/005#005-11b"
    assert schemes["kanripo-page"].iri("KR1d0026_SBCK_005-11b") == leaf
    assert schemes["kanripo-page"].page("KR1d0026_SBCK_005-11b") == "https://www.kanripo.org/ed/KR1d0026/SBCK/005"
    assert {name: s.wikidata for name, s in schemes.items() if s.wikidata} == {
        "viaf": "P214", "cbdb": "P497", "dila": "P1187",
    }  # fmt: skip
    assert all(scheme.zh and scheme.en for scheme in schemes.values())


@given(st.text(max_size=40))
def test_no_scheme_makes_a_bad_iri(text: str) -> None:
    """Whatever text is given as an id, a scheme refuses it or makes a well-formed IRI of it."""
    for scheme in link_schemes().values():
        try:
            iri = scheme.iri(text)
        except ValueError:
            continue
        assert is_iri(iri)


@pytest.mark.parametrize(
    ("column", "value"),
    [("id", "(["), ("names", "person"), ("iri", "no iri {id}"), ("iri", "https://example.org/{who}"), ("scheme", "")],
)
def test_a_faulty_scheme(tmp_path: Path, column: str, value: str) -> None:
    """A row of the table of schemes that cannot work is refused with its line."""
    lines = (mappings_dir() / "link_templates.tsv").read_text(encoding="utf-8").splitlines()
    cells = dict(zip(lines[0].split("\t"), lines[1].split("\t"), strict=False))
    cells[column] = value
    path = tmp_path / "schemes.tsv"
    path.write_text(lines[0] + "\n" + "\t".join(cells.values()) + "\n", encoding="utf-8")
    with pytest.raises(LinkError) as caught:
        read_schemes(path)
    assert (caught.value.code, caught.value.where.line if caught.value.where else None) == ("KG-K003", 2)


def test_description_counts_its_links(links: rdflib.Dataset) -> None:
    """Each VoID linkset counts as many triples as the graph of links holds for its target and predicate."""
    void = rdflib.Namespace("http://rdfs.org/ns/void#")
    graph = links.graph(URIRef(f"{BASE}graph/links"))
    starts = {name: re.split(r"\{", s.iri_template)[0] for name, s in link_schemes().items()}
    sets = list(links.subjects(rdflib.RDF.type, void.Linkset))
    assert len(sets) >= 10
    for one in sets:
        scheme = str(links.value(one, void.objectsTarget)).rsplit("/", 1)[1]
        predicate = links.value(one, void.linkPredicate)
        there = [o for _, o in graph.subject_objects(predicate) if str(o).startswith(starts[scheme])]
        counted = int(links.value(one, void.triples))
        if scheme.startswith("kanripo"):  # editions and pages share a prefix
            assert counted <= len(there)
        else:
            assert counted == len(there), one


def test_description_names_sources_and_licence(links: rdflib.Dataset) -> None:
    """The dataset has a licence, and each input by the hash of its bytes with a citation."""
    dataset = URIRef(f"{BASE}dataset")
    dcterms = rdflib.DCTERMS
    assert links.value(dataset, dcterms.license) == URIRef("https://creativecommons.org/licenses/by/4.0/")
    digest = sample.document().source.sha256
    (source,) = [one for one in links.objects(dataset, dcterms.source) if str(one).endswith(digest)]
    assert links.value(source, dcterms.identifier) == Literal(f"sha256:{digest}")
    assert links.value(source, dcterms.bibliographicCitation) == Literal("鄉射禮, ritual-kg TEI, xiangshe.xml")
