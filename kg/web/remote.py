"""An engine over a SPARQL server elsewhere: its query service is asked, and nothing but that address."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException

from kg.errors import GraphError
from kg.graph.server import OPENER, parse_server
from kg.graph.settings import Settings
from kg.graph.sparql import check_query, keywords
from kg.web.engine import Answer, Query
from kg.web.limits import Limits
from kg.web.media import GRAPHS, RESULTS


@dataclass(slots=True)
class Remote:
    """The query service at `url`. That server must bound queries itself: a client that gives up stops nothing there."""

    url: str
    settings: Settings
    limits: Limits = field(default_factory=Limits)
    running: int = 0

    def __post_init__(self) -> None:
        """Raises GraphError KG-G021 where `url` is no address of a server."""
        parse_server(self.url)

    @property
    def build(self) -> str:
        """Which build that server has is not known; its address stands for it."""
        return self.url

    @property
    def stamp(self) -> str:
        """Whether that server's data has changed cannot be known."""
        return ""

    async def run(self, query: Query) -> Answer:
        """The server's answer."""
        if self.running >= self.limits.at_once:
            return Answer(
                429, code="KG-W009", retry=2,
                zh="同時之查詢已滿，請稍後再試。", en="Too many queries run; try again in a moment.",
            )  # fmt: skip
        self.running += 1
        try:
            return await asyncio.to_thread(self._asked, query)
        finally:
            self.running -= 1

    async def close(self) -> None:
        """Nothing was started."""

    def _asked(self, query: Query) -> Answer:
        try:
            form = check_query(query.text)
        except GraphError as fault:
            return Answer(403, code=fault.code, zh=fault.zh, en=fault.en)
        if "FROM" in keywords(query.text):
            return Answer(
                403, code="KG-W005", zh="轉問他伺服器時不受 FROM。", en="FROM is not passed on to another server."
            )
        is_graph = form in {"CONSTRUCT", "DESCRIBE"}
        wanted, known = (query.graphs, GRAPHS) if is_graph else (query.results, RESULTS)
        if not wanted:
            return Answer(406, code="KG-W002", zh="沒有所求之格式。", en="None of the formats asked for fits.")
        prefixes = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in self.settings.prefixes.items())
        pairs = [("query", prefixes + query.text)]
        pairs += [("default-graph-uri", graph) for graph in query.default]
        pairs += [("named-graph-uri", graph) for graph in query.named]
        request = urllib.request.Request(
            self.url, urllib.parse.urlencode(pairs).encode(),
            {"Accept": known[wanted[0]], "Content-Type": "application/x-www-form-urlencoded"},
        )  # fmt: skip
        try:
            with OPENER.open(request, timeout=self.limits.seconds) as found:
                body = found.read(self.limits.result + 1)
        except TimeoutError:
            return Answer(504, code="KG-W006", zh="查詢逾時。", en="The query took too long.")
        except urllib.error.HTTPError as fault:
            status = fault.code if fault.code in {400, 403, 406, 413, 429, 503, 504} else 502
            told = fault.read(500).decode("utf-8", "replace") if status == 400 else f"HTTP {fault.code}"
            return Answer(status, code="KG-W013", zh=f"他伺服器答：{told}", en=f"The other server says: {told}")
        except (OSError, HTTPException) as fault:
            told = str(getattr(fault, "reason", "") or fault)
            status = 504 if "timed out" in told else 502
            return Answer(
                status, code="KG-W013", zh=f"他伺服器不可及：{told}", en=f"The other server cannot be reached: {told}"
            )
        if len(body) > self.limits.result:
            return Answer(413, code="KG-W007", zh="結果過長；請加 LIMIT。", en="The result is too long; add a LIMIT.")
        return Answer(200, body, wanted[0])
