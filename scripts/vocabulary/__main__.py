"""scripts/ontology: check (rules of a good vocabulary), reason (consistency), docs (pages), register (new terms)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """0 done, 1 something was found."""
    parser = argparse.ArgumentParser(prog="scripts/ontology", description=__doc__)
    parser.add_argument("what", choices=("check", "reason", "docs", "register"))
    parser.add_argument("-o", "--output", type=Path, default=Path("output/ontology"), help="folder for docs")
    parser.add_argument("--graph", type=Path, action="append", default=[], help="N-Quads to reason over as well")
    given = parser.parse_args(arguments)
    return {"check": _check, "reason": _reason, "docs": _docs, "register": _register}[given.what](given)


def _check(_: argparse.Namespace) -> int:
    from vocabulary.checks import findings, load_checks, vocabulary_store
    from vocabulary.register import faults

    store = vocabulary_store()
    bad = 0
    for check in load_checks():
        for row in findings(check, store):
            bad += 1
            print(f"{check.name}: {' '.join(row)}\n    {check.zh} {check.en}")
    for fault in faults():
        bad += 1
        print(f"terms.tsv: {fault}")
    print(f"{len(load_checks())} 則，{bad} 處不合 · {len(load_checks())} rules, {bad} findings")
    return int(bad > 0)


def _reason(given: argparse.Namespace) -> int:
    from vocabulary.reason import hermit_faults, hermit_is_there, owlrl_faults, triples

    statements = triples(path.read_text(encoding="utf-8") for path in given.graph)
    by, faults = ("HermiT", hermit_faults) if hermit_is_there() else ("owlrl", owlrl_faults)
    found = faults(statements)
    for fault in found:
        print(fault)
    print(f"{by}：{len(statements)} 條陳述，{len(found)} 處矛盾 · {len(statements)} statements, {len(found)} faults")
    return int(bool(found))


def _register(_: argparse.Namespace) -> int:
    from vocabulary.register import register

    print(f"新增 {register()} 名於 ontology/terms.tsv · terms added")
    return 0


def _docs(given: argparse.Namespace) -> int:
    from vocabulary.pages import write_pages

    for path in write_pages(given.output):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
