"""The command that serves the graph. It parses arguments and calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from kg.messages import Voice


def add_serve_commands(app: typer.Typer, voice: Voice) -> None:
    """Adds the command to the program."""

    @app.command("serve")
    def serve_command(
        host: Annotated[str, typer.Option("--host", help="位址 · Address.")] = "127.0.0.1",
        port: Annotated[
            int, typer.Option("--port", min=0, max=65535, help="埠；0 為任取一空者 · Port; 0 takes a free one.")
        ] = 8000,
        store: Annotated[
            str,
            typer.Option(
                "--store",
                envvar="KG_STORE",
                help="圖庫所在，或 SPARQL 伺服器之位址 · Where the store is, or a SPARQL server's query URL.",
            ),
        ] = "output/store",
        site: Annotated[
            Optional[Path],  # noqa: UP045 - typer reads the annotation at run time
            typer.Option("--site", help="網站 (預設圖庫旁之 site) · The site's folder, default beside the store."),
        ] = None,
        seconds: Annotated[
            float, typer.Option("--seconds", min=0.1, max=600, help="每一查詢之時限 · Seconds that a query may take.")
        ] = 10.0,
        memory: Annotated[
            int, typer.Option("--memory", min=64, help="每一查詢之記憶體 (MiB) · Memory that a query may take (MiB).")
        ] = 1024,
        at_once: Annotated[
            int, typer.Option("--at-once", min=1, max=256, help="同時之查詢 · Queries that run at once.")
        ] = 16,
        kept: Annotated[
            int,
            typer.Option(
                "--kept", min=0, max=4096, help="留存答案 (MiB)，0 為不留 · Answers that are kept (MiB), 0: none."
            ),
        ] = 16,
    ) -> None:
        """啟動伺服器：SPARQL、鏈結資料、檢索、網站 · Serves SPARQL, linked data, search and the site; read only."""
        from kg.commands.serve import run

        raise typer.Exit(run(voice, store, host, port, site, seconds, memory, at_once, kept))
