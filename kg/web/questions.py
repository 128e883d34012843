"""The questions that stand ready on the query page: the named queries, and the competency questions of the ontology."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kg.graph.competency import competency_questions
from kg.graph.named import named_queries
from kg.graph.settings import Settings


@dataclass(frozen=True, slots=True)
class Ready:
    """A question with its query."""

    zh: str
    en: str
    text: str


@cache
def ready_questions(settings: Settings) -> tuple[Ready, ...]:
    """All of them, the named queries first."""
    found = [Ready(query.zh, query.en, query.text) for query in named_queries(settings).values()]
    found += [Ready(query.zh, query.en, query.text) for query in competency_questions(settings)]
    return tuple(found)
