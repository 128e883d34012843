"""One self-contained HTML page: our template, scripts and styles inlined, and a policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from kg.errors import KgError
from kg.views.model import Name, NetworkModel, NodeKind

# Nodes beyond which vis-network gives way to the light canvas; measured in headless Chromium on two cores.
CANVAS_FROM = 8_000


class ViewError(KgError):
    """A view cannot be made (code KG-V…)."""


def render(
    model: NetworkModel,
    nodes: Sequence[Mapping[str, Any]],
    edges: Sequence[Mapping[str, Any]],
    library: str,
    style: Mapping[NodeKind, tuple[str, str]],
) -> str:
    """The page for `model`; `nodes` and `edges` are pyvis's, numbered in the order of the model's."""
    css, script = asset("network.css") + asset("network_body.css"), asset("network.js")
    page = environment().get_template("network.html").render(
        model=model,
        legend=legend_of(model, style),
        policy=policy([library, script], [css]),
        data=embed(page_data(model, nodes, edges, style)),
        # Ours and pyvis's own files, never text from a source: the only strings that go in as they are.
        library=Markup(library),
        script=Markup(script),
        css=Markup(css),
    )
    return page + "\n"


def legend_of(model: NetworkModel, style: Mapping[NodeKind, tuple[str, str]]) -> list[dict[str, Any]]:
    """The kinds of node there are, with their name, number and shape."""
    counts = {kind: sum(node.kind is kind for node in model.nodes) for kind in NodeKind}
    return [
        {"kind": kind, "name": model.kinds.get(kind, Name(kind)), "count": counts[kind], "shape": shape}
        for kind, (shape, _) in style.items()
        if counts[kind]
    ]


def page_data(
    model: NetworkModel,
    nodes: Sequence[Mapping[str, Any]],
    edges: Sequence[Mapping[str, Any]],
    style: Mapping[NodeKind, tuple[str, str]],
) -> dict[str, Any]:
    """What the page's script reads. IRIs are cut by their common beginning; passages and names are numbered."""
    place = {passage.iri: number for number, passage in enumerate(model.passages)}
    base = model.base or common_base([node.iri for node in model.nodes])
    facts: list[dict[str, Any]] = []
    names: dict[Name, int] = {}
    for node in model.nodes:
        fact: dict[str, Any] = {"key": node.iri.removeprefix(base), "name": names.setdefault(node.name, len(names))}
        if node.iri in model.addresses:
            fact["href"] = model.addresses[node.iri]
        if node.passage in place:
            fact["passage"] = place[node.passage]
        elif node.iri in place:
            fact["passage"] = place[node.iri]
        if node.marks:
            fact["marks"] = [[mark.start, mark.end, mark.role] for mark in node.marks]
        if node.notes:
            fact["notes"] = list(node.notes)
        facts.append(fact)
    number = {node.iri: at for at, node in enumerate(model.nodes)}
    # Nodes and edges are pyvis's, in their order, as rows of numbers: the page's script makes them whole again.
    groups = sorted({node["group"] for node in nodes})
    kinds_of_edge = sorted({edge["role"] for edge in edges})
    used = {edge.role for edge in model.edges} | {mark.role for node in model.nodes for mark in node.marks}
    return {
        "base": base,
        "root": model.root,
        "canvas": len(model.nodes) > CANVAS_FROM,
        "phases": [
            {
                "zh": name.zh,
                "en": name.en,
                "depth": depth,
                "acts": [number[act] for act in acts if act in number],
            }
            for name, depth, acts in model.phases
        ],
        "names": [_written(name) for name in names],
        "groups": groups,
        "nodes": [
            [groups.index(node["group"]), node["x"], node["y"], *([node["value"]] if "value" in node else [])]
            for node in nodes
        ],
        "facts": facts,
        "kindsOfEdge": kinds_of_edge,
        "edges": [
            [edge["from"], edge["to"], kinds_of_edge.index(edge["role"]), *([1] if edge["supplied"] else [])]
            for edge in edges
        ],
        "passages": [
            {
                "citation": passage.citation,
                "layer": passage.layer,
                "text": passage.text,
                **({"href": model.addresses[passage.iri]} if passage.iri in model.addresses else {}),
            }
            for passage in model.passages
        ],
        "roles": {
            role: {"zh": name.zh, "en": name.en} for role, name in sorted(model.roles.items()) if role in used
        },
        "kinds": {
            kind: {"zh": name.zh, "en": name.en} for kind, name in sorted(model.kinds.items()) if kind in set(NodeKind)
        },
        "style": {kind.value: {"shape": shape, "color": color} for kind, (shape, color) in style.items()},
        "focus": [number[iri] for iri in model.focus if iri in number],
    }


def _written(name: Name) -> dict[str, Any]:
    """A name as the page's script reads it: what is empty left out."""
    parts = {"zh": name.zh, "pinyin": name.pinyin, "en": name.en, "variants": list(name.variants)}
    return {key: value for key, value in parts.items() if value or key == "zh"}


def common_base(iris: Sequence[str]) -> str:
    """The longest common beginning that ends behind `/` or `#`; empty where there is none."""
    if len(iris) < 2:
        return ""
    low, high = min(iris), max(iris)  # what the first and the last in order share, all share
    shared = 0
    while shared < len(low) and low[shared] == high[shared]:
        shared += 1
    return low[: max(low.rfind("/", 0, shared), low.rfind("#", 0, shared)) + 1]


def embed(data: object) -> Markup:
    """JSON that cannot leave its script element or open another, whatever stands in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&'\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # A lone surrogate cannot be written in UTF-8; as an escape it reaches the page and shows as U+FFFD.
    return Markup(re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text))


def policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """A Content-Security-Policy that allows the page's own scripts and styles by their hashes, and nothing else."""

    def hashes(texts: Sequence[str]) -> str:
        digests = (base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii") for text in texts)
        return " ".join(f"'sha256-{digest}'" for digest in digests)

    return (
        f"default-src 'none'; script-src {hashes(scripts)}; style-src {hashes(styles)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Jinja2 with every value escaped and none missing."""
    return Environment(
        loader=PackageLoader("kg.views"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def asset(name: str) -> str:
    """One of our own files beside the template, with plain line ends."""
    return files("kg.views").joinpath("templates", name).read_text(encoding="utf-8").replace("\r\n", "\n")
