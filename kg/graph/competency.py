"""The competency questions of the ontology: what the graph must be able to answer, one `.rq` each."""

from __future__ import annotations

from functools import cache

from kg.graph.named import NamedQuery
from kg.graph.ontology import ontology_dir
from kg.graph.settings import Settings


@cache
def competency_questions(settings: Settings) -> tuple[NamedQuery, ...]:
    """All of them in the order of their numbers. Each begins with itself in two lines, Chinese and English."""
    found = []
    for path in sorted((ontology_dir() / "questions").glob("*.rq")):
        text = settings.localise(path.read_text(encoding="utf-8"))
        heads = [line.lstrip("# ") for line in text.splitlines()[:2] if line.startswith("#")]
        zh, en = heads if len(heads) == 2 else (path.stem, "")
        found.append(NamedQuery(path.stem, zh, en, {}, text))
    return tuple(found)
