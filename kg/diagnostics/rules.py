"""Reports by rule: which fire and how well, which never do, which compete, which made each error."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.diagnostics.catalogue import coded_rules, duty_rules, frame_rules
from kg.diagnostics.gold import GoldRun
from kg.diagnostics.homographs import HomographTrace
from kg.diagnostics.score import Fault, Pairing, Score
from kg.diagnostics.stated import StatedAct
from kg.lexicon.load import Lexicon


@dataclass(slots=True)
class RuleRecord:
    """What one rule did: how often it fired, how often rightly, and the faults that it made.

    Right means: of an act rule, an act that the gold has; of an actor rule, the actors of the gold; of a homograph
    rule, no fault where it decided.
    """

    rule: str
    fired: int = 0
    right: int = 0
    judged: int = 0  # times that the gold could judge
    faults: list[Fault] = field(default_factory=list)

    @property
    def accuracy(self) -> float | None:
        """The share that was right, None where nothing could be judged."""
        return self.right / self.judged if self.judged else None


@dataclass(slots=True)
class Rivalry:
    """A form that several rules read: rule → how often it did; `rivals` counts rules that fitted and lost."""

    form: str
    won: Counter[str] = field(default_factory=Counter)
    rivals: Counter[str] = field(default_factory=Counter)
    wrong: int = 0


@dataclass(slots=True)
class GradeRecord:
    """How right what carries a grade is: acts that exist, acts right in every role, supplied actors that are right."""

    grade: str
    acts: int = 0
    existing: int = 0
    whole: int = 0
    actors: int = 0
    actors_right: int = 0


@dataclass(slots=True)
class RuleReport:
    """All reports over one scored graph."""

    acts: dict[str, RuleRecord] = field(default_factory=dict)
    actors: dict[str, RuleRecord] = field(default_factory=dict)
    homographs: dict[str, RuleRecord] = field(default_factory=dict)
    rivalries: list[Rivalry] = field(default_factory=list)
    grades: dict[str, GradeRecord] = field(default_factory=dict)
    never: dict[str, tuple[str, ...]] = field(default_factory=dict)  # rule → forms of it that the texts have


def report(
    runs: Sequence[GoldRun], result: Score, lexicon: Lexicon, trace: HomographTrace | None = None
) -> RuleReport:
    """The reports of a score over these runs; `trace` adds the homograph rules of the pipeline as it is now."""
    made = RuleReport()
    forms: dict[str, Rivalry] = {}
    for pairing in result.pairings:
        if pairing.read is not None:
            _act(made, pairing, pairing.read)
            form = lexicon.fold(pairing.read.verb)
            rivalry = forms.setdefault(form, Rivalry(form))
            rivalry.won[pairing.read.rule] += 1
            rivalry.wrong += not pairing.whole
    made.rivalries = [rivalry for rivalry in forms.values() if len(rivalry.won) > 1]
    _faults(made, result.faults)
    made.never = _never(made, runs, lexicon)
    if trace is not None:
        _homographs(made, runs, result, trace)
    made.rivalries.sort(key=lambda r: (-r.wrong, -r.won.total(), r.form))
    return made


def _act(made: RuleReport, pairing: Pairing, read: StatedAct) -> None:
    record = made.acts.setdefault(read.rule, RuleRecord(read.rule))
    record.fired += 1
    record.judged += 1
    record.right += pairing.gold is not None
    grade = made.grades.setdefault(read.grade, GradeRecord(read.grade))
    grade.acts += 1
    grade.existing += pairing.gold is not None
    grade.whole += pairing.whole
    supplied = [filler for filler in read.roles.get("actor", ()) if filler.supplied]
    if not supplied:
        return
    actor = made.actors.setdefault(supplied[0].rule, RuleRecord(supplied[0].rule))
    actor.fired += 1
    if pairing.actor_right is not None:
        actor.judged += 1
        actor.right += pairing.actor_right
        sure = made.grades.setdefault(supplied[0].grade, GradeRecord(supplied[0].grade))
        sure.actors += 1
        sure.actors_right += pairing.actor_right


def _faults(made: RuleReport, faults: Iterable[Fault]) -> None:
    for fault in faults:
        if fault.rule in made.acts:
            made.acts[fault.rule].faults.append(fault)
        elif fault.rule in made.actors:
            made.actors[fault.rule].faults.append(fault)


def _homographs(made: RuleReport, runs: Sequence[GoldRun], result: Score, trace: HomographTrace) -> None:
    at: dict[str, list[Fault]] = defaultdict(list)
    for fault in result.faults:
        if fault.kind in {"act-missed", "act-extra", "mention-missed", "mention-extra"}:
            at[fault.run].append(fault)
    forms: dict[str, Rivalry] = {}
    decided: set[str] = set()
    for run in runs:
        for decision in trace.decisions(run.text):
            decided.add(decision.form)
            record = made.homographs.setdefault(decision.rule, RuleRecord(decision.rule))
            faults = [fault for fault in at[run.id] if decision.start <= fault.at < decision.end]
            record.fired += 1
            record.judged += 1
            record.right += not faults
            record.faults += faults
            if decision.rivals:
                rivalry = forms.setdefault(decision.form, Rivalry(decision.form))
                rivalry.won[decision.rule] += 1
                rivalry.rivals.update(rule.id for rule in decision.rivals)
                rivalry.wrong += bool(faults)
    made.rivalries += forms.values()
    for rule, able in trace.rules().items():
        if rule not in made.homographs and not decided.isdisjoint(able):
            made.never[rule] = tuple(form for form in able if form in decided)


def _never(made: RuleReport, runs: Sequence[GoldRun], lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Rules that did not fire: frames only where the texts have a form of the verb at all."""
    texts = "\n".join(lexicon.fold(run.text) for run in runs)
    never: dict[str, tuple[str, ...]] = {}
    for rule, forms in frame_rules(lexicon).items():
        seen = tuple(dict.fromkeys(form for form in forms if form in texts))
        if rule not in made.acts and seen:
            never[rule] = seen
    for rule in (*coded_rules(), *duty_rules(lexicon)):
        if rule not in made.acts and rule not in made.actors:
            never[rule] = ()
    return never
