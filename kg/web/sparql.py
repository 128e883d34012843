"""The SPARQL 1.1 Protocol's query operation: GET, POST of a form, POST of a query."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kg.web import media
from kg.web.answers import Refused, fault, read_body, respond, tagged
from kg.web.describe import described, service_description
from kg.web.engine import Answer, Engine, Failed, Query
from kg.web.kept import Kept
from kg.web.limits import Limits
from kg.web.pool import Pool

_METHODS = "GET, HEAD, POST, OPTIONS"
_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"


@dataclass(slots=True)
class SparqlEndpoint:
    """Answers at /sparql."""

    engine: Engine
    limits: Limits
    _kept: Kept = field(init=False)

    def __post_init__(self) -> None:
        self._kept = Kept(self.limits.kept)

    async def __call__(self, request: Request) -> Response:
        """The protocol, operation by operation."""
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": _METHODS})
        if request.method not in {"GET", "HEAD", "POST"}:
            return fault(
                405, "KG-W003", "此處只受 GET 與 POST。", "Only GET and POST are taken here.", {"Allow": _METHODS}
            )
        given = await self._given(request)
        if "update" in given:
            raise Refused(
                403, "KG-G036", "此處只能查詢，不能更改。", "This service only answers queries; it changes nothing."
            )
        accept = request.headers.get("accept", "*/*")
        if "query" not in given:
            return self._without_query(request, accept)
        results, graphs = media.results(accept), media.graphs(accept)
        if not results and not graphs:
            raise _not_acceptable()
        default, named = (tuple(given.get(name, ())) for name in ("default-graph-uri", "named-graph-uri"))
        return respond(await self._answer(Query(given["query"][0], results, graphs, default, named)))

    async def _answer(self, query: Query) -> Answer:
        """The answer, from those that are kept or from the engine."""
        if not self.limits.kept or not isinstance(self.engine, Pool):
            return await self.engine.run(query)
        try:
            stamp = self.engine.stamp
        except Failed as failed:  # there is no store just now
            return failed.answer
        answer = self._kept.get(stamp, query)
        if answer is None:
            # A build that appears meanwhile may answer already: under the old stamp, for which nobody asks again.
            answer = await self.engine.run(query)
            self._kept.put(stamp, query, answer)
        return answer

    def _without_query(self, request: Request, accept: str) -> Response:
        """The service description; for people, the page on which queries are written."""
        if request.method == "POST":
            raise Refused(400, "KG-W001", "未給 query。", "There is no query; give it as the parameter “query”.")
        wanted = media.pages(accept)
        if not wanted:
            raise _not_acceptable()
        if wanted[0] == "html" and "text/html" in accept:
            return RedirectResponse("query", status_code=303, headers={"Vary": "Accept"})
        name = next((one for one in wanted if one != "html"), "turtle")
        here = str(request.url.replace(query="", fragment=""))
        return tagged(request, described(service_description(here), name), "service", here, name)

    async def _given(self, request: Request) -> dict[str, list[str]]:
        """The parameters of the operation, wherever it carries them."""
        given = _parameters(request.scope["query_string"].decode("latin-1"))
        if request.method != "POST":
            return given
        kind, _, charset = request.headers.get("content-type", "").partition(";")
        kind = kind.strip().lower()
        if kind not in {_FORM, _QUERY}:
            raise Refused(
                415, "KG-W003", f"POST 須為 {_FORM} 或 {_QUERY}。", f"A POST is {_FORM} or {_QUERY}."
            )  # fmt: skip
        if "=" in charset and charset.partition("=")[2].strip(' "').lower() not in {"utf-8", "us-ascii"}:
            raise Refused(415, "KG-W003", "須為 UTF-8。", "The body must be UTF-8.")
        body = await read_body(request, self.limits.body)
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError as wrong:
            raise Refused(400, "KG-W001", "請求不是 UTF-8。", f"The body is no UTF-8 (byte {wrong.start}).") from wrong
        if kind == _QUERY:
            if "query" in given:
                raise _twice()
            return {**given, "query": [text]}
        return _parameters(text)


def _parameters(text: str) -> dict[str, list[str]]:
    given: dict[str, list[str]] = {}
    if not text:
        return given
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=200, encoding="utf-8", errors="strict")
    except (ValueError, UnicodeDecodeError) as wrong:
        raise Refused(
            400, "KG-W001", "參數不是 UTF-8，或過多。", "The parameters are no UTF-8, or too many."
        ) from wrong
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    if len(given.get("query", ())) > 1:
        raise _twice()
    return given


def _twice() -> Refused:
    return Refused(400, "KG-W001", "query 只能一個。", "There can be only one “query”.")


def _not_acceptable() -> Refused:
    known = ", ".join(kind.partition(";")[0] for kind in (*media.RESULTS.values(), *media.GRAPHS.values()))
    return Refused(
        406, "KG-W002", f"沒有所求之格式；可用：{known}。", f"None of the formats asked for; there are: {known}."
    )
