"""The files of the site: what they hold, where they lead, that they are the same at every build."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import html

from kg.errors import KgError
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.site.build import build_site
from kg.site.find import find_page
from kg.site.names import slug, thing_slug
from kg.site.shared import rule_name
from site_sample import shipped

MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shipped rites."""
    return shipped(tmp_path_factory)


@pytest.fixture(scope="module")
def site(built: Path) -> Path:
    """Its site."""
    return built / "site"


def pages(site: Path) -> Iterator[tuple[Path, html.HtmlElement]]:
    for path in sorted(site.rglob("*.html")):
        yield path, html.fromstring(path.read_text(encoding="utf-8"))


def test_nothing_on_a_page_reaches_out_or_runs_unasked(site: Path) -> None:
    """No handler, style or script stands in the markup; the policy names the site alone; only links marked as such
    lead outside."""
    for path, page in pages(site):
        policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert len(policy) == 1, path
        assert "default-src 'none'" in policy[0]
        assert "http" not in policy[0]
        assert not page.xpath("//@*[starts-with(name(), 'on')] | //@style | //base | //iframe | //form[@action]"), path
        inline = page.xpath("//script[not(@src)]/@type")
        assert set(inline) <= {"application/json"}, path
        for address in page.xpath("//script/@src | //link/@href | //img/@src | //use/@href"):
            assert not re.match(r"[a-z]+:|//", address), (path, address)
        for link in page.xpath("//a[starts-with(@href, 'http')]"):
            assert "ext" in link.get("class", "").split(), path
            assert link.get("rel") == "noopener noreferrer"


def test_every_link_leads_somewhere(site: Path) -> None:
    """Each address of a page is a file of the site, and each fragment an id there, unless a script reads it."""
    ids: dict[Path, set[str]] = {}
    scripted = {"network", "plan", "time", "questions"}
    for path, page in pages(site):
        for address in dict.fromkeys(page.xpath("//a/@href | //script/@src | //link/@href")):
            if address.startswith("http"):
                continue
            file, _, fragment = address.partition("#")
            target = (path.parent / unquote(file)).resolve() if file else path.resolve()
            assert target.is_file(), (path, address)
            if fragment and target.parent.name not in scripted:
                if target not in ids:
                    ids[target] = set(html.fromstring(target.read_text(encoding="utf-8")).xpath("//@id"))
                assert unquote(fragment) in ids[target], (path, address)


def test_languages_are_marked(site: Path) -> None:
    """The page is Traditional Chinese; English and literary Chinese say so where they stand."""
    page = html.fromstring((site / "read" / "xiangshe.html").read_text(encoding="utf-8"))
    assert page.get("lang") == "zh-Hant"
    assert {element.get("lang") for element in page.xpath("//*[contains(@class, 'words')]")} == {"lzh-Hant"}
    assert not page.xpath("//*[contains(concat(' ', @class, ' '), ' en ')][not(@lang='en')]")


def test_two_builds_are_identical_and_small(built: Path, site: Path, tmp_path: Path) -> None:
    """Every file has the same bytes again; the whole is under 25 MB."""
    build_site(open_store(built / "store"), tmp_path / "again", Settings())
    first = {path.relative_to(site): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}
    second = {
        path.relative_to(tmp_path / "again"): path.read_bytes()
        for path in sorted((tmp_path / "again").rglob("*"))
        if path.is_file()
    }
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    assert sum(map(len, first.values())) < 25 * MEGABYTE


def test_text_stands_on_its_page_as_it_is(site: Path) -> None:
    """鄉射禮·經 xiangshe.237: the sentence 司馬…命弟子設楅 is there letter by letter, its verbs marked."""
    page = html.fromstring((site / "read" / "xiangshe.html").read_text(encoding="utf-8"))
    section = page.get_element_by_id("xiangshe.237")
    words = section.xpath(".//p[contains(@class, 'words')]")[0]
    for struck in words.xpath(".//*[@class='sic']"):
        struck.drop_tree()
    assert "命弟子設楅" in words.text_content()
    assert "設" in words.xpath(".//a[contains(@class, 'v')]/text()")


def test_entity_page_of_the_rack(site: Path) -> None:
    """楅: pinyin, measures out of the 記 (楅長如笴), and the act of setting it at xiangshe.237."""
    page = html.fromstring((site / find_page(site, "楅")).read_text(encoding="utf-8"))
    text = page.text_content()
    assert "bī" in text
    assert "楅長如笴" in text
    assert page.xpath("//table[contains(@class, 'acts')]//a[text()='xiangshe.237']")


def test_an_existing_folder_of_other_things_is_left_alone(built: Path, tmp_path: Path) -> None:
    """KG-V006: a folder that holds no site is never replaced."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("x", encoding="utf-8")
    with pytest.raises(KgError) as caught:
        build_site(open_store(built / "store"), tmp_path / "mine", Settings())
    assert caught.value.code == "KG-V006"
    assert (tmp_path / "mine" / "notes.txt").read_text(encoding="utf-8") == "x"


def test_only_some_kinds_of_page(built: Path, tmp_path: Path) -> None:
    """--only read writes the reading pages and no others; an unknown kind is KG-V005."""
    store = open_store(built / "store")
    build_site(store, tmp_path / "some", Settings(), ["read"])
    assert (tmp_path / "some" / "read" / "xiangshe.html").is_file()
    assert not (tmp_path / "some" / "network").exists()
    with pytest.raises(KgError) as caught:
        build_site(store, tmp_path / "some", Settings(), ["reading"])
    assert caught.value.code == "KG-V005"


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("", "index.html"),
        ("read/dashe", "read/dashe.html"),
        ("network", "network/index.html"),
        ("xiangshe.177", "read/xiangshe.html#xiangshe.177"),
        ("dashe", "read/dashe.html"),
        ("司射", "thing/actor.sishe.html"),
        ("sishe", "thing/actor.sishe.html"),
    ],
)
def test_pages_are_found_by_what_they_are_about(site: Path, words: str, page: str) -> None:
    """kg open takes a page, a passage, a text, a name, pinyin."""
    assert find_page(site, words) == page


def test_a_page_that_is_not_there(site: Path) -> None:
    """KG-V007."""
    with pytest.raises(KgError) as caught:
        find_page(site, "../../etc/passwd")
    assert caught.value.code == "KG-V007"


def test_slugs_are_plain_and_distinct() -> None:
    """Names become letters, digits and dashes; a name in capitals does not collide with its small one."""
    names = ["xiangshe", "XIANGSHE", "堂西", "堂東", "a/b", "..", "u5802", "司射" * 9, "司馬" * 9]
    made = [slug(name) for name in names]
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9._-]*", one) for one in made)
    base = "https://w3id.org/ritual-kg/"
    assert thing_slug(f"{base}lexicon/object.fu", base) == "object.fu"
    assert thing_slug(f"{base}entity/position/堂西", base) == "position-u5802-u897f"


def test_rules_say_why() -> None:
    """The rule of an omitted subject has words of its own, a frame those of its family, an unknown rule its id."""
    assert rule_name("actor.last").zh.startswith("主語省略")
    assert rule_name("frame.verb.shi-go").en == "Read by the frame of its verb."
    assert rule_name("nobody.knows").zh == "nobody.knows"
