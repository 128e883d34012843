"""Building the site: every page asked for, written to a new folder that then takes the old place."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg.errors import Where
from kg.files import unwritable
from kg.graph.settings import Settings
from kg.site.compare import compare_pages, read_pairs
from kg.site.divisions import read_divisions
from kg.site.editor import editor_pages, editor_state
from kg.site.networks import Ready, network_pages, ready_views, thing_networks
from kg.site.pages import Frame, Link, Page, static
from kg.site.plan import plan_pages, plan_texts
from kg.site.questions import question_pages, read_questions
from kg.site.reader import Rite, read_rite
from kg.site.reading import reading_pages
from kg.site.shared import Shared
from kg.site.start import start_page
from kg.site.things import thing_pages
from kg.site.timeline import time_pages
from kg.views.network import vis_network_script
from kg.views.page import ViewError, asset
from kg.views.reader import RiteReader, select_from

Progress = Callable[[str, int], None]  # the room, and how many pages have been written

ROOMS = ("read", "network", "plan", "time", "compare", "thing", "questions")
ROOM_NAMES = {
    "read": ("讀文", "Reading"), "network": ("網絡", "Network"), "plan": ("平面", "Plan"), "time": ("時序", "Time"),
    "compare": ("比較", "Compare"), "thing": ("名物", "Things"), "questions": ("問答", "Questions"),
}  # fmt: skip
_STATIC = (
    "site.css", "reading.css", "thing.css", "network.css", "moving.css", "time.css", "site.js", "early.js",
    "reading.js", "acts.js", "time.js", "plan.css", "plan_model.js", "plan.js", "editor.css",
    "editor.js", "compare.css", "compare.js", "voices.js",
)  # fmt: skip
_OF_VIEWS = ("network_body.css", "network.js", "network_canvas.js")
# What a folder must hold for us to replace it: nothing else of the user's is ever deleted.
_MARK = "assets/site.js"


@dataclass(frozen=True, slots=True)
class Made:
    """What was written: the folder, pages, bytes."""

    folder: Path
    pages: int
    size: int


def build_site(
    store: ox.Store,
    folder: Path,
    settings: Settings,
    only: Sequence[str] = (),
    progress: Progress = lambda room, pages: None,
) -> Made:
    """Writes the site into `folder`, whole or not at all. `only` names the rooms to make (default: all).

    Raises ViewError KG-V003 (the graph holds no acts), KG-V005 (no such room), KG-V006 (`folder` holds something else
    than a site), UsageError KG-U003 (it cannot be written).
    """
    unknown = [room for room in only if room not in ROOMS]
    if unknown:
        raise ViewError(
            "KG-V005",
            f"沒有這一類頁面：{'、'.join(unknown)}；可用：{'、'.join(ROOMS)}。",
            f"There is no such kind of page: {', '.join(unknown)}; there are: {', '.join(ROOMS)}.",
        )
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]) and not (folder / _MARK).is_file():
        raise ViewError(
            "KG-V006",
            f"{folder} 已有他物，不加覆蓋；請另擇一資料夾 (-o)。",
            f"{folder} holds something that is no site and is left alone; choose another folder (-o).",
            Where(str(folder)),
        )
    rite = read_rite(select_from(store, settings), settings)
    if not any(text.acts for text in rite.texts):
        raise ViewError(
            "KG-V003",
            "圖中沒有儀節，無可繪者。請先以 kg build 建圖。",
            "The graph holds no acts, so there is nothing to draw. Build it first: kg build.",
        )
    read_divisions(rite)
    rooms = [room for room in ROOMS if not only or room in only]
    pages = _pages(store, rite, rooms)
    return _write(folder, pages, progress)


def _pages(store: ox.Store, rite: Rite, rooms: Sequence[str]) -> Iterator[tuple[str, Page]]:
    shared = Shared(rite)
    first = rite.texts[0].slug
    at = {
        "read": f"read/{first}.html", "network": "network/index.html",
        "time": f"time/{first}.html", "thing": "thing/index.html",
        "questions": "questions/index.html",
    }  # fmt: skip
    if planned := plan_texts(rite):
        drawn = next(text for text in rite.texts if text.iri in planned)
        at["plan"] = f"plan/{drawn.slug}.html"
    pairs = read_pairs(shared)
    several = [text for text in (*rite.texts, *rite.others) if len({note.speaker for note in text.notes}) > 1]
    if pairs or several:
        at["compare"] = "compare/index.html"
    made = [room for room in rooms if room in at]
    frame = Frame([Link(room, at[room], *ROOM_NAMES[room]) for room in made])
    yield "assets", Page("assets/index.js", shared.index_script())
    for name in _STATIC:
        yield "assets", Page(f"assets/{name}", static(name))
    views: list[Ready] = []
    if "network" in made:
        views = ready_views(shared)
        for name in _OF_VIEWS:
            yield "assets", Page(f"assets/{name}", asset(name))
        yield "assets", Page("assets/vis-network.js", vis_network_script())
    questions = read_questions(_table(store, rite.settings), rite.settings) if "questions" in made else []
    yield "start", start_page(shared, frame, questions, {room: at[room] for room in made})
    if "read" in made:
        for text in (*rite.texts, *rite.others):
            yield from _of("read", reading_pages(shared, frame, text))
    if "network" in made:
        yield from _of("network", network_pages(shared, frame, RiteReader(rite.select), views))
    if "plan" in made:
        yield from _of("plan", plan_pages(shared, frame))
    if "time" in made:
        yield from _of("time", time_pages(shared, frame))
    if "compare" in made:
        yield from _of("compare", compare_pages(shared, frame, pairs))
    if "thing" in made:
        yield from _of("thing", thing_pages(shared, frame, thing_networks(views)))
    if "questions" in made:
        editor = editor_state(len(store))
        if editor.made:
            yield from _of("questions", editor_pages(shared, frame, store, questions, rite.settings))
        yield from _of("questions", question_pages(shared, frame, questions, editor))


def _of(room: str, pages: Iterable[Page]) -> Iterator[tuple[str, Page]]:
    for page in pages:
        yield room, page


def _table(store: ox.Store, settings: Settings) -> Callable[[str], tuple[list[str], list[list[str]]]]:
    def shown(term: object) -> str:
        if term is None:
            return ""
        value = str(getattr(term, "value", term))
        return value.removeprefix(settings.base) if isinstance(term, ox.NamedNode) else value

    def table(query: str) -> tuple[list[str], list[list[str]]]:
        result = store.query(query, prefixes=settings.prefixes, use_default_graph_as_union=True)
        if isinstance(result, ox.QueryBoolean):
            return ["answer"], [["是 yes" if result else "否 no"]]
        if isinstance(result, ox.QueryTriples):
            triples = sorted(result, key=str)
            return ["subject", "predicate", "object"], [
                [shown(t.subject), shown(t.predicate), shown(t.object)] for t in triples
            ]
        names = [variable.value for variable in result.variables]
        return names, [[shown(solution[name]) for name in names] for solution in result]

    return table


def _write(folder: Path, pages: Iterable[tuple[str, Page]], progress: Progress) -> Made:
    work = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    count = size = 0
    try:
        try:
            for room, page in pages:
                path = work / page.path
                path.parent.mkdir(parents=True, exist_ok=True)
                data = page.text.encode("utf-8")
                path.write_bytes(data)
                size += len(data)
                count += page.path.endswith(".html")
                progress(room, count)
            if folder.exists():
                folder.rename(old)
            work.rename(folder)
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            if old.exists() and not folder.exists():
                old.rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)
    except OSError as fault:
        raise unwritable(folder, fault) from fault
    return Made(folder, count, size)
