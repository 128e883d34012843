"""The site in headless Chromium, opened from files with the network off."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml import etree

from site_sample import browser, shipped, site_of, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

HOSTILE = (
    "司射適堂西，<script>window.__hacked=1</script>袒決遂，取弓於階西。"
    '【"><img src=x onerror="window.__hacked=1">司射，射人也。】'
    "司馬命弟子設楅。{{ 7 * 7 }}</script><script>window.__hacked=1</script>乃設楅於中庭，南當洗，東肆。\u202e賓\u202c升𠀀𪚥，主人答拜。"  # noqa: E501
)


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """One browser for the module."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the shipped rites."""
    return shipped(tmp_path_factory) / "site"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a text that tries to run."""
    return site_of(tmp_path_factory, "hostile-site", HOSTILE, 'a"b<i>.txt')


def sample(site: Path) -> list[str]:
    """Every page of the rooms, and some of the many pages of things and networks."""
    paths = [str(path.relative_to(site)) for path in sorted(site.rglob("*.html"))]
    many = [path for path in paths if path.startswith(("thing/", "network/", "questions/"))]
    return [path for path in paths if path not in many] + many[::23] + ["questions/editor.html"]


def test_every_page_opens_with_no_errors_and_no_requests(chrome: Browser, site: Path) -> None:
    """No page asks for anything outside the site, logs an error, or meets its own policy."""
    for path in sample(site):
        with visit(chrome, site, path) as seen:
            assert seen.page.title(), path
            seen.clean()


def test_hostile_text_shows_as_text(chrome: Browser, hostile: Path) -> None:
    """Scripts, quotes, template marks, marks of direction and astral characters of a text are shown and never run."""
    for path in sample(hostile):
        with visit(chrome, hostile, path) as seen:
            assert seen.page.evaluate("window.__hacked") is None, path
            assert seen.page.locator("img").count() == 0
            seen.clean()
    (page,) = [path for path in (hostile / "read").glob("*.html")]
    with visit(chrome, hostile, f"read/{page.name}", ready=True) as seen:
        text = seen.page.locator("#text").evaluate("(text) => text.textContent")
        assert "<script>window.__hacked=1</script>" in text
        assert '"><img src=x onerror="window.__hacked=1">' in text
        assert "{{ 7 * 7 }}" in text
        seen.page.locator(".v").first.click()
        assert seen.page.locator("#panel h2").count() == 1
        seen.clean()


# ---- reading


def test_an_act_tells_who_with_what_and_why(chrome: Browser, site: Path) -> None:
    """xiangshe.237 乃設楅於中庭: a click on 設 shows 弟子 as supplied with the rule, 楅 as named, the place 中庭."""
    with visit(chrome, site, "read/xiangshe.html#xiangshe.237", ready=True) as seen:
        seen.page.locator("#xiangshe\\.237 .v", has_text="設").nth(1).click()
        panel = seen.page.locator("#panel")
        assert panel.locator("h2").inner_text() == "設"
        rows = panel.locator(".roles li").all_inner_texts()
        actor = next(row for row in rows if "弟子" in row)
        assert "補" in actor
        assert any("楅" in row and "補" not in row for row in rows)
        assert any("中庭" in row for row in rows)
        assert seen.page.evaluate("location.hash").startswith("#xiangshe.237/")
        seen.clean()


def test_deep_link_to_an_act_opens_it(chrome: Browser, site: Path) -> None:
    """#xiangshe.91/… opens that act; a passage alone only scrolls; a broken escape does nothing."""
    with visit(chrome, site, "read/xiangshe.html#xiangshe.237", ready=True) as seen:
        key = seen.page.locator("#xiangshe\\.237 .v").first.get_attribute("id")
    with visit(chrome, site, f"read/xiangshe.html#{key}", ready=True) as seen:
        assert seen.page.locator("#panel .roles").count() == 1
        assert seen.page.locator("#xiangshe\\.237").is_visible()
    with visit(chrome, site, "read/xiangshe.html#%E0%A4%A", ready=True) as seen:
        seen.clean()


