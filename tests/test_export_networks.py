"""Networks: kg.graph.to_networkx, and what Gephi and networkx read of GEXF, GraphML and the two CSV tables."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest
from lxml import etree

import graph_samples as sample
from exchange_samples import source, store
from kg.errors import GraphError
from kg.export.formats import export, write_export
from kg.export.networks import gexf, graphml
from kg.graph import to_networkx
from kg.graph.network import NEXT, participants
from kg.graph.store import write_store

BASE = "https://w3id.org/ritual-kg/"
GO = f"{BASE}text/xiangshe/act/xiangshe.a/2"
SISHE = f"{BASE}lexicon/actor.sishe"


@pytest.fixture(scope="module")
def graph() -> nx.MultiDiGraph:
    return to_networkx(store())


def test_acts_and_participants(graph: nx.MultiDiGraph) -> None:
    """司射適堂西: the act has edges to 司射 (actor) and 堂西 (destination) and to the act that follows."""
    assert sum(data["kind"] == "Act" for _, data in graph.nodes(data=True)) == len(sample.acts())
    assert graph.nodes[GO]["label"] == "適"
    edges = {role: graph.nodes[target]["label"] for _, target, role in graph.out_edges(GO, keys=True)}
    assert edges == {"actor": "司射", "destination": "堂西", "next": "袒"}
    assert graph.nodes[SISHE]["kind"] == "Actor"
    assert graph.nodes[SISHE]["weight"] == graph.in_degree(SISHE) == 5


def test_every_node_has_a_citation(graph: nx.MultiDiGraph) -> None:
    """Each act, and each participant by its first act, carries a citation with the words."""
    assert graph.nodes[GO]["citation"] == (
        "儀禮·鄉射禮, ritual-kg TEI, xiangshe.a: 「司射適堂西，袒決遂，取弓於階西。」"
    )
    assert all("「" in data["citation"] for _, data in graph.nodes(data=True))


def test_order_of_the_rite(graph: nx.MultiDiGraph) -> None:
    """Acts are numbered in the order of the text, and `next` leads forward."""
    orders = sorted(data["order"] for _, data in graph.nodes(data=True) if data["kind"] == "Act")
    assert orders == list(range(1, len(orders) + 1))
    for act, following, role in graph.edges(keys=True):
        if role == NEXT:
            assert graph.nodes[act]["order"] < graph.nodes[following]["order"]


def test_supplied_edges_say_so(graph: nx.MultiDiGraph) -> None:
    """The actor of 袒 is supplied, that of 適 is named."""
    bared = GO.removesuffix("2") + "6"
    assert graph.edges[bared, SISHE, "actor"]["supplied"] is True
    assert graph.edges[GO, SISHE, "actor"]["supplied"] is False


def test_participants_who_meet(graph: nx.MultiDiGraph) -> None:
    """司馬 and 弟子 meet in the order to set the rack; nobody meets himself."""
    met = participants(graph)
    sima, dizi = (next(n for n, d in graph.nodes(data=True) if d["label"] == label) for label in ("司馬", "弟子"))
    assert met.edges[sima, dizi]["weight"] == 1
    assert nx.number_of_selfloops(met) == 0


def test_a_folder_too(tmp_path: Path) -> None:
    """to_networkx takes the folder of a store; where there is none it says so."""
    part = tmp_path / "part.nq"
    part.write_text("".join(sample.lines()), encoding="utf-8")
    write_store([part], tmp_path / "store")
    assert to_networkx(tmp_path / "store").number_of_nodes() == to_networkx(store()).number_of_nodes()
    with pytest.raises(GraphError):
        to_networkx(tmp_path / "none")


def test_gexf(graph: nx.MultiDiGraph) -> None:
    """networkx reads the GEXF back: nodes, edges, labels, kinds; a timeline runs through the order of the rite."""
    text = gexf(graph)
    back = nx.read_gexf(io.BytesIO(text.encode()))
    assert back.number_of_nodes() == graph.number_of_nodes()
    assert back.number_of_edges() == graph.number_of_edges()
    assert back.nodes[GO]["label"] == "適"
    assert back.nodes[GO]["kind"] == "Act"
    tree = etree.fromstring(text.encode())
    space = {"g": tree.nsmap[None]}
    assert tree.xpath("string(g:graph/@mode)", namespaces=space) == "dynamic"
    nodes = tree.iterfind(".//g:node", space)
    starts = {node.get("id"): (int(node.get("start")), int(node.get("end"))) for node in nodes}
    assert starts[GO] == (graph.nodes[GO]["order"], graph.nodes[GO]["order"] + 1)
    assert starts[SISHE][0] == starts[GO][0]
    assert len({edge.get("id") for edge in tree.iterfind(".//g:edge", space)}) == graph.number_of_edges()
    assert "lastmodified" not in text
    assert text == gexf(to_networkx(store()))


def test_graphml(graph: nx.MultiDiGraph) -> None:
    """networkx reads the GraphML back with all attributes."""
    back = nx.read_graphml(io.BytesIO(graphml(graph).encode()), force_multigraph=True)
    assert dict(back.nodes[GO]) == {key: value for key, value in graph.nodes[GO].items()}
    assert {(a, b, d["role"]) for a, b, d in back.edges(data=True)} == {(a, b, k) for a, b, k in graph.edges(keys=True)}


def test_gephi_tables(tmp_path: Path, graph: nx.MultiDiGraph) -> None:
    """nodes.csv and edges.csv have the headings that Gephi knows, and join on Id."""
    paths = write_export(source(), "gephi", [], tmp_path)
    assert [path.name for path in paths] == ["nodes.csv", "edges.csv"]
    nodes, edges = (list(csv.DictReader(io.StringIO(p.read_text(encoding="utf-8-sig"), newline=""))) for p in paths)
    assert {"Id", "Label"} <= set(nodes[0])
    assert {"Source", "Target", "Type"} <= set(edges[0])
    assert {edge["Type"] for edge in edges} == {"Directed"}
    ids = {node["Id"] for node in nodes}
    assert ids == set(graph)
    assert all({edge["Source"], edge["Target"]} <= ids and edge["Citation"] for edge in edges)


def test_hostile_labels_stay_xml() -> None:
    """Control characters and markup in a label leave GEXF and GraphML well-formed."""
    made = to_networkx(store())
    made.nodes[SISHE]["label"] = "<b>\x00&\x01"
    for text in (gexf(made), graphml(made)):
        etree.fromstring(text.encode())


def test_exports_are_deterministic() -> None:
    """Two exports of one store are the same bytes."""
    for format in ("gexf", "graphml", "gephi"):
        first, second = (["".join(content) for _, content in export(source(), format)] for _ in range(2))  # type: ignore[arg-type]
        assert first == second


def test_worked_example(tmp_path: Path) -> None:
    """examples/network_measures.py runs over a store and prints who is most central, and the communities."""
    part = tmp_path / "part.nq"
    part.write_text("".join(sample.lines()), encoding="utf-8")
    write_store([part], tmp_path / "store")
    script = Path(__file__).resolve().parents[1] / "examples" / "network_measures.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "store")], capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    said = done.stdout.decode()
    assert "司射" in said
    assert "社群 communities" in said
