"""Corrections by people: read, applied to a reading, kept out where the text has changed, and stated in the graph."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib import PROV, RDF, RDFS, SKOS, Literal, URIRef

import graph_samples as sample
from cli_runner import kg
from kg.build import Options, build
from kg.commands.correct import tell_corrections
from kg.corrections.apply import apply_corrections, unplaced
from kg.corrections.correction import ROLES, Correction, Effect, Outcome, Status
from kg.corrections.table import COLUMNS, added, read_corrections, write_corrections
from kg.errors import CorrectionError
from kg.graph.corrections import correction_quads
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.messages import Voice
from kg.reading.act import Act, Grade, Mode, Reading, Supply
from kg.texts.span import Span

BASE = "https://w3id.org/ritual-kg/"
RIT = rdflib.Namespace(f"{BASE}ontology#")
A, B, C = (words for _, words, _ in sample.PASSAGES[:3])


def correction(verb: str, role: str, *new: str, old: tuple[str, ...] = (), passage: str = "xiangshe.a", nth: int = 1,
               quote: str = "", status: Status = Status.ACTIVE, who: str = "方外") -> Correction:  # fmt: skip
    """A correction of the `nth` `verb` of a passage of the sample."""
    words = quote or next(w for name, w, _ in sample.PASSAGES if name == passage)
    at = -1
    for _ in range(nth):
        at = words.index(verb, at + 1)
    return Correction(passage, Span(at, at + len(verb)), words, role, old, new, who, "理由", status)


def applied(*corrections: Correction) -> tuple[Reading, list[Effect]]:
    reading, outcomes = apply_corrections(sample.document(), sample.reading(), corrections)
    return reading, [outcome.effect for outcome in outcomes]


def act(reading: Reading, verb: str, nth: int = 1) -> Act:
    return [one for one in reading.acts if one.action == verb][nth - 1]


def test_an_actor_is_corrected() -> None:
    """司射適堂西，袒決遂: 弟子 is said to bare the arm: he is the actor of 袒 alone, supplied by the correction."""
    one = correction("袒", "actor", "弟子", old=("司射",))
    reading, effects = applied(one)
    assert effects == [Effect.APPLIED]
    (actor,) = act(reading, "袒").roles["actor"]
    assert (actor.label, actor.supply, actor.rule) == ("弟子", Supply.SUPPLIED, f"correction.{one.key}")
    assert act(reading, "袒").actor_grade is Grade.CERTAIN
    assert act(reading, "決").roles["actor"][0].label == "司射"


def test_a_filler_that_stands_in_the_clause_is_named() -> None:
    """取弓於階西: where the correction's word stands in the clause, the filler has its place there."""
    before = sample.reading()
    acts = tuple(
        replace(one, clause=sample.at("取弓於階西")) if one.verb == sample.at("取", A) else one for one in before.acts
    )
    one = correction("取", "place", "階西")
    reading, _ = apply_corrections(sample.document(), replace(before, acts=acts), [one])
    (place,) = act(reading, "取").roles["place"]
    assert place.supply is Supply.NAMED
    assert place.span is not None
    assert place.span.of(sample.TEXT) == "階西"


def test_fillers_that_stay_are_untouched() -> None:
    """A second object beside 弓: 弓 keeps its place and its way into the reading."""
    before = act(sample.reading(), "取").roles["object"][0]
    reading, _ = applied(correction("取", "object", "弓", "矢", old=("弓",)))
    assert act(reading, "取").roles["object"][0] == before
    assert [one.label for one in act(reading, "取").roles["object"]] == ["弓", "矢"]


def test_a_role_is_taken_out() -> None:
    """A role without `new` is none at all afterwards."""
    reading, effects = applied(correction("取", "origin", old=("階西",)))
    assert effects == [Effect.APPLIED]
    assert "origin" not in act(reading, "取").roles


@pytest.mark.parametrize(
    ("role", "new", "field", "expected"),
    [
        ("action", "求", "action", "求"),
        ("mode", "completed", "mode", Mode.COMPLETED),
        ("mode", "asserted", "mode", Mode.ASSERTED),
        ("negated", "true", "negated", True),
        ("count", "2", "count", 2),
    ],
)
def test_facts(role: str, new: str, field: str, expected: object) -> None:
    """Verb, mode, polarity and number can be corrected too."""
    reading, effects = applied(correction("取", role, new))
    found = next(one for one in reading.acts if one.verb == sample.at("取", A))
    assert getattr(found, field) == expected
    assert effects == [Effect.AGREED if expected is Mode.ASSERTED else Effect.APPLIED]