def test_simplified_glyph_finds_the_standard_one(chrome: Browser, site: Path) -> None:
    """觯 finds as many places of 鄉射禮 as 觶 does, and they are many."""
    with visit(chrome, site, "read/xiangshe.html", ready=True) as seen:
        told = []
        for words in ("觶", "觯"):
            seen.page.fill("#within", words)
            seen.page.wait_for_timeout(250)
            told.append(int(seen.page.inner_text("#hits")))
        assert told[0] == told[1] > 20
        seen.page.press("#within", "Enter")
        assert seen.page.inner_text("#hits").startswith("1 / ")


def test_layers_and_marks_are_switched(chrome: Browser, site: Path) -> None:
    """大射儀: without 注 no note is seen; without 儀節 no verb is marked; with 校改 the replaced characters show."""
    with visit(chrome, site, "read/dashe.html", ready=True) as seen:
        visible = "[...document.querySelectorAll('.note.LayerZhu')].filter((note) => !note.hidden).length"
        assert seen.page.evaluate(visible) > 100
        seen.page.uncheck("input[name=layer][value=LayerZhu]")
        assert seen.page.evaluate(visible) == 0
        seen.page.uncheck("input[name=show][value=acts]")
        assert "show-acts" not in seen.page.locator("#text").get_attribute("class").split()
        assert seen.page.locator(".sic").first.is_hidden()
        seen.page.check("input[name=show][value=changes]")
        assert seen.page.locator(".sic").first.is_visible()


def test_keys_walk_through_the_acts(chrome: Browser, site: Path) -> None:
    """j goes to the next act, k back, Escape closes."""
    with visit(chrome, site, "read/xiangshe.html", ready=True) as seen:
        seen.page.keyboard.press("j")
        first = seen.page.evaluate("location.hash")
        seen.page.keyboard.press("j")
        assert seen.page.evaluate("location.hash") != first
        seen.page.keyboard.press("k")
        assert seen.page.evaluate("location.hash") == first
        seen.page.keyboard.press("Escape")
        assert seen.page.locator("#panel .roles").count() == 0


# ---- all pages: language, light, search


def test_one_switch_for_both_languages(chrome: Browser, site: Path) -> None:
    """Both at first; then Chinese alone, then English alone; the choice stays on the next page."""
    with visit(chrome, site, "index.html") as seen:
        english, chinese = seen.page.locator("h1 .en"), seen.page.locator("h1 .zh")
        assert (english.is_visible(), chinese.is_visible()) == (True, True)
        seen.page.click("#language")
        assert (english.is_visible(), chinese.is_visible()) == (False, True)
        seen.page.click("#language")
        assert (english.is_visible(), chinese.is_visible()) == (True, False)
        seen.page.goto((site / "thing" / "index.html").resolve().as_uri())
        assert seen.page.locator("h1 .zh").is_hidden()


def test_light_and_dark(chrome: Browser, site: Path) -> None:
    """The system's choice holds until the reader turns it."""
    paper = "getComputedStyle(document.body).backgroundColor"
    with visit(chrome, site, "index.html", theme="dark") as seen:
        dark = seen.page.evaluate(paper)
        seen.page.click("#theme")
        assert seen.page.evaluate(paper) != dark


@pytest.mark.parametrize(("typed", "first"), [("觯", "觶"), ("sishe", "司射"), ("bī", "楅"), ("tally", "算")])
def test_search_finds_things_by_han_pinyin_english(chrome: Browser, site: Path, typed: str, first: str) -> None:
    """The box at the head of each page leads to the page of the thing."""
    with visit(chrome, site, "index.html") as seen:
        seen.page.keyboard.press("/")
        seen.page.keyboard.type(typed)
        names = seen.page.locator("#seekfound .han").all_inner_texts()
        assert first in names[:4]


def test_search_takes_a_passage(chrome: Browser, site: Path) -> None:
    """xiangshe.177 leads to that sentence."""
    with visit(chrome, site, "index.html") as seen:
        seen.page.fill("#seek", "xiangshe.177")
        seen.page.press("#seek", "Enter")
        seen.page.wait_for_url("**/read/xiangshe.html#xiangshe.177")
        assert seen.page.locator("#xiangshe\\.177").is_visible()


