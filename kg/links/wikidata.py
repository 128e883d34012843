"""Records from Wikidata's JSON: entities (an array, a line each, or an API answer) or the result of a query."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kg.errors import LinkError, Where
from kg.links.record import Kind, Record
from kg.links.schemes import link_schemes

_HUMAN = "Q5"
_WORKS = frozenset({"Q7725634", "Q47461344", "Q571", "Q3331189"})  # literary work, written work, book, edition
_LANGUAGES = ("lzh", "zh-hant", "zh-tw", "zh-hk", "zh", "zh-hans", "zh-cn", "mul")
# P1782 courtesy name (字), P2348 time period, P27 country (a dynasty), P800 notable work, P569 birth, P570 death.
_STYLE, _PERIODS, _NOTABLE, _BIRTH, _DEATH, _IS = "P1782", ("P2348", "P27"), "P800", "P569", "P570", "P31"


def read_wikidata(path: Path) -> Iterator[Record]:
    """The entities of a dump that have a Chinese name; labels of other entities in it name dynasties and works.

    Raises LinkError KG-K023 where it is no JSON, or no JSON of Wikidata; the line is named.
    """
    entities = list(_entities(path))
    labels = {entity["id"]: label for entity in entities if (label := _label(entity))}
    for entity in entities:
        if entity["id"] in labels and entity["id"].startswith("Q"):
            yield _record(entity, labels)


def _entities(path: Path) -> Iterator[dict[str, Any]]:
    text = path.read_bytes().decode("utf-8-sig", errors="strict")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as whole:
        lines = text.split("\n")
        if len([line for line in lines if line.strip(" ,[]\r")]) < 2:
            raise _no_json(path, whole.lineno, whole.msg) from whole
        yield from _checked(_lines(lines, path), path)
        return
    if isinstance(data, dict) and isinstance(data.get("entities"), dict):
        data = list(data["entities"].values())
    elif isinstance(data, dict) and "id" in data:
        data = [data]
    if not isinstance(data, list):
        raise _no_json(path, 1, "neither entities nor an array of them")
    yield from _checked(data, path)


def _lines(lines: Iterable[str], path: Path) -> Iterator[Any]:
    for number, line in enumerate(lines, start=1):
        line = line.strip().rstrip(",")
        if line in {"", "[", "]"}:
            continue
        try:
            yield json.loads(line)
        except json.JSONDecodeError as fault:
            raise _no_json(path, number, fault.msg) from fault


def _checked(entities: Iterable[Any], path: Path) -> Iterator[dict[str, Any]]:
    for entity in entities:
        if not isinstance(entity, dict) or not isinstance(entity.get("id"), str):
            raise _no_json(path, 1, "an entity without id")
        yield entity


def _record(entity: dict[str, Any], labels: dict[str, str]) -> Record:
    classes = set(_items(entity, _IS))
    kind = Kind.PERSON if _HUMAN in classes else Kind.WORK if classes & _WORKS else Kind.UNKNOWN
    label = labels[entity["id"]]
    same = {
        scheme.scheme: values[0]
        for scheme in link_schemes().values()
        if scheme.wikidata and (values := [v for v in _values(entity, scheme.wikidata) if isinstance(v, str)])
    }
    styles = [v["text"] if isinstance(v, dict) else v for v in _values(entity, _STYLE)]
    periods = [labels[item] for prop in _PERIODS for item in _items(entity, prop) if item in labels]
    return Record(
        f"wikidata:{entity['id']}", label, kind, tuple(sorted(_aliases(entity) - {label})),
        tuple(sorted(str(style) for style in styles)), periods[0] if periods else "", _year(entity, _BIRTH),
        _year(entity, _DEATH), tuple(sorted(labels[item] for item in _items(entity, _NOTABLE) if item in labels)),
        _text(entity.get("descriptions"), ("en",)) or "", same=same,
    )  # fmt: skip


def _label(entity: dict[str, Any]) -> str:
    return _text(entity.get("labels"), _LANGUAGES) or ""


def _aliases(entity: dict[str, Any]) -> set[str]:
    aliases = entity.get("aliases") or {}
    found = {alias["value"] for language in _LANGUAGES for alias in aliases.get(language, ())}
    labels = entity.get("labels") or {}
    return found | {labels[language]["value"] for language in _LANGUAGES if language in labels}


def _text(values: dict[str, Any] | None, languages: Iterable[str]) -> str | None:
    return next((values[language]["value"] for language in languages if values and language in values), None)


def _values(entity: dict[str, Any], prop: str) -> Iterator[Any]:
    for claim in (entity.get("claims") or {}).get(prop, ()):
        snak = claim.get("mainsnak", {})
        if claim.get("rank") != "deprecated" and snak.get("snaktype") == "value":
            yield snak["datavalue"]["value"]


def _items(entity: dict[str, Any], prop: str) -> Iterator[str]:
    for value in _values(entity, prop):
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            yield value["id"]


def _year(entity: dict[str, Any], prop: str) -> int | None:
    for value in _values(entity, prop):
        if isinstance(value, dict) and value.get("precision", 0) >= 9:  # 9: the year is certain
            sign, digits = value["time"][0], value["time"][1:].partition("-")[0]
            return int(digits) * (-1 if sign == "-" else 1)
    return None


def _no_json(path: Path, line: int, why: str) -> LinkError:
    return LinkError(
        "KG-K023", f"不是維基數據之 JSON：{why}。", f"This is no JSON of Wikidata: {why}.", Where(str(path), line)
    )
