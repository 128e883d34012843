"""A packed reading: what a Doc carries, what comes back, and what is refused."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest
from spacy.tokens import Doc, DocBin

from kg.reading import load, reading_of
from kg.reading.packed import Packed, unpack
from kg.reading.state import KEY, reading_at
from kg.texts.span import Span

XIANGSHE = "司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"  # 鄉射禮·經
WITH_WORDS = "司馬命弟子曰：「設楅。」乃設楅於中庭，南當洗，東肆，如初。"  # after 鄉射禮·經


@pytest.fixture(scope="module")
def doc() -> Doc:
    return load()(XIANGSHE)


def test_one_value_of_bytes(doc: Doc) -> None:
    """All that was read is one entry of user_data, bytes, so that spaCy saves it as it stands."""
    assert list(doc.user_data) == [KEY]
    assert isinstance(doc.user_data[KEY], bytes)


def test_attributes_are_equal_tuples_after_bytes_and_docbin(doc: Doc) -> None:
    """to_bytes and DocBin give back tuples equal to those saved, and user_data equal as a whole."""
    again = Doc(doc.vocab).from_bytes(doc.to_bytes())
    (binned,) = DocBin().from_bytes(DocBin(docs=[doc], store_user_data=True).to_bytes()).get_docs(doc.vocab)
    for other in (again, binned):
        assert other.user_data == doc.user_data
        for name in ("acts", "mentions", "clauses", "unknown"):
            value = getattr(other._, name)
            assert isinstance(value, tuple)
            assert value == getattr(doc._, name)
    assert again.to_bytes() == doc.to_bytes()


def test_reading_is_unpacked_once(doc: Doc) -> None:
    """doc._.acts is the same tuple each time it is looked at."""
    assert doc._.acts is doc._.acts


def test_unfinished_reading_is_saved_as_far_as_it_went() -> None:
    """Without the last component what the others found is there, and is saved too."""
    nlp = load()
    with nlp.select_pipes(disable=["likeness", "actors", "acts"]):
        doc = nlp(XIANGSHE)
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert reading_of(again) == reading_of(doc)
    assert [mention.label for mention in reading_of(again).mentions][:3] == ["司射", "堂西", "弓"]
    assert reading_of(again).acts == ()


def test_act_knows_its_clause() -> None:
    """Each act has the span of the clause that it stands in, the one that doc._.clauses has."""
    reading = reading_of(load()(XIANGSHE))
    clauses = {clause.span for clause in reading.clauses}
    assert {act.clause for act in reading.acts} <= clauses
    assert [act.clause.of(XIANGSHE) for act in reading.acts if act.clause] == [
        "司射適堂西，", *["袒決遂，"] * 3, "取弓於階西，", "兼挾乘矢，", "升自西階。",
    ]  # fmt: skip


def test_offset_moves_every_span() -> None:
    """A part of a longer text is unpacked with spans that count in that."""
    doc = load()(WITH_WORDS)
    here, there = reading_of(doc), reading_at(doc, 1000)
    assert [act.verb for act in there.acts] == [Span(a.verb.start + 1000, a.verb.end + 1000) for a in here.acts]
    assert [act.surface for act in there.acts] == [act.surface for act in here.acts]
    assert [m.span.start for m in there.mentions] == [m.span.start + 1000 for m in here.mentions]
    contents = [filler.span for act in there.acts for filler in act.roles.get("content", ())]
    assert contents
    assert all(span is not None and span.start > 1000 for span in contents)


@pytest.mark.parametrize("data", [b"", b"\x00" * 28, b"\x02" + b"\x00" * 27])
def test_other_bytes_are_refused(data: bytes) -> None:
    """Bytes that are no reading, or one of another version, are a ValueError."""
    with pytest.raises(ValueError, match="reading"):
        unpack(XIANGSHE, data)


def test_reading_cut_short_is_refused(doc: Doc) -> None:
    """A reading that lost its end is a ValueError, not a shorter reading."""
    with pytest.raises(ValueError, match="cut short"):
        Packed(bytes(doc.user_data[KEY])[:-4]).reading(XIANGSHE)


@pytest.mark.parametrize("runs", [True, False])
def test_collector_is_left_as_it_was(runs: bool) -> None:
    """Reading pauses Python's cycle collector and then leaves it as it found it, also after a fault."""
    nlp = load()
    try:
        (gc.enable if runs else gc.disable)()
        reading_of(nlp(XIANGSHE))
        with pytest.raises(ValueError, match="not made by the tokenizer"):
            nlp.get_pipe("mentions")(Doc(nlp.vocab, words=["賓"]))
        assert gc.isenabled() is runs
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import spacy", "kg"),
        ("import kg.reading.act", "spacy"),
        ("import kg.reading", "spacy"),
    ],
)
def test_what_an_import_brings(code: str, absent: str) -> None:
    """spaCy does not load us before it makes a pipeline; the dataclasses do not load spaCy."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nassert {absent!r} not in sys.modules"],
        capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
