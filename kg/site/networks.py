"""Networks: ready views of the whole rite, of each section, of chosen things, of each person and office."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.site.divisions import leaves, main_division
from kg.site.model import SiteText
from kg.site.names import slug
from kg.site.pages import Frame, Page
from kg.site.shared import Shared, site_table
from kg.views.model import Name, NetworkModel, NodeKind, ViewEdge, ViewNode
from kg.views.network import STYLE, RitualNetwork
from kg.views.page import CANVAS_FROM, legend_of, page_data
from kg.views.reader import RiteReader

_OFFICE_ACTS = 12  # acts that a person or office takes part in to have a ready view
_MOST = 400  # sections of a whole canon that get a view of their own


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready view: its page, its name, what group it belongs to, and the acts in it."""

    path: str
    name: Name
    group: str
    acts: tuple[str, ...]
    focus: str = ""
    text: str = ""


def ready_views(shared: Shared) -> list[Ready]:
    """All ready views, whole rites first."""
    rite = shared.rite
    made = [
        Ready(f"network/{text.slug}.html", Name(text.title, "the whole rite"), "whole", _iris(text), text=text.iri)
        for text in rite.texts
    ]
    sections = 0
    for text in rite.texts:
        division = main_division(text)
        for section in leaves(division) if division else ():
            acts = section.acts
            if acts and sections < _MOST:
                sections += 1
                name = Name(f"{text.short}：{section.name.zh}", section.name.en)
                made.append(Ready(f"network/{text.slug}-{section.key}.html", name, "section", acts, text=text.iri))
    chosen = {row["label"] for row in site_table("views.tsv")}
    for thing in shared.order:
        acts_of = shared.rite.acts_of.get(thing.iri, [])
        acts = tuple(dict.fromkeys(act.iri for act, _ in acts_of))
        office = thing.kind is NodeKind.ACTOR and len(acts) >= _OFFICE_ACTS
        if acts and (office or (thing.kind is NodeKind.OBJECT and thing.name.zh in chosen)):
            group = "office" if office else "thing"
            made.append(Ready(f"network/{slug(thing.slug)}.html", thing.name, group, acts, thing.iri))
    return made


def thing_networks(views: Sequence[Ready]) -> dict[str, str]:
    """Thing → the page of its network."""
    return {view.focus: view.path for view in views if view.focus}


def network_pages(shared: Shared, frame: Frame, reader: RiteReader, views: Sequence[Ready]) -> Iterator[Page]:
    """The list of ready views, and each of them."""
    groups = [
        ("whole", Name("全篇", "whole rite")), ("thing", Name("器物", "things")),
        ("office", Name("人與職", "persons and offices")),
        ("section", Name("各節", "sections")),
    ]  # fmt: skip
    yield frame.page(
        "network/index.html",
        "networks.html",
        Name("網絡", "networks"),
        "network",
        groups=[(name, [view for view in views if view.group == group]) for group, name in groups],
        texts=shared.rite.texts,
    )
    nodes = {node.iri: node for node in reader.nodes}
    by_act: dict[str, list[ViewEdge]] = {}
    for edge in reader.edges:
        by_act.setdefault(edge.source, []).append(edge)
    addresses = _addresses(shared)
    for view in views:
        model = _model(shared, reader, nodes, by_act, view, addresses)
        drawn = RitualNetwork(model)
        yield frame.page(
            view.path,
            "network.html",
            replace_en(view.name),
            "network",
            view_name=view.name,
            legend=legend_of(model, STYLE),
            data=page_data(model, drawn.nodes, drawn.edges, STYLE),
            texts=shared.rite.texts,
            styles=["network_body.css", "network.css"],
            scripts=["network_canvas.js" if len(model.nodes) > CANVAS_FROM else "vis-network.js", "network.js"],
        )


def replace_en(name: Name) -> Name:
    """A short title: the first gloss alone."""
    return replace(name, en=name.en.split(";")[0].split(",")[0])


def _model(
    shared: Shared,
    reader: RiteReader,
    nodes: dict[str, ViewNode],
    by_act: dict[str, list[ViewEdge]],
    view: Ready,
    addresses: dict[str, str],
) -> NetworkModel:
    acts = set(view.acts)
    # An act that comes next but belongs to no one here stays out; what takes part and the passage come along.
    edges = [
        edge
        for act in view.acts
        for edge in by_act.get(act, ())
        if edge.role != "next" or edge.target in acts
    ]
    held = acts | {edge.target for edge in edges}
    shown = tuple(node for iri, node in nodes.items() if iri in held)
    cited = {node.passage for node in shown if node.passage}
    passages = tuple(passage for iri, (passage, *_) in reader.passages.items() if iri in cited)
    kept = {passage.iri for passage in passages} | held
    return NetworkModel(
        view.name,
        shown,
        tuple(edges),
        passages,
        reader.vocabulary,
        reader.vocabulary,
        (view.focus,) if view.focus else (),
        base=shared.rite.settings.base,
        root="../",
        addresses={iri: address for iri, address in addresses.items() if iri in kept},
        phases=_phases(shared, view),
    )


def _phases(shared: Shared, view: Ready) -> tuple[tuple[Name, int, tuple[str, ...]], ...]:
    """The sections that hold acts of the view, unless it is one section itself."""
    if view.group == "section":
        return ()
    mine = set(view.acts)
    made = []
    for text in shared.rite.texts:
        division = main_division(text)
        if division is None or (view.text and view.text != text.iri):
            continue
        several = not view.text and len(shared.rite.texts) > 1
        for section in division.sections:
            acts = tuple(act for act in section.acts if act in mine)
            if acts:
                zh = f"{text.short}：{section.name.zh}" if several else section.name.zh
                made.append((Name(zh, section.name.en), section.depth, acts))
    return tuple(made)


def _addresses(shared: Shared) -> dict[str, str]:
    found = {iri: shared.thing_address(iri) for iri in shared.rite.things if shared.thing_address(iri)}
    for text in shared.rite.texts:
        for passage in text.passages:
            found[passage.iri] = f"{shared.reading(passage.iri)}#{passage.id}"
    return found


def _iris(text: SiteText) -> tuple[str, ...]:
    return tuple(act.iri for act in text.acts)
