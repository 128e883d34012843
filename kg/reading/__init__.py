"""Room three: a spaCy pipeline for literary Chinese that reads the acts of a rite.

`load`, `read` and `reading_of` are looked up when they are first used, so that who only wants the dataclasses of
kg.reading.act does not wait for spaCy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.reading.pipeline import load, read
    from kg.reading.state import reading_of

__all__ = ["load", "read", "reading_of"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kg.reading import pipeline

    return getattr(pipeline, name)
