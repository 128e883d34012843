"""Our vocabulary as others look things up in it: names, classes, what is said of each, and search by any name."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from kg.graph.settings import Settings
from kg.graph.source import Row, Source, by_value, local
from kg.lexicon.load import Lexicon, load_lexicon

_ENTITIES = """SELECT ?thing ?label ?pinyin ?gloss ?note ?source {
  { ?thing a skos:Concept ; skos:inScheme ?scheme } UNION { ?thing a rit:Entity }
  UNION { ?thing a ?class . VALUES ?class { rit:Actor rit:Object rit:Position rit:Direction rit:Commentator } }
  ?thing skos:prefLabel ?label FILTER(!langMatches(lang(?label), "en"))
  OPTIONAL { ?thing rit:pinyin ?pinyin } OPTIONAL { ?thing rit:gloss ?gloss }
  OPTIONAL { ?thing skos:note ?note } OPTIONAL { ?thing dcterms:source ?source } }"""
_CLASSES = """SELECT ?thing ?class { ?thing skos:prefLabel ?label ; a ?class }"""
_VARIANTS = "SELECT ?thing ?label { ?thing skos:altLabel ?label }"
_TYPES = """SELECT ?class ?zh ?en ?broader { ?class a owl:Class ; rdfs:label ?zh , ?en
  FILTER langMatches(lang(?zh), "zh-Hant") FILTER langMatches(lang(?en), "en")
  OPTIONAL { ?class rdfs:subClassOf ?broader } }"""
_USES = """SELECT DISTINCT ?act ?thing { { ?act rit:action ?thing } UNION
  { ?act rit:filling ?f . ?f rit:filler ?thing } }"""


@dataclass(frozen=True, slots=True)
class Entity:
    """Something of ours: `id` is its IRI's path under the base, `types` are local names of the ontology's classes."""

    id: str
    name: str
    types: tuple[str, ...]
    variants: tuple[str, ...] = ()
    pinyin: str = ""
    gloss: str = ""
    note: str = ""
    source: str = ""

    @property
    def description(self) -> str:
        """Pinyin and gloss, by which namesakes are told apart."""
        return " ".join(part for part in (self.pinyin, self.gloss) if part)


@dataclass(frozen=True, slots=True)
class Type:
    """A class of the ontology."""

    id: str
    name: str
    broader: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """An entity that a search found, with its score from 0 to 100 and the name by which it was found."""

    entity: Entity
    score: float
    by: str


class Vocabulary:
    """The entities of a store, indexed by all their names."""

    def __init__(self, store: ox.Store, settings: Settings | None = None, lexicon: Lexicon | None = None) -> None:
        self.source = Source(store, settings or Settings())
        self.settings = self.source.settings
        self._lexicon = lexicon or load_lexicon()
        self.types = {kind.id: kind for kind in self._types()}
        self.entities = {entity.id: entity for entity in self._entities()}
        self._by_name: dict[str, list[tuple[Entity, float, str]]] = defaultdict(list)
        for entity in self.entities.values():
            for key, score, by in self._keys(entity):
                self._by_name[key].append((entity, score, by))
        self._parts = [
            (name, entity)
            for entity in self.entities.values()
            for name in dict.fromkeys((self.fold(entity.name), *map(self.fold, entity.variants), entity.gloss.lower()))
            if name
        ]
        self.uses = self._uses()

    def _types(self) -> Iterator[Type]:
        broader: dict[str, set[str]] = defaultdict(set)
        names: dict[str, str] = {}
        rit = self.settings.ontology
        for row in self.source.select(_TYPES):
            if row["class"].startswith(rit):
                names[local(row["class"])] = f"{row['zh']} {row['en']}"
                if row.get("broader", "").startswith(rit):
                    broader[local(row["class"])].add(local(row["broader"]))
        yield from (Type(name, names[name], tuple(sorted(broader[name]))) for name in sorted(names))

    def _entities(self) -> Iterator[Entity]:
        base, rit = self.settings.base, self.settings.ontology
        classes: dict[str, set[str]] = defaultdict(set)
        for row in self.source.select(_CLASSES):
            if row["class"].startswith(rit):
                classes[row["thing"]].add(local(row["class"]))
        variants: dict[str, set[str]] = defaultdict(set)
        for row in self.source.select(_VARIANTS):
            variants[row["thing"]].add(row["label"])
        rows: dict[str, Row] = {}
        for row in sorted(self.source.select(_ENTITIES), key=by_value):
            rows.setdefault(row["thing"], row)
        for iri, row in sorted(rows.items()):
            if iri.startswith(base):
                yield Entity(
                    iri.removeprefix(base), row["label"], tuple(sorted(classes[iri], key=self._depth)),
                    tuple(sorted(variants[iri])), row.get("pinyin", ""), row.get("gloss", ""), row.get("note", ""),
                    row.get("source", ""),
                )  # fmt: skip

    def _depth(self, kind: str) -> tuple[int, str]:
        """The narrowest class first."""
        depth, at = 0, kind
        while at in self.types and self.types[at].broader:
            depth, at = depth + 1, self.types[at].broader[0]
        return -depth, kind

    def _keys(self, entity: Entity) -> Iterator[tuple[str, float, str]]:
        """Every form by which an entity is found outright, with what a match is worth."""
        yield self.fold(entity.name), 100, "name"
        yield entity.id.lower(), 100, "id"
        yield local(entity.id).lower(), 100, "id"
        for variant in entity.variants:
            yield self.fold(variant), 95, "variant"
        for gloss in entity.gloss.split(","):
            if gloss.strip():
                yield gloss.strip().lower(), 80, "gloss"
        if entity.pinyin:
            yield entity.pinyin.lower(), 75, "pinyin"
            yield toneless(entity.pinyin), 60, "pinyin"

    def fold(self, name: str) -> str:
        """A name in standard glyphs, letters small."""
        return self._lexicon.fold(name.strip()).lower()

    def search(self, query: str, types: frozenset[str] = frozenset()) -> list[Hit]:
        """What `query` may mean, best first: outright names, then names that hold it. Only entities of `types`."""
        wanted = self.fold(query)
        found: dict[str, Hit] = {}
        if not wanted:
            return []
        for key in dict.fromkeys((wanted, query.strip().lower(), toneless(query))):
            for entity, score, by in self._by_name.get(key, ()):
                _keep(found, Hit(entity, score, by))
        for name, entity in self._parts:
            if wanted in name and name != wanted:
                _keep(found, Hit(entity, round(55 * len(wanted) / len(name), 1), "part"))
        hits = [hit for hit in found.values() if not types or types & self.all_types(hit.entity)]
        return sorted(hits, key=lambda hit: (-hit.score, -self.uses.get(hit.entity.id, 0), hit.entity.id))

    def all_types(self, entity: Entity) -> frozenset[str]:
        """The classes of an entity with all their broader ones."""
        found: set[str] = set()
        waiting = list(entity.types)
        while waiting:
            kind = waiting.pop()
            if kind not in found:
                found.add(kind)
                waiting += self.types[kind].broader if kind in self.types else ()
        return frozenset(found)

    def _uses(self) -> Counter[str]:
        """In how many acts an entity takes part, by its id."""
        base = self.settings.base
        return Counter(row["thing"].removeprefix(base) for row in self.source.select(_USES))


def toneless(pinyin: str) -> str:
    """Pinyin without tone marks, small; what a keyboard gives."""
    plain = unicodedata.normalize("NFD", pinyin.strip().lower().replace("ü", "v"))
    return "".join(character for character in plain if not unicodedata.combining(character))


def _keep(found: dict[str, Hit], hit: Hit) -> None:
    old = found.get(hit.entity.id)
    if old is None or old.score < hit.score:
        found[hit.entity.id] = hit
