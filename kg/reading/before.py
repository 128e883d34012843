"""What has been read in front of the next verb."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.reading.phrase import Phrase


@dataclass(slots=True)
class Before:
    """What has been read in front of the next verb."""

    subject: list[Phrase] = field(default_factory=list)
    topics: list[Phrase] = field(default_factory=list)
    places: list[Phrase] = field(default_factory=list)
    via: list[tuple[Phrase, str]] = field(default_factory=list)  # with the preposition, zi or you
    origin: list[Phrase] = field(default_factory=list)
    instrument: list[Phrase | str] = field(default_factory=list)
    companion: list[Phrase] = field(default_factory=list)
    direction: str = ""
    direction_at: int = -1
    negated: bool = False
    completed: bool = False
    count: int | None = None
    collective: bool = False
    adverbs: list[str] = field(default_factory=list)
    each: bool = False
    then: bool = False
    joins: bool = False
    waiting: list[Phrase] = field(default_factory=list)  # 賓序西，主人序東，皆…: subjects without a verb yet
    recipient: list[Phrase | str] = field(default_factory=list)  # 為X
    for_it: bool = False  # 為之
