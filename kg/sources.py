"""Sources: files, folders and the shipped edition as the documents of one build, each under an id of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.errors import KgError
from kg.graph.settings import Settings
from kg.texts.document import Document
from kg.texts.read import read_documents


@dataclass(frozen=True, slots=True)
class Options:
    """How sources are read: None lets the content decide."""

    format: str | None = None
    encoding: str | None = None
    settings: Settings = field(default_factory=Settings)
    profiles: Path | None = None  # a table of further edition profiles, see docs/profiles.md


def documents(
    sources: Sequence[str], options: Options, failures: list[KgError] | None = None
) -> Iterator[Document]:
    """The documents of all sources, ids made distinct; of the shipped edition where no source is given.

    A file that cannot be read raises its KgError, or is added to `failures` and passed over where a list is given.
    """
    if options.profiles is not None:
        from kg.texts.profiles import GENERIC, profile_for

        profile_for(GENERIC, more=options.profiles)  # a table with a fault is told, even where no source has need of it
    seen: dict[str, int] = {}
    for stream in _streams(sources, options, None if failures is None else failures.append):
        try:
            for document in stream:
                yield _distinct(document, seen)
        except KgError as error:
            if failures is None:
                raise
            failures.append(error)


def commentaries(sources: Sequence[str]) -> list[Document]:
    """The commentaries that ship with the rites, where no source is given: their base text is the rites' again."""
    if sources:
        return []
    from kg.lexicon.commentators import load_voices
    from kg.lexicon.load import load_lexicon
    from kg.texts.shipped import shipped_commentaries
    from kg.texts.voices import identify

    voices = load_voices(load_lexicon())
    return [identify(document, voices) for document in shipped_commentaries()]


def _streams(
    sources: Sequence[str], options: Options, on_error: Callable[[KgError], None] | None
) -> Iterator[Iterable[Document]]:
    from kg.lexicon.commentators import load_voices
    from kg.lexicon.load import load_lexicon
    from kg.reading.glosses import shipped_folding
    from kg.texts import shipped_documents
    from kg.texts.voices import identify

    voices = load_voices(load_lexicon())
    if not sources:
        yield (identify(document, voices) for document in shipped_documents())
    for source in sources:
        yield read_documents(
            source,
            format=options.format,
            encoding=options.encoding,
            folding=shipped_folding(),
            voices=voices,
            profiles=options.profiles,
            on_error=on_error,
        )


def _distinct(document: Document, seen: dict[str, int]) -> Document:
    """The document, renamed ID-2, ID-3 … where another had its id: two files of one name keep a context each."""
    name = document.id
    while name in seen:
        seen[document.id] += 1
        name = f"{document.id}-{seen[document.id]}"
    seen[name] = 1
    return document if name == document.id else replace(document, id=name)
