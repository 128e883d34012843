"""The commands about what a rite means: tally and its fellows. They parse arguments and call."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.messages import Voice


class TallyFormat(StrEnum):
    """How `kg tally` shows what follows from the hits."""

    TABLE = "table"
    JSON = "json"
    TURTLE = "turtle"


def add_rite_commands(app: typer.Typer, voice: Voice) -> None:
    """Adds the commands to the program."""

    @app.command("tally")
    def tally_command(
        file: Annotated[
            Path, typer.Argument(help="每耦所中之表 (CSV) 或其圖 (RDF) · Hits of each couple: CSV, or a graph.")
        ],
        rite: Annotated[
            str, typer.Option("--rite", help="依何禮：xiangshe、dashe · By which rite (a graph says it itself).")
        ] = "xiangshe",
        format: Annotated[TallyFormat, typer.Option("--format", help="格式 · Format.")] = TallyFormat.TABLE,
    ) -> None:
        """數獲：幾純幾奇、所告之辭、何人飲 · Counts tallies: pairs and odd ones, the words announced, who drinks."""
        from kg.commands.tally import run as run_tally

        raise typer.Exit(run_tally(voice, file, rite, format.value))
