"""The commands about what a rite means: tally and its fellows. They parse arguments and call."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.cli_options import STORE, Format, ReportFormat, Store
from kg.messages import Voice


class TallyFormat(StrEnum):
    """How `kg tally` shows what follows from the hits."""

    TABLE = "table"
    JSON = "json"
    TURTLE = "turtle"


class UnfoldFormat(StrEnum):
    """How `kg unfold` shows the acts."""

    TEXT = "text"
    NQUADS = "nquads"


class CompareFormat(StrEnum):
    """How `kg compare` shows what answers to what."""

    TABLE = "table"
    CSV = "csv"
    NQUADS = "nquads"


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

    @app.command("unfold")
    def unfold_command(
        place: Annotated[
            str, typer.Argument(help="段或儀節，如 xiangshe.61、xiangshe.61/12 · A passage or an act.")
        ] = "",
        text: Annotated[str, typer.Option("--text", help="一篇之全部 · All likenesses of a text.")] = "",
        format: Annotated[UnfoldFormat, typer.Option("--format", help="格式 · Format.")] = UnfoldFormat.TEXT,
        store: Store = STORE,
    ) -> None:
        """「如初」「如賓禮」所指，逐節推出 · Unfolds 如初, 如賓禮 … into the acts they stand for."""
        from kg.commands.unfold import run as run_unfold

        raise typer.Exit(run_unfold(voice, place, text, format.value, store))

    @app.command("state")
    def state_command(
        at: Annotated[
            str, typer.Option("--at", help="段或儀節之後，如 xiangshe.237 · Behind this passage or act.")
        ] = "",
        contradictions: Annotated[
            bool, typer.Option("--contradictions", help="列出牴牾 · Lists what contradicts itself.")
        ] = False,
        text: Annotated[str, typer.Option("--text", help="何篇之牴牾 · Contradictions of which text.")] = "",
        format: Format = ReportFormat.TABLE,
        store: Store = STORE,
    ) -> None:
        """某節之後人在何處、面何方、執何物 · Where everybody is, which way he faces, what he holds."""
        from kg.commands.state import run as run_state

        raise typer.Exit(run_state(voice, at, contradictions, text, format.value, store))

    @app.command("compare")
    def compare_command(
        left: Annotated[str, typer.Argument(help="一篇，如 xiangshe · A text.")],
        right: Annotated[str, typer.Argument(help="另一篇，如 dashe · Another text.")],
        stage: Annotated[str, typer.Option("--stage", help="只看此段 · Only stages of this id or label.")] = "",
        short: Annotated[bool, typer.Option("--short", help="每段一列 · One line a stage.")] = False,
        format: Annotated[CompareFormat, typer.Option("--format", help="格式 · Format.")] = CompareFormat.TABLE,
        store: Store = STORE,
    ) -> None:
        """兩禮逐段逐節對看 · Two rites side by side, stage by stage and act by act."""
        from kg.commands.compare import run as run_compare

        raise typer.Exit(run_compare(voice, left, right, stage, short, format.value, store))
