"""What stands before all routes: queries go to the endpoint at once, and every answer gets its headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.graph.settings import Settings
from kg.web.answers import Refused, fault, refusal
from kg.web.sparql import SparqlEndpoint

# The hash is of the one style sheet that a part of YASGUI (column-resizer) writes into the page.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-zCK2EVMoPc04mRF/g5CotUvxbJPWS+8V0b+s9ptqQIk='; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
# The site's pages carry a policy of their own that is stricter; this holds for what has none.
_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"content-security-policy": b"object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
}
EXPOSED = ("ETag", "Link", "Retry-After")  # to scripts of other origins
_OWN_PAGES = ("/query", "/search")


class Front:
    """Answers queries itself, and hands everything else on: a small query takes no longer than routing one does."""

    def __init__(self, endpoint: SparqlEndpoint, rest: ASGIApp) -> None:
        self._endpoint, self._rest = endpoint, rest
        self._more = [
            *_HEADERS.items(), (b"access-control-allow-origin", b"*"),
            (b"access-control-expose-headers", ", ".join(EXPOSED).encode()),
        ]  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI app."""
        if scope["type"] != "http" or scope["path"] != "/sparql" or _is_preflight(scope):
            await self._rest(scope, receive, send)
            return
        request = Request(scope, receive)
        wrong: Exception | None = None
        try:
            response = await self._endpoint(request)
        except Refused as refused:
            response = refusal(refused)
        except Exception as unforeseen:
            wrong, response = unforeseen, await broken(request, unforeseen)
        response.raw_headers += self._more
        await response(scope, receive, send)
        if wrong is not None:
            raise wrong  # for the log


def _is_preflight(scope: Scope) -> bool:
    """Whether a browser asks what another origin's page may do here."""
    return scope["method"] == "OPTIONS" and b"access-control-request-method" in dict(scope["headers"])


class Headers:
    """Adds the headers that every answer carries; the server's own pages have a policy that lets only its files run."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._own = (*_OWN_PAGES, urlsplit(settings.base).path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI app."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        more = dict(_HEADERS)
        if scope["path"].startswith(self._own):
            more[b"content-security-policy"] = _POLICY.encode()

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                held = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((n, v) for n, v in more.items() if n not in held)]
            await send(message)

        await self._app(scope, receive, sent)


async def broken(request: Request, wrong: Exception) -> Response:
    """What is said of a fault of the server itself, which its log has."""
    return fault(
        500, "KG-W012", "伺服器內部有誤，已記於其紀錄。", "Something is wrong in the server; its log says what."
    )
