"""`kg view`: one page of the network."""

from __future__ import annotations

from pathlib import Path

from kg.build import write_view
from kg.graph.settings import Settings
from kg.messages import Voice


def run(voice: Voice, focus: str, depth: int, output: Path, store: Path) -> int:
    """Writes the page and says where it is."""
    nodes = write_view(store, output, Settings(), focus, depth)
    voice.say(f"已畫 {nodes} 節點：{output}", f"Drawn, {nodes} nodes: {output}")
    return 0
