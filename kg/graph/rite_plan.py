"""The plan of hall and court as quads, in the graph graph/plan: places with their points, for each variant."""

from __future__ import annotations

from collections.abc import Iterator

from kg.graph.entities import Entities
from kg.graph.iris import Iris, segment
from kg.graph.rite_terms import boolean, decimal, lines, literal
from kg.graph.settings import DCTERMS, Settings
from kg.graph.terms import TYPE
from kg.rite.layout import Layout, load_layout, variants

_UNIT = "measure.chi"  # one unit of the plan


def plan_quads(rite: str, entities: Entities, settings: Settings) -> Iterator[str]:
    """The plan of a rite in each variant of the hall: one unit is one 尺, north is up, the origin the middle of the
    hall's southern edge. The same lines for every text of the rite; places are described in the lines of `entities`."""
    for variant in variants():
        yield from _plan(load_layout(rite, variant), entities, settings)


def _plan(layout: Layout, entities: Entities, settings: Settings) -> Iterator[str]:
    graph = f"<{Iris(settings).graph('plan')}>"
    plan = f"<{settings.base}plan/{segment(layout.rite)}/{segment(layout.variant)}>"

    def prop(name: str) -> str:
        return f"<{settings.ontology}{name}>"

    yield lines(
        plan,
        [
            (TYPE, prop("Plan")),
            (prop("planOf"), literal(layout.rite)),
            (prop("hallVariant"), literal(layout.variant, "lzh")),
            (prop("planUnit"), f"<{Iris(settings).entry(_UNIT)}>"),
        ],
        graph,
    )
    for place in layout.places.values():
        node = f"{plan[:-1]}/{segment(place.label)}>"
        entity = f"<{entities.name(entities.classify('place', place.label), place.label)}>"
        said = [
            (TYPE, prop("PlanPosition")),
            (prop("onPlan"), plan),
            (prop("ofPlace"), entity),
            (prop("zone"), prop(f"Zone{place.zone.value.capitalize()}")),
            (prop("planX"), decimal(place.at.x)),
            (prop("planY"), decimal(place.at.y)),
            (prop("planWidth"), decimal(place.width)),
            (prop("planDepth"), decimal(place.depth)),
            (prop("assumed"), boolean(place.assumed)),
            (f"<{DCTERMS}source>", literal(place.source, "zh-hant")),
        ]
        if place.faces:
            said.append((prop("faces"), f"<{entities.name('Direction', place.faces)}>"))
        if place.within in layout.places:
            said.append((prop("inside"), f"{plan[:-1]}/{segment(place.within)}>"))
        yield lines(node, said, graph)
        for number, label in enumerate(place.adjacent, start=1):
            other = layout.places.get(label)
            if other is None:
                continue
            edge = f"{node[:-1]}/neighbour/{number}>"
            yield lines(
                edge,
                [
                    (TYPE, prop("Adjacency")),
                    (prop("neighbourOf"), node),
                    (prop("neighbour"), f"{plan[:-1]}/{segment(label)}>"),
                    (prop("azimuth"), decimal(place.at.bearing(other.at))),
                ],
                graph,
            )
