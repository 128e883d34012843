"""Settings of the graph: the base under which every IRI is minted, and the prefixes that queries may use."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.errors import GraphError

DEFAULT_BASE = "https://w3id.org/ritual-kg/"

# RFC 3986 scheme and authority, then a path of unreserved characters that ends in "/" (so that names can follow it).
_BASE = re.compile(r"https?://[A-Za-z0-9.-]+(:\d+)?/([A-Za-z0-9._~-]+/)*")

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCTERMS = "http://purl.org/dc/terms/"
PROV = "http://www.w3.org/ns/prov#"
NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITSRDF = "http://www.w3.org/2005/11/its/rdf#"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the graph's IRIs live. `base` ends in "/"; the ontology is `base` + "ontology#".

    Raises GraphError KG-G001 where `base` is no absolute http(s) IRI that ends in "/".
    """

    base: str = DEFAULT_BASE

    def __post_init__(self) -> None:
        if not _BASE.fullmatch(self.base):
            raise GraphError(
                "KG-G001",
                f"基址不合：{self.base!r}。須為 http(s) 絕對位址，以「/」結尾，只含英數與 . _ ~ -。",
                f"The base {self.base!r} is no absolute http(s) IRI of plain letters that ends in “/”; correct it.",
            )

    def shortened(self, iri: str) -> str:
        """An IRI for people: by its prefix, else without the base."""
        for prefix, namespace in self.prefixes.items():
            if iri.startswith(namespace):
                return f"{prefix}:{iri.removeprefix(namespace)}"
        return iri.removeprefix(self.base)

    @property
    def ontology(self) -> str:
        """The namespace of the ontology (`rit:`)."""
        return self.base + "ontology#"

    def localise(self, text: str) -> str:
        """`text` of the ontology, shapes or queries with the default base replaced by this one."""
        return text if self.base == DEFAULT_BASE else text.replace(DEFAULT_BASE, self.base)

    @property
    def prefixes(self) -> dict[str, str]:
        """Prefixes that every query may use without declaring them."""
        return {
            "rit": self.ontology,
            "lex": self.base + "lexicon/",
            "graph": self.base + "graph/",
            "rdf": RDF,
            "rdfs": RDFS,
            "owl": OWL,
            "xsd": XSD,
            "skos": SKOS,
            "dcterms": DCTERMS,
            "prov": PROV,
            "nif": NIF,
            "itsrdf": ITSRDF,
        }
