"""The formats of `kg export`: what each makes of a store, as named files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg import __version__
from kg.errors import ExportError
from kg.export.annotations import annotation_lines
from kg.export.docbin import docbin
from kg.export.jsonld import CONTEXT_NAME, context
from kg.export.networks import gexf, graphml, network_tables
from kg.export.rdf import as_jsonld, as_trig, as_turtle
from kg.export.sheet import csv_lines, workbook
from kg.export.table import Table
from kg.export.tables import TABLES
from kg.export.tei import tei
from kg.files import write_whole, write_whole_bytes
from kg.graph.network import to_networkx
from kg.graph.source import Source

Content = bytes | Iterable[str]
_UNSAFE = re.compile(r"[^\w.~-]")
_LICENCE = "CC BY 4.0 https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its suffix, what it is, whether it makes several files, and the making of them.

    `make` takes the tables that were asked for; formats that are no tables pass over them. `tables` tells which.
    """

    suffix: str
    zh: str
    en: str
    make: Callable[[Source, Sequence[str]], Iterator[tuple[str, Content]]]
    tables: bool = False
    several: bool = False


def export(source: Source, format: str, what: Sequence[str] = ()) -> Iterator[tuple[str, Content]]:
    """(name of the file, its content) for each file of an export. Equal stores, equal files.

    `what` names tables (xlsx, csv); empty means all of them. Raises ExportError KG-E001 (no such format, no such
    table, or a format without tables), KG-E005 (the store holds no text).
    """
    if format not in FORMATS:
        raise _unknown("格式", "format", format, FORMATS)
    for name in what:
        if name not in TABLES:
            raise _unknown("表", "table", name, TABLES)
    if what and not FORMATS[format].tables:
        raise ExportError(
            "KG-E001", f"格式 {format} 不分表；--what 只用於 xlsx 與 csv。",
            f"The format {format} has no tables; --what goes with xlsx and csv.",
        )  # fmt: skip
    if not source.texts:
        raise ExportError("KG-E005", "圖庫中沒有文本可輸出。", "The store holds no text to export; run kg build.")
    return FORMATS[format].make(source, what or tuple(TABLES))


def write_export(source: Source, format: str, what: Sequence[str], output: Path) -> list[Path]:
    """Writes an export: to the file `output`, or into the folder `output` where it is several files.

    Returns what was written. Raises ExportError as `export`, UsageError KG-U003.
    """
    files = export(source, format, what)
    several = FORMATS[format].several and not (len(what) == 1 and FORMATS[format].tables)
    written = []
    for name, content in files:
        path = output / name if several else output
        if isinstance(content, bytes):
            write_whole_bytes(path, content)
        else:
            write_whole(path, content)
        written.append(path)
    return written


def _unknown(zh: str, en: str, name: str, known: Iterable[str]) -> ExportError:
    there = "、".join(known)
    return ExportError(
        "KG-E001", f"沒有這種{zh}：{name}；有：{there}。", f"There is no {en} {name}; there are: {there}."
    )


def _xlsx(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    tables = [TABLES[name](source) for name in what]
    about = [
        ("題 title", "儀節圖譜 ritual-kg"), ("版本 version", __version__), ("授權 licence", _LICENCE),
        ("文本 texts", "；".join(f"{text.title or text.id}" for text in source.texts.values())),
        ("引用 cite", "每列之出處與引文可逕入注。 Citation and quote of each row can stand in a footnote."),
    ]  # fmt: skip
    yield "ritual-kg.xlsx", workbook(tables, about)


def _csv(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    for name in what:
        yield f"{name}.csv", csv_lines(TABLES[name](source))


def _gexf(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.gexf", [gexf(to_networkx(source.store, source.settings))]


def _graphml(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.graphml", [graphml(to_networkx(source.store, source.settings))]


def _gephi(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    tables: tuple[Table, ...] = network_tables(to_networkx(source.store, source.settings))
    for table in tables:
        yield f"{table.name}.csv", csv_lines(table)


def _quads(source: Source) -> Iterator[ox.Quad]:
    return iter(source.store.quads_for_pattern(None, None, None))


def _jsonld(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.jsonld", [as_jsonld(_quads(source), source.settings)]


def _context(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield CONTEXT_NAME, [json.dumps({"@context": context(source.settings)}, ensure_ascii=False, indent=1) + "\n"]


def _trig(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.trig", [as_trig(_quads(source), source.settings)]


def _turtle(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.ttl", [as_turtle(_quads(source), source.settings)]


def _tei(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    for text in source.texts.values():
        yield f"{_UNSAFE.sub('_', text.id)}.tei.xml", [tei(source, text)]


def _annotations(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "annotations.jsonld", annotation_lines(source)


def _docbin(source: Source, what: Sequence[str]) -> Iterator[tuple[str, Content]]:
    yield "ritual-kg.spacy", docbin(source)


FORMATS: dict[str, Format] = {
    "xlsx": Format(".xlsx", "Excel 活頁簿", "Excel workbook, a sheet a table", _xlsx, tables=True),
    "csv": Format(".csv", "CSV (UTF-8 BOM)", "CSV for Excel, a file a table", _csv, tables=True, several=True),
    "gexf": Format(".gexf", "Gephi 之 GEXF，附時間軸", "GEXF for Gephi, with timeline", _gexf),
    "graphml": Format(".graphml", "GraphML", "GraphML", _graphml),
    "gephi": Format(".csv", "nodes.csv 與 edges.csv", "nodes.csv and edges.csv", _gephi, several=True),
    "jsonld": Format(".jsonld", "JSON-LD", "JSON-LD with its context", _jsonld),
    "context": Format(".jsonld", "JSON-LD 之 context", "the context of our JSON-LD, to be published", _context),
    "trig": Format(".trig", "TriG", "TriG, with named graphs", _trig),
    "ttl": Format(".ttl", "Turtle，已排序", "Turtle, sorted", _turtle),
    "tei": Format(".tei.xml", "TEI，儀節旁附", "TEI with stand-off acts, a file a text", _tei, several=True),
    "annotations": Format(".jsonld", "Web Annotation", "Web Annotations (W3C)", _annotations),
    "spacy": Format(".spacy", "spaCy 之 DocBin", "spaCy DocBin", _docbin),
}
