"""What a query may take, and how many may run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on work; each is enforced from outside the query, by the system or by the parent process.

    `seconds` of a query by the clock, `memory` in bytes above what a worker holds when it starts, `result` in bytes of
    an answer, `body` in bytes of a request, `at_once` queries that run, `spare` workers that wait for one, `kept` in
    bytes of answers that are kept for the same query (0: none).
    """

    seconds: float = 10.0
    memory: int = 1 << 30
    result: int = 32 << 20
    body: int = 256 << 10
    at_once: int = 16
    spare: int = 2
    kept: int = 16 << 20
