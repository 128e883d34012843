"""The page of a resource: what it is called, the passage it stands in, what is said of it, and what points at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from kg.web.engine import Asker

if TYPE_CHECKING:
    from kg.web.resources import Resources

_SHOWN = 500  # statements of either direction on a page; all are in the RDF documents
_LABEL = """OPTIONAL { ?%s skos:prefLabel|rdfs:label|dcterms:title|dcterms:identifier ?%sname
  FILTER(!langMatches(lang(?%sname), "en")) }"""


@dataclass(frozen=True, slots=True)
class Value:
    """A value on the page: words, and where they lead."""

    text: str
    href: str = ""
    lang: str = ""


def _label(variable: str) -> str:
    return _LABEL % (variable, variable, variable)


async def entity_page(resources: Resources, iri: str, kind: str) -> str:
    """The page, as HTML. Raises Failed."""
    asker = resources.asker
    subject = f"<{iri}>"
    if kind in {"graph", "ontology"}:
        graph = iri if kind == "graph" else f"{resources.settings.base}graph/ontology"
        size = await asker.rows(f"SELECT (COUNT(*) AS ?n) {{ GRAPH <{graph}> {{ ?s ?p ?o }} }}")
        return _render(resources, iri, f"{int(size[0]['n']):,}", "", [], [], [], kind)
    out = await asker.terms(
        f"SELECT ?p ?o (SAMPLE(?pname) AS ?pn) (SAMPLE(?oname) AS ?on) {{ {{ SELECT ?p ?o {{ {subject} ?p ?o }} "
        f"LIMIT {_SHOWN} }} {_label('p')} {_label('o')} }} GROUP BY ?p ?o ORDER BY ?p ?o"
    )
    back = await asker.terms(
        f"SELECT ?s ?p (SAMPLE(?pname) AS ?pn) (SAMPLE(?sname) AS ?sn) {{ {{ SELECT ?s ?p {{ ?s ?p {subject} }} "
        f"LIMIT {_SHOWN} }} {_label('p')} {_label('s')} }} GROUP BY ?s ?p ORDER BY ?p ?s"
    )
    facts = [(_value(resources, row, "p", "pn"), _value(resources, row, "o", "on")) for row in out]
    links = [(_value(resources, row, "p", "pn"), _value(resources, row, "s", "sn")) for row in back]
    named = {row["p"]["value"].rpartition("#")[2]: row["o"]["value"] for row in reversed(out)}
    title = next((named[one] for one in ("prefLabel", "label", "title", "identifier") if one in named), "")
    citation, pieces = await _passage(asker, subject)
    if not title and citation:  # an act has no name but the word that it is read from
        title = " · ".join([*(words for words, mark in pieces if mark == "verb"), citation])
    return _render(resources, iri, title, citation, pieces, facts, links, kind)


async def _passage(asker: Asker, subject: str) -> tuple[str, list[tuple[str, str]]]:
    """Where an act (or a passage, a mention) stands: the citation, and the passage cut at what it is read from.

    A piece has a class: verb for the word that names the act, clause for the words around it, "" for the rest.
    """
    rows = await asker.rows(
        f"SELECT ?id ?words ?start ?begin ?end ?from ?to {{ {{ {subject} rit:passage ?passage }} UNION "
        f"{{ {subject} a rit:Passage BIND({subject} AS ?passage) }} "
        "?passage nif:anchorOf ?words ; nif:beginIndex ?start ; dcterms:identifier ?id . "
        f"OPTIONAL {{ {subject} rit:evidence ?verb . ?verb nif:beginIndex ?begin ; nif:endIndex ?end }} "
        f"OPTIONAL {{ {subject} rit:clause ?clause . ?clause nif:beginIndex ?from ; nif:endIndex ?to }} }} "
        "ORDER BY ?begin LIMIT 1"
    )
    if not rows:
        return "", []
    row = rows[0]
    words, start = row["words"], int(row["start"])
    verb = (int(row.get("begin", -1)) - start, int(row.get("end", -1)) - start)
    clause = (int(row.get("from", -1)) - start, int(row.get("to", -1)) - start)
    pieces: list[tuple[str, str]] = []
    for at, character in enumerate(words):
        mark = "verb" if verb[0] <= at < verb[1] else "clause" if clause[0] <= at < clause[1] else ""
        if pieces and pieces[-1][1] == mark:
            pieces[-1] = (pieces[-1][0] + character, mark)
        else:
            pieces.append((character, mark))
    return row["id"], pieces


def _value(resources: Resources, row: dict[str, dict[str, str]], name: str, label: str) -> Value:
    term = row[name]
    if term["type"] != "uri":
        return Value(term["value"], lang=term.get("xml:lang", ""))
    iri = term["value"]
    text = row[label]["value"] if label in row else ""
    short = resources.settings.shortened(iri)
    href = ""
    if iri.startswith(resources.settings.base):
        href = resources.address(iri)
    elif iri.startswith(("http://", "https://")):
        href = iri
    return Value(f"{text} · {short}" if text and text != short else short, href)


def _render(
    resources: Resources, iri: str, title: str, citation: str, pieces: list[tuple[str, str]],
    facts: list[tuple[Value, Value]], links: list[tuple[Value, Value]], kind: str,
) -> str:  # fmt: skip
    return render(
        "entity.html", iri=iri, title=title, citation=citation, pieces=pieces, facts=facts, links=links, kind=kind,
        shown=_SHOWN, address=resources.address(iri),
    )  # fmt: skip


def render(template: str, **values: object) -> str:
    """A page of the server, every value escaped."""
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("kg.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


@cache
def static(name: str) -> str:
    """One of the server's own files."""
    return files("kg.web").joinpath("static", name).read_text(encoding="utf-8")
