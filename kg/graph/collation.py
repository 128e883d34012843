"""The collation of a build: which chapters it holds more than once, and the graph of each canonical text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import TracebackType

from kg.graph.settings import Settings
from kg.graph.steps import Acts
from kg.graph.witnesses import collation_quads
from kg.lexicon.interchange import load_interchange
from kg.reading.glosses import Gloss, shipped_folding
from kg.texts.document import Document
from kg.texts.families import Families
from kg.texts.shipped import shipped_documents
from kg.texts.witnesses import Chapter, Text, chapter_of, chapters


def collate(made: Sequence[Document]) -> tuple[Chapter, ...]:
    """The chapters that the documents hold more than once, or once beside the shipped edition; all of them in memory.

    The shipped edition is canonical for what it has, whether it is among the documents or not; a document of another
    origin that goes by the same name keeps it out.
    """
    return chapters(made, shipped_folding(), load_interchange(), _canons({one.id: one.source.sha256 for one in made}))


class Collator:
    """The same for documents that come one after the other: only the chapter that is told is in memory.

    A context manager.
    """

    def __init__(self) -> None:
        """Raises UsageError KG-U012 where there is no place for temporary files; so do the other methods."""
        self.names: dict[str, str] = {}  # ids of the documents → sha256 of their sources
        self._families = Families(shipped_folding(), load_interchange())

    def __enter__(self) -> Collator:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._families.__exit__(kind, error, at)

    def add(self, document: Document) -> None:
        """One more document, of an id that none before it has."""
        self.names[document.id] = document.source.sha256
        self._families.add(document)

    def chapters(self, take: Callable[[int], Document]) -> Iterator[Chapter]:
        """The chapters that are held more than once; `take` gives a document by the number of its `add`, from 0."""
        canons = _canons(self.names)
        for family in self._families.found(canons):
            canon = None if family.canon is None else canons[family.canon]
            chapter = chapter_of(canon, [take(at) for at in family.members], shipped_folding(), load_interchange())
            if chapter.alignments:
                yield chapter


def _canons(names: Mapping[str, str]) -> list[Document]:
    return [one for one in shipped_documents() if names.get(one.id, one.source.sha256) == one.source.sha256]


def beside(found: Iterable[Chapter], made: Collection[str]) -> list[Document]:
    """The canonical documents that were not built themselves (`made` are the ids of those): witnesses of them were."""
    return [canon.document for chapter, canon in _collated(found) if canon.document.id not in made]


def collation_parts(
    found: Iterable[Chapter],
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


def witnesses(found: Iterable[Chapter]) -> dict[str, tuple[str, ...]]:
    """Ids of the documents that were aligned to each canonical text."""
    return {
        canon.document.id: tuple(one.witness.document.id for one in chapter.of(canon.document.id))
        for chapter, canon in _collated(found)
    }


def _collated(found: Iterable[Chapter]) -> Iterator[tuple[Chapter, Text]]:
    """Each canonical text that has witnesses, with its chapter."""
    for chapter in found:
        for canon in chapter.canons:
            if chapter.of(canon.document.id):
                yield chapter, canon