def test_an_act_is_taken_out_and_likenesses_follow() -> None:
    """決 is said to be no act: it goes, and 揖如初 still points to 適, the act that it did."""
    reading, effects = applied(correction("決", "act", old=("決",)))
    assert effects == [Effect.APPLIED]
    assert len(reading.acts) == len(sample.reading().acts) - 1
    assert not [one for one in reading.acts if one.action == "決"]
    bow = act(reading, "揖")
    assert bow.like_of is not None
    assert reading.acts[bow.like_of].action == "適"
    gone, _ = applied(correction("適", "act", old=("適",)))
    assert act(gone, "揖").like_of is None


def test_a_missed_act_is_added_and_filled() -> None:
    """執而俟: a person sees an act where the machine saw none (射 in 上射), then says who does it; both hold."""
    where = {"passage": "xiangshe.c"}
    reading, effects = applied(
        correction("射", "act", "射", **where), correction("射", "actor", "上射", **where)  # type: ignore[arg-type]
    )  # fmt: skip
    assert effects == [Effect.APPLIED, Effect.APPLIED]
    made = act(reading, "射")
    assert made.roles["actor"][0].label == "上射"
    starts = [one.verb.start for one in reading.acts]
    assert starts == sorted(starts)


def test_what_the_machine_says_by_now() -> None:
    """A correction that the reading agrees with by itself changes nothing and is told so."""
    assert applied(correction("取", "object", "弓"))[1] == [Effect.AGREED]
    assert applied(correction("取", "act", "取"))[1] == [Effect.AGREED]
    assert applied(correction("射", "act", old=("射",)))[1] == [Effect.AGREED]
    assert applied(correction("取", "object", "弓"))[0] == sample.reading()


def test_changed_text_is_not_corrected() -> None:
    """A correction whose passage reads otherwise by now is reported, and the reading stays as it was."""
    one = correction("取", "object", "矢", quote=A.replace("階西", "西階"))
    reading, effects = applied(one)
    assert effects == [Effect.CHANGED]
    assert reading == sample.reading()


def test_corrections_without_a_place() -> None:
    """No act at the place, no such passage: both are reported."""
    lost = correction("射", "actor", "賓")
    elsewhere = Correction("dashe.1", Span(0, 1), "小", "actor", (), ("賓",), "方外")
    _, outcomes = apply_corrections(sample.document(), sample.reading(), [lost, elsewhere])
    assert [one.effect for one in outcomes] == [Effect.NO_ACT]
    assert [one.effect for one in unplaced([lost, elsewhere], outcomes)] == [Effect.NO_PASSAGE]


def test_two_persons_and_one_role() -> None:
    """Of two corrections of the same role the later row holds, a withdrawn one does not count."""
    first, second = correction("袒", "actor", "弟子"), correction("袒", "actor", "賓", who="別人")
    reading, effects = applied(first, second)
    assert effects == [Effect.OVERRULED, Effect.APPLIED]
    assert act(reading, "袒").roles["actor"][0].label == "賓"
    off = correction("袒", "actor", "賓", who="別人", status=Status.WITHDRAWN)
    assert applied(first, off)[1] == [Effect.APPLIED, Effect.WITHDRAWN]


# -- the graph --------------------------------------------------------------------------------------------------------


