"""A mapping: one claim that something of ours corresponds to something of another dataset, and how sure it is."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping as Dictionary
from dataclasses import dataclass, field

from kg.graph.settings import OWL, SKOS

SCHEMA = "https://schema.org/"
RDFS_SEE_ALSO = "http://www.w3.org/2000/01/rdf-schema#seeAlso"
SAME_AS = f"{OWL}sameAs"
PAGE_SAME_AS = f"{SCHEMA}sameAs"
"""schema:sameAs points to a page that tells who is meant: for datasets that have pages and no IRIs of persons."""
EXACT, CLOSE = f"{SKOS}exactMatch", f"{SKOS}closeMatch"
BROAD, NARROW, RELATED = f"{SKOS}broadMatch", f"{SKOS}narrowMatch", f"{SKOS}relatedMatch"
IDENTITY = frozenset({SAME_AS, PAGE_SAME_AS})
MATCHES = frozenset({EXACT, CLOSE, BROAD, NARROW, RELATED})
PREDICATES = IDENTITY | MATCHES

ASSERTED_FROM = 0.8
"""From this confidence on a mapping is stated as a triple; below it stays a claim with its confidence."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """One row of a mapping set. `subject`, `predicate`, `object`, `justification` are IRIs.

    `scheme` and `identifier` say of what dataset the object is; `negated` says that the two do not correspond.
    """

    subject: str
    predicate: str
    object: str
    justification: str
    confidence: float
    subject_label: str = ""
    object_label: str = ""
    scheme: str = ""
    identifier: str = ""
    author: str = ""
    date: str = ""
    comment: str = ""
    negated: bool = False

    @property
    def asserted(self) -> bool:
        """Whether the graph states the link itself, not only that somebody claims it."""
        return self.confidence >= ASSERTED_FROM and not self.negated

    @property
    def key(self) -> str:
        """A name for the claim, equal for equal claims."""
        claim = "\n".join((self.subject, "not " * self.negated + self.predicate, self.object))
        return hashlib.sha256(claim.encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class MappingSet:
    """Mappings that belong together, with what their header says."""

    id: str
    licence: str
    mappings: tuple[Mapping, ...]
    title: str = ""
    description: str = ""
    version: str = ""
    prefixes: Dictionary[str, str] = field(default_factory=dict)
