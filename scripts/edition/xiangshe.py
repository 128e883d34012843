"""鄉射禮: canon and record from the seed, its damage repaired."""

from __future__ import annotations

import re

from edition.cells import apply, plain, read_rows, split
from edition.writer import Writer


def xiangshe(seed: str, writer: Writer) -> tuple[list[str], list[str]]:
    """The body of 鄉射禮, and the words of its sentences. Only what stands before the translation is read."""
    text = seed[seed.index("【原文】") + len("【原文】") : seed.index("【譯文】")].strip()
    # The transcript begins a line behind each 。 and so puts quotes that close there at the head of the next.
    text = re.sub(r"\n(」+)\n?", r"\1\n", text)
    canon, record = re.split(r"^記。$", text, flags=re.MULTILINE)
    rows = read_rows("xiangshe")
    cells = apply(canon.strip() + "\f" + record.strip(), rows, bare=False)
    cells = [cell for cell in cells if cell.row or cell.text not in ("\n", " ")]
    break_ = next(i for i, cell in enumerate(cells) if cell.text == "\f")
    lines: list[str] = []
    words: list[str] = []
    for layer, part in (("jing", cells[:break_]), ("ji", cells[break_ + 1 :])):
        lines.append(f'      <div type="{layer}">')
        lines += ["        <head>記</head>"] if layer == "ji" else []
        lines.append("        <ab>")
        for sentence in split(part):
            words.append(plain(sentence))
            lines.append(f'          <s xml:id="xiangshe.{len(words)}">{writer.tei(sentence)}</s>')
        lines += ["        </ab>", "      </div>"]
    return lines, words
