"""scripts/bench: runs the benchmark that is named."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def names() -> list[str]:
    """The benchmarks there are."""
    return sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if not m.name.startswith("_"))


def main(arguments: list[str]) -> int:
    """Runs `NAME [options]`; without a name, or with an unknown one, lists them."""
    if arguments and arguments[0] in names():
        return int(importlib.import_module(f"benchmarks.{arguments[0]}").run(arguments[1:]) or 0)
    asked = bool(arguments) and arguments[0] not in {"-h", "--help"}
    stream = sys.stderr if asked else sys.stdout
    if asked:
        print(f"沒有名為 {arguments[0]} 的量測 · there is no benchmark {arguments[0]}", file=stream)
    print("scripts/bench NAME [options]", file=stream)
    for name in names():
        told = (importlib.import_module(f"benchmarks.{name}").__doc__ or "").splitlines()[0]
        print(f"  {name:12} {told.removeprefix(f'{name}: ')}", file=stream)
    return 2 if asked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
