"""What the reading finds: mentions, acts with roles, and where each filler comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kg.texts.span import Span


class Kind(StrEnum):
    """The class of a mention; the values are the local names of the ontology's classes."""

    ACTOR = "Actor"
    OBJECT = "Object"
    POSITION = "Position"


class Mode(StrEnum):
    """How an act is put; asserted acts state no mode in the graph."""

    ASSERTED = "asserted"
    COMMANDED = "commanded"
    CONDITIONAL = "conditional"
    COMPLETED = "completed"


class Supply(StrEnum):
    """Where a role's filler comes from."""

    NAMED = "named"  # stands in the clause
    SUPPLIED = "supplied"  # filled in by the reading (omitted actor, resolved pronoun)


class Grade(StrEnum):
    """How sure the rule is, calibrated on held-out runs."""

    CERTAIN = "certain"
    PROBABLE = "probable"
    GUESSED = "guessed"


RESOURCE_ROLES = (
    "actor", "object", "recipient", "origin", "via", "destination", "place", "direction", "reference", "instrument",
    "companion",
)  # fmt: skip
TEXT_ROLES = ("content", "like")


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity named in the text. `surface` is the text as it stands, `label` the normal Traditional label."""

    span: Span
    kind: Kind
    surface: str
    label: str
    entry: str = ""  # id in the lexicon, "" where the word is not in it
    guessed: bool = False  # read by its frame only


@dataclass(frozen=True, slots=True)
class Filler:
    """One filler of a role. `span` is None where nothing in the clause stands for it."""

    label: str
    span: Span | None = None
    entry: str = ""
    kind: Kind | None = None
    supply: Supply = Supply.NAMED
    rule: str = ""  # id of the rule that supplied it
    quantity: int | None = None
    unit: str = ""  # measure of the quantity: 等, 笴, 步


@dataclass(frozen=True, slots=True)
class Act:
    """One prescribed act. `verb` counts in the text that was read; roles in the order of the text.

    `actor_known` is False where nobody can be named with certainty (有司 understood)."""

    verb: Span
    surface: str
    action: str  # normal label of the verb
    rule: str
    roles: dict[str, tuple[Filler, ...]] = field(default_factory=dict)
    entry: str = ""  # id in verbs.tsv
    negated: bool = False
    mode: Mode = Mode.ASSERTED
    count: int | None = None
    measures: tuple[tuple[str, int], ...] = ()  # ("等", 3): measures that are no filler
    grade: Grade = Grade.CERTAIN
    actor_grade: Grade = Grade.CERTAIN
    actor_rule: str = ""
    clause: Span | None = None
    like_of: int | None = None  # index of the earlier act that `like` points to, where resolved


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as the reading divides the text; `editorial` where the division is ours, not the edition's."""

    span: Span
    editorial: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the pipeline found in one text, in the order of the text."""

    text: str
    mentions: tuple[Mention, ...]
    clauses: tuple[Clause, ...]
    acts: tuple[Act, ...]
    unknown: tuple[Span, ...] = ()  # characters of no known word
