"""What the views read out of a graph: 鄉射禮·經, annotated by hand in graph_samples.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graph_samples import TEXT, document, reading
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.ontology import ontology_quads
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.views.explanation import explain
from kg.views.focus import find, network_model, plain
from kg.views.model import NodeKind
from kg.views.network import RitualNetwork
from kg.views.page import ViewError
from kg.views.reader import RiteReader, Select, select_from
from view_sample import opened

SETTINGS = Settings()


@pytest.fixture(scope="module")
def select() -> Select:
    """The sample's graph, with lexicon and ontology."""
    text = build_quads(document(), reading(), settings=SETTINGS)
    lines = [*text, *lexicon_quads(SETTINGS), *ontology_quads(SETTINGS)]
    return select_from(memory_store(["".join(lines).encode()]), SETTINGS)


@pytest.fixture(scope="module")
def rite(select: Select) -> RiteReader:
    """Everything the sample's graph holds for views."""
    return RiteReader(select)


def test_acts_come_in_the_order_of_the_text(rite: RiteReader) -> None:
    """鄉射禮·經 司射適堂西，袒決遂，取弓於階西: the first five acts are 適 袒 決 遂 取."""
    acts = [node for node in rite.nodes if node.kind is NodeKind.ACT]
    assert [act.name.zh for act in acts[:5]] == ["適", "袒", "決", "遂", "取"]
    assert [act.order for act in acts] == list(range(20))


def test_marks_are_the_words_of_the_act_in_its_passage(rite: RiteReader) -> None:
    """鄉射禮·經 乃設楅於中庭: the marks of the second 設 cover 設, 楅 and 中庭, counted in the passage."""
    act = next(node for node in rite.nodes if node.kind is NodeKind.ACT and node.order == 7)
    words = rite.passages[act.passage][0].text
    assert words == "司馬命弟子設楅。乃設楅於中庭，東肆。"
    assert [(words[mark.start : mark.end], mark.role) for mark in act.marks] == [
        ("設", "verb"), ("楅", "object"), ("中庭", "place"),
    ]  # fmt: skip


def test_roles_are_edges_and_say_whether_they_are_supplied(rite: RiteReader) -> None:
    """鄉射禮·經 取弓於階西 names no actor: the edge to 司射 is supplied, those to 弓 and 階西 are not."""
    names = {node.iri: node.name.zh for node in rite.nodes}
    act = next(node.iri for node in rite.nodes if node.kind is NodeKind.ACT and node.order == 4)
    edges = {(edge.role, names[edge.target], edge.supplied) for edge in rite.edges if edge.source == act}
    assert {("actor", "司射", True), ("object", "弓", False), ("origin", "階西", False)} <= edges


def test_order_of_acts_is_an_edge_without_commands(rite: RiteReader) -> None:
    """鄉射禮·經 命弟子設楅。乃設楅: 命 is followed by the second 設; the first is only commanded."""
    acts = {node.order: node.iri for node in rite.nodes if node.kind is NodeKind.ACT}
    following = {(edge.source, edge.target) for edge in rite.edges if edge.role == "next"}
    assert (acts[5], acts[7]) in following
    assert not any(acts[6] in pair for pair in following)


def test_facts_of_an_act_are_told_in_both_languages(rite: RiteReader) -> None:
    """鄉射禮·經 不拜 is negated, and 設 under 命 is commanded."""
    acts = {node.order: node for node in rite.nodes if node.kind is NodeKind.ACT}
    assert "否定 is negated" in acts[14].notes
    assert any("受命 commanded" in note for note in acts[6].notes)


@pytest.mark.parametrize("words", ["楅", "bī", "bi", "arrow-stand"])
def test_focus_by_label_pinyin_or_gloss(rite: RiteReader, words: str) -> None:
    """楅 is found by what a reader may type."""
    assert [node.name.zh for node in find(rite.nodes, words)] == ["楅"]


def test_neighbourhood_of_a_thing(rite: RiteReader) -> None:
    """鄉射禮·經: within two steps of 楅 lie its three acts, their actors 弟子, and 中庭 and 東; not 司射, not 賓."""
    model = network_model(rite, "楅", 2)
    named = {(node.kind, node.name.zh) for node in model.nodes if node.kind is not NodeKind.PASSAGE}
    assert named == {
        (NodeKind.OBJECT, "楅"), (NodeKind.ACT, "設"), (NodeKind.ACT, "肆"), (NodeKind.ACTOR, "弟子"),
        (NodeKind.POSITION, "中庭"), (NodeKind.DIRECTION, "東"),
    }  # fmt: skip
    assert sum(node.name.zh == "設" for node in model.nodes) == 2
    assert [passage.text for passage in model.passages] == ["司馬命弟子設楅。乃設楅於中庭，東肆。"]
    assert model.title.zh == "楅：鄉射禮"


