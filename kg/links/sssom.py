"""Reading SSSOM/TSV (https://mapping-commons.github.io/sssom/): a YAML header behind #, then a table of mappings."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from kg.errors import GraphError, LinkError, Where
from kg.graph.iris import segment
from kg.graph.settings import DEFAULT_BASE, Settings
from kg.links.mapping import PREDICATES, Mapping, MappingSet
from kg.links.schemes import LinkScheme, is_iri, link_schemes, mappings_dir
from kg.links.table import Row, read_text, rows_of

_COLUMNS = ("subject_id", "predicate_id", "object_id", "mapping_justification", "confidence")
_HEADER = re.compile(r"(?P<key>\w+):(?:\s+(?P<value>.*))?")
_PREFIX = re.compile(r"  (?P<prefix>[A-Za-z][\w-]*):\s+(?P<iri>\S+)")
_ITEM = re.compile(r"  ?- .+")
_SEMAPV = "https://w3id.org/semapv/vocab/"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NOT = "Not"


def shipped_mappings(settings: Settings) -> tuple[MappingSet, ...]:
    """The mapping sets of the package, in the order of their names. Raises LinkError as read_mappings."""
    return tuple(read_mappings(path, settings) for path in sorted(mappings_dir().glob("*.sssom.tsv")))


def read_mappings(path: Path, settings: Settings) -> MappingSet:
    """A mapping set; IRIs under our default base are put under that of `settings`.

    Raises LinkError KG-K001, KG-K002 (see table.py), KG-K004 (header), KG-K005 (a prefix that the header lacks),
    KG-K006 (an IRI or id that is malformed), KG-K007 (another cell), KG-K008 (the same claim twice).
    """
    text = read_text(path)
    lines = text.replace("\r\n", "\n").split("\n")
    count = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    facts, prefixes = _header(lines[:count], path)
    schemes = {scheme.prefix: scheme for scheme in link_schemes().values() if scheme.prefix}
    mappings: list[Mapping] = []
    seen: dict[tuple[str, str, str], int] = {}
    for row in rows_of("\n".join(lines[count:]), _COLUMNS, path, count + 1):
        mapping = _mapping(row, prefixes, schemes, settings, path)
        claim = (mapping.subject, mapping.predicate, mapping.object)
        if claim in seen:
            raise LinkError(
                "KG-K008", f"與第 {seen[claim]} 列相同；請刪其一。",
                f"The same claim as in line {seen[claim]}; take one of them out.", Where(str(path), row.line),
            )  # fmt: skip
        seen[claim] = row.line
        mappings.append(mapping)
    return MappingSet(
        settings.localise(facts["mapping_set_id"]), facts["license"], tuple(mappings),
        facts.get("mapping_set_title", ""), facts.get("mapping_set_description", ""),
        facts.get("mapping_set_version", ""), prefixes,
    )  # fmt: skip


def _header(lines: list[str], path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The facts and the prefixes of a header: of YAML, what SSSOM needs (scalars, lists, curie_map)."""
    facts: dict[str, str] = {}
    prefixes: dict[str, str] = {}
    key = ""
    for number, line in enumerate(lines, start=1):
        line = line.removeprefix("#").rstrip()
        prefix = _PREFIX.fullmatch(line) if key == "curie_map" else None
        if prefix:
            if not is_iri(prefix["iri"]):
                raise _malformed("curie_map", prefix["iri"], Where(str(path), number))
            prefixes[prefix["prefix"]] = prefix["iri"]
            continue
        if not line or _ITEM.fullmatch(line):
            continue
        fact = _HEADER.fullmatch(line)
        value = (fact["value"] or "").strip() if fact else ""
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        if fact is None or (": " in value and not quoted):
            raise _bad_header(f"「{line}」不是 YAML", f"{line!r} is no YAML of key: value", Where(str(path), number))
        key = fact["key"]
        facts[key] = value[1:-1] if quoted else value
    for required in ("mapping_set_id", "license"):
        if not facts.get(required):
            raise _bad_header(f"缺 {required}", f"{required} is missing", Where(str(path), 1))
        if not is_iri(facts[required]):
            raise _malformed(required, facts[required], Where(str(path), 1))
    return facts, prefixes


