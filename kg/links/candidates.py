"""Candidates: which records of a dataset may be what we have, how likely it is, and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.lexicon.load import Lexicon
from kg.links.decisions import Decision, Status, curie
from kg.links.mapping import CLOSE, EXACT, PAGE_SAME_AS, SAME_AS
from kg.links.record import Kind, Record
from kg.links.schemes import link_schemes, mappings_dir
from kg.links.subjects import Subject
from kg.links.table import read_table

# What each agreement adds, and each contradiction takes away; the sum is kept within 0 and 1. A name alone stays
# under one half, for homonyms are common; name and dynasty, or name and style name, are probable.
_NAME, _ALIAS = 0.45, 0.3
_STYLE, _OTHER_STYLE = 0.3, -0.15
_DYNASTY, _OTHER_DYNASTY = 0.2, -0.4
_DATES, _OTHER_DATES = 0.1, -0.3
_WORK = 0.25
_GLOSS, _PINYIN = 0.2, 0.15
LEAST = 0.25
"""Candidates below this are not proposed."""
MOST = 8
"""So many candidates of a subject are proposed, the best."""

_WORD = re.compile(r"[a-z]{3,}")
_SLACK = 60  # years by which a life may reach over the end of a dynasty


@dataclass(slots=True)
class Matcher:
    """Compares records with our subjects; names are compared in standard glyphs."""

    lexicon: Lexicon
    subjects: Iterable[Subject]
    _named: dict[str, list[Subject]] = field(default_factory=lambda: defaultdict(list))
    _dynasties: dict[str, tuple[str, int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for subject in self.subjects:
            for name in dict.fromkeys(self._fold(name) for name in subject.names):
                self._named[name].append(subject)
        for row in read_table(mappings_dir() / "dynasties.tsv", ("dynasty", "variants", "start", "end")):
            cells = row.cells
            for name in (cells["dynasty"], *cells["variants"].split("|")):
                self._dynasties[name] = (cells["dynasty"], int(cells["start"]), int(cells["end"]))

    def candidates(self, records: Iterable[Record], dataset: str, kinds: frozenset[Kind]) -> tuple[Decision, ...]:
        """The proposals for records, best first within each subject; only for subjects of `kinds`."""
        found: dict[str, dict[str, Decision]] = defaultdict(dict)
        for record in records:
            for subject in self._possible(record, kinds):
                score, evidence = self.score(subject, record)
                if score < LEAST:
                    continue
                for target in (record.target, *(f"{scheme}:{value}" for scheme, value in sorted(record.same.items()))):
                    if _sound(target):
                        proposal = _proposal(subject, record, target, score, evidence, dataset)
                        old = found[subject.path].get(target)
                        if old is None or old.score < score:
                            found[subject.path][target] = proposal
        best = (sorted(group.values(), key=lambda one: one.order)[:MOST] for group in found.values())
        return tuple(sorted((one for group in best for one in group), key=lambda one: one.order))

    def _possible(self, record: Record, kinds: frozenset[Kind]) -> Iterator[Subject]:
        """Subjects that share a name; a person is never what a word or an office means, nor the other way round."""
        seen: set[str] = set()
        for name in (record.label, *record.aliases):
            for subject in self._named.get(self._fold(name), ()):
                fits = record.kind in {Kind.UNKNOWN, subject.kind} and not (
                    subject.kind is Kind.WORD and _of_person(record)
                )
                if fits and subject.kind in kinds and subject.path not in seen:
                    seen.add(subject.path)
                    yield subject

    def score(self, subject: Subject, record: Record) -> tuple[float, list[str]]:
        """How likely the two are the same, from 0 to 1, and what speaks for and against it."""
        evidence: list[tuple[float, str]] = []
        label = self._fold(record.label)
        if label == self._fold(subject.label):
            evidence.append((_NAME, "name"))
        else:
            evidence.append((_ALIAS, "alias"))
        if subject.kind is Kind.PERSON:
            evidence += self._person(subject, record)
        elif subject.kind is Kind.WORD:
            evidence += _word(subject, record)
        if subject.works and (shared := {self._fold(w) for w in subject.works} & {self._fold(w) for w in record.works}):
            evidence.append((_WORK, f"work {'、'.join(sorted(shared))}"))
        score = min(1.0, max(0.0, sum(value for value, _ in evidence)))
        return round(score, 3), [f"{text} {value:+g}" for value, text in evidence]

    def _person(self, subject: Subject, record: Record) -> Iterator[tuple[float, str]]:
        ours, theirs = {self._fold(s) for s in subject.styles}, {self._fold(s) for s in record.styles}
        if ours and theirs:
            shared = ours & theirs
            yield (_STYLE, f"style {'、'.join(sorted(shared))}") if shared else (_OTHER_STYLE, "other style")
        own, other = self._dynasties.get(subject.dynasty), self._dynasties.get(record.dynasty)
        if own and other:
            near = own[0] == other[0] or (own[1] - _SLACK < other[2] and other[1] < own[2] + _SLACK)
            same = own[0] == other[0]
            if same or not near:  # neighbours in time are told differently by different datasets: no evidence
                yield (_DYNASTY, f"dynasty {own[0]}") if same else (_OTHER_DYNASTY, f"dynasty {record.dynasty}")
        years = [year for year in (record.birth, record.death) if year is not None]
        if own and years:
            within = own[1] - _SLACK <= min(years) and max(years) <= own[2] + _SLACK
            told = f"dates {record.birth or '?'}–{record.death or '?'}"
            yield (_DATES, told) if within else (_OTHER_DATES, told)

    def _fold(self, name: str) -> str:
        return self.lexicon.fold(name.strip())


def _word(subject: Subject, record: Record) -> Iterator[tuple[float, str]]:
    shared = set(_WORD.findall(subject.gloss.lower())) & set(_WORD.findall(record.gloss.lower()))
    if shared:
        yield _GLOSS, f"gloss {' '.join(sorted(shared))}"
    if subject.pinyin and subject.pinyin.lower() == record.pinyin.lower():
        yield _PINYIN, f"pinyin {subject.pinyin}"


def _of_person(record: Record) -> bool:
    return bool(record.styles or record.dynasty or record.birth or record.death or record.kind is Kind.PERSON)


def _sound(target: str) -> bool:
    """Whether an id that a record gives for another dataset has the form that ids have there."""
    name, _, identifier = target.partition(":")
    scheme = link_schemes().get(name)
    return scheme is None or scheme.id.fullmatch(identifier) is not None


def _proposal(
    subject: Subject, record: Record, target: str, score: float, evidence: list[str], dataset: str
) -> Decision:
    scheme = link_schemes().get(target.partition(":")[0])
    if subject.kind is Kind.PERSON:
        predicate = PAGE_SAME_AS if scheme is not None and scheme.names == "page" else SAME_AS
    else:
        predicate = EXACT if subject.kind is Kind.WORK else CLOSE
    told = evidence if target == record.target else [*evidence, f"by {record.target}"]
    return Decision(
        Status.PROPOSED, score, subject.path, subject.label, curie(predicate), target, record.label, "; ".join(told),
        dataset,
    )  # fmt: skip
