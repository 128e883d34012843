"""A correction: what a person says of one act of a text, against what the machine had read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES
from kg.texts.span import Span

WHOLE = "act"
"""As a role: the act itself. Without `new` there is no act there; without `old` the machine has missed one."""
FACTS = ("action", "mode", "negated", "count")
"""As roles: what an act has besides participants."""
ROLES = (*RESOURCE_ROLES, *TEXT_ROLES, *FACTS, WHOLE)


class Status(StrEnum):
    """Whether a correction holds; a withdrawn one is kept for the record."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"


class Effect(StrEnum):
    """What became of a correction in a build."""

    APPLIED = "applied"
    AGREED = "agreed"  # the machine reads so by itself now
    OVERRULED = "overruled"  # a later row speaks of the same role of the same act
    WITHDRAWN = "withdrawn"
    CHANGED = "text-changed"  # the passage has other words than when the correction was made: not applied
    NO_PASSAGE = "no-passage"  # the text has no such passage: not applied
    NO_ACT = "no-act"  # nothing was read at that place: not applied


PENDING = frozenset({Effect.CHANGED, Effect.NO_PASSAGE, Effect.NO_ACT})
"""Effects that a person must look at."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A row of the table. `span` is that of the verb, in code points of the passage; `quote` the whole passage as it
    stood. `old` and `new` hold every filler of the role, in order; `line` is where the row stands, from 1."""

    citation: str  # xiangshe.177
    span: Span
    quote: str
    role: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    who: str
    why: str = ""
    status: Status = Status.ACTIVE
    line: int = 0

    @property
    def key(self) -> str:
        """A name for the correction, equal for equal ones."""
        told = "\n".join((self.citation, str(self.span.start), str(self.span.end), self.role, *self.new, self.who))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def place(self) -> str:
        """The act's place as kg explain takes it: xiangshe.177/3."""
        return f"{self.citation}/{self.span.start}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A correction in a build: its effect, and what the machine said this time (labels of the role)."""

    correction: Correction
    effect: Effect
    machine: tuple[str, ...] = ()
    at: Span | None = None  # where the verb stands in the text
