"""The graph: readings as RDF, the store, queries and validation. `to_networkx` gives it to network analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.graph.network import to_networkx

__all__ = ["to_networkx"]


def __getattr__(name: str) -> Any:
    """networkx is imported when it is asked for: most commands do without."""
    if name == "to_networkx":
        from kg.graph.network import to_networkx

        return to_networkx
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
