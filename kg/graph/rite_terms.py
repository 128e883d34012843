"""The terms that the graphs of a rite share: its acts, phases and entities, and the lines that say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.graph.acts import act_iris
from kg.graph.entities import TABLES, Entities
from kg.graph.passages import TextGraph
from kg.graph.settings import XSD
from kg.graph.terms import integer, literal
from kg.rite.interpret import Rite
from kg.rite.phase import Phase
from kg.texts.span import Span

# What a label names where its role does not tell: persons before places before things.
_CLASSES = ("Actor", "Position", "Direction", "Object")


@dataclass(slots=True)
class RiteTerms:
    """Terms of one text's rite. `kind` names the graph: graph/KIND/ID."""

    rite: Rite
    text: TextGraph
    entities: Entities
    acts: tuple[str, ...] = field(init=False)  # the term of each act of the rite

    def __post_init__(self) -> None:
        self.acts = tuple(f"<{iri}>" for iri in act_iris(self.text, self.rite.acts))

    def graph(self, kind: str) -> str:
        """The term of a graph of this text."""
        return f"<{self.text.iris.graph(kind, self.text.document.id)}>"

    def prop(self, name: str) -> str:
        """A term of the ontology."""
        return f"<{self.text.settings.ontology}{name}>"

    def phase(self, phase: Phase) -> str:
        """The term of a phase."""
        return f"<{self.text.iris.part(self.text.text, 'phase', phase.id)}>"

    def part(self, kind: str, name: str) -> str:
        """The term of something else that belongs to the text."""
        return f"<{self.text.iris.part(self.text.text, kind, name)}>"

    def under(self, term: str, name: str) -> str:
        """A node below `term`."""
        return f"{term[:-1]}/{name}>"

    def entity(self, label: str, cls: str = "") -> str:
        """The term of the entity that `label` names."""
        return f"<{self.entities.name(cls or self._class(label), label)}>"

    def _class(self, label: str) -> str:
        forms = self.entities.forms
        for cls in _CLASSES:
            if forms.find(TABLES[cls], label) or (cls == "Position" and forms.compose(label)):
                return cls
        return _CLASSES[0]

    def passages(self, term: str, span: Span, graph: str) -> str:
        """From which passage to which `term` goes."""
        within = [one for one in self.text.document.passages if one.span.start < span.end and span.start < one.span.end]
        if not within:
            return ""
        first, last = self.text.passage_iri(within[0]), self.text.passage_iri(within[-1])
        return (
            f"{term} {self.prop('firstPassage')} <{first}> {graph} .\n"
            f"{term} {self.prop('lastPassage')} <{last}> {graph} .\n"
        )

    def said(self, term: str, span: Span, graph: str) -> str:
        """Which words of the text say it."""
        passage = self.text.passage_at(span.start)
        lines = [self.text.describe(span), f"{term} {self.prop('evidence')} <{self.text.span(span)}> {graph} .\n"]
        if passage is not None:
            lines.append(f"{term} {self.prop('passage')} <{self.text.passage_iri(passage)}> {graph} .\n")
        return "".join(lines)


def lines(subject: str, pairs: Sequence[tuple[str, str]], graph: str) -> str:
    """One quad a pair of property and value, all of one subject."""
    return "".join(f"{subject} {prop} {value} {graph} .\n" for prop, value in pairs)


def decimal(value: float) -> str:
    """A literal of xsd:decimal with as many places as it needs: 4.5, -36.0."""
    return f'"{value:.1f}"^^<{XSD}decimal>'


def boolean(value: bool) -> str:
    """A literal of xsd:boolean."""
    return f'"{str(value).lower()}"^^<{XSD}boolean>'


__all__ = ["RiteTerms", "boolean", "decimal", "integer", "lines", "literal"]
