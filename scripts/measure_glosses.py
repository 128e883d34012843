"""Measure the reports of 今文 and 古文 in 鄭玄's notes, and count the glosses of other editions.

    python scripts/measure_glosses.py [--kanripo ../shared/texts/kanripo] [--expected tests/data/reports.tsv] [--all]

A report is one 今文 or 古文 in a note of KR1d0026, juan 5 and 7. It is found where a gloss was read from it; its lemmas
are placed where each stands at the words of the base text that the table of expected readings has. Every miss is
printed with its note. With --all the glosses of every edition in the folder are counted by kind.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kg.reading.glosses import Gloss, read_glosses, shipped_folding  # noqa: E402
from kg.texts import read_documents  # noqa: E402
from kg.texts.document import Document  # noqa: E402

_REPORT = re.compile("今文|古文")
Key = tuple[str, str, str, str, str]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kanripo", type=Path, default=ROOT.parent / "shared" / "texts" / "kanripo")
    parser.add_argument("--expected", type=Path, default=ROOT / "tests" / "data" / "reports.tsv")
    parser.add_argument("--all", action="store_true", help="count the glosses of every edition")
    arguments = parser.parse_args()
    if not arguments.kanripo.is_dir():
        sys.exit(f"no folder {arguments.kanripo}: name Kanripo's chapters with --kanripo")
    rows = [line.split("\t") for line in arguments.expected.read_text(encoding="utf-8").splitlines()[1:]]
    total: Counter[str] = Counter()
    for juan in ("005", "007"):
        expected = {(note, *rest) for number, note, *rest in rows if number == juan}
        document = next(read_documents(arguments.kanripo / "KR1d0026" / f"KR1d0026_{juan}.txt"))
        total += report(document, {key: None for key in expected if len(key) == 5})
    rate = total["placed"] / total["expected"]
    print(f"reports found {total['found']} of {total['reports']}; lemmas placed {total['placed']} of "
          f"{total['expected']} ({rate:.1%}); beginnings of lemmas {total['begun']}")
    if arguments.all:
        for one in read_documents(arguments.kanripo):
            found = read_glosses(one)
            kinds = Counter(gloss.kind.value for gloss in found)
            placed = sum(gloss.place is not None for gloss in found)
            print(f"{one.id}\t{len(found)} glosses, {placed} placed\t{dict(sorted(kinds.items()))}")


def report(document: Document, expected: dict[Key, None]) -> Counter[str]:
    """Figures of one chapter; prints them with the misses."""
    fold = shipped_folding().fold
    notes = {note.id: note for note in document.notes}
    found = [gloss for gloss in read_glosses(document) if gloss.tradition]
    marks = [(note.id, match) for note in document.notes for match in _REPORT.finditer(note.text)]
    counts = Counter(match[0] for _, match in marks)
    read = {_mark(gloss, marks) for gloss in found}
    missed = [(note, match) for note, match in marks if (note, match.start()) not in read]
    keys = {_key(document, gloss): gloss for gloss in found}
    placed = [key for key in expected if key in keys]
    begun = [key for key in expected if any(key[:3] == other[:3] and key[4] == other[4] for other in keys)]
    print(f"{document.id}: 今文 {counts['今文']}, 古文 {counts['古文']}; "
          f"found {len(marks) - len(missed)} of {len(marks)}; lemmas placed {len(placed)} of {len(expected)}")
    for note, match in missed:
        print(f"  not read: {note} {fold(notes[note].text[match.start() :]).norm}")
    for key in sorted(set(expected) - set(placed)):
        print(f"  expected {key}")
    for key in sorted(set(keys) - set(expected)):
        print(f"  read     {key}: {fold(keys[key].span.of(notes[keys[key].note].text)).norm}")
    return Counter(reports=len(marks), found=len(marks) - len(missed), placed=len(placed), expected=len(expected),
                   begun=len(begun))


def _mark(gloss: Gloss, marks: list[tuple[str, re.Match[str]]]) -> tuple[str, int]:
    """The last mark of a tradition before a gloss, as (note, offset)."""
    return gloss.note, max(match.start() for note, match in marks
                           if note == gloss.note and match.start() < gloss.span.start)


def _key(document: Document, gloss: Gloss) -> Key:
    """Number of the note, tradition, two characters before the lemma, lemma and value in standard glyphs."""
    fold = shipped_folding().fold
    at = gloss.place.start if gloss.place else 0
    before = fold(document.text[max(0, at - 2) : at]).norm.replace("\n", "")
    return (gloss.note.rsplit(".n", 1)[1], gloss.tradition, before, fold(gloss.lemma).norm, fold(gloss.value).norm)


if __name__ == "__main__":
    main()
