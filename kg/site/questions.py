"""Questions: each named query with its answer as it was when the site was built, and its SPARQL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kg.graph.competency import competency_questions
from kg.graph.named import named_queries
from kg.graph.settings import Settings
from kg.site.names import slug
from kg.site.pages import Frame, Page
from kg.site.shared import Shared
from kg.views.model import Name

Table = Callable[[str], tuple[list[str], list[list[str]]]]
"""Runs a query of any form; gives the names of its columns and its rows as text, IRIs shortened."""

_SHOWN = 150  # rows on a page; the whole answer is a run of the query away


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the graph answers."""

    name: str
    slug: str
    title: Name
    sparql: str
    columns: list[str]
    rows: list[list[str]]
    total: int
    group: str


@dataclass(frozen=True, slots=True)
class Editor:
    """Whether the page that runs queries can be made, and why not."""

    made: bool
    why: Name = field(default_factory=lambda: Name(""))


def read_questions(table: Table, settings: Settings) -> list[Question]:
    """Runs every competency question and every named query."""
    made = []
    asked = [(query, "competency") for query in competency_questions(settings)]
    asked += [(query, "named") for query in named_queries(settings).values()]
    for query, group in asked:
        columns, rows = table(query.text)
        made.append(
            Question(
                query.name, slug(query.name), Name(query.zh, query.en), _trimmed(query.text), columns, rows[:_SHOWN],
                len(rows), group,
            )
        )  # fmt: skip
    return made


def question_pages(shared: Shared, frame: Frame, questions: list[Question], editor: Editor) -> Iterator[Page]:
    """The list, and a page for each question."""
    yield frame.page(
        "questions/index.html",
        "questions.html",
        Name("問答", "questions"),
        "questions",
        questions=questions,
        editor=editor,
    )
    passages = {passage.id: passage.iri for text in shared.rite.texts for passage in text.passages}
    things: dict[str, list[str]] = {}
    for thing in shared.order:
        things.setdefault(thing.name.zh, []).append(thing.iri)
    for question in questions:
        yield frame.page(
            f"questions/{question.slug}.html",
            "question.html",
            question.title,
            "questions",
            question=question,
            rows=[[_cell(shared, passages, things, value) for value in row] for row in question.rows],
            editor=editor.made,
        )


def _cell(
    shared: Shared, passages: dict[str, str], things: dict[str, list[str]], value: str
) -> tuple[str, str]:
    """A value and where it leads: a passage by its id, a thing by a label that only one thing has."""
    if value in passages:
        return value, f"{shared.reading(passages[value])}#{value}"
    if len(found := things.get(value, [])) == 1:
        return value, shared.thing_address(found[0])
    return value, ""


def _trimmed(text: str) -> str:
    """The query without its heading and the prefixes that are supplied."""
    lines = [line for line in text.splitlines() if not re.match(r"\s*(#|PREFIX\b)", line)]
    return "\n".join(lines).strip() + "\n"
