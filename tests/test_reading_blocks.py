"""Texts of any length: blocks with a run-up read what the whole text reads; noise costs no more than text."""

from __future__ import annotations

import re
import time
from functools import lru_cache

import pytest
from spacy.language import Language

from kg.reading import load, read, reading_of
from kg.reading.act import Reading
from kg.reading.blocks import BLOCK, read_blocks
from kg.texts.shipped import shipped_documents

_MARKS = re.compile(r"[，。；：、「」『』！？《》·\s]")


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load()


@lru_cache(maxsize=2)
def _text(punctuated: bool) -> str:
    text = "\n".join(document.text for document in shipped_documents())
    return text if punctuated else _MARKS.sub("", text)


def _verbs(reading: Reading) -> list[tuple[int, str]]:
    return [(act.verb.start, act.action) for act in reading.acts]


@pytest.mark.parametrize("punctuated", [True, False], ids=["punctuated", "bare"])
def test_blocks_read_as_the_whole(nlp: Language, punctuated: bool) -> None:
    """Both rites in blocks of 3,000 characters: the same verbs, mentions and clauses; actors and likenesses differ in
    less than one act of a hundred, where the scene goes back beyond the run-up."""
    text = _text(punctuated)
    whole, parts = reading_of(nlp(text)), read_blocks(text, nlp, block=3_000, run_up=1_000)
    assert _verbs(parts) == _verbs(whole)
    assert parts.mentions == whole.mentions
    assert parts.clauses == whole.clauses
    assert parts.unknown == whole.unknown
    differ = sum(one.roles != other.roles for one, other in zip(parts.acts, whole.acts, strict=True))
    assert differ < len(whole.acts) / 100
    points = [(act.like_of, n) for n, act in enumerate(parts.acts) if act.like_of is not None]
    assert points
    assert all(0 <= model < n and parts.acts[model].action == parts.acts[n].action for model, n in points)


@pytest.mark.parametrize(
    "text", ["鼂" * 3_000, "&KR9999;" * 400, "賓之" * 1_500, "。" * 2_000, "東西南北" * 700, " \n" * 900]
)
def test_noise_in_blocks_loses_nothing(nlp: Language, text: str) -> None:
    """Where no clause ends, words do: the clauses cover the text, and no character is read twice."""
    reading = read_blocks(text, nlp, block=500, run_up=50)
    assert "".join(clause.span.of(text) for clause in reading.clauses) == text
    assert [span.start for span in reading.unknown] == sorted({span.start for span in reading.unknown})


def test_read_takes_blocks_only_where_they_are_needed(nlp: Language) -> None:
    """A text of one block is read whole; a longer one gives the same verbs as the whole."""
    text = _text(True)
    assert len(text) <= BLOCK
    assert read(text, nlp) == reading_of(nlp(text))
    long = (text + "\n") * (BLOCK // len(text) + 1)
    assert _verbs(read(long, nlp)) == _verbs(reading_of(nlp(long)))


@pytest.mark.parametrize(
    "unit",
    ["坐興升降執取奠拜", "鼂", "曰「", "賓升則降，", "《周南》", "若", "升降執者", "賓之", "二十", "命賓升降"],
)
def test_time_is_linear_in_noise(nlp: Language, unit: str) -> None:
    """Eight times as much of any one pattern takes less than 24 times the CPU time (quadratic would be 64)."""
    short, long = (unit * (size // len(unit)) for size in (2_500, 20_000))
    nlp(short)

    def seconds(text: str) -> float:
        start = time.process_time()
        nlp(text)
        return time.process_time() - start

    assert seconds(long) < 24 * max(min(seconds(short) for _ in range(3)), 0.002)