def _mapping(
    row: Row, prefixes: dict[str, str], schemes: dict[str, LinkScheme], settings: Settings, path: Path
) -> Mapping:
    cells, where = row.cells, Where(str(path), row.line)
    iris = {
        column: _expand(cells[column], column, prefixes, where)
        for column in ("subject_id", "predicate_id", "object_id", "mapping_justification")
    }
    subject = iris["subject_id"]
    if not subject.startswith(DEFAULT_BASE):
        zh, en = f"須在 {DEFAULT_BASE} 之下", f"is not under {DEFAULT_BASE}"
        raise _cell("subject_id", cells["subject_id"], zh, en, where)
    if iris["predicate_id"] not in PREDICATES:
        raise _cell("predicate_id", cells["predicate_id"], "不是對應之謂詞", "is no predicate of mappings", where)
    if not iris["mapping_justification"].startswith(_SEMAPV):
        raise _cell("mapping_justification", cells["mapping_justification"], "須用 semapv", "is not of semapv", where)
    modifier = cells.get("predicate_modifier", "")
    if modifier not in {"", _NOT}:
        raise _cell("predicate_modifier", modifier, "只能是 Not", "is neither empty nor Not", where)
    date = cells.get("mapping_date", "")
    if date and not _DATE.fullmatch(date):
        raise _cell("mapping_date", date, "須作 YYYY-MM-DD", "is not YYYY-MM-DD", where)
    scheme, identifier = _target(cells["object_id"], iris["object_id"], schemes, where)
    return Mapping(
        _ours(subject, settings, where), iris["predicate_id"], iris["object_id"], iris["mapping_justification"],
        _confidence(cells["confidence"], where), cells.get("subject_label", ""), cells.get("object_label", ""),
        scheme, identifier, cells.get("author_label", ""), date, cells.get("comment", ""), modifier == _NOT,
    )  # fmt: skip


def _expand(curie: str, column: str, prefixes: dict[str, str], where: Where) -> str:
    prefix, colon, local = curie.partition(":")
    if not colon or not local:
        raise _malformed(column, curie, where)
    if local.startswith("//"):
        iri = curie
    elif prefix in prefixes:
        iri = prefixes[prefix] + local
    else:
        raise LinkError(
            "KG-K005", f"欄 {column}：表頭之 curie_map 沒有前綴 {prefix}。",
            f"Column {column}: the header's curie_map has no prefix {prefix}; declare it.", where,
        )  # fmt: skip
    if not is_iri(iri):
        raise _malformed(column, curie, where)
    return iri


def _ours(iri: str, settings: Settings, where: Where) -> str:
    """Our IRI for the URI of a mapping: SSSOM's tools take ASCII only, our graph has Han (RFC 3987, section 3.2)."""
    path = iri.removeprefix(DEFAULT_BASE)
    try:
        return settings.base + "/".join(segment(unquote(part, errors="strict")) for part in path.split("/"))
    except (UnicodeDecodeError, GraphError) as fault:
        raise _malformed("subject_id", iri, where) from fault


def _target(curie: str, iri: str, schemes: dict[str, LinkScheme], where: Where) -> tuple[str, str]:
    """The scheme and id of the object; none for an IRI of no scheme that we know."""
    for prefix, scheme in schemes.items():
        if iri.startswith(prefix):
            identifier = iri.removeprefix(prefix)
            if not scheme.id.fullmatch(identifier):
                raise LinkError(
                    "KG-K006", f"{curie} 不是 {scheme.zh} 之識別碼。", f"{curie} is no id of {scheme.en}; correct it.",
                    where,
                )  # fmt: skip
            return scheme.scheme, identifier
    return "", ""


def _confidence(cell: str, where: Where) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise _cell("confidence", cell, "須在 0 與 1 之間", "is not between 0 and 1", where)
    return value


def _bad_header(zh: str, en: str, where: Where) -> LinkError:
    return LinkError("KG-K004", f"SSSOM 表頭有誤：{zh}。", f"The SSSOM header is not valid: {en}.", where)


def _malformed(column: str, value: str, where: Where) -> LinkError:
    return LinkError(
        "KG-K006", f"欄 {column} 不是合法之 IRI：{value}。",
        f"Column {column} holds no valid IRI: {value}; correct it.", where,
    )  # fmt: skip


def _cell(column: str, value: str, zh: str, en: str, where: Where) -> LinkError:
    return LinkError("KG-K007", f"欄 {column} 之值「{value}」{zh}。", f"Column {column}: {value!r} {en}.", where)