@pytest.mark.parametrize(
    "path",
    ["index.html", "read/xiangshe.html", "thing/actor.sishe.html", "plan/xiangshe.html", "time/xiangshe.html",
     "network/xiangshe.html", "compare/xiangshe-dashe.html", "questions/index.html", "questions/editor.html"],
)  # fmt: skip
def test_narrow_screens_have_no_sideways_scroll(chrome: Browser, site: Path, path: str) -> None:
    """At 360 px nothing stands out to the right."""
    with visit(chrome, site, path, width=360, height=740) as seen:
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360


# ---- network


def test_network_filters_by_role_and_phase(chrome: Browser, site: Path) -> None:
    """Of 鄉射禮 a phase shows fewer nodes than the whole; a role that is unticked has no edges."""
    with visit(chrome, site, "network/xiangshe.html", ready=True) as seen:
        whole = int(seen.page.evaluate("document.documentElement.dataset.shown"))
        seen.page.select_option("#phase", index=3)
        assert 0 < int(seen.page.evaluate("document.documentElement.dataset.shown")) < whole
        seen.page.select_option("#phase", "")
        seen.page.locator(".kinds summary").click()
        seen.page.uncheck("input[name=role][value=next]")
        assert "kgView" in seen.page.evaluate("Object.keys(window).join()")
        shown = seen.page.evaluate("kgView.network.body.data.edges.get().filter((edge) => edge.role === 'next').length")
        assert shown == 0
        seen.clean()


def test_network_expands_and_collapses(chrome: Browser, site: Path) -> None:
    """Of 楅's neighbours alone, expanding one brings in more, collapsing takes away what hangs on it alone."""
    with visit(chrome, site, "network/object.bi.html", ready=True) as seen:
        count = "Number(document.documentElement.dataset.shown)"
        seen.page.get_by_role("button", name="鄰 1").click()
        near = seen.page.evaluate(count)
        seen.page.evaluate(
            "kgView.expand(kgView.network.body.data.nodes.get().find((node) => node.group === 'Act').id)"
        )
        wider = seen.page.evaluate(count)
        assert wider > near
        seen.page.get_by_role("button", name="收 collapse").click()
        assert seen.page.evaluate(count) < wider


def test_network_downloads(chrome: Browser, site: Path) -> None:
    """PNG is a picture; SVG and GEXF are well-formed and hold the nodes that are shown, with their names."""
    with visit(chrome, site, "network/object.bi.html", ready=True) as seen:
        files = {}
        for kind in ("png", "svg", "gexf"):
            with seen.page.expect_download() as download:
                seen.page.click(f"#{kind}")
            assert download.value.suggested_filename.endswith(f".{kind}")
            files[kind] = Path(download.value.path()).read_bytes()
        shown = int(seen.page.evaluate("document.documentElement.dataset.shown"))
        assert files["png"].startswith(b"\x89PNG")
        svg = etree.fromstring(files["svg"])
        assert "楅" in "".join(svg.itertext())
        gexf = etree.fromstring(files["gexf"])
        nodes = gexf.findall(".//{http://gexf.net/1.3}node")
        assert len(nodes) == shown
        assert "楅" in {node.get("label") for node in nodes}
        seen.clean()


def test_network_deep_link(chrome: Browser, site: Path) -> None:
    """#lexicon/actor.sishe opens 司射 in the whole rite."""
    with visit(chrome, site, "network/xiangshe.html#lexicon/actor.sishe", ready=True) as seen:
        assert seen.page.locator("#panel h2").inner_text() == "司射"


# ---- plan


def test_plan_puts_things_where_the_text_does(chrome: Browser, site: Path) -> None:
    """xiangshe.237 乃設楅於中庭，南當洗: before it no 楅; after it, the 楅 in the middle line."""
    with visit(chrome, site, "plan/xiangshe.html", ready=True) as seen:
        order = seen.page.evaluate(
            "(() => { const page = JSON.parse(document.getElementById('data').textContent);"
            " const has = (act, role) => act[6].some(([at]) => page.roles[at][0] === role);"
            " return page.acts.findIndex((act) => act[0].startsWith('xiangshe.237/') && has(act, 'object') && has(act, 'place')); })()"  # noqa: E501
        )
        where = (
            "(() => { const rack = kgPlan.entities.find((one) => one.zh === '楅');"
            " const spot = rack && kgPlan.spots().get(rack.id); return spot ? [spot.x, spot.y] : null; })()"
        )
        seen.page.evaluate(f"kgPlan.show({order - 8})")
        assert seen.page.evaluate(where) is None
        seen.page.evaluate(f"kgPlan.show({order + 1})")
        x, y = seen.page.evaluate(where)
        assert abs(x) < 5
        assert -45 < y < -25
        assert "設楅" in seen.page.locator("#panel blockquote").inner_text()
        seen.clean()


