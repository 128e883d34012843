"""Where the tests of kg/texts find texts; those outside the repository are skipped by name where absent."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
KANRIPO = SHARED / "texts" / "kanripo"
SEEDS = SHARED / "texts" / "seeds"
GOLD = SHARED / "gold" / "dev.jsonl"

needs_kanripo = pytest.mark.skipif(not KANRIPO.is_dir(), reason="needs ../shared/texts/kanripo")
needs_seeds = pytest.mark.skipif(not SEEDS.is_dir(), reason="needs ../shared/texts/seeds")
needs_gold = pytest.mark.skipif(not GOLD.is_file(), reason="needs ../shared/gold/dev.jsonl")
