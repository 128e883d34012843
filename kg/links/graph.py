"""Mappings as quads: the links themselves, and each claim with its confidence, justification and author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.graph.iris import Iris
from kg.graph.settings import DCTERMS, OWL, RDFS, SKOS, XSD, Settings
from kg.graph.terms import TYPE, literal
from kg.links.mapping import Mapping, MappingSet

SSSOM = "https://w3id.org/sssom/"
BIBO_DOCUMENT = f"{DCTERMS}BibliographicResource"


@dataclass(slots=True)
class LinkCounts:
    """The links that were written: (scheme, predicate) → how many. They fill while the quads are taken."""

    settings: Settings
    graph: str = field(init=False)  # the term of the graph of links
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.graph = f"<{Iris(self.settings).graph('links')}>"

    def link(self, subject: str, predicate: str, target: str, scheme: str) -> str:
        """The quad of a link, counted."""
        self.counts[scheme, predicate] += 1
        return f"<{subject}> <{predicate}> <{target}> {self.graph} .\n"


def mapping_quads(sets: Iterable[MappingSet], links: LinkCounts) -> Iterator[str]:
    """N-Quads lines of the graph graph/links for mapping sets.

    A claim is an owl:Axiom with SSSOM's own properties (as SSSOM/RDF has it), under an IRI of its own. The link stands
    beside it as a triple where the mapping is asserted (see mapping.py). Who or what is mapped is named in the lexicon
    graph, with the same lines as its own text would give.
    """
    settings, graph = links.settings, links.graph
    shared = f"<{Iris(settings).graph('lexicon')}>"
    named: set[str] = set()
    for one in sets:
        term = f"<{one.id}>"
        yield f"{term} {TYPE} <{SSSOM}MappingSet> {graph} .\n"
        yield f"{term} <{DCTERMS}license> <{one.licence}> {graph} .\n"
        for name, value in (("title", one.title), ("description", one.description)):
            if value:
                yield f"{term} <{DCTERMS}{name}> {literal(value)} {graph} .\n"
        if one.version:
            yield f"{term} <{OWL}versionInfo> {literal(one.version)} {graph} .\n"
        for mapping in one.mappings:
            if mapping.subject not in named:
                named.add(mapping.subject)
                yield from _subject(mapping, settings, shared)
            yield from _claim(mapping, one, links)


def claim_iri(mapping: Mapping, settings: Settings) -> str:
    """The IRI of the claim that a mapping makes."""
    return f"{settings.base}mapping/{mapping.key}"


def _claim(mapping: Mapping, one: MappingSet, links: LinkCounts) -> Iterator[str]:
    graph = links.graph
    if mapping.asserted:
        yield links.link(mapping.subject, mapping.predicate, mapping.object, mapping.scheme)
    term = f"<{claim_iri(mapping, links.settings)}>"
    yield (
        f"{term} {TYPE} <{OWL}Axiom> {graph} .\n"
        f"{term} <{OWL}annotatedSource> <{mapping.subject}> {graph} .\n"
        f"{term} <{OWL}annotatedProperty> <{mapping.predicate}> {graph} .\n"
        f"{term} <{OWL}annotatedTarget> <{mapping.object}> {graph} .\n"
        f"{term} <{SSSOM}mapping_justification> <{mapping.justification}> {graph} .\n"
        f'{term} <{SSSOM}confidence> "{mapping.confidence:g}"^^<{XSD}decimal> {graph} .\n'
        f"{term} <{DCTERMS}isPartOf> <{one.id}> {graph} .\n"
    )
    if mapping.negated:
        yield f"{term} <{SSSOM}predicate_modifier> {literal('Not')} {graph} .\n"
    for name, value in (("author_label", mapping.author), ("object_label", mapping.object_label)):
        if value:
            yield f"{term} <{SSSOM}{name}> {literal(value)} {graph} .\n"
    if mapping.date:
        yield f'{term} <{SSSOM}mapping_date> "{mapping.date}"^^<{XSD}date> {graph} .\n'
    if mapping.comment:
        yield f"{term} <{RDFS}comment> {literal(mapping.comment)} {graph} .\n"


def _subject(mapping: Mapping, settings: Settings, shared: str) -> Iterator[str]:
    """What is mapped, by its name. Entries of the lexicon are described there already."""
    kind, _, name = mapping.subject.removeprefix(settings.base).partition("/")
    term = f"<{mapping.subject}>"
    if kind == "commentator":
        yield f"{term} {TYPE} <{settings.ontology}Commentator> {shared} .\n"
        yield f"{term} <{SKOS}prefLabel> {literal(mapping.subject_label, 'lzh')} {shared} .\n"
    elif kind in {"work", "edition"}:
        yield f"{term} {TYPE} <{BIBO_DOCUMENT}> {shared} .\n"
        yield f"{term} <{DCTERMS}identifier> {literal(name)} {shared} .\n"
        yield f"{term} <{DCTERMS}title> {literal(mapping.subject_label, 'lzh')} {shared} .\n"
        if kind == "edition":
            work = f"{settings.base}work/{name.partition('_')[0]}"
            yield f"{term} <{DCTERMS}isVersionOf> <{work}> {shared} .\n"
