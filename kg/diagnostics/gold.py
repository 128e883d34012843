"""Gold: runs annotated by hand as annotation.md says, one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.diagnostics.labels import CLAUSE_MARKS, PUNCTUATION, canonical
from kg.errors import UsageError, Where
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES, Mode

ROLES = (*RESOURCE_ROLES, *TEXT_ROLES)


@dataclass(frozen=True, slots=True)
class GoldAct:
    """An act as a reader annotated it. `at` is the offset of its verb in the run's text.

    `open_actor`: nobody can be named with certainty, so the actor is not scored. `omitted`: the actor is known but not
    named in the clause before the verb.
    """

    at: int
    verb: str
    roles: dict[str, tuple[str, ...]]
    open_actor: bool = False
    omitted: bool = False
    negated: bool = False
    mode: str = Mode.ASSERTED.value

    @property
    def end(self) -> int:
        """The offset behind the verb."""
        return self.at + len(self.verb)


@dataclass(frozen=True, slots=True)
class GoldRun:
    """A stretch of text with its acts and its mentions (start, end, kind)."""

    id: str
    source: str
    text: str
    acts: tuple[GoldAct, ...]
    mentions: frozenset[tuple[int, int, str]]


def read_gold(path: Path) -> tuple[GoldRun, ...]:
    """The runs of a gold file.

    Raises UsageError KG-D001 (the file cannot be read), KG-D002 (a line is not a run: the line is named).
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError(
            "KG-D001", f"不能讀取標注檔：{fault}。", f"The gold file cannot be read: {fault}.", Where(str(path))
        ) from fault
    return tuple(_run(line, Where(str(path), number)) for number, line in enumerate(lines, start=1) if line.strip())


def _run(line: str, where: Where) -> GoldRun:
    try:
        record = json.loads(line)
        text = str(record["text"])
        acts = tuple(_act(act, text) for act in record["acts"])
        mentions = frozenset((int(b), int(e), str(kind)) for b, e, kind, _ in record["entities"])
        return GoldRun(str(record["id"]), str(record.get("source", "")), text, acts, mentions)
    except (ValueError, KeyError, TypeError) as fault:
        raise UsageError(
            "KG-D002",
            f"此行不是標注的一段 (annotation.md §1)：{type(fault).__name__} {fault}。",
            f"This line is no annotated run (annotation.md §1): {type(fault).__name__} {fault}.",
            where,
        ) from fault


def _act(act: dict[str, Any], text: str) -> GoldAct:
    at, verb = int(act["at"]), str(act["verb"])
    roles = {role: tuple(str(label) for label in act[role]) for role in ROLES if act.get(role)}
    actors = roles.get("actor", ())
    return GoldAct(
        at,
        verb,
        roles,
        open_actor="actor" in act and act["actor"] is None,
        omitted=bool(actors) and not named_before(text, at, actors),
        negated=bool(act.get("negated")),
        mode=Mode(act.get("mode", "asserted")).value,
    )


def named_before(text: str, at: int, actors: tuple[str, ...]) -> bool:
    """Whether one of the actors is named in the clause of the verb at `at`, in front of it."""
    start = max(text.rfind(mark, 0, at) for mark in CLAUSE_MARKS)
    clause = canonical(text[start + 1 : at])
    return any(canonical(actor) in clause for actor in actors)


def without_punctuation(run: GoldRun) -> GoldRun:
    """The run as an unpunctuated edition has it, offsets moved.

    Which actors are omitted stays as the punctuated text shows it: without marks no clause has a beginning.
    """
    moved: list[int] = []
    kept: list[str] = []
    for character in run.text:
        moved.append(len(kept))
        if not PUNCTUATION.fullmatch(character):
            kept.append(character)
    moved.append(len(kept))
    acts = tuple(
        GoldAct(moved[a.at], PUNCTUATION.sub("", a.verb), a.roles, a.open_actor, a.omitted, a.negated, a.mode)
        for a in run.acts
    )
    mentions = frozenset((moved[b], moved[e], kind) for b, e, kind in run.mentions)
    return GoldRun(run.id, run.source, "".join(kept), acts, mentions)


def punctuated(run: GoldRun) -> bool:
    """Whether the run's text has marks at all."""
    return PUNCTUATION.search(run.text) is not None

