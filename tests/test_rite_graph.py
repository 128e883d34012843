"""The rite in the graph: phases, likenesses, state and comparison as queries find them; the commands that show them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import GraphError
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.named import named_query
from kg.graph.ontology import ontology_quads
from kg.graph.quads import build_quads
from kg.graph.rite_compare import Rites, compare_quads, course
from kg.graph.rite_moment import contradictions, moment
from kg.graph.rite_store import RiteStore, course_in
from kg.graph.rite_unfold import Unfolder, inferred_quads
from kg.graph.settings import Settings
from kg.graph.store import write_store
from kg.graph.validate import validate_files
from kg.reading import read
from kg.rite.compare import compare
from rite_samples import rites

SETTINGS = Settings()


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The two rites, the lexicon, the ontology and the comparison, as a build writes them."""
    folder = tmp_path_factory.mktemp("parts")
    courses = [course(rite, SETTINGS) for rite in rites().values()]
    ((left, right),) = Rites(courses).pairs()
    made = {
        **{
            id: build_quads(rite.document, read(rite.document), settings=SETTINGS, rite=rite)
            for id, rite in rites().items()
        },
        "_lexicon": lexicon_quads(SETTINGS),
        "_ontology": ontology_quads(SETTINGS),
        "_compare": compare_quads(left, right, SETTINGS),
    }
    for name, lines in made.items():
        (folder / f"{name}.nq").write_text("".join(lines), encoding="utf-8")
    return sorted(folder.glob("*.nq"))


