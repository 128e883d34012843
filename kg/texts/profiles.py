"""Edition profiles: which lines of an edition are base text, notes, headings or titles, as rows of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from kg.errors import TextError, Where
from kg.texts.document import Layer

GENERIC = "*"
_COLUMNS = ["profile", "indent", "pattern", "part", "layer", "speaker", "comment"]
_PARTS = frozenset({"base", "note", "more", "tail", "heading", "front", "start", "small", "ji"})
_INDENT = re.compile(r"(?P<least>\d+)(?:(?P<open>\+)|-(?P<most>\d+))?")
_NEEDS_LAYER = frozenset({"note", "more", "tail", "heading", "small"})
_BLANKS = 999


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: lines indented by `least` to `most` full-width blanks whose words match `pattern` are `part`."""

    least: int
    most: int
    pattern: re.Pattern[str]
    part: str
    layer: Layer
    speaker: str

    def matches(self, indent: int, words: str) -> re.Match[str] | None:
        """The match of the rule's pattern in a line's words, when the indentation fits too."""
        return self.pattern.search(words) if self.least <= indent <= self.most else None


@dataclass(frozen=True, slots=True)
class EditionProfile:
    """How one edition's layout tells its layers apart; the first of `lines` that matches a line decides.

    `small` is the layer of small print, `ji` finds where in the base text the record (記) begins, `start` (where it
    matches anywhere) the first line that is not preface.
    """

    name: str
    lines: tuple[Rule, ...]
    small: Layer
    ji: re.Pattern[str]
    start: tuple[Rule, ...]

    def classify(self, indent: int, words: str) -> tuple[Rule, re.Match[str]]:
        """The rule that decides what a line is, with its match."""
        for rule in self.lines:
            if (match := rule.matches(indent, words)) is not None:
                return rule, match
        raise AssertionError("the generic rules match every line")

    def starts(self, indent: int, words: str) -> bool:
        """Whether the line ends the preface."""
        return any(rule.matches(indent, words) for rule in self.start)


def profile_for(edition: str) -> EditionProfile:
    """The profile of an edition by its id (KR1d0026), else the generic one."""
    table = _load()
    return table.get(edition) or table[GENERIC]


def profile_names() -> tuple[str, ...]:
    """The editions that have a profile of their own, sorted."""
    return tuple(sorted(name for name in _load() if name != GENERIC))


@cache
def _load() -> dict[str, EditionProfile]:
    name = "profiles.tsv"
    text = (resources.files("kg.texts") / name).read_text(encoding="utf-8")
    return parse_profiles(text, name)


def parse_profiles(text: str, name: str) -> dict[str, EditionProfile]:
    """The profiles of a table; an edition's own rows come before the generic ones. TextError with file and row."""
    rows = [line.split("\t") for line in text.splitlines()]
    if not rows or rows[0] != _COLUMNS:
        raise _invalid(name, 1, f"欄位應為 {' '.join(_COLUMNS)}", f"the columns must be {' '.join(_COLUMNS)}")
    rules: dict[str, list[Rule]] = {GENERIC: []}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(_COLUMNS):
            raise _invalid(name, number, f"應有 {len(_COLUMNS)} 欄", f"there must be {len(_COLUMNS)} columns")
        rules.setdefault(row[0], []).append(_rule(row, name, number))
    generic = rules[GENERIC]
    return {name: _profile(name, own, [] if name == GENERIC else generic) for name, own in rules.items()}


def _profile(name: str, own: list[Rule], generic: list[Rule]) -> EditionProfile:
    # Titles and headings of the generic rules go before an edition's own rule for all lines of an indentation.
    special = [rule for rule in own if rule.pattern.pattern]
    shared = [rule for rule in generic if rule.pattern.pattern]
    plain = [rule for rule in [*own, *generic] if not rule.pattern.pattern]
    ordered = [*special, *shared, *plain]
    of = {part: [rule for rule in ordered if rule.part == part] for part in ("small", "ji", "start")}
    never = re.compile(r"(?!)")
    return EditionProfile(
        name=name, lines=tuple(rule for rule in ordered if rule.part not in of),
        small=of["small"][0].layer if of["small"] else Layer.ZHU,
        ji=of["ji"][0].pattern if of["ji"] else never, start=tuple(of["start"]),
    )


def _rule(row: list[str], name: str, number: int) -> Rule:
    _, indent, pattern, part, layer, speaker, _ = row
    least, most = 0, _BLANKS
    if indent != GENERIC:
        match = _INDENT.fullmatch(indent)
        if match is None:
            raise _invalid(name, number, f"縮進「{indent}」不合（例：*、0、1-2、1+）",
                           f"indent {indent!r} is not like *, 0, 1-2, 1+")
        least = int(match["least"])
        most = _BLANKS if match["open"] else int(match["most"] or least)
    if part not in _PARTS:
        raise _invalid(name, number, f"part「{part}」不合", f"part {part!r} is none of {sorted(_PARTS)}")
    layers = [one.value for one in Layer]
    if layer not in layers and (layer or part in _NEEDS_LAYER):
        raise _invalid(name, number, f"layer「{layer}」不合", f"layer {layer!r} is none of {layers}")
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        reason = f"the pattern is no regular expression: {error}"
        raise _invalid(name, number, f"正則式有誤：{error}", reason) from error
    return Rule(least, most, compiled, part, Layer(layer) if layer else Layer.JING, speaker)


def _invalid(name: str, row: int, zh: str, en: str) -> TextError:
    return TextError("KG-T010", f"版式表有誤：{zh}。", f"The table of edition profiles is not valid: {en}.",
                     Where(name, line=row))
