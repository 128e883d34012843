"""The shipped edition: the two rites in our own TEI, and the commentaries that are witnesses to them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from kg.texts.document import Document
from kg.texts.raw import RawText
from kg.texts.tei import read_tei

WORKS = ("xiangshe", "dashe")
"""鄉射禮 with its record; 大射儀, the half that the seed holds, with 鄭玄's notes."""

COMMENTARIES = ("benyi", "yishu")
"""Parts of 禮經本義 and 欽定儀禮義疏 on 鄉射禮, with many voices; their base text repeats that of `WORKS`."""


@cache
def shipped_documents() -> tuple[Document, ...]:
    """The documents of the shipped edition, in the order of `WORKS`."""
    return _read(WORKS)


@cache
def shipped_commentaries() -> tuple[Document, ...]:
    """The commentaries, in the order of `COMMENTARIES`. Acts are to be read from the works, not again from these."""
    return _read(COMMENTARIES)


def _read(works: tuple[str, ...]) -> tuple[Document, ...]:
    documents: list[Document] = []
    for work in works:
        name = f"{work}.xml"
        data = (resources.files("kg.texts") / "data" / name).read_bytes()
        raw = RawText(work, f"kg/texts/data/{name}", hashlib.sha256(data).hexdigest(), data.decode("utf-8"))
        documents.extend(read_tei(raw))
    return tuple(documents)
