"""Steps: the closing headings of an edition as its scholar's division of the rite."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.texts.document import Note, Step
from kg.texts.profiles import EditionProfile
from kg.texts.span import Span

_CLOSES = "右"


@dataclass(slots=True)
class Closing:
    """A closing heading with the base text that it closes, and the record that stands behind it, if any."""

    text: str
    span: Span
    record: Span | None = None

    def extend(self, start: int, end: int) -> None:
        """Add record from `start` to `end`."""
        self.record = Span(self.record.start if self.record is not None else start, end)


@dataclass(frozen=True, slots=True)
class _Group:
    """Steps first to last (indices) that the source takes together."""

    label: str
    first: int
    last: int


def steps_of(
    closings: Sequence[Closing], notes: Iterable[Note], text: str, profile: EditionProfile, scheme: str,
    fold: Callable[[str], str] = str,
) -> tuple[Step, ...]:
    """The steps of the base text in order, a group before its parts.

    Groups are what the profile's `group` rules find in the notes: from where the note stands, so many steps (the sum
    of the pattern's groups `count…`), or the steps up to certain words of the base text (`until`), are taken together
    under a name (`label`). `fold` brings characters to standard glyphs.
    """
    groups = sorted(set(_groups(closings, notes, text, profile, fold)), key=lambda group: (group.first, -group.last))
    steps: list[Step] = []
    parents: list[tuple[_Group, int]] = []
    waiting = list(groups)
    for at, closing in enumerate(closings):
        parents = [one for one in parents if one[0].last >= at]
        while waiting and waiting[0].first == at:
            group = waiting.pop(0)
            order = len(steps) + 1
            span = Span(closing.span.start, closings[group.last].span.end)
            steps.append(Step(scheme, order, group.label, span, parents[-1][1] if parents else 0))
            parents.append((group, order))
        label = closing.text.removeprefix(_CLOSES)
        parent = parents[-1][1] if parents else 0
        steps.append(Step(scheme, len(steps) + 1, label, closing.span, parent, closing.record))
    return tuple(steps)


def _groups(
    closings: Sequence[Closing], notes: Iterable[Note], text: str, profile: EditionProfile, fold: Callable[[str], str]
) -> Iterator[_Group]:
    if not profile.groups or not closings:
        return
    offsets = [at for at, character in enumerate(text) if not character.isspace()]
    words = fold("".join(text[at] for at in offsets))
    for note in notes:
        for rule in profile.groups:
            match = rule.pattern.search(note.text)
            if match is None or note.parent:
                continue
            first = next((at for at, one in enumerate(closings) if one.span.end > note.anchor.start), None)
            found = match.groupdict()
            last = None
            if first is not None and found.get("until"):
                until = fold(found["until"])
                place = words.find(until, bisect_left(offsets, closings[first].span.start))
                end = offsets[place + len(until) - 1] if place >= 0 else len(text)
                last = next((at for at, one in enumerate(closings) if one.span.end > end), None)
            elif first is not None:
                last = first - 1 + sum(_number(value) for name, value in found.items() if name.startswith("count"))
            if first is not None and last is not None and first <= last < len(closings):
                yield _Group(match["label"], first, last)
                break


def _number(numeral: str) -> int:
    """The value of a Chinese numeral below a hundred: 九, 十, 十二, 二十; 0 where it is none."""
    value = 0
    for character in numeral:
        digit = int(unicodedata.numeric(character, 0))
        value = (value or 1) * 10 if digit == 10 else value + digit
    return value
