"""Running SPARQL over a store: prefixes supplied, nothing reached out to, results in the format asked for."""

from __future__ import annotations

import csv
import io

import pyoxigraph as ox
from rich.console import Console
from rich.table import Table

from kg.errors import GraphError, Where
from kg.graph.settings import Settings
from kg.graph.sparql import check_query, keywords

FORMATS = ("table", "csv", "tsv", "json", "turtle")
_RESULTS = {
    "csv": ox.QueryResultsFormat.CSV,
    "tsv": ox.QueryResultsFormat.TSV,
    "json": ox.QueryResultsFormat.JSON,
}


def run_query(
    store: ox.Store, text: str, fmt: str = "table", *, settings: Settings | None = None, width: int | None = None
) -> str:
    """The answer to a SPARQL query as text that ends in LF; over the union of all graphs, unless it names some (FROM).

    `fmt`: table (for people, `width` columns wide), csv, tsv, json (as the W3C has them), turtle (CONSTRUCT and
    DESCRIBE alone). Raises GraphError KG-G030 (syntax, with its line), KG-G031, -36, -38 (see sparql.py),
    KG-G034 (the format does not fit the query), KG-G035 (it failed while running).
    """
    settings = settings or Settings()
    if fmt not in FORMATS:
        raise _unfit(fmt, f"須為 {'、'.join(FORMATS)} 之一", f"it must be one of {', '.join(FORMATS)}")
    form = check_query(text)
    if fmt == "turtle" and form in {"SELECT", "ASK"}:
        raise _unfit(fmt, f"{form} 的結果不是圖", f"the result of {form} is no graph; use table, csv, tsv or json")
    if fmt == "json" and form in {"CONSTRUCT", "DESCRIBE"}:
        raise _unfit(fmt, f"{form} 的結果是圖，請用 turtle", f"the result of {form} is a graph; use turtle")
    try:
        # Told to take the union, Oxigraph would pass over the query's own FROM.
        union = "FROM" not in keywords(text)
        result = store.query(text, prefixes=settings.prefixes, use_default_graph_as_union=union)
        return _written(result, fmt, settings, width)
    except SyntaxError as fault:
        raise GraphError(
            "KG-G030",
            f"SPARQL 語法有誤：{fault.msg}",
            f"This is no valid SPARQL: {fault.msg}",
            Where("SPARQL", fault.lineno),
        ) from fault
    except (OSError, ValueError, RuntimeError) as fault:
        raise GraphError("KG-G035", f"查詢執行失敗：{fault}", f"The query failed while it ran: {fault}") from fault


def _unfit(fmt: str, zh: str, en: str) -> GraphError:
    return GraphError("KG-G034", f"格式 {fmt} 不合：{zh}。", f"The format {fmt} does not fit: {en}.")


def _written(
    result: ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples, fmt: str, settings: Settings, width: int | None
) -> str:
    if isinstance(result, ox.QueryTriples):
        if fmt == "turtle":
            triples = sorted(result, key=str)
            # Sorted first, so that equal graphs are equal texts.
            return (ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=settings.prefixes) or b"").decode()
        names = ["subject", "predicate", "object"]
        rows = [[t.subject, t.predicate, t.object] for t in sorted(result, key=str)]
        return _delimited(names, rows, fmt) if fmt in {"csv", "tsv"} else _table(names, rows, settings, width)
    if isinstance(result, ox.QueryBoolean):
        if fmt == "table":
            return "是 yes\n" if result else "否 no\n"
        if fmt in {"csv", "tsv"}:
            return "true\n" if result else "false\n"
        return _ended(result.serialize(format=_RESULTS[fmt]))
    if fmt == "table":
        names = [variable.value for variable in result.variables]
        return _table(names, [[solution[name] for name in names] for solution in result], settings, width)
    return _ended(result.serialize(format=_RESULTS[fmt]))


def _ended(data: bytes | None) -> str:
    text = (data or b"").decode().replace("\r\n", "\n")
    return text if text.endswith("\n") else text + "\n"


def _delimited(names: list[str], rows: list[list[object]], fmt: str) -> str:
    buffer = io.StringIO()
    if fmt == "csv":
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([getattr(term, "value", str(term)) for term in row] for row in rows)
    else:
        buffer.write("\t".join(f"?{name}" for name in names) + "\n")
        buffer.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    return buffer.getvalue()


def _table(names: list[str], rows: list[list[object]], settings: Settings, width: int | None) -> str:
    table = Table(caption=f"{len(rows)} 列 rows", caption_justify="left", header_style="bold", highlight=False)
    for name in names:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(_shown(term, settings) for term in row))
    buffer = io.StringIO()
    Console(file=buffer, width=width or 120, force_terminal=False, markup=False, emoji=False).print(table)
    return "\n".join(line.rstrip() for line in buffer.getvalue().split("\n"))


def _shown(term: object, settings: Settings) -> str:
    """A term for people: a literal's text, an IRI shortened by its prefix or by the base."""
    if term is None:
        return ""
    if isinstance(term, ox.NamedNode):
        return settings.shortened(term.value)
    return str(getattr(term, "value", term))