def test_depth_one_is_the_acts_alone(rite: RiteReader) -> None:
    """One step around 觶 there is 奠, and the passage to read it in."""
    model = network_model(rite, "觶", 1)
    assert sorted(node.name.zh for node in model.nodes if node.kind is not NodeKind.PASSAGE) == ["奠", "觶"]


def test_unknown_focus_names_what_is_near(rite: RiteReader) -> None:
    """西階 is not in the sample; 西楹西 begins with the same character and is offered."""
    with pytest.raises(ViewError) as caught:
        network_model(rite, "西階")
    assert caught.value.code == "KG-V001"
    assert "西楹西" in caught.value.zh


def test_empty_graph_says_what_to_do() -> None:
    """A store without acts has nothing to draw."""
    lines = "".join(ontology_quads(SETTINGS)).encode()
    with pytest.raises(ViewError) as caught:
        network_model(RiteReader(select_from(memory_store([lines]), SETTINGS)))
    assert caught.value.code == "KG-V003"


def test_kinds_and_roles_are_named_by_the_ontology(rite: RiteReader) -> None:
    """The page has no words of its own for classes and roles."""
    model = network_model(rite)
    assert model.kinds["Act"].zh == "儀節"
    assert model.roles["origin"].zh == "所自"


def test_plain_takes_tones_off() -> None:
    """sī shè, Sishe and sīshè are one search."""
    assert plain("sī shè") == plain("Sishe") == plain("sīshè") == "sishe"


@pytest.mark.browser
def test_the_page_of_a_graph_opens(rite: RiteReader, tmp_path: Path) -> None:
    """The whole way from quads to pixels: no request, no error, the words of the chosen act marked."""
    model = network_model(rite, "楅")
    RitualNetwork(model).write_html(tmp_path / "view.html")
    with opened(tmp_path / "view.html") as seen:
        assert seen.page.locator("#panel h2").inner_text() == "楅"
        assert "命弟子設楅" in seen.page.locator("#panel blockquote").inner_text()
        assert (seen.requests, seen.errors, seen.violations()) == ([], [], [])


@pytest.mark.parametrize("place", ["xiangshe.a", "https://w3id.org/ritual-kg/text/xiangshe/passage/xiangshe.a"])
def test_explanation_of_a_passage(select: Select, place: str) -> None:
    """鄉射禮·經 司射適堂西 …: five acts, each with its words, and the actor of 取 supplied by a rule."""
    (passage,) = explain(select, place)
    assert passage.text == "司射適堂西，袒決遂，取弓於階西。"
    assert [act.action.zh for act in passage.acts] == ["適", "袒", "決", "遂", "取"]
    actor = next(role for role in passage.acts[4].roles if role.role.en == "has actor")
    assert (actor.filler.zh, actor.supplied, actor.rule) == ("司射", True, "actor.same-subject")
    first = passage.acts[0]
    assert first.words == passage.text  # the sample's acts know no clause
    assert [(first.words[mark.start : mark.end], mark.role) for mark in first.marks] == [
        ("司射", "actor"), ("適", "verb"), ("堂西", "destination"),
    ]  # fmt: skip


def test_explanation_of_one_act(select: Select) -> None:
    """xiangshe.b/9 is the second 設 of 命弟子設楅。乃設楅於中庭."""
    (passage,) = explain(select, "xiangshe.b/9")
    assert [act.key for act in passage.acts] == ["xiangshe.b/9"]
    assert passage.text[9] == "設"


@pytest.mark.parametrize("place", ["xiangshe.z", "xiangshe.a/99", '"} UNION { ?s ?p ?o', "http://example.org/x y"])
def test_no_such_place(select: Select, place: str) -> None:
    """A place that is not in the graph, or is no place at all, is told with a code."""
    with pytest.raises(ViewError) as caught:
        explain(select, place)
    assert caught.value.code == "KG-V004"


def test_select_keeps_the_text_as_it_stands(select: Select) -> None:
    """What a query gives back is the text, character for character."""
    ask: Callable[[str], object] = select
    rows = list(ask("SELECT ?words { ?text nif:isString ?words }"))  # type: ignore[call-overload]
    assert rows == [{"words": TEXT}]
