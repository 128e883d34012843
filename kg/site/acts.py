"""Acts as the moving pages read them: compact rows, things by their row in the index, passages by number."""

from __future__ import annotations

from typing import Any

from kg.site.divisions import main_division
from kg.site.model import SiteAct, SiteText
from kg.site.shared import Shared


def act_data(shared: Shared, text: SiteText) -> dict[str, Any]:
    """The acts of a text in order, its passages, its sections with the first and last act of each, and the roles."""
    place = {passage.iri: at for at, passage in enumerate(text.passages)}
    roles = sorted({part.role for act in text.acts for part in act.parts})
    number = {role: at for at, role in enumerate(roles)}
    spans = {passage.iri: passage for passage in text.passages}
    return {
        "text": text.slug,
        "base": f"{text.iri.removeprefix(shared.rite.settings.base)}/act/",
        "title": text.title,
        "roles": [[role, shared.rite.term(role).zh, shared.rite.term(role).en] for role in roles],
        "passages": [[passage.id, passage.words, shared.reading(passage.iri)] for passage in text.passages],
        "acts": [
            [
                act.key,
                place.get(act.passage, -1),
                shared.number[act.action],
                act.begin - (spans[act.passage].begin if act.passage in spans else 0),
                act.end - act.begin,
                flags(act),
                [
                    [
                        number[part.role], shared.number.get(part.thing, -1), int(part.supplied),
                        *([part.words] if part.words and not part.thing else []),
                    ]
                    for part in act.parts
                ],
            ]
            for act in text.acts
        ],
        "sections": sections(text),
    }  # fmt: skip


def flags(act: SiteAct) -> str:
    """Polarity, mode and how sure: n negated, m commanded, c conditional, d completed, p probable, g guessed."""
    marks = {"Commanded": "m", "Conditional": "c", "Completed": "d", "Probable": "p", "Guessed": "g"}
    return ("n" if act.negated else "") + marks.get(act.mode, "") + marks.get(act.grade, "")


def sections(text: SiteText) -> list[list[Any]]:
    """Name, English, depth, first and last act (by order) of each section of the main division that holds acts."""
    division = main_division(text)
    made: list[list[Any]] = []
    if division is None:
        return made
    orders = {act.iri: act.order for act in text.acts}
    parents = {section.parent for section in division.sections}
    for section in division.sections:
        held = [orders[act] for act in section.acts]
        if held:
            leaf = section.iri not in parents
            made.append([section.name.zh, section.name.en, section.depth, min(held), max(held), int(leaf)])
    return made
