"""Tallies: what is counted, announced and drunk follows from the hits as the texts lay it down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli_runner import kg
from kg.errors import RiteError
from kg.graph.entities import Entities
from kg.graph.match import match_of_rdf
from kg.graph.passages import TextGraph
from kg.graph.settings import Settings
from kg.graph.tallies import derive, match_quads, outcome_turtle, tally_quads
from kg.lexicon.load import load_lexicon
from kg.rite.tally import Archer, Couple, Match, archer_rank, read_match
from kg.rite.tally_table import load_tallies
from kg.texts.shipped import shipped_documents

RIT = "https://w3id.org/ritual-kg/ontology#"
HEAD = "couple,upper,lower,upper_hits,lower_hits\n"
TOUCHED = "couple,upper,lower,upper_hits,lower_hits,upper_touches,lower_touches\n"


class Outcome:
    """What the queries derived, for assertions."""

    def __init__(self, store: ox.Store, match: Match) -> None:
        self.store = store
        self.match = match
        self.iri = f"https://w3id.org/ritual-kg/match/{match.name}"

    def value(self, subject: str, name: str) -> Any:
        node = ox.NamedNode(f"{self.iri}/{subject}")
        quads = list(self.store.quads_for_pattern(node, ox.NamedNode(RIT + name), None))
        if not quads:
            return None
        term = quads[0].object
        assert len(quads) == 1
        return int(term.value) if getattr(term, "datatype", None) and "integer" in term.datatype.value else term.value

    def count(self, side: str) -> tuple[int, ...]:
        names = ("tallies", "pairs", "oddTally", "heaps", "sparePairs")
        return tuple(self.value(f"count/{side}", name) for name in names)

    def told(self) -> tuple[str, str | None]:
        return self.value("announcement", "announcedWords"), self.value("announcement", "announcedNumber")

    def drinkers(self) -> dict[str, str]:
        """`4/lower` → the id of the rule by which he drinks."""
        found = {}
        for quad in self.store.quads_for_pattern(None, ox.NamedNode(RIT + "byRule"), None):
            archer = quad.subject.value.removeprefix(f"{self.iri}/couple/").removesuffix("/drinks")
            found[archer] = quad.object.value.rsplit("/", 1)[1]
        return found


def outcome(table: str, rite: str = "xiangshe") -> Outcome:
    match = read_match(table, "m", rite)
    return Outcome(derive(match, Settings()), match)


def test_right_ahead_by_an_odd_number() -> None:
    """鄉射禮·經 xiangshe.307–314: right 9 = 四純一奇, left 5 = 二純一奇; 4 ahead = 二純, told to the guest."""
    made = outcome(HEAD + "1,上射,下射,3,2\n2,上射,下射,4,1\n3,上射,下射,2,2\n")
    assert made.count("right") == (9, 4, 1, 0, 4)
    assert made.count("left") == (5, 2, 1, 0, 2)
    assert made.told() == ("右賢於左", "二純")
    assert made.value("announcement", "toldTo").endswith("lexicon/actor.bin")
    assert made.drinkers() == {"1/lower": "common", "2/lower": "common", "3/lower": "common"}


def test_left_ahead_with_an_odd_one() -> None:
    """鄉射禮·經 xiangshe.313, .314 若有奇者，亦曰奇: right 4, left 9; 5 ahead = 二純一奇, so 鄭玄's 若干純，若干奇."""
    made = outcome(HEAD + "1,上射,下射,1,4\n2,上射,下射,2,3\n3,上射,下射,1,2\n")
    assert made.told() == ("左賢於右", "二純一奇")
    assert made.drinkers() == {"1/upper": "common", "2/upper": "common", "3/upper": "common"}


def test_one_tally_ahead() -> None:
    """鄉射禮·經 xiangshe.308 一算為奇: one tally ahead is no pair; only the odd one is told."""
    made = outcome(HEAD + "1,上射,下射,2,1\n")
    assert made.told() == ("右賢於左", "一奇")
    assert made.value("announcement", "pairs") == 0


def test_even() -> None:
    """鄉射禮·經 xiangshe.315 若左右鈞…曰「左右鈞」: no number is told; 敖繼公: then nobody drinks."""
    made = outcome(HEAD + "1,上射,下射,3,1\n2,賓,主人,1,3\n")
    assert made.told() == ("左右鈞", None)
    assert made.value("announcement", "surplus") == 0
    assert made.drinkers() == {}


def test_nobody_hits() -> None:
    """鄉射禮·經 xiangshe.276 若中: where none hits no tally is laid, and both sides are even."""
    made = outcome(HEAD + "1,上射,下射,0,0\n")
    assert made.count("right") == (0, 0, 0, 0, 0)
    assert made.told() == ("左右鈞", None)


def test_heaps_of_ten_pairs() -> None:
    """鄉射禮·經 xiangshe.307 十純則縮而委之: 12 × 4 hits on the right are 48 = 二十四純: two heaps, four over."""
    rows = "".join(f"{number},眾賓,眾賓,4,{1 if number == 1 else 0}\n" for number in range(1, 13))
    made = outcome(HEAD + rows)
    assert made.count("right") == (48, 24, 0, 2, 4)
    assert made.count("left") == (1, 0, 1, 0, 0)
    assert made.told() == ("右賢於左", "二十三純一奇")


