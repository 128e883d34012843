"""Ranks: what is prescribed for whom on which occasion, as 經, 記 and notes say it."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import LexiconError
from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.regulations import regulation_quads
from kg.graph.settings import Settings
from kg.lexicon.load import load_lexicon
from kg.rite.ranks import Matter, Regulation, load_occasions, load_regulations
from kg.texts.shipped import shipped_documents

RIT = "https://w3id.org/ritual-kg/ontology#"


def of(matter: Matter, rank: str) -> list[Regulation]:
    """The regulations of a matter that hold for `rank`, or for all where it is "", over both texts."""
    rows = [one for law in load_regulations().values() for one in law if one.matter is matter]
    return [one for one in rows if (rank in {entry.label for entry in one.ranks} if rank else not one.ranks)]


def things(regulations: list[Regulation]) -> list[tuple[str, str, str]]:
    """(occasion, thing, passage) of each."""
    return [
        (one.occasion.label if one.occasion else "", thing.label, one.passage)
        for one in regulations
        for thing in one.things
    ]


@pytest.mark.parametrize(
    ("rank", "expected"),
    [
        pytest.param(
            "君",
            [("國中射", "皮樹中", "xiangshe.573"), ("於郊", "閭中", "xiangshe.573"), ("於竟", "虎中", "xiangshe.573")],
            id="記 君，國中射，則皮樹中",
        ),
        pytest.param("大夫", [("", "兕中", "xiangshe.574")], id="記 大夫，兕中"),
        pytest.param("士", [("", "鹿中", "xiangshe.575")], id="記 士，鹿中"),
    ],
)  # fmt: skip
def test_holders(rank: str, expected: list[tuple[str, str, str]]) -> None:
    """Which tally-holder for which rank and place."""
    assert things(of(Matter.HOLDER, rank)) == expected


@pytest.mark.parametrize(
    ("rank", "target", "ground", "figures"),
    [
        pytest.param("天子", "熊侯", ["白質"], [], id="記 天子熊侯，白質"),
        pytest.param("諸侯", "麋侯", ["赤質"], [], id="記 諸侯麋侯，赤質"),
        pytest.param("大夫", "布侯", ["丹質"], ["虎", "豹"], id="記 大夫布侯，畫以虎豹"),
        pytest.param("士", "布侯", ["丹質"], ["鹿", "豕"], id="記 士布侯，畫以鹿豕"),
    ],
)  # fmt: skip
def test_targets(rank: str, target: str, ground: list[str], figures: list[str]) -> None:
    """Which target, with which ground and figures, for each of the four ranks."""

    def values(matter: Matter) -> list[str]:
        return [v if isinstance(v, str) else v.label for one in of(matter, rank) for v in one.values]

    assert [thing.label for one in of(Matter.TARGET, rank) for thing in one.things] == [target]
    assert values(Matter.GROUND) == ground
    assert values(Matter.FIGURES) == figures


def test_banners() -> None:
    """鄉射禮·記 xiangshe.573–575: 翿旌 in the city, 旌 in the suburb, 龍旃 on the border; the officer 翿旌."""
    assert things(of(Matter.BANNER, "君")) == [
        ("國中射", "翿旌", "xiangshe.573"),
        ("於郊", "旌", "xiangshe.573"),
        ("於竟", "龍旜", "xiangshe.573"),
    ]
    assert things(of(Matter.BANNER, "士")) == [("", "翿旌", "xiangshe.575")]


@pytest.mark.parametrize(
    ("rank", "couples"), [("天子", "6"), ("諸侯", "4"), ("卿", "3"), ("大夫", "3"), ("士", "3")]
)
def test_couples(rank: str, couples: str) -> None:
    """周禮·夏官·射人: six couples for the king, four for the feudal lords, three for all below."""
    (found,) = of(Matter.COUPLES, rank)
    assert [one.number for one in found.amounts] == [couples]
    assert found.source == "周禮·夏官·射人"


@pytest.mark.parametrize(("rank", "beats"), [("天子", "9"), ("諸侯", "7"), ("卿", "5"), ("大夫", "5"), ("士", "5")])
def test_beats(rank: str, beats: str) -> None:
    """大射儀·鄭注 dashe.169 天子九，諸侯七，卿大夫以下五."""
    (found,) = of(Matter.BEATS, rank)
    assert ([one.number for one in found.amounts], found.speaker) == ([beats], "鄭玄")


def test_music_of_the_two_rites() -> None:
    """鄉射禮·經 xiangshe.383 奏《騶虞》 or, 記 .551, 《采蘋》 of five rounds; 大射儀·經 dashe.175 奏《貍首》."""
    found = things(of(Matter.MUSIC, ""))
    assert found == [
        ("鄉射用樂", "騶虞", "xiangshe.383"),
        ("鄉射用樂", "騶虞", "xiangshe.551"),
        ("鄉射用樂", "采蘋", "xiangshe.551"),
        ("大射用樂", "貍首", "dashe.175"),
    ]
    rounds = [one.amounts[0] for one in of(Matter.MUSIC, "") if one.amounts]
    assert [(one.number, one.unit) for one in rounds] == [("5", "終")]


def test_who_shoots_as_lower_archer() -> None:
    """鄉射禮·經 .284, .287 and 記 .567; 大射儀·經 dashe.156: host, grandee and ruler are lower archers."""
    found = {
        rank: {one.passage for one in of(Matter.HAND, rank) for v in one.things if v.label == "下射"}
        for rank in ("主人", "大夫", "君", "士")
    }
    assert found == {
        "主人": {"xiangshe.284"}, "大夫": {"xiangshe.287", "dashe.156"}, "君": {"xiangshe.567"}, "士": set(),
    }  # fmt: skip


def test_dress() -> None:
    """鄉射禮·記 xiangshe.541, .570, .577: 纁襦 beside an officer, 朱襦 for the ruler, bare flesh in his presence."""
    assert things(of(Matter.DRESS, "君")) == [("君射", "朱襦", "xiangshe.570")]
    grandee = of(Matter.DRESS, "大夫")
    assert [(one.passage, [thing.id for thing in one.things]) for one in grandee if one.things] == [
        ("xiangshe.541", ["object.xun-ru"])
    ]
    assert [one.values for one in grandee if not one.things] == [("肉袒",)]


def test_only_the_ruler_shoots_in_the_city() -> None:
    """鄉射禮·記 xiangshe.576 唯君有射於國中，其餘否."""
    (found,) = of(Matter.VENUE, "君")
    assert (found.only, found.place) == (True, "國中")


def test_every_regulation_stands_in_its_source() -> None:
    """The words of each regulation are found in its passage or in the note; none is left out of the graph."""
    for document in shipped_documents():
        made = list(regulation_quads(TextGraph(document, Settings()), Entities(Settings(), load_lexicon())))
        assert len(made) == len(load_regulations()[document.id])


def test_where_a_regulation_rests_is_told() -> None:
    """What only a note or another work says is not said to stand in the passage: rit:onPassage, no rit:passage."""
    store = ox.Store()
    for document in shipped_documents():
        entities = Entities(Settings(), load_lexicon())
        lines = [*regulation_quads(TextGraph(document, Settings()), entities), *entities.lines]
        store.load("".join(lines).encode(), format=ox.RdfFormat.N_QUADS)
    ask = f"""PREFIX rit: <{RIT}> PREFIX dcterms: <http://purl.org/dc/terms/>
        SELECT (COUNT(?r) AS ?n) {{ ?r a rit:Regulation . FILTER(%s) }}"""
    borrowed = "EXISTS { ?r rit:statedIn ?x } || EXISTS { ?r dcterms:bibliographicCitation ?x }"

    def count(condition: str) -> int:
        found = store.query(ask % condition, use_default_graph_as_union=True)
        assert isinstance(found, ox.QuerySolutions)
        return int(next(iter(found))["n"].value)

    everything = sum(map(len, load_regulations().values()))
    from_others = sum(bool(one.speaker or one.source) for law in load_regulations().values() for one in law)
    assert from_others == 11
    assert count(borrowed) == from_others
    assert count("EXISTS { ?r rit:passage ?p ; rit:evidence ?e }") == everything - from_others
    assert count("(" + borrowed + ") && EXISTS { ?r rit:passage ?p }") == 0


def test_each_occasion_is_used() -> None:
    """No occasion of the table lacks a regulation."""
    used = {one.occasion.label for law in load_regulations().values() for one in law if one.occasion}
    assert used == set(load_occasions())


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("xiangshe.1\t鄉\tshoes\t君\t\t\t朱襦\t\t\t\t\t\t", "KG-L033"),
        ("xiangshe.1\t鄉\tdress\t君\t在天\t\t朱襦\t\t\t\t\t\t", "KG-L033"),
        ("xiangshe.1\t鄉\tdress\t君\t\t\t\t\t\t\t\t\t", "KG-L033"),
        ("xiangshe.1\t鄉\tdress\t路人\t\t\t朱襦\t\t\t\t\t\t", "KG-L030"),
    ],
)  # fmt: skip
def test_faults_of_the_table(tmp_path: Path, row: str, code: str) -> None:
    """A row that cannot be meant is refused with file and row."""
    head = "passage\twords\tmatter\trank\toccasion\tplace\tthing\tvalue\tamount\tonly\tspeaker\tsource\tnote\n"
    (tmp_path / "regulations.tsv").write_text(head + row + "\n", encoding="utf-8")
    (tmp_path / "occasions.tsv").write_text("id\tlabel\ten\tsource\n", encoding="utf-8")
    (tmp_path / "described.tsv").write_text("id\tlabel\tpinyin\ten\ttable\tclass\tsource\n", encoding="utf-8")
    with pytest.raises(LexiconError) as told:
        load_regulations(tmp_path)
    assert told.value.code == code
