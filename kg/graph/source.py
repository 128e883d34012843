"""The graph read back: texts, passages and names, and how a place is cited in print."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import pyoxigraph as ox

from kg.graph.settings import Settings

Row = Mapping[str, str]

_TEXTS = """SELECT ?text ?words ?id ?title { ?text nif:isString ?words .
  OPTIONAL { ?text dcterms:identifier ?id } OPTIONAL { ?text dcterms:title ?title } }"""
_PASSAGES = """SELECT ?passage ?text ?begin ?end ?id ?work ?edition ?folio ?line ?layer {
  ?passage a rit:Passage ; nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?passage dcterms:identifier ?id } OPTIONAL { ?passage rit:work ?work }
  OPTIONAL { ?passage rit:edition ?edition } OPTIONAL { ?passage rit:folio ?folio }
  OPTIONAL { ?passage rit:line ?line } OPTIONAL { ?passage rit:layer ?layer } }"""
_NAMES = "SELECT ?thing ?label { ?thing skos:prefLabel ?label FILTER(!langMatches(lang(?label), 'en')) }"
_LABELS = "SELECT ?term ?label { ?term rdfs:label ?label FILTER langMatches(lang(?label), 'zh-Hant') }"


@dataclass(frozen=True, slots=True)
class Text:
    """A text that was read: its IRI, id, title, and its words, in which all offsets count."""

    iri: str
    id: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Place:
    """A citable passage. `begin` and `end` count in the words of its text."""

    iri: str
    text: str
    id: str
    begin: int
    end: int
    work: str = ""
    edition: str = ""
    folio: str = ""
    line: str = ""
    layer: str = ""

    @property
    def citation(self) -> str:
        """Work, edition, then folio and line, and the id of the passage where it is another, as a scholar prints it."""
        leaf = self.folio + (f".{self.line}" if self.folio and self.line else "")
        return ", ".join(dict.fromkeys(part for part in (self.work, self.edition, leaf, self.id) if part))


@dataclass
class Source:
    """A store with what every reader of acts asks of it, read once."""

    store: ox.Store
    settings: Settings = field(default_factory=Settings)

    def select(self, query: str) -> Iterator[Row]:
        """The solutions of a SELECT over all graphs: variable → value, unbound ones left out. Prefixes are supplied."""
        solutions = self.store.query(query, prefixes=self.settings.prefixes, use_default_graph_as_union=True)
        assert isinstance(solutions, ox.QuerySolutions)
        names = [variable.value for variable in solutions.variables]
        for solution in solutions:
            yield {name: term.value for name in names if (term := solution[name]) is not None}

    @cached_property
    def texts(self) -> dict[str, Text]:
        """The texts by IRI, in the order of their IRIs."""
        rows = sorted(self.select(_TEXTS), key=lambda row: row["text"])
        return {
            row["text"]: Text(row["text"], row.get("id") or local(row["text"]), row.get("title", ""), row["words"])
            for row in rows
        }

    @cached_property
    def places(self) -> dict[str, Place]:
        """The passages by IRI, in the order of the texts."""
        rows = sorted(self.select(_PASSAGES), key=lambda row: (row["text"], int(row["begin"]), row["passage"]))
        return {
            row["passage"]: Place(
                row["passage"], row["text"], row.get("id") or local(row["passage"]), int(row["begin"]),
                int(row["end"]), row.get("work", ""), row.get("edition", ""), row.get("folio", ""),
                row.get("line", ""), local(row.get("layer", "")).removeprefix("Layer").lower(),
            )
            for row in rows
        }  # fmt: skip

    @cached_property
    def _by_text(self) -> dict[str, tuple[list[int], list[Place]]]:
        grouped: dict[str, tuple[list[int], list[Place]]] = {}
        for place in self.places.values():
            starts, places = grouped.setdefault(place.text, ([], []))
            starts.append(place.begin)
            places.append(place)
        return grouped

    def place_at(self, text: str, offset: int) -> Place | None:
        """The passage of `text` (an IRI) that the code point `offset` stands in."""
        starts, places = self._by_text.get(text, ([], []))
        index = bisect_right(starts, offset) - 1
        return places[index] if index >= 0 and offset < places[index].end else None

    @cached_property
    def names(self) -> dict[str, str]:
        """Label of each resource that has one; of several the first in order."""
        found: dict[str, str] = {}
        for row in sorted(self.select(_NAMES), key=lambda row: (row["thing"], row["label"])):
            found.setdefault(row["thing"], row["label"])
        return found

    @cached_property
    def vocabulary(self) -> dict[str, str]:
        """What the ontology calls its terms in Chinese, by IRI."""
        return {row["term"]: row["label"] for row in sorted(self.select(_LABELS), key=lambda row: row["label"])}

    def name(self, iri: str) -> str:
        """The label of a resource; the last part of its IRI where it has none."""
        return self.names.get(iri) or local(iri)

    def group(self, query: str, key: str) -> dict[str, list[Row]]:
        """The solutions of a SELECT by the value of `key`, each group sorted."""
        groups: dict[str, list[Row]] = {}
        for row in self.select(query):
            groups.setdefault(row[key], []).append(row)
        return {name: sorted(rows, key=by_value) for name, rows in sorted(groups.items())}


def by_value(row: Mapping[str, str]) -> list[tuple[str, str]]:
    """A row as a key of sorting: answers come in no order of their own."""
    return sorted(row.items())


def local(iri: str) -> str:
    """The last part of an IRI: what stands behind its last # or /."""
    return iri.rstrip("/").rsplit("#", 1)[-1].rsplit("/", 1)[-1]


def printed(citation: str, quote: str) -> str:
    """A citation with the words cited, as it can stand in a footnote."""
    return f"{citation}: 「{quote}」" if quote else citation


def joined(labels: Iterable[str]) -> str:
    """Labels in one cell."""
    return "、".join(labels)
