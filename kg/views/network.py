"""RitualNetwork: pyvis's network with a page of its own, which needs nothing but itself to open."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyvis.network

from kg.files import write_whole
from kg.views.layout import positions
from kg.views.model import NetworkModel, NodeKind
from kg.views.page import CANVAS_FROM, asset, render

# Colours that the colour-blind tell apart (Okabe and Ito 2008), and a shape a kind, so that colour never stands alone.
STYLE: dict[NodeKind, tuple[str, str]] = {
    NodeKind.ACTOR: ("dot", "#d55e00"),
    NodeKind.ACT: ("square", "#0072b2"),
    NodeKind.OBJECT: ("diamond", "#009e73"),
    NodeKind.POSITION: ("triangle", "#e69f00"),
    NodeKind.DIRECTION: ("triangleDown", "#56b4e9"),
    NodeKind.PASSAGE: ("box", "#5b5b5b"),
    NodeKind.COMMENTATOR: ("star", "#cc79a7"),
}
_WEAK = frozenset({"next", "passage"})  # order and place in the text: weaker ties than taking part
_SIZED = frozenset({NodeKind.ACTOR, NodeKind.OBJECT, NodeKind.POSITION, NodeKind.DIRECTION})


class RitualNetwork(pyvis.network.Network):  # type: ignore[misc]
    """A directed network of acts and what takes part in them.

    Differs from pyvis in what it promises: adding is linear, parallel edges (one a role) are kept, every string is
    escaped, physics is off, and the page loads nothing.
    """

    def __init__(self, model: NetworkModel) -> None:
        super().__init__(height="100%", width="100%", directed=True, cdn_resources="in_line")
        self.model = model
        self._known: set[str | int] = set()
        self._joined: set[tuple[str | int, str | int, str]] = set()
        number = {node.iri: place for place, node in enumerate(model.nodes)}
        ends = [(number[edge.source], number[edge.target]) for edge in model.edges]
        spots = _spots(model, ends)
        weight = Counter(end for edge in model.edges if edge.role not in _WEAK for end in (edge.source, edge.target))
        for node, (x, y) in zip(model.nodes, spots, strict=True):
            # What many acts name is drawn larger, so that it can be found in the overview.
            size: dict[str, Any] = {"value": weight[node.iri]} if node.kind in _SIZED else {}
            self.add_node(
                number[node.iri],
                label=node.name.zh + (f"\n{node.name.pinyin}" if node.name.pinyin else ""),
                group=node.kind.value,
                x=x,
                y=y,
                **size,
            )
        for edge, (source, target) in zip(model.edges, ends, strict=True):
            self.add_edge(source, target, role=edge.role, supplied=edge.supplied)

    def add_node(
        self, n_id: str | int, label: str | None = None, shape: str = "dot", color: str = "#97c2fc", **options: Any
    ) -> None:
        """Adds a node once; a second node of the same id is passed over, as in pyvis, in constant time."""
        if n_id in self._known:
            return
        self._known.add(n_id)
        group = options.get("group")
        look = {} if group is not None else {"shape": shape, "color": color}
        entry: dict[str, Any] = {"id": n_id, "label": str(n_id) if label is None else label, **look, **options}
        self.nodes.append(entry)
        self.node_ids.append(n_id)
        self.node_map[n_id] = entry

    def add_edge(self, source: str | int, to: str | int, **options: Any) -> None:
        """Adds an edge once a role, in constant time; raises KeyError where an end is no node."""
        for end in (source, to):
            if end not in self._known:
                raise KeyError(end)
        key = (source, to, str(options.get("role", "")))
        if key in self._joined:
            return
        self._joined.add(key)
        self.edges.append({"from": source, "to": to, **options})

    def generate_html(self, name: str = "index.html", local: bool = True, notebook: bool = False) -> str:
        """The page as one string. The arguments are pyvis's; the page is the same whatever they are."""
        self.html = render(self.model, self.nodes, self.edges, drawing_script(len(self.nodes)), STYLE)
        return str(self.html)

    def write_html(
        self, name: str | os.PathLike[str], local: bool = True, notebook: bool = False, open_browser: bool = False
    ) -> None:
        """Writes the page in UTF-8 whatever the locale, whole or not at all, with no folder beside it."""
        write_whole(Path(name), [self.generate_html()])

    def show(self, name: str | os.PathLike[str], local: bool = True, notebook: bool = False) -> None:
        """Writes the page; opening it is left to the reader."""
        self.write_html(name)


def _spots(model: NetworkModel, ends: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where each node lies. Passages, which begin hidden, are put among their acts and push nobody away."""
    core = [place for place, node in enumerate(model.nodes) if node.kind is not NodeKind.PASSAGE]
    index = {place: at for at, place in enumerate(core)}
    drawn = [
        (index[source], index[target], 0.25 if edge.role in _WEAK else 1.0)
        for (source, target), edge in zip(ends, model.edges, strict=True)
        if source in index and target in index
    ]
    laid = positions(
        len(core),
        [(source, target) for source, target, _ in drawn],
        weights=[pull for *_, pull in drawn],
        start=_outward(model, core),
    )
    spots = {place: laid[at] for place, at in index.items()}
    acts: dict[int, list[tuple[int, int]]] = {}
    for source, target in ends:
        if source in index and target not in index:
            acts.setdefault(target, []).append(spots[source])
    taken = set(spots.values())
    for place in range(len(model.nodes)):
        if place in spots:
            continue
        near = acts.get(place, [(0, 0)])
        x, y = sum(at[0] for at in near) // len(near), sum(at[1] for at in near) // len(near) - 46
        while (x, y) in taken:
            y -= 34
        taken.add((x, y))
        spots[place] = (x, y)
    return [spots[place] for place in range(len(model.nodes))]


def _outward(model: NetworkModel, core: Sequence[int]) -> list[int]:
    """The focus in the middle, then acts in the order of the rite with what takes part behind its first act."""
    rank: dict[str, tuple[int, int, int]] = {
        node.iri: (1, node.order, 0) for node in model.nodes if node.order is not None
    }
    for edge in model.edges:
        if edge.source in rank and edge.target not in rank:
            rank[edge.target] = (1, rank[edge.source][1], 1)
    rank.update(dict.fromkeys(model.focus, (0, 0, 0)))
    return sorted(range(len(core)), key=lambda at: (*rank.get(model.nodes[core[at]].iri, (2, 0, 0)), at))


def drawing_script(nodes: int) -> str:
    """What draws a network of so many nodes: vis-network, or our light canvas where that would be slow."""
    return vis_network_script() if nodes <= CANVAS_FROM else asset("network_canvas.js")


@lru_cache(maxsize=1)
def vis_network_script() -> str:
    """The vis-network library as the installed pyvis package ships it, line ends as an HTML parser makes them."""
    folder = Path(pyvis.network.__file__).parent / "templates" / "lib"
    found = sorted(folder.glob("vis-9.1*/vis-network.min.js")) or sorted(folder.glob("vis-*/vis-network.min.js"))
    if not found:
        raise FileNotFoundError(f"{folder}/vis-*/vis-network.min.js")
    script = found[-1].read_text(encoding="utf-8").replace("\r\n", "\n").replace("\r", "\n")
    if "</script" in script.lower() or "<!--" in script:
        # Inside a script element these would end it, or open a state that hides its end.
        script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return script
