"""Messages between the server and its workers: a head in JSON and a body of bytes, each with its length before it."""

from __future__ import annotations

import json
from typing import BinaryIO

LENGTHS = 12  # bytes before a message: 4 for the head's length, 8 for the body's


def packed(head: dict[str, object], body: bytes = b"") -> bytes:
    """A message as bytes."""
    text = json.dumps(head, ensure_ascii=True).encode("ascii")
    return len(text).to_bytes(4, "big") + len(body).to_bytes(8, "big") + text + body


def lengths(data: bytes | bytearray) -> tuple[int, int]:
    """The lengths of head and body that the first LENGTHS bytes give."""
    return int.from_bytes(data[:4], "big"), int.from_bytes(data[4:LENGTHS], "big")


def read_message(stream: BinaryIO) -> tuple[dict[str, object], bytes] | None:
    """The next message of a stream; None at its end."""
    start = stream.read(LENGTHS)
    if len(start) < LENGTHS:
        return None
    head, body = lengths(start)
    return json.loads(stream.read(head)), stream.read(body)
