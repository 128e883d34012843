"""What shared/spec/rdf-contract.md promises, read back with rdflib from the quads of hand-made readings."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from rdflib import RDF, SKOS, Dataset, Literal, Namespace, URIRef

import graph_samples as sample
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES, Act, Filler, Kind, Mention, Mode, Reading
from kg.texts.document import Document, Layer, Passage, Source
from kg.texts.span import Span

SHARED = Path(__file__).resolve().parents[2] / "shared"
RIT = Namespace("https://w3id.org/ritual-kg/ontology#")
NIF = Namespace("http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#")
ITS = Namespace("http://www.w3.org/2005/11/its/rdf#")
TEXT = URIRef("https://w3id.org/ritual-kg/text/xiangshe")


@pytest.fixture(scope="module")
def data() -> Dataset:
    found = Dataset(default_union=True)
    found.parse(data="".join(build_quads(sample.document(), sample.reading(), settings=Settings())), format="nquads")
    return found


def act(data: Dataset, verb: str, inside: str, nth: int = 1) -> URIRef:
    """The act whose verb stands there."""
    start = sample.at(verb, inside, nth).start
    (found,) = [
        subject
        for subject, evidence in data.subject_objects(RIT.evidence)
        if (subject, RDF.type, RIT.Act) in data and int(data.value(evidence, NIF.beginIndex)) == start
    ]
    return URIRef(found)


def labels(data: Dataset, subject: URIRef, role: str) -> list[str]:
    return sorted(
        str(label) for filler in data.objects(subject, RIT[role]) for label in data.objects(filler, SKOS.prefLabel)
    )


def test_text_is_exact(data: Dataset) -> None:
    """The context states exactly the text that offsets count in, line ends included."""
    assert (TEXT, RDF.type, NIF.Context) in data
    assert data.value(TEXT, NIF.isString) == Literal(sample.TEXT)


def test_verb_and_action(data: Dataset) -> None:
    """司射適堂西: the action is a concept labelled 適@lzh and the verb stands at [2, 3)."""
    found = act(data, "適", "司射適堂西")
    action, verb = data.value(found, RIT.action), data.value(found, RIT.evidence)
    assert (action, RDF.type, SKOS.Concept) in data
    assert list(data.objects(action, SKOS.prefLabel)) == [Literal("適", lang="lzh")]
    assert data.value(verb, NIF.referenceContext) == TEXT
    assert (int(data.value(verb, NIF.beginIndex)), int(data.value(verb, NIF.endIndex))) == (2, 3)
    assert data.value(verb, NIF.anchorOf) == Literal("適")


@pytest.mark.parametrize(
    ("verb", "inside", "nth", "role", "expected"),
    [
        ("適", "司射適堂西", 1, "actor", ["司射"]),
        ("適", "司射適堂西", 1, "destination", ["堂西"]),
        ("取", "取弓於階西", 1, "origin", ["階西"]),
        ("設", "乃設楅於中庭", 1, "place", ["中庭"]),
        ("肆", "東肆", 1, "direction", ["東"]),
        ("命", "司馬命弟子設楅", 1, "recipient", ["弟子"]),
        ("取", "取中之八算", 1, "object", ["算"]),
        ("奠", "賓坐奠觶於西楹西", 1, "place", ["西楹西"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_roles(data: Dataset, verb: str, inside: str, nth: int, role: str, expected: list[str]) -> None:
    """Each participant is a resource with a label, reached by the property of its role."""
    assert labels(data, act(data, verb, inside, nth), role) == expected


def test_words_said(data: Dataset) -> None:
    """樂正告於賓，曰：「正歌備。」 states the words as a plain literal without quote marks."""
    assert list(data.objects(act(data, "曰", "樂正告於賓"), RIT.content)) == [Literal("正歌備")]


def test_likeness(data: Dataset) -> None:
    """揖如初 states the words behind 如, and the earlier act where it is resolved."""
    found = act(data, "揖", "揖如初")
    assert data.value(found, RIT.likeText) == Literal("初")
    assert data.value(found, RIT.like) == act(data, "適", "司射適堂西")


def test_polarity_mode_and_count(data: Dataset) -> None:
    """不拜 is negated true, the ordered 設 is commanded, and an asserted act states neither."""
    assert data.value(act(data, "拜", "不拜"), RIT.negated) == Literal(True)
    assert data.value(act(data, "設", "司馬命弟子設楅"), RIT.mode) == RIT.Commanded
    plain = act(data, "適", "司射適堂西")
    assert data.value(plain, RIT.mode) is None
    assert data.value(plain, RIT.negated) is None


def test_quantity_and_measure(data: Dataset) -> None:
    """八算 is a filling with quantity 8; 升三等 measures the act by 3 等."""
    taken = act(data, "取", "取中之八算")
    quantities = {
        int(data.value(f, RIT.quantity)) for f in data.objects(taken, RIT.filling) if data.value(f, RIT.quantity)
    }
    assert quantities == {8}
    measure = data.value(act(data, "升", "上射先升三等"), RIT.measure)
    assert int(data.value(measure, RIT.value)) == 3
    assert data.value(data.value(measure, RIT.unit), SKOS.prefLabel) == Literal("等", lang="lzh")


def test_mentions(data: Dataset) -> None:
    """Each mention has its span, its entity and one of the three classes."""
    found = {
        (int(data.value(m, NIF.beginIndex)), int(data.value(m, NIF.endIndex)), str(cls).rsplit("#", 1)[1])
        for m, cls in data.subject_objects(ITS.taClassRef)
    }
    assert found == {(m.span.start, m.span.end, m.kind.value) for m in sample.mentions()}
    assert all(data.value(entity, SKOS.prefLabel) for entity in data.objects(None, ITS.taIdentRef))


def test_order(data: Dataset) -> None:
    """The chain runs through the acts of the text without the ordered 設, and does not join 經 to 記."""
    order = act(data, "命", "司馬命弟子設楅")
    commanded = act(data, "設", "司馬命弟子設楅")
    assert data.value(order, RIT.next) == act(data, "設", "乃設楅於中庭")
    assert data.value(commanded, RIT.next) is None
    assert data.value(None, RIT.next, commanded) is None
    assert data.value(order, RIT.orders) == commanded
    assert data.value(act(data, "曰", "樂正告於賓"), RIT.next) is None
    assert data.value(act(data, "坐", "賓坐奠觶"), RIT.next) == act(data, "奠", "賓坐奠觶")


def test_supplied_actor_names_its_rule(data: Dataset) -> None:
    """袒 has no subject: its filling names the rule that supplied 司射; 適's actor is named, with its place."""
    for verb, supply, rule in (("袒", RIT.Supplied, "actor.same-subject"), ("適", RIT.Named, None)):
        found = act(data, verb, "司射適堂西")
        (filling,) = [f for f in data.objects(found, RIT.filling) if data.value(f, RIT.role) == RIT.actor]
        assert data.value(filling, RIT.supply) == supply
        assert data.value(filling, RIT.rule) == (Literal(rule) if rule else None)
        assert (data.value(filling, RIT.evidence) is None) is (supply == RIT.Supplied)


