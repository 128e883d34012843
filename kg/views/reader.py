"""Reading a network out of the graph, by SPARQL alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kg.graph.settings import Settings
from kg.graph.source import by_value, local
from kg.views.model import Mark, Name, NodeKind, ViewEdge, ViewNode, ViewPassage

Row = Mapping[str, Any]
# Runs a SELECT whose prefixes are supplied; gives a row a solution: variable -> value as str, unbound ones absent.
Select = Callable[[str], Iterable[Row]]

_KINDS = {kind.value: kind for kind in NodeKind}

_TEXTS = "SELECT ?text ?words ?title { ?text nif:isString ?words OPTIONAL { ?text dcterms:title ?title } }"
_PASSAGES = """SELECT ?passage ?text ?begin ?end ?id ?work ?folio ?line ?layer {
  ?passage a rit:Passage ; nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?passage dcterms:identifier ?id } OPTIONAL { ?passage rit:work ?work }
  OPTIONAL { ?passage rit:folio ?folio } OPTIONAL { ?passage rit:line ?line }
  OPTIONAL { ?passage rit:layer ?l . ?l rdfs:label ?layer FILTER langMatches(lang(?layer), "zh-Hant") } }"""
_ACTS = """SELECT ?act ?action ?text ?begin ?end ?passage {
  ?act a rit:Act ; rit:action ?action ; rit:evidence ?verb .
  ?verb nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?act rit:passage ?passage } }"""
_ROLES = "SELECT ?act ?role ?filler { ?role rdfs:subPropertyOf rit:participant . ?act ?role ?filler }"
_FILLINGS = """SELECT ?act ?role ?filler ?supply ?begin ?end {
  ?act rit:filling ?filling . ?filling rit:role ?role .
  OPTIONAL { ?filling rit:filler ?filler } OPTIONAL { ?filling rit:supply ?supply }
  OPTIONAL { ?filling rit:evidence ?span . ?span nif:beginIndex ?begin ; nif:endIndex ?end } }"""
_NEXT = "SELECT ?act ?next { ?act rit:next ?next }"
_FACTS = """SELECT ?act ?property ?value ?zh ?en {
  { VALUES ?property { rit:negated rit:count rit:content rit:likeText } ?act a rit:Act ; ?property ?value }
  UNION
  { VALUES ?property { rit:mode rit:grade } ?act a rit:Act ; ?property ?value .
    OPTIONAL { ?value rdfs:label ?zh FILTER langMatches(lang(?zh), "zh-Hant") }
    OPTIONAL { ?value rdfs:label ?en FILTER langMatches(lang(?en), "en") } } }"""
_NAMES = """SELECT DISTINCT ?thing ?label ?pinyin ?gloss {
  ?thing skos:prefLabel ?label FILTER(!langMatches(lang(?label), "en"))
  OPTIONAL { ?thing rit:pinyin ?pinyin } OPTIONAL { ?thing rit:gloss ?gloss } }"""
_VARIANTS = "SELECT ?thing ?label { ?thing skos:altLabel ?label }"
_CLASSES = """SELECT ?thing ?class { VALUES ?class { rit:Actor rit:Object rit:Position rit:Direction }
  ?thing a ?class }"""
_VOCABULARY = """SELECT ?term ?zh ?en { ?term rdfs:label ?zh , ?en
  FILTER langMatches(lang(?zh), "zh-Hant") FILTER langMatches(lang(?en), "en") }"""


class RiteReader:
    """Everything that views draw, read once: nodes, edges, passages, and what the ontology calls them."""

    def __init__(self, select: Select) -> None:
        self._select = select
        self.vocabulary = read_vocabulary(select)
        texts = list(select(_TEXTS))
        self.texts = {row["text"]: row["words"] for row in texts}
        self.titles = {row["text"]: row["title"] for row in texts if "title" in row}
        self.names = read_names(select)
        self.passages = self._passages()
        self._nodes: dict[str, ViewNode] = {}
        self.edges: list[ViewEdge] = []
        self._read()

    @property
    def nodes(self) -> list[ViewNode]:
        """Acts in the order of the texts, then what takes part in them, then passages."""
        return list(self._nodes.values())

    def _passages(self) -> dict[str, tuple[ViewPassage, str, int, int]]:
        """IRI -> the passage, its text, and where in it the passage stands; in the order of the texts."""
        found: dict[str, tuple[ViewPassage, str, int, int]] = {}
        rows = sorted(self._select(_PASSAGES), key=lambda row: (row["text"], int(row["begin"]), row["passage"]))
        for row in rows:
            begin, end = int(row["begin"]), int(row["end"])
            found[row["passage"]] = (
                ViewPassage(
                    row["passage"], citation(row), self.texts[row["text"]][begin:end], row.get("layer", "")
                ),
                row["text"],
                begin,
                end,
            )
        return found

    def _read(self) -> None:
        kinds: dict[str, NodeKind] = {}
        for row in sorted(self._select(_CLASSES), key=by_value):
            kinds.setdefault(row["thing"], _KINDS[local(row["class"])])
        fillings = list(self._select(_FILLINGS))
        supplied = {
            (row["act"], local(row["role"]), row["filler"])
            for row in fillings
            if "filler" in row and local(row.get("supply", "")).lower() == "supplied"
        }
        spans: dict[str, list[tuple[int, int, str]]] = {}
        for row in fillings:
            if "begin" in row:
                spans.setdefault(row["act"], []).append((int(row["begin"]), int(row["end"]), local(row["role"])))
        notes = self._notes()
        acts = sorted(self._select(_ACTS), key=lambda row: (row["text"], int(row["begin"]), row["act"]))
        for order, row in enumerate(acts):
            act = row["act"]
            where = [(int(row["begin"]), int(row["end"]), "verb"), *sorted(spans.get(act, ()))]
            self._nodes[act] = ViewNode(
                act,
                NodeKind.ACT,
                self.names.get(row["action"], Name(local(row["action"]))),
                row.get("passage", ""),
                self._marks(row.get("passage", ""), where),
                order,
                tuple(notes.get(act, ())),
            )
        found = sorted({(row["act"], local(row["role"]), row["filler"]) for row in self._select(_ROLES)})
        in_order = sorted(found, key=lambda fact: self._place(fact[0]))
        for act, role, filler in in_order:
            if act not in self._nodes:
                continue
            if filler not in self._nodes:
                self._nodes[filler] = ViewNode(
                    filler, kinds.get(filler, NodeKind.OBJECT), self.names.get(filler, Name(local(filler)))
                )
            self.edges.append(ViewEdge(act, filler, role, (act, role, filler) in supplied))
        following = sorted(self._select(_NEXT), key=lambda row: (self._place(row["act"]), row["next"]))
        for row in following:
            if row["act"] in self._nodes and row["next"] in self._nodes:
                self.edges.append(ViewEdge(row["act"], row["next"], "next"))
        for act, node in list(self._nodes.items()):
            if node.passage in self.passages:
                passage = self.passages[node.passage][0]
                self._nodes.setdefault(
                    passage.iri, ViewNode(passage.iri, NodeKind.PASSAGE, Name(local(passage.iri)))
                )
                self.edges.append(ViewEdge(act, passage.iri, "passage"))

    def _place(self, act: str) -> int:
        node = self._nodes.get(act)
        return -1 if node is None or node.order is None else node.order

    def _marks(self, passage: str, spans: Iterable[tuple[int, int, str]]) -> tuple[Mark, ...]:
        """Spans of the text as marks of the passage; what lies outside it is left out."""
        if passage not in self.passages:
            return ()
        _, _, begin, end = self.passages[passage]
        return tuple(
            Mark(max(start, begin) - begin, min(stop, end) - begin, role)
            for start, stop, role in spans
            if start < end and stop > begin
        )

    def _notes(self) -> dict[str, list[str]]:
        notes: dict[str, list[str]] = {}
        for row in sorted(self._select(_FACTS), key=by_value):
            name = self.vocabulary.get(local(row["property"]), Name(local(row["property"])))
            value = f"{row['zh']} {row.get('en', '')}".strip() if "zh" in row else row["value"]
            notes.setdefault(row["act"], []).append(
                f"{name.zh} {name.en}" if value == "true" else f"{name.zh} {name.en}：{value}"
            )
        return notes


def citation(row: Row) -> str:
    """How the passage is cited: work, then folio and line where the edition has them, else its id."""
    place = row.get("folio", "")
    if place and "line" in row:
        place += f".{row['line']}"
    named = " ".join(part for part in (row.get("work", ""), place or row.get("id", "")) if part)
    return named or local(row["passage"])


def read_vocabulary(select: Select) -> dict[str, Name]:
    """What the ontology calls its terms, by their local names."""
    return {local(row["term"]): Name(row["zh"], row["en"]) for row in sorted(select(_VOCABULARY), key=by_value)}


def read_names(select: Select, english: Mapping[str, str] | None = None) -> dict[str, Name]:
    """What every labelled resource is called, by IRI; `english` has a gloss for those that have none of their own."""
    variants: dict[str, list[str]] = {}
    for row in select(_VARIANTS):
        variants.setdefault(row["thing"], []).append(row["label"])
    names: dict[str, Name] = {}
    for row in sorted(select(_NAMES), key=by_value):
        thing = row["thing"]
        if thing not in names:
            gloss = row.get("gloss") or (english or {}).get(thing, "")
            names[thing] = Name(row["label"], gloss, row.get("pinyin", ""), tuple(sorted(variants.get(thing, ()))))
    return names


def select_from(store: Any, settings: Settings) -> Select:
    """Runs SELECT queries on a pyoxigraph store, over all its named graphs together."""

    def select(query: str) -> Iterable[Row]:
        solutions = store.query(query, prefixes=settings.prefixes, use_default_graph_as_union=True)
        names = [variable.value for variable in solutions.variables]
        for solution in solutions:
            yield {name: term.value for name in names if (term := solution[name]) is not None}

    return select
