"""views: the site's build time and size, when its pages are ready, frames a second beside pyvis as it comes

The site is built from --store (default: the shipped rites, built for the run). Pages are opened in headless Chromium
from files. Networks of 1,000, 5,000 and 20,000 nodes are drawn by ours and by pyvis's own page from the same graph in
the same run: when they can be used, and frames a second while the picture is dragged. pyvis is given up after
--patience seconds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks._measure import Table, machine

_SIZES = (1_000, 5_000, 20_000)
_DRAG = 3.0  # seconds
_PAGES = (
    "index.html", "read/xiangshe.html", "network/xiangshe.html", "plan/xiangshe.html", "time/xiangshe.html",
    "compare/xiangshe-dashe.html", "thing/actor.sishe.html", "questions/editor.html",
)  # fmt: skip
_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND"]


def run(arguments: list[str]) -> int:
    """Measures and prints; with --check returns 1 where a target of issue 7 is missed."""
    parser = argparse.ArgumentParser(prog="scripts/bench views", description=__doc__)
    parser.add_argument("--store", type=Path, help="a store that kg build made")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds to wait for pyvis's own page")
    parser.add_argument("--only", choices=("site", "pages", "network"), action="append")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--check", action="store_true", help="exit code 1 where a target is missed")
    given = parser.parse_args(arguments)
    wanted = given.only or ["site", "pages", "network"]
    found: dict[str, Any] = {"machine": machine()}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if "site" in wanted or "pages" in wanted:
            found["site"] = _site(work, given.store)
        if "pages" in wanted:
            found["pages"] = _pages(work / "site")
        if "network" in wanted:
            found["network"] = [_network(work, size, given.patience) for size in _SIZES]
    print(json.dumps(found, ensure_ascii=False, indent=1) if given.json else _told(found))
    return 1 if given.check and _missed(found) else 0


def _site(work: Path, store: Path | None) -> dict[str, float]:
    from kg.build import Options, build
    from kg.graph.settings import Settings
    from kg.graph.store import open_store
    from kg.site.build import build_site

    if store is None:
        build([], work, Options(), view=False)
        store = work / "store"
    start, cpu = time.perf_counter(), time.process_time()
    made = build_site(open_store(store), work / "site", Settings())
    return {
        "pages": made.pages,
        "MB": made.size / 1e6,
        "seconds": time.perf_counter() - start,
        "cpu": time.process_time() - cpu,
    }


@contextmanager
def _browser() -> Iterator[Any]:
    import shutil

    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise SystemExit("需要 Chromium · Chromium is needed: apt-get install chromium")
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=_ARGS)
        try:
            yield opened
        finally:
            opened.close()


def _pages(site: Path) -> dict[str, float]:
    """Seconds until each page says that it is ready, or has loaded where it has nothing to get ready."""
    found = {}
    with _browser() as browser:
        for path in _PAGES:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            start = time.perf_counter()
            page.goto((site / path).resolve().as_uri())
            if path not in ("index.html", "thing/actor.sishe.html"):
                page.wait_for_selector("html[data-ready=true]", state="attached", timeout=120_000)
            found[path] = time.perf_counter() - start
            page.close()
    return found


def _network(work: Path, size: int, patience: float) -> dict[str, Any]:
    """Ours and pyvis's own page of one graph."""
    model = _model(size)
    from kg.views.network import RitualNetwork

    start = time.perf_counter()
    ours = work / f"ours-{size}.html"
    RitualNetwork(model).write_html(ours)
    made = time.perf_counter() - start
    found: dict[str, Any] = {"nodes": size, "layout and page": made, "KB": ours.stat().st_size / 1000}
    with _browser() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        start = time.perf_counter()
        page.goto(ours.as_uri())
        page.wait_for_selector("html[data-ready=true]", state="attached", timeout=120_000)
        found["ours ready"] = time.perf_counter() - start
        found["ours fps"] = _drag(page, "#network")
        page.close()
    found["pyvis ready"], found["pyvis fps"] = _pyvis(work, model, patience)
    return found


