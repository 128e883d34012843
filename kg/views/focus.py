"""A part of the rite to look at: what a reader's words name, and what lies near it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import networkx as nx

from kg.views.model import Name, NetworkModel, NodeKind, ViewNode
from kg.views.page import ViewError
from kg.views.reader import RiteReader

# Through these a neighbourhood does not grow: the act before and after, and the other acts of the sentence, are no
# closer to 楅 for standing beside it.
_NOT_FOLLOWED = frozenset({"next", "passage"})


def plain(text: str) -> str:
    """Pinyin without tone marks and blanks, lower case."""
    marked = unicodedata.normalize("NFD", text.lower())
    return "".join(character for character in marked if not unicodedata.combining(character) and character != " ")


def find(nodes: Sequence[ViewNode], words: str) -> list[ViewNode]:
    """What `words` name: label or variant, else IRI or citation, else pinyin, else English gloss. Acts only by IRI."""
    things = [node for node in nodes if node.kind not in {NodeKind.ACT, NodeKind.PASSAGE}]
    tests = (
        lambda node: words in (node.name.zh, *node.name.variants) and node in things,
        lambda node: node.iri == words or node.iri.endswith(("/" + words, "#" + words)) or node.name.zh == words,
        lambda node: node in things and plain(node.name.pinyin) == plain(words) != "",
        lambda node: node in things and words.lower() in node.name.en.lower().replace(",", ";").split("; "),
    )
    for test in tests:
        hits = [node for node in nodes if test(node)]
        if hits:
            return hits
    return []


def network_model(reader: RiteReader, focus: str = "", depth: int = 2) -> NetworkModel:
    """The whole network, or what lies within `depth` edges of what `focus` names.

    Raises ViewError KG-V001 where nothing is named so, KG-V003 where the graph holds no acts.
    """
    nodes = reader.nodes
    if not nodes:
        raise ViewError(
            "KG-V003",
            "圖中沒有儀節，無可繪者。請先以 kg build 建圖。",
            "The graph holds no acts, so there is nothing to draw. Build it first: kg build.",
        )
    chosen: list[ViewNode] = find(nodes, focus) if focus else []
    if focus and not chosen:
        near = [node.name.zh for node in nodes if focus[:1] in node.name.zh and node.kind is not NodeKind.ACT]
        some = "、".join(dict.fromkeys(near[:8]))
        raise ViewError(
            "KG-V001",
            f"圖中無「{focus}」。" + (f"相近者：{some}。" if some else "請用圖中之名、拼音或英文。"),
            f"The graph has nothing named “{focus}”. "
            + (f"Near: {some}." if some else "Use a label, pinyin or gloss."),
        )
    kept = _within(reader, [node.iri for node in chosen], depth) if chosen else {node.iri for node in nodes}
    shown = tuple(node for node in nodes if node.iri in kept)
    cited = {node.passage for node in shown if node.passage} | {n.iri for n in shown if n.kind is NodeKind.PASSAGE}
    return NetworkModel(
        title=_title(reader, chosen),
        nodes=shown,
        edges=tuple(edge for edge in reader.edges if edge.source in kept and edge.target in kept),
        passages=tuple(passage for iri, (passage, *_) in reader.passages.items() if iri in cited),
        roles=reader.vocabulary,
        kinds=reader.vocabulary,
        focus=tuple(node.iri for node in chosen),
    )


def _within(reader: RiteReader, start: Sequence[str], depth: int) -> set[str]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(node.iri for node in reader.nodes)
    graph.add_edges_from((edge.source, edge.target) for edge in reader.edges if edge.role not in _NOT_FOLLOWED)
    near = nx.multi_source_dijkstra_path_length(graph, list(start), cutoff=depth, weight=None)
    passages = {node.passage for node in reader.nodes if node.iri in near and node.passage}
    return set(near) | (passages & {node.iri for node in reader.nodes})


def _title(reader: RiteReader, chosen: Sequence[ViewNode]) -> Name:
    works = "、".join(dict.fromkeys(reader.titles[text] for text in sorted(reader.titles)))
    if chosen:
        one = chosen[0].name
        return Name(f"{one.zh}：{works}" if works else one.zh, " ".join(part for part in (one.pinyin, one.en) if part))
    return Name(works or "儀節", "network")
