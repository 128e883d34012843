"""Text with notes in 【】: base text, notes, headings, brackets that do not match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.texts import read_documents
from kg.texts.bracketed import read_bracketed
from kg.texts.document import Document, Layer
from kg.texts.raw import RawText
from texts_sources import SEEDS, needs_seeds


def read(text: str) -> Document:
    return read_bracketed(RawText("t", "t.txt", "", text))


def test_notes_headings_and_parallels() -> None:
    """大射儀 as 禮書綱目 prints it: a note comments on the words before it, 右… closes; what is quoted behind it
    comments on the step, and notes on the quotation stand within it."""
    document = read(
        "　公卒射小臣師以巾退反位大射正受弓【受弓以授有司於東堂】小射正以笥受決拾\n\n"
        "　右公及諸公卿大夫射　記君射則為下射【答對也】\n\n　司馬袒執弓\n"
    )
    assert document.text == "公卒射小臣師以巾退反位大射正受弓小射正以笥受決拾\n司馬袒執弓"
    assert [(n.text, n.layer, n.anchor.of(document.text), n.passage) for n in document.notes] == [
        ("受弓以授有司於東堂", Layer.ZHU, "公卒射小臣師以巾退反位大射正受弓", "t.1"),
        ("記君射則為下射", Layer.PARALLEL, "公卒射小臣師以巾退反位大射正受弓小射正以笥受決拾", "t.2"),
        ("答對也", Layer.ZHU, "公卒射小臣師以巾退反位大射正受弓小射正以笥受決拾", "t.2"),
    ]
    assert [(n.id, n.parent, n.at) for n in document.notes[1:]] == [("t.n2", "", None), ("t.n2.1", "t.n2", 7)]
    assert [(s.label, s.span.start, s.span.end) for s in document.steps] == [("公及諸公卿大夫射", 0, 24)]
    assert [(h.text, h.offset) for h in document.headings] == [("右公及諸公卿大夫射", 24)]
    assert [(p.id, p.span.of(document.text)) for p in document.passages] == [
        ("t.1", "公卒射小臣師以巾退反位大射正受弓"), ("t.2", "小射正以笥受決拾"), ("t.3", "司馬袒執弓")
    ]


@pytest.mark.parametrize(
    ("text", "base", "notes"),
    [
        ("後而降之】小臣師設楅【甲】", "小臣師設楅", ["後而降之", "甲"]),
        ("既設楅【甲\n\n小臣坐", "既設楅\n小臣坐", ["甲"]),
        ("既設楅【甲【乙】丙】小臣坐", "既設楅小臣坐", ["甲", "乙", "丙"]),
    ],
    ids=["closes without opening", "never closes", "nested"],
)
def test_brackets_that_do_not_match_are_reported(text: str, base: str, notes: list[str]) -> None:
    """What stands in a broken note stays a note, what stands outside stays base text, and the place is reported."""
    document = read(text)
    assert document.text == base
    assert [n.text for n in document.notes] == notes
    assert [p.code for p in document.problems] == ["KG-T104"]


@needs_seeds
def test_seed_of_the_great_archery_rite() -> None:
    """Seed 000 has 23 closing headings, begins within a note, and one of its notes is damaged."""
    (document,) = read_documents(SEEDS / "000_85e93eabaad6717b.txt")
    assert document.text.startswith("小臣師設楅司馬正東面以弓為畢既設楅")
    assert document.text.endswith("公不送公入驁")
    assert len(document.headings) == 23
    assert document.headings[0].text == "右取矢"
    assert [(p.code, p.line) for p in document.problems] == [
        ("KG-T104", 3), ("KG-T112", 7), ("KG-T106", 63)
    ]
    assert not set("【】") & set(document.text)


@given(st.lists(st.sampled_from([*"【】\n 　右記賓。", "主人戒賓", "\n\n"]), max_size=50).map("".join))
def test_any_brackets_are_read(text: str) -> None:
    """Whatever the brackets do, no word is lost and every span is in range."""
    document = read(text)
    words = document.text + "".join(n.text for n in document.notes) + "".join(h.text for h in document.headings)
    words += document.meta["front"]
    assert sorted(c for c in words if c not in "【】" and not c.isspace()) == sorted(
        c for c in text if c not in "【】" and not c.isspace()
    )
    end = 0
    for passage in document.passages:
        assert end <= passage.span.start < passage.span.end <= len(document.text)
        end = passage.span.end
