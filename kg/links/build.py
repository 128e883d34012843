"""Everything that the links room adds to a build: the graph of links and the description of the dataset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from kg.graph.settings import Settings
from kg.lexicon.load import Lexicon, load_lexicon
from kg.links.decisions import confirmed, read_decisions
from kg.links.description import description_quads
from kg.links.graph import LinkCounts, mapping_quads
from kg.links.references import reference_quads
from kg.links.rules import check_mappings
from kg.links.sssom import shipped_mappings
from kg.texts.document import Document


def link_parts(
    documents: Iterable[Document], settings: Settings, decisions: Path | None = None, lexicon: Lexicon | None = None
) -> tuple[tuple[str, Iterator[str]], ...]:
    """(name of the part, its N-Quads lines): `_links` first, then `_dataset`, which counts the links written.

    `decisions` is the table of reviewed candidates, where the user has one; accepted ones become links, rejected ones
    take back a link that we ship. The documents are gone through once for each part. Take the lines of `_links` before
    those of `_dataset`.
    Raises LinkError KG-K001 to KG-K009, KG-K030 (see sssom.py, rules.py, decisions.py).
    """
    lexicon = lexicon or load_lexicon()
    rows = read_decisions(decisions) if decisions is not None and decisions.is_file() else ()
    sets = confirmed(shipped_mappings(settings), rows, settings)
    sets = check_mappings(sets, lexicon, settings)
    links = LinkCounts(settings)

    def quads() -> Iterator[str]:
        yield from mapping_quads(sets, links)
        yield from reference_quads(documents, lexicon, links)

    return ("_links", quads()), ("_dataset", description_quads(documents, sets, links))
