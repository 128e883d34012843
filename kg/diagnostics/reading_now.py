"""Reading gold texts with the pipeline as it is now, and seeing them as a graph states them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from spacy.language import Language

from kg.diagnostics.gold import GoldRun
from kg.diagnostics.stated import StatedText, texts_of
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.reading import read
from kg.texts.plain import read_plain
from kg.texts.raw import RawText


def read_now(runs: Iterable[GoldRun], nlp: Language, settings: Settings | None = None) -> list[StatedText]:
    """What `kg extract` would state of each run, given to it as a text file of its own.

    The texts go through the reader and the graph, so that what is scored is what a user gets.
    """
    settings = settings or Settings()
    lines: list[str] = []
    for number, run in enumerate(runs):
        digest = hashlib.sha256(run.text.encode("utf-8")).hexdigest()
        document = read_plain(RawText(f"run-{number}", run.id, digest, run.text))
        lines += build_quads(document, read(document, nlp), settings=settings)
    return texts_of(memory_store(["".join(lines).encode("utf-8")]), settings)
