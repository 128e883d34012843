"""The state of a rite at one moment, folded from the changes that a store holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.graph.iris import Iris
from kg.graph.rite_store import RiteStore, Spot, cited
from kg.graph.source import Row

# Small queries that each read one kind of statement: joined in Python they take a tenth of a second.
_CHANGES = "SELECT ?change ?property ?object {{ GRAPH <{graph}> {{ ?change a rit:StateChange ; ?property ?object }} }}"
_ACTS = """SELECT ?act ?at ?id ?begin {{
  ?verb nif:referenceContext <{text}> . ?act rit:evidence ?verb ; a rit:Act ; rit:passage ?passage .
  ?verb nif:beginIndex ?at . ?passage dcterms:identifier ?id ; nif:beginIndex ?begin }}"""
_LABELS = "SELECT ?thing ?label { ?thing skos:prefLabel ?label FILTER langMatches(lang(?label), 'lzh') }"
_PERSONS = "SELECT ?thing { ?thing a rit:Actor }"
_TENURES = """SELECT ?holder ?office ?begin ?end {{
  ?tenure a rit:Tenure ; rit:holder/skos:prefLabel ?holder ; rit:office/skos:prefLabel ?office ;
    rit:firstPassage ?first ; rit:lastPassage ?last . ?first nif:referenceContext <{text}> ; nif:beginIndex ?begin .
  ?last nif:endIndex ?end FILTER NOT EXISTS {{ ?tenure rit:condition ?condition }} }}"""
_CONTRADICTIONS = """SELECT ?at ?key ?verb ?fault ?verdict ?zh ?en ?who ?thing ?words ?id {{
  ?found a rit:Contradiction ; rit:contradictory ?act ; rit:fault ?f ; rit:verdict ?v .
  ?act rit:evidence ?span ; rit:passage ?passage . ?span nif:referenceContext <{text}> ; nif:beginIndex ?at ;
    nif:anchorOf ?verb .
  ?passage dcterms:identifier ?id ; nif:beginIndex ?begin ; nif:anchorOf ?words .
  BIND(CONCAT(?id, "/", STR(?at - ?begin)) AS ?key)
  BIND(REPLACE(STR(?f), "^.*#Fault", "") AS ?fault) BIND(REPLACE(STR(?v), "^.*#Verdict", "") AS ?verdict)
  OPTIONAL {{ ?found rit:concerns/skos:prefLabel ?who }} OPTIONAL {{ ?found rit:concernsThing ?thing }}
  OPTIONAL {{ ?found rdfs:comment ?zh FILTER langMatches(lang(?zh), "zh-Hant") }}
  OPTIONAL {{ ?found rdfs:comment ?en FILTER langMatches(lang(?en), "en") }} }}"""


@dataclass(slots=True)
class Standing:
    """What is known of one person or thing at a moment: property → values; `since` cites the act that changed it last.

    `x`, `y` are the point of the plan in 尺 (see rit:planX), where it is known.
    """

    label: str
    person: bool
    since: str = ""
    aspects: dict[str, tuple[str, ...]] = field(default_factory=dict)
    offices: tuple[str, ...] = ()

    def one(self, name: str) -> str:
        """The value of an aspect that has one, "" where it is not known."""
        return next(iter(self.aspects.get(name, ())), "")


@dataclass(frozen=True, slots=True)
class Moment:
    """The state behind an act or passage."""

    persons: tuple[Standing, ...]
    things: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """One contradiction as the store has it."""

    key: str
    verb: str
    words: str
    fault: str
    verdict: str
    zh: str
    en: str
    subjects: tuple[str, ...]
    things: tuple[str, ...]


def moment(store: RiteStore, spot: Spot) -> Moment:
    """Who is where and what lies where when all acts up to the end of `spot` are done.

    One who acts under another name now is named by the name that he acted under last.
    """
    standings: dict[str, Standing] = {}
    for act, subject, person, said in _changes(store, spot):
        mine = standings.setdefault(subject, Standing(subject, person))
        mine.since = cited(act)
        _fold(mine, said)
    kept = [one for one in standings.values() if one.aspects]
    tenures = list(store.select(_TENURES.format(text=spot.text)))
    persons = _merged([one for one in kept if one.person], tenures, spot)
    things = [one for one in kept if not one.person and one.one("removed") != "true"]
    return Moment(tuple(persons), tuple(sorted(things, key=lambda one: one.label)))


def _changes(store: RiteStore, spot: Spot) -> Iterator[tuple[Row, str, bool, dict[str, list[str]]]]:
    """Each change up to the moment, in the order of the acts: act, whom it changes, whether that is a person, and the
    new values by property."""
    iris = Iris(store.settings)
    graph = iris.graph("state", store.id_of(spot.text))
    acts = {row["act"]: row for row in store.select(_ACTS.format(text=spot.text)) if int(row["at"]) < spot.end}
    labels = {row["thing"]: row["label"] for row in store.select(_LABELS)}
    persons = {row["thing"] for row in store.select(_PERSONS)}
    changes: dict[str, dict[str, list[str]]] = {}
    for row in store.select(_CHANGES.format(graph=graph)):
        changes.setdefault(row["change"], {}).setdefault(_local(row["property"]), []).append(row["object"])
    made: list[tuple[tuple[int, int, str], Row, str, bool, dict[str, list[str]]]] = []
    for change, said in changes.items():
        act = acts.get(said.pop("changedBy")[0])
        subject = said.pop("changes")[0]
        if act is not None:
            told = {name: [labels.get(value) or _local(value) for value in values] for name, values in said.items()}
            order = (int(act["at"]), int(change.rsplit("/", 1)[1]), change)
            made.append((order, act, labels[subject], subject in persons, told))
    for _, act, label, person, told in sorted(made, key=lambda one: one[0]):
        yield act, label, person, told


def _local(iri: str) -> str:
    return iri.rsplit("#", 1)[-1]


def _fold(standing: Standing, new: dict[str, list[str]]) -> None:
    gone = new.pop("unsets", [])
    for name in (*gone, *(("planX", "planY") if "at" in gone else ())):
        standing.aspects.pop(name, None)
    new.pop("type", None)
    if "at" in new:
        standing.aspects.pop("opposite", None)
    if "opposite" in new:
        standing.aspects.pop("at", None)
    if {"at", "opposite"} & set(new) and "planX" not in new:
        standing.aspects.pop("planX", None)
        standing.aspects.pop("planY", None)
    standing.aspects.update({name: tuple(sorted(values)) for name, values in new.items()})


def _merged(persons: list[Standing], tenures: list[Row], spot: Spot) -> list[Standing]:
    """One standing a person: of two names of one who acts as another, the one that was used last."""
    by_label = {one.label: one for one in persons}
    for row in tenures:
        if not int(row["begin"]) < spot.end <= int(row["end"]):
            continue
        holder, office = by_label.get(row["holder"]), by_label.get(row["office"])
        if holder is None or office is None:
            continue
        kept, dropped = (office, holder) if _order(office) >= _order(holder) else (holder, office)
        kept.offices = (*kept.offices, dropped.label)
        del by_label[dropped.label]
    return sorted(by_label.values(), key=lambda one: (_order(one), one.label))


def _order(one: Standing) -> tuple[int, ...]:
    return tuple(int(part) for part in one.since.replace("/", ".").split(".") if part.isdigit())


def contradictions(store: RiteStore, text: str) -> list[Found]:
    """The contradictions of a text (an IRI) in its order."""
    rows: dict[tuple[int, str, str], list[Row]] = {}
    for row in store.select(_CONTRADICTIONS.format(text=text)):
        rows.setdefault((int(row["at"]), row["key"], row["fault"]), []).append(row)
    return [_found(group) for _, group in sorted(rows.items())]


def _found(group: list[Row]) -> Found:
    first = group[0]
    subjects = tuple(sorted({row["who"] for row in group if "who" in row}))
    things = tuple(sorted({row["thing"] for row in group if "thing" in row}))
    return Found(
        first["key"], first["verb"], first["words"], first["fault"], first["verdict"], first.get("zh", ""),
        first.get("en", ""), subjects, things,
    )  # fmt: skip
