"""Drafts: acts as the grammar leaves them, before omitted actors, pronouns and likenesses are settled."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Verb
from kg.reading.act import Grade, Mode
from kg.reading.phrase import Phrase

Division = tuple[int, int, bool]
"""A clause: its first token, what is behind its last one, and whether the division before it is ours."""


@dataclass(slots=True, eq=False)
class Draft:
    """One verb with what the grammar found around it; positions are token indexes."""

    token: int
    end: int
    form: str
    verb: Verb | None
    cls: str  # the verb's class, "" for a guessed verb
    tags: frozenset[str]  # of the verb's entry
    clause: int
    sentence: int
    rule: str = ""
    subject: tuple[Phrase, ...] | None = None  # expressed before this verb
    topics: tuple[Phrase, ...] = ()  # things in front of the verb
    roles: dict[str, list[Phrase | str]] = field(default_factory=dict)
    pronoun: str = ""  # the role that 之 fills
    fused: bool = False  # 諸 = 之於
    negated: bool = False
    mode: Mode = Mode.ASSERTED
    count: int | None = None
    measures: tuple[tuple[str, int], ...] = ()
    collective: bool = False
    adverbs: tuple[str, ...] = ()
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
    division: int = -1  # index of the clause that it stands in
    grade: Grade = Grade.CERTAIN
    actor_rule: str = ""
    actor_grade: Grade = Grade.CERTAIN
    actor_known: bool = True

    @property
    def action(self) -> str:
        """The normal label of the verb; of one that is read by its frame only the form as it stands."""
        return self.form if self.verb is None or self.cls == "unknown" else self.verb.label

    def add(self, role: str, filler: Phrase | str) -> None:
        """Put a filler into a role."""
        fillers = self.roles.get(role)
        if fillers is None:
            self.roles[role] = [filler]
        else:
            fillers.append(filler)

    def has(self, role: str) -> bool:
        """Whether the role has a filler."""
        return bool(self.roles.get(role))

    def labels(self, role: str) -> list[str]:
        """The labels of what fills the role."""
        return [filler if isinstance(filler, str) else filler.label for filler in self.roles.get(role, ())]

    def persons(self, role: str) -> list[str]:
        """The labels of the persons in a role."""
        return [one.label for one in self.roles.get(role, []) if isinstance(one, Phrase) and one.kind == "A"]

    def tagged(self, tag: str) -> bool:
        """Whether the verb's entry has the tag."""
        return tag in self.tags
