"""The questions that stand ready on the query page: the named queries, and the competency questions of the ontology."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kg.graph.named import named_queries
from kg.graph.ontology import ontology_dir
from kg.graph.settings import Settings


@dataclass(frozen=True, slots=True)
class Ready:
    """A question with its query."""

    zh: str
    en: str
    text: str


@cache
def ready_questions(settings: Settings) -> tuple[Ready, ...]:
    """All of them, the named queries first. A competency question begins with itself in two lines of comment."""
    found = [Ready(query.zh, query.en, query.text) for query in named_queries(settings).values()]
    for path in sorted((ontology_dir() / "questions").glob("*.rq")):
        text = settings.localise(path.read_text(encoding="utf-8"))
        heads = [line.lstrip("# ") for line in text.splitlines()[:2] if line.startswith("#")]
        zh, en = heads if len(heads) == 2 else (path.stem, "")
        found.append(Ready(zh, en, text))
    return tuple(found)
