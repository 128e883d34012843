"""Taking positions apart: 西楹西 is an anchor (西楹) and a side (西), 賓席 a seat (席) and its owner (賓),
堂下西階 the steps (西階) within a place (堂下)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Entry
from kg.lexicon.load import Lexicon

# An anchor may be a place, a thing (洗東) or a person (三耦南), in this order where a word is several of them.
_ANCHORS = ("places", "objects", "actors")
_LONGEST = 24  # characters of a position; 西階東楹西 has five


@dataclass(frozen=True, slots=True)
class Composition:
    """A position taken apart: beside an anchor, or a known place that belongs to somebody or lies within another.

    `anchor` (label of an entity) and `side` (an entry); or `base` (an entry) with `owner` (an entry) or `within`
    (label of an entity).
    """

    label: str
    anchor: str = ""
    side: Entry | None = None
    base: Entry | None = None
    owner: Entry | None = None
    within: str = ""


@dataclass(slots=True)
class Forms:
    """Every form of the lexicon's tables, in standard glyphs: table → form → first entry that has it."""

    lexicon: Lexicon
    tables: dict[str, dict[str, Entry]] = field(default_factory=dict)
    _standard: dict[int, str] = field(init=False)
    _composed: dict[str, Composition | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._standard = {ord(variant): standard for variant, standard in self.lexicon.variants.items()}
        for entry in self.lexicon.entries.values():
            forms = self.tables.setdefault(entry.table, {})
            for form in entry.forms:
                forms.setdefault(self.fold(form), entry)

    def fold(self, label: str) -> str:
        """`label` in standard glyphs."""
        return label.translate(self._standard)

    def find(self, table: str, label: str) -> Entry | None:
        """The entry of `table` whose label or variant is `label`, in whatever glyphs."""
        return self.tables.get(table, {}).get(self.fold(label))

    def anchor(self, label: str) -> Entry | None:
        """What `label` names as an anchor, or None; a bare side (西) is none, so that 西北 is not north of the west."""
        found = (self.find(table, label) for table in _ANCHORS)
        return next((entry for entry in found if entry and entry.cls != "side"), None)

    def compose(self, label: str) -> Composition | None:
        """Take `label` apart, the longest side first; None where its parts are not all known words.

        None also for what is longer than any position (中中中 …), of which every part could be taken apart in two ways.
        """
        if len(label) > _LONGEST:
            return None
        if label not in self._composed:
            self._composed[label] = self._compose(label)
        return self._composed[label]

    def _compose(self, label: str) -> Composition | None:
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
        for cut in range(len(label) - 1, 0, -1):
            base, head = self.find("places", label[cut:]), label[:cut]
            place = self.find("places", head) and self.anchor(head)  # 下 alone is a side: 下西階 lies within nothing
            if base and base.cls != "side" and (place or self.compose(head)):
                return Composition(label, base=base, within=head)
        return None
