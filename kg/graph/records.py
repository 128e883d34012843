"""The acts of the graph as records: verb, roles and where each filler comes from, polarity, mode, citation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.graph.source import Place, Row, Source, by_value, local
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES

ROLES = (*RESOURCE_ROLES, *TEXT_ROLES)
_LOCAL = {"likeText": "like"}
_ACTS = """SELECT ?act ?action ?text ?begin ?end ?passage ?rule ?grade ?mode ?negated ?count ?next ?like ?cb ?ce {
  ?act a rit:Act ; rit:action ?action ; rit:evidence ?verb .
  ?verb nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?act rit:passage ?passage } OPTIONAL { ?act rit:rule ?rule } OPTIONAL { ?act rit:grade ?grade }
  OPTIONAL { ?act rit:mode ?mode } OPTIONAL { ?act rit:negated ?negated } OPTIONAL { ?act rit:count ?count }
  OPTIONAL { ?act rit:next ?next } OPTIONAL { ?act rit:like ?like }
  OPTIONAL { ?act rit:clause ?clause . ?clause nif:beginIndex ?cb ; nif:endIndex ?ce } }"""
_FILLINGS = """SELECT ?act ?filling ?role ?filler ?words ?supply ?rule ?grade ?begin ?end ?quantity ?unit {
  ?act rit:filling ?filling . ?filling rit:role ?role .
  OPTIONAL { ?filling rit:filler ?filler } OPTIONAL { ?filling rit:fillerText ?words }
  OPTIONAL { ?filling rit:supply ?supply } OPTIONAL { ?filling rit:rule ?rule }
  OPTIONAL { ?filling rit:grade ?grade } OPTIONAL { ?filling rit:quantity ?quantity }
  OPTIONAL { ?filling rit:unit ?unit }
  OPTIONAL { ?filling rit:evidence ?span . ?span nif:beginIndex ?begin ; nif:endIndex ?end } }"""
_MEASURES = "SELECT ?act ?value ?unit { ?act rit:measure ?m . ?m rit:value ?value ; rit:unit ?unit }"


@dataclass(frozen=True, slots=True)
class FillerRecord:
    """Who or what fills a role. `begin` and `end` count in the text; None where nothing in it stands for the filler."""

    label: str
    iri: str = ""
    supplied: bool = False
    rule: str = ""
    grade: str = ""
    begin: int | None = None
    end: int | None = None
    quantity: str = ""


@dataclass(frozen=True, slots=True)
class ActRecord:
    """An act. `key` is its place (xiangshe.177/3); `order` counts the acts of all texts in their order, from 1."""

    iri: str
    key: str
    text: str
    begin: int
    end: int
    verb: str
    action: str
    action_iri: str
    roles: dict[str, tuple[FillerRecord, ...]]
    quote: str
    order: int
    place: Place | None = None
    rule: str = ""
    grade: str = ""
    mode: str = ""
    negated: bool = False
    count: str = ""
    measures: tuple[str, ...] = ()
    next: str = ""
    like: str = ""
    clause: tuple[int, int] | None = field(default=None)

    @property
    def citation(self) -> str:
        """The passage as it is cited; the id of the text where there is none."""
        return self.place.citation if self.place else local(self.text)

    def labels(self, role: str) -> tuple[str, ...]:
        """The labels of a role's fillers."""
        return tuple(filler.label for filler in self.roles.get(role, ()))


def act_records(source: Source) -> Iterator[ActRecord]:
    """All acts in the order of the texts."""
    fillings = source.group(_FILLINGS, "act")
    measures = source.group(_MEASURES, "act")
    rows: dict[str, Row] = {}
    for row in sorted(source.select(_ACTS), key=by_value):
        rows.setdefault(row["act"], row)
    ordered = sorted(rows.values(), key=lambda row: (row["text"], int(row["begin"]), row["act"]))
    for order, row in enumerate(ordered, start=1):
        yield _record(source, row, fillings.get(row["act"], []), measures.get(row["act"], []), order)


def _record(source: Source, row: Row, fillings: list[Row], measures: list[Row], order: int) -> ActRecord:
    begin, end, text = int(row["begin"]), int(row["end"]), source.texts[row["text"]]
    place = source.places.get(row.get("passage", "")) or source.place_at(text.iri, begin)
    clause = (int(row["cb"]), int(row["ce"])) if "cb" in row else None
    quoted = clause or ((place.begin, place.end) if place else (begin, end))
    key = f"{place.id if place else text.id}/{row['act'].rsplit('/', 1)[-1]}"
    return ActRecord(
        row["act"], key, text.iri, begin, end, text.words[begin:end], source.name(row["action"]), row["action"],
        _roles(source, fillings), text.words[quoted[0] : quoted[1]], order, place, row.get("rule", ""),
        local(row.get("grade", "")).lower(), local(row.get("mode", "")).lower(), row.get("negated") == "true",
        row.get("count", ""), tuple(f"{source.name(m['unit'])} {m['value']}" for m in measures), row.get("next", ""),
        row.get("like", ""), clause,
    )  # fmt: skip


def _roles(source: Source, fillings: list[Row]) -> dict[str, tuple[FillerRecord, ...]]:
    found: dict[str, dict[tuple[int, str], FillerRecord]] = {role: {} for role in ROLES}
    for row in fillings:
        role = _LOCAL.get(local(row["role"]), local(row["role"]))
        quantity = row.get("quantity", "") + (source.name(row["unit"]) if "unit" in row else "")
        number = row["filling"].rsplit("/", 1)[-1]
        found[role][int(number) if number.isdecimal() else 0, row["filling"]] = FillerRecord(
            row["words"] if "words" in row else source.name(row["filler"]), row.get("filler", ""),
            local(row.get("supply", "")) == "Supplied", row.get("rule", ""), local(row.get("grade", "")).lower(),
            int(row["begin"]) if "begin" in row else None, int(row["end"]) if "end" in row else None, quantity,
        )  # fmt: skip
    return {role: tuple(filler for _, filler in sorted(given.items())) for role, given in found.items() if given}
