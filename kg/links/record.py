"""A record of somebody else's dataset, as far as it helps to tell whether it is one of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a record is about; unknown where the dataset does not say."""

    PERSON = "person"
    WORK = "work"
    WORD = "word"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: `target` is SCHEME:ID or an IRI; years are of the common era, negative before it.

    `same` holds the ids of other datasets that the record itself names (scheme → id).
    """

    target: str
    label: str
    kind: Kind = Kind.UNKNOWN
    aliases: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()  # 字
    dynasty: str = ""
    birth: int | None = None
    death: int | None = None
    works: tuple[str, ...] = ()
    gloss: str = ""
    pinyin: str = ""
    same: Mapping[str, str] = field(default_factory=dict)
