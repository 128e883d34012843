"""Things described: measures, material, finish, parts and contents, as the 記 says them."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import LexiconError, Where
from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.settings import Settings
from kg.graph.things import thing_quads
from kg.lexicon.load import load_lexicon
from kg.rite.amount import Amount, Share, amounts, share
from kg.rite.things import Aspect, Description, load_things
from kg.texts.shipped import shipped_documents

RIT = "https://w3id.org/ritual-kg/ontology#"


def of(thing: str, aspect: Aspect, part: str = "", owner: str = "") -> list[Description]:
    """The descriptions of a thing, over both texts."""
    return [
        one
        for rows in load_things().values()
        for one in rows
        if one.thing.label == thing
        and one.aspect is aspect
        and (one.part.label if one.part else "") == part
        and (one.owner.label if one.owner else "") == owner
    ]


def names(description: Description) -> list[str]:
    return [value if isinstance(value, str) else value.label for value in description.values]


@pytest.mark.parametrize(
    ("thing", "aspect", "part", "expected", "passage"),
    [
        pytest.param("楅", Aspect.BREADTH, "", ["3寸"], "xiangshe.532", id="記 博三寸"),
        pytest.param("楅", Aspect.THICKNESS, "", ["1.5寸"], "xiangshe.532", id="記 厚寸有半"),
        pytest.param("膱", Aspect.LENGTH, "", ["1尺", "2寸"], "xiangshe.492", id="記 膱長尺二寸"),
        pytest.param("籌", Aspect.LENGTH, "", ["1尺", "1握"], "xiangshe.564", id="記 長尺有握"),
        pytest.param("箭籌", Aspect.LENGTH, "", [], "", id="the 箭 of 箭籌 is its material"),
        pytest.param("籌", Aspect.NUMBER, "", ["80"], "xiangshe.563", id="記 箭籌八十"),
        pytest.param("杠", Aspect.LENGTH, "", ["3仞"], "xiangshe.526", id="記 杠長三仞"),
        pytest.param("鴻脰", Aspect.LENGTH, "", ["2尋"], "xiangshe.526", id="記 以鴻脰韜上，二尋"),
        pytest.param("鄉侯", Aspect.LENGTH, "上个", ["5尋"], "xiangshe.559", id="記 上个五尋"),
        pytest.param("鄉侯", Aspect.LENGTH, "侯中", ["10尺"], "xiangshe.559", id="記 中十尺"),
        pytest.param("侯道", Aspect.LENGTH, "", ["50弓"], "xiangshe.560", id="記 侯道五十弓"),
        pytest.param("扑", Aspect.LENGTH, "本", ["1尺"], "xiangshe.566", id="記 刊本尺"),
        pytest.param("鹿中", Aspect.CAPACITY, "背", ["8"], "xiangshe.538", id="記 鑿背容八算"),
        pytest.param("乏", Aspect.DISTANCE, "", ["5步"], "xiangshe.18", id="經 西五步"),
        pytest.param("極", Aspect.NUMBER, "", ["3"], "dashe.63", id="大射儀·經 朱極三"),
    ],
)  # fmt: skip
def test_measures(thing: str, aspect: Aspect, part: str, expected: list[str], passage: str) -> None:
    """Each measure is a number with the unit that the text names, from the passage that says it."""
    found = [one for one in of(thing, aspect, part) if one.amounts]
    assert [f"{one.number}{one.unit}" for row in found for one in row.amounts] == expected
    assert {row.passage for row in found} == ({passage} if passage else set())


@pytest.mark.parametrize(
    ("thing", "aspect", "part", "model", "expected", "passage"),
    [
        pytest.param("楅", Aspect.LENGTH, "", "笴", Share(1), "xiangshe.532", id="記 楅長如笴"),
        pytest.param("物", Aspect.LENGTH, "", "笴", Share(1), "xiangshe.518", id="記 物長如笴"),
        pytest.param("扑", Aspect.LENGTH, "", "笴", Share(1), "xiangshe.565", id="記 楚扑長如笴"),
        pytest.param("物", Aspect.INTERVAL, "", "弓", Share(1), "xiangshe.519", id="記 其間容弓"),
        pytest.param("距隨", Aspect.LENGTH, "", "武", Share(1), "xiangshe.519", id="記 距隨長武"),
        pytest.param("下綱", Aspect.CLEARANCE, "", "武", Share(1), "xiangshe.16", id="經 下綱不及地武"),
        pytest.param("侯", Aspect.LENGTH, "躬", "侯中", Share(2), "xiangshe.561", id="記 倍中以為躬"),
        pytest.param("侯", Aspect.LENGTH, "左右舌", "躬", Share(2), "xiangshe.561", id="記 倍躬以為左右舌"),
        pytest.param("侯", Aspect.LENGTH, "下舌", "上舌", Share(1, 2), "xiangshe.562", id="記 下舌半上舌"),
        pytest.param("乏", Aspect.DISTANCE, "", "侯道", Share(1, 3), "xiangshe.18", id="經 乏參侯道"),
    ],
)  # fmt: skip
def test_models(thing: str, aspect: Aspect, part: str, model: str, expected: Share, passage: str) -> None:
    """What has no number of its own is measured by another thing."""
    (found,) = [one for one in of(thing, aspect, part) if one.share]
    assert found.model is not None
    assert (found.model.label, found.share, found.passage) == (model, expected, passage)


def test_measures_of_the_target_agree() -> None:
    """鄉射禮·記 xiangshe.559–561: 50 弓 of 2 寸 each are the 10 尺 of the middle; twice twice that are 5 尋 of 8 尺."""
    lane, ratio = of("侯道", Aspect.LENGTH)[0].amounts[0], of("侯", Aspect.LENGTH, "侯中")[0].amounts[0]
    middle, tongue = of("鄉侯", Aspect.LENGTH, "侯中")[0].amounts[0], of("鄉侯", Aspect.LENGTH, "上个")[0].amounts[0]
    assert ratio.per == lane.unit
    inches = Decimal(lane.number) * Decimal(ratio.number)
    assert inches == Decimal(middle.number) * 10
    doubled = of("侯", Aspect.LENGTH, "躬")[0].share, of("侯", Aspect.LENGTH, "左右舌")[0].share
    assert doubled == (Share(2), Share(2))
    assert Decimal(middle.number) * 2 * 2 == Decimal(tongue.number) * 8


@pytest.mark.parametrize(
    ("thing", "aspect", "part", "owner", "expected"),
    [
        pytest.param("俎", Aspect.CONTENT, "", "賓", ["脊", "脅", "肩", "肺"], id="記 賓俎"),
        pytest.param("俎", Aspect.CONTENT, "", "主人", ["脊", "脅", "臂", "肺"], id="記 主人俎"),
        pytest.param("俎", Aspect.CONTENT, "", "獲者", ["脊", "脅", "肺", "臑"], id="記 獲者之俎"),
        pytest.param("俎", Aspect.CONTENT, "", "釋獲者", ["脊", "脅", "肺"], id="記 釋獲者之俎"),
        pytest.param("楅", Aspect.FINISH, "", "", ["髹"], id="記 楅，髹"),
        pytest.param("楅", Aspect.FORM, "", "", ["龍首"], id="記 龍首"),
        pytest.param("楅", Aspect.MATERIAL, "當", "", ["韋"], id="記 韋當"),
        pytest.param("鹿中", Aspect.FINISH, "", "", ["髹"], id="記 鹿中，髹"),
        pytest.param("筵", Aspect.MATERIAL, "", "", ["蒲"], id="記 蒲筵"),
        pytest.param("筵", Aspect.MATERIAL, "純", "", ["緇布"], id="記 緇布純"),
        pytest.param("冪", Aspect.MATERIAL, "", "", ["綌"], id="記 綌冪"),
        pytest.param("脯", Aspect.VESSEL, "", "", ["籩"], id="記 脯用籩"),
        pytest.param("醢", Aspect.VESSEL, "", "", ["豆"], id="記 醢以豆"),
        pytest.param("扑", Aspect.MATERIAL, "", "", ["楚"], id="記 楚扑"),
        pytest.param("旌", Aspect.MATERIAL, "", "", ["白羽", "朱羽"], id="記 白羽與朱羽糅"),
    ],
)  # fmt: skip
def test_what_it_is_made_of(thing: str, aspect: Aspect, part: str, owner: str, expected: list[str]) -> None:
    """Material, finish, form and contents, each in the text's own order."""
    (found,) = of(thing, aspect, part, owner)
    assert sorted(names(found), key=expected.index) == names(found) == expected


