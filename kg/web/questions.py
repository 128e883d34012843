"""The questions that stand ready on the query page: the competency questions of the ontology, and the named queries."""

from __future__ import annotations

from functools import cache

from kg.graph.competency import competency_questions
from kg.graph.named import NamedQuery, named_queries
from kg.graph.settings import Settings


@cache
def ready_questions(settings: Settings) -> tuple[tuple[str, str, tuple[NamedQuery, ...]], ...]:
    """Groups of them: the name in Chinese and in English, and the questions."""
    competency, named = competency_questions(settings), tuple(named_queries(settings).values())
    return (
        (f"問答 {len(competency)} 則", "Questions that the graph answers", competency),
        ("具名之查詢", "Named queries, as in kg query", named),
    )
