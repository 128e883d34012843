"""Which resource a label stands for: entries of the lexicon, composed positions, guessed words."""

from __future__ import annotations

import pytest

from kg.graph.compose import Forms
from kg.graph.entities import Entities, entry_quads
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.lexicon.entry import Entry
from kg.lexicon.load import Lexicon
from kg.reading import read
from kg.texts.plain import read_plain
from kg.texts.raw import RawText

BASE = "https://w3id.org/ritual-kg/"
RIT = f"{BASE}ontology#"


def lexicon() -> Lexicon:
    """A lexicon of a few words."""
    made = Lexicon(variants={"觯": "觶", "扵": "於", "銜": "御"})
    for table, identity, label, cls, pinyin, en, variants in (
        ("actors", "actor.bin", "賓", "guest", "bīn", "guest, chief guest", ()),
        ("actors", "actor.zuo", "左", "archer", "zuǒ", "left party", ()),
        ("actors", "actor.sanou", "三耦", "group", "sān ǒu", "the three pairs", ()),
        ("objects", "object.zhi", "觶", "vessel", "zhì", "goblet", ("觗",)),
        ("objects", "object.xi", "洗", "vessel", "xǐ", "water basin", ()),
        ("places", "place.xiying", "西楹", "pillar", "xī yíng", "western pillar", ()),
        ("places", "place.xijie", "西階", "step", "xī jiē", "western steps (guest's)", ()),
        ("places", "place.tang", "堂", "hall", "táng", "hall", ()),
        ("places", "place.xi-mat", "席", "seat", "xí", "seat", ()),
        ("places", "place.xi", "西", "side", "xī", "west", ()),
        ("sides", "side.xi", "西", "", "xī", "west of", ()),
        ("sides", "side.nan", "南", "", "nán", "south of", ()),
        ("sides", "side.dongnan", "東南", "", "dōngnán", "south-east of", ()),
        ("sides", "side.dong", "東", "", "dōng", "east of", ()),
        ("sides", "side.xia", "下", "", "xià", "below", ()),
        ("sides", "side.bei", "北", "", "běi", "north of", ()),
        ("verbs", "verb.jiang", "降", "motion", "jiàng", "go down", ()),
    ):
        made.entries[identity] = Entry(identity, label, variants, pinyin, en, cls, "", "", table)
    return made


def said(entities: Entities, iri: str) -> dict[str, str]:
    """Local name of the property → object, of what `entities` say of `iri`."""
    found: dict[str, str] = {}
    for line in "".join(entities.lines).splitlines():
        subject, predicate, rest = line.split(" ", 2)
        if subject == f"<{iri}>" and not predicate.endswith("#type>"):
            found[predicate.strip("<>").replace("/", "#").rsplit("#", 1)[1]] = rest.rsplit(" <", 1)[0]
    return found


@pytest.mark.parametrize(
    ("cls", "label", "entry", "expected"),
    [
        ("Object", "觶", "object.zhi", "lexicon/object.zhi"),
        ("Object", "觯", "", "lexicon/object.zhi"),
        ("Object", "觗", "", "lexicon/object.zhi"),
        ("Actor", "左", "", "lexicon/actor.zuo"),
        ("Position", "西楹西", "", "entity/position/西楹西"),
        ("Object", "琴", "", "entity/object/琴"),
        ("Actor", "觶", "object.zhi", "entity/actor/觶"),
        ("Object", "琴", "object.zhi", "entity/object/琴"),
    ],
    ids=["entry", "glyph variant", "other spelling", "homograph", "composed", "unknown", "other class", "wrong entry"],
)
def test_name(cls: str, label: str, entry: str, expected: str) -> None:
    """An entry gives its IRI whatever the spelling; a word without entry gets one from its class and label."""
    assert Entities(Settings(), lexicon()).name(cls, label, entry) == BASE + expected


def test_two_spellings_of_an_unknown_word_are_one() -> None:
    """銜車 and 御車, an unlisted word in two glyphs, are one entity with one label."""
    entities = Entities(Settings(), lexicon())
    assert entities.name("Object", "銜車") == entities.name("Object", "御車")
    assert sum("prefLabel" in line for line in entities.lines) == 1


@pytest.mark.parametrize(
    ("label", "anchor", "side"),
    [
        ("西楹西", "西楹", "西"),
        ("西楹東南", "西楹", "東南"),
        ("三耦南", "三耦", "南"),
        ("洗東", "洗", "東"),
        ("賓席東", "賓席", "東"),
        ("西階下東南", "西階下", "東南"),
    ],
)
def test_composed_position(label: str, anchor: str, side: str) -> None:
    """鄉射禮's places beside an anchor are taken apart at the longest side."""
    composed = Forms(lexicon()).compose(label)
    assert composed
    assert composed.side
    assert (composed.anchor, composed.side.label) == (anchor, side)


