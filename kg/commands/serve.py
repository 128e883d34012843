"""`kg serve`: the server over a store, until it is interrupted."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path

from kg.errors import UsageError
from kg.graph.settings import Settings
from kg.messages import Voice
from kg.web.limits import Limits


def run(
    voice: Voice, store: str, host: str, port: int, site: Path | None, seconds: float, memory: int, at_once: int,
    kept: int,
) -> int:  # fmt: skip
    """Serves `store`, the folder of a store or the query URL of a SPARQL server.

    Raises GraphError KG-G010, KG-G011 (no store), KG-G021 (no address), UsageError KG-U050 (the port is taken).
    """
    import uvicorn

    from kg.web.app import server_app
    from kg.web.engine import Engine
    from kg.web.pool import Pool
    from kg.web.protocol import BoundedProtocol
    from kg.web.remote import Remote

    settings = Settings()
    limits = Limits(seconds=seconds, memory=memory << 20, at_once=at_once, kept=kept << 20)
    engine: Engine
    if store.startswith(("http://", "https://")):
        engine = Remote(store, settings, limits)
    else:
        engine = Pool(
            Path(store), settings, limits,
            lambda build: voice.say(f"圖庫已重建，改供 {build}。", f"The store was built anew; serving {build} now."),
        )  # fmt: skip
        site = site or Path(store).parent / "site"
    app = server_app(engine, settings, limits, site)
    if not _is_loopback(host):
        voice.say(
            f"注意：{host} 可由他機連入；公開於外，宜置於有 TLS 之代理之後 (docs/server.md)。",
            f"Warning: other machines can connect to {host}; for the public, put a proxy with TLS before it "
            "(docs/server.md).",
        )
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        voice.say(f"供 {engine.build}：{address} (Ctrl-C 止)", f"Serving {engine.build} at {address} (Ctrl-C ends it)")
        config = uvicorn.Config(
            app, log_level="warning", server_header=False, timeout_keep_alive=5, limit_concurrency=512,
            http=BoundedProtocol, ws="none", access_log=False,
        )  # fmt: skip
        uvicorn.Server(config).run([listener])
    return 0


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return host == "localhost"


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's algorithm off only where the protocol is named; with it each answer waits some 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
    except OSError as wrong:
        listener.close()
        raise UsageError(
            "KG-U050",
            f"不能在 {host}:{port} 啟動 ({wrong.strerror or wrong})；請另擇 --host 或 --port。",
            f"Cannot listen on {host}:{port} ({wrong.strerror or wrong}); choose another --host or --port.",
        ) from wrong
    return listener
