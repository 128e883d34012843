"""Corrections as quads: the person's statement beside the machine's, each with who says it (PROV)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg import __version__
from kg.corrections.correction import FACTS, WHOLE, Effect, Outcome
from kg.graph.acts import TEXT_PROPERTY
from kg.graph.entities import Entities
from kg.graph.iris import segment
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS, PROV, RDF, RDFS, Settings
from kg.graph.terms import TYPE, integer, literal
from kg.lexicon.load import Lexicon, load_lexicon
from kg.reading.act import RESOURCE_ROLES, Mode
from kg.texts.document import Document

_STATED = frozenset({Effect.APPLIED, Effect.AGREED})


def correction_quads(
    document: Document, outcomes: Iterable[Outcome], settings: Settings, lexicon: Lexicon | None = None
) -> Iterator[str]:
    """N-Quads lines of graph/corrections/ID for the corrections that hold in a text.

    The act itself is in the graph of the text, as corrected. Here stand, as reified statements (rdf:Statement), what
    the person says and what the machine had said: a revision (prov:wasRevisionOf) with its author, reason and passage.
    Corrections that were not applied state nothing.
    """
    text = TextGraph(document, settings)
    entities = Entities(settings, lexicon or load_lexicon())
    graph = f"<{text.iris.graph('corrections', document.id)}>"
    for outcome in outcomes:
        if outcome.effect in _STATED and outcome.at is not None:
            yield from _revision(text, outcome, entities, graph)
    yield from entities.lines


def agent(name: str, settings: Settings) -> str:
    """The IRI of a person who corrects."""
    return f"{settings.base}agent/{segment(name)}"


def _revision(text: TextGraph, outcome: Outcome, entities: Entities, graph: str) -> Iterator[str]:
    one, settings = outcome.correction, text.settings
    term = text.iris.part(text.text, "correction", one.key)
    person = f"<{agent(one.who, settings)}>"
    software = f"<{text.iris.software(__version__)}>"
    act = f"{text.iris.part(text.text, 'act', one.citation)}/{one.span.start}"
    yield (
        f"<{term}> {TYPE} <{PROV}Entity> {graph} .\n"
        f"<{term}> {TYPE} <{PROV}Collection> {graph} .\n"
        f"<{term}> <{PROV}wasAttributedTo> {person} {graph} .\n"
        f"{person} {TYPE} <{PROV}Person> {graph} .\n"
        f"{person} <{RDFS}label> {literal(one.who)} {graph} .\n"
        f"<{term}> <{PROV}wasRevisionOf> <{term}/machine> {graph} .\n"
        f"<{term}> <{DCTERMS}subject> <{act}> {graph} .\n"
        f"<{term}> <{DCTERMS}references> <{text.iris.part(text.text, 'passage', one.citation)}> {graph} .\n"
        f"<{term}/machine> {TYPE} <{PROV}Collection> {graph} .\n"
        f"<{term}/machine> <{PROV}wasAttributedTo> {software} {graph} .\n"
    )
    if one.why:
        yield f"<{term}> <{RDFS}comment> {literal(one.why)} {graph} .\n"
    new = () if one.role == "mode" and one.new == (Mode.ASSERTED.value,) else one.new  # asserted acts state no mode
    for owner, labels, who in ((f"{term}/machine", outcome.machine, software), (term, new, person)):
        for number, label in enumerate(labels, start=1):
            statement = f"<{owner}/{number}>"
            yield (
                f"<{owner}> <{PROV}hadMember> {statement} {graph} .\n"
                f"{statement} {TYPE} <{RDF}Statement> {graph} .\n"
                f"{statement} <{RDF}subject> <{act}> {graph} .\n"
                f"{statement} <{RDF}predicate> <{_predicate(one.role, settings)}> {graph} .\n"
                f"{statement} <{RDF}object> {_object(one.role, label, entities, settings)} {graph} .\n"
                f"{statement} <{PROV}wasAttributedTo> {who} {graph} .\n"
            )
        if not labels:  # nothing fills the role: said in words, for RDF has no empty statement
            yield f"<{owner}> <{DCTERMS}description> {literal(f'{one.role}: —')} {graph} .\n"


def _predicate(role: str, settings: Settings) -> str:
    return f"{RDF}type" if role == WHOLE else f"{settings.ontology}{TEXT_PROPERTY.get(role, role)}"


def _object(role: str, label: str, entities: Entities, settings: Settings) -> str:
    rit = settings.ontology
    if role == WHOLE:
        return f"<{rit}Act>"
    if role == "action":
        return f"<{entities.name('Action', label)}>"
    if role in RESOURCE_ROLES:
        return f"<{entities.name(entities.classify(role, label), label)}>"
    if role == "mode":
        return f"<{rit}{label.capitalize()}>"
    if role == "count":
        return integer(int(label))
    return literal(label) if role not in FACTS else f'"{label}"^^<http://www.w3.org/2001/XMLSchema#boolean>'
