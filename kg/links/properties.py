"""Properties that the service gives of an entity, and by which a query can be narrowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kg.graph.source import local
from kg.links.mapping import CLOSE, EXACT, PAGE_SAME_AS, SAME_AS
from kg.links.vocabulary import Entity, Vocabulary

_FIRST = """SELECT DISTINCT ?place ?text ?begin {{ {{ ?act rit:action <{iri}> }} UNION
  {{ ?act rit:filling ?f . ?f rit:filler <{iri}> }} ?act rit:passage ?place .
  ?place nif:referenceContext ?text ; nif:beginIndex ?begin }} ORDER BY ?text ?begin LIMIT 3"""
_LINKED = "SELECT DISTINCT ?to { <%s> ?p ?to . VALUES ?p { %s } FILTER isIRI(?to) }"
_RELATED = """SELECT DISTINCT ?to { <%s> ?p ?to .
  VALUES ?p { skos:broader skos:related rit:anchor rit:owner rit:within } }"""


@dataclass(frozen=True, slots=True)
class Property:
    """A property: id, name in both languages, and its values of an entity, as the protocol writes them."""

    id: str
    name: str
    values: Callable[[Entity], list[dict[str, Any]]]


class Properties:
    """The properties over one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def all(self) -> dict[str, Property]:
        """The properties by their ids, in the order in which they are proposed."""
        listed = (
            Property("pinyin", "拼音 pinyin", lambda one: _strings([one.pinyin])),
            Property("gloss", "釋義 gloss", lambda one: _strings([one.gloss])),
            Property("variants", "異寫 variants", lambda one: _strings(one.variants)),
            Property("type", "類 class", self._types),
            Property("acts", "儀節數 acts", lambda one: [{"int": self._vocabulary.uses.get(one.id, 0)}]),
            Property("passage", "見於 passages", lambda one: _strings(f"{c}: {q}" for c, q in self.cited(one))),
            Property("source", "出處 source", lambda one: _strings([one.source])),
            Property("note", "按語 note", lambda one: _strings([one.note])),
            Property("link", "外部連結 links", self._links),
            Property("related", "相關 related", self._related),
        )
        return {one.id: one for one in listed}

    def cited(self, entity: Entity) -> list[tuple[str, str]]:
        """The first passages whose acts have the entity: citation and words."""
        source = self._vocabulary.source
        rows = list(source.select(_FIRST.format(iri=self._vocabulary.settings.base + entity.id)))
        places = [source.places[row["place"]] for row in rows if row["place"] in source.places]
        return [(place.citation, source.texts[place.text].words[place.begin : place.end]) for place in places]

    def _types(self, entity: Entity) -> list[dict[str, Any]]:
        types = self._vocabulary.types
        return _strings(types[kind].name if kind in types else kind for kind in entity.types)

    def _links(self, entity: Entity) -> list[dict[str, Any]]:
        predicates = " ".join(f"<{one}>" for one in (SAME_AS, PAGE_SAME_AS, EXACT, CLOSE))
        query = _LINKED % (self._vocabulary.settings.base + entity.id, predicates)
        return _strings(sorted(row["to"] for row in self._vocabulary.source.select(query)))

    def _related(self, entity: Entity) -> list[dict[str, Any]]:
        base = self._vocabulary.settings.base
        rows = self._vocabulary.source.select(_RELATED % (base + entity.id))
        found = sorted(row["to"] for row in rows if row["to"].startswith(base))
        name = self._vocabulary.source.name
        return [{"id": iri.removeprefix(base), "name": name(iri) or local(iri)} for iri in found]


def _strings(values: Iterable[str]) -> list[dict[str, Any]]:
    return [{"str": value} for value in values if value]
