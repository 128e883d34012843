"""What the rite itself assigns: who is whose counterpart, whose duty an act is, what a bare number counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.errors import LexiconError, Where
from kg.lexicon.entry import Verb
from kg.lexicon.load import Lexicon
from kg.lexicon.table import Tables, read_rows, several

GRADES = ("certain", "probable", "guessed")


@dataclass(frozen=True, slots=True)
class Duty:
    """One row of doers.tsv: whose act it is, where one of `marks` stands in the text (or anywhere, without marks).

    Without actors it is an act that the text leaves to nobody by name.
    """

    id: str
    verbs: frozenset[str]
    things: frozenset[str]
    actors: tuple[str, ...]
    marks: frozenset[str]
    never: frozenset[str] = frozenset()  # who never does it: only from them the duty is taken
    instead: frozenset[str] = frozenset()  # who does it where he acts already (大史 for the 釋獲者)
    always: bool = False  # whose it is, whether the text names him or not


@dataclass(slots=True)
class RiteTables:
    """partners.tsv, doers.tsv, counted.tsv and the adverbs that grammar.tsv marks."""

    partners: dict[str, list[str]] = field(default_factory=dict)
    wholes: dict[str, tuple[str, str]] = field(default_factory=dict)
    duties: list[Duty] = field(default_factory=list)
    duties_of: dict[str, list[Duty]] = field(default_factory=dict)  # by verb, in the order of the table
    counted: dict[str, str] = field(default_factory=dict)
    counted_by: dict[str, str] = field(default_factory=dict)  # by verb with the unit that must stand behind it
    denominal: dict[str, str] = field(default_factory=dict)
    ranks: list[tuple[str, ...]] = field(default_factory=list)
    numerals: dict[str, int] = field(default_factory=dict)
    directions: frozenset[str] = frozenset()
    grades: dict[str, str] = field(default_factory=dict)  # rule of an omitted actor -> certain, probable, guessed
    keywords: dict[str, frozenset[str]] = field(default_factory=dict)
    unknown_verb: Verb | None = None  # the frame by which a verb outside the lexicon is read
    both: frozenset[str] = frozenset()
    resumes: frozenset[str] = frozenset()

    def side_by_side(self, one: str, other: str) -> bool:
        """Whether two persons form a list without 與, in this order (卿大夫)."""
        return any(one in row and other in row and row.index(one) < row.index(other) for row in self.ranks)

    def duty(self, verb: str, things: Iterable[str], present: set[str]) -> Duty | None:
        """The first duty that fits the act; `present` are the labels that the text names."""
        for duty in self.duties_of.get(verb, ()):
            if duty.things and duty.things.isdisjoint(things):
                continue
            if duty.marks and duty.marks.isdisjoint(present):
                continue
            return duty
        return None


def load_rite(lexicon: Lexicon, folder: Tables | None = None) -> RiteTables:
    """The tables in `folder` (default: those of the lexicon itself)."""
    folder = lexicon.tables if folder is None else folder
    rite = RiteTables()
    for _, row in read_rows("partners.tsv", ("id", "one", "other", "whole", "source"), folder):
        rite.partners.setdefault(row["one"], []).append(row["other"])
        rite.partners.setdefault(row["other"], []).append(row["one"])
        for whole in several(row["whole"]):
            rite.wholes[whole] = (row["one"], row["other"])
    duties = ("id", "verb", "thing", "actor", "marks", "never", "instead", "always", "source")
    for _, row in read_rows("doers.tsv", duties, folder):
        rite.duties.append(
            Duty(
                row["id"],
                frozenset(several(row["verb"])),
                frozenset(several(row["thing"])),
                several(row["actor"]),
                frozenset(several(row["marks"])),
                frozenset(several(row["never"])),
                frozenset(several(row["instead"])),
                row["always"] == "yes",
            )
        )
    for duty in rite.duties:
        for verb in duty.verbs:
            rite.duties_of.setdefault(verb, []).append(duty)
    for _, row in read_rows("counted.tsv", ("id", "verb", "unit", "thing", "source"), folder):
        if not row["unit"]:
            rite.counted[row["verb"]] = row["thing"]
        for unit in several(row["unit"]):
            rite.counted_by[row["verb"] + unit] = row["thing"]
    for _, row in read_rows("denominal.tsv", ("id", "verb", "thing", "source"), folder):
        rite.denominal[row["verb"]] = row["thing"]
    for _, row in read_rows("ranks.tsv", ("id", "members", "source"), folder):
        rite.ranks.append(several(row["members"]))
    rite.numerals = {form: word.value for form, word in lexicon.words.items() if word.value is not None}
    rite.directions = frozenset(e.label for e in lexicon.entries.values() if e.table == "directions")
    for number, row in read_rows("grades.tsv", ("id", "grade", "source"), folder):
        if row["grade"] not in GRADES:
            raise LexiconError(
                "KG-L009",
                f"等級「{row['grade']}」不合，須為 {', '.join(GRADES)}。",
                "The grade must be one of these.",
                Where("grades.tsv", number),
            )
        rite.grades[row["id"]] = row["grade"]
    for _, row in read_rows("keywords.tsv", ("id", "words", "source"), folder):
        rite.keywords[row["id"]] = frozenset(several(row["words"]))
    unknown = lexicon.entries.get("verb.unknown")
    rite.unknown_verb = unknown if isinstance(unknown, Verb) else None
    adverbs = [e for e in lexicon.entries.values() if e.table == "grammar"]
    rite.both = frozenset(f for e in adverbs if e.note == "both" for f in e.forms)
    rite.resumes = frozenset(f for e in adverbs if e.note == "resumes" for f in e.forms)
    return rite
