"""Time: a lane for each actor, acts in the order of the text, orders and what answers them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.site.acts import act_data
from kg.site.model import SiteAct, SiteText
from kg.site.pages import Frame, Page
from kg.site.shared import Shared
from kg.views.model import Name

_ANSWERED_WITHIN = 120  # acts in which an order is looked for as carried out


def time_pages(shared: Shared, frame: Frame) -> Iterator[Page]:
    """A page for each text that has acts."""
    for text in shared.rite.texts:
        if text.acts:
            data = act_data(shared, text)
            data["lanes"] = lanes(shared, text)
            data["arrows"] = arrows(text)
            yield frame.page(
                f"time/{text.slug}.html",
                "time.html",
                Name(text.title, "time"),
                "time",
                text=text,
                texts=[one for one in shared.rite.texts if one.acts],
                data=data,
                styles=["moving.css", "time.css"],
                scripts=["acts.js", "time.js"],
            )


def lanes(shared: Shared, text: SiteText) -> list[list[int]]:
    """The actors by their first act: row in the index, and how many acts each has here."""
    found: dict[int, int] = {}
    for act in text.acts:
        for iri in dict.fromkeys(act.fillers("actor")):
            number = shared.number[iri]
            found[number] = found.get(number, 0) + 1
    return [[number, count] for number, count in found.items()]


def arrows(text: SiteText) -> list[tuple[int, int, str]]:
    """Orders: (order, ordered act, "o"), and (ordered act, the act that carries it out, "a") where one follows."""
    orders = {act.iri: act for act in text.acts}
    made: list[tuple[int, int, str]] = []
    for act in text.acts:
        for iri in act.orders:
            ordered = orders.get(iri)
            if ordered is None:
                continue
            made.append((act.order, ordered.order, "o"))
            answer = _carried_out(text.acts, ordered)
            if answer is not None:
                made.append((ordered.order, answer.order, "a"))
    return made


def _carried_out(acts: Sequence[SiteAct], ordered: SiteAct) -> SiteAct | None:
    """The first later act, not commanded itself, with the same verb, and the same thing where one is named."""
    things = set(ordered.fillers("object"))
    for act in acts[ordered.order + 1 : ordered.order + 1 + _ANSWERED_WITHIN]:
        if act.mode != "Commanded" and act.action == ordered.action:
            done = set(act.fillers("object"))
            if not things or things & done:
                return act
    return None
