"""Networks for Gephi and others: GEXF, GraphML, and two CSV tables of nodes and edges."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import networkx as nx

from kg.export.table import Cells, Column, Table

# XML 1.0, section 2.2: what no XML file can hold.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DATED = re.compile(r' lastmodifieddate="[^"]*"')
_CREATOR = re.compile(r"<creator>[^<]*</creator>")


def gexf(graph: nx.MultiDiGraph[str]) -> str:
    """GEXF 1.2 with Gephi's timeline: an act lasts from its place in the order of the rite to the next, a participant
    from the first to the last act that takes it. No date of writing."""
    timed = _clean(graph)
    for node, data in timed.nodes(data=True):
        if "order" in data:
            data["start"], data["end"] = data["order"], data["order"] + 1
        else:
            orders = [timed.nodes[act]["order"] for act in timed.predecessors(node)]
            data["start"], data["end"] = min(orders), max(orders) + 1
    for number, (source, _, _, data) in enumerate(timed.edges(keys=True, data=True)):
        data["id"] = str(number)  # parallel edges have the same key in several places: GEXF wants ids of its own
        data["label"] = data["role"]
        data["start"], data["end"] = timed.nodes[source]["order"], timed.nodes[source]["order"] + 1
    stream = io.BytesIO()
    nx.write_gexf(timed, stream, encoding="utf-8", version="1.2draft")
    text = stream.getvalue().decode("utf-8")
    return _CREATOR.sub("<creator>ritual-kg</creator>", _DATED.sub("", text))


def graphml(graph: nx.MultiDiGraph[str]) -> str:
    """GraphML with all attributes of nodes and edges; the order of an act stands in `order`."""
    stream = io.BytesIO()
    nx.write_graphml_xml(_clean(graph), stream, encoding="utf-8", prettyprint=True)
    return stream.getvalue().decode("utf-8")


def network_tables(graph: nx.MultiDiGraph[str]) -> tuple[Table, Table]:
    """nodes.csv and edges.csv with the headings that Gephi expects."""
    nodes = (
        _plain("Id"), _plain("Label"), _plain("Kind"), _plain("English"), _plain("Pinyin"), _plain("Weight"),
        _plain("Order"), _plain("Grade"), _plain("Citation"),
    )  # fmt: skip
    edges = (
        _plain("Source"), _plain("Target"), _plain("Type"), _plain("Role"), _plain("Supplied"), _plain("Weight"),
        _plain("Order"), _plain("Citation"),
    )  # fmt: skip

    def node_rows() -> Iterator[Cells]:
        for node, data in graph.nodes(data=True):
            yield {
                "Id": node, "Label": data["label"], "Kind": data["kind"], "English": data["english"],
                "Pinyin": data["pinyin"], "Weight": str(data["weight"]), "Order": str(data.get("order", "")),
                "Grade": data["grade"], "Citation": data["citation"],
            }  # fmt: skip

    def edge_rows() -> Iterator[Cells]:
        for source, target, data in graph.edges(data=True):
            act = graph.nodes[source]
            yield {
                "Source": source, "Target": target, "Type": "Directed", "Role": data["role"],
                "Supplied": "true" if data["supplied"] else "false", "Weight": str(data["weight"]),
                "Order": str(act["order"]), "Citation": act["citation"],
            }  # fmt: skip

    return Table("nodes", "節點", nodes, node_rows), Table("edges", "邊", edges, edge_rows)


def _plain(key: str) -> Column:
    """A column whose header is the bare key: Gephi knows Id, Label, Source, Target, Type and Weight by name."""
    return Column(key, "", "")


def _clean(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    """A copy whose strings can stand in XML: control characters, which no XML can hold, become U+FFFD."""
    made: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node, data in graph.nodes(data=True):
        made.add_node(node, **{key: _xml(value) for key, value in data.items()})
    for source, target, key, data in graph.edges(keys=True, data=True):
        made.add_edge(source, target, key=key, **{name: _xml(value) for name, value in data.items()})
    return made


def _xml(value: object) -> object:
    return _ILLEGAL.sub("\ufffd", value) if isinstance(value, str) else value
