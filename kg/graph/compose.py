"""Taking positions apart: 西楹西 is an anchor (西楹) and a side (西), 賓席 a seat (席) and its owner (賓)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Entry
from kg.lexicon.load import Lexicon

# An anchor may be a place, a thing (洗東) or a person (三耦南), in this order where a word is several of them.
_ANCHORS = ("places", "objects", "actors")


@dataclass(frozen=True, slots=True)
class Composition:
    """A position that is no entry of its own: beside an anchor, or belonging to an owner.

    `anchor` (label of an entity) and `side` (an entry), or `base` (an entry) and `owner` (an entry).
    """

    label: str
    anchor: str = ""
    side: Entry | None = None
    base: Entry | None = None
    owner: Entry | None = None


@dataclass(slots=True)
class Forms:
    """Every form of the lexicon's tables, in standard glyphs: table → form → first entry that has it."""

    lexicon: Lexicon
    tables: dict[str, dict[str, Entry]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for entry in self.lexicon.entries.values():
            forms = self.tables.setdefault(entry.table, {})
            for form in entry.forms:
                forms.setdefault(self.lexicon.fold(form), entry)

    def find(self, table: str, label: str) -> Entry | None:
        """The entry of `table` whose label or variant is `label`, in whatever glyphs."""
        return self.tables.get(table, {}).get(self.lexicon.fold(label))

    def anchor(self, label: str) -> Entry | None:
        """What `label` names as an anchor, or None; a bare side (西) is none, so that 西北 is not north of the west."""
        found = (self.find(table, label) for table in _ANCHORS)
        return next((entry for entry in found if entry and entry.cls != "side"), None)

    def compose(self, label: str) -> Composition | None:
        """Take `label` apart, the longest side first; None where its parts are not all known words."""
        for cut in range(1, len(label)):
            side = self.find("sides", label[cut:])
            head = label[:cut]
            if side and (self.anchor(head) or self.compose(head)):
                return Composition(label, anchor=head, side=side)
        for cut in range(len(label) - 1, 0, -1):
            owner = self.find("actors", label[:cut])
            base = self.find("places", label[cut:]) or self.find("objects", label[cut:])
            if owner and base:
                return Composition(label, base=base, owner=owner)
        return None