def test_every_description_stands_in_its_passage() -> None:
    """The words of each description are found in the passage that the table cites; none is left out of the graph."""
    for document in shipped_documents():
        text = TextGraph(document, Settings())
        assert len(list(thing_quads(text, Entities(Settings(), load_lexicon())))) == len(load_things()[document.id])


def test_another_text_of_that_name_has_no_things() -> None:
    """A user's own file that happens to be called xiangshe gets no statement that its words do not bear out."""
    dashe = next(one for one in shipped_documents() if one.id == "dashe")
    text = TextGraph(dashe, Settings())
    assert list(thing_quads(text, Entities(Settings(), load_lexicon()), load_things()["xiangshe"])) == []


def test_a_measure_in_the_graph() -> None:
    """鄉射禮·記 xiangshe.532 厚寸有半: 1.5 寸 with its words, a value node of one number and one unit."""
    document = next(one for one in shipped_documents() if one.id == "xiangshe")
    entities = Entities(Settings(), load_lexicon())
    store = ox.Store()
    lines = "".join([*thing_quads(TextGraph(document, Settings()), entities), *entities.lines])
    store.load(lines.encode(), format=ox.RdfFormat.N_QUADS)
    found = store.query(
        f"""PREFIX rit: <{RIT}> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        SELECT ?number ?unit ?words {{ ?d rit:describes/skos:prefLabel "楅"@lzh ; rit:aspect rit:ThicknessAspect ;
          rit:amount ?a ; rit:text ?words . ?a rit:number ?number ; rit:unit/skos:prefLabel ?unit }}""",
        use_default_graph_as_union=True,
    )
    assert isinstance(found, ox.QuerySolutions)
    assert [tuple(term.value for term in row) for row in found] == [("1.5", "寸", "厚寸有半")]