@pytest.mark.parametrize("label", ["西北", "其南", "西楹", "南", "位"])
def test_not_composed(label: str) -> None:
    """A corner, an unresolved 其, a place of its own and a bare side are not taken apart."""
    assert Forms(lexicon()).compose(label) is None


def test_seat_has_its_owner_and_steps_their_place() -> None:
    """賓席 is 賓's seat; 堂下西階 the western steps within 堂下."""
    entities = Entities(Settings(), lexicon())
    seat = said(entities, entities.name("Position", "賓席"))
    assert seat["owner"] == f"<{BASE}lexicon/actor.bin>"
    assert seat["broader"] == f"<{BASE}lexicon/place.xi-mat>"
    steps = said(entities, entities.name("Position", "堂下西階"))
    assert steps["within"] == f"<{BASE}entity/position/堂下>"


def test_what_is_said_of_a_composed_position() -> None:
    """西楹西: label, anchor, side, and pinyin and gloss from its parts; its parts are described too."""
    entities = Entities(Settings(), lexicon())
    found = said(entities, entities.name("Position", "西楹西"))
    assert found == {
        "prefLabel": '"西楹西"@lzh',
        "anchor": f"<{BASE}lexicon/place.xiying>",
        "side": f"<{BASE}lexicon/side.xi>",
        "pinyin": '"xī yíng xī"@zh-latn-pinyin',
        "gloss": '"west of the western pillar"@en',
    }
    assert said(entities, f"{BASE}lexicon/side.xi")["prefLabel"] == '"西"@lzh'


def test_guessed_word_is_marked() -> None:
    """琴, which the lexicon lacks, is marked as guessed; 降 as a thing (辭降) is the matter of its verb."""
    entities = Entities(Settings(), lexicon())
    assert "unlisted" in said(entities, entities.name("Object", "琴"))
    matter = said(entities, entities.name("Object", "降"))
    assert "unlisted" not in matter
    assert matter["related"] == f"<{BASE}lexicon/verb.jiang>"


@pytest.mark.parametrize(
    ("role", "label", "expected"),
    [
        ("destination", "洗", "Object"),
        ("destination", "西階", "Position"),
        ("recipient", "賓", "Actor"),
        ("object", "賓", "Actor"),
        ("place", "洗東", "Position"),
        ("object", "琴", "Object"),
        ("actor", "甲", "Actor"),
        ("direction", "西", "Direction"),
    ],
)
def test_class_by_role(role: str, label: str, expected: str) -> None:
    """A filler that the reading left unclassified takes the class of its word, or the one that its role suggests."""
    assert Entities(Settings(), lexicon()).classify(role, label) == expected


def test_class_that_the_ontology_lacks() -> None:
    """An entry of a class that rite.ttl does not know keeps its kind, and says the class as it stands in the table."""
    lines = list(entry_quads(Entry("object.x", "某", cls="gadget", table="objects"), Settings()))
    graph = f"<{BASE}graph/lexicon> .\n"
    assert f'<{BASE}lexicon/object.x> <{RIT}lexiconClass> "objects/gadget" {graph}' in lines
    assert any(line.endswith(f"<{RIT}Object> {graph}") for line in lines)


def test_lexicon_graph() -> None:
    """Every entry is described once, in the graph of the lexicon, with the compass bearing of a direction."""
    lines = "".join(lexicon_quads(Settings())).splitlines()
    assert len(lines) == len(set(lines))
    assert all(line.endswith(f" <{BASE}graph/lexicon> .") for line in lines)
    bearing = f'<{BASE}lexicon/direction.dongnan> <{RIT}bearing> "135"^^'
    assert any(line.startswith(bearing) for line in lines)


@pytest.mark.parametrize(
    "text", ["有餘純則橫於下之西階上當楣北面荅再拜", "納諸公卿大夫諸再拜稽首", "上諸十設乏各去其侯西十北十于阼階"]
)
def test_words_that_make_no_sense_become_quads(text: str) -> None:
    """Scrambled sentences that stopped 100 copies of 儀禮: a bare side that holds steps, a number for a place."""
    document = read_plain(RawText("scrambled", "scrambled.txt", "0" * 64, text))
    reading = read(document)
    assert all(filler.label for act in reading.acts for fillers in act.roles.values() for filler in fillers)
    assert list(build_quads(document, reading, settings=Settings()))
