"""A table ready to be written: named columns, rows of text, each row with its citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kg.graph.records import ROLES, ActRecord, act_records
from kg.graph.source import Source, joined

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its key, and what it is called in Chinese and in English."""

    key: str
    zh: str
    en: str

    @property
    def header(self) -> str:
        """What stands at its head; the key stands last, so that a program finds it."""
        return f"{self.zh} {self.key}".lstrip()


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its name. `rows` makes the rows anew at each call, in a fixed order."""

    name: str
    zh: str
    columns: tuple[Column, ...]
    rows: Callable[[], Iterator[Cells]]


CITED = (
    Column("citation", "出處", "work, edition, folio and line, passage"),
    Column("quote", "引文", "the words cited, as they stand"),
)
_ACT_COLUMNS = (
    Column("act", "儀節", "place of the act: passage, and offset of its verb in it"),
    *CITED,
    Column("verb", "原文動詞", "the verb as it stands"),
    Column("action", "動詞", "the verb, normal form"),
)
_FACT_COLUMNS = (
    Column("negated", "否定", "true where the act is not to be done"),
    Column("mode", "語態", "commanded, conditional or completed; empty where asserted"),
    Column("count", "次數", "how often"),
    Column("quantity", "數量", "numbers of fillers and measures"),
    Column("supplied", "所補", "roles that the clause does not name, with the rule that supplied them"),
    Column("rule", "規則", "rule by which the act was read"),
    Column("grade", "信度", "how sure the act is"),
    Column("actor_grade", "施事信度", "how sure the actor is"),
    Column("next", "次節", "place of the next act of the rite"),
    Column("order", "序", "number in the order of the texts"),
    Column("text", "文本", "id of the text"),
    Column("begin", "起", "code points from 0, in the text"),
    Column("end", "止", "code points from 0, in the text"),
    Column("iri", "識別碼", "IRI of the act"),
)


def acts_table(source: Source) -> Table:
    """One row an act; roles are called as the ontology calls them."""
    rit = source.settings.ontology
    roles = tuple(
        Column(role, source.vocabulary.get(f"{rit}{'likeText' if role == 'like' else role}", role), f"role: {role}")
        for role in ROLES
    )

    def rows() -> Iterator[Cells]:
        records = list(act_records(source))
        keys = {record.iri: record.key for record in records}
        for record in records:
            yield act_cells(record, source, keys)

    return Table("acts", "儀節", (*_ACT_COLUMNS, *roles, *_FACT_COLUMNS), rows)


def act_cells(record: ActRecord, source: Source, keys: Mapping[str, str]) -> dict[str, str]:
    """The row of an act; `keys` names acts by IRI."""
    fillers = [(role, filler) for role, given in record.roles.items() for filler in given]
    return {
        "act": record.key, "citation": record.citation, "quote": record.quote, "verb": record.verb,
        "action": record.action, **{role: joined(record.labels(role)) for role in record.roles},
        "negated": "true" if record.negated else "", "mode": record.mode, "count": record.count,
        "quantity": joined([*(f"{f.label} {f.quantity}" for _, f in fillers if f.quantity), *record.measures]),
        "supplied": joined(dict.fromkeys(f"{role} ({f.rule})" for role, f in fillers if f.supplied)),
        "rule": record.rule, "grade": record.grade,
        "actor_grade": next((f.grade for f in record.roles.get("actor", ())), ""),
        "next": keys.get(record.next, ""), "order": str(record.order), "text": source.texts[record.text].id,
        "begin": str(record.begin), "end": str(record.end), "iri": record.iri,
    }  # fmt: skip
