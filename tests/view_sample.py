"""A network made by hand from 鄉射禮·經 (司射適堂西…), for tests of the page alone; and the browser they run in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kg.views.model import Mark, Name, NetworkModel, NodeKind, ViewEdge, ViewNode, ViewPassage

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND",
]  # fmt: skip
WATCH = (
    "window.__violations = []; document.addEventListener('securitypolicyviolation',"
    " (event) => window.__violations.push(event.violatedDirective + ' ' + event.blockedURI));"
)
BASE = "https://example.org/rite/"
TEXT = "司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"

ROLES = {
    "actor": Name("行事者", "actor"),
    "object": Name("所施", "object"),
    "destination": Name("所至", "destination"),
    "origin": Name("所從", "origin"),
    "next": Name("次", "next"),
    "evidence": Name("出處", "evidence"),
}
KINDS = {
    "Actor": Name("人物", "Actors"),
    "Act": Name("儀節", "Acts"),
    "Object": Name("器物", "Objects"),
    "Position": Name("處所", "Places"),
    "Passage": Name("經文", "Passages"),
}


def sample() -> NetworkModel:
    """Two acts of 司射: 適堂西, 取弓於階西."""
    passage = ViewPassage(BASE + "xiangshe.91", "儀禮·鄉射禮 91", TEXT, "經")
    return NetworkModel(
        title=Name("鄉射禮：誘射", "network"),
        nodes=(
            ViewNode(BASE + "sishe", NodeKind.ACTOR, Name("司射", "director of archery", "sīshè")),
            ViewNode(
                BASE + "act/2", NodeKind.ACT, Name("適", "goes to", "shì"), passage.iri,
                (Mark(2, 3, "verb"), Mark(0, 2, "actor"), Mark(3, 5, "destination")), 1,
            ),
            ViewNode(
                BASE + "act/10", NodeKind.ACT, Name("取", "takes", "qǔ"), passage.iri,
                (Mark(10, 11, "verb"), Mark(11, 12, "object"), Mark(13, 15, "origin")), 2,
            ),
            ViewNode(BASE + "tangxi", NodeKind.POSITION, Name("堂西", "west of the hall", "tángxī")),
            ViewNode(BASE + "gong", NodeKind.OBJECT, Name("弓", "bow", "gōng", ("弧",))),
            ViewNode(BASE + "jiexi", NodeKind.POSITION, Name("階西", "west of the steps", "jiēxī")),
            ViewNode(passage.iri, NodeKind.PASSAGE, Name("鄉射禮 91")),
        ),
        edges=(
            ViewEdge(BASE + "act/2", BASE + "sishe", "actor"),
            ViewEdge(BASE + "act/2", BASE + "tangxi", "destination"),
            ViewEdge(BASE + "act/10", BASE + "sishe", "actor", supplied=True),
            ViewEdge(BASE + "act/10", BASE + "gong", "object"),
            ViewEdge(BASE + "act/10", BASE + "jiexi", "origin"),
            ViewEdge(BASE + "act/2", BASE + "act/10", "next"),
            ViewEdge(BASE + "act/2", passage.iri, "evidence"),
            ViewEdge(BASE + "act/10", passage.iri, "evidence"),
        ),
        passages=(passage,),
        roles=ROLES,
        kinds=KINDS,
    )  # fmt: skip


def chromium() -> str:
    """The path of the system's Chromium; skips by name without one, or fails where scripts/test demands it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("KG_REQUIRE_BROWSER"):
            pytest.fail("Chromium is missing: apt-get install chromium")
        pytest.skip("needs Chromium")
    return path


@dataclass
class Watched:
    """A page and what happened on it: requests beyond its own file, console errors, policy violations."""

    page: Page
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def violations(self) -> list[Any]:
        """Every securitypolicyviolation event since the page began to load."""
        return list(self.page.evaluate("window.__violations"))


def watch(watched: Watched, own: Callable[[str], bool]) -> None:
    """Writes down what happens on the page from now on; addresses that are its `own` are no request to tell of."""
    page = watched.page
    page.on("request", lambda request: own(request.url) or watched.requests.append(request.url))
    page.on("console", lambda message: message.type == "error" and watched.errors.append(message.text))
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.add_init_script(WATCH)


@contextmanager
def opened(path: Path, fragment: str = "", width: int = 1280, height: int = 800) -> Iterator[Watched]:
    """Opens a file in headless Chromium with the network off, and watches it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=ARGS)
        try:
            context = browser.new_context(viewport={"width": width, "height": height}, offline=True)
            page = context.new_page()
            watched = Watched(page)
            own = path.resolve().as_uri()
            watch(watched, lambda url: url.split("#")[0] == own)
            page.goto(own + fragment)
            page.wait_for_function("document.documentElement.dataset.ready === 'true'", timeout=30_000)
            yield watched
        finally:
            browser.close()
