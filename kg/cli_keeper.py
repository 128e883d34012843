"""The commands for whoever keeps the rules and the lexicon: score, diff, lexicon. They parse arguments and call."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from kg.cli_options import Format, ReportFormat
from kg.messages import Voice

Sources = Annotated[
    Optional[list[str]],  # noqa: UP045 - typer reads the annotation at run time
    typer.Argument(help="檔案或資料夾 (預設所附之二禮) · Files or folders; default: the shipped edition."),
]
Reader = Annotated[Optional[str], typer.Option("--reader", help="讀法 · How to read the source.")]  # noqa: UP045
Encoding = Annotated[Optional[str], typer.Option("--encoding", help="編碼 · Encoding of the source.")]  # noqa: UP045


def add_keeper_commands(app: typer.Typer, voice: Voice) -> None:
    """Adds the commands to the program."""

    @app.command("score")
    def score_command(
        gold: Annotated[Path, typer.Argument(help="人工標注之段 (JSONL) · Annotated runs (JSONL).")],
        graph: Annotated[
            Optional[list[Path]],  # noqa: UP045
            typer.Argument(help="所評之圖 (預設即時讀之) · Graphs to score; default: read the runs now."),
        ] = None,
        strip: Annotated[bool, typer.Option("--strip", help="去句讀而評 · Take the punctuation out first.")] = False,
        errors: Annotated[bool, typer.Option("--errors", help="列出每一不合 · List every disagreement.")] = False,
        rules: Annotated[
            bool, typer.Option("--rules", help="按規則報告 · Report by rule: fired, never, competing, in error.")
        ] = False,
        run: Annotated[
            Optional[list[str]],  # noqa: UP045
            typer.Option("--run", help="只評此段，可用 * · Only runs of this id; * matches."),
        ] = None,
        format: Format = ReportFormat.TABLE,
    ) -> None:
        """以人工標注評讀文之正誤 · Scores the reading against gold, with reports by rule."""
        from kg.commands.score import run as run_score

        raise typer.Exit(run_score(voice, gold, graph or [], strip, errors, rules, run or [], format.value))

    @app.command("diff")
    def diff_command(
        old: Annotated[Path, typer.Argument(help="舊圖 · The old graph (OLD.nq).")],
        new: Annotated[Path, typer.Argument(help="新圖 · The new graph (NEW.nq).")],
        rules: Annotated[bool, typer.Option("--rules", help="規則有異亦列 · Also tell other rules.")] = False,
        format: Format = ReportFormat.TABLE,
    ) -> None:
        """兩版之圖何者有異 · Which acts changed between two versions; exit code 1 where some did."""
        from kg.commands.diff import run as run_diff

        raise typer.Exit(run_diff(voice, old, new, format.value, rules))

    app.add_typer(_lexicon(voice), name="lexicon")


def _lexicon(voice: Voice) -> typer.Typer:
    app = typer.Typer(help="詞表：未收之詞、所收之比、表之正誤 · The lexicon and its tables.", no_args_is_help=True)

    @app.command("unknown")
    def unknown_command(
        source: Sources = None,
        reader: Reader = None,
        encoding: Encoding = None,
        least: Annotated[int, typer.Option("--least", min=1, help="至少幾次 · At least so often.")] = 1,
        format: Format = ReportFormat.TABLE,
    ) -> None:
        """列詞表未收之詞，附文與推測 · Words outside the lexicon, with contexts and a guess by their frame."""
        from kg.commands.lexicon import unknown

        raise typer.Exit(unknown(voice, source or [], reader, encoding, least, format.value))

    @app.command("coverage")
    def coverage_command(
        source: Sources = None,
        reader: Reader = None,
        encoding: Encoding = None,
        limit: Annotated[
            Optional[float],  # noqa: UP045
            typer.Option("--limit", help="總比 (%) 達此則告 1 · Exit code 1 where the whole share (%) reaches this."),
        ] = None,
        format: Format = ReportFormat.TABLE,
    ) -> None:
        """正文之字幾何不在詞表 · Which share of the base text is in no word."""
        from kg.commands.lexicon import cover

        raise typer.Exit(cover(voice, source or [], reader, encoding, limit, format.value))

    @app.command("check")
    def check_command(
        folder: Annotated[
            Optional[Path],  # noqa: UP045
            typer.Argument(help="詞表之資料夾 (預設所附) · Folder of tables; default: the shipped ones."),
        ] = None,
        format: Format = ReportFormat.TABLE,
    ) -> None:
        """檢查詞表 · Checks the tables: ids, references, rules; each finding with file and row."""
        from kg.commands.lexicon import check

        raise typer.Exit(check(voice, folder, format.value))

    return app
