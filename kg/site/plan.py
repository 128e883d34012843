"""The floor plan: hall and court after the plan in the graph, who and what moves by the state after each act."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from kg.graph.source import by_value, local
from kg.site.acts import act_data
from kg.site.model import SiteText
from kg.site.pages import Frame, Page
from kg.site.reader import Rite
from kg.site.shared import Shared, site_table
from kg.views.model import Name
from kg.views.reader import Row

_PLANS = """SELECT ?plan ?rite ?variant ?place ?zone ?x ?y ?w ?h ?assumed ?source ?faces {
  ?plan a rit:Plan ; rit:planOf ?rite ; rit:hallVariant ?variant .
  ?position rit:onPlan ?plan ; rit:ofPlace ?place ; rit:zone ?zone ; rit:planX ?x ; rit:planY ?y ; rit:planWidth ?w ;
    rit:planDepth ?h ; rit:assumed ?assumed ; dcterms:source ?source . OPTIONAL { ?position rit:faces ?faces } }"""
_ROOTS = """SELECT ?text ?rite { ?phase a rit:Phase ; dcterms:isPartOf ?text ; dcterms:identifier ?rite
  FILTER NOT EXISTS { ?phase rit:partOf ?above } }"""
_CHANGES = """SELECT ?change ?act ?subject ?property ?value {
  ?change a rit:StateChange ; rit:changedBy ?act ; rit:changes ?subject ; ?property ?value }"""
_ACTORS = "SELECT ?one { ?one a rit:Actor }"
_BEARINGS = "SELECT ?direction ?degrees { ?direction a rit:Direction ; rit:bearing ?degrees }"
_CONTRADICTIONS = """SELECT ?act ?fault ?verdict ?zh ?en { ?one a rit:Contradiction ; rit:contradictory ?act ;
  rit:fault ?fault ; rit:verdict ?verdict
  OPTIONAL { ?one rdfs:comment ?zh FILTER langMatches(lang(?zh), "zh-Hant") }
  OPTIONAL { ?one rdfs:comment ?en FILTER langMatches(lang(?en), "en") } }"""

_PLACED = {"at": "p", "faces": "f", "bodyPosture": "s", "zone": "z", "heldBy": "b"}
_SINGLE = {**_PLACED, "planX": "x", "planY": "y", "opposite": "p"}
_MANY = {"holds": "h", "wears": "w", "tucked": "k"}
_TRUTH = {"removed": "r", "bared": "o"}
_UNSET = {**_PLACED, **_MANY}


def plan_texts(rite: Rite) -> dict[str, str]:
    """Text → the rite whose plan it goes by; texts whose plan the graph does not have are left out."""
    planned = {row["rite"] for row in rite.select(_PLANS)}
    return {row["text"]: row["rite"] for row in rite.select(_ROOTS) if row["rite"] in planned}


def plan_pages(shared: Shared, frame: Frame) -> Iterator[Page]:
    """A page for each text that goes by a plan of the graph."""
    rite = shared.rite
    by_text = plan_texts(rite)
    texts = [text for text in rite.texts if text.iri in by_text]
    plans = list(rite.select(_PLANS))
    changes = _changes(rite)
    actors = {row["one"] for row in rite.select(_ACTORS)}
    contradictions = sorted(rite.select(_CONTRADICTIONS), key=by_value)
    bearings = {
        rite.name(row["direction"]).zh: float(row["degrees"]) for row in sorted(rite.select(_BEARINGS), key=by_value)
    }
    for text in texts:
        mine = sorted((row for row in plans if row["rite"] == by_text[text.iri]), key=by_value)
        data = act_data(shared, text)
        data["plans"] = _drawn(rite, mine)
        data["labels"] = {}
        data["changes"], data["entities"] = _of_text(shared, text, changes, actors)
        data["bearings"] = bearings
        data["routes"] = site_table("routes.tsv")
        data["faults"] = _faults(rite, text, contradictions)
        yield frame.page(
            f"plan/{text.slug}.html",
            "plan.html",
            Name(text.title, "floor plan"),
            "plan",
            text=text,
            texts=texts,
            variants=sorted({row["variant"] for row in mine}),
            data=data,
            styles=["moving.css", "plan.css"],
            scripts=["acts.js", "plan_model.js", "plan.js"],
        )


def _drawn(rite: Rite, rows: list[Row]) -> dict[str, list[list[Any]]]:
    """Variant of the hall → its places: label, English, shape (of plan.tsv), named, zone, x, y, width, depth, assumed,
    source, facing. Places that plan.tsv does not draw are there too, for whoever stands on them."""
    shapes = {row["place"]: row for row in site_table("plan.tsv")}
    found: dict[str, list[list[Any]]] = defaultdict(list)
    for row in rows:
        name = rite.name(row["place"])
        shape = shapes.get(name.zh)
        found[row["variant"]].append(
            [
                name.zh, name.en.split(";")[0].split(",")[0], shape["shape"] if shape else "",
                int(bool(shape and shape["named"])), local(row["zone"]).removeprefix("Zone").lower(),
                float(row["x"]), float(row["y"]), float(row["w"]), float(row["h"]), int(row["assumed"] == "true"),
                row["source"], rite.name(row["faces"]).zh if "faces" in row else "",
            ]
        )  # fmt: skip
    return dict(found)


def _changes(rite: Rite) -> dict[str, list[tuple[str, str, list[tuple[str, str]]]]]:
    """Act → its changes: their order, whom or what they change, properties and values."""
    facts: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    for row in rite.select(_CHANGES):
        facts[row["act"], row["change"], row["subject"]].append((local(row["property"]), row["value"]))
    found: dict[str, list[tuple[str, str, list[tuple[str, str]]]]] = defaultdict(list)
    for (act, change, subject), pairs in sorted(facts.items(), key=lambda item: (item[0][0], _number(item[0][1]))):
        found[act].append((change, subject, sorted(pairs)))
    return found


def _number(change: str) -> int:
    return int(change.rsplit("/", 1)[-1])


def _of_text(
    shared: Shared, text: SiteText, changes: dict[str, list[tuple[str, str, list[tuple[str, str]]]]], actors: set[str]
) -> tuple[list[list[Any]], list[list[Any]]]:
    """The changes in the order of the acts, and what they change: label, English, pinyin, row in the index, actor?

    A change is [order of the act, entity, {aspect: value}]; null stands for what is known no longer.
    """
    rite = shared.rite
    numbers: dict[str, int] = {}
    entities: list[list[Any]] = []
    made: list[list[Any]] = []
    for act in text.acts:
        for _, subject, pairs in changes.get(act.iri, ()):
            if subject not in numbers:
                numbers[subject] = len(entities)
                name = rite.name(subject)
                entities.append(
                    [name.zh, name.en.split(";")[0].split(",")[0], name.pinyin, shared.number.get(subject, -1),
                     int(subject in actors)]
                )  # fmt: skip
            said: dict[str, Any] = {}
            for prop, value in pairs:
                if prop == "unsets":
                    said[_UNSET.get(local(value), "?")] = None
                elif prop in ("planX", "planY"):
                    said[_SINGLE[prop]] = float(value)
                elif prop in _MANY:
                    said.setdefault(_MANY[prop], []).append(rite.name(value).zh)
                elif prop in _TRUTH:
                    said[_TRUTH[prop]] = int(value == "true")
                elif prop in _SINGLE:
                    short = local(value)
                    said[_SINGLE[prop]] = (
                        short.removeprefix("Zone").lower() if prop == "zone" else short.lower() if prop == "bodyPosture"
                        else rite.name(value).zh
                    )  # fmt: skip
            said.pop("?", None)
            made.append([act.order, numbers[subject], said])
    return made, entities


def _faults(rite: Rite, text: SiteText, contradictions: list[Row]) -> list[list[Any]]:
    orders = {act.iri: act.order for act in text.acts}
    return [
        [
            orders[row["act"]], rite.term(local(row["fault"])).zh, rite.term(local(row["fault"])).en,
            rite.term(local(row["verdict"])).zh, rite.term(local(row["verdict"])).en,
            row.get("zh", ""), row.get("en", ""),
        ]
        for row in contradictions
        if row["act"] in orders
    ]  # fmt: skip