def test_person_and_machine_stand_side_by_side() -> None:
    """The act has the person's actor; beside it stand, as statements with their authors, his word and the machine's."""
    one = correction("袒", "actor", "弟子", old=("司射",))
    document, settings = sample.document(), Settings()
    reading, outcomes = apply_corrections(document, sample.reading(), [one])
    data = rdflib.Dataset(default_union=True)
    lines = [*build_quads(document, reading, settings=settings), *correction_quads(document, outcomes, settings)]
    data.parse(data="".join(lines), format="nquads")
    bared = URIRef(f"{BASE}text/xiangshe/act/xiangshe.a/{A.index('袒')}")
    assert [str(label) for x in data.objects(bared, RIT.actor) for label in data.objects(x, SKOS.prefLabel)] == ["弟子"]
    graph = data.graph(URIRef(f"{BASE}graph/corrections/xiangshe"))
    person, machine = URIRef(f"{BASE}agent/方外"), next(graph.subjects(PROV.wasAttributedTo, None))
    assert (person, RDFS.label, Literal("方外")) in graph
    said = {}
    for statement in graph.subjects(RDF.type, RDF.Statement):
        assert graph.value(statement, RDF.subject) == bared
        assert graph.value(statement, RDF.predicate) == RIT.actor
        who = graph.value(statement, PROV.wasAttributedTo)
        label = data.value(graph.value(statement, RDF.object), SKOS.prefLabel)
        said["person" if who == person else str(who)] = str(label)
    assert said.pop("person") == "弟子"
    ((software, label),) = said.items()
    assert software.startswith(f"{BASE}software/ritual-kg/")
    assert label == "司射"
    (made,) = graph.subjects(PROV.wasRevisionOf, None)
    assert graph.value(made, RDFS.comment) == Literal("理由")
    assert str(graph.value(made, rdflib.DCTERMS.references)).endswith("/passage/xiangshe.a")
    assert machine is not None


def test_what_is_not_applied_states_nothing() -> None:
    """A correction of changed text leaves no statement in the graph."""
    one = correction("取", "object", "矢", quote=A.replace("階西", "西階"))
    _, outcomes = apply_corrections(sample.document(), sample.reading(), [one])
    assert list(correction_quads(sample.document(), outcomes, Settings())) == []


# -- the table --------------------------------------------------------------------------------------------------------


def test_table_round_trip(tmp_path: Path) -> None:
    """What is written is read back, in its order; no table is no corrections."""
    path = tmp_path / "corrections.tsv"
    assert read_corrections(path) == ()
    rows = (correction("袒", "actor", "弟子", "賓", old=("司射",)), correction("取", "origin", status=Status.WITHDRAWN))
    write_corrections(path, rows)
    assert path.read_text(encoding="utf-8").startswith("\t".join(COLUMNS))
    assert [(one, one.line) for one in read_corrections(path)] == [
        (Correction(**{**{f: getattr(row, f) for f in Correction.__slots__}, "line": n}), n)
        for n, row in enumerate(rows, start=2)
    ]


@given(st.text(min_size=1, max_size=30), st.text(max_size=20))
def test_any_words_survive_the_table(tmp_path_factory: pytest.TempPathFactory, quote: str, why: str) -> None:
    """Tabs, line ends, backslashes, whatever stands in a text or a reason comes back as it was."""
    path = tmp_path_factory.mktemp("c") / "corrections.tsv"
    if any("\ud800" <= character <= "\udfff" for character in quote + why):
        return
    one = Correction("x.1", Span(0, 1), quote, "actor", (), ("賓",), "方外", why)
    write_corrections(path, [one])
    (back,) = read_corrections(path)
    assert (back.quote, back.why) == (quote, why)


def test_the_same_person_again() -> None:
    """A person who corrects the same role again takes the earlier word back; another person's stays."""
    mine, again = correction("袒", "actor", "弟子"), correction("袒", "actor", "司馬")
    other = correction("袒", "actor", "賓", who="別人")
    assert added((mine, other), again) == (other, again)


