"""A small graph with links and corrections, for the tests of links, exports and corrections."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pyoxigraph as ox

import graph_samples as sample
from kg.graph.settings import Settings
from kg.graph.source import Source
from kg.graph.store import memory_store
from kg.links.build import link_parts
from kg.texts.document import Document

SHARED = Path(__file__).resolve().parents[2] / "shared"


def link_lines(documents: tuple[Document, ...], decisions: Path | None = None) -> str:
    """The parts of links and description, in their order."""
    return "".join("".join(lines) for _, lines in link_parts(documents, Settings(), decisions))


def store_with(*extra: str) -> ox.Store:
    """The sample's graph with its links, and what else is given as N-Quads."""
    return memory_store([part.encode() for part in ("".join(sample.lines()), link_lines((sample.document(),)), *extra)])


@cache
def store() -> ox.Store:
    """The sample's graph with its links; read only."""
    return store_with()


@cache
def source() -> Source:
    """The sample's graph as exports read it."""
    return Source(store())


def ask(app: Any, method: str, path: str, **given: Any) -> httpx.Response:
    """One request to an ASGI app, without a network."""

    async def send() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://kg.test") as client:
            return await client.request(method, path, **given)

    return asyncio.run(send())
