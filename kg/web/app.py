"""The server as an ASGI app: routes, the small answers, and faults told without traces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.graph.settings import Settings
from kg.links import reconcile_app
from kg.site.bundled import bundled
from kg.web import media
from kg.web.answers import Refused, fault, refusal, respond, tagged
from kg.web.api import Api
from kg.web.describe import described, void
from kg.web.dump import Dump
from kg.web.engine import Asker, Engine, Failed
from kg.web.entity import render, static
from kg.web.front import EXPOSED, Front, Headers, broken
from kg.web.limits import Limits
from kg.web.pool import Pool
from kg.web.questions import ready_questions
from kg.web.resources import Resources
from kg.web.search import Search
from kg.web.sparql import SparqlEndpoint

_STATIC = {"web.css": "text/css", "query.css": "text/css", "query.js": "text/javascript", "ask.js": "text/javascript"}
_BUNDLED = {"yasgui.css": "text/css", "yasgui.js": "text/javascript"}


def server_app(engine: Engine, settings: Settings, limits: Limits, site: Path | None = None) -> ASGIApp:
    """The server over an engine; `site` is the folder of a site that `kg build` wrote. Ends the engine when it ends."""
    asker = Asker(engine)
    resources = Resources(asker, settings)
    api = Api(asker, Search(asker), resources, settings)
    here = _Here(engine, asker, settings, limits, resources)
    routes: list[Route | Mount] = [
        Route("/query", here.query_page),
        Route("/search", api.find),
        Route("/api/acts", api.acts),
        Route("/api/passages", api.passages),
        Route("/api/entities", api.entities),
        Route("/api/openapi.json", api.openapi),
        Route("/data", Dump(asker).__call__, methods=["GET"]),
        Route("/healthz", here.health),
        Route("/.well-known/void", here.void),
        Route("/_web/{name}", here.static),
        Route(f"{resources.root}{{rest:path}}", resources.__call__, methods=["GET"]),
    ]
    if isinstance(engine, Pool):
        routes.append(Route("/reconcile", here.reconcile))
        routes.append(Mount("/reconcile", _Reconcile(engine, settings)))
    if site is not None and (site / "index.html").is_file():
        routes.append(Mount("/", StaticFiles(directory=site, html=True)))
    else:
        routes.append(Route("/", here.start))

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        if isinstance(engine, Pool):
            await engine.warm()
        yield
        await engine.close()

    rest = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[
            Middleware(
                CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "HEAD", "POST"], allow_headers=["*"],
                expose_headers=EXPOSED, max_age=86400,
            ),
        ],
        exception_handlers={
            Refused: _refused, Failed: _failed, HTTPException: _http, Exception: broken,
        },
    )  # fmt: skip
    # Outside of it all, so that what Starlette says of a fault has the headers, too.
    return Front(SparqlEndpoint(engine, limits), Headers(rest, settings))


class _Here:
    """The small answers."""

    def __init__(self, engine: Engine, asker: Asker, settings: Settings, limits: Limits, resources: Resources) -> None:
        self.engine, self.asker, self.settings, self.limits, self.resources = engine, asker, settings, limits, resources

    async def query_page(self, request: Request) -> Response:
        """/query."""
        page = render(
            "query.html", groups=ready_questions(self.settings), seconds=f"{self.limits.seconds:g}",
            yasgui=bool(bundled("yasgui.js")),
            setup={
                "base": self.settings.base, "root": self.resources.root, "prefixes": self.settings.prefixes,
                "ontology": self.settings.ontology,
            },
        )  # fmt: skip
        return tagged(request, HTMLResponse(page), "query", page)

    async def start(self, request: Request) -> Response:
        """/ where there is no site."""
        return RedirectResponse("/query", status_code=303)

    async def reconcile(self, request: Request) -> Response:
        """/reconcile: the service stands under the address with a slash."""
        return RedirectResponse("/reconcile/", status_code=308)

    async def static(self, request: Request) -> Response:
        """/_web/: style and script of these pages."""
        name = request.path_params["name"]
        text = static(name) if name in _STATIC else bundled(name) if name in _BUNDLED else ""
        if not text:
            raise HTTPException(404)
        kind = {**_STATIC, **_BUNDLED}[name]
        return tagged(request, Response(text, media_type=kind), "static", text)

    async def health(self, request: Request) -> Response:
        """/healthz: 200 where the store answers a query, 503 where it does not; which build it is."""
        try:
            healthy = await self.asker.true("ASK { ?s ?p ?o }")
            build = self.engine.build
        except Failed:
            healthy, build = False, ""
        state = {"status": "ok" if healthy else "unavailable", "build": build}
        return JSONResponse(
            {**state, "running": getattr(self.engine, "running", 0)},
            status_code=200 if healthy else 503, headers={"Cache-Control": "no-store"},
        )  # fmt: skip

    async def void(self, request: Request) -> Response:
        """/.well-known/void."""
        wanted = media.graphs(request.headers.get("accept", "*/*")) or ("turtle",)
        origin = str(request.base_url).rstrip("/")
        triples = await void(self.asker, self.settings, origin)
        return tagged(request, described(triples, wanted[0]), self.engine.stamp, origin, wanted[0])


class _Reconcile:
    """The reconciliation service over the build that is served; made anew when the build changes."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool, self._settings = pool, settings
        self._stamp, self._app, self._lock = "", Starlette(), asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._lock:
            if self._stamp != (stamp := self._pool.stamp):
                self._app = await asyncio.to_thread(reconcile_app, self._pool.home, self._settings)
                self._stamp = stamp
        await self._app(scope, receive, send)


async def _refused(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, Refused)
    return refusal(wrong)


async def _failed(request: Request, wrong: Exception) -> Response:
    """A query of the server's own that was not answered: what stopped it is told, not the query."""
    assert isinstance(wrong, Failed)
    status = wrong.answer.status if wrong.answer.status in {429, 503, 504, 413} else 500
    return respond(wrong.answer) if status != 500 else await broken(request, wrong)


async def _http(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    known = {
        404: ("KG-W011", "沒有此頁。", "There is no such page."),
        405: ("KG-W003", "不受此方法。", "This method is not taken."),
    }
    code, zh, en = known.get(wrong.status_code, ("KG-W001", "請求不合。", "The request cannot be answered."))
    return fault(wrong.status_code, code, zh, en, wrong.headers)
