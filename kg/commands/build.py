"""`kg build`: the whole way, with a bar on stderr and an account at the end."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from kg.build import Options, Report, build
from kg.commands.correct import tell_corrections
from kg.commands.site import write_site
from kg.commands.view import warn_of_size
from kg.errors import UsageError
from kg.messages import Voice

if TYPE_CHECKING:
    from kg.cluster import Cluster

_ROWS = 200  # documents that the account lists one by one


def run(
    voice: Voice,
    sources: list[str],
    output: Path,
    options: Options,
    view: bool,
    site: bool,
    server: str | None,
    jobs: int = 1,
    resume: bool = False,
    load: bool = True,
    dask: str | None = None,
    depot: str | None = None,
) -> int:
    """Builds, reports, and returns the exit code: 2 where a source could not be read.

    Raises UsageError KG-U013 where a depot is named and no cluster.
    """
    if depot and not dask:
        raise UsageError(
            "KG-U013", "--parts 須與 --dask 同用。", "--parts goes with --dask: it is where its workers put the parts."
        )
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(voice.short("讀文建圖", "building"), total=None)
        read = 0

        def progress(document: str, characters: int) -> None:
            nonlocal read
            read += characters
            bar.update(task, description=f"{document} · {read:,} {voice.short('字', 'characters')}", completed=read)

        with _cluster(dask, output, depot) as cluster:
            report = build(
                sources, output, options, view=view, server=server, progress=progress, jobs=jobs, resume=resume,
                load=load, cluster=cluster,
            )  # fmt: skip
    if site and report.store is not None and any(part.acts for part in report.parts):
        report.site = write_site(voice, output / "site", [], output / "store").folder
    _account(voice, console, report)
    tell_corrections(voice, report.corrections)
    warn_of_size(voice, report.nodes)
    for error in report.failures:
        voice.fail(error)
    if report.failures and not report.parts:
        voice.say("一篇也未讀成，原有之圖未動。", "Nothing could be read; what was built before is as it was.")
    return 2 if report.failures else 0


def _cluster(dask: str | None, output: Path, depot: str | None) -> AbstractContextManager[Cluster | None]:
    if not dask:
        return nullcontext()
    from kg.cluster import Cluster

    return Cluster(dask, output / "parts", depot or "")


def _account(voice: Voice, console: Console, report: Report) -> None:
    if not report.parts:
        return
    table = Table(show_edge=False)
    table.add_column(voice.short("文本", "text"), overflow="fold")
    table.add_column(voice.short("題", "title"), overflow="fold")
    for zh, en in (("字", "characters"), ("儀節", "acts"), ("稱名", "mentions"), ("闕損", "lacunae")):
        table.add_column(voice.short(zh, en), justify="right")
    for part in report.parts[:_ROWS]:
        table.add_row(
            part.document,
            "" if part.title == part.document else part.title,
            f"{part.characters:,}",
            f"{part.acts:,}",
            f"{part.mentions:,}",
            f"{part.damage:,}",
        )
    if len(report.parts) > _ROWS:
        table.add_row(f"… {len(report.parts) - _ROWS:,}", *[""] * 5)
    if len(report.parts) > 1:
        table.add_section()
        table.add_row(
            voice.short("共", "all"),
            "",
            f"{sum(part.characters for part in report.parts):,}",
            f"{sum(part.acts for part in report.parts):,}",
            f"{sum(part.mentions for part in report.parts):,}",
            f"{sum(part.damage for part in report.parts):,}",
        )
    console.print(table)
    for part in report.parts[:_ROWS]:
        for problem in part.problems:
            cited = str(problem.citation) or (f"line {problem.line}" if problem.line is not None else "")
            place = " ".join(word for word in (part.document, cited) if word)
            voice.say(f"{problem.code} {place}：{problem.zh}", f"  {problem.en}")
        if part.others:
            rest = ", ".join(f"{kind} {count}" for kind, count in sorted(part.others.items()))
            more = sum(part.others.values())
            voice.say(
                f"{part.document} 尚有 {more} 處：{rest}。均記於圖中 (rit:Problem)。",
                f"  and {more} more: {rest}. All stand in the graph (rit:Problem).",
            )
    for canon, witnesses in report.witnesses.items():
        voice.say(
            f"對校 {canon}：{len(witnesses)} 篇（{'、'.join(witnesses)}）。",
            f"  Collated with {canon}: {len(witnesses)} texts ({', '.join(witnesses)}).",
        )
    if kept := sum(part.reused for part in report.parts):
        voice.say(f"{kept} 篇未變，沿用前次所成。", f"{kept} texts are as they were; their parts are kept.")
    made = [report.parts[0].path.parent, report.store, report.view, report.site]
    voice.say(
        "已成：" + "、".join(str(path) for path in made if path),
        "Made: " + ", ".join(str(path) for path in made if path),
    )
