"""The commands for the site: site and open. They parse arguments and call."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from kg.cli_options import STORE, Store
from kg.messages import Voice


def add_site_commands(app: typer.Typer, voice: Voice) -> None:
    """Adds the commands to the program."""

    @app.command("site")
    def site_command(
        output: Annotated[Path, typer.Option("-o", "--output", help="輸出之資料夾 · Folder to write.")] = Path(
            "output/site"
        ),
        only: Annotated[
            Optional[list[str]],  # noqa: UP045 - typer reads the annotation at run time
            typer.Option(
                "--only",
                help="只作此類頁面，可重複：read network plan time compare thing questions · Only these kinds of page.",
            ),
        ] = None,
        store: Store = STORE,
    ) -> None:
        """作網站：讀文、網絡、平面、時序、比較、名物、問答 · Writes the site, a folder that opens without a network."""
        from kg.commands.site import run

        raise typer.Exit(run(voice, output, only or [], store))

    @app.command("open")
    def open_command(
        page: Annotated[
            str, typer.Argument(help="頁、段或名物 (預設首頁) · A page, a passage such as xiangshe.177, or a thing.")
        ] = "",
        output: Annotated[Path, typer.Option("-o", "--output", help="網站之資料夾 · The site's folder.")] = Path(
            "output/site"
        ),
        show: Annotated[
            bool, typer.Option("--print", help="只印其位址，不開瀏覽器 · Only print the address.")
        ] = False,
    ) -> None:
        """以瀏覽器開網站 · Opens the site in the browser."""
        from kg.commands.site import open_site

        raise typer.Exit(open_site(voice, output, page, show))