def test_grandees_are_lower_archers() -> None:
    """鄉射禮·經 xiangshe.287 大夫為下射: his hits lie on the left; where he loses his partner stays below (.333)."""
    made = outcome(HEAD + "1,上射,下射,4,0\n2,士,大夫,0,3\n")
    assert made.count("left") == (3, 1, 1, 0, 1)
    assert made.told() == ("右賢於左", "一奇")
    assert made.drinkers() == {"1/lower": "common", "2/lower": "grandee"}
    rule = ox.NamedNode("https://w3id.org/ritual-kg/text/xiangshe/drink/grandee")
    assert list(made.store.quads_for_pattern(rule, ox.NamedNode(RIT + "partnerStays"), None))


def test_grandees_partner_drinks_alone() -> None:
    """鄉射禮·經 xiangshe.334 若大夫之耦不勝，則亦執弛弓，特升飲."""
    made = outcome(HEAD + "1,上射,下射,0,4\n2,士,大夫,4,3\n")
    assert made.drinkers() == {"1/upper": "common", "2/upper": "partner"}


def test_guest_and_host() -> None:
    """鄉射禮·經 xiangshe.284, .332: the host shoots as lower archer; whoever loses gets the cup at his mat."""
    assert outcome(HEAD + "1,賓,主人,1,4\n").drinkers() == {"1/upper": "principal"}
    assert outcome(HEAD + "1,賓,主人,4,1\n").drinkers() == {"1/lower": "principal"}


def test_side_decides_not_the_couple() -> None:
    """大射儀·鄭注 dashe.108 不勝之黨無不飲: he who hit more than his partner drinks with his side."""
    made = outcome(HEAD + "1,上射,下射,4,0\n2,上射,下射,0,1\n")
    assert made.told() == ("右賢於左", "一純一奇")
    assert made.drinkers() == {"1/lower": "common", "2/lower": "common"}


def test_rulers_touches_count() -> None:
    """大射儀·經 dashe.42 揚觸，梱復，公則釋獲，眾則不與: the duke's three touches are tallies, the guest's none."""
    made = outcome(TOUCHED + "1,賓,公,1,0,3,3\n", "dashe")
    assert made.count("right") == (1, 0, 1, 0, 0)
    assert made.count("left") == (3, 1, 1, 0, 1)
    assert made.told() == ("左賢於右", "一純")
    assert made.value("announcement", "toldTo").endswith("lexicon/actor.gong-duke")
    assert made.drinkers() == {"1/upper": "principal"}


def test_ruler_loses() -> None:
    """大射儀·經 dashe.118–123: the duke drinks from the ivory goblet; the guest drinks before and after him."""
    made = outcome(HEAD + "1,賓,公,4,0\n2,士,大夫,2,2\n3,大夫,大夫,1,1\n", "dashe")
    assert made.drinkers() == {"1/lower": "ruler", "2/lower": "principal", "3/lower": "principal"}
    cup = ox.NamedNode("https://w3id.org/ritual-kg/text/dashe/drink/ruler")
    found = [quad.object.value for quad in made.store.quads_for_pattern(cup, ox.NamedNode(RIT + "cup"), None)]
    assert found == ["https://w3id.org/ritual-kg/lexicon/object.xiang-zhi"]


def test_partner_of_a_grandee_in_the_great_archery() -> None:
    """大射儀·經 dashe.125 若諸公、卿、大夫之耦不勝，則亦執弛弓，特升飲."""
    assert outcome(HEAD + "1,士,大夫,0,4\n", "dashe").drinkers() == {"1/upper": "partner"}


@pytest.mark.parametrize(
    ("table", "rite", "code"),
    [
        ("couple,upper,lower,upper_hits\n1,上射,下射,1\n", "xiangshe", "KG-R001"),
        (HEAD + "1,上射,下射,1\n", "xiangshe", "KG-R001"),
        ("", "xiangshe", "KG-R001"),
        (HEAD + "1,上射,下射,5,0\n", "xiangshe", "KG-R002"),
        (HEAD + "1,上射,下射,-1,0\n", "xiangshe", "KG-R002"),
        (HEAD + "1,上射,下射,二,0\n", "xiangshe", "KG-R002"),
        (TOUCHED + "1,賓,公,3,0,2,0\n", "dashe", "KG-R002"),
        (HEAD + "1,上射,Bob,1,0\n", "xiangshe", "KG-R003"),
        (HEAD + "1,大夫,士,1,0\n", "xiangshe", "KG-R004"),
        (HEAD + "1,大夫,大夫,1,0\n", "xiangshe", "KG-R004"),
        (HEAD + "1,主人,賓,1,0\n", "xiangshe", "KG-R004"),
        (HEAD + "1,公,賓,1,0\n", "dashe", "KG-R004"),
        (HEAD, "xiangshe", "KG-R005"),
        (HEAD + "1,上射,下射,1,0\n1,上射,下射,1,0\n", "xiangshe", "KG-R005"),
        (HEAD + "1,上射,下射,1,0\n", "yanli", "KG-R006"),
    ],
)  # fmt: skip
def test_faults_are_told(table: str, rite: str, code: str) -> None:
    """What cannot have been shot under the rite (鄉射禮·經 xiangshe.225, .246, .284, .287) is told by its code."""
    with pytest.raises(RiteError) as told:
        read_match(table, "m", rite)
    assert told.value.code == code
    assert told.value.zh
    assert told.value.en


