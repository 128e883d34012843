"""Runs the program as a user does: a process of its own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

# 鄉射禮·經
SISHE = "司射適堂西，袒決遂，取弓於階西。"
DIZI = "司馬命弟子設楅。乃設楅於中庭，東肆。"

SHARED = Path(__file__).parent.parent.parent / "shared"


def kg(*arguments: str, cwd: Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`kg ARGUMENTS` in `cwd`; what it printed comes back as bytes."""
    return subprocess.run(
        [sys.executable, "-m", "kg", *arguments],
        cwd=cwd, input=stdin, capture_output=True, timeout=300, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def cpu_seconds(*arguments: str, cwd: Path) -> float:
    """CPU time of a run that succeeds: unlike the clock's, it does not grow when the machine is busy."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = kg(*arguments, cwd=cwd)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr.decode()
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
