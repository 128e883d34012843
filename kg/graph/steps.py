"""Steps as quads: each scholar's division of the rite as a scheme of concepts, in a graph of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.graph.commentary import passages_within
from kg.graph.commentators import Commentators
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS, SKOS
from kg.graph.terms import TYPE, integer, literal
from kg.texts.document import Step
from kg.texts.span import Span

Acts = Sequence[tuple[int, str]]
"""Where the verb of each act stands, and the act's IRI; in the order of the text."""


def step_term(text: TextGraph, step: Step) -> str:
    """The term of a step of a document."""
    return f"<{text.iris.part(text.text, 'step', str(step.order))}>"


def within(acts: Acts, span: Span) -> list[str]:
    """The IRIs of the acts whose verb stands in `span`."""
    return [iri for at, iri in acts if span.start <= at < span.end]


def innermost(steps: Sequence[Step]) -> list[Step]:
    """The steps that have no parts: an act belongs to these, and through them to what they are parts of."""
    parents = {step.parent for step in steps}
    return [step for step in steps if step.order not in parents]


def step_quads(text: TextGraph, acts: Acts, people: Commentators) -> Iterator[str]:
    """The steps of a document in the graph graph/steps/ID: the scheme, its steps in order, and the acts in each."""
    document, rit = text.document, text.settings.ontology
    if not document.steps:
        return
    graph = f"<{text.iris.graph('steps', document.id)}>"
    scheme = f"<{text.text}/steps>"
    scholar = document.steps[0].scheme
    yield (
        f"{scheme} {TYPE} <{rit}StepScheme> {graph} .\n"
        f"{scheme} {TYPE} <{SKOS}ConceptScheme> {graph} .\n"
        f"{scheme} <{SKOS}prefLabel> {literal(' '.join((scholar, document.title)).strip(), 'lzh')} {graph} .\n"
        f"{scheme} <{DCTERMS}creator> {people.person(scholar)} {graph} .\n"
        f"{scheme} <{rit}divides> <{text.text}> {graph} .\n"
    )
    known = {passage.id: text.passage_iri(passage) for passage in document.passages}
    terms = {step.order: step_term(text, step) for step in document.steps}
    parts = {step.order for step in innermost(document.steps)}
    for step in document.steps:
        term = terms[step.order]
        lines = [
            f"{term} {TYPE} <{rit}Step> {graph} .\n"
            f"{term} {TYPE} <{SKOS}Concept> {graph} .\n"
            f"{term} <{SKOS}inScheme> {scheme} {graph} .\n"
            f"{term} <{SKOS}prefLabel> {literal(step.label, 'lzh')} {graph} .\n"
            f"{term} <{SKOS}notation> {literal(str(step.order))} {graph} .\n"
            f"{term} <{rit}ordinal> {integer(step.order)} {graph} .\n"
        ]
        if step.parent in terms:
            lines.append(f"{term} <{SKOS}broader> {terms[step.parent]} {graph} .\n")
        else:
            lines.append(f"{term} <{SKOS}topConceptOf> {scheme} {graph} .\n")
        lines += (f"{term} <{rit}covers> <{known[one]}> {graph} .\n" for one in passages_within(document, step.span))
        if step.record is not None:
            record = passages_within(document, step.record)
            lines += (f"{term} <{rit}coversRecord> <{known[one]}> {graph} .\n" for one in record)
        if step.order in parts:
            for span in (step.span, *([step.record] if step.record is not None else [])):
                lines += (f"<{act}> <{rit}step> {term} {graph} .\n" for act in within(acts, span))
        yield "".join(lines)
