"""The questions that stand ready on the query page: the named queries, and the competency questions of the ontology."""

from __future__ import annotations

from functools import cache

from kg.graph.competency import competency_questions
from kg.graph.named import NamedQuery, named_queries
from kg.graph.settings import Settings


@cache
def ready_questions(settings: Settings) -> tuple[NamedQuery, ...]:
    """All of them, the named queries first."""
    return (*named_queries(settings).values(), *competency_questions(settings))
