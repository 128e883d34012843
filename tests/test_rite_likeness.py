"""Likeness: what each 如 of the shipped rites refers to, as it was decided by hand, and how it unfolds."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import LexiconError
from kg.reading import read
from kg.rite.interpret import Rite, interpret
from kg.rite.likeness import Likeness, Outcome
from kg.rite.likeness_table import load_likenesses
from kg.rite.unfold import unfold
from kg.texts.read import read_documents
from rite_samples import cited, passage, rites, table

SHARED = Path(__file__).resolve().parents[2] / "shared" / "texts" / "kanripo"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/texts/kanripo")
ROWS = table("rite_likenesses.tsv")


def found(text: str, number: str, nth: int) -> tuple[Rite, Likeness]:
    rite = rites()[text]
    there = [one for one in rite.likenesses if passage(rite, rite.acts[one.act]) == number]
    return rite, there[nth - 1]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['text']}.{row['passage']} 如{row['words']}")
def test_what_it_refers_to(row: dict[str, str]) -> None:
    """The likeness points at the run of acts that a reader takes it for, with the substitutions that its words make."""
    rite, likeness = found(row["text"], row["passage"], int(row["nth"]))
    assert (likeness.words, likeness.outcome.value) == (row["words"], row["outcome"])
    if row["outcome"] == "acts":
        assert (cited(rite, likeness.members[0]), cited(rite, likeness.members[-1])) == (row["first"], row["last"])
        if row["substitutions"] != "?":  # who gives the order at dashe.22 is still misread
            made = {one.part: "+".join(one.takes) for one in likeness.substitutions}
            assert made == dict(pair.split(">") for pair in row["substitutions"].split("|") if pair)
        left_out = [one for one in row["left_out"].split("|") if one]
        assert [cited(rite, index) for index in likeness.left_out] == left_out


def test_every_likeness_was_decided() -> None:
    """The table of decisions holds each likeness of the two rites once: 112."""
    counted = sum(len(rite.likenesses) for rite in rites().values())
    assert counted == len(ROWS) == 112


def test_nine_of_ten_are_resolved() -> None:
    """101 of 112 are resolved (98 to acts, 3 to the thing by which something is measured), 11 are open."""
    outcomes = [one.outcome for rite in rites().values() for one in rite.likenesses]
    assert (outcomes.count(Outcome.ACTS), outcomes.count(Outcome.THING), outcomes.count(Outcome.OPEN)) == (98, 3, 11)


def test_a_model_stands_before_its_likeness() -> None:
    """No likeness points forward or at itself, so that unfolding ends."""
    for rite in rites().values():
        for one in rite.likenesses:
            assert all(member < one.act for member in one.members)


def told(rite: Rite, number: str, nth: int = 1) -> list[str]:
    likenesses = {one.act: one for one in rite.likenesses}
    act = [one for one in rite.likenesses if passage(rite, rite.acts[one.act]) == number][nth - 1].act
    return [
        "、".join(filler.label for filler in one.act.roles.get("actor", ())) + one.act.action
        for one in unfold(rite.acts, likenesses, act)
    ]


def test_host_and_guest_change_places() -> None:
    """xiangshe.61 賓…降盥，如主人之禮 unfolds: the guest goes down, the host too, the guest declines it …"""
    assert told(rites()["xiangshe"], "61") == [
        "賓降", "主人降", "賓辭", "主人對", "賓盥", "賓、主人揖", "賓、主人讓",
    ]  # fmt: skip


def test_exceptions_are_left_out() -> None:
    """xiangshe.126 祭如賓禮，不嚌肺，不啐酒: the grandee offers as the guest did, but tastes and sips nothing."""
    acts = told(rites()["xiangshe"], "126")
    assert "大夫祭" in acts
    assert not {"大夫嚌", "大夫啐"} & set(acts)


def test_likeness_of_a_likeness() -> None:
    """xiangshe.290 揖如升射 (grandee and partner) unfolds through 揖如三耦 (288) to the bows of the first couple."""
    acts = told(rites()["xiangshe"], "290")
    assert acts[:3] == ["大夫揖", "大夫進", "大夫、耦揖"]
    assert "耦、大夫當" in acts


@needs_shared
def test_whole_great_archery() -> None:
    """In 大射儀 from its beginning (KR1d0026_007), where the first round stands too, every likeness is resolved."""
    document = next(iter(read_documents(str(SHARED / "KR1d0026" / "KR1d0026_007.txt"))))
    rite = interpret(document, read(document))
    still_open = [one for one in rite.likenesses if one.outcome is Outcome.OPEN]
    assert len(rite.likenesses) >= 50
    assert len(still_open) <= 0.1 * len(rite.likenesses)


def test_table_faults_name_the_row(tmp_path: Path) -> None:
    """KG-L041 with file and row where `from` and `to` do not pair."""
    head = "id\twords\twhere\tmodel\tfrom\tto\tonly\tsubstitute\tnote\tsource"
    (tmp_path / "likeness.tsv").write_text(f"{head}\na\t如初\t\tfetch\t一;二\t三\t\t\t\t\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"KG-L041.*likeness\.tsv.*2"):
        load_likenesses(tmp_path)
