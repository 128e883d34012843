"""The network page in headless Chromium, opened from a file with the network off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kg.views.model import Mark, Name, NodeKind, ViewEdge, ViewNode, ViewPassage
from kg.views.network import RitualNetwork
from view_sample import BASE, KINDS, ROLES, opened, sample

pytestmark = pytest.mark.browser

HOSTILE = [
    "<script>window.__hacked=1</script>",
    '"><img src=x onerror="window.__hacked=1">',
    "</script><script>window.__hacked=1</script>",
    "<!--<script>",
    "href=javascript:window.__hacked=1",
    "'; window.__hacked=1; //",
    "\u202e罥\u202c 𠀀𪚥 \u2028",
]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's page as a file."""
    path = tmp_path_factory.mktemp("view") / "view.html"
    RitualNetwork(sample()).write_html(path)
    return path


def test_opens_offline_without_requests_errors_or_violations(page_file: Path) -> None:
    """The page needs nothing but itself."""
    with opened(page_file) as seen:
        seen.page.wait_for_timeout(300)
        assert seen.requests == []
        assert seen.errors == []
        assert seen.violations() == []
        assert seen.page.locator("#network canvas").count() == 1


def test_click_shows_passage_with_the_words_of_the_act(page_file: Path) -> None:
    """鄉射禮·經 取弓於階西: a click on 取 shows the sentence, the verb and its fillers marked."""
    with opened(page_file) as seen:
        spot = seen.page.evaluate(
            "(() => { const at = kgView.network.canvasToDOM(kgView.network.getPosition(2));"
            " const box = document.getElementById('network').getBoundingClientRect();"
            " return [at.x + box.left, at.y + box.top]; })()"
        )
        seen.page.mouse.click(*spot)
        seen.page.wait_for_selector("#panel blockquote")
        assert seen.page.locator("#panel h2").inner_text() == "取"
        assert seen.page.locator("#panel mark.verb").all_inner_texts() == ["取"]
        assert seen.page.locator("#panel mark.role").all_inner_texts() == ["弓", "階西"]
        assert "司射適堂西" in seen.page.locator("#panel blockquote").inner_text()
        assert "儀禮·鄉射禮 91" in seen.page.locator("#panel blockquote footer").inner_text()
        row = seen.page.locator(".links li", has_text="行事者").inner_text()
        assert "司射" in row
        assert "補" in row
        before = seen.page.locator(".links li", has_text="← 次").inner_text()
        assert "司射 適" in before
        assert "儀禮·鄉射禮 91" in before
        assert seen.violations() == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [("弓", "弓"), ("gong", "弓"), ("Gōng", "弓"), ("bow", "弓"), ("弧", "弓"), ("tangxi", "堂西"), ("sishe", "司射")],
)
def test_search_by_han_pinyin_english_and_variant(page_file: Path, typed: str, first: str) -> None:
    """A thing is found by its label, its pinyin with or without tones, its gloss, and its other writing."""
    with opened(page_file) as seen:
        seen.page.keyboard.press("/")
        seen.page.keyboard.type(typed)
        assert seen.page.locator("#hits li").first.inner_text().startswith(first)
        seen.page.keyboard.press("Enter")
        assert seen.page.locator("#panel h2").inner_text() == first
        assert seen.page.locator("#hits").is_hidden()


def test_kinds_and_neighbours_filter_the_nodes(page_file: Path) -> None:
    """Unticking 處所 hides both places; 鄰 1 of 弓 leaves 弓 and 取; 全 brings all back."""
    with opened(page_file) as seen:
        shown = "document.documentElement.dataset.shown"
        assert seen.page.evaluate(shown) == "6"  # the passage begins hidden
        seen.page.uncheck("input[value=Position]")
        assert seen.page.evaluate(shown) == "4"
        seen.page.check("input[value=Position]")
        seen.page.check("input[value=Passage]")
        assert seen.page.evaluate(shown) == "7"
        seen.page.evaluate("kgView.choose(4)")
        seen.page.get_by_role("button", name="鄰 1").click()
        assert seen.page.evaluate(shown) == "2"
        seen.page.get_by_role("button", name="全 all").click()
        assert seen.page.evaluate(shown) == "7"


