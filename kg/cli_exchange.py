"""The commands by which the graph meets other people and programs: link, export, correct, review."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from kg.cli_options import STORE, Format, ReportFormat, Store
from kg.messages import Voice


class SubjectKind(StrEnum):
    """What of ours is to be linked."""

    PERSON = "person"
    WORK = "work"
    WORD = "word"


Output = Annotated[Path, typer.Option("--output", help="kg build 之輸出 · The folder that kg build wrote.")]
_OUTPUT = Path("output")


def add_exchange_commands(app: typer.Typer, voice: Voice) -> None:
    """Adds the commands to the program."""

    @app.command("export")
    def export_command(
        format: Annotated[str, typer.Option("--format", "-f", help="格式，見 --list · Format, see --list.")] = "xlsx",
        what: Annotated[
            Optional[list[str]],  # noqa: UP045 - typer reads the annotation at run time
            typer.Option("--what", "-w", help="何表：acts mentions comments glosses variants links · Which tables."),
        ] = None,
        output: Annotated[
            Optional[Path],  # noqa: UP045
            typer.Option("-o", "--output", help="檔案或資料夾 (預設標準輸出) · File or folder; default: stdout."),
        ] = None,
        store: Store = STORE,
        formats: Annotated[bool, typer.Option("--list", help="列出格式 · List the formats.")] = False,
    ) -> None:
        """輸出為 Excel、Gephi、TEI 等 · Writes the graph for Excel, Gephi, TEI tools and others."""
        from kg.commands.export import run

        raise typer.Exit(run(voice, format, what or [], output, store, formats))

    @app.command("correct")
    def correct_command(
        place: Annotated[str, typer.Argument(help="何處：段/起，如 xiangshe.177/3 · The act, such as xiangshe.177/3.")],
        role: Annotated[
            str, typer.Option("--role", help="角色 (actor object …)，或 action mode negated count act · Role, or fact.")
        ],
        who: Annotated[str, typer.Option("--who", help="何人所校 · Who corrects.")],
        new: Annotated[
            Optional[list[str]],  # noqa: UP045
            typer.Option("--new", help="當作何，可多次；不給則無 · What it should be, repeatable; none: nothing."),
        ] = None,
        why: Annotated[str, typer.Option("--why", help="理由 · Why.")] = "",
        withdraw: Annotated[bool, typer.Option("--withdraw", help="撤回 · Take it back.")] = False,
        store: Store = STORE,
    ) -> None:
        """校正一處之讀法 · Says against the machine how an act is to be read; the next build applies it."""
        from kg.commands.correct import run

        raise typer.Exit(run(voice, place, role, new or [], who, why, withdraw, store))

    @app.command("review")
    def review_command(
        limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="幾條 · How many.")] = 20,
        text: Annotated[
            Optional[str],  # noqa: UP045
            typer.Option("--text", help="只看此篇 · Only this text."),
        ] = None,
        role: Annotated[
            Optional[str],  # noqa: UP045
            typer.Option("--role", help="只看有此角色者 · Only acts with this role."),
        ] = None,
        format: Format = ReportFormat.TABLE,
        store: Store = STORE,
    ) -> None:
        """先列信度最低之儀節 · Lists the acts of which the reading is least sure first."""
        from kg.commands.review import run

        raise typer.Exit(run(voice, store, limit, text, role, format.value))

    app.add_typer(_link(voice), name="link")


def _link(voice: Voice) -> typer.Typer:
    app = typer.Typer(help="與他庫相連 · Links to other datasets.", no_args_is_help=True)

    @app.command("candidates")
    def candidates_command(
        dataset: Annotated[
            Path,
            typer.Option("--dataset", help="CBDB SQLite、Wikidata JSON、CSV、TSV、SKOS · The dataset to link to."),
        ],
        kind: Annotated[
            Optional[list[SubjectKind]],  # noqa: UP045
            typer.Option("--kind", help="只連何者 · Only these: person, work, word."),
        ] = None,
        scheme: Annotated[
            str, typer.Option("--scheme", help="裸識別碼之體系，如 cbdb · Scheme of bare ids, such as cbdb.")
        ] = "",
        column: Annotated[
            Optional[list[str]],  # noqa: UP045
            typer.Option("--column", help="欄目=欄名，如 label=姓名 · FIELD=HEADER, such as label=姓名."),
        ] = None,
        output: Output = _OUTPUT,
    ) -> None:
        """由他庫之檔提出候選 · Proposes links from a dataset that you have."""
        from kg.commands.link import candidates

        kinds = [one.value for one in kind or []]
        raise typer.Exit(candidates(voice, dataset, output, kinds, scheme, column or []))

    @app.command("review")
    def review_command(
        who: Annotated[str, typer.Option("--who", envvar="USER", help="何人所決 · Who decides.")] = "",
        output: Output = _OUTPUT,
    ) -> None:
        """逐條覆核候選 · Asks about each candidate: accept, reject, skip."""
        from kg.commands.link import review

        raise typer.Exit(review(voice, output, who))

    @app.command("status")
    def status_command(format: Format = ReportFormat.TABLE, store: Store = STORE) -> None:
        """連結之數，分對象與強弱 · How many links, per target and strength."""
        from kg.commands.link import status

        raise typer.Exit(status(voice, store, format.value))

    @app.command("serve")
    def serve_command(
        host: Annotated[str, typer.Option("--host", help="位址 · Address.")] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", min=1, max=65535, help="埠 · Port.")] = 8001,
        store: Store = STORE,
    ) -> None:
        """供 OpenRefine 對照詞表 · Serves our vocabulary to OpenRefine."""
        from kg.commands.link import serve

        raise typer.Exit(serve(voice, store, host, port))

    return app
