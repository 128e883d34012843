"""Quotations: where the notes of one rite quote the other, the sentences quoted are pointed to."""

from __future__ import annotations

import re
import sys

from edition.cells import MARKS, SPACE, Cell, plain

from kg.lexicon.load import load_lexicon

QUOTED = re.compile(r"《(鄉射[禮記])》曰：「([^」]*)」")


def linked(cells: list[Cell], other: list[str]) -> list[Cell]:
    """The cells with what they quote from 鄉射禮 as `quote`, which points to the sentences quoted."""
    index = [i for i, cell in enumerate(cells) if not cell.markup for _ in cell.text]
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for match in QUOTED.finditer(plain(cells)):
        before[index[match.start(2)]] = f"<quote{corresp(match[2], other)}>"
        after[index[match.end(2) - 1]] = "</quote>"
    out: list[Cell] = []
    for i, cell in enumerate(cells):
        if i in before:
            out.append(Cell(before[i], markup=True))
        out.append(cell)
        if i in after:
            out.append(Cell(after[i], markup=True))
    return out


def corresp(quote: str, sentences: list[str]) -> str:
    """The attribute that points to the sentences of 鄉射禮 which hold the quotation; empty where none does."""
    wanted = bare(quote)
    held = [bare(sentence) for sentence in sentences]
    at = "".join(held).find(wanted)
    if at < 0:
        print(f"not found in 鄉射禮: {quote}", file=sys.stderr)
        return ""
    targets = []
    offset = 0
    for number, words in enumerate(held, start=1):
        if offset < at + len(wanted) and at < offset + len(words):
            targets.append(f"xiangshe.xml#xiangshe.{number}")
        offset += len(words)
    return f' corresp="{" ".join(targets)}"'


def bare(text: str) -> str:
    """Words without marks, glyphs folded by the lexicon's table of variants."""
    return load_lexicon().fold(MARKS.sub("", SPACE.sub("", text))).replace("后", "後")


