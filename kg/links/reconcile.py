"""The reconciliation service as an ASGI app (Reconciliation Service API 0.2, W3C community group), for OpenRefine."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs

import jinja2
import pyoxigraph as ox
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.links.answers import BATCH, Answers, BadQuery
from kg.links.vocabulary import Vocabulary

_BODY = 2_000_000  # bytes of a request; a batch of 50 queries has some 10,000
_FORM = "application/x-www-form-urlencoded"
_Handler = Callable[[Request], Awaitable[Response]]


def reconcile_app(store: ox.Store | Path | str, settings: Settings | None = None) -> Starlette:
    """The service over a store, or the folder of one; it can be mounted under any path. It reads only, and answers
    JSON alone: a `callback` (JSONP) is passed over. Raises GraphError KG-G010, KG-G011 for a folder without store."""
    vocabulary = Vocabulary(store if isinstance(store, ox.Store) else open_store(store), settings)
    service = _Service(Answers(vocabulary))
    routes = [
        Route("/", service.root, methods=["GET", "POST"]),
        Route("/suggest/{kind}", service.suggest),
        Route("/properties", service.propose),
        Route("/preview", service.preview),
        Route("/view", service.preview),
    ]
    cors = Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["*"])
    return Starlette(routes=routes, middleware=[cors])


class _Service:
    """The endpoints; what they say is in answers.py."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        folder = files("kg.links") / "templates"
        self._style = (folder / "entity.css").read_text(encoding="utf-8")
        digest = base64.b64encode(hashlib.sha256(self._style.encode()).digest()).decode()
        self._policy = f"default-src 'none'; style-src 'sha256-{digest}'"
        environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
        self._page = environment.from_string((folder / "entity.html").read_text(encoding="utf-8"))

    async def root(self, request: Request) -> Response:
        """Manifest, queries or extension, by what is asked."""
        try:
            given = await _parameters(request)
        except _Refused as refused:
            return _fault(refused.status, refused.why)
        if "queries" in given:
            return self._answered(given["queries"], self._reconcile)
        if "extend" in given:
            return self._answered(given["extend"], self.answers.extend)
        if request.method == "POST":
            return _fault(400, "a POST has a form field “queries” or “extend”")
        return JSONResponse(self.answers.manifest(_here(request)))

    def _reconcile(self, batch: object) -> dict[str, object]:
        if isinstance(batch, dict) and len(batch) > BATCH:
            raise _Refused(413, f"a batch has at most {BATCH} queries")
        return self.answers.reconcile(batch)

    def _answered(self, text: str, answer: Callable[[object], dict[str, object]]) -> Response:
        try:
            return JSONResponse(answer(json.loads(text)))
        except (json.JSONDecodeError, RecursionError) as fault:
            return _fault(400, f"this is no JSON: {fault}")
        except BadQuery as fault:
            return _fault(400, str(fault))
        except _Refused as refused:
            return _fault(refused.status, refused.why)

    async def suggest(self, request: Request) -> Response:
        """Suggestions for entities, properties or types."""
        kind = request.path_params["kind"]
        if kind not in {"entity", "property", "type"}:
            return _fault(404, "there are suggestions for entity, property and type")
        cursor = request.query_params.get("cursor", "0") or "0"
        if not cursor.isdecimal() or len(cursor) > 9:
            return _fault(400, "“cursor” is a number")
        return JSONResponse(self.answers.suggest(kind, request.query_params.get("prefix", ""), int(cursor)))

    async def propose(self, request: Request) -> Response:
        """Properties that can be fetched for a type."""
        limit = request.query_params.get("limit", "")
        if limit and (not limit.isdecimal() or len(limit) > 9):
            return _fault(400, "“limit” is a number")
        kind = request.query_params.get("type", "")
        return JSONResponse(self.answers.propose(kind, int(limit) if limit else None))

    async def preview(self, request: Request) -> Response:
        """A small page about an entity; nothing in it runs or is loaded."""
        vocabulary = self.answers.vocabulary
        entity = vocabulary.entities.get(request.query_params.get("id", ""))
        if entity is None:
            return _fault(404, "there is no such entity")
        types = [vocabulary.types[one].name for one in entity.types if one in vocabulary.types]
        page = self._page.render(
            entity=entity, types=types, acts=vocabulary.uses.get(entity.id, 0),
            cited=self.answers.properties.cited(entity), iri=vocabulary.settings.base + entity.id, style=self._style,
        )  # fmt: skip
        headers = {"Content-Security-Policy": self._policy, "X-Content-Type-Options": "nosniff"}
        return HTMLResponse(page, headers=headers)


class _Refused(Exception):
    """A request that is not answered, with the status that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


async def _parameters(request: Request) -> dict[str, str]:
    """Query string, or the form of a POST; of several values the last."""
    if request.method != "POST":
        return dict(request.query_params)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _FORM:
        raise _Refused(415, f"a POST is {_FORM}")
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > _BODY:
                raise _Refused(413, f"a request has at most {_BODY} bytes")
        form = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=100)
    except (UnicodeDecodeError, ValueError) as fault:
        raise _Refused(400, "the form is no UTF-8, or has too many fields") from fault
    except ClientDisconnect as fault:
        raise _Refused(400, "the request broke off") from fault
    return {name: values[-1] for name, values in form.items()}


def _here(request: Request) -> str:
    """The URL of the service, wherever it is mounted, without a slash at its end."""
    return str(request.url.replace(path=request.scope.get("root_path", ""), query="", fragment="")).rstrip("/")


def _fault(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status_code=status)
