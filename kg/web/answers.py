"""HTTP answers: an engine's answer with its media type, and faults told in JSON, both languages, no traces."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from kg.web.engine import Answer
from kg.web.media import GRAPHS, RESULTS


class Refused(Exception):
    """A request that is not answered; becomes the answer that says so."""

    def __init__(self, status: int, code: str, zh: str, en: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(en)
        self.status, self.code, self.zh, self.en, self.headers = status, code, zh, en, dict(headers or {})


def fault(
    status: int, code: str, zh: str, en: str, headers: Mapping[str, str] | None = None, **more: object
) -> Response:
    """What is wrong, for programs and people."""
    return JSONResponse(
        {"status": status, "code": code, "zh": zh, "en": en, **more}, status_code=status, headers=dict(headers or {})
    )


def refusal(refused: Refused) -> Response:
    """The answer that says why a request is not answered."""
    return fault(refused.status, refused.code, refused.zh, refused.en, refused.headers)


def respond(answer: Answer, headers: Mapping[str, str] | None = None) -> Response:
    """An engine's answer as an HTTP answer."""
    if answer.status == 200:
        kind = {**RESULTS, **GRAPHS}[answer.format]
        return Response(answer.body, media_type=kind, headers={"Vary": "Accept", **(headers or {})})
    more: dict[str, object] = {}
    if answer.place:
        more = {"line": answer.place[0], "column": answer.place[1]}
    retry = {"Retry-After": str(answer.retry)} if answer.retry else {}
    return fault(answer.status, answer.code, answer.zh, answer.en, retry, **more)


def tagged(request: Request, response: Response, *state: str) -> Response:
    """The response with an ETag made of `state` (stamp, address, format); 304 where the client has that already.

    Where the stamp is "", as the state of the data is not known, the ETag is of the body; what is streamed has none.
    """
    if not state[0]:
        if isinstance(response, StreamingResponse):
            response.headers["Cache-Control"] = "no-cache"
            return response
        state = (*state, bytes(response.body).hex())
    tag = '"' + hashlib.sha256("\n".join(state).encode()).hexdigest()[:20] + '"'
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"
    held = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    if response.status_code == 200 and (tag in held or "*" in held):
        kept = {name: response.headers[name] for name in ("etag", "vary", "cache-control") if name in response.headers}
        return Response(status_code=304, headers=kept)
    return response


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request. Raises Refused 413 where it is longer than `most`, 400 where it broke off."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise Refused(413, "KG-W004", f"請求逾 {most:,} 位元組。", f"A request has at most {most:,} bytes.")
    except ClientDisconnect as broken:
        raise Refused(400, "KG-W001", "請求未完而斷。", "The request broke off.") from broken
    return bytes(body)
