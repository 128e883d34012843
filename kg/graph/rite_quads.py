"""The rite of one text as quads: phases, offices, likenesses, the state after each act."""

from __future__ import annotations

from collections.abc import Iterator

from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.rite_likeness import likeness_quads
from kg.graph.rite_phases import people_quads, phase_quads
from kg.graph.rite_plan import plan_quads
from kg.graph.rite_state import contradiction_quads, state_quads
from kg.graph.rite_terms import RiteTerms
from kg.rite.interpret import Rite


def rite_quads(rite: Rite, text: TextGraph, entities: Entities) -> Iterator[str]:
    """Everything that this room knows of a text: graph/rite/ID, and graph/state/ID where the plan of the rite is known.

    The plan itself stands in graph/plan, the same lines for every text of the rite. Entities that are named here alone
    are described in the lines of `entities`.
    """
    terms = RiteTerms(rite, text, entities)
    yield from phase_quads(terms)
    yield from people_quads(terms)
    yield from likeness_quads(terms)
    yield from state_quads(terms)
    yield from contradiction_quads(terms)
    if rite.phases.rite:
        yield from plan_quads(rite.phases.rite, entities, text.settings)
