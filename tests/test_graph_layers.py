"""The layers in the graph: voices, glosses, steps and witnesses, each in graphs of its own, none in the rite's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pyoxigraph as ox
import pytest

from kg.graph.collation import beside, collate, collation_parts, witnesses
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.named import named_query
from kg.graph.ontology import ontology_quads
from kg.graph.quads import build_quads
from kg.graph.query import run_query
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.graph.validate import validate_files
from kg.graph.witnesses import canonical_quads
from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.reading.act import Act, Filler, Reading
from kg.reading.glosses import read_glosses
from kg.texts import shipped_documents
from kg.texts.document import Document, Layer, Marker, Note, Passage, Source, Step
from kg.texts.shipped import shipped_commentaries
from kg.texts.span import Span
from kg.texts.voices import identify

SETTINGS = Settings()
# 鄉射禮·經: two steps of 敖繼公's division, with words of 鄭玄, 敖繼公 and the editors of the 義疏 on them.
TEXT = "司射適堂西，袒決遂。\n遂適西階西取扑。"
FIRST, SECOND = Span(0, 10), Span(11, 19)
NOTES = (
    Note("t.n1", "決猶闓也，以象骨為之。古文挾皆作接。", Layer.ZHU, FIRST, "t.1", "鄭玄",
         speaker_id="speaker.zheng-xuan", written="鄭氏康成",
         label="正義鄭氏康成曰", dynasty="漢", work="儀禮注", stance="class.zhengyi"),
    Note("t.n1.1", "鄭說非也，當從敖說。", Layer.AN, FIRST, "t.1", "義疏館臣", stance="class.an", parent="t.n1", at=4,
         markers=(Marker("marker.fei", Span(0, 4), "contradicts", "鄭玄"),)),
    Note("t.n2", "去起呂反", Layer.YIN, SECOND, "t.2"),
)
STEPS = (
    Step("敖繼公", 1, "射事", Span(0, 19)),
    Step("敖繼公", 2, "請射", FIRST, parent=1),
    Step("敖繼公", 3, "誘射", SECOND, parent=1),
)


def document() -> Document:
    passages = (Passage("t.1", FIRST, Layer.JING), Passage("t.2", SECOND, Layer.JING))
    return Document("t", "集說", TEXT, passages, Source("t.txt", "0" * 64, "plain"), notes=NOTES, steps=STEPS)


def act(verb: str, at: int) -> Act:
    return Act(Span(at, at + 1), verb, verb, f"frame.{verb}", roles={"actor": (Filler("司射", Span(0, 2)),)})


def lines() -> list[str]:
    acts = (act("適", 2), act("取", 16))
    return [*build_quads(document(), Reading(TEXT, (), (), acts), settings=SETTINGS), *lexicon_quads(SETTINGS),
            *ontology_quads(SETTINGS)]


@pytest.fixture(scope="module")
def store() -> ox.Store:
    return memory_store(["".join(lines()).encode()])


def ask(store: ox.Store, query: str) -> list[list[str]]:
    made = run_query(store, query, "tsv").splitlines()[1:]
    return [[re.sub(r'^"(.*)"(@.*)?$', r"\1", cell) for cell in line.split("\t")] for line in made]


def test_a_voice_is_answerable_for_itself(store: ox.Store) -> None:
    """The note names its commentator, how the edition writes him, work, class, and in which note it stands."""
    found = ask(store, """SELECT ?id ?who ?dynasty ?written ?label ?work ?class ?parent {
      ?note dcterms:identifier ?id ; rit:stance/skos:prefLabel ?class ; rit:speaker ?person .
      ?person skos:prefLabel ?who
      OPTIONAL { ?person rit:dynasty ?dynasty } OPTIONAL { ?note rit:writtenName ?written }
      OPTIONAL { ?note rit:introducedBy ?label } OPTIONAL { ?note rit:ofWork ?work }
      OPTIONAL { ?note rit:quotedIn/dcterms:identifier ?parent } } ORDER BY ?id""")
    assert found == [
        ["t.n1", "鄭玄", "漢", "鄭氏康成", "正義鄭氏康成曰", "儀禮注", "正義", ""],
        ["t.n1.1", "義疏館臣", "", "", "", "", "案", "t.n1"],
    ]


def test_a_commentator_is_found_by_any_name(store: ox.Store) -> None:
    """鄭康成 is another name of 鄭玄."""
    assert ask(store, 'SELECT ?who { ?p skos:altLabel "鄭康成"@lzh ; skos:prefLabel ?who }') == [["鄭玄"]]


def test_a_judgement_says_whom_it_contradicts(store: ox.Store) -> None:
    """鄭說非也: the words, where they stand in the note, what they say, and of whom."""
    assert ask(store, """SELECT ?words ?begin ?end ?type ?who { ?marker a rit:Marker ; rit:text ?words ;
      rit:noteBegin ?begin ; rit:noteEnd ?end ; rit:markerType/skos:prefLabel ?type ;
      rit:markerKind rit:Contradicting ; rit:about/skos:prefLabel ?who }""") == [["鄭說非也", "0", "4", "非", "鄭玄"]]


def test_glosses_are_resources_with_their_word_at_its_place(store: ox.Store) -> None:
    """決猶闓也 and 去起呂反: kind, lemma, value, where the lemma stands, who says so."""
    found = ask(store, """SELECT ?class ?lemma ?value ?at ?passage ?who { ?gloss a ?class ; rit:lemma ?lemma ;
      rit:glossText ?value ; rit:note ?note . ?class rdfs:subClassOf rit:Gloss
      OPTIONAL { ?gloss rit:lemmaPlace/nif:beginIndex ?at }
      OPTIONAL { ?gloss rit:onPassage/dcterms:identifier ?passage }
      OPTIONAL { ?note rit:speaker/skos:prefLabel ?who } } ORDER BY ?lemma""")
    rit = SETTINGS.ontology
    assert found == [
        [f"<{rit}SoundGloss>", "去", "起呂", "", "", ""],
        [f"<{rit}DefinitionGloss>", "決", "闓", "7", "t.1", "鄭玄"],
    ]


def test_steps_are_a_scheme_in_order_and_nested(store: ox.Store) -> None:
    """敖繼公's division: a group with two parts; each act belongs to the part in which its verb stands."""
    assert ask(store, """SELECT ?order ?label ?group ?verb { ?step a rit:Step ; rit:ordinal ?order ;
      skos:prefLabel ?label ; skos:inScheme/dcterms:creator/skos:prefLabel "敖繼公"@lzh
      OPTIONAL { ?step skos:broader/skos:prefLabel ?group }
      OPTIONAL { ?act rit:step ?step ; rit:action/skos:prefLabel ?verb } } ORDER BY ?order""") == [
        ["1", "射事", "", ""],
        ["2", "請射", "射事", "適"],
        ["3", "誘射", "射事", "取"],
    ]