def test_notes_stand_apart(data: Dataset) -> None:
    """鄭玄's note and the headings are in a graph of their own; no act and no mention is."""
    notes = data.graph(URIRef("https://w3id.org/ritual-kg/graph/notes/xiangshe"))
    text = data.graph(URIRef("https://w3id.org/ritual-kg/graph/text/xiangshe"))
    assert len(list(notes.subjects(RDF.type, RIT.Note))) == 2
    assert len(list(notes.subjects(RDF.type, RIT.Heading))) == 2
    assert not list(notes.subjects(RDF.type, RIT.Act))
    assert not list(text.subjects(RDF.type, RIT.Note))


def test_a_fact_stands_in_one_graph() -> None:
    """No triple of the whole graph stands in two named graphs, and nothing is a blank node."""
    seen: dict[str, str] = {}
    for line in {line for piece in sample.lines() for line in piece.splitlines(keepends=True)}:
        triple, _, graph = line.rstrip(" .\n").rpartition(" ")
        assert not line.startswith("_:"), line
        assert " _:" not in triple, line
        assert seen.setdefault(triple, graph) == graph, line


def test_deterministic() -> None:
    """Two builds of the same reading give the same bytes."""
    assert sample.lines() == sample.lines()


def test_another_base() -> None:
    """The base is a setting: no IRI of ours is left under the default one."""
    settings = Settings("https://example.org/rites/")
    made = "".join(build_quads(sample.document(), sample.reading(), settings=settings))
    assert "https://w3id.org/ritual-kg/" not in made
    assert "<https://example.org/rites/ontology#Act>" in made


def _scorer() -> ModuleType:
    path = SHARED / "eval" / "score.py"
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _reading(run: dict) -> tuple[Document, Reading]:  # type: ignore[type-arg]
    """A gold run as a document and the reading that it prescribes."""
    acts = tuple(
        Act(
            Span(gold["at"], gold["at"] + len(gold["verb"])),
            gold["verb"],
            gold["verb"],
            "gold",
            {role: tuple(map(Filler, gold[role])) for role in (*RESOURCE_ROLES, *TEXT_ROLES) if gold.get(role)},
            negated=bool(gold.get("negated")),
            mode=Mode(gold.get("mode", "asserted")),
            count=gold.get("count"),
        )
        for gold in run["acts"]
    )
    text = run["text"]
    mentions = tuple(Mention(Span(b, e), Kind(kind), text[b:e], label) for b, e, kind, label in run["entities"])
    passage = Passage(f"{run['id']}.1", Span(0, len(text)), Layer.JING)
    return Document(run["id"], "", text, (passage,), Source("gold", "0" * 64, "plain")), Reading(
        text, mentions, (), acts
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared")
def test_scorer_reads_our_graph(tmp_path: Path) -> None:
    """What shared/eval/score.py reads from our quads is everything that a perfect reading holds: each score is 1."""
    scorer = _scorer()
    runs = [json.loads(line) for line in (SHARED / "gold" / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    path = tmp_path / "gold.nq"
    with path.open("w", encoding="utf-8") as file:
        for run in runs:
            file.writelines(build_quads(*_reading(run), settings=Settings()))
    tally, elided, modes, errors = scorer.score(runs, scorer.system_runs(scorer.read_output([path])))
    assert errors == []
    assert tally.f("act")[3] == sum(len(run["acts"]) for run in runs)
    assert elided["right"] == elided["all"] > 0
    assert modes["right"] == modes["all"] > 0
