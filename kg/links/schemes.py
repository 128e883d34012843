"""Schemes of identifiers: what an id looks like, which IRI it stands for, and where a person can read about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kg.errors import LinkError, Where
from kg.graph.ontology import ontology_dir
from kg.links.table import read_table

_TABLE = "link_templates.tsv"
_COLUMNS = ("scheme", "zh", "en", "names", "id", "iri", "page", "wikidata", "licence", "note")
_FIELD = re.compile(r"\{(\w+)\}")
# RFC 3987: what may not stand in an IRI, and what an absolute one begins with.
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|\\^`\x7f]+")


@dataclass(frozen=True, slots=True)
class LinkScheme:
    """A scheme: `names` tells whether its IRIs name the `thing` itself or only a `page` about it."""

    scheme: str
    zh: str
    en: str
    names: str
    id: re.Pattern[str]
    iri_template: str
    page_template: str
    wikidata: str = ""  # the property by which Wikidata gives the same ids
    licence: str = ""
    note: str = ""

    def iri(self, identifier: str) -> str:
        """The IRI of an id. Raises ValueError where the id is none of this scheme's."""
        return self._fill(self.iri_template, identifier)

    def page(self, identifier: str) -> str:
        """The page about an id, for people. Raises ValueError likewise."""
        return self._fill(self.page_template, identifier)

    @property
    def prefix(self) -> str:
        """What the IRIs of ids begin with, where nothing but the id follows; else empty."""
        head, found, tail = self.iri_template.partition("{id}")
        return head if found and not tail else ""

    def _fill(self, template: str, identifier: str) -> str:
        match = self.id.fullmatch(identifier)
        if match is None:
            raise ValueError(f"{identifier!r} is no id of {self.scheme}")
        values = {"id": identifier, **match.groupdict()}
        return _FIELD.sub(lambda field: values[field[1]], template)


def is_iri(value: str) -> bool:
    """Whether `value` is an absolute IRI that every RDF store takes."""
    return _IRI.fullmatch(value) is not None


def mappings_dir() -> Path:
    """The folder of the mappings that the package ships."""
    return ontology_dir() / "mappings"


@lru_cache(maxsize=1)
def link_schemes() -> Mapping[str, LinkScheme]:
    """The schemes that the package knows, by name."""
    return read_schemes(mappings_dir() / _TABLE)


def read_schemes(path: Path) -> dict[str, LinkScheme]:
    """A table of schemes. Raises LinkError KG-K001, KG-K002 (see table.py), KG-K003 (a row is not valid)."""
    found: dict[str, LinkScheme] = {}
    for row in read_table(path, _COLUMNS):
        cells = row.cells
        where = Where(str(path), row.line)
        try:
            pattern = re.compile(cells["id"])
        except re.error as fault:
            raise _bad("id", str(fault), where) from fault
        if not cells["scheme"] or cells["scheme"] in found:
            raise _bad("scheme", cells["scheme"] or "empty", where)
        if cells["names"] not in {"thing", "page"}:
            raise _bad("names", cells["names"], where)
        for column in ("iri", "page"):
            unknown = set(_FIELD.findall(cells[column])) - {"id", *pattern.groupindex}
            if unknown or not is_iri(_FIELD.sub("1", cells[column])):
                raise _bad(column, cells[column], where)
        found[cells["scheme"]] = LinkScheme(
            cells["scheme"], cells["zh"], cells["en"], cells["names"], pattern, cells["iri"], cells["page"],
            cells["wikidata"], cells["licence"], cells["note"],
        )  # fmt: skip
    return found


def _bad(column: str, value: str, where: Where) -> LinkError:
    return LinkError(
        "KG-K003", f"欄 {column} 之值不合：{value}。", f"Column {column} cannot hold {value!r}; correct the row.", where
    )