def test_amounts() -> None:
    """1尺+2寸 are two amounts to be added, 2寸/弓 so much for each, 8 a bare number; all else is refused."""
    here = Where("t.tsv", 2)
    assert amounts("1尺+2寸", here) == (Amount("1", "尺"), Amount("2", "寸"))
    assert amounts("2寸/弓", here) == (Amount("2", "寸", "弓"),)
    assert amounts("8", here) == (Amount("8"),)
    assert share("1/3", here) == Share(1, 3)
    assert share("", here) is None
    for wrong in ("尺", "1.尺", "1尺++2寸", "+"):
        with pytest.raises(LexiconError) as told:
            amounts(wrong, here)
        assert told.value.code == "KG-L031"
    with pytest.raises(LexiconError):
        share("0", here)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("xiangshe.1\t鄉\t無此物\t\t\tlength\t1尺\t\t\t\t", "KG-L030"),
        ("xiangshe.1\t鄉\t楅\t\t\tlength\t1里\t\t\t\t", "KG-L030"),
        ("xiangshe.1\t鄉\t楅\t\t\tlength\tlong\t\t\t\t", "KG-L031"),
        ("xiangshe.1\t鄉\t楅\t\t\tweight\t1尺\t\t\t\t", "KG-L032"),
        ("xiangshe.1\t鄉\t楅\t\t\tlength\t\t\t\t\t", "KG-L032"),
    ],
)  # fmt: skip
def test_faults_of_the_table(tmp_path: Path, row: str, code: str) -> None:
    """A row that cannot be meant is refused with file and row."""
    head = "passage\twords\tthing\tpart\towner\taspect\tamount\tmodel\tshare\tvalue\tnote\n"
    (tmp_path / "things.tsv").write_text(head + row + "\n", encoding="utf-8")
    (tmp_path / "described.tsv").write_text("id\tlabel\tpinyin\ten\ttable\tclass\tsource\n", encoding="utf-8")
    with pytest.raises(LexiconError) as told:
        load_things(tmp_path)
    assert (told.value.code, told.value.where) == (code, Where("things.tsv", 2))
