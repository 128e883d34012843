"""The documentation of the vocabulary and of its questions as two pages that open without a network."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kg.texts.shipped import shipped_documents
from vocabulary.questions import load_questions
from vocabulary.terms import KINDS, read_vocabulary


def write_pages(folder: Path) -> list[Path]:
    """Writes index.html and questions.html into `folder`; every value is escaped. Deterministic."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    vocabulary, questions = read_vocabulary(), load_questions()
    words = {one.id: one.span.of(document.text) for document in shipped_documents() for one in document.passages}
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, template, given in (
        (
            "index.html",
            "ontology.html.j2",
            {"head": vocabulary.head, "kinds": KINDS, "groups": vocabulary.groups, "questions": len(questions)},
        ),
        ("questions.html", "questions.html.j2", {"questions": questions, "words": words}),
    ):
        path = folder / name
        path.write_text(environment.get_template(template).render(**given) + "\n", encoding="utf-8", newline="\n")
        made.append(path)
    return made
