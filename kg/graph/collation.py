"""The collation of a build: which chapters it holds more than once, and the graph of each canonical text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from kg.graph.settings import Settings
from kg.graph.steps import Acts
from kg.graph.witnesses import collation_quads
from kg.lexicon.interchange import load_interchange
from kg.reading.glosses import Gloss, shipped_folding
from kg.texts.document import Document
from kg.texts.shipped import shipped_documents
from kg.texts.witnesses import Chapter, Text, chapters


def collate(made: Sequence[Document]) -> tuple[Chapter, ...]:
    """The chapters that the documents hold more than once, or once beside the shipped edition.

    The shipped edition is canonical for what it has, whether it is among the documents or not; a document of another
    origin that goes by the same name keeps it out.
    """
    names = {document.id: document.source.sha256 for document in made}
    shipped = [one for one in shipped_documents() if names.get(one.id, one.source.sha256) == one.source.sha256]
    return chapters(made, shipped_folding(), load_interchange(), shipped)


def beside(found: Sequence[Chapter], made: Sequence[Document]) -> list[Document]:
    """The canonical documents that were not built themselves: witnesses of them were."""
    names = {document.id for document in made}
    return [canon.document for chapter, canon in _collated(found) if canon.document.id not in names]


def collation_parts(
    found: Sequence[Chapter],
    settings: Settings,
    acts: Callable[[Document], Acts],
    glosses: Mapping[str, Sequence[Gloss]],
) -> Iterator[tuple[str, Iterator[str]]]:
    """The id of each canonical text and the quads of its graph/collation/ID.

    `acts` gives those of a canonical text (none for one that was not built), `glosses` those of each document by id.
    """
    spellings = load_interchange()
    for chapter, canon in _collated(found):
        yield canon.document.id, collation_quads(
            chapter, canon, spellings, settings, acts=acts(canon.document), glosses=glosses
        )


def witnesses(found: Sequence[Chapter]) -> dict[str, tuple[str, ...]]:
    """Ids of the documents that were aligned to each canonical text."""
    return {
        canon.document.id: tuple(one.witness.document.id for one in chapter.of(canon.document.id))
        for chapter, canon in _collated(found)
    }


def _collated(found: Sequence[Chapter]) -> Iterator[tuple[Chapter, Text]]:
    """Each canonical text that has witnesses, with its chapter."""
    for chapter in found:
        for canon in chapter.canons:
            if chapter.of(canon.document.id):
                yield chapter, canon
