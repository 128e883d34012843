"""The shipped edition: the two rites in our own TEI."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from kg.texts.document import Document
from kg.texts.raw import RawText
from kg.texts.tei import read_tei

WORKS = ("xiangshe", "dashe")
"""鄉射禮 with its record; 大射儀, the half that the seed holds, with 鄭玄's notes."""


@cache
def shipped_documents() -> tuple[Document, ...]:
    """The documents of the shipped edition, in the order of `WORKS`."""
    documents: list[Document] = []
    for work in WORKS:
        name = f"{work}.xml"
        data = (resources.files("kg.texts") / "data" / name).read_bytes()
        raw = RawText(work, f"kg/texts/data/{name}", hashlib.sha256(data).hexdigest(), data.decode("utf-8"))
        documents.extend(read_tei(raw))
    return tuple(documents)