GOOD = {
    "citation": "xiangshe.a", "span": "0-2", "quote": "司射適", "role": "actor", "old": "", "new": "賓",
    "who": "方外", "why": "", "status": "active",
}  # fmt: skip


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("span", "3"), ("span", "2-2"), ("span", "0-9"), ("role", "subject"), ("who", ""), ("status", "yes"),
        ("citation", ""),
    ],
)  # fmt: skip
def test_a_faulty_cell(tmp_path: Path, column: str, value: str) -> None:
    """A cell that cannot be applied to anything is refused, with its line."""
    path = tmp_path / "corrections.tsv"
    rows = [GOOD, {**GOOD, column: value}]
    lines = ["\t".join(row) for row in [COLUMNS, *(one.values() for one in rows)]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(CorrectionError) as caught:
        read_corrections(path)
    assert (caught.value.code, caught.value.where.line if caught.value.where else 0) == ("KG-C003", 3)


@pytest.mark.parametrize(
    ("role", "new"),
    [("mode", "wished"), ("negated", "no"), ("count", "two"), ("action", ""), ("act", ""), ("action", "取|求")],
)
def test_facts_have_their_values(tmp_path: Path, role: str, new: str) -> None:
    """A mode that does not exist, a number in words, no verb at all: refused."""
    path = tmp_path / "corrections.tsv"
    row = {**GOOD, "role": role, "new": new}
    path.write_text("\t".join(COLUMNS) + "\n" + "\t".join(row.values()) + "\n", encoding="utf-8")
    with pytest.raises(CorrectionError) as caught:
        read_corrections(path)
    assert caught.value.code == "KG-C003"
    assert role in ROLES


def test_faulty_tables(tmp_path: Path) -> None:
    """A column that is missing, a row too long, a file that is no UTF-8 are told."""
    path = tmp_path / "corrections.tsv"
    for data, code in (
        (b"citation\tspan\n", "KG-C002"),
        (("\t".join(COLUMNS) + "\n" + "\t".join([*GOOD.values(), "more"])).encode(), "KG-C002"),
        ("方外".encode("big5"), "KG-C001"),
    ):
        path.write_bytes(data)
        with pytest.raises(CorrectionError) as caught:
            read_corrections(path)
        assert caught.value.code == code


# -- the command line -------------------------------------------------------------------------------------------------


def told(tmp_path: Path, *arguments: str) -> str:
    """What a command that succeeds prints to stdout."""
    done = kg(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def built(folder: Path, text: str) -> list[Outcome]:
    """What became of the corrections in a build of one text."""
    (folder / "rite.txt").write_text(text, encoding="utf-8")
    return build([str(folder / "rite.txt")], folder / "output", Options(), view=False).corrections


def test_from_the_command_line_through_rebuilds(tmp_path: Path) -> None:
    """kg review lists the least sure acts first; what kg correct keeps holds after two rebuilds and is named by kg
    explain; changed text takes it out again, with a report; it can be withdrawn."""
    assert built(tmp_path, A) == []
    acts = json.loads(told(tmp_path, "review", "--format", "json", "--limit", "50"))
    order = {"guessed": 0, "probable": 1, "certain": 2, "": 2}
    doubts = [min(order[one["grade"]], order[one["actor_grade"]]) for one in acts]
    assert doubts == sorted(doubts)
    place = next(one["act"] for one in acts if one["action"] == "袒")
    told(tmp_path, "correct", place, "--role", "actor", "--new", "弟子", "--who", "方外", "--why", "試")
    for _ in range(2):
        assert [one.effect for one in built(tmp_path, A)] == [Effect.APPLIED]
    shown = told(tmp_path, "explain", place)
    assert "弟子" in shown
    assert "correction." in shown
    again = json.loads(told(tmp_path, "review", "--format", "json", "--limit", "50"))
    assert place not in [one["act"] for one in again]
    assert [one.effect for one in built(tmp_path, A.replace("堂西", "堂東"))] == [Effect.CHANGED]
    assert "弟子" not in told(tmp_path, "explain", place)
    told(tmp_path, "correct", place, "--role", "actor", "--who", "方外", "--withdraw")
    assert [one.effect for one in built(tmp_path, A)] == [Effect.WITHDRAWN]


def test_a_build_reports_what_it_did_not_apply(capsys: pytest.CaptureFixture[str]) -> None:
    """Each correction that was not applied is named with its place, its author and the reason."""
    one = correction("取", "object", "矢", quote=A.replace("階西", "西階"))
    _, outcomes = apply_corrections(sample.document(), sample.reading(), [one])
    tell_corrections(Voice(), outcomes)
    said = capsys.readouterr().err
    assert f"xiangshe.a/{A.index('取')} object → 矢 (方外, text-changed)" in said
    assert "此段之文已改" in said


def test_corrections_of_nothing(tmp_path: Path) -> None:
    """A place that is none, an act that nobody read, a role that is none: told, and nothing is written."""
    built(tmp_path, A)
    (first, *_) = json.loads(told(tmp_path, "review", "--format", "json"))
    passage = first["act"].rpartition("/")[0]
    for place, role, code in (
        ("nowhere.1/0", "actor", "KG-C004"), (passage, "actor", "KG-C004"), (f"{passage}/1", "actor", "KG-C004"),
        (first["act"], "subject", "KG-C003"),
    ):  # fmt: skip
        done = kg("correct", place, "--role", role, "--new", "賓", "--who", "方外", cwd=tmp_path)
        assert done.returncode == 2
        assert code in done.stderr.decode()
    assert not (tmp_path / "output" / "corrections.tsv").exists()
