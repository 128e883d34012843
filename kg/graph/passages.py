"""The text itself as quads: its string, passages, clauses, damage and emendations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.graph.iris import Iris
from kg.graph.settings import DCTERMS, ITSRDF, NIF, RDFS, Settings
from kg.graph.terms import TRUE, TYPE, integer, literal
from kg.reading.act import Clause
from kg.texts.document import Citation, Document, Layer, Passage
from kg.texts.span import Span


def layer_term(layer: Layer, settings: Settings) -> str:
    """The individual of the ontology that stands for a layer."""
    return f"<{settings.ontology}Layer{layer.value.capitalize()}>"


def citation_quads(subject: str, citation: Citation, graph: str, settings: Settings) -> Iterator[str]:
    """How `subject` (a term) is cited; nothing for what the edition does not have."""
    rit = settings.ontology
    cited = str(citation)
    if cited:
        yield f"{subject} <{DCTERMS}bibliographicCitation> {literal(cited)} {graph} .\n"
    for name, value in (("work", citation.work), ("edition", citation.edition), ("folio", citation.folio)):
        if value:
            yield f"{subject} <{rit}{name}> {literal(value)} {graph} .\n"
    if citation.line is not None:
        yield f"{subject} <{rit}line> {integer(citation.line)} {graph} .\n"


@dataclass(slots=True)
class TextGraph:
    """The named graph of one document: its terms, and the spans that are described already."""

    document: Document
    settings: Settings
    iris: Iris = field(init=False)
    text: str = field(init=False)  # the IRI of the context
    graph: str = field(init=False)  # the term of the graph
    _starts: list[int] = field(init=False)
    _spans: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.iris = Iris(self.settings)
        self.text = self.iris.text(self.document.id)
        self.graph = f"<{self.iris.graph('text', self.document.id)}>"
        self._starts = [passage.span.start for passage in self.document.passages]

    def span(self, span: Span) -> str:
        """The IRI of a stretch of the text."""
        return f"{self.text}#char={span.start},{span.end}"

    def describe(self, span: Span) -> str:
        """The quads that say what stands there; empty where they were given before."""
        key = (span.start, span.end)
        if key in self._spans:
            return ""
        self._spans.add(key)
        term, graph = f"<{self.text}#char={span.start},{span.end}>", self.graph
        return (
            f"{term} {TYPE} <{NIF}String> {graph} .\n"
            f"{term} <{NIF}referenceContext> <{self.text}> {graph} .\n"
            f"{term} <{NIF}beginIndex> {integer(span.start)} {graph} .\n"
            f"{term} <{NIF}endIndex> {integer(span.end)} {graph} .\n"
            f"{term} <{NIF}anchorOf> {literal(self.document.text[span.start : span.end])} {graph} .\n"
        )

    def passage_at(self, at: int) -> Passage | None:
        """The passage that the code point `at` stands in, None between passages."""
        index = bisect_right(self._starts, at) - 1
        passage = self.document.passages[index] if index >= 0 else None
        return passage if passage and at < passage.span.end else None

    def passage_iri(self, passage: Passage) -> str:
        """The IRI of a passage."""
        return self.iris.part(self.text, "passage", passage.id)

    def quads(self, clauses: Iterable[Clause]) -> Iterator[str]:
        """The context, its passages, clauses, problems and emendations."""
        document, rit, graph, text = self.document, self.settings.ontology, self.graph, f"<{self.text}>"
        yield (
            f"{text} {TYPE} <{NIF}Context> {graph} .\n"
            f"{text} {TYPE} <{rit}Text> {graph} .\n"
            f"{text} <{NIF}isString> {literal(document.text)} {graph} .\n"
            f"{text} <{DCTERMS}identifier> {literal(document.id)} {graph} .\n"
        )
        if document.title:
            yield f"{text} <{DCTERMS}title> {literal(document.title, 'lzh')} {graph} .\n"
        for passage in document.passages:
            yield from self._passage(passage)
        for clause in clauses:
            yield self.describe(clause.span)
            term = f"<{self.span(clause.span)}>"
            yield f"{term} {TYPE} <{rit}Clause> {graph} .\n"
            if clause.editorial:
                yield f"{term} <{rit}editorial> {TRUE} {graph} .\n"
        yield from self._problems()
        for number, emendation in enumerate(document.emendations, start=1):
            if emendation.note:  # its span counts in the note's words, not in these
                continue
            made = f"<{self.iris.part(self.text, 'emendation', str(number))}>"
            yield self.describe(emendation.span)
            yield (
                f"{made} {TYPE} <{rit}Emendation> {graph} .\n"
                f"{made} <{rit}evidence> <{self.span(emendation.span)}> {graph} .\n"
                f"{made} <{rit}sic> {literal(emendation.sic)} {graph} .\n"
                f"{made} <{rit}corr> {literal(emendation.corr)} {graph} .\n"
                f"{made} <{rit}reason> {literal(emendation.reason)} {graph} .\n"
                f"{made} <{rit}witness> {literal(emendation.witness)} {graph} .\n"
            )
            yield self._in_passage(made, emendation.span.start)

    def _passage(self, passage: Passage) -> Iterator[str]:
        rit, graph, term, span = self.settings.ontology, self.graph, f"<{self.passage_iri(passage)}>", passage.span
        yield (
            f"{term} {TYPE} <{rit}Passage> {graph} .\n"
            f"{term} <{DCTERMS}identifier> {literal(passage.id)} {graph} .\n"
            f"{term} <{DCTERMS}isPartOf> <{self.text}> {graph} .\n"
            f"{term} <{rit}layer> {layer_term(passage.layer, self.settings)} {graph} .\n"
            f"{term} <{NIF}referenceContext> <{self.text}> {graph} .\n"
            f"{term} <{NIF}beginIndex> {integer(span.start)} {graph} .\n"
            f"{term} <{NIF}endIndex> {integer(span.end)} {graph} .\n"
            f"{term} <{NIF}anchorOf> {literal(span.of(self.document.text))} {graph} .\n"
        )
        yield from citation_quads(term, passage.citation, graph, self.settings)

    def _in_passage(self, term: str, at: int) -> str:
        passage = self.passage_at(at)
        if passage is None:
            return ""
        return f"{term} <{self.settings.ontology}passage> <{self.passage_iri(passage)}> {self.graph} .\n"

    def _problems(self) -> Iterator[str]:
        rit, graph = self.settings.ontology, self.graph
        for number, problem in enumerate(self.document.problems, start=1):
            term = f"<{self.iris.part(self.text, 'problem', str(number))}>"
            yield (
                f"{term} {TYPE} <{rit}Problem> {graph} .\n"
                f"{term} <{DCTERMS}isPartOf> <{self.text}> {graph} .\n"
                f"{term} <{rit}problemCode> {literal(problem.code)} {graph} .\n"
                f"{term} <{rit}problemKind> {literal(problem.kind)} {graph} .\n"
                f"{term} <{RDFS}comment> {literal(problem.zh, 'zh-hant')} {graph} .\n"
                f"{term} <{RDFS}comment> {literal(problem.en, 'en')} {graph} .\n"
            )
            if problem.offset is not None:
                yield f"{term} <{rit}offset> {integer(problem.offset)} {graph} .\n"
                yield self._in_passage(term, problem.offset)
            if problem.line is not None:
                yield f"{term} <{rit}sourceLine> {integer(problem.line)} {graph} .\n"
            yield from citation_quads(term, problem.citation, graph, self.settings)

    def mention(self, span: Span, cls: str, entity: str) -> str:
        """The quads of a mention of `entity` (an IRI) of class `cls`."""
        rit, graph, term = self.settings.ontology, self.graph, f"<{self.text}#char={span.start},{span.end}>"
        return (
            f"{self.describe(span)}"
            f"{term} {TYPE} <{rit}Mention> {graph} .\n"
            f"{term} <{ITSRDF}taIdentRef> <{entity}> {graph} .\n"
            f"{term} <{ITSRDF}taClassRef> <{rit}{cls}> {graph} .\n"
        )
