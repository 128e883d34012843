"""A server as a user starts it, over a small store, for the tests of kg.web."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import graph_samples as sample
from exchange_samples import link_lines
from kg.graph.store import write_store


def make_store(home: Path, *more: str) -> Path:
    """A store of the sample's graph, and what else is given as N-Quads; returns its folder."""
    part = home.parent / f"{home.name}.nq"
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_text("".join((*sample.lines(), link_lines((sample.document(),)), *more)), encoding="utf-8")
    write_store([part], home)
    return home


@contextmanager
def serving(store: Path | str, *options: str) -> Iterator[str]:
    """`kg serve` on a free port of loopback; gives its address without a slash at the end, and ends it."""
    with subprocess.Popen(
        [sys.executable, "-m", "kg", "serve", "--port", "0", "--store", str(store), *options],
        stderr=subprocess.PIPE, text=True, encoding="utf-8",
    ) as process:  # fmt: skip
        try:
            assert process.stderr
            told = ""
            for line in process.stderr:
                told += line
                if found := re.search(r"Serving .* at (http://\S+)/ ", line):
                    yield found[1]
                    break
            else:
                raise AssertionError(told)
        finally:
            process.terminate()
            process.wait(20)
