"""Search and the JSON service: /search, /api/acts, /api/passages, /api/entities, with their OpenAPI description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from kg.graph.iris import Iris
from kg.graph.settings import Settings
from kg.graph.terms import literal
from kg.web import media
from kg.web.answers import Refused, tagged
from kg.web.engine import Asker
from kg.web.entity import render
from kg.web.openapi import description
from kg.web.resources import Resources
from kg.web.search import Hit, Search

MOST = 500  # items of one answer
_LONGEST = 200  # characters of a parameter
_KINDS = ("Actor", "Object", "Position", "Action", "Direction")


@dataclass(slots=True)
class Api:
    """The endpoints."""

    asker: Asker
    search: Search
    resources: Resources
    settings: Settings

    async def find(self, request: Request) -> Response:
        """/search?q=: a page for people, JSON for programs."""
        words, kind = _text(request, "q"), _one_of(request, "kind", ("passage", "note", "entity"))
        limit, offset = _number(request, "limit", 50, MOST), _number(request, "offset", 0)
        accept = request.headers.get("accept", "*/*")
        library = await self.search.library()
        hits = library.find(words, (kind,) if kind else ()) if words else []
        page = hits[offset : offset + limit]
        if "text/html" in accept and media.pages(accept)[:1] == ("html",):
            items = [
                (hit.record, self.resources.address(hit.record.iri), *_cut(hit.record.text, hit)) for hit in page
            ]  # fmt: skip
            return self._tagged(request, HTMLResponse(render(
                "search.html", words=words, kind=kind, hits=items, total=len(hits), offset=offset, limit=limit,
            )))  # fmt: skip
        if not words:
            raise Refused(400, "KG-W001", "未給所求之詞 (q)。", "There is nothing to look for; give it as “q”.")
        found = [
            {
                "iri": hit.record.iri, "kind": hit.record.kind, "id": hit.record.id, "text": hit.record.text,
                "begin": hit.begin, "end": hit.end,
            }
            for hit in page
        ]  # fmt: skip
        return self._listed(request, found, len(hits), offset)

    async def passages(self, request: Request) -> Response:
        """/api/passages: in the order of the texts, of a text, or those that hold words."""
        text, words = _text(request, "text"), _text(request, "q")
        limit, offset = _number(request, "limit", 50, MOST), _number(request, "offset", 0)
        library = await self.search.library()
        if words:
            records = [hit.record for hit in library.find(words, ("passage",))]
        else:
            records = [record for record in library.records if record.kind == "passage"]
        prefix = self._text_iri(text) + "/" if text else ""
        records = [record for record in records if record.iri.startswith(prefix)]
        items = [{"iri": one.iri, "id": one.id, "text": one.text} for one in records[offset : offset + limit]]
        return self._listed(request, items, len(records), offset)

    async def entities(self, request: Request) -> Response:
        """/api/entities: what the texts name, with how many acts each has a part in."""
        kind, words = _one_of(request, "kind", _KINDS), _text(request, "q")
        limit, offset = _number(request, "limit", 50, MOST), _number(request, "offset", 0)
        kinds = f"rit:{kind}" if kind else ", ".join(f"rit:{one}" for one in _KINDS)
        where = f'?s a ?k FILTER(?k IN ({kinds})) ?s skos:prefLabel ?l FILTER(!langMatches(lang(?l), "en"))'
        if words:
            found = (await self.search.library()).find(words, ("entity",))[:MOST]
            where += f" VALUES ?s {{ {' '.join(f'<{hit.record.iri}>' for hit in found)} }}"
        total = await self.asker.rows(f"SELECT (COUNT(DISTINCT ?s) AS ?n) {{ {where} }}")
        rows = await self.asker.rows(
            "SELECT ?s ?label ?kind ?pinyin ?gloss (COUNT(DISTINCT ?act) AS ?acts) { "
            f"{{ SELECT ?s (MIN(?l) AS ?label) (MIN(?k) AS ?kind) {{ {where} }} GROUP BY ?s ORDER BY ?s "
            f"LIMIT {limit} OFFSET {offset} }} OPTIONAL {{ ?s rit:pinyin ?pinyin }} OPTIONAL {{ ?s rit:gloss ?gloss }} "
            "OPTIONAL { { ?filling rit:filler ?s . ?act rit:filling ?filling } UNION { ?act rit:action ?s } } "
            "} GROUP BY ?s ?label ?kind ?pinyin ?gloss ORDER BY ?s"
        )
        items = [
            {
                "iri": row["s"], "label": row["label"], "kind": row["kind"].rpartition("#")[2],
                "pinyin": row.get("pinyin", ""), "gloss": row.get("gloss", ""), "acts": int(row["acts"]),
            }
            for row in rows
        ]  # fmt: skip
        return self._listed(request, items, int(total[0]["n"]), offset)

    async def acts(self, request: Request) -> Response:
        """/api/acts: in the order of the texts, by text, passage, action and who or what has a part in them."""
        limit, offset = _number(request, "limit", 50, MOST), _number(request, "offset", 0)
        where = [
            "?act a rit:Act ; rit:action ?action ; rit:evidence ?verb ; rit:passage ?passage .",
            "?verb nif:referenceContext ?text ; nif:beginIndex ?at . ?passage dcterms:identifier ?id .",
        ]
        if text := _text(request, "text"):
            where.append(f"FILTER(?text = <{self._text_iri(text)}>)")
        if passage := _text(request, "passage"):
            where.append(f"FILTER(?id = {literal(passage)})")
        if action := _text(request, "action"):
            where.append(f"?action skos:prefLabel {literal(action, 'lzh')} .")
        for role in ("actor", "object", "place"):
            if name := _text(request, role):
                where.append(f"?act rit:{role}/skos:prefLabel {literal(name, 'lzh')} .")
        pattern = " ".join(where)
        total = await self.asker.rows(f"SELECT (COUNT(DISTINCT ?act) AS ?n) {{ {pattern} }}")
        chosen = (
            f"{{ SELECT DISTINCT ?act ?text ?at ?id ?action {{ {pattern} }} ORDER BY ?text ?at ?act "
            f"LIMIT {limit} OFFSET {offset} }}"
        )
        rows = await self.asker.rows(
            f"SELECT ?act ?id ?word ?mode ?negated ?text ?at {{ {chosen} ?action skos:prefLabel ?word "
            'FILTER(!langMatches(lang(?word), "en")) '
            "OPTIONAL { ?act rit:mode ?mode } OPTIONAL { ?act rit:negated ?negated } } ORDER BY ?text ?at ?act"
        )
        items: dict[str, dict[str, Any]] = {}
        for row in rows:
            items.setdefault(row["act"], {
                "iri": row["act"], "passage": row["id"], "action": row["word"],
                "mode": row.get("mode", "").rpartition("#")[2], "negated": row.get("negated") == "true", "roles": {},
            })  # fmt: skip
        parts = await self.asker.rows(
            f"SELECT DISTINCT ?act ?role ?value ?name ?filling {{ {chosen} ?act rit:filling ?filling . "
            "?filling rit:role ?role . { ?filling rit:filler ?value OPTIONAL { ?value skos:prefLabel ?name "
            'FILTER(!langMatches(lang(?name), "en")) } } UNION { ?filling rit:fillerText ?name } } '
            "ORDER BY ?filling ?value"
        )
        for row in parts:
            role = row["role"].rpartition("#")[2]
            items[row["act"]]["roles"].setdefault(role, []).append(
                {"iri": row.get("value", ""), "label": row.get("name", "")}
            )
        return self._listed(request, list(items.values()), int(total[0]["n"]), offset)

    async def openapi(self, request: Request) -> Response:
        """/api/openapi.json."""
        return self._tagged(request, JSONResponse(description()))

    def _text_iri(self, name: str) -> str:
        return Iris(self.settings).text(name)

    def _listed(self, request: Request, items: list[dict[str, Any]], total: int, offset: int) -> Response:
        return self._tagged(request, JSONResponse({"total": total, "offset": offset, "items": items}))

    def _tagged(self, request: Request, response: Response) -> Response:
        stamp = self.asker.engine.stamp
        response.headers["Vary"] = "Accept"
        return tagged(request, response, stamp, str(request.url), response.headers["content-type"])


def _cut(text: str, hit: Hit) -> tuple[str, str, str]:
    """The text before, at and after what was found."""
    return (text, "", "") if hit.begin < 0 else (text[: hit.begin], text[hit.begin : hit.end], text[hit.end :])


def _text(request: Request, name: str) -> str:
    value = request.query_params.get(name, "")
    # U+FFFD stands for bytes that are no UTF-8.
    if len(value) > _LONGEST or any("\ud800" <= one <= "\udfff" or one in "\x00\ufffd" for one in value):
        raise Refused(
            400, "KG-W001", f"參數 {name} 過長，或不是文字。",
            f"The parameter {name} is too long (over {_LONGEST}) or no text.",
        )  # fmt: skip
    return value


def _one_of(request: Request, name: str, known: tuple[str, ...]) -> str:
    value = _text(request, name)
    if value and value not in known:
        raise Refused(
            400, "KG-W001", f"參數 {name} 須為 {'、'.join(known)} 之一。",
            f"The parameter {name} is one of {', '.join(known)}.",
        )  # fmt: skip
    return value


def _number(request: Request, name: str, default: int, most: int = 10**7) -> int:
    value = request.query_params.get(name, "") or str(default)
    if not (value.isascii() and value.isdecimal()) or len(value) > 8 or int(value) > most:
        raise Refused(
            400, "KG-W001", f"參數 {name} 須為 0 至 {most:,} 之整數。",
            f"The parameter {name} is a number from 0 to {most:,}.",
        )  # fmt: skip
    return int(value)
