"""All documents of a build together: collation, comparison of rites, links, the record of the run.

The documents themselves lie on disk. In memory are their ids, the best course of each rite, and one chapter at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from kg.corrections.apply import apply_corrections
from kg.corrections.correction import Correction
from kg.files import file_name
from kg.graph.collation import Collator, beside, collation_parts, witnesses
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.ontology import ontology_quads
from kg.graph.passages import TextGraph
from kg.graph.prov import run_quads
from kg.graph.quads import acts_of
from kg.graph.rite_compare import Rites, compare_quads
from kg.graph.settings import Settings
from kg.graph.steps import Acts
from kg.graph.witnesses import canonical_quads
from kg.links.build import link_parts
from kg.reading import read
from kg.reading.glosses import Gloss, read_glosses
from kg.tasks import Done, pipeline
from kg.texts.document import Document
from kg.texts.shelf import Shelf


class Ensemble:
    """What the parts of a build say together, once each document has its own part. A context manager."""

    def __init__(self, settings: Settings, corrections: Sequence[Correction], links: Path) -> None:
        """`links` is the table of reviewed links, which need not be there.

        Raises UsageError KG-U012 where there is no place for temporary files.
        """
        self._settings = settings
        self._corrections = corrections
        self._links = links
        self._rites = Rites()
        self._open = ExitStack()
        self._shelf: Shelf[tuple[Document, tuple[Gloss, ...] | None]] = self._open.enter_context(Shelf())
        self._collator = self._open.enter_context(Collator())
        self.witnesses: dict[str, tuple[str, ...]] = {}  # canonical text → documents aligned to it; filled by `parts`

    def __enter__(self) -> Ensemble:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def __len__(self) -> int:
        return len(self._shelf)

    def add(self, document: Document, done: Done) -> None:
        """A document that has its part, and what was found in it. Raises UsageError KG-U012 (disk full)."""
        self._shelf.put((document, done.glosses))
        self._collator.add(document)
        self._rites.add(done.course)

    def parts(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Each part that is of no document alone: its name and its lines, to be taken before the next is asked for.

        Raises KgError (see collation, links).
        """
        unread: list[Document] = []  # canonical texts to which witnesses are aligned, though they were not built
        held: dict[str, Sequence[Gloss]] = {}  # of the documents of one chapter

        def take(number: int) -> Document:
            document, glosses = self._shelf.take(number)
            held[document.id] = read_glosses(document) if glosses is None else glosses
            return document

        for chapter in self._collator.chapters(take):
            self.witnesses.update(witnesses([chapter]))
            for document in beside([chapter], self._collator.names):
                unread.append(document)
                yield file_name(document.id), canonical_quads(document, self._settings)
            for name, lines in collation_parts([chapter], self._settings, self._acts, held):
                yield f"_collation-{file_name(name)}", lines
            held.clear()
        yield "_lexicon", lexicon_quads(self._settings)
        yield "_ontology", ontology_quads(self._settings)
        yield "_run", run_quads(self._documents(unread), self._settings)
        yield from link_parts(_Again(self._documents), self._settings, self._links)
        for left, right in self._rites.pairs():
            name = f"_compare-{file_name(left.id)}-{file_name(right.id)}"
            yield name, compare_quads(left, right, self._settings)

    def _documents(self, more: Iterable[Document] = ()) -> Iterator[Document]:
        for document, _ in self._shelf:
            yield document
        yield from more

    def _acts(self, document: Document) -> Acts:
        """The acts of a canonical text; none where it was not built."""
        if document.id not in self._collator.names:
            return []
        reading = apply_corrections(document, read(document, pipeline()), self._corrections)[0]
        return acts_of(TextGraph(document, self._settings), reading)


class _Again:
    """Documents that can be gone through more than once, from disk each time."""

    def __init__(self, documents: Callable[[], Iterator[Document]]) -> None:
        self._documents = documents

    def __iter__(self) -> Iterator[Document]:
        return self._documents()
