"""`kg view`: one page of the network."""

from __future__ import annotations

from pathlib import Path

from kg.build import write_view
from kg.graph.settings import Settings
from kg.messages import Voice

_HEAVY = 8_000  # nodes; measured in headless Chromium: 4,500 nodes 29 frames a second, 21,000 nodes under 5


def run(voice: Voice, focus: str, depth: int, output: Path, store: Path) -> int:
    """Writes the page and says where it is."""
    nodes = write_view(store, output, Settings(), focus, depth)
    voice.say(f"已畫 {nodes} 節點：{output}", f"Drawn, {nodes} nodes: {output}")
    warn_of_size(voice, nodes)
    return 0


def warn_of_size(voice: Voice, nodes: int) -> None:
    """Says so where a page is too large to be moved about in with ease."""
    if nodes > _HEAVY:
        voice.say(
            f"頁上有 {nodes} 節點，翻動會慢；用 kg view --focus 只畫一物或一人。",
            f"The page has {nodes} nodes and will be slow to move about in; kg view --focus draws one thing or person.",
        )
