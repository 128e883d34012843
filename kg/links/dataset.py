"""Opening a dataset: its kind is told by its bytes and its name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyoxigraph as ox

from kg.errors import LinkError, Where
from kg.graph.settings import SKOS
from kg.links.cbdb import MAGIC, read_cbdb
from kg.links.record import Kind, Record
from kg.links.tabular import read_tabular, recognised
from kg.links.wikidata import read_wikidata

_JSON = frozenset({".json", ".jsonl", ".ndjson"})
_TABLES = frozenset({".csv", ".tsv", ".txt", ".tab"})
_SQLITE = frozenset({".sqlite", ".sqlite3", ".db"})
_LITERARY = ("lzh", "zh-hant", "zh-tw", "zh", "zh-hans", "ja", "")
_BLOCK = 1 << 20


def read_dataset(path: Path, columns: Mapping[str, str] | None = None, scheme: str = "") -> Iterator[Record]:
    """The records of a dataset: CBDB's SQLite, Wikidata's JSON, CSV or TSV, or SKOS in any RDF format.

    Raises LinkError KG-K001 (cannot be read), KG-K020 to KG-K023, KG-K025 (see the readers), KG-K024 (no valid RDF),
    KG-K026 (nothing that we can read).
    """
    suffix = path.suffix.lower()
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
        if head == MAGIC or suffix in _SQLITE:
            yield from read_cbdb(path)
        elif suffix in _JSON:
            yield from read_wikidata(path)
        elif suffix in _TABLES:
            yield from read_tabular(path, path.read_bytes().decode("utf-8-sig"), columns or {}, scheme)
        elif format := ox.RdfFormat.from_extension(suffix.removeprefix(".")):
            yield from _read_skos(path, format)
        else:
            raise LinkError(
                "KG-K026",
                f"不知此檔為何種資料：{path.name}。"
                "可用 SQLite (CBDB)、.json (Wikidata)、.csv、.tsv、SKOS (.ttl .nt .rdf …)。",
                f"What {path.name} holds is not clear. Use SQLite (CBDB), .json (Wikidata), .csv, .tsv or SKOS "
                "(.ttl .nt .rdf …).",
                Where(str(path)),
            )
    except OSError as fault:
        raise LinkError(
            "KG-K001", f"不能讀取：{fault.strerror}。", f"It cannot be read: {fault.strerror}.", Where(str(path))
        ) from fault
    except UnicodeDecodeError as fault:
        raise LinkError(
            "KG-K001", "不是 UTF-8；請另存為 UTF-8。", "It is not UTF-8; save it as UTF-8.",
            Where(str(path), offset=fault.start),
        ) from fault  # fmt: skip


def fingerprint(path: Path) -> str:
    """A dataset as it is cited in the table of candidates: name@first 12 characters of its SHA-256."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
    except OSError as fault:
        raise LinkError(
            "KG-K001", f"不能讀取：{fault.strerror}。", f"It cannot be read: {fault.strerror}.", Where(str(path))
        ) from fault
    return f"{path.name}@{digest.hexdigest()[:12]}"


def _read_skos(path: Path, format: ox.RdfFormat) -> Iterator[Record]:
    """The concepts of a SKOS file in the order of their IRIs."""
    try:
        quads = ox.parse(path=str(path), format=format)
        triples = [(quad.subject, quad.predicate.value, quad.object) for quad in quads]
    except SyntaxError as fault:
        raise LinkError(
            "KG-K024", f"不是合法之 {format.name}：{fault.msg}", f"This is no valid {format.name}: {fault.msg}",
            Where(str(path), fault.lineno),
        ) from fault  # fmt: skip
    concepts: dict[str, dict[str, list[ox.Literal]]] = {}
    for subject, predicate, value in triples:
        if isinstance(subject, ox.NamedNode) and isinstance(value, ox.Literal) and predicate.startswith(SKOS):
            concepts.setdefault(subject.value, {}).setdefault(predicate.removeprefix(SKOS), []).append(value)
    if not concepts:
        raise LinkError(
            "KG-K024", "檔中沒有 SKOS 之概念。", "The file holds no SKOS concept.", Where(str(path))
        )
    for iri, facts in sorted(concepts.items()):
        labels = sorted(facts.get("prefLabel", ()), key=lambda one: (_rank(one), one.value))
        if labels:
            others = [*labels[1:], *facts.get("altLabel", ()), *facts.get("hiddenLabel", ())]
            gloss = [one.value for one in (*others, *facts.get("definition", ())) if one.language == "en"]
            yield Record(
                recognised(iri) or iri, labels[0].value, Kind.WORD, tuple(sorted({one.value for one in others})),
                gloss="; ".join(sorted(set(gloss))),
            )  # fmt: skip


def _rank(label: ox.Literal) -> int:
    language = (label.language or "").lower()
    return _LITERARY.index(language) if language in _LITERARY else len(_LITERARY)
