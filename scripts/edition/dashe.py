"""大射儀: the punctuated text of dashe.txt, checked against the seed, with its notes, headings and quotations."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from edition.cells import MARKS, SPACE, Cell, apply, plain, read_rows
from edition.quotations import corresp, linked
from edition.writer import Writer

QUOTES = ("記：", "同：")
"""Lines of dashe.txt that quote the record of 鄉射禮; 同 where the seed does not repeat 記."""


def dashe(seed: str, writer: Writer, other: list[str]) -> list[str]:
    """The body of 大射儀 from the punctuated text, which must be the seed's to the letter; `other` is 鄉射禮."""
    text = Path(__file__).with_name("dashe.txt").read_text(encoding="utf-8")
    compare_with_seed(text, seed)
    lines = ['      <div type="jing">']
    number = quoted = 0
    open_ = False
    for line in lines_of(apply(text, read_rows("dashe"), bare=True)):
        words = plain(line)
        if not open_ and words:
            lines.append("        <ab>")
            open_ = True
        if not words:
            if open_:
                lines.append("        </ab>")
            open_ = False
        elif words.startswith("右"):
            lines.append(f'          <milestone unit="step" resp="#jiangyong" n="{words}"/>')
        elif words[:2] in QUOTES:
            quoted += 1
            name = f"dashe.p{quoted}"
            quote = re.sub("【[^】]*】", "", words[2:])
            lines.append(
                f'          <note type="parallel" subtype="ji" xml:id="{name}" resp="#jiangyong"'
                f"{corresp(quote, other)}>{writer.tei(noted(line[2:], name, other))}</note>"
            )
        elif words.startswith("【…"):
            note = [Cell('<gap reason="lost"/>', markup=True), *line[2:-1]]
            lines.append(f'          <note type="zhu" xml:id="dashe.0.n1" resp="#zhengxuan">{writer.tei(note)}</note>')
        else:
            number += 1
            name = f"dashe.{number}"
            lines.append(f'          <s xml:id="{name}">{writer.tei(noted(line, name, other))}</s>')
    return [*lines, *(["        </ab>"] if open_ else []), "      </div>"]


def lines_of(cells: list[Cell]) -> list[list[Cell]]:
    """The cells line by line."""
    lines: list[list[Cell]] = [[]]
    for cell in cells:
        if cell.text == "\n":
            lines.append([])
        else:
            lines[-1].append(cell)
    return lines


def noted(cells: list[Cell], name: str, other: list[str]) -> list[Cell]:
    """The cells with 【】 as notes, their quotations of the other rite linked, a source behind a blank as `bibl`."""
    out: list[Cell] = []
    count = 0
    for cell in cells:
        if cell.text == "【":
            count += 1
            out.append(Cell(f'<note type="zhu" xml:id="{name}.n{count}" resp="#zhengxuan">', markup=True))
        elif cell.text == "】":
            closed = next((i for i in range(len(out) - 1, -1, -1) if out[i].text == "\u3000"), None)
            if closed is None:
                out.append(Cell("</note>", markup=True))
            else:
                source = plain(out[closed + 1 :])
                out[closed:] = [Cell(f'</note><bibl type="source">{source}</bibl>', markup=True)]
        else:
            out.append(cell)
    return linked(out, other)


def compare_with_seed(text: str, seed: str) -> None:
    """Fail unless the punctuated text without its marks is the seed without its titles."""
    ours = re.sub(r"^同：", "", text, flags=re.MULTILINE)
    ours = MARKS.sub("", SPACE.sub("", ours)).removeprefix("【")
    theirs = SPACE.sub("", seed).removeprefix("卷十").removesuffix("禮書綱目卷十")
    if ours != theirs:
        at = next(i for i, (a, b) in enumerate(zip(ours + "\0", theirs + "\0", strict=False)) if a != b)
        sys.exit(f"scripts/edition/dashe.txt differs from the seed: …{ours[max(0, at - 12) : at + 12]}… is "
                 f"…{theirs[max(0, at - 12) : at + 12]}… there")
