"""Noun phrases: persons, things and places with their owners, sides and numbers (annotation.md §7, §8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Entry


@dataclass(slots=True, eq=False)
class Named:
    """A mention: token span [start, end), kind A, O or P, label and lexicon entry."""

    start: int
    end: int
    kind: str
    label: str
    entry: str = ""
    guessed: bool = False


@dataclass(slots=True, eq=False)
class Phrase:
    """A noun phrase over the tokens [start, end). Kind A, O, P; M is a measure (三等), N a bare number.

    `origin` is what stands before 之 when a thing is taken from it (豐上之觶); `qi` says that 其 stood before.
    """

    start: int
    end: int
    kind: str
    label: str
    entry: Entry | None = None
    quantity: int | None = None
    named: list[Named] = field(default_factory=list)
    origin: Phrase | None = None
    qi: bool = False
    its: str = ""  # 其 as it stands before the noun
    guessed: bool = False
    owner: Phrase | None = None
    sided: bool = False
    by: bool = False  # stands behind 以
    anchor: tuple[str, str] | None = None  # kind and label of what a place is measured from (下射 of 下射之南)
