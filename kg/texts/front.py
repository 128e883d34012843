"""The front of a volume: whom its lines name as author and as commentator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.texts.document import Layer
from kg.texts.printed import Printed, Turn
from kg.texts.profiles import EditionProfile
from kg.texts.voices import Voices

_LENGTHS = (4, 3, 2)
"""Of names. A line may hold the author's home or office in front of it: 婺源江永撰."""


def named(profile: EditionProfile, events: Iterable[Turn | Printed], voices: Voices) -> EditionProfile:
    """The profile with those whom the front names where it leaves them open.

    `author` of a rule's pattern is who made the edition, `notes` whose the notes in small print are (鄭氏注).
    """
    found: dict[str, str] = {}
    for line in _front(profile, events):
        for rule in profile.lines:
            match = rule.pattern.search(line) if rule.part == "front" else None
            for key, name in (match.groupdict() if match is not None else {}).items():
                if name:
                    found.setdefault(key, _known(name, voices))
    if not profile.author and found.get("author"):
        profile = replace(profile, author=found["author"])
    small = profile.small
    if not small.speaker and small.layer is Layer.ZHU and found.get("notes"):
        profile = replace(profile, small=replace(small, speaker=found["notes"]))
    return profile


def _front(profile: EditionProfile, events: Iterable[Turn | Printed]) -> Iterator[str]:
    for event in events:
        if isinstance(event, Printed) and event.words:
            rule, _ = profile.classify(event.indent, event.words)
            if rule.part == "base":
                return
            if rule.part == "front":
                yield event.words


def _known(name: str, voices: Voices) -> str:
    """The name of a known person at the end, else the whole."""
    ends = (name[-length:] for length in _LENGTHS)
    return next((end for end in ends if voices.find(end) is not None), name)
