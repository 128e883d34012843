"""The page that runs SPARQL over the graph: Oxigraph as WebAssembly and the whole graph, both inlined for file://."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator

import pyoxigraph as ox

from kg.graph.settings import Settings
from kg.site.bundled import bundled
from kg.site.pages import Frame, Page
from kg.site.questions import Editor, Question
from kg.site.shared import Shared
from kg.views.model import Name

# A graph of more quads takes a browser too long to load; it is asked on the command line or over a server.
MOST_QUADS = 700_000
_VENDOR = ("oxigraph.js", "oxigraph-wasm.js")


def editor_state(quads: int) -> Editor:
    """Whether the page can be made for a graph of so many quads."""
    if quads > MOST_QUADS:
        return Editor(
            False,
            Name(
                f"圖有 {quads:,} 條，頁中難載；請用 kg query 或 SPARQL 伺服器。",
                f"The graph has {quads:,} statements, too many for a page; use kg query or a SPARQL server.",
            ),
        )
    if not all(bundled(name) for name in _VENDOR):
        return Editor(
            False,
            Name(
                "安裝時未取 Oxigraph 之 WebAssembly (npm)，故頁中不能執行；請用 kg query。",
                "Oxigraph's WebAssembly (npm) was left out when this was installed, so that nothing runs in the page; "
                "use kg query.",
            ),
        )
    return Editor(True)


def editor_pages(
    shared: Shared, frame: Frame, store: ox.Store, questions: list[Question], settings: Settings
) -> Iterator[Page]:
    """The page, the library and the graph."""
    for name in _VENDOR:
        yield Page(f"assets/{name}", bundled(name))
    yield Page("assets/graph.js", _graph(store))
    passages = {passage.id: shared.reading(passage.iri) for text in shared.rite.texts for passage in text.passages}
    yield frame.page(
        "questions/editor.html",
        "editor.html",
        Name("自問", "ask in SPARQL"),
        "questions",
        wasm=True,
        questions=questions,
        data={
            "prefixes": settings.prefixes,
            "base": settings.base,
            "questions": {
                question.name: [question.title.zh, question.title.en, question.sparql] for question in questions
            },
            "passages": passages,
        },
        styles=["editor.css"],
        scripts=["oxigraph.js", "oxigraph-wasm.js", "graph.js", "editor.js"],
    )


def _graph(store: ox.Store) -> str:
    """Every quad, sorted, as compressed N-Quads in a script: equal graphs give equal files."""
    quads = sorted(f"{quad} .\n" for quad in store)
    packed = gzip.compress("".join(quads).encode("utf-8"), compresslevel=9, mtime=0)
    return f"window.kgGraph={json.dumps(base64.b64encode(packed).decode('ascii'))};\nwindow.kgQuads={len(quads)};\n"
