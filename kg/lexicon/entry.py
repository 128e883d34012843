"""Entries of the lexicon: one row of a table each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A word: its id, Traditional label, other spellings, pinyin, English gloss, class, note and source."""

    id: str
    label: str
    variants: tuple[str, ...] = ()
    pinyin: str = ""
    en: str = ""
    cls: str = ""
    note: str = ""
    source: str = ""
    table: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """The label and all other spellings."""
        return (self.label, *self.variants)


@dataclass(frozen=True, slots=True)
class Verb(Entry):
    """A verb and its frame: which role a noun of each kind behind it takes, and which role its prepositions mark.

    An empty role says that the verb does not take such a complement. `nominal` lists verbs that stand as nouns behind
    it (辭降, 拜洗), `*` any; `nominal_roles` those that fill another role than a thing would (致命: content).
    `order` is pivot (命 X V), request (請 V), speech (曰 X) or empty.
    """

    thing: str = ""
    person: str = ""
    place: str = ""
    yu: str = ""
    yu_person: str = ""
    zi: str = ""
    order: str = ""
    nominal: frozenset[str] = frozenset()
    nominal_roles: tuple[tuple[str, str], ...] = ()
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Function(Entry):
    """A function word; `category` is the part it plays for the grammar."""

    category: str = ""
