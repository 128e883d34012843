"""`kg site` and `kg open`: writes the site with a bar on stderr; opens a page of it in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from urllib.parse import quote

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from kg.errors import UsageError, Where
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.messages import Voice
from kg.site.build import ROOM_NAMES, Made, build_site
from kg.site.find import find_page


def run(voice: Voice, output: Path, only: list[str], store: Path) -> int:
    """Writes the site and says what was made."""
    made = write_site(voice, output, only, store)
    voice.say(
        f"網站已成，{made.pages} 頁，{made.size / 1e6:.1f} MB：{made.folder / 'index.html'}",
        f"The site is made, {made.pages} pages, {made.size / 1e6:.1f} MB: {made.folder / 'index.html'}",
    )
    return 0


def write_site(voice: Voice, output: Path, only: list[str], store: Path) -> Made:
    """Builds the site, showing which kind of page is being written."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(voice.short("作網站", "the site"), total=None)

        def progress(room: str, pages: int) -> None:
            name = ROOM_NAMES.get(room, (room, room))
            bar.update(task, description=f"{voice.short(*name)} · {pages:,} {voice.short('頁', 'pages')}")

        return build_site(open_store(store), output, Settings(), only, progress)


def open_site(voice: Voice, output: Path, page: str, show: bool) -> int:
    """Opens the start page, or the page that `page` names; prints the address where no browser can be opened."""
    if not (output / "index.html").is_file():
        raise UsageError(
            "KG-U040",
            f"此處沒有網站：{output}。請先執行 kg build 或 kg site。",
            f"There is no site in {output}; run kg build or kg site first.",
            Where(str(output)),
        )
    path, _, fragment = find_page(output, page).partition("#")
    address = (output / path).resolve().as_uri() + (f"#{quote(fragment, safe='/.')}" if fragment else "")
    if show:
        print(address)
    elif not webbrowser.open(address):
        voice.say(
            f"沒有可開之瀏覽器；請自行開啟：{address}",
            f"No browser could be opened; open this yourself: {address}",
        )
    return 0
