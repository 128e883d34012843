"""What the statements of the rite's tables have in common: their words in the text, their entities, their amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.graph.commentary import note_term
from kg.graph.entities import CLASSES, Entities, entry_quads
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS, SKOS, XSD
from kg.graph.terms import TYPE, integer, literal
from kg.lexicon.entry import Entry
from kg.rite.amount import Amount
from kg.rite.naming import shipped_naming
from kg.rite.words import Words, spelling, words_of
from kg.texts.document import Layer, Passage
from kg.texts.span import Span


@dataclass(slots=True)
class Statements:
    """Writes statements about a text into the graph `kind`/ID; what they name is described in the lexicon graph.

    `described` holds what other statements about the text have described already.
    """

    text: TextGraph
    entities: Entities
    kind: str
    described: set[str] = field(default_factory=set)
    graph: str = field(init=False)
    passages: dict[str, Passage] = field(init=False)
    _letters: Words | None = None

    def __post_init__(self) -> None:
        self.graph = f"<{self.text.iris.graph(self.kind, self.text.document.id)}>"
        self.passages = {passage.id: passage for passage in self.text.document.passages}

    def place(self, passage: str, words: str) -> Span | None:
        """Where `words` stand in a passage, in whatever spelling and punctuation; None where they do not."""
        found = self.passages.get(passage)
        if found is None:
            return None
        if self._letters is None:
            self._letters = words_of(self.text.document, (Layer.JING, Layer.JI))
        return self._letters.find(words, found.span.start, found.span.end)

    def in_passage(self, term: str, passage: str, words: str) -> str | None:
        """That the statement rests on these words of the passage; None where they do not stand there."""
        span = self.place(passage, words)
        if span is None:
            return None
        rit = self.text.settings.ontology
        return (
            f"{self.text.describe(span)}"
            f"{term} <{rit}passage> <{self.text.passage_iri(self.passages[passage])}> {self.graph} .\n"
            f"{term} <{rit}evidence> <{self.text.span(span)}> {self.graph} .\n"
            f"{term} <{rit}text> {literal(span.of(self.text.document.text))} {self.graph} .\n"
        )

    def in_note(self, term: str, passage: str, words: str, speaker: str) -> str | None:
        """That the statement rests on these words of a speaker's note on the passage; None where there is no such."""
        plain, rit = spelling().plain(words), self.text.settings.ontology
        for note in self.text.document.notes:
            if note.passage == passage and note.speaker == speaker and plain in spelling().plain(note.text):
                return (
                    f"{term} <{rit}onPassage> <{self.text.passage_iri(self.passages[passage])}> {self.graph} .\n"
                    f"{term} <{rit}statedIn> {note_term(self.text, note.id)} {self.graph} .\n"
                    f"{term} <{rit}text> {literal(words)} {self.graph} .\n"
                )
        return None

    def in_work(self, term: str, passage: str, words: str, work: str) -> str | None:
        """That the statement rests on another work, which is told beside the passage."""
        found, rit = self.passages.get(passage), self.text.settings.ontology
        if found is None:
            return None
        return (
            f"{term} <{rit}onPassage> <{self.text.passage_iri(found)}> {self.graph} .\n"
            f"{term} <{DCTERMS}bibliographicCitation> {literal(work)} {self.graph} .\n"
            f"{term} <{rit}text> {literal(words)} {self.graph} .\n"
        )

    def name(self, entry: Entry) -> str:
        """The term of an entry of the lexicon or of described.tsv."""
        if entry.id in self.entities.lexicon.entries:
            return f"<{self.entities.name(CLASSES[entry.table], entry.label, entry.id)}>"
        term = f"<{self.text.iris.entry(entry.id)}>"
        if term not in self.described:
            self.described.add(term)
            self.entities.lines.extend(entry_quads(entry, self.text.settings))
        return term

    def values(self, term: str, values: Sequence[Entry | str]) -> Iterator[str]:
        """What is named of a thing: entities, or plain words."""
        rit = self.text.settings.ontology
        for value in values:
            if isinstance(value, str):
                yield f"{term} <{rit}valueText> {literal(value)} {self.graph} .\n"
            else:
                yield f"{term} <{rit}valueEntity> {self.name(value)} {self.graph} .\n"

    def amounts(self, term: str, amounts: Sequence[Amount]) -> Iterator[str]:
        """Numbers with their units, each a node of its own; they are added up."""
        rit, graph = self.text.settings.ontology, self.graph
        for number, amount in enumerate(amounts, start=1):
            node = f"{term[:-1]}/amount/{number}>"
            yield (
                f"{term} <{rit}amount> {node} {graph} .\n"
                f"{node} {TYPE} <{rit}Amount> {graph} .\n"
                f"{node} <{rit}ordinal> {integer(number)} {graph} .\n"
                f'{node} <{rit}number> "{amount.number}"^^<{XSD}decimal> {graph} .\n'
            )
            for name, unit in (("unit", amount.unit), ("per", amount.per)):
                if unit:
                    entry = shipped_naming().find(unit, ("measures",))
                    assert entry  # the loaders have looked
                    yield f"{node} <{rit}{name}> {self.name(entry)} {graph} .\n"

    def note(self, term: str, note: str) -> Iterator[str]:
        """What we add in English so that the statement is understood."""
        if note:
            yield f"{term} <{SKOS}note> {literal(note, 'en')} {self.graph} .\n"
