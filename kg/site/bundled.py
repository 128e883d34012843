"""What was bundled from npm when the package was built (hatch_build.py, npm/bundle.mjs); a build may be without."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def bundled(name: str) -> str:
    """The text of a bundled file; "" where the package was built without (RITUAL_KG_WITHOUT_NPM)."""
    path = files("kg.site").joinpath("vendor", name)
    return path.read_text(encoding="utf-8") if path.is_file() else ""
