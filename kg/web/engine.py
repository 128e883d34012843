"""What runs a query for the server: a pool of workers over a store on disk, or a SPARQL server elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Query:
    """A query with the formats that are wanted, best first, and the graphs that the request names."""

    text: str
    results: tuple[str, ...] = ("json",)
    graphs: tuple[str, ...] = ("ntriples",)
    default: tuple[str, ...] = ()
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it: an HTTP status; where 200 the body in `format`, else code and message."""

    status: int
    body: bytes = b""
    format: str = ""
    code: str = ""
    zh: str = ""
    en: str = ""
    place: tuple[int, int] | None = None  # line and column, from 1
    retry: int = 0  # seconds after which to ask again


class Failed(Exception):
    """A query of the server's own was not answered; `answer` says why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"{answer.status} {answer.code} {answer.en}")
        self.answer = answer


class Engine(Protocol):
    """Runs queries; `build` names what it answers from, and changes when that does."""

    @property
    def build(self) -> str:
        """The build that is served, such as build-3."""

    @property
    def stamp(self) -> str:
        """What tells two states of the data apart; "" where that cannot be known."""

    async def run(self, query: Query) -> Answer:
        """The answer, whatever it is; never raises for what a query is or does."""

    async def close(self) -> None:
        """Ends what was started."""


Row = dict[str, str]


@dataclass(slots=True)
class Asker:
    """Queries of the server's own over an engine: rows as text, graphs as bytes."""

    engine: Engine

    async def rows(self, text: str) -> list[Row]:
        """The rows of a SELECT: variable → value as text. Raises Failed."""
        return [{name: term["value"] for name, term in row.items()} for row in await self.terms(text)]

    async def terms(self, text: str) -> list[dict[str, dict[str, str]]]:
        """The rows of a SELECT with each term as SPARQL's JSON has it. Raises Failed."""
        rows: list[dict[str, dict[str, str]]] = (await self._asked(text))["results"]["bindings"]
        return rows

    async def true(self, text: str) -> bool:
        """The answer to an ASK. Raises Failed."""
        return bool((await self._asked(text))["boolean"])

    async def _asked(self, text: str) -> Any:
        found = await self.engine.run(Query(text))
        if found.status != 200:
            raise Failed(found)
        return json.loads(found.body)
