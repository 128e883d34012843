"""What has been read in front of the next verb."""

from __future__ import annotations

from dataclasses import dataclass

from kg.reading.phrase import Phrase


@dataclass(slots=True, eq=False)
class Before:
    """What has been read in front of the next verb. Tuples, so that the verb takes them over as they are."""

    subject: tuple[Phrase, ...] = ()
    topics: tuple[Phrase, ...] = ()
    places: tuple[Phrase, ...] = ()
    via: tuple[tuple[Phrase, str], ...] = ()  # with the preposition, zi or you
    origin: tuple[Phrase, ...] = ()
    instrument: tuple[Phrase | str, ...] = ()
    companion: tuple[Phrase, ...] = ()
    direction: str = ""
    direction_at: int = -1
    negated: bool = False
    completed: bool = False
    count: int | None = None
    collective: bool = False
    adverbs: tuple[str, ...] = ()
    each: bool = False
    then: bool = False
    joins: bool = False
    waiting: tuple[Phrase, ...] = ()  # 賓序西，主人序東，皆…: subjects without a verb yet
    recipient: tuple[Phrase | str, ...] = ()  # 為X
    for_it: bool = False  # 為之
