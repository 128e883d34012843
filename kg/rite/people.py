"""Who acts as what from when to when, and who belongs to which group (offices.tsv, groups.tsv)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows, several
from kg.reading.act import Act, Kind, Mode
from kg.rite.effects import Effect, load_effects
from kg.rite.phase import PhaseTree
from kg.rite.words import words_of
from kg.texts.document import Document, Layer
from kg.texts.span import Span

_GROUP = "group"  # classes of the table of actors
_PASSING = ("role", "number")
_GROUP_COLUMNS = ("rite", "whole", "member", "lasting", "count", "renewed", "source")


@dataclass(frozen=True, slots=True)
class Tenure:
    """`holder` acts as `office` over `span` of the text (code points). `said` is where the text says so.

    `condition` is what must hold for it, in words of the text; "" where it always holds.
    """

    holder: str
    office: str
    span: Span
    said: Span
    condition: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Membership:
    """`member` is one of, or part of, `whole`. A member that is not `lasting` is whoever plays the part in a phase."""

    whole: str
    member: str
    lasting: bool
    count: str
    renewed: frozenset[str]  # kinds of the phases in which others take over the part
    source: str


@dataclass(slots=True)
class People:
    """The offices and groups of one text."""

    tenures: tuple[Tenure, ...] = ()
    memberships: tuple[Membership, ...] = ()
    _members: dict[str, list[str]] = field(default_factory=dict)
    _passing: frozenset[str] = frozenset()
    _groups: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        actors = load_lexicon().entries.values()
        self._groups = frozenset(one.label for one in actors if one.table == "actors" and one.cls == _GROUP)
        self._passing = passing_parts()
        for one in self.memberships:
            self._members.setdefault(one.whole, []).append(one.member)

    def members(self, label: str) -> tuple[str, ...]:
        """Everybody who belongs to `label`, members of members too, without `label` itself."""
        found: dict[str, None] = {}
        waiting = [label]
        while waiting:
            for member in self._members.get(waiting.pop(), ()):
                if member not in found:
                    found[member] = None
                    waiting.append(member)
        return tuple(found)

    def same(self, label: str, offset: int) -> tuple[str, ...]:
        """The other names under which the person `label` acts at `offset`, in either direction."""
        found: list[str] = []
        for one in self.tenures:
            if one.span.start <= offset < one.span.end and not one.condition:
                if label == one.holder:
                    found.append(one.office)
                elif label == one.office:
                    found.append(one.holder)
        return tuple(dict.fromkeys(found))

    @property
    def passing(self) -> frozenset[str]:
        """Labels that mean another person in every phase: whoever plays the part (受酬者), or is counted (一人)."""
        return self._passing

    def present(self, label: str, offset: int) -> str:
        """The name of a person at `offset`: that of the holder, where the office `label` has been laid down."""
        held = [one for one in self.tenures if one.office == label and not one.condition]
        if label in self._passing or not held or any(offset < one.span.end for one in held):
            return label
        return held[-1].holder

    def renewed(self, kind: str) -> frozenset[str]:
        """The labels that mean other persons from the beginning of a phase of that kind on: parts that one plays in
        every phase, those of the archers only where another couple comes."""
        kept = {one.member for one in self.memberships if one.renewed and kind not in one.renewed}
        return self._passing - kept

    def is_group(self, label: str) -> bool:
        """Whether `label` names several persons."""
        return label in self._groups or label in self._members


@lru_cache(maxsize=1)
def passing_parts() -> frozenset[str]:
    """Labels that mean another person in every phase: parts that one plays (受酬者, 上射), persons who are counted."""
    played = {
        entry.label
        for entry in load_lexicon().entries.values()
        if entry.table == "actors" and entry.cls in _PASSING
    }
    rows = _rows("groups.tsv", _GROUP_COLUMNS)
    return frozenset(played | {row["member"] for _, row in rows if row["lasting"] != "yes"})


def people_of(document: Document, acts: Sequence[Act], phases: PhaseTree) -> People:
    """The offices and groups of a text: the table's where its words stand in the text, else what its acts say (為)."""
    tenures = list(_by_table(document, phases.rite))
    known = {(one.holder, one.office) for one in tenures}
    for one in _by_acts(document, acts, phases):
        if (one.office, one.holder) in known:
            continue  # 司馬反為司正: he is again what he was
        if (one.holder, one.office) not in known:
            known.add((one.holder, one.office))
            tenures.append(one)
    tenures.sort(key=lambda one: (one.span, one.holder, one.office))
    return People(tuple(tenures), tuple(_groups(phases.rite)))


def _by_table(document: Document, rite: str) -> Iterator[Tenure]:
    words = words_of(document, (Layer.JING, Layer.JI))
    for of_rite, row in _rows("offices.tsv", ("rite", "holder", "office", "from", "until", "condition", "source")):
        said = words.find(row["from"]) if of_rite == rite else None
        if said is None:
            continue
        until = words.find(row["until"], said.end) if row["until"] else None
        end = until.end if until is not None else len(document.text)
        yield Tenure(row["holder"], row["office"], Span(said.start, end), said, row["condition"], row["source"])


def _by_acts(document: Document, acts: Sequence[Act], phases: PhaseTree) -> Iterator[Tenure]:
    """Acts such as 司正為司馬, each to the end of its phase: the table says where one lasts longer."""
    effects = load_effects()
    for act in acts:
        if effects.of(act) is not Effect.BECOME or act.negated or act.mode is Mode.COMMANDED:
            continue
        offices = [filler for filler in act.roles.get("object", ()) if filler.kind is Kind.ACTOR]
        for holder in act.roles.get("actor", ()):
            for office in offices:
                if holder.label != office.label:
                    leaf = phases.leaf_at(act.verb.start)
                    end = leaf.span.end if leaf is not None else len(document.text)
                    said = act.clause or act.verb
                    yield Tenure(holder.label, office.label, Span(act.verb.start, end), said)


def _groups(rite: str) -> Iterator[Membership]:
    for of_rite, row in _rows("groups.tsv", _GROUP_COLUMNS):
        if of_rite in ("", rite):
            yield Membership(
                row["whole"], row["member"], row["lasting"] == "yes", row["count"],
                frozenset(several(row["renewed"])), row["source"],
            )  # fmt: skip


@lru_cache(maxsize=4)
def _rows(table: str, columns: tuple[str, ...]) -> tuple[tuple[str, dict[str, str]], ...]:
    return tuple((row["rite"], row) for _, row in read_rows(table, columns))
