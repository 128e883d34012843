"""HTTP/1.1 on a connection: uvicorn's protocol over httptools, with bounded heads."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HEAD = 64 << 10  # bytes of a request's line and headers; the parser itself would take any number


class BoundedProtocol(HttpToolsProtocol):
    """Ends a connection with 400 where a request's head is longer than 64 KiB and still has no end."""

    _unfinished = 0  # bytes since a head began; -1 while a body is read

    def data_received(self, data: bytes) -> None:
        """What the client sent."""
        if self._unfinished >= 0:
            self._unfinished += len(data)
        super().data_received(data)
        if self._unfinished > _HEAD and not self.transport.is_closing():
            self.send_400_response("The head of the request is too long.")

    def on_headers_complete(self) -> None:
        """The head has its end."""
        self._unfinished = -1
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """So has the body; the next head begins."""
        self._unfinished = 0
        super().on_message_complete()
