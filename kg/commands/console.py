"""The console that tables are printed on."""

from __future__ import annotations

import sys

from rich.console import Console


def table_console(width: int = 200) -> Console:
    """A console as wide as the terminal; `width` columns where the output goes to a file or a pipe."""
    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else width)
