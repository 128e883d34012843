"""Validation passes the graph that we make, and tells in both languages what is wrong with a broken one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import graph_samples as sample
from kg.errors import GraphError
from kg.graph.validate import validate_files

RIT = "https://w3id.org/ritual-kg/ontology#"
NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ACT = "<https://w3id.org/ritual-kg/text/xiangshe/act/xiangshe.a/2>"  # 司射適堂西
FILLING = "<https://w3id.org/ritual-kg/text/xiangshe/act/xiangshe.a/6/actor/1>"  # 袒, its supplied actor
GRAPH = "<https://w3id.org/ritual-kg/graph/text/xiangshe>"


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return [line for piece in sample.text_lines() for line in piece.splitlines(keepends=True)]


def test_our_graph_conforms() -> None:
    """Text, rite, notes, lexicon, ontology and run of the sample conform, with no warning."""
    report = validate_files(["".join(sample.lines()).encode()])
    assert report.findings == ()
    assert report.conforms
    assert len(report.graphs) == 7
    assert report.text().startswith("合格：7 圖")


def without(start: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [line for line in lines if not line.startswith(start)]


def instead(old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        assert any(line.startswith(old) for line in lines), old
        return [new + line[len(old) :] if line.startswith(old) else line for line in lines]

    return change


def added(*extra: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines, *(f"{line} {GRAPH} .\n" for line in extra)]


BROKEN = {
    "act without action": (without(f"{ACT} <{RIT}action>"), "儀節須有一個動詞", "exactly one action"),
    "act without evidence": (without(f"{ACT} <{RIT}evidence>"), "動詞所在", "where its verb stands"),
    "two actions": (
        added(f"{ACT} <{RIT}action> <https://w3id.org/ritual-kg/lexicon/verb.zuo>"),
        "儀節須有一個動詞",
        "exactly one action",
    ),
    "unknown mode": (added(f"{ACT} <{RIT}mode> <{RIT}Perhaps>"), "語態只能為", "The mode is commanded"),
    "count of none": (
        added(f'{ACT} <{RIT}count> "0"^^<http://www.w3.org/2001/XMLSchema#integer>'),
        "次數須為正整數",
        "positive whole number",
    ),
    "participant without label": (
        added(f"{ACT} <{RIT}object> <https://w3id.org/ritual-kg/entity/object/nameless>"),
        "須有一個詞形",
        "has one label",
    ),
    "direction that is a place": (
        added(f"{ACT} <{RIT}direction> <https://w3id.org/ritual-kg/lexicon/place.tang>"),
        "所向須為方向",
        "A direction is a rit:Direction",
    ),
    "next backwards": (
        added(f"<https://w3id.org/ritual-kg/text/xiangshe/act/xiangshe.b/2> <{RIT}next> {ACT}"),
        "不後於本節",
        "does not stand behind",
    ),
    "supplied without rule": (without(f"{FILLING} <{RIT}rule>"), "須載所據規則", "names its rule"),
    "filling of nothing": (without(f"{FILLING} <{RIT}filler>"), "須有一個充任者", "either a filler or words"),
    "other words at the offsets": (
        instead(
            f'<https://w3id.org/ritual-kg/text/xiangshe#char=2,3> <{NIF}anchorOf> "適"',
            f'<https://w3id.org/ritual-kg/text/xiangshe#char=2,3> <{NIF}anchorOf> "取"',
        ),
        "與正文該處不符",
        "not those that stand at the offsets",
    ),
    "offset behind the text": (
        instead(
            f'<https://w3id.org/ritual-kg/text/xiangshe#char=2,3> <{NIF}endIndex> "3"',
            f'<https://w3id.org/ritual-kg/text/xiangshe#char=2,3> <{NIF}endIndex> "999"',
        ),
        "與正文該處不符",
        "not those that stand at the offsets",
    ),
    "text without string": (
        without(f"<https://w3id.org/ritual-kg/text/xiangshe> <{NIF}isString>"),
        "正文",
        "one string",
    ),
    "passage without layer": (
        without(f"<https://w3id.org/ritual-kg/text/xiangshe/passage/xiangshe.a> <{RIT}layer>"),
        "段須屬於一層",
        "belongs to one layer",
    ),
    "actor and object at once": (
        lambda lines: [
            *lines,
            "<https://w3id.org/ritual-kg/lexicon/actor.sishe> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
            f"<{RIT}Object> <https://w3id.org/ritual-kg/graph/lexicon> .\n",
        ],
        "不得兼為",
        "at once an actor",
    ),
    "hash that is none": (
        lambda lines: [line.replace(f'<{RIT}sha256> "', f'<{RIT}sha256> "x') for line in lines],
        "SHA-256",
        "has its SHA-256",
    ),
}


@pytest.mark.parametrize(("change", "zh", "en"), BROKEN.values(), ids=BROKEN)
def test_broken_graph_is_told(lines: list[str], change: Callable[[list[str]], list[str]], zh: str, en: str) -> None:
    """The fault is found, and told in both languages with the node that it is about."""
    broken = change(lines)
    assert broken != lines
    report = validate_files(["".join(broken).encode()])
    assert not report.conforms
    found = [finding for finding in report.violations if zh in finding.zh]
    assert found, report.text()
    assert en in found[0].en
    assert found[0].focus
    assert found[0].graph
    told = report.text()
    assert told.startswith("不合格")
    assert zh in told
    assert en in told


def test_thing_as_actor_is_a_warning(lines: list[str]) -> None:
    """An actor that is no person is odd, not broken: the graph conforms and the warning is listed."""
    odd = added(f"{ACT} <{RIT}actor> <https://w3id.org/ritual-kg/lexicon/place.tang>")(lines)
    report = validate_files(["".join(odd).encode()])
    assert report.conforms
    assert [finding.zh for finding in report.warnings] == ["施事者按理應為人。"]
    assert report.warnings[0].focus == "lex:place.tang"


def test_nothing_to_validate() -> None:
    """An empty graph is told by code, not passed."""
    with pytest.raises(GraphError) as fault:
        validate_files([b""])
    assert fault.value.code == "KG-G040"


def test_each_text_by_itself() -> None:
    """Two texts that share entities conform together, and a fault is told with the graph that it is in."""
    both = "".join([*sample.text_lines("xiangshe"), *sample.text_lines("dashe")])
    assert validate_files([both.encode()]).conforms
    broken = [line for line in both.splitlines(keepends=True) if not line.startswith(f"{ACT} <{RIT}action>")]
    report = validate_files(["".join(broken).encode()])
    assert {finding.graph for finding in report.violations} == {"graph/text/xiangshe"}