def test_plan_steps_plays_and_scrubs(chrome: Browser, site: Path) -> None:
    """Arrow keys move by one act, the slider anywhere, play goes on by itself and stops when asked."""
    act = "Number(document.documentElement.dataset.act)"
    with visit(chrome, site, "plan/dashe.html", ready=True, reduced_motion="reduce") as seen:
        seen.page.locator("#plan").focus()
        seen.page.keyboard.press("ArrowRight")
        seen.page.keyboard.press("ArrowRight")
        assert seen.page.evaluate(act) == 2
        seen.page.keyboard.press("ArrowLeft")
        assert seen.page.evaluate(act) == 1
        seen.page.fill("#scrub", "300")
        assert seen.page.evaluate(act) == 300
        seen.page.select_option("#speed", "4")
        seen.page.click("#play")
        seen.page.wait_for_timeout(1200)
        seen.page.click("#play")
        stopped = seen.page.evaluate(act)
        assert stopped > 301
        seen.page.wait_for_timeout(500)
        assert seen.page.evaluate(act) == stopped
        seen.clean()


def test_plan_of_the_hall_without_a_chamber(chrome: Browser, site: Path) -> None:
    """In a 序 there is no 室, and the marks lie further north (記 xiangshe.520)."""
    with visit(chrome, site, "plan/xiangshe.html", ready=True) as seen:
        names = "[...document.querySelectorAll('#plan .plan-name')].map((name) => name.textContent)"
        assert "室" in seen.page.evaluate(names)
        mark = "Number([...document.querySelectorAll('#plan .plan-name')].find((name) => name.textContent === '右物').getAttribute('y'))"  # noqa: E501
        before = seen.page.evaluate(mark)
        seen.page.select_option("#variant", "序")
        assert "室" not in seen.page.evaluate(names)
        assert seen.page.evaluate(mark) < before


# ---- time


def test_time_has_lanes_arrows_and_deep_links(chrome: Browser, site: Path) -> None:
    """#500 opens that act; arrows lead from orders; the section list jumps; fewer lanes with a higher limit."""
    with visit(chrome, site, "time/xiangshe.html#500", ready=True) as seen:
        assert seen.page.locator(".act.on").count() >= 1
        assert seen.page.evaluate("kgTime.chosen()") == 500
        seen.page.locator("#lanes").focus()
        seen.page.keyboard.press("ArrowRight")
        assert seen.page.evaluate("kgTime.chosen()") == 501
        lanes = seen.page.locator(".lane-name").count()
        seen.page.select_option("#least", "1")
        assert seen.page.locator(".lane-name").count() > lanes
        seen.page.click("#whole")
        assert seen.page.locator("path.order").count() > 10
        seen.page.select_option("#section", index=5)
        assert seen.page.evaluate("kgTime.chosen()") != 501
        seen.clean()


# ---- comparison


def test_comparison_filters_by_kind(chrome: Browser, site: Path) -> None:
    """鄉射禮 / 大射儀: 弟子 and 小臣師 set the rack (another actor); the filter leaves only rows of its kinds."""
    with visit(chrome, site, "compare/xiangshe-dashe.html", ready=True) as seen:
        every = int(seen.page.evaluate("document.documentElement.dataset.rows"))
        for kind in ("Same", "OtherThing", "OtherPlace", "OnlyHere"):
            seen.page.uncheck(f"input[value={kind}]")
        rows = int(seen.page.evaluate("document.documentElement.dataset.rows"))
        assert 0 < rows < every
        shown = [text for text in seen.page.locator(".pairs tr.x-OtherActor").all_inner_texts() if "設" in text]
        assert any("弟子" in text and "小臣師" in text and "楅" in text for text in shown)
        seen.clean()


