"""The query page in headless Chromium: YASGUI over the server's own endpoint, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx
import pytest

from site_sample import shipped
from view_sample import ARGS, Watched, chromium, watch
from web_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VENDOR = Path(__file__).parents[1] / "kg" / "site" / "vendor"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (VENDOR / "yasgui.js").is_file(), reason="YASGUI was not bundled (RITUAL_KG_WITHOUT_NPM)"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(shipped(tmp_path_factory) / "store") as address:
        yield address


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser that reaches this machine alone, and tells what else it was asked for."""
    from playwright.sync_api import sync_playwright

    inside = [one.replace("~NOTFOUND", "~NOTFOUND, EXCLUDE 127.0.0.1") for one in ARGS]
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=inside)
        yield opened
        opened.close()


class Seen(Watched):
    """A page, all that it asked for, and what went wrong on it."""

    def clean(self, address: str) -> None:
        """All that was asked for is this server's, nothing failed, and nothing was blocked."""
        assert [one for one in self.requests if not one.startswith((f"{address}/", "data:"))] == []
        assert (self.errors, self.violations()) == ([], [])

    def rows(self) -> list[str]:
        """The rows of the result as text, once there are any."""
        self.page.wait_for_selector(".yasr tbody tr", timeout=20_000)
        found: list[str] = self.page.locator(".yasr tbody tr").all_inner_texts()
        return found


@contextmanager
def opened(chrome: Browser, url: str, **options: Any) -> Iterator[Seen]:
    context = chrome.new_context(**options)
    page = context.new_page()
    seen = Seen(page)
    watch(seen, lambda url: False)
    page.goto(url)
    page.wait_for_selector(".yasqe .CodeMirror")
    yield seen
    context.close()


def test_a_question_is_picked_and_answered(chrome: Browser, address: str) -> None:
    """楅長、博、厚各若干: picked, it runs, and the rows are those of the text (記: 楅長如笴，博三寸，厚寸有半)."""
    with opened(chrome, f"{address}/query") as seen:
        options = seen.page.locator("#ready optgroup").first.locator("option")
        assert options.count() >= 40
        name = next(one for one in options.all_inner_texts() if one.startswith("楅長"))
        seen.page.select_option("#ready", label=name)
        rows = seen.rows()
        assert any("楅長如笴" in row for row in rows)
        assert any("博三寸" in row and "xiangshe." in row for row in rows)
        seen.clean(address)


def test_typing_asks_nobody_else(chrome: Browser, address: str) -> None:
    """A prefix, a class and a property being typed, with completion asked for, lead to this server alone."""
    with opened(chrome, f"{address}/query") as seen:
        page = seen.page
        page.locator(".CodeMirror").click()
        page.keyboard.press("Control+a")
        page.keyboard.type("PREFIX foa: <> SELECT * { ?act a rit:Ac", delay=5)
        page.keyboard.press("Control+Space")
        page.wait_for_selector(".CodeMirror-hints", timeout=10_000)
        assert "rit:Act" in page.locator(".CodeMirror-hints").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
        seen.clean(address)


def test_link_with_another_server(chrome: Browser, address: str) -> None:
    """A link that carries another endpoint asks this one: what it names is never reached."""
    where = f"{address}/query#query={quote('ASK {}')}&endpoint={quote('http://elsewhere.test/sparql')}"
    with opened(chrome, where) as seen:
        seen.page.locator(".yasqe_queryButton").first.click()
        seen.page.wait_for_selector(".yasr .yasr_response_chip", timeout=20_000)
        assert f"{address}/sparql" in seen.requests
        seen.clean(address)


def test_fault_is_told_on_the_page(chrome: Browser, address: str) -> None:
    """What the server says of a query that fails, in both languages, stands where the result would."""
    query = quote("SELECT * { SERVICE <http://a.test/> {} }")
    with opened(chrome, f"{address}/query#query={query}") as seen:
        seen.page.locator(".yasqe_queryButton").first.click()
        seen.page.wait_for_function("document.querySelector('.yasr').innerText.includes('KG-G031')", timeout=20_000)
        assert [one for one in seen.requests if not one.startswith(address)] == []


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_page_is_accessible(chrome: Browser, address: str, width: int, theme: str) -> None:
    """axe finds nothing on the page with a result; it is no wider than the window; Chinese stands first."""
    script = VENDOR / "axe.min.js"
    if not script.is_file():
        pytest.skip("axe-core was not bundled (npm)")
    size = {"width": width, "height": 900}
    with opened(chrome, f"{address}/query", viewport=size, color_scheme=theme, bypass_csp=True) as seen:
        seen.page.select_option("#ready", index=3)
        seen.rows()
        seen.page.wait_for_timeout(300)
        seen.page.evaluate(script.read_text(encoding="utf-8"))
        found = seen.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]] == []
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
        assert "執行 Run query" in [
            one.get_attribute("aria-label") for one in seen.page.locator(".yasqe_queryButton").all()
        ]


def test_plain_editor_without_the_bundle(address: str) -> None:
    """Where the package was built without npm the page says so and has the plain editor."""
    from kg.graph.settings import Settings
    from kg.web.entity import render
    from kg.web.questions import ready_questions

    page = render("query.html", groups=ready_questions(Settings()), seconds="10", yasgui=False, setup={})
    assert "YASGUI (npm)" in page
    assert 'id="sparql"' in page
    assert "/_web/ask.js" in page
    assert "yasgui.js" not in page
    for name in ("ask.js", "query.js", "query.css", "yasgui.js", "yasgui.css"):
        assert httpx.get(f"{address}/_web/{name}").status_code == 200, name
