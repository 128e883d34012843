"""Commentators, classes of comments and turns of judgement as resources of the lexicon graph."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.graph.entities import entry_words
from kg.graph.iris import Iris, segment
from kg.graph.settings import DCTERMS, SKOS, Settings
from kg.graph.terms import TYPE, literal
from kg.lexicon.comments import load_comments
from kg.lexicon.entry import Entry

_CLASSES = {"comment_classes": "CommentClass", "markers": "MarkerType"}


@dataclass(slots=True)
class Commentators:
    """Names the resources that notes refer to; `lines` describes each once, in order of first naming.

    Whatever text names a commentator, the description is the same, so that equal facts are equal lines.
    """

    settings: Settings
    lines: list[str] = field(default_factory=list)
    _iris: Iris = field(init=False)
    _graph: str = field(init=False)
    _done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._iris = Iris(self.settings)
        self._graph = f"<{self._iris.graph('lexicon')}>"

    def person(self, name: str, dynasty: str = "") -> str:
        """The term of a commentator by the name that the edition or the table gives."""
        term = f"<{self._iris.commentator(name)}>"
        if self._new(term):
            rit, graph = self.settings.ontology, self._graph
            self.lines.append(
                f"{term} {TYPE} <{rit}Commentator> {graph} .\n"
                f"{term} <{SKOS}prefLabel> {literal(name, 'lzh')} {graph} .\n"
            )
            comments = load_comments()
            entry = comments.entries.get(comments.names.get(name, ""))
            if entry is not None:
                self.lines.append(f"{term} <{DCTERMS}identifier> {literal(entry.id)} {graph} .\n")
                self.lines += entry_words(term, entry, graph, self.settings)
                if dynasty:
                    self.lines.append(f"{term} <{rit}dynasty> {literal(dynasty)} {graph} .\n")
        return term

    def concept(self, identity: str) -> str:
        """The term of a class of comments or a turn of judgement, by its id; an unknown one is its own label."""
        comments = load_comments()
        entry = comments.entries.get(identity) or Entry(identity, identity, table="comment_classes")
        term = f"<{self._iris.entry(entry.id)}>"
        if self._new(term):
            rit, graph = self.settings.ontology, self._graph
            self.lines.append(
                f"{term} {TYPE} <{rit}{_CLASSES[entry.table]}> {graph} .\n"
                f"{term} {TYPE} <{SKOS}Concept> {graph} .\n"
                f"{term} <{SKOS}inScheme> <{self._iris.lexicon()}> {graph} .\n"
                f"{term} <{DCTERMS}identifier> {literal(entry.id)} {graph} .\n"
                f"{term} <{SKOS}prefLabel> {literal(entry.label, 'lzh')} {graph} .\n"
            )
            self.lines += entry_words(term, entry, graph, self.settings)
        return term

    def tradition(self, name: str) -> str:
        """The term of a textual tradition (今文, 古文)."""
        term = f"<{self.settings.base}tradition/{segment(name)}>"
        if self._new(term):
            self.lines.append(
                f"{term} {TYPE} <{self.settings.ontology}Tradition> {self._graph} .\n"
                f"{term} <{SKOS}prefLabel> {literal(name, 'lzh')} {self._graph} .\n"
            )
        return term

    def _new(self, term: str) -> bool:
        if term in self._done:
            return False
        self._done.add(term)
        return True
