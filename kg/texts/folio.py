"""Folios: leaves of a traditional edition, each with its sides a and b."""

from __future__ import annotations

import re

_FOLIO = re.compile(r"(?P<stem>.+)-(?P<leaf>\d+)(?P<side>[ab])")


def side_number(folio: str) -> tuple[str, int] | None:
    """The stem of a folio's name (KR1d0026_SBCK_005) and its place in a count of sides; None for other names."""
    match = _FOLIO.fullmatch(folio)
    return None if match is None else (match["stem"], int(match["leaf"]) * 2 + "ab".index(match["side"]))


def side_name(stem: str, number: int) -> str:
    """The folio at that place: the inverse of `side_number`."""
    return f"{stem}-{number // 2}{'ab'[number % 2]}"
