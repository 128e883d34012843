"""Measure the alignment of the editions with the canonical texts, and what the witnesses say of our emendations.

    python scripts/measure_witnesses.py [--kanripo ../shared/texts/kanripo] [--variants]

Prints for each edition how many of its letters stand in the canonical text and how long aligning took; how many of the
emendations of the shipped edition are proposed again by the witnesses alone, from the text before it was emended; and
with --variants every substantive variant with its witnesses.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kg.lexicon.interchange import load_interchange  # noqa: E402
from kg.reading.glosses import shipped_folding  # noqa: E402
from kg.texts import read_documents, shipped_documents  # noqa: E402
from kg.texts.align import align  # noqa: E402
from kg.texts.document import Document  # noqa: E402
from kg.texts.letters import letters_of  # noqa: E402
from kg.texts.span import Span  # noqa: E402
from kg.texts.variants import Difference, glyph_variants, proposals, variants  # noqa: E402
from kg.texts.witnesses import chapters  # noqa: E402


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kanripo", type=Path, default=ROOT.parent / "shared" / "texts" / "kanripo")
    parser.add_argument("--variants", action="store_true", help="print the substantive variants")
    arguments = parser.parse_args()
    if not arguments.kanripo.is_dir():
        sys.exit(f"no folder {arguments.kanripo}: name Kanripo's chapters with --kanripo")
    folding, spellings = shipped_folding(), load_interchange()
    documents = list(read_documents(arguments.kanripo, folding=folding))
    start = time.perf_counter()
    found = chapters(documents, folding, spellings, shipped_documents())
    print(f"{len(documents)} documents, {len(found)} chapters with witnesses, in {time.perf_counter() - start:.1f} s")
    for chapter in found:
        for canon in chapter.canons:
            for one in chapter.of(canon.document.id):
                begun = time.perf_counter()
                align(canon.letters.norm, one.witness.letters.norm)
                print(f"  {one.witness.document.id} in {canon.document.id}: {one.equal} letters equal, "
                      f"{len(one.witness.letters)} in all, aligned in {time.perf_counter() - begun:.2f} s")
            differences = variants(chapter, canon, spellings)
            kinds = Counter(variant.kind.value for variant in differences)
            glyphs = glyph_variants(chapter, canon)
            print(f"  {canon.document.id}: {kinds[Difference.READING]} substantive variants, "
                  f"{kinds[Difference.SPELLING]} of spelling; {sum(one.count for one in glyphs)} variant glyphs of "
                  f"{len(glyphs)} kinds; {len(proposals(chapter, canon, differences))} proposals to emend")
            if arguments.variants:
                for variant in differences:
                    if variant.kind is Difference.READING:
                        told = " | ".join(f"{text or '∅'}: {' '.join(one.witness for one in read)}"
                                          for text, read in variant.readings)
                        print(f"    {variant.span.start}\t{variant.lemma or '∅'}\t{told}")
    for document in shipped_documents():
        emendations(document, documents)


def emendations(document: Document, documents: list[Document]) -> None:
    """How many emendations the witnesses propose, given the text as it was before them."""
    folding, spellings = shipped_folding(), load_interchange()
    made = [one for one in document.emendations if not one.note]
    before = unemended(document)
    found = chapters(documents, folding, spellings, [before])
    chapter = next(one for one in found if one.canons[0].document.id == document.id)
    canon = chapter.canons[0]
    proposed = {
        (proposal.span.start, letters_of(proposal.corr, folding).norm)
        for proposal in proposals(chapter, canon, variants(chapter, canon, spellings))
    }
    shift, hits, same = 0, 0, 0
    missed = []
    for one in made:
        at = one.span.start + shift
        shift += len(one.sic) - len(one.span)
        if letters_of(one.sic, folding).norm == letters_of(one.corr, folding).norm:
            same += 1
        elif any(at - 1 <= start <= at + len(one.sic) for start, _ in proposed):
            hits += 1
        else:
            missed.append(f"{one.sic or '∅'}→{one.corr or '∅'}")
    print(f"{document.id}: {len(made)} emendations of the base text; {same} are one character in standard glyphs; of "
          f"the other {len(made) - same} the witnesses alone propose {hits}; not: {' '.join(missed) or '-'}")


def unemended(document: Document) -> Document:
    """The text as the seed had it: its passages keep their ids, their spans move with the words."""
    made = sorted((one for one in document.emendations if not one.note), key=lambda one: one.span)
    parts, done = [], 0
    for one in made:
        parts += [document.text[done : one.span.start], one.sic]
        done = one.span.end
    text = "".join([*parts, document.text[done:]])

    def moved(offset: int) -> int:
        return offset + sum(len(one.sic) - len(one.span) for one in made if one.span.end <= offset)

    passages = tuple(replace(one, span=Span(moved(one.span.start), moved(one.span.end))) for one in document.passages)
    return replace(document, text=text, passages=passages, emendations=(), notes=(), headings=(), steps=())


if __name__ == "__main__":
    main()
