"""The terms of the vocabulary as a page shows them: labels, definitions, relations, examples, mappings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from vocabulary.checks import vocabulary_files

RIT = "https://w3id.org/ritual-kg/ontology#"
_OWL, _RDFS = "http://www.w3.org/2002/07/owl#", "http://www.w3.org/2000/01/rdf-schema#"
_SKOS, _DC = "http://www.w3.org/2004/02/skos/core#", "http://purl.org/dc/terms/"
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
KINDS = (
    ("Class", "類", "Classes"),
    ("ObjectProperty", "關係", "Object properties"),
    ("DatatypeProperty", "數據屬性", "Data properties"),
    ("AnnotationProperty", "標注屬性", "Annotation properties"),
    ("NamedIndividual", "個體", "Individuals"),
)
_RELATIONS = (
    (f"{_RDFS}subClassOf", "屬於", "is a"),
    (f"{_RDFS}subPropertyOf", "下位於", "is a kind of"),
    (f"{_RDFS}domain", "主體", "domain"),
    (f"{_RDFS}range", "值域", "range"),
    (f"{_OWL}disjointWith", "互斥", "disjoint with"),
)
_MAPPINGS = (
    (f"{_RDFS}subClassOf", "rdfs:subClassOf"),
    (f"{_RDFS}subPropertyOf", "rdfs:subPropertyOf"),
    (f"{_SKOS}closeMatch", "skos:closeMatch"),
    (f"{_SKOS}relatedMatch", "skos:relatedMatch"),
)


@dataclass(slots=True)
class Term:
    """One term. `relations` are (zh, en, name, whether the name is one of ours); `mappings` (how, IRI, zh, en)."""

    name: str
    zh: str = ""
    en: str = ""
    define_zh: str = ""
    define_en: str = ""
    kinds: list[str] = field(default_factory=list)
    relations: list[tuple[str, str, str, bool]] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    mappings: list[tuple[str, str, str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Vocabulary:
    """Terms by kind (as in KINDS), each kind sorted by name, and what the head of the ontology says."""

    groups: dict[str, list[Term]]
    head: dict[str, str]


def read_vocabulary() -> Vocabulary:
    """The vocabulary of ontology/rite.ttl with its alignments."""
    graphs = [_read(path) for path in vocabulary_files()]
    core, alignments = graphs[0], graphs[1:]
    terms = {name: _term(name, core[RIT + name]) for name in sorted(_ours(core))}
    for name, term in terms.items():
        for _, how, other, ours in term.relations:
            if ours and how.startswith("is a") and other in terms:
                terms[other].below.append(name)
        for kind in core[RIT + name].get(_TYPE, ()):
            if kind.value.startswith(RIT):
                terms[kind.value.removeprefix(RIT)].members.append(name)
    for graph in alignments:
        for subject, said in graph.items():
            if subject.startswith(RIT):
                terms[subject.removeprefix(RIT)].mappings += _mappings(said)
    groups = {kind: [term for term in terms.values() if kind in term.kinds] for kind, _, _ in KINDS}
    return Vocabulary(groups, _head(core))


_Said = dict[str, list[ox.NamedNode | ox.Literal]]


def _read(path: Path) -> dict[str, _Said]:
    found: dict[str, _Said] = defaultdict(lambda: defaultdict(list))
    for quad in ox.parse(path.read_bytes(), format=ox.RdfFormat.TURTLE):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode | ox.Literal):
            found[quad.subject.value][quad.predicate.value].append(quad.object)
    return found


def _ours(core: dict[str, _Said]) -> list[str]:
    return [subject.removeprefix(RIT) for subject in core if subject.startswith(RIT)]


def _in(said: _Said, prop: str, language: str) -> str:
    values = (one for one in said.get(prop, ()) if isinstance(one, ox.Literal) and (one.language or "") == language)
    return next((one.value for one in values), "")


def _term(name: str, said: _Said) -> Term:
    relations = [
        (zh, en, one.value.removeprefix(RIT), one.value.startswith(RIT))
        for prop, zh, en in _RELATIONS
        for one in sorted(said.get(prop, ()), key=str)
    ]
    return Term(
        name, _in(said, f"{_RDFS}label", "zh-hant"), _in(said, f"{_RDFS}label", "en"),
        _in(said, f"{_SKOS}definition", "zh-hant"), _in(said, f"{_SKOS}definition", "en"),
        [kind.value.removeprefix(_OWL) for kind in said.get(_TYPE, ()) if kind.value.startswith(_OWL)],
        relations, examples=sorted(one.value for one in said.get(f"{_SKOS}example", ())),
        sources=sorted(one.value for one in said.get(f"{_DC}source", ())),
    )  # fmt: skip


def _mappings(said: _Said) -> list[tuple[str, str, str, str]]:
    notes = [one for one in said.get(f"{_SKOS}editorialNote", ()) if isinstance(one, ox.Literal)]
    found = []
    for prop, how in _MAPPINGS:
        for other in sorted(said.get(prop, ()), key=str):
            local = other.value.rpartition("#")[2].rpartition("/")[2]
            told = {
                language: next(
                    (
                        note.value[len(local) :].lstrip("：: ")
                        for note in notes
                        if note.language == language and note.value.startswith(local)
                    ),
                    "",
                )
                for language in ("zh-hant", "en")
            }
            found.append((how, other.value, told["zh-hant"], told["en"]))
    return found


def _head(core: dict[str, _Said]) -> dict[str, str]:
    said = core[RIT.removesuffix("#")]
    return {
        "iri": RIT.removesuffix("#"),
        "version": said[f"{_OWL}versionInfo"][0].value,
        "version_iri": said[f"{_OWL}versionIRI"][0].value,
        "licence": said[f"{_DC}license"][0].value,
        "title_zh": _in(said, f"{_DC}title", "zh-hant"),
        "title_en": _in(said, f"{_DC}title", "en"),
        "about_zh": _in(said, f"{_DC}description", "zh-hant"),
        "about_en": _in(said, f"{_DC}description", "en"),
    }
