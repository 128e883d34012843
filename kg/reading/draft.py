"""Drafts: acts as the grammar leaves them, before omitted actors, pronouns and likenesses are settled."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Verb
from kg.reading.act import Grade, Mode
from kg.reading.phrase import Phrase


@dataclass(slots=True)
class Draft:
    """One verb with what the grammar found around it; positions are token indexes."""

    token: int
    end: int
    form: str
    verb: Verb | None
    clause: int
    sentence: int
    rule: str = ""
    subject: list[Phrase] | None = None  # expressed before this verb
    topics: list[Phrase] = field(default_factory=list)  # things in front of the verb
    roles: dict[str, list[Phrase | str]] = field(default_factory=dict)
    pronoun: str = ""  # the role that 之 fills
    fused: bool = False  # 諸 = 之於
    negated: bool = False
    mode: Mode = Mode.ASSERTED
    count: int | None = None
    measures: list[tuple[str, int]] = field(default_factory=list)
    collective: bool = False
    adverbs: list[str] = field(default_factory=list)
    order: int | None = None  # index of the draft that orders this act
    content: tuple[int, int] | None = None  # token span of words said
    said: str = ""  # the words, where they are one verb (曰「升」)
    like: tuple[int, int] | None = None  # token span behind 如
    bare_number: int | None = None  # 搢三: a numeral that stands for its noun
    then: bool = False  # behind 則
    joins: bool = False  # 及X: besides those who acted
    located: bool = False  # 於X stands behind it
    sends: bool = False  # 拜送: the bow of the giver
    follows: str = ""  # what divides it from the draft before: "" same clause, comma, stop
    actor_rule: str = ""
    actor_grade: Grade = Grade.CERTAIN
    actor_known: bool = True

    def add(self, role: str, filler: Phrase | str) -> None:
        """Put a filler into a role."""
        self.roles.setdefault(role, []).append(filler)

    def has(self, role: str) -> bool:
        """Whether the role has a filler."""
        return bool(self.roles.get(role))

    @property
    def cls(self) -> str:
        """The verb's class, "" for a guessed verb."""
        return self.verb.cls if self.verb is not None else ""

    def tagged(self, tag: str) -> bool:
        """Whether the verb's entry has the tag."""
        return self.verb is not None and tag in self.verb.tags