def test_headings_in_chinese() -> None:
    """The headings 耦,上射,下射,上射中,下射中 are read as the English ones."""
    chinese = read_match("耦,上射,下射,上射中,下射中\n1,賓,主人,2,3\n", "m", "xiangshe")
    assert chinese == read_match(HEAD + "1,賓,主人,2,3\n", "m", "xiangshe")


def test_match_in_rdf_is_the_same() -> None:
    """A match written as RDF and read back gives the same match, and what follows is byte for byte the same."""
    match = read_match(TOUCHED + "2,士,大夫,0,2,0,1\n1,賓,公,3,1,0,2\n", "m", "dashe")
    store = ox.Store()
    store.load("".join(match_quads(match, Entities(Settings(), load_lexicon()))).encode(), format=ox.RdfFormat.N_QUADS)
    again = match_of_rdf(store, "m", "m.ttl", Settings())
    turtles = {outcome_turtle(derive(one, Settings()), one, Settings()) for one in (match, again)}
    assert len(turtles) == 1
    with pytest.raises(RiteError) as told:
        match_of_rdf(ox.Store(), "m", "m.ttl", Settings())
    assert told.value.code == "KG-R007"


def test_every_rule_stands_in_its_text() -> None:
    """Each rule's words stand in its passage or in the note it is taken from: none is left out of the graph."""
    for document in shipped_documents():
        text = TextGraph(document, Settings())
        law = load_tallies()[document.id]
        made = list(tally_quads(text, Entities(Settings(), load_lexicon())))
        assert len(made) == len(law.rules) + len(law.drinks)
        known = {passage.id for passage in document.passages}
        assert {passage for rule in law.drinks for passage in (rule.passage, *rule.also)} <= known


COUPLES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40)


@settings(max_examples=25, deadline=None)
@given(COUPLES)
def test_counts_add_up(hits: list[tuple[int, int]]) -> None:
    """鄉射禮·經 xiangshe.307–308: pairs and odd ones make up the tallies, heaps and pairs over the pairs."""
    upper, lower = archer_rank("上射"), archer_rank("下射")
    couples = tuple(Couple(n, Archer(upper, u), Archer(lower, w)) for n, (u, w) in enumerate(hits, start=1))
    made = Outcome(derive(Match("m", "xiangshe", couples), Settings()), Match("m", "xiangshe", couples))
    right, left = sum(u for u, _ in hits), sum(w for _, w in hits)
    for side, tallies in (("right", right), ("left", left)):
        found, pairs, odd, heaps, spare = made.count(side)
        assert found == tallies == 2 * pairs + odd
        assert (odd in (0, 1), 0 <= spare < 10, pairs == 10 * heaps + spare) == (True, True, True)
    words = "左右鈞" if right == left else "右賢於左" if right > left else "左賢於右"
    assert made.told()[0] == words
    assert len(made.drinkers()) == (0 if right == left else len(hits))


def test_command(tmp_path: Path) -> None:
    """kg tally prints table, JSON and Turtle; faults end with exit code 2; more hits than 箭籌八十 are told."""
    (tmp_path / "hits.csv").write_text(HEAD + "1,賓,主人,3,1\n", encoding="utf-8")
    done = kg("tally", "hits.csv", cwd=tmp_path)
    assert done.returncode == 0
    assert "右賢於左，一純" in done.stdout.decode()
    assert "xiangshe.332" in done.stdout.decode()
    told = json.loads(kg("tally", "hits.csv", "--format", "json", cwd=tmp_path).stdout)
    assert told["announcement"][0]["words"] == "右賢於左"
    assert told["drinking"][0]["at"] == "西階上"
    turtle = kg("tally", "hits.csv", "--format", "turtle", cwd=tmp_path).stdout
    (tmp_path / "hits.ttl").write_bytes(turtle)
    assert kg("tally", "hits.ttl", "--format", "turtle", cwd=tmp_path).stdout == turtle
    (tmp_path / "bad.csv").write_text(HEAD + "1,大夫,士,3,1\n", encoding="utf-8")
    failed = kg("tally", "bad.csv", cwd=tmp_path)
    assert failed.returncode == 2
    assert "KG-R004" in failed.stderr.decode()
    many = HEAD + "".join(f"{number},眾賓,眾賓,4,0\n" for number in range(1, 22))
    (tmp_path / "many.csv").write_text(many, encoding="utf-8")
    assert "箭籌八十" in kg("tally", "many.csv", cwd=tmp_path).stderr.decode()
