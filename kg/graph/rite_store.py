"""Asking a store about a rite: where a citation points, its acts, its course; errors where it holds no such thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pyoxigraph as ox

from kg.errors import GraphError
from kg.graph.settings import Settings
from kg.graph.source import Row, Source
from kg.graph.terms import literal
from kg.rite.compare import Course, Deed, Stage
from kg.rite.course import PLACE_ROLES, begins_with_its_rite, missing_stages
from kg.rite.phase import Basis
from kg.rite.phase_table import load_phases

_ACT = re.compile(r"(?P<passage>.+)/(?P<at>\d+)(-\d+)?")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a citation points: the text, the offset of its first act, and the offset behind its last."""

    text: str  # IRI
    start: int
    end: int
    act: str = ""  # IRI, where an act is cited


def cited(act: Row) -> str:
    """How an act is cited (xiangshe.237/40), by its passage `id`, its offset `at` and where the passage begins."""
    return f"{act['id']}/{int(act['at']) - int(act['begin'])}"


class RiteStore:
    """A store of graphs that `kg build` made."""

    def __init__(self, store: ox.Store, settings: Settings | None = None) -> None:
        """`store` holds the graphs of at least one text."""
        self._store = store
        self.settings = settings or Settings()

    def select(self, query: str) -> Iterator[Row]:
        """The solutions of a SELECT over all graphs together: variable → value, unbound ones absent."""
        return Source(self._store, self.settings).select(query)

    def construct(self, query: str) -> list[ox.Triple]:
        """The triples that a CONSTRUCT makes of all graphs together."""
        made = self._store.query(query, prefixes=self.settings.prefixes, use_default_graph_as_union=True)
        assert isinstance(made, ox.QueryTriples)
        return list(made)

    @cached_property
    def texts(self) -> dict[str, str]:
        """The ids of the texts whose phases are known → their IRIs."""
        rows = self.select(
            "SELECT DISTINCT ?id ?text { ?phase a rit:Phase ; dcterms:isPartOf ?text . ?text dcterms:identifier ?id }"
        )
        return {row["id"]: row["text"] for row in sorted(rows, key=lambda row: row["id"])}

    def text(self, id: str) -> str:
        """The IRI of a text. Raises GraphError KG-G050 where the store has no phases of a text of that id."""
        if id not in self.texts:
            known = "、".join(self.texts) or "—"
            raise GraphError(
                "KG-G050",
                f"圖庫中沒有已分節次之文本 {id}；可用：{known}。",
                f"The store has no text {id} whose phases are known; there are: {known}.",
            )
        return self.texts[id]

    def id_of(self, text: str) -> str:
        """The id of a text by its IRI. Raises GraphError KG-G050 where its phases are not known."""
        found = next((id for id, iri in self.texts.items() if iri == text), None)
        if found is None:
            self.text(text)
        return found or ""

    def phase_ids(self, text: str) -> frozenset[str]:
        """The ids of all phases of a text (an IRI); the one that holds all others is named after its rite."""
        query = f"SELECT ?id {{ ?phase a rit:Phase ; dcterms:isPartOf <{text}> ; dcterms:identifier ?id }}"
        return frozenset(row["id"] for row in self.select(query))

    def spot(self, place: str) -> Spot:
        """Where a passage (xiangshe.237) or an act (xiangshe.237/40) stands.

        Raises GraphError KG-G051 where the store has no such passage or act.
        """
        match = _ACT.fullmatch(place)
        passages = [place] if match is None else [place, match["passage"]]
        for id in passages:
            rows = list(
                self.select(
                    f"SELECT ?text ?begin ?end {{ ?passage a rit:Passage ; dcterms:identifier {literal(id)} ;"
                    " nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end }"
                )
            )
            if rows and id == place:
                return Spot(rows[0]["text"], int(rows[0]["begin"]), int(rows[0]["end"]))
            if rows and match is not None:
                at = int(rows[0]["begin"]) + int(match["at"])
                if at >= int(rows[0]["end"]):
                    break
                for act in self.select(
                    f"SELECT ?act {{ ?act a rit:Act ; rit:evidence ?verb . ?verb nif:referenceContext"
                    f" <{rows[0]['text']}> ; nif:beginIndex {at} }}"
                ):
                    return Spot(rows[0]["text"], at, at + 1, act["act"])
        raise GraphError(
            "KG-G051",
            f"圖庫中沒有此段或此節：{place}。段如 xiangshe.237，節如 xiangshe.237/40。",
            f"The store has no passage or act {place}; a passage is named like xiangshe.237, an act xiangshe.237/40.",
        )


