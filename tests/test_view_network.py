"""The network page without a browser: what pyvis's subclass adds, where nodes lie, what stands in the file."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import UsageError
from kg.views.layout import positions
from kg.views.model import Name, NetworkModel
from kg.views.network import RitualNetwork
from kg.views.page import common_base, embed
from view_sample import sample

EMPTY = NetworkModel(Name("空"), (), (), (), {}, {})


def test_parallel_edges_of_different_roles_are_kept() -> None:
    """鄉射禮·經 揖讓升: a person can be actor and reference of one act; pyvis with directed=False would drop one."""
    network = RitualNetwork(EMPTY)
    network.add_node(1, label="揖")
    network.add_node(2, label="賓")
    network.add_edge(1, 2, role="actor")
    network.add_edge(1, 2, role="reference")
    network.add_edge(1, 2, role="actor")
    assert [edge["role"] for edge in network.edges] == ["actor", "reference"]


def test_an_edge_to_no_node_is_refused() -> None:
    """An edge whose end is not in the network is an error of the caller, never a silent gap."""
    network = RitualNetwork(EMPTY)
    network.add_node(1, label="揖")
    with pytest.raises(KeyError):
        network.add_edge(1, 2, role="actor")


def test_adding_is_linear() -> None:
    """20,000 nodes and edges are added in seconds; stock pyvis took 39 to 289 s."""
    network = RitualNetwork(EMPTY)
    begun = time.process_time()
    for number in range(20_000):
        network.add_node(number, label=str(number))
    for number in range(1, 20_000):
        network.add_edge(number, number // 2, role="next")
    assert time.process_time() - begun < 3.0
    assert (network.num_nodes(), network.num_edges()) == (20_000, 19_999)


def test_positions_are_the_same_twice_and_apart() -> None:
    """The layout has no chance in it, and no two nodes hide one another."""
    edges = [(number, number % 7) for number in range(7, 120)]
    first, second = positions(120, edges), positions(120, edges)
    assert first == second
    nearest = min(
        (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 for at, one in enumerate(first) for two in first[:at]
    )
    assert nearest > 30**2


def test_positions_of_many_nodes_use_cells_and_stay_apart() -> None:
    """Above 500 nodes distant forces count by grid cell; nodes still have a spot of their own."""
    spots = positions(900, [(number, number % 40) for number in range(40, 900)])
    assert len(set(spots)) == 900


@given(st.integers(0, 30), st.data())
@settings(max_examples=25, deadline=None)
def test_positions_are_finite_for_any_graph(count: int, data: st.DataObject) -> None:
    """Loops, repeated and missing edges, one node or none: every node gets a place."""
    node = st.integers(0, max(0, count - 1))
    edges = data.draw(st.lists(st.tuples(node, node), max_size=40)) if count else []
    spots = positions(count, edges)
    assert len(spots) == count
    assert all(abs(x) < 1e6 and abs(y) < 1e6 for x, y in spots)


def test_two_pages_are_identical() -> None:
    """The same model makes the same bytes."""
    assert RitualNetwork(sample()).generate_html() == RitualNetwork(sample()).generate_html()


def test_the_file_holds_nothing_remote() -> None:
    """No element loads anything; no handler or style stands in an attribute."""
    page = RitualNetwork(sample()).generate_html()
    markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.S)
    assert not re.search(r"\s(src|href|on\w+|style)\s*=", markup)
    assert "http:" not in markup
    assert "https:" not in markup
    assert len(re.findall("^<script", page, flags=re.M)) == 3
    assert "default-src &#39;none&#39;" in page


def test_title_is_escaped() -> None:
    """A title made of markup shows as text."""
    page = RitualNetwork(replace(sample(), title=Name("<img src=x onerror=alert(1)>"))).generate_html()
    assert "<img" not in page
    assert "&lt;img" in page


@given(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
@settings(max_examples=60)
def test_embedded_json_comes_back_and_cannot_end_its_element(data: object) -> None:
    """Whatever the strings hold, the JSON reads back the same and holds no `<`."""
    text = str(embed(data))
    assert json.loads(text) == data
    assert not set("<>&'") & set(text)


def test_a_lone_surrogate_can_be_written() -> None:
    """A half surrogate in a text does not stop the page from being written in UTF-8."""
    assert str(embed("觶\ud842")) == '"觶\\ud842"'


def test_common_base_ends_at_a_slash() -> None:
    """IRIs are cut where a segment ends, so that what is left can be read."""
    assert common_base(["https://w3id.org/r/act/12", "https://w3id.org/r/act/13"]) == "https://w3id.org/r/act/"
    assert common_base(["https://w3id.org/r/x"]) == ""


def test_page_is_utf8_in_any_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pyvis's own writer fails under a GBK locale; ours does not ask the locale."""
    monkeypatch.setattr("locale.getpreferredencoding", lambda *_: "gbk")
    RitualNetwork(sample()).write_html(tmp_path / "a" / "view.html")
    assert "司射適堂西" in (tmp_path / "a" / "view.html").read_text(encoding="utf-8")
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["view.html"]


def test_a_folder_in_the_way_is_reported(tmp_path: Path) -> None:
    """-o naming a folder is bad input with a code, and leaves no part file."""
    (tmp_path / "view.html").mkdir()
    with pytest.raises(UsageError) as caught:
        RitualNetwork(sample()).write_html(tmp_path / "view.html")
    assert caught.value.code == "KG-U003"
    assert [path.name for path in tmp_path.iterdir()] == ["view.html"]
