"""The start page: what there is, in figures, and where to begin."""

from __future__ import annotations

from kg.site.divisions import leaves, main_division
from kg.site.pages import Frame, Page
from kg.site.questions import Question
from kg.site.shared import Shared
from kg.views.model import Name, NodeKind

_MANY = 14  # things and offices that stand on the start page


def start_page(shared: Shared, frame: Frame, questions: list[Question], views: dict[str, str]) -> Page:
    """index.html. `views`: names of the rooms that were made → the path of the first page of each."""
    rite = shared.rite
    acts = sum(len(text.acts) for text in rite.texts)
    supplied = sum(part.supplied for text in rite.texts for act in text.acts for part in act.parts)
    figures = [
        (len(rite.texts), Name("篇", "texts")),
        (sum(len(text.passages) for text in rite.texts), Name("段", "passages")),
        (acts, Name("儀節", "acts")),
        (supplied, Name("所補之充任", "supplied fillers")),
        (sum(thing.kind is NodeKind.ACTOR for thing in shared.order), Name("人與職", "persons and offices")),
        (sum(thing.kind is NodeKind.OBJECT for thing in shared.order), Name("器物", "things")),
        (sum(thing.kind is NodeKind.POSITION for thing in shared.order), Name("處所", "places")),
        (sum(len(text.notes) for text in rite.texts), Name("注釋", "notes")),
    ]
    return frame.page(
        "index.html",
        "start.html",
        Name("首頁", "start"),
        "start",
        texts=rite.texts,
        figures=[figure for figure in figures if figure[0]],
        sections={
            text.iri: len(leaves(division)) for text in rite.texts if (division := main_division(text)) is not None
        },
        actors=[thing for thing in shared.order if thing.kind is NodeKind.ACTOR][:_MANY],
        objects=[thing for thing in shared.order if thing.kind is NodeKind.OBJECT][:_MANY],
        counts={thing.iri: len(rite.acts_of.get(thing.iri, ())) for thing in shared.order},
        questions=questions,
        views=views,
    )