def _pyvis(work: Path, model: Any, patience: float) -> tuple[float | None, float | None]:
    """pyvis as it comes, with physics; its lists are filled directly, for adding edges one by one is quadratic."""
    import pyvis.network
    from playwright.sync_api import Error

    network = pyvis.network.Network(height="780px", width="100%", directed=True, cdn_resources="in_line")
    number = {node.iri: at for at, node in enumerate(model.nodes)}
    network.nodes = [{"id": at, "label": node.name.zh, "shape": "dot"} for at, node in enumerate(model.nodes)]
    network.edges = [{"from": number[edge.source], "to": number[edge.target], "arrows": "to"} for edge in model.edges]
    path = work / f"pyvis-{len(model.nodes)}.html"
    path.write_text(network.generate_html(), encoding="utf-8")
    with _browser() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        start = time.perf_counter()
        try:
            page.goto(path.as_uri(), timeout=patience * 1000, wait_until="commit")
            left = max(1.0, patience - (time.perf_counter() - start))
            page.wait_for_function("window.network && window.network.physics.stabilized", timeout=left * 1000)
        except Error:
            return None, None
        ready = time.perf_counter() - start
        return ready, _drag(page, "#mynetwork")


def _drag(page: Any, where: str) -> float:
    """Frames a second while the picture is dragged to and fro for three seconds."""
    box = page.locator(where).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9
    page.evaluate(
        "() => { window.__frames = 0;"
        " const tick = () => { window.__frames += 1; requestAnimationFrame(tick); }; tick(); }"
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("window.__frames = 0")
    start, step = time.perf_counter(), 0
    while time.perf_counter() - start < _DRAG:
        step += 1
        page.mouse.move(x + (step % 40 - 20) * 6, y - (step % 25) * 4)
    frames = page.evaluate("window.__frames")
    elapsed = time.perf_counter() - start
    page.mouse.up()
    return float(frames / elapsed)


def _model(size: int) -> Any:
    """A network like those of the rites: three nodes in four are acts, each with an actor, a thing and the next act."""
    from kg.views.model import Name, NetworkModel, NodeKind, ViewEdge, ViewNode

    base = "https://example.org/"
    acts, things = size * 3 // 4, size - size * 3 // 4
    actors = max(1, things // 4)
    nodes = [ViewNode(f"{base}act/{at}", NodeKind.ACT, Name("取", "take", "qǔ"), order=at) for at in range(acts)]
    nodes += [
        ViewNode(
            f"{base}thing/{at}", NodeKind.ACTOR if at < actors else NodeKind.OBJECT, Name(f"物{at}", "thing", "wù")
        )
        for at in range(things)
    ]
    edges = []
    for at in range(acts):
        edges.append(ViewEdge(f"{base}act/{at}", f"{base}thing/{(at // 7) % actors}", "actor"))
        edges.append(ViewEdge(f"{base}act/{at}", f"{base}thing/{actors + (at * 31) % (things - actors)}", "object"))
        if at + 1 < acts:
            edges.append(ViewEdge(f"{base}act/{at}", f"{base}act/{at + 1}", "next"))
    return NetworkModel(Name("量測", "measured"), tuple(nodes), tuple(edges), (), {}, {})


def _missed(found: dict[str, Any]) -> bool:
    site, networks = found.get("site"), {one["nodes"]: one for one in found.get("network", ())}
    five = networks.get(5_000)
    return bool(
        (site and (site["seconds"] > 15 or site["MB"] > 25))
        or (five and (five["ours ready"] > 4 or five["ours fps"] < 25))
    )


def _told(found: dict[str, Any]) -> str:
    parts = [found["machine"]]
    if site := found.get("site"):
        parts.append(
            f"site: {site['pages']:.0f} pages, {site['MB']:.1f} MB, {site['seconds']:.1f} s "
            f"({site['cpu']:.1f} CPU s); targets 25 MB, 15 s"
        )
    if pages := found.get("pages"):
        table = Table("page", "ready, s")
        for path, seconds in pages.items():
            table.add(path, f"{seconds:.2f}")
        parts.append(str(table))
    if networks := found.get("network"):
        table = Table("nodes", "made, s", "KB", "ready, s", "fps", "pyvis ready, s", "pyvis fps")
        for one in networks:
            given_up = one["pyvis ready"] is None
            table.add(
                f"{one['nodes']:,}", f"{one['layout and page']:.1f}", f"{one['KB']:.0f}", f"{one['ours ready']:.1f}",
                f"{one['ours fps']:.0f}", "given up" if given_up else f"{one['pyvis ready']:.1f}",
                "–" if given_up else f"{one['pyvis fps']:.0f}",
            )  # fmt: skip
        parts.append(str(table))
    return "\n\n".join(parts)