def test_no_commentary_in_the_graph_of_the_rite(store: ox.Store) -> None:
    """In graph/text/… stands no note, gloss, step or variant, and nothing points to one; acts stand nowhere else."""
    mixed = """ASK { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "https://w3id.org/ritual-kg/graph/text/"))
      { ?s a ?class } UNION { ?o a ?class }
      FILTER(?class IN (rit:Note, rit:Gloss, rit:Step, rit:StepScheme, rit:Marker, rit:Commentator, rit:Variant,
                        rit:WitnessReading, rit:EmendationProposal)) }"""
    assert run_query(store, mixed, "csv") == "false\n"
    assert ask(store, "SELECT DISTINCT ?g { GRAPH ?g { ?act a rit:Act } }") == [
        ["<https://w3id.org/ritual-kg/graph/text/t>"]
    ]


def test_layers_conform() -> None:
    """Notes, glosses and steps keep to the shapes."""
    assert validate_files(["".join(lines()).encode()]).findings == ()


BROKEN = [
    ("gloss without word", r"rit-kg.*/gloss/t.n1/1> <[^>]*#lemma>", ""),
    ("gloss of two notes", "", "<{t}/gloss/t.n1/1> <{rit}note> <{t}/note/t.n2> <{g}glosses/t> .\n"),
    ("step in two schemes", "", "<{t}/step/2> <http://www.w3.org/2004/02/skos/core#inScheme> <{t}/x> <{g}steps/t> .\n"),
    ("gloss behind its note", "", "<{t}/gloss/t.n1/1> <{rit}noteEnd> \"999\"^^<{xsd}integer> <{g}glosses/t> .\n"),
    ("unknown judgement", "", "<{t}/note/t.n1.1/marker/1> <{rit}markerKind> <{rit}Certain> <{g}notes/t> .\n"),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "more"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_broken_layer_is_told(pattern: str, more: str) -> None:
    """What the shapes and checks forbid is found, with the resource that breaks them."""
    made = [line for piece in lines() for line in piece.splitlines(keepends=True)]
    if pattern:
        made = [line for line in made if not re.search(pattern.replace("rit-kg", "ritual-kg"), line)]
    names = {"t": "https://w3id.org/ritual-kg/text/t", "rit": SETTINGS.ontology,
             "g": "https://w3id.org/ritual-kg/graph/", "xsd": "http://www.w3.org/2001/XMLSchema#"}
    report = validate_files(["".join([*made, more.format(**names)]).encode()])
    assert not report.conforms


def test_the_same_document_gives_the_same_lines() -> None:
    """Two runs give byte-identical quads."""
    assert lines() == lines()


# ── Witnesses ────────────────────────────────────────────────────────────────────────────────────────────────


def shipped() -> list[Document]:
    voices = load_voices(load_lexicon())
    return [identify(one, voices) for one in (*shipped_documents(), *shipped_commentaries())]


def collation(documents: list[Document]) -> Iterator[str]:
    chapters = collate(documents)
    glosses = {one.id: read_glosses(one) for one in documents}
    for one in beside(chapters, {one.id for one in documents}):
        yield from canonical_quads(one, SETTINGS)
    for _, quads in collation_parts(chapters, SETTINGS, lambda _: [], glosses):
        yield from quads


@pytest.fixture(scope="module")
def edition() -> ox.Store:
    """The shipped works and commentaries without acts, with their collation."""
    documents = shipped()
    made = [line for one in documents for line in build_quads(one, Reading(one.text, (), (), ()), settings=SETTINGS)]
    return memory_store(["".join([*made, *collation(documents), *lexicon_quads(SETTINGS),
                                  *ontology_quads(SETTINGS)]).encode()])


def test_the_shipped_commentaries_are_witnesses() -> None:
    """benyi and yishu (seeds 002 and 003) are aligned to xiangshe; nothing else is."""
    assert witnesses(collate(shipped())) == {"xiangshe": ("benyi", "yishu")}


def test_comments_of_all_editions_stand_on_the_canonical_passage(edition: ox.Store) -> None:
    """xiangshe.177 (司射適堂西，袒決遂): what 蔡德晉's edition quotes of 郝敬 and 敖繼公 is said on it."""
    query = named_query("said-on").bind({"speaker": ["敖君善"], "passage": ["xiangshe.177"]})
    found = ask(edition, query)
    assert [(row[0], row[1]) for row in found] == [("敖繼公", "禮經本義·鄉射禮")]
    assert found[0][4].startswith("言有司請射示已不敢擅其事也")


def test_a_step_of_a_witness_covers_its_passages(edition: ox.Store) -> None:
    """蔡德晉's step 請射 covers passages that stand for xiangshe.177."""
    assert ask(edition, """SELECT DISTINCT ?label { ?step rit:covers/rit:canonicalPassage ?p ; skos:prefLabel ?label .
      ?p dcterms:identifier "xiangshe.177" }""") == [["請射"]]


def test_shipped_layers_conform(edition: ox.Store) -> None:
    """The shipped edition with all its layers and witnesses keeps to the shapes."""
    data = edition.dump(format=ox.RdfFormat.N_QUADS)
    assert data is not None
    assert validate_files([data]).findings == ()


def test_named_queries_on_the_layers(edition: ox.Store) -> None:
    """Glossary, traditions, disagreements and variants answer from the shipped edition."""
    glossary = ask(edition, named_query("glossary").bind({"lemma": ["縮"]}))
    assert ["縮", "釋義", "從", "鄭玄", "儀禮·大射儀", "dashe.92"] in glossary
    assert any(row[:3] == ["今文", "還右", "右還"] for row in ask(edition, named_query("traditions").text))
    assert ask(edition, named_query("variants").text)
    judged = ask(edition, "SELECT ?id { ?n rit:marker/rit:markerKind rit:Contradicting ; rit:onPassage ?p . "
                          "?p dcterms:identifier ?id FILTER(STRSTARTS(?id, 'xiangshe')) } ORDER BY ?id LIMIT 1")
    assert judged
    assert ask(edition, named_query("disagreements").bind({"passage": [judged[0][0]]}))


def test_an_edition_alone_brings_the_canonical_passages() -> None:
    """Where only a witness is built, the canonical text is written too, as passages without acts."""
    benyi = shipped_commentaries()[0]
    store = memory_store(["".join(collation([benyi])).encode()])
    assert [row[0] for row in ask(store, 'SELECT ?words { ?p dcterms:identifier "xiangshe.177" ; nif:anchorOf ?words }')
            ] == ["司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"]
    assert run_query(store, "ASK { ?act a rit:Act }", "csv") == "false\n"


def test_another_text_of_that_name_is_not_canonical() -> None:
    """A user's own file called xiangshe keeps the shipped one out, so that nothing is aligned to the wrong text."""
    own = replace(document(), id="xiangshe")
    assert collate([own]) == ()
