"""Options that several commands have: where the store is, how a report is printed."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ReportFormat(StrEnum):
    """How a report is printed."""

    TABLE = "table"
    JSON = "json"


Format = Annotated[ReportFormat, typer.Option("--format", help="格式 · Format.")]
Store = Annotated[Path, typer.Option("--store", envvar="KG_STORE", help="圖庫所在 · Where the store is.")]
STORE = Path("output/store")