def test_two_commentators_side_by_side(chrome: Browser, site: Path) -> None:
    """On 鄉射禮 鄭玄 and 敖繼公 comment on some of the same passages; each keeps his own words."""
    with visit(chrome, site, "compare/voices-xiangshe.html", ready=True) as seen:
        options = seen.page.locator("#one option").all_inner_texts()
        number = {text.split("（")[0]: str(at) for at, text in enumerate(options)}
        seen.page.select_option("#one", number["鄭玄"])
        seen.page.select_option("#other", number["敖繼公"])
        first = seen.page.locator(".voice").first
        assert first.locator("b").filter(has_text="鄭玄").count() == 1
        assert first.locator("b").filter(has_text="敖繼公").count() == 1
        both = seen.page.locator(".voice").count()
        seen.page.uncheck("#both")
        assert seen.page.locator(".voice").count() > both


# ---- questions


def test_sparql_runs_in_the_page(chrome: Browser, site: Path) -> None:
    """The graph and Oxigraph load from the file; the answer is the graph's; faults are told; CSV holds the rows."""
    with visit(chrome, site, "questions/editor.html") as seen:
        seen.page.wait_for_selector("html[data-ready=true]", state="attached", timeout=60_000)
        seen.page.fill("#sparql", 'ASK { ?object skos:prefLabel "楅"@lzh ; a rit:Object }')
        seen.page.click("#run")
        assert "是 yes" in seen.page.locator("#answer").inner_text()
        seen.page.fill("#sparql", 'SELECT ?passage { ?act rit:object/skos:prefLabel "楅"@lzh ; rit:passage/dcterms:identifier ?passage } ORDER BY ?passage')  # noqa: E501
        seen.page.click("#run")
        cells = seen.page.locator("#answer td").all_inner_texts()
        assert "xiangshe.237" in cells
        with seen.page.expect_download() as download:
            seen.page.click("#csv")
        rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text(encoding="utf-8-sig"))))
        assert rows[0] == ["passage"]
        assert [row[0] for row in rows[1:]] == cells
        seen.page.click("#asgraph")
        assert seen.page.locator("#answer svg text").count() > 3
        seen.page.fill("#sparql", "SELECT ?x {")
        seen.page.click("#run")
        assert seen.page.locator(".wrong").inner_text() != ""
        seen.clean()


def test_answers_stand_with_their_questions(site: Path, chrome: Browser) -> None:
    """The page of a named query shows its SPARQL and rows that lead to their passages."""
    with visit(chrome, site, "questions/thing-handling.html") as seen:
        assert "rit:filling" in seen.page.locator("pre.code").text_content()
        assert seen.page.locator("tbody tr").count() > 20
        assert seen.page.locator("tbody a[href*='read/xiangshe.html#xiangshe.237']").count() > 0


# ---- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path",
    ["index.html", "read/dashe.html#dashe.2/3", "network/object.bi.html", "plan/xiangshe.html#700",
     "time/xiangshe.html#700", "compare/xiangshe-dashe.html", "compare/voices-xiangshe.html", "thing/index.html",
     "thing/object.bi.html", "questions/index.html", "questions/thing-handling.html", "questions/editor.html"],
)  # fmt: skip
def test_axe_finds_no_serious_violation(chrome: Browser, site: Path, path: str, theme: str) -> None:
    """WCAG 2 A and AA, as axe-core checks them."""
    axe = Path(__file__).parents[1] / "kg" / "site" / "vendor" / "axe.min.js"
    if not axe.is_file():
        pytest.skip("needs axe-core: reinstall without RITUAL_KG_WITHOUT_NPM")
    with visit(chrome, site, path, theme=theme, bypass_csp=True) as seen:
        seen.page.wait_for_timeout(700 if "editor" not in path else 4000)
        seen.page.add_script_tag(path=str(axe))
        found = seen.page.evaluate(
            "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
            ".then((result) => result.violations.filter((one) => ['serious', 'critical'].includes(one.impact))"
            ".map((one) => [one.id, one.nodes.slice(0, 4).map((node) => node.html.slice(0, 160))]))"
        )
        assert json.dumps(found, ensure_ascii=False) == "[]"
