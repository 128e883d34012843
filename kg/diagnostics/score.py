"""Scoring a graph against gold: precision, recall and F1 of acts, roles and mentions.

The definitions are those by which the project is measured: acts are matched one to one by the overlap of their verbs,
roles by their labels, an omitted actor is right where all of its labels are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.diagnostics.gold import ROLES, GoldAct, GoldRun
from kg.diagnostics.labels import canonical
from kg.diagnostics.stated import StatedAct, StatedFiller, StatedText


@dataclass(frozen=True, slots=True)
class Fault:
    """One disagreement. `kind` is act-missed, act-extra, role-missed, role-wrong, mode, mention-missed, mention-extra
    or text-missing; `rule` made it, "" where no rule fired; `role` is the role or the kind of mention."""

    run: str
    at: int
    kind: str
    context: str
    role: str = ""
    expected: str = ""
    found: str = ""
    rule: str = ""

    def __str__(self) -> str:
        what = f"{self.kind} {self.role}".rstrip()
        said = f" expected {self.expected}" if self.expected else ""
        said += f" found {self.found}" if self.found else ""
        return f"{self.run}@{self.at} {self.context}: {what}{said}" + (f"  ← {self.rule}" if self.rule else "")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A gold act with the act that was read for it (None: missed), and whether all of its roles and mode are right.

    `actor_right` is None where the actor is not scored.
    """

    run: GoldRun
    gold: GoldAct | None
    read: StatedAct | None
    whole: bool = False
    actor_right: bool | None = None


@dataclass(slots=True)
class Score:
    """Counts by key: `act`, each role, `roles` (all of them), `mention`; and what disagrees."""

    right: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    omitted: Counter[bool] = field(default_factory=Counter)  # omitted actors by whether they are right
    modes: Counter[bool] = field(default_factory=Counter)  # polarity and mode of matched acts
    faults: list[Fault] = field(default_factory=list)
    pairings: list[Pairing] = field(default_factory=list)
    characters: int = 0

    def figures(self, key: str) -> tuple[float, float, float, int]:
        """Precision, recall, F1 and how many the gold has."""
        right, extra, missed = self.right[key], self.extra[key], self.missed[key]
        precision = right / (right + extra) if right + extra else 0.0
        recall = right / (right + missed) if right + missed else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return precision, recall, f1, right + missed

    def share(self, counts: Counter[bool]) -> tuple[float, int]:
        """The share that is right, and of how many."""
        return (counts[True] / counts.total() if counts.total() else 0.0), counts.total()

    def count(self, role: str, right: int = 0, extra: int = 0, missed: int = 0) -> None:
        """Adds to a role and to all roles."""
        for key in (role, "roles"):
            self.right[key] += right
            self.extra[key] += extra
            self.missed[key] += missed


def score(runs: Iterable[GoldRun], texts: Sequence[StatedText]) -> Score:
    """Scores the texts against the runs; a run whose exact text is not among them counts as missed in full."""
    by_text = {text.text: text for text in texts}
    result = Score()
    for run in runs:
        result.characters += len(run.text)
        found = by_text.get(run.text)
        if found is None:
            result.faults.append(Fault(run.id, 0, "text-missing", run.text[:12]))
        _acts(result, run, found.acts if found is not None else [])
        _mentions(result, run, found.mentions if found is not None else set())
    return result


def _acts(result: Score, run: GoldRun, acts: Sequence[StatedAct]) -> None:
    free = list(acts)
    for gold in run.acts:
        near = [act for act in free if act.start < gold.end and gold.at < act.end]
        read = max(
            near,
            key=lambda act: (min(gold.end, act.end) - max(gold.at, act.start), -abs(act.start - gold.at)),
            default=None,
        )
        context = _context(run.text, gold.at, gold.end, gold.verb)
        before = len(result.faults)
        if read is None:
            result.missed["act"] += 1
            result.faults.append(Fault(run.id, gold.at, "act-missed", context))
        else:
            free.remove(read)
            result.right["act"] += 1
            same = read.negated == gold.negated and read.mode == gold.mode
            result.modes[same] += 1
            if not same:
                result.faults.append(
                    Fault(
                        run.id, gold.at, "mode", context, "", _mode(gold.negated, gold.mode),
                        _mode(read.negated, read.mode), read.rule,
                    )
                )  # fmt: skip
        actor_right = None
        for role in ROLES:
            if role == "actor" and gold.open_actor:
                continue
            right = _role(result, run, gold, read, role, context)
            if role == "actor":
                actor_right = right
        if gold.omitted:
            found = read.roles.get("actor", ()) if read is not None else ()
            result.omitted[all(any(_is(label, f) for f in found) for label in gold.roles["actor"])] += 1
        whole = read is not None and len(result.faults) == before
        result.pairings.append(Pairing(run, gold, read, whole, actor_right if read is not None else None))
    for read in free:
        result.extra["act"] += 1
        context = _context(run.text, read.start, read.end)
        result.faults.append(Fault(run.id, read.start, "act-extra", context, rule=read.rule))
        result.pairings.append(Pairing(run, None, read))
        for role, fillers in read.roles.items():
            result.count(role, extra=len(fillers))


def _role(result: Score, run: GoldRun, gold: GoldAct, read: StatedAct | None, role: str, context: str) -> bool:
    """Matches the labels of one role one to one; whether they are the same."""
    left = list(read.roles.get(role, ())) if read is not None else []
    rule = read.rule if read is not None else ""
    wrong = 0
    lost: list[str] = []
    for label in gold.roles.get(role, ()):
        hit = next((filler for filler in left if _is(label, filler)), None)
        if hit is None:
            lost.append(label)
        else:
            left.remove(hit)
            result.count(role, right=1)
    maker = next((filler.rule for filler in left if filler.rule), rule)
    for label in lost:
        result.count(role, missed=1)
        result.faults.append(Fault(run.id, gold.at, "role-missed", context, role, label, rule=maker))
    for filler in left:
        wrong += 1
        result.count(role, extra=1)
        result.faults.append(
            Fault(run.id, gold.at, "role-wrong", context, role, found=filler.label, rule=filler.rule or rule)
        )
    return not lost and not wrong


def _mentions(result: Score, run: GoldRun, found: set[tuple[int, int, str]]) -> None:
    result.right["mention"] += len(run.mentions & found)
    for kind, key, group in (
        ("mention-missed", result.missed, run.mentions - found),
        ("mention-extra", result.extra, found - run.mentions),
    ):
        key["mention"] += len(group)
        for start, end, cls in sorted(group):
            result.faults.append(Fault(run.id, start, kind, _context(run.text, start, end), cls))


def _is(label: str, filler: StatedFiller) -> bool:
    wanted = canonical(label)
    return any(canonical(one) == wanted for one in filler.labels)


def _mode(negated: bool, mode: str) -> str:
    return f"not {mode}" if negated else mode


def _context(text: str, start: int, end: int, verb: str = "") -> str:
    return f"…{text[max(0, start - 6) : start]}[{verb or text[start:end]}]{text[end : end + 8]}…"
