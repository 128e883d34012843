"""Finding a page of a site that was written: by its path, by a passage's id, or by what a thing is called."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from kg.views.focus import plain
from kg.views.page import ViewError


def find_page(folder: Path, words: str) -> str:
    """The page that `words` name, from the site's folder: read/xiangshe.html, xiangshe.177, 楅, fu, rack.

    Raises ViewError KG-V007 where there is none.
    """
    if not words:
        return "index.html"
    for path in (words, f"{words}.html", f"{words}/index.html"):
        if ".." not in Path(path).parts and not Path(path).is_absolute() and (folder / path).is_file():
            return path
    index, texts, *_ = _tables(folder)
    for identifier, slug in texts:
        if words.startswith(f"{identifier}."):
            return f"read/{slug}.html#{words}"
        if words == identifier:
            return f"read/{slug}.html"
    tests: tuple[Callable[[list[str]], bool], ...] = (
        lambda row: words == row[0] or words in row[3],
        lambda row: plain(row[1]) == plain(words) != "",
        lambda row: words.lower() in row[2].lower().replace(",", ";").split("; "),
    )
    for test in tests:
        for row in index:
            if test(row):
                return str(row[5])
    raise ViewError(
        "KG-V007",
        f"網站中沒有「{words}」之頁；可用頁名、段號 (xiangshe.177)、名物之名、拼音或英文。",
        f"The site has no page for “{words}”; give a page, a passage (xiangshe.177), a thing's name, pinyin or gloss.",
    )


def _tables(folder: Path) -> list[list[list[str]]]:
    """What assets/index.js assigns: the index, the texts, the glyphs."""
    lines = (folder / "assets" / "index.js").read_text(encoding="utf-8").splitlines()
    return [json.loads(line.partition("=")[2].rstrip(";")) for line in lines[:2]]
