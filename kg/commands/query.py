"""`kg query`: a SPARQL query, from the command line, a file, or the collection of named ones."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from kg.errors import UsageError, Where
from kg.graph.named import named_queries, named_query
from kg.graph.query import run_query
from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.messages import Voice


def run(
    voice: Voice,
    sparql: str | None,
    file: Path | None,
    name: str | None,
    names: bool,
    given: list[str],
    format: str,
    store: Path,
) -> int:
    """Prints the answer to stdout."""
    settings = Settings()
    if names:
        _list(voice, settings)
        return 0
    text = _query(sparql, file, name, given, settings)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    sys.stdout.write(run_query(open_store(store), text, format, settings=settings, width=width))
    sys.stdout.flush()
    return 0


def _query(sparql: str | None, file: Path | None, name: str | None, given: list[str], settings: Settings) -> str:
    if sum(source is not None for source in (sparql, file, name)) != 1:
        raise UsageError(
            "KG-U001",
            "請給一個查詢：SPARQL、--file 或 --name，三者擇一。現成的查詢見 kg query --list。",
            "Give one query: SPARQL, --file or --name. kg query --list shows the named ones.",
        )
    if given and name is None:
        raise UsageError(
            "KG-U001", "--set 只用於 --name 之查詢。", "--set goes with --name; put the values into the query itself."
        )
    if name is not None:
        return named_query(name, settings).bind(parameters(given))
    if file is not None:
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise UsageError(
                "KG-U005",
                f"不能讀取查詢檔：{fault}。",
                f"The query file cannot be read: {fault}.",
                Where(str(file)),
            ) from fault
    return sparql or ""


def parameters(given: list[str]) -> dict[str, list[str]]:
    """`thing=楅`, `thing=中` → {"thing": ["楅", "中"]}. Raises UsageError KG-U001 where there is no `=`."""
    values: dict[str, list[str]] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not key or not equals:
            raise UsageError("KG-U001", f"--set 須作「名=值」：{pair}。", f"--set takes name=value, not {pair}.")
        values.setdefault(key, []).append(value)
    return values


def _list(voice: Voice, settings: Settings) -> None:
    for query in named_queries(settings).values():
        print(query.name)
        for line in voice.text(query.zh, query.en).splitlines():
            print(f"    {line}")
        for name, told in query.params.items():
            print(f"    --set {name}=…  {told}")
