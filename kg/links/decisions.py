"""The table of candidates and of what people decided about them; it survives every rebuild."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from kg.errors import LinkError, Where
from kg.files import write_whole
from kg.graph.settings import OWL, SKOS, Settings
from kg.links.mapping import PREDICATES, SCHEMA, Mapping, MappingSet
from kg.links.schemes import is_iri, link_schemes
from kg.links.table import Row, read_table, written

FILE = "links.tsv"
"""The name of the table in the folder that kg build writes."""
SHIPPED = "ritual-kg"
"""As a dataset: the mappings of the package that are not sure enough to be stated."""
COLUMNS = (
    "status", "score", "subject", "label", "predicate", "target", "target_label", "evidence", "dataset", "who", "date",
    "note",
)  # fmt: skip
_PREFIXES = {"owl": OWL, "skos": SKOS, "schema": SCHEMA}
_CURATED = "https://w3id.org/semapv/vocab/ManualMappingCuration"


class Status(StrEnum):
    """What was decided; a skipped candidate is shown again at the next review, behind the new ones."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Decision:
    """A row of the table: a candidate and its status.

    `subject` is an IRI's path under our base, `predicate` a CURIE, `target` SCHEME:ID or an IRI.
    """

    status: Status
    score: float
    subject: str
    label: str
    predicate: str
    target: str
    target_label: str = ""
    evidence: str = ""
    dataset: str = ""
    who: str = ""
    date: str = ""
    note: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """What is compared: of one pair there is one row."""
        return self.subject, self.target

    @property
    def order(self) -> tuple[object, ...]:
        """Where the row stands in the table: by subject, best first."""
        return self.subject, -self.score, self.target


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """The rows of a table. Raises LinkError KG-K001, KG-K002 (see table.py), KG-K030 (a cell is not valid)."""
    found: dict[tuple[str, str], Decision] = {}
    for row in read_table(path, ("status", "score", "subject", "label", "predicate", "target")):
        decision = _decision(row, path)
        if decision.pair in found:
            where = Where(str(path), row.line)
            raise _bad("target", f"{decision.subject} {decision.target}", "重複", "stands twice", where)
        found[decision.pair] = decision
    return tuple(found.values())


def write_decisions(path: Path, decisions: Iterable[Decision]) -> None:
    """Writes the table whole, in order. Raises UsageError KG-U003."""
    rows = [
        {column: _cell(getattr(one, column)) for column in COLUMNS}
        for one in sorted(decisions, key=lambda one: one.order)
    ]
    write_whole(path, written(COLUMNS, rows))


def merged(old: Sequence[Decision], new: Iterable[Decision], dataset: str) -> tuple[Decision, ...]:
    """The old table with the candidates of `dataset` brought up to date.

    What was decided stays as it was; a mere proposal of the same dataset that it no longer yields is taken out.
    """
    proposals = {one.pair: one for one in new}
    kept: dict[tuple[str, str], Decision] = {}
    for one in old:
        if one.status is not Status.PROPOSED:
            kept[one.pair] = one
        elif one.dataset.partition("@")[0] != dataset.partition("@")[0] or one.pair in proposals:
            kept[one.pair] = proposals.get(one.pair, one)
    for pair, one in proposals.items():
        kept.setdefault(pair, one)
    return tuple(sorted(kept.values(), key=lambda one: one.order))


def confirmed(
    sets: Sequence[MappingSet], decisions: Sequence[Decision], settings: Settings
) -> tuple[MappingSet, ...]:
    """The mapping sets as people have decided: accepted candidates are a set of their own, with confidence 1;
    rejected ones stand there negated; a claim that we ship about a decided pair gives way. Proposals are left out."""
    decided = [_mapping(one, settings) for one in decisions if one.status in {Status.ACCEPTED, Status.REJECTED}]
    if not decided:
        return tuple(sets)
    pairs = {(one.subject, one.object) for one in decided}
    shipped = [
        replace(one, mappings=tuple(m for m in one.mappings if (m.subject, m.object) not in pairs)) for one in sets
    ]
    own = MappingSet(
        f"{settings.base}mappings/reviewed", "https://creativecommons.org/licenses/by/4.0/", tuple(decided),
        "經人覆核之對應 Mappings reviewed by people",
    )  # fmt: skip
    return (*shipped, own)


def proposed(mapping: Mapping, settings: Settings) -> Decision:
    """A mapping of ours that is not sure enough to be stated, as a candidate for review."""
    target = f"{mapping.scheme}:{mapping.identifier}" if mapping.scheme else mapping.object
    return Decision(
        Status.PROPOSED, mapping.confidence, mapping.subject.removeprefix(settings.base), mapping.subject_label,
        curie(mapping.predicate), target, mapping.object_label, mapping.comment, SHIPPED,
    )  # fmt: skip


def curie(predicate: str) -> str:
    """The short form of a predicate of mappings."""
    for prefix, namespace in _PREFIXES.items():
        if predicate.startswith(namespace):
            return f"{prefix}:{predicate.removeprefix(namespace)}"
    raise ValueError(predicate)


def target_iri(target: str) -> tuple[str, str, str]:
    """(IRI, scheme, id) of a target. Raises ValueError where it is no id of a scheme we know, and no IRI."""
    name, _, identifier = target.partition(":")
    if scheme := link_schemes().get(name):
        return scheme.iri(identifier), name, identifier
    if not is_iri(target):
        raise ValueError(target)
    return target, "", ""


def _mapping(one: Decision, settings: Settings) -> Mapping:
    iri, scheme, identifier = target_iri(one.target)
    prefix, _, local = one.predicate.partition(":")
    accepted = one.status is Status.ACCEPTED
    return Mapping(
        settings.base + one.subject, _PREFIXES[prefix] + local, iri, _CURATED, 1.0, one.label,
        one.target_label, scheme, identifier, one.who, one.date, one.note or one.evidence, not accepted,
    )  # fmt: skip


def _decision(row: Row, path: Path) -> Decision:
    cells, where = row.cells, Where(str(path), row.line)
    values = {column: cells.get(column, "") for column in COLUMNS}
    try:
        status = Status(values.pop("status"))
    except ValueError as fault:
        raise _bad("status", cells["status"], f"須為 {' '.join(Status)}", "is no status", where) from fault
    try:
        score = float(values.pop("score"))
    except ValueError as fault:
        raise _bad("score", cells["score"], "須為數", "is no number", where) from fault
    prefix, _, local = values["predicate"].partition(":")
    if _PREFIXES.get(prefix, "") + local not in PREDICATES:
        raise _bad("predicate", values["predicate"], "不是對應之謂詞", "is no predicate of mappings", where)
    if not is_iri(f"x:{values['subject']}") or "//" in values["subject"]:
        raise _bad("subject", values["subject"], "不是本庫之識別碼", "is no path of ours", where)
    try:
        target_iri(values["target"])
    except ValueError as fault:
        raise _bad("target", values["target"], "不是合法之識別碼", "is no valid id or IRI", where) from fault
    return Decision(status, score, **values)


def _cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _bad(column: str, value: str, zh: str, en: str, where: Where) -> LinkError:
    return LinkError("KG-K030", f"欄 {column} 之值「{value}」{zh}。", f"Column {column}: {value!r} {en}.", where)
