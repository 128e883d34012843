"""reliability: hostile input to readers, tables and SPARQL; great files; builds killed, full disks, locked stores

Prints how many inputs were tried and how many faults were survived; any bytes give a document or an error with a code,
whatever happens to a build leaves the old store answering and no half file taken for a whole one. Exit code 1 where
something else happens; the input that did it is kept in the folder that is named then.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks import _days, _great, _inputs
from benchmarks._measure import Table, machine


def run(arguments: list[str]) -> int:
    """Tries and prints; returns 1 where something was not survived."""
    parser = argparse.ArgumentParser(prog="scripts/bench reliability", description=__doc__)
    parser.add_argument("--inputs", type=int, default=2000, help="inputs to each of readers, tables and SPARQL")
    parser.add_argument("--kills", type=int, default=20, help="builds killed at random moments")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices")
    parser.add_argument("--only", choices=("readers", "tables", "sparql", "great", "builds"), action="append")
    parser.add_argument("--coverage", type=int, metavar="SECONDS", help="let atheris look for inputs to readers")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    given = parser.parse_args(arguments)
    os.nice(10)
    work = Path(tempfile.mkdtemp(prefix="kg-reliability-"))
    chance = random.Random(given.seed)
    tries: dict[str, Callable[[], Counter[str]]] = {
        "readers": lambda: _inputs.readers(work, chance, given.inputs),
        "tables": lambda: _inputs.tables(work, chance, given.inputs),
        "sparql": lambda: _inputs.sparql(work, chance, given.inputs),
        "great": lambda: _great.run(work),
        "builds": lambda: _days.run(work, chance, given.kills),
    }
    if given.coverage:
        tries = {"coverage": lambda: _coverage(work, given.coverage)}
    made: dict[str, dict[str, int]] = {}
    for name, work_on in tries.items():
        if not given.only or name in given.only or given.coverage:
            print(f"{name} …", file=sys.stderr, flush=True)
            made[name] = dict(sorted(work_on().items()))
    bad = sum(count for found in made.values() for what, count in found.items() if what.startswith("NOT"))
    print(json.dumps(made, indent=1) if given.json else _told(made, given.seed))
    if bad:
        print(f"未過者留於 · what failed is kept in {work}", file=sys.stderr)
    else:
        subprocess.run(["rm", "-rf", str(work)], check=True)
    return int(bad > 0)


def _coverage(work: Path, seconds: int) -> Counter[str]:
    """Inputs that atheris makes by what they reach in our readers, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks._coverage", str(seconds), str(work)], stderr=subprocess.PIPE, check=False
    )
    told = done.stderr.decode("utf-8", "replace")
    print(told[-2000:], file=sys.stderr)
    tried = re.findall(r"^Done (\d+) runs", told, re.MULTILINE)
    found = Counter(tried=int(tried[-1]) if tried else 0)
    if done.returncode or not tried:
        found["NOT survived, or atheris is missing (pip install -e .[fuzz])"] += 1
    return found


def _told(made: dict[str, dict[str, int]], seed: int) -> str:
    table = Table("what", "how often")
    for name, found in made.items():
        for what, count in found.items():
            table.add(f"{name}: {what}", count)
    return f"{table}\nseed {seed}, {machine()}"
