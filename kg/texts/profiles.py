"""Edition profiles: how an edition's layout tells base text, notes, headings and voices apart, as rows of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from kg.errors import TextError, Where
from kg.texts.document import Layer
from kg.texts.rules import LINES, Rule, invalid, parse_rules

GENERIC = "*"
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class EditionProfile:
    """How one edition tells its layers apart; the first of `lines` that matches a line decides.

    `small` says what small print is by default, `ji` finds where in the base text the record (記) begins, `author`
    is who made the edition. The other rules are applied where a text has the part that they are about (see
    docs/profiles.md).
    """

    name: str
    lines: tuple[Rule, ...]
    small: Rule
    ji: re.Pattern[str]
    author: str
    voices: tuple[Rule, ...]
    inner: tuple[Rule, ...]
    quotes: tuple[Rule, ...]
    classes: tuple[Rule, ...]
    labels: tuple[Rule, ...]
    marks: tuple[Rule, ...]
    groups: tuple[Rule, ...]
    segments: re.Pattern[str] | None
    cuts: tuple[Rule, ...]
    signs: tuple[Rule, ...]

    def classify(
        self, indent: int, words: str, *, above: bool = False, below: bool = False, outside: bool = False,
        noted: bool = False, ended: bool = True,
    ) -> tuple[Rule, re.Match[str]]:
        """The rule that decides what a line is, with its match; for the arguments see Rule.matches."""
        for rule in self.lines:
            match = rule.matches(
                indent, words, above=above, below=below, outside=outside, noted=noted, ended=ended
            )
            if match is not None:
                return rule, match
        raise AssertionError("the generic rules match every line")

    def shows_in(self, text: str) -> bool:
        """Whether every sign of the profile is in the text as often as it asks."""
        return bool(self.signs) and all(_often(sign, text) for sign in self.signs)


def _often(sign: Rule, text: str) -> bool:
    return any(count >= sign.least for count, _ in enumerate(sign.pattern.finditer(text), start=1))


def profile_for(edition: str, text: str = "", more: str | Path | None = None) -> EditionProfile:
    """The profile of an edition by its id (KR1d0026), else the first kind of layout whose signs the text shows.

    Kinds of `*` are named `*.…`, those of `bracketed` `bracketed.…`; where no sign is seen the plain one is taken.
    `more` is a table of further profiles, of the same columns; its rows come before those of the package.
    """
    table = _load() if more is None else _with(str(more))
    base = edition if edition in table else GENERIC
    kinds = sorted(name for name in table if name.startswith(base + "."))
    return next((table[kind] for kind in kinds if table[kind].shows_in(text)), table[base])


def profile_names() -> tuple[str, ...]:
    """The editions that have a profile of their own, sorted."""
    return tuple(sorted(name for name in _load() if not name.startswith(GENERIC)))


@cache
def _load() -> dict[str, EditionProfile]:
    return parse_profiles(_shipped(), "profiles.tsv")


def _shipped() -> str:
    return (resources.files("kg.texts") / "profiles.tsv").read_text(encoding="utf-8")


@cache
def _with(path: str) -> dict[str, EditionProfile]:
    try:
        own = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TextError(
            "KG-T011", f"無法讀取版式表：{error}。請檢查路徑與編碼（UTF-8）。",
            f"The table of profiles cannot be read: {error}. Check the path and the encoding (UTF-8).", Where(path),
        ) from error
    return _profiles([*parse_rules(own, path), *parse_rules(_shipped(), "profiles.tsv")], path)


def parse_profiles(text: str, name: str) -> dict[str, EditionProfile]:
    """The profiles of a table; an edition's own rows come before the generic ones. TextError with file and row."""
    return _profiles(list(parse_rules(text, name)), name)


def _profiles(rows: list[tuple[str, Rule]], name: str) -> dict[str, EditionProfile]:
    rules: dict[str, list[Rule]] = {GENERIC: []}
    for profile, rule in rows:
        rules.setdefault(profile, []).append(rule)
    if not any(rule.part in LINES and not rule.pattern.pattern for rule in rules[GENERIC]):
        raise invalid(name, 1, f"「{GENERIC}」須有不拘文字的列", f"{GENERIC!r} must have rows for lines of any words")
    return {name: _profile(name, rules) for name in rules}


def _profile(name: str, rules: dict[str, list[Rule]]) -> EditionProfile:
    """A kind (bracketed.yishu) takes over the rows of what it is a kind of (bracketed), all take over the generic."""
    line = [name, *([name.rpartition(".")[0]] if "." in name else []), GENERIC]
    chain = [rules.get(one, []) for one in dict.fromkeys(line)]
    # Titles and headings of the generic rules go before an edition's own rule for all lines of an indentation.
    own = {rule.part for rule in chain[0]}
    # An edition that tells its notes and voices itself is not searched for the labels that others use.
    told = own & {"note", "more"} and not name.startswith(GENERIC)
    special = [
        rule for part in chain for rule in part
        if rule.pattern.pattern and not (told and rule.part == "note" and part is chain[-1])
    ]
    ordered = [*special, *(rule for part in chain for rule in part if not rule.pattern.pattern)]

    def of(part: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in ordered if rule.part == part)

    def only_own(part: str) -> tuple[Rule, ...]:
        return tuple(rule for rule in chain[0] if rule.part == part)

    small, author = of("small"), of("author")
    default = Rule(0, 0, re.compile(""), "small", Layer.ZHU, "")
    return EditionProfile(
        name=name, lines=tuple(rule for rule in ordered if rule.part in LINES),
        small=small[0] if small else default, ji=of("ji")[0].pattern if of("ji") else _NEVER,
        author=author[0].speaker if author else "",
        voices=only_own("voice") if "voice" in own else of("voice"),
        inner=only_own("inner") if "inner" in own else of("inner"),
        quotes=of("quote"), classes=of("class"), labels=of("label"), marks=of("mark"), groups=of("group"),
        segments=of("segment")[0].pattern if of("segment") else None, cuts=of("cut"), signs=only_own("sign"),
    )