def test_deep_link_opens_the_node(page_file: Path) -> None:
    """#gong opens 弓; a broken escape in the address opens the page as if there were none."""
    with opened(page_file, "#gong") as seen:
        assert seen.page.locator("#panel h2").inner_text() == "弓"
    with opened(page_file, "#%E0%A4%A") as seen:
        assert seen.errors == []
        assert seen.page.locator("#panel h2").count() == 0


def test_edges_are_named_by_role_and_supplied_ones_are_dashed(page_file: Path) -> None:
    """The edge to a filler that the text does not name looks different."""
    with opened(page_file) as seen:
        edges = seen.page.evaluate(
            "kgView.network.body.data.edges.get().map((edge) => [edge.role, edge.label, !!edge.dashes])"
        )
        assert ["object", "所施", False] in edges
        assert ["actor", "行事者", True] in edges
        assert ["actor", "行事者", False] in edges


def test_theme_and_language_attributes(page_file: Path) -> None:
    """Dark mode turns the paper dark; Chinese is the page's language, English is marked as such."""
    with opened(page_file) as seen:
        assert seen.page.evaluate("document.documentElement.lang") == "zh-Hant"
        assert seen.page.locator("h1 [lang=en]").inner_text() == "network"
        paper = "getComputedStyle(document.body).backgroundColor"
        before = seen.page.evaluate(paper)
        seen.page.click("#theme")
        assert seen.page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert seen.page.evaluate(paper) != before
        assert seen.violations() == []


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_shows_as_text(tmp_path: Path, hostile: str) -> None:
    """Whatever a text, a label or a role's name holds, it is shown and never run."""
    passage = ViewPassage(BASE + "p", hostile, "觶" + hostile)
    model = replace(
        sample(),
        title=Name(hostile, hostile),
        nodes=(
            ViewNode(
                BASE + "a", NodeKind.ACT, Name(hostile, hostile, hostile, (hostile,)), passage.iri,
                (Mark(0, 1, "verb"), Mark(1, 4, "actor")), 1, (hostile,),
            ),
            ViewNode(BASE + hostile, NodeKind.ACTOR, Name(hostile)),
        ),
        edges=(ViewEdge(BASE + "a", BASE + hostile, "actor"),),
        passages=(passage,),
        roles={**ROLES, "actor": Name(hostile, hostile)},
        kinds={**KINDS, "Actor": Name(hostile, hostile)},
    )  # fmt: skip
    RitualNetwork(model).write_html(tmp_path / "view.html")
    with opened(tmp_path / "view.html") as seen:
        seen.page.evaluate("kgView.choose(0)")
        seen.page.keyboard.press("/")
        seen.page.keyboard.type(hostile[:3])
        seen.page.mouse.move(640, 400)
        seen.page.wait_for_timeout(250)
        assert seen.page.locator("#panel h2").evaluate("(heading) => heading.textContent") == hostile
        assert hostile in seen.page.locator("#panel blockquote").evaluate("(quote) => quote.textContent")
        assert seen.page.evaluate("window.__hacked") is None
        assert seen.page.locator("img").count() == 0
        assert (seen.requests, seen.errors, seen.violations()) == ([], [], [])


def test_an_injected_script_is_blocked(page_file: Path) -> None:
    """A script, a style and a picture that were put into the page do not run or load: the policy holds from file://."""
    with opened(page_file) as seen:
        seen.page.evaluate(
            "(() => { const script = document.createElement('script'); script.textContent = 'window.__hacked = 1';"
            " document.body.append(script); const image = document.createElement('img');"
            " image.src = 'https://example.org/x.png'; document.body.append(image);"
            " const style = document.createElement('style'); style.textContent = 'body { display: none }';"
            " document.head.append(style); })()"
        )
        seen.page.wait_for_timeout(200)
        assert seen.page.evaluate("window.__hacked") is None
        assert seen.page.evaluate("getComputedStyle(document.body).display") != "none"
        blocked = " ".join(seen.violations())
        assert "script-src" in blocked
        assert "img-src" in blocked
        assert "style-src" in blocked


def test_narrow_screen_has_no_sideways_scroll(page_file: Path) -> None:
    """At 360 px the parts stand one below another."""
    with opened(page_file, width=360, height=740) as seen:
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert seen.page.locator("#network").bounding_box()["width"] > 300  # type: ignore[index]
