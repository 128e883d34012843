"""What of ours can be linked: scholars, works, and words of the lexicon, each with what tells it apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kg.graph.entities import CLASSES
from kg.graph.iris import Iris
from kg.graph.settings import Settings
from kg.lexicon.load import Lexicon
from kg.lexicon.table import read_rows, several
from kg.links.mapping import MappingSet
from kg.links.record import Kind


@dataclass(frozen=True, slots=True)
class Subject:
    """A resource of ours: `path` is its IRI behind the base; `office` says that it is a role of the rite."""

    path: str
    kind: Kind
    label: str
    aliases: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    dynasty: str = ""
    works: tuple[str, ...] = ()
    gloss: str = ""
    pinyin: str = ""
    office: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called."""
        return (self.label, *self.aliases)


def subjects(lexicon: Lexicon, sets: tuple[MappingSet, ...], settings: Settings) -> Iterator[Subject]:
    """All of them: scholars of the table of speakers, works that have a mapping, words of the lexicon."""
    yield from _scholars(settings)
    yield from _works(sets, settings)
    iris = Iris(settings)
    for entry in lexicon.entries.values():
        if entry.table in CLASSES:
            path = iris.entry(entry.id).removeprefix(settings.base)
            yield Subject(
                path, Kind.WORD, entry.label, entry.variants, gloss=entry.en, pinyin=entry.pinyin,
                office=entry.table == "actors",
            )  # fmt: skip


def _scholars(settings: Settings) -> Iterator[Subject]:
    iris = Iris(settings)
    for _, row in read_rows("speakers.tsv", ("id", "label", "surname", "style", "variants", "dynasty", "work")):
        path = iris.commentator(row["label"]).removeprefix(settings.base)
        styles = several(row["style"])
        with_surname = tuple(row["surname"] + style for style in styles if row["surname"])
        yield Subject(
            path, Kind.PERSON, row["label"], (*several(row["variants"]), *with_surname), styles, row["dynasty"],
            tuple(part.strip("《》") for part in several(row["work"])), row.get("en", ""), row.get("pinyin", ""),
        )  # fmt: skip


def _works(sets: tuple[MappingSet, ...], settings: Settings) -> Iterator[Subject]:
    done: set[str] = set()
    for one in sets:
        for mapping in one.mappings:
            path = mapping.subject.removeprefix(settings.base)
            if path.startswith("work/") and path not in done:
                done.add(path)
                yield Subject(path, Kind.WORK, mapping.subject_label)
