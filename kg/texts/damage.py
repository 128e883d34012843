"""Damage that any text may show: lost, meaningless and unknown characters, as problems with their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.texts.document import Citation, Problem
from kg.texts.fold import ENTITY, Folding
from kg.texts.raw import RawText

# What transcribers put where a character was lost: U+FFFD of somebody's decoder, the question mark of a poorer one
# (between characters, where no punctuation has it), black and white squares, the geta mark; and what no text should
# hold: control characters and private-use code points, which mean nothing elsewhere.
_LOST = re.compile(r"[\ufffd■□〓]|(?<=[\u3400-\u9fff])\?(?=[\u3400-\u9fff])")
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ue000-\uf8ff\U000f0000-\U0010ffff]")
_KINDS = (
    ("KG-T106", "lost-character", _LOST, "此處有缺字", "a character is lost here"),
    ("KG-T107", "strange-character", _STRANGE, "此處的代碼不是通用的字", "this code point is no common character"),
    ("KG-T105", "unknown-entity", ENTITY, "此字沒有代碼，字表也未收", "this character is in no table"),
)


def character_problems(
    text: str, citation: Citation, line: int | None, base: int | None, folding: Folding | None = None
) -> Iterator[Problem]:
    """A problem for each lost, meaningless or unknown character.

    `base` is the text's offset in Document.text, None in a note; `line` its source line, None to count it here.
    Entities that `folding` knows are no problem; without a folding all are reported.
    """
    for code, kind, pattern, zh, en in _KINDS:
        seen, number = 0, 1
        for match in pattern.finditer(text):
            found = match[0]
            if pattern is ENTITY and folding is not None and folding.knows(found):
                continue
            number += text.count("\n", seen, match.start())
            seen = match.start()
            shown = found if len(found) > 1 else f"U+{ord(found):04X}"
            yield Problem(
                code, kind, f"{zh}（{shown}），原樣保留。", f"{en} ({shown}); it stays as it stands.",
                offset=None if base is None else base + match.start(), line=number if line is None else line,
                citation=citation,
            )


def carried(raw: RawText) -> list[Problem]:
    """The problems of decoding, for a reader whose text is not the file's: their line still holds, not their offset."""
    return [replace(problem, offset=None) for problem in raw.problems]
