"""Damage of transcripts: forms of another script, and characters that a conversion between scripts got wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources

from kg.errors import TextError, Where
from kg.texts.document import Citation, Problem

_HAN = re.compile(r"[\u4e00-\u9fff]")
_COLUMNS = ["wrong", "right", "pattern", "comment"]
_SHOWN = 12


def transcript_problems(text: str) -> Iterator[Problem]:
    """What a transcript shows of its making: KG-T112 simplified forms, KG-T113 probable misconversions.

    One problem for the simplified forms together, at the first of them; one for each misconverted character. Lines
    count from 1 in the text.
    """
    forms = Counter(character for character in text if _simplified(character))
    if forms:
        first = next(at for at, character in enumerate(text) if _simplified(character))
        shown = "、".join(f"{form}（{count}）" for form, count in forms.most_common(_SHOWN))
        total = sum(forms.values())
        yield Problem(
            "KG-T112", "mixed-script", f"文中雜有簡體或大陸字形 {total} 字：{shown}。原樣保留。",
            f"{total} characters are in simplified or mainland forms: {shown}. They stay as they stand.",
            line=_line(text, first), citation=Citation(line=_line(text, first)),
        )
    for wrong, right, pattern in _misconversions():
        line, seen = 1, 0
        for match in pattern.finditer(text):
            line += text.count("\n", seen, match.start())
            seen = match.start()
            yield Problem(
                "KG-T113", "misconversion", f"「{wrong}」疑為「{right}」之誤（{match[0]}），原樣保留。",
                f"{wrong} is probably {right} ({match[0]}), from a conversion between scripts; it stays.",
                line=line, citation=Citation(line=line),
            )


def _simplified(character: str) -> bool:
    """Whether GB 2312 has the character and Big5, the traditional standard, has not."""
    return _HAN.match(character) is not None and _in(character, "gb2312") and not _in(character, "big5")


@cache
def _in(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


@cache
def _misconversions() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    name = "misconversions.tsv"
    rows = [line.split("\t") for line in (resources.files("kg.texts") / name).read_text("utf-8").splitlines()]
    if rows[0] != _COLUMNS:
        raise TextError("KG-T010", f"欄位應為 {' '.join(_COLUMNS)}。", f"The columns must be {' '.join(_COLUMNS)}.",
                        Where(name, line=1))
    found = []
    for number, row in enumerate(rows[1:], start=2):
        try:
            wrong, right, pattern, _ = row
            found.append((wrong, right, re.compile(pattern)))
        except (ValueError, re.error) as error:
            raise TextError("KG-T010", f"此列有誤：{error}。", f"The row is not valid: {error}.",
                            Where(name, line=number)) from error
    return tuple(found)
