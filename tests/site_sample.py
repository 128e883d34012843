"""The site of the shipped rites, built once for all tests, and a browser that watches what its pages do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from kg.build import Options, build
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.site.build import build_site
from view_sample import ARGS, Watched, chromium, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def made_once(factory: pytest.TempPathFactory, name: str, make: Any) -> Path:
    """`make(folder)` in a folder that all worker processes of this run share; the first makes it, others wait."""
    import fcntl

    base = factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = shared / name
    with (shared / f"{name}.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").is_file():
            folder.mkdir(exist_ok=True)
            make(folder)
            (folder / "done").touch()
    return folder


def shipped(factory: pytest.TempPathFactory) -> Path:
    """A folder with store/ and site/ of the shipped rites."""

    def make(folder: Path) -> None:
        report = build([], folder, Options(), view=False)
        assert not report.failures
        build_site(open_store(folder / "store"), folder / "site", Settings())

    return made_once(factory, "shipped-site", make)


def site_of(factory: pytest.TempPathFactory, name: str, text: str, file: str = "rite.txt") -> Path:
    """The site/ of one text."""

    def make(folder: Path) -> None:
        (folder / file).write_text(text, encoding="utf-8")
        build([str(folder / file)], folder, Options(), view=False)
        build_site(open_store(folder / "store"), folder / "site", Settings())

    return made_once(factory, name, make) / "site"


class Seen(Watched):
    """A page of the site, watched."""

    def clean(self) -> None:
        """Nothing was asked for outside the site, nothing failed, nothing was blocked."""
        assert (self.requests, self.errors, self.violations()) == ([], [], [])


@contextmanager
def browser() -> Iterator[Browser]:
    """Headless Chromium with no network."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium(), args=ARGS)
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def visit(
    seen_by: Browser,
    site: Path,
    path: str,
    *,
    width: int = 1280,
    height: int = 800,
    theme: str = "light",
    ready: bool = False,
    **context_options: Any,
) -> Iterator[Seen]:
    """Opens a page of the site from its file; `ready` waits until its script says that it is."""
    context = seen_by.new_context(
        viewport={"width": width, "height": height}, offline=True, color_scheme=theme, accept_downloads=True,
        **context_options,
    )  # fmt: skip
    page = context.new_page()
    base = site.resolve().as_uri()
    seen = Seen(page)
    watch(seen, lambda url: url.startswith((base, "blob:")))
    file, _, fragment = path.partition("#")
    try:
        page.goto(f"{base}/{quote(file)}" + (f"#{fragment}" if fragment else ""))
        if ready:
            page.wait_for_selector("html[data-ready=true]", state="attached", timeout=30_000)
        yield seen
    finally:
        context.close()