@pytest.fixture(scope="module")
def home(parts: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    write_store(parts, folder)
    return folder


@pytest.fixture(scope="module")
def store(parts: list[Path]) -> RiteStore:
    made = ox.Store()
    for part in parts:
        made.load(part.read_bytes(), format=ox.RdfFormat.N_QUADS)
    return RiteStore(made, SETTINGS)


def named(store: RiteStore, name: str, **given: str) -> list[dict[str, str]]:
    return list(store.select(named_query(name, SETTINGS).bind({key: [value] for key, value in given.items()})))


def test_the_graph_conforms(parts: list[Path]) -> None:
    """Both rites with phases, state, plan and comparison keep to the shapes, without a warning."""
    report = validate_files(parts)
    assert report.findings == ()
    assert report.conforms


def test_every_act_of_the_canon_has_one_phase(store: RiteStore) -> None:
    """No act of 鄉射禮 or 大射儀 is without its phase."""
    rows = list(store.select("SELECT (COUNT(?act) AS ?n) { ?act a rit:Act FILTER NOT EXISTS { ?act rit:phase ?p } }"))
    assert rows == [{"n": "0"}]


def test_query_of_phases(store: RiteStore) -> None:
    """取矢 of the first round goes from xiangshe.235 to 243."""
    rows = named(store, "phases", text="xiangshe")
    bounds = {(row["phase"], row["outer"]): (row["first"], row["last"]) for row in rows if "outer" in row}
    assert bounds["設楅取矢", "初射：獲而未釋獲"] == ("xiangshe.235", "xiangshe.243")


def test_query_of_rounds(store: RiteStore) -> None:
    """The third round of 大射儀 is told from the others by its music."""
    rows = named(store, "rounds", text="dashe")
    assert [row["what"] for row in rows if row["feature"] == "music"] == ["用樂，奏《貍首》"]


def test_like_points_at_a_run(store: RiteStore) -> None:
    """xiangshe.68 祭如賓禮: rit:like leads to a run whose acts stand in xiangshe.49."""
    rows = list(
        store.select(
            """SELECT DISTINCT ?where { ?act rit:passage/dcterms:identifier "xiangshe.68" ; rit:like/rit:includes ?one .
               ?one rit:passage/dcterms:identifier ?where }"""
        )
    )
    assert rows == [{"where": "xiangshe.49"}]


def test_construct_marks_what_is_inferred(store: RiteStore) -> None:
    """xiangshe.61: the query constructs acts of the class rit:InferredAct, in a graph of their own."""
    lines = list(inferred_quads(store, ["xiangshe.61"], store.text("xiangshe")))
    assert all(line.endswith("<https://w3id.org/ritual-kg/graph/inferred/xiangshe> .\n") for line in lines)
    assert sum("#InferredAct>" in line for line in lines) == 7
    assert not any("ontology#Act>" in line for line in lines)


def test_unfolding_from_the_store(store: RiteStore) -> None:
    """xiangshe.68 祭如賓禮: the host sits, takes the cup in his left hand, offers with his right …"""
    (found,) = Unfolder(store, store.text("xiangshe")).within(store.spot("xiangshe.68"))
    acts = [(dict(act.roles).get("actor"), act.action) for act in found.acts[:3]]
    assert acts == [(("主人",), "坐"), (("主人",), "執"), (("主人",), "祭")]
    assert found.exchanges == (("賓", ("主人",)),)


def test_moment_from_the_store(store: RiteStore) -> None:
    """xiangshe.237: the 司馬 (the director before) stands south of where the rack is set, facing north."""
    found = moment(store, store.spot("xiangshe.237"))
    officer = next(one for one in found.persons if one.label == "司馬")
    assert (officer.one("at"), officer.one("faces"), officer.one("zone")) == ("所設楅南", "北", "ZoneCourt")
    rack = next(one for one in found.things if one.label == "楅")
    assert (rack.one("at"), float(rack.one("planX")), float(rack.one("planY"))) == ("中庭", 0.0, -36.0)


def test_who_is_on_the_hall(store: RiteStore) -> None:
    """xiangshe.377 不鼓不釋: guest, host and grandee, and the couple that is about to shoot."""
    rows = named(store, "on-the-hall", passage="xiangshe.377")
    assert {"賓", "主人", "大夫", "耦"} <= {row["who"] for row in rows}
    assert "司射" not in {row["who"] for row in rows}


def test_whereabouts(store: RiteStore) -> None:
    """In the first round the 司射 is west of the hall, then on it, and goes to his place at last."""
    rows = named(store, "whereabouts", actor="司射", phase="round-called")
    places = [row["where"] for row in rows if row["passage"].startswith("xiangshe")]
    assert places[:4] == ["堂西", "西階上", "階上", "阼階上"]
    assert "司射位" in places


def test_contradictions_from_the_store(store: RiteStore) -> None:
    """xiangshe.240 司馬襲進: listed with the verdict that the text says it twice."""
    found = {(one.key.partition("/")[0], one.verb): one for one in contradictions(store, store.text("xiangshe"))}
    crux = found["xiangshe.240", "襲"]
    assert (crux.fault, crux.verdict, crux.subjects) == ("CoversCovered", "Text", ("司馬",))
    assert crux.zh
    assert crux.en


def test_course_from_the_store_is_the_same(store: RiteStore) -> None:
    """Comparing what the store holds gives what comparing the readings gives."""
    left, right = (course(rites()[id], SETTINGS) for id in ("xiangshe", "dashe"))
    there = compare(course_in(store, "xiangshe"), course_in(store, "dashe"))
    assert [(row.left and row.left.id, row.right and row.right.id) for row in there] == [
        (row.left and row.left.id, row.right and row.right.id) for row in compare(left, right)
    ]


def test_only_here(store: RiteStore) -> None:
    """At the setting of the tallies 大射儀 has the 大史 count (dashe.39), which 鄉射禮 lacks."""
    rows = named(store, "only-here", kind="set-tallies")
    assert any((row["passage"], row.get("who")) == ("dashe.39", "大史") for row in rows)


def test_corresponding(store: RiteStore) -> None:
    """設楅: 弟子 in the one rite, 小臣師 in the other."""
    rows = named(store, "corresponding", difference="OtherActor")
    assert any((row["verb"], row.get("leftWho"), row.get("rightWho")) == ("設", "弟子", "小臣師") for row in rows)


def test_plan_in_both_variants(store: RiteStore) -> None:
    """The marks lie at different points of the two plans; both plans say that one unit is a foot."""
    rows = list(
        store.select(
            """SELECT ?variant ?y { ?place rit:onPlan ?plan ; rit:ofPlace/skos:prefLabel "右物"@lzh ; rit:planY ?y .
               ?plan rit:hallVariant ?variant ; rit:planOf "xiangshe" ; rit:planUnit/skos:prefLabel "尺"@lzh }"""
        )
    )
    assert {row["variant"]: float(row["y"]) for row in rows} == {"堂": 12.0, "序": 24.0}


@pytest.mark.parametrize("place", ["xiangshe.9999", "xiangshe.61/999", "nonsense"])
def test_no_such_place(store: RiteStore, place: str) -> None:
    """KG-G051 for a passage or act that the store has not."""
    with pytest.raises(GraphError, match="KG-G051"):
        store.spot(place)


def test_no_such_text(store: RiteStore) -> None:
    """KG-G050 names the texts that there are."""
    with pytest.raises(GraphError, match=r"(?s)KG-G050.*xiangshe"):
        store.text("yanli")


def kg(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kg", "--lang", "en", *arguments, "--store", str(home)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_kg_state(home: Path) -> None:
    """kg state --at xiangshe.237 prints persons, things and where they are."""
    done = kg(home, "state", "--at", "xiangshe.237", "--format", "json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert any(one["name"] == "楅" and one["at"] == ["中庭"] for one in data["things"])
    names = [one["name"] for one in data["persons"]]
    assert "司馬" in names
    assert "司正" not in names


def test_kg_state_contradictions(home: Path) -> None:
    """kg state --contradictions ends with 1, for there are some, and lists each with its passage."""
    done = kg(home, "state", "--contradictions", "--text", "dashe")
    assert done.returncode == 1
    assert "dashe.60/" in done.stdout
    assert "wrong is" in done.stderr


def test_kg_unfold(home: Path) -> None:
    """kg unfold xiangshe.61 prints the acts with the guest in the host's place."""
    done = kg(home, "unfold", "xiangshe.61")
    assert done.returncode == 0, done.stderr
    assert "賓 降" in done.stdout
    assert kg(home, "unfold").returncode == 2


def test_kg_compare(home: Path) -> None:
    """kg compare prints a row an act as CSV, and takes any two texts."""
    done = kg(home, "compare", "xiangshe", "dashe", "--stage", "round1.fetch", "--format", "csv")
    assert done.returncode == 0, done.stderr
    assert "弟子 設 楅" in done.stdout
    assert kg(home, "compare", "xiangshe", "nothing").returncode == 2


def lines(id: str) -> Iterator[str]:
    rite = rites()[id]
    return build_quads(rite.document, read(rite.document), settings=SETTINGS)


def test_deterministic() -> None:
    """Two builds of one text give the same lines."""
    assert list(lines("dashe")) == list(lines("dashe"))
