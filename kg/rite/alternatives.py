"""Alternatives: conditions of a text whose consequences are one of two ways it can go (alternatives.tsv)."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lexicon.table import read_rows
from kg.rite.words import words_of
from kg.texts.document import Document, Layer


def alternatives(document: Document) -> Iterator[tuple[int, int]]:
    """Where a condition of the table begins, and where its consequences end, 0 for one that is no alternative."""
    words = words_of(document, (Layer.JING,))
    for _, row in read_rows("alternatives.tsv", ("words", "until", "source")):
        for start in words.places(row["words"]):
            end = words.find(row["until"], start.end) if row["until"] else None
            if end is not None or not row["until"]:
                yield start.start, end.end if end is not None else 0
