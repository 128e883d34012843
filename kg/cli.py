"""The command line: parses arguments, calls, prints, and turns faults into exit codes.

Exit codes: 0 done; 1 done, with findings (a graph does not validate); 2 bad input or usage, in part or in whole;
130 interrupted.
"""

from __future__ import annotations

import errno
import io
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn, Optional

import typer

from kg import __version__
from kg.cli_exchange import add_exchange_commands
from kg.cli_keeper import add_keeper_commands
from kg.cli_options import STORE, Store
from kg.cli_rite import add_rite_commands
from kg.cli_serve import add_serve_commands
from kg.cli_site import add_site_commands
from kg.errors import KgError, UsageError, Where
from kg.messages import Language, Voice

voice = Voice()

app = typer.Typer(
    name="kg",
    help="儀禮圖譜：把禮文讀成可查、可看的知識圖譜。\n\nReads classical Chinese ritual texts into a knowledge graph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


class GraphFormat(StrEnum):
    """What `kg extract` writes."""

    NQUADS = "nquads"
    TRIG = "trig"
    TURTLE = "turtle"
    JSONLD = "jsonld"
    JSONL = "jsonl"


class ResultFormat(StrEnum):
    """How `kg query` shows what it found."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    TURTLE = "turtle"


Reader = Annotated[
    Optional[str],  # noqa: UP045 - typer reads the annotation at run time
    typer.Option("--reader", help="讀法：tei、mandoku、bracketed、plain (預設由內容定) · How to read the source."),
]
Encoding = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option("--encoding", help="編碼 (預設由內容定) · Encoding of the source."),
]
Profiles = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--profiles", help="自訂之版式表 (TSV) · A table of further edition profiles, see docs/profiles.md."),
]


def _version(asked: bool) -> None:
    if asked:
        print(f"ritual-kg {__version__}")
        raise typer.Exit()


@app.callback()
def root(
    lang: Annotated[
        Language, typer.Option("--lang", envvar="KG_LANG", help="訊息之語言 · Language of messages.")
    ] = Language.BOTH,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="版本 · Version.")
    ] = False,
) -> None:
    """Options that stand before every command."""
    voice.language = lang


@app.command("build")
def build_command(
    source: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Argument(help="檔案或資料夾 (預設所附之二禮) · Files or folders; default: the shipped edition."),
    ] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="輸出之資料夾 · Folder to write.")] = Path("output"),
    reader: Reader = None,
    encoding: Encoding = None,
    profiles: Profiles = None,
    view: Annotated[bool, typer.Option(help="是否另作網頁 view.html · Whether to draw the page view.html.")] = True,
    site: Annotated[bool, typer.Option(help="是否作網站 site/ · Whether to write the site.")] = True,
    store: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--store", help="另寫入 SPARQL 伺服器之位址 · Also write to this SPARQL server (URL)."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="同時之程序 · Processes that read.")] = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="續前次，只讀有變者 · Keep what an earlier build made of the same texts.")
    ] = False,
    load: Annotated[
        bool, typer.Option(help="是否載入圖庫；否則只作 parts/ · Whether to load the store, or to write parts/ only.")
    ] = True,
    dask: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--dask", help="由 Dask 叢集讀之：排程器之位址 · Let a Dask cluster read (tcp://host:8786)."),
    ] = None,
    parts: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--parts", help="叢集存放之處 (fsspec) · Where its workers put parts if -o is not shared."),
    ] = None,
) -> None:
    """讀文建圖 · Reads texts and builds the graph, the store and a page."""
    from kg.build import Options
    from kg.commands.build import run

    options = Options(reader, encoding, profiles=profiles)
    raise typer.Exit(run(voice, source or [], output, options, view, site, store, jobs, resume, load, dask, parts))


@app.command("extract")
def extract_command(
    file: Annotated[list[str], typer.Argument(help="檔案；- 為標準輸入 · Files; - is stdin.")],
    output: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("-o", "--output", help="輸出之檔案 (預設標準輸出) · File to write (default: stdout)."),
    ] = None,
    format: Annotated[
        Optional[GraphFormat],  # noqa: UP045
        typer.Option("--format", help="格式 (預設由副檔名定，否則 nquads) · Format (default: by suffix, else nquads)."),
    ] = None,
    reader: Reader = None,
    encoding: Encoding = None,
    profiles: Profiles = None,
) -> None:
    """只讀文，輸出儀節 · Reads texts and writes their acts, without a store."""
    from kg.build import Options
    from kg.commands.extract import run

    options = Options(reader, encoding, profiles=profiles)
    raise typer.Exit(run(voice, file, output, format.value if format else None, options))


@app.command("query")
def query_command(
    sparql: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(help="SPARQL (前綴已備) · SPARQL; prefixes are supplied."),
    ] = None,
    file: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--file", "-f", help="從檔案讀查詢 · Read the query from a file."),
    ] = None,
    name: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--name", "-n", help="用現成的查詢 · Use a named query."),
    ] = None,
    names: Annotated[bool, typer.Option("--list", help="列出現成的查詢 · List the named queries.")] = False,
    set: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--set", help="現成查詢之參數 名=值 · Parameter of a named query, name=value."),
    ] = None,
    format: Annotated[ResultFormat, typer.Option("--format", help="格式 · Format.")] = ResultFormat.TABLE,
    store: Store = STORE,
) -> None:
    """查圖 · Asks the graph."""
    from kg.commands.query import run

    raise typer.Exit(run(voice, sparql, file, name, names, set or [], format.value, store))


@app.command("view")
def view_command(
    focus: Annotated[
        str, typer.Option("--focus", help="以何者為中心：名、拼音、英文 · What to look at: label, pinyin or gloss.")
    ] = "",
    depth: Annotated[int, typer.Option("--depth", min=1, max=6, help="幾層之內 · How many steps around it.")] = 2,
    output: Annotated[Path, typer.Option("-o", "--output", help="網頁檔 · Page to write.")] = Path("view.html"),
    store: Store = STORE,
) -> None:
    """畫成一張網頁 · Draws a page that opens without a network."""
    from kg.commands.view import run

    raise typer.Exit(run(voice, focus, depth, output, store))


@app.command("validate")
def validate_command(
    file: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Argument(help="圖檔 (預設為 kg build 所建) · Graph files; default: what kg build made."),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", help="kg build 之輸出 · The folder that kg build wrote.")
    ] = Path("output"),
) -> None:
    """驗圖 · Checks graphs against the shapes of the ontology."""
    from kg.commands.validate import run

    raise typer.Exit(run(voice, file or [], output))


@app.command("show")
def show_command(
    place: Annotated[str, typer.Argument(help="出處，如 xiangshe.177 · A citation, such as xiangshe.177.")],
    store: Store = STORE,
) -> None:
    """顯示一段及其各層：注、疏、訓釋、異文、分節 · Shows a passage with its layers: notes, glosses, variants, steps."""
    from kg.commands.show import run

    raise typer.Exit(run(voice, place, store))


@app.command("explain")
def explain_command(
    place: Annotated[
        str, typer.Argument(help="儀節或出處，如 xiangshe.177 · An act or a citation, such as xiangshe.177.")
    ],
    store: Store = STORE,
) -> None:
    """說明一段之儀節從何而來 · Shows a passage with its acts, roles, rules, and where each actor comes from."""
    from kg.commands.explain import run

    raise typer.Exit(run(voice, place, store))


add_keeper_commands(app, voice)
add_exchange_commands(app, voice)
add_rite_commands(app, voice)
add_site_commands(app, voice)
add_serve_commands(app, voice)


def main() -> NoReturn:
    """The program: a fault of the user's is told with its code, never as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A file or a pipe gets UTF-8 whatever the locale; on a terminal of another encoding a character that it lacks
        # must not end the program.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    try:
        app()
    except KgError as error:
        voice.fail(error)
        sys.exit(error.exit_code)
    except OSError as fault:
        if fault.errno == errno.EPIPE:  # the reader of our output has seen enough
            sys.stderr.close()
            sys.exit(0)
        place = Where(str(fault.filename)) if fault.filename else None
        voice.fail(
            UsageError(
                "KG-U009",
                f"系統不許：{fault.strerror or fault}。請檢查此檔案或磁碟。",
                f"The system refused: {fault.strerror or fault}. Check this file or the disk.",
                place,
            )
        )
        sys.exit(2)
    sys.exit(0)


if __name__ == "__main__":
    main()
