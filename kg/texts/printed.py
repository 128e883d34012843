"""Pages and printed lines of a Mandoku file, with what their surroundings say of their layout."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

BLANK = "　"
LINE_END = "¶"
# What opens anew ends the search: a file of nothing but openings is read in linear time.
PAGE = re.compile(r"<pb:(?P<folio>[^<>]*)>")

_HEADER = re.compile(r"#\+(?P<key>\w+):\s*(?P<value>.*)")
# Marks of other witnesses' pages (<md:…>) say nothing about this text.
_OTHER_PAGE = re.compile(r"<md:[^<>]*>")
_ENTITY = re.compile(r"&[^&;\s]*;")
_SMALL = re.compile(r"\([^()]*\)?")


@dataclass(frozen=True, slots=True)
class Turn:
    """A page begins. `source` is the line of the file, from 1."""

    folio: str
    source: int


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed line: how many full-width blanks it begins with, and its words (empty for an empty line).

    `above` and `below` say whether it stands under an empty line, or above one; `outside` that the next line is
    indented deeper; `short` that it does not fill the
    measure of such lines, so that a blank may have stood at its end (or its head, where the format then loses the
    indentation too).
    """

    indent: int
    words: str
    source: int
    above: bool = False
    below: bool = False
    outside: bool = False
    short: bool = False


def header(text: str) -> dict[str, str]:
    """The header's keys in lower case with their values; the first of each counts."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        if (match := _HEADER.match(line)) is not None:
            key, value = match["key"], match["value"].strip()
            if key == "PROPERTY":
                key, _, value = value.partition(" ")
            found.setdefault(key.lower(), value.strip())
    return found


def edition_id(text: str, known: dict[str, str]) -> str:
    """The edition that a file is of: the header's ID, else what its first page is named after (KR1d0042_WYG_005-1a)."""
    if known.get("id"):
        return known["id"]
    page = PAGE.search(text)
    return page["folio"].partition("_")[0] if page is not None else ""


def pages(text: str) -> list[Turn | Printed]:
    """Pages and printed lines in order."""
    events = list(_read(text))
    lines = [at for at, event in enumerate(events) if isinstance(event, Printed)]
    empty = {at for at in lines if _empty(events[at])}
    frames = {
        at: (before in empty, behind in empty)
        for before, at, behind in zip([None, *lines], lines, [*lines[1:], None], strict=False)
    }
    full = [at for at in lines if at not in empty]
    deeper = {at: _indent(events[following]) for at, following in pairwise(full)}
    widths = {at: _width(events[at]) for at in lines}
    # Lines between empty lines are set to a measure of their own.
    measures = {
        kind: _measure(widths[at] for at in lines if all(frames[at]) is kind) for kind in (False, True)
    }
    for at in lines:
        event = events[at]
        if isinstance(event, Printed) and event.words:
            above, below = frames[at]
            events[at] = replace(
                event, above=above, below=below, outside=deeper.get(at, 0) > event.indent,
                short=widths[at] < measures[above and below],
            )
    return events


def _measure(widths: Iterable[int]) -> int:
    """The commonest width: most lines of a printed page are full."""
    counted = Counter(width for width in widths if width)
    return max(counted, key=lambda width: (counted[width], width)) if counted else 0


def _read(text: str) -> Iterator[Turn | Printed]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#"):
            continue
        line = _OTHER_PAGE.sub("", line.rstrip("\r"))
        done = 0
        for match in PAGE.finditer(line):
            yield from _printed(line[done : match.start()], number)
            yield Turn(match["folio"].strip(), number)
            done = match.end()
        yield from _printed(line[done:].removeprefix(LINE_END) if done else line, number)


def _printed(source: str, number: int) -> Iterator[Printed]:
    pieces = source.split(LINE_END)
    if not pieces[-1]:
        pieces.pop()
    for piece in pieces:
        words = piece.lstrip(BLANK)
        yield Printed(len(piece) - len(words), words.rstrip(BLANK + " \t"), number)


def _width(event: Turn | Printed) -> int:
    """How many characters' room a line takes: small print stands in two columns."""
    if isinstance(event, Turn) or not event.words:
        return 0
    words = _ENTITY.sub("X", event.words).replace("/", "")
    small = [len(match[0].strip("()")) for match in _SMALL.finditer(words)]
    return event.indent + len(_SMALL.sub("", words)) + sum((length + 1) // 2 for length in small)


def _indent(event: Turn | Printed) -> int:
    return event.indent if isinstance(event, Printed) else 0


def _empty(event: Turn | Printed) -> bool:
    return isinstance(event, Printed) and not event.words
