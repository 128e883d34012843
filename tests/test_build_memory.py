"""What a build holds of its documents: little in memory, the rest on disk, and the same result as from memory."""

from __future__ import annotations

import collections
import errno
import sqlite3
import tempfile
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.ensemble import Ensemble
from kg.errors import UsageError
from kg.graph.collation import Collator, collate, collation_parts, witnesses
from kg.graph.rite_compare import Rites
from kg.graph.settings import Settings
from kg.lexicon.interchange import load_interchange
from kg.reading.glosses import shipped_folding
from kg.rite.compare import Course, Deed, Stage
from kg.tasks import Done
from kg.texts.document import Document
from kg.texts.families import Families
from kg.texts.shelf import Shelf
from kg.texts.shipped import shipped_commentaries, shipped_documents

SETTINGS = Settings()


def copies(count: int) -> Iterator[Document]:
    """Documents of some 3,000 characters that share no run of ten letters."""
    model = shipped_documents()[0]
    for number in range(count):
        codes = ((ord(one) * 7 + at * (number + 3)) % 0x5000 for at, one in enumerate(model.text[:3000]))
        text = "".join(chr(0x4E00 + code) for code in codes)
        yield replace(model, id=f"d{number}", text=text, passages=(), emendations=(), notes=(), headings=())


def test_a_shelf_gives_back_what_was_put() -> None:
    """In any order, more than once, as a copy; all in the order of putting."""
    documents = [*shipped_documents(), *shipped_commentaries()]
    with Shelf[Document]() as shelf:
        assert [shelf.put(one) for one in documents] == [0, 1, 2, 3]
        assert [shelf.take(at) for at in (2, 0, 2)] == [documents[2], documents[0], documents[2]]
        assert shelf.put(documents[1]) == 4
        assert [*shelf] == [*documents, documents[1]]
        assert len(shelf) == 5


def test_chapters_one_by_one_are_those_of_all_together() -> None:
    """The same witnesses and quads, in whatever order the documents come."""
    documents = [*shipped_commentaries(), *copies(3), *shipped_documents()]
    whole = collate(documents)
    with Collator() as collator:
        for document in documents:
            collator.add(document)
        single = list(collator.chapters(lambda number: documents[number]))
    assert witnesses(single) == witnesses(whole) == {"xiangshe": ("benyi", "yishu")}
    quads = [
        [(name, "".join(lines)) for name, lines in collation_parts(found, SETTINGS, lambda _: [], {})]
        for found in (single, whole)
    ]
    assert quads[0] == quads[1]


def test_memory_is_flat_in_the_number_of_documents(tmp_path: Path) -> None:
    """Of a document that has its part less than two KiB stay in memory, its courses, notes and letters not."""
    deeds = tuple(Deed(f"https://example.org/act/{at}", f"a/{at}", "執") for at in range(500))
    course = Course("d", "d", (Stage("s", "s", "o", "k", deeds),))
    with Ensemble(SETTINGS, (), tmp_path / "links.tsv") as ensemble:
        held = []
        tracemalloc.start()
        for number, document in enumerate(copies(60)):
            ensemble.add(document, Done(1, 1, (), replace(course, id=document.id), ()))
            if number in {9, 59}:
                held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert len(ensemble) == 60
    assert held[1] - held[0] < 50 * 2048


def test_of_each_rite_the_best_course_is_kept() -> None:
    """The first of those with most deeds; what is no rite is left out."""

    def course(name: str, rite: str, deeds: int) -> Course:
        made = tuple(Deed(f"{name}/{at}", f"{name}/{at}", "執") for at in range(deeds))
        return Course(name, name, (Stage("s", "s", "o", "k", made),), rite=rite)

    given = [("a", "x", 1), ("b", "y", 2), ("c", "x", 3), ("d", "x", 3), ("e", "", 9)]
    rites = Rites(course(*one) for one in given)
    assert [(left.id, right.id) for left, right in rites.pairs()] == [("c", "b")]


def test_no_room_for_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told by code, where documents are put aside and where letters are."""
    families = Families(shipped_folding(), load_interchange())
    families._db.execute("PRAGMA max_page_count = 5")
    with families, pytest.raises(UsageError) as fault:
        collections.deque(map(families.add, copies(30)), 0)
    assert fault.value.code == "KG-U012"
    assert isinstance(fault.value.__cause__, sqlite3.Error)

    def full(**_: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(UsageError) as none:
        Shelf[Document]()
    assert none.value.code == "KG-U012"
    assert "No space left" in none.value.en
