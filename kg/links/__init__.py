"""Links to other datasets: mappings, candidates from dumps, and a service by which others link to us."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.links.reconcile import reconcile_app

__all__ = ["reconcile_app"]


def __getattr__(name: str) -> Any:
    """The service is imported when it is asked for: a build does without starlette."""
    if name == "reconcile_app":
        from kg.links.reconcile import reconcile_app

        return reconcile_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
