"""Rules: the rows of the table of edition profiles, read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.errors import TextError, Where
from kg.texts.document import Layer

COLUMNS = ["profile", "indent", "pattern", "part", "layer", "speaker", "comment"]
LINES = frozenset({"front", "heading", "base", "note", "more", "on", "behind", "tail"})
"""Parts of a page: what a printed line is."""
OTHERS = frozenset({
    "small", "voice", "inner", "quote", "class", "ji", "label", "mark", "group", "segment", "cut", "author", "sign",
})
"""Parts that say how lines, notes and editions are read further."""
KNOWN = "{known}"
"""In a pattern, for the name of a person whom the table of speakers holds."""
HEAD = r"(?:\A|(?<=[　\n○])|(?<=  ))"
"""What `^` means in patterns for voices: the head of a note, or behind a blank or ○ (two typed blanks count as one)."""

_NEEDS_LAYER = frozenset({"note", "more", "on", "tail", "heading", "small"})
_OF_VOICES = frozenset({"voice", "inner", "quote", "label"})
_INDENT = re.compile(
    r"(?P<ended>!?)(?P<above>\|?)(?P<least>\d+)(?:(?P<open>\+)|-(?P<most>\d+))?(?P<below>\|?)(?P<outside><?)"
)
_BLANKS = 999


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: lines indented by `least` to `most` full-width blanks whose words match `pattern` are `part`.

    With `above` only lines under an empty line, with `below` only those above one, with `outside` only those above a
    line that is indented deeper, with `ended` only those behind a line that ended before the measure, or that no note's
    line stands before; `on` goes on with a note that is
    in progress. For a sign the indentation is how often it must be seen. `known` is set where the pattern asks for a
    name of the table of speakers in front of it, `head` where that name must stand at the head of a note or behind a
    blank.
    """

    least: int
    most: int
    pattern: re.Pattern[str]
    part: str
    layer: Layer | None
    speaker: str
    above: bool = False
    below: bool = False
    outside: bool = False
    ended: bool = False
    known: bool = False
    head: bool = False

    def matches(
        self, indent: int, words: str, *, above: bool = False, below: bool = False, outside: bool = False,
        noted: bool = False, ended: bool = True,
    ) -> re.Match[str] | None:
        """The match of the rule's pattern in a line's words, when the layout fits too.

        `above` and `below`: whether empty lines stand there; `outside`: whether the next line is indented deeper;
        `noted`: whether a note is in progress; `ended`: whether its last line is short, so that it may be at its end.
        """
        fits = (
            self.least <= indent <= self.most and (above or not self.above) and (below or not self.below)
            and (outside or not self.outside) and (noted or self.part != "on") and (ended or not self.ended)
        )
        return self.pattern.search(words) if fits else None


def parse_rules(text: str, name: str) -> Iterator[tuple[str, Rule]]:
    """The rows of a table as (profile, rule), in order. TextError KG-T010 with file and row where one is not valid."""
    rows = [line.split("\t") for line in text.splitlines()]
    if not rows or rows[0] != COLUMNS:
        raise invalid(name, 1, f"欄位應為 {' '.join(COLUMNS)}", f"the columns must be {' '.join(COLUMNS)}")
    for number, row in enumerate(rows[1:], start=2):
        if not row[0] or row[0].startswith("#"):
            continue
        if len(row) != len(COLUMNS):
            raise invalid(name, number, f"應有 {len(COLUMNS)} 欄", f"there must be {len(COLUMNS)} columns")
        yield row[0], _rule(row, name, number)


def _rule(row: list[str], name: str, number: int) -> Rule:
    _, indent, pattern, part, layer, speaker, _ = row
    least, most = 0, _BLANKS
    above = below = outside = ended = False
    if indent != "*":
        match = _INDENT.fullmatch(indent)
        if match is None:
            raise invalid(name, number, f"縮進「{indent}」不合（例：*、0、1-2、1+、|0|、1<、!1）",
                          f"indent {indent!r} is not like *, 0, 1-2, 1+, |0|, 1<, !1")
        least = int(match["least"])
        most = _BLANKS if match["open"] else int(match["most"] or least)
        above, below, outside = bool(match["above"]), bool(match["below"]), bool(match["outside"])
        ended = bool(match["ended"])
    if part not in LINES | OTHERS:
        raise invalid(name, number, f"part「{part}」不合", f"part {part!r} is none of {sorted(LINES | OTHERS)}")
    layers = [one.value for one in Layer]
    if layer not in layers and (layer or part in _NEEDS_LAYER):
        raise invalid(name, number, f"layer「{layer}」不合", f"layer {layer!r} is none of {layers}")
    known = KNOWN in pattern
    before, _, behind = pattern.partition(KNOWN) if known else ("", "", pattern)
    if before not in ("", "^"):
        raise invalid(name, number, f"{KNOWN} 之前只能有 ^", f"only ^ may stand before {KNOWN}")
    if part in _OF_VOICES and behind.startswith("^"):
        behind = HEAD + behind[1:]
    try:
        compiled = re.compile(behind)
    except re.error as error:
        reason = f"the pattern is no regular expression: {error}"
        raise invalid(name, number, f"正則式有誤：{error}", reason) from error
    return Rule(
        least, most, compiled, part, Layer(layer) if layer else None, speaker, above, below, outside,
        ended, known, before == "^",
    )


def invalid(name: str, row: int, zh: str, en: str) -> TextError:
    """The error for a row that cannot be meant so."""
    return TextError("KG-T010", f"版式表有誤：{zh}。", f"The table of edition profiles is not valid: {en}.",
                     Where(name, line=row))