def course_in(store: RiteStore, id: str) -> Course:
    """The course of a text in the store, as `kg.rite.compare` takes it. Raises GraphError KG-G050."""
    text = store.text(id)
    phases = list(
        store.select(
            f"""SELECT ?phase ?id ?label ?kind ?outer ?basis ?ordinal ?first {{
  ?phase a rit:Phase ; dcterms:isPartOf <{text}> ; dcterms:identifier ?id ; skos:prefLabel ?label ;
    rit:phaseKind ?kind ; rit:foundBy ?basis ; rit:firstPassage/nif:beginIndex ?first .
  OPTIONAL {{ ?phase rit:partOf/rit:phaseKind ?outer }}
  FILTER NOT EXISTS {{ ?part rit:partOf ?phase }} }}"""
        )
    )
    deeds = _deeds(store, text)
    stages = [
        Stage(row["id"], row["label"], row.get("outer", ""), row["kind"], tuple(deeds.get(row["phase"], ())))
        for row in sorted(phases, key=lambda row: (int(row["first"]), row["id"]))
        if row["basis"] != Basis.LAYER.value
    ]
    rows = list(store.select(f"SELECT ?title {{ <{text}> dcterms:title ?title }}"))
    ids = store.phase_ids(text)
    rite = next((one for one in load_phases().rites if one in ids), "")
    return Course(
        id, rows[0]["title"] if rows else id, tuple(stages), missing_stages(rite, ids),
        begins_with_its_rite(rite, ids), rite,
    )  # fmt: skip


def _deeds(store: RiteStore, text: str) -> dict[str, list[Deed]]:
    roles: dict[str, dict[str, list[str]]] = {}
    for row in store.select(
        f"""SELECT ?act ?name ?label ?number {{
  ?act rit:evidence/nif:referenceContext <{text}> ; rit:filling ?filling . ?filling rit:role ?role .
  {{ ?filling rit:filler/skos:prefLabel ?label }} UNION {{ ?filling rit:fillerText ?label }}
  BIND(REPLACE(STR(?role), "^.*#", "") AS ?name) BIND(REPLACE(STR(?filling), "^.*/", "") AS ?number) }}"""
    ):
        roles.setdefault(row["act"], {}).setdefault(row["name"], []).append(f"{int(row['number']):03}{row['label']}")
    found: dict[str, list[tuple[int, Deed]]] = {}
    for row in store.select(
        f"""SELECT ?act ?action ?phase ?at ?begin ?id ?negated {{
  ?act a rit:Act ; rit:phase ?phase ; rit:action/skos:prefLabel ?action ; rit:evidence ?verb .
  ?verb nif:referenceContext <{text}> ; nif:beginIndex ?at .
  ?act rit:passage ?passage . ?passage dcterms:identifier ?id ; nif:beginIndex ?begin .
  OPTIONAL {{ ?act rit:negated ?negated }}
  FILTER NOT EXISTS {{ ?act rit:mode rit:Commanded }} }}"""
    ):
        mine = roles.get(row["act"], {})
        deed = Deed(
            row["act"],
            cited(row),
            row["action"],
            _of(mine, "actor"),
            (*_of(mine, "object"), *_of(mine, "content")),
            tuple(label for role in PLACE_ROLES for label in _of(mine, role)),
            row.get("negated") == "true",
        )
        found.setdefault(row["phase"], []).append((int(row["at"]), deed))
    return {
        phase: [deed for _, deed in sorted(deeds, key=lambda pair: (pair[0], pair[1].id))]
        for phase, deeds in found.items()
    }


def _of(roles: dict[str, list[str]], name: str) -> tuple[str, ...]:
    return tuple(label[3:] for label in sorted(roles.get(name, ())))
