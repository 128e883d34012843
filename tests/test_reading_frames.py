"""Each frame of verbs.tsv, read in two real passages; the expected acts were written by hand in data/frames.tsv.

A frame is what the rows of verbs.tsv with one class, the same filled slots and the same order share; `entry` names the
row of the verb, and so the frame. A row of frames.tsv claims one act: that the verb at offset `at` of `text` is found,
with exactly the fillers named in `roles` (`role=label,label`, an empty value claims that the act lacks the role), its
polarity and its mode (`*` = not claimed). Roles that a row does not name are not claimed. A row of status `open` is a
reading that still fails, with the reason.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import pytest

from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows
from kg.reading import read
from kg.reading.act import Act, Filler, Reading
from kg.texts.fold import Folding
from kg.texts.read import read_documents
from kg.texts.shipped import shipped_documents
from texts_sources import GOLD, KANRIPO, needs_gold, needs_kanripo

DATA = Path(__file__).resolve().parent / "data"
COLUMNS = ("entry", "citation", "text", "verb", "at", "roles", "mode", "negated", "status", "reason")
CHAPTERS = (
    *("士冠禮", "士昏禮", "士相見禮", "鄉飲酒禮", "鄉射禮", "燕禮", "大射儀", "聘禮", "公食大夫禮", "覲禮", "喪服"),
    *("士喪禮", "既夕禮", "士虞禮", "特牲饋食禮", "少牢饋食禮", "有司徹"),
)
"""Names of the chapters that citations use, in the order of KR1d0026; everything else cites passages we ship."""
PUNCTUATION = re.compile(r"[，。；：、「」『』！？《》·\s]")
SLOTS = ("thing", "person", "place", "yu", "yu_person", "zi")
SELDOM = frozenset(
    f"verb.{name}"
    for name in (
        *("ying-answer", "shu-count", "zuo-heat", "chuo-sup", "lai-come", "fu-call-back", "zhao-call"),
        *("qiu-search-for", "wen-hear", "hui-hand-down", "jiao-teach", "xian-be-ahead", "ju-be-provided"),
        *("zhi-pick-out", "qu-drive", "zhen-dry", "unknown"),
    )
)
"""Verbs whose frame stands at most twice in the 儀禮 outside of quoted words (counted by hand)."""
SHORTEST, LONGEST = 4, 30  # of a passage, in characters without punctuation

Row = dict[str, str]


def rows_of(table: str, columns: tuple[str, ...]) -> list[Row]:
    """The rows of tests/data/`table`, each with its line number under `line`."""
    return [{**row, "line": str(number)} for number, row in read_rows(table, columns, DATA)]


def params(rows: list[Row], name: str) -> list[object]:
    """Pytest parameters with the citation in the id; open rows must fail, for the reason that they give."""
    return [
        pytest.param(
            row,
            id=f"{row['citation']}: {row[name]}: {row['text'][:12]}@{row['at']}",
            marks=[pytest.mark.xfail(strict=True, reason=row["reason"])] if row["status"] == "open" else [],
        )
        for row in rows
    ]


@lru_cache(maxsize=2048)
def reading(text: str) -> Reading:
    return read(text)


def canon(label: str) -> str:
    """A label as annotation.md §8 compares it: standard glyphs, no punctuation."""
    folded = load_lexicon().fold(PUNCTUATION.sub("", label))
    return folded.translate(str.maketrans("于扵", "於於"))


def names(filler: Filler) -> frozenset[str]:
    """Every label of a filler; another spelling of the same word is the same label."""
    entry = load_lexicon().entries.get(filler.entry)
    return frozenset(canon(form) for form in (filler.label, *(entry.forms if entry else ())))


def act_at(row: Row) -> Act:
    """The act that the row speaks of; its verb must start at the offset and cover what the row says."""
    found = {act.verb.start: act for act in reading(row["text"]).acts}
    at = int(row["at"])
    assert at in found, f"no act at {at} {row['verb']}; acts: {[(a.verb.start, a.surface) for a in found.values()]}"
    assert found[at].surface == row["verb"]
    return found[at]


def claims(row: Row) -> dict[str, list[str]]:
    """The roles that the row names, each with its labels."""
    pairs = (part.partition("=") for part in row["roles"].split(";") if part)
    return {role: [label for label in value.split(",") if label] for role, _, value in pairs}


def check_role(act: Act, role: str, labels: list[str]) -> None:
    """The act has exactly these fillers of the role, in any order; `count` and `quantity` are compared as numbers."""
    if role == "count":
        assert [str(act.count)] == labels
        return
    if role == "quantity":
        fillers = (f for found in act.roles.values() for f in found if f.quantity is not None)
        amounts = {canon(filler.label): filler.quantity for filler in fillers} | dict(act.measures)
        assert {f"{what}:{many}" for what, many in amounts.items()} == set(labels)
        return
    found = act.roles.get(role, ())
    shown = [filler.label for filler in found]
    assert len(found) == len(labels), f"{role}: {shown}, not {labels}"
    left = list(found)
    for label in labels:
        match = next((filler for filler in left if canon(label) in names(filler)), None)
        assert match is not None, f"{role}: {shown}, not {labels}"
        left.remove(match)


def check_act(row: Row) -> None:
    """Everything that a row claims of its act."""
    act = act_at(row)
    for role, labels in claims(row).items():
        check_role(act, role, labels)
    if row["mode"] != "*":
        assert act.mode.value == (row["mode"] or "asserted")
    assert act.negated == (row["negated"] == "1")


def check_passage(row: Row) -> None:
    """The passage is short, its verb stands at its offset, and a status other than `open` or none is a slip."""
    length = len(PUNCTUATION.sub("", re.sub(r"&KR\d+;", "〓", row["text"])))
    assert SHORTEST <= length <= LONGEST, row
    assert row["text"][int(row["at"] or 0) :].startswith(row["verb"]), row
    assert (row["status"], bool(row["reason"])) in {("", False), ("open", True)}, row


@lru_cache(maxsize=1)
def _folding() -> Folding:
    lexicon = load_lexicon()
    return Folding(lexicon.variants, lexicon.gaiji)


def source_key(text: str) -> str:
    """A text without punctuation, in one glyph for each character, for finding a passage in its source."""
    return canon(_folding().fold(text).norm)


@lru_cache(maxsize=1)
def shipped_passages() -> dict[str, str]:
    return {p.id: source_key(p.span.of(d.text)) for d in shipped_documents() for p in d.passages}


@lru_cache(maxsize=32)
def chapter(name: str) -> str:
    file = f"KR1d0026_{CHAPTERS.index(name) + 1:03d}.txt"
    (document,) = read_documents(KANRIPO / "KR1d0026" / file, folding=_folding())
    return source_key(document.text)


def source_of(citation: str) -> str:
    """The text that a citation names: passages of the shipped edition (`xiangshe.4`, `dashe.37-38`) or a chapter."""
    if citation in CHAPTERS:
        return chapter(citation)
    work, _, numbers = citation.partition(".")
    first, _, last = numbers.partition("-")
    return "".join(shipped_passages()[f"{work}.{n}"] for n in range(int(first), int(last or first) + 1))


def missing_from_source(rows: list[Row], *, shipped: bool) -> list[tuple[str, str]]:
    """The citations whose source does not hold the passage."""
    chosen = [row for row in rows if (row["citation"] not in CHAPTERS) == shipped]
    assert chosen
    return [(r["citation"], r["text"]) for r in chosen if source_key(r["text"]) not in source_of(r["citation"])]


def gold_sentences() -> frozenset[str]:
    """Every sentence of the public gold file, without punctuation."""
    text = "。".join(re.findall(r'"text": "([^"]*)"', GOLD.read_text(encoding="utf-8")))
    return frozenset(source_key(part) for part in re.split("[。；！？]", text)) - {""}


ROWS = rows_of("frames.tsv", COLUMNS)


@pytest.mark.parametrize("row", params(ROWS, "entry"))
def test_frame(row: Row) -> None:
    """In this passage the verb takes what its frame allows: these fillers in these roles, and no others there."""
    check_act(row)


def test_rows_are_well_formed() -> None:
    """Each passage is a clause or sentence of 4 to 30 characters with its verb at its offset, and stands once."""
    for row in ROWS:
        check_passage(row)
    assert len({(r["entry"], r["text"], r["at"]) for r in ROWS}) == len(ROWS)


def test_every_frame_has_two_passages() -> None:
    """No frame goes unread: each has two passages, unless all its verbs are rare or stand only in quoted words."""
    frames: dict[tuple[str, ...], set[str]] = defaultdict(set)
    seldom = set(SELDOM)
    for _, row in read_rows("verbs.tsv", ("id", "class", *SLOTS, "order", "tags")):
        frames[(row["class"], *(slot for slot in SLOTS if row[slot]), row["order"])].add(row["id"])
        seldom |= {row["id"]} if "rare" in row["tags"].split("|") else set()
    passages: dict[str, set[str]] = defaultdict(set)
    for row in ROWS:
        passages[row["entry"]].add(row["text"])
    assert set(passages) <= set().union(*frames.values()), "entries that verbs.tsv lacks"
    found = {frame: set().union(*(passages[verb] for verb in verbs)) for frame, verbs in frames.items()}
    assert {frame: texts for frame, texts in found.items() if len(texts) < 2 and not frames[frame] <= seldom} == {}


def test_passages_stand_in_the_shipped_edition() -> None:
    """Every passage cited by its id is found there, letter by letter."""
    assert missing_from_source(ROWS, shipped=True) == []


@needs_kanripo
def test_passages_stand_in_their_chapter() -> None:
    """Every passage cited by chapter is found in the base text of that chapter of the 儀禮."""
    assert missing_from_source(ROWS, shipped=False) == []


@needs_gold
def test_no_passage_is_a_sentence_of_the_gold_file() -> None:
    """The tables are no key to the gold file: no passage is a whole sentence of it."""
    assert [row["text"] for row in ROWS if source_key(row["text"]) in gold_sentences()] == []
