"""`kg correct`: a person's word against what the machine had read; kept in a table, applied by the next build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kg.corrections.correction import FACTS, PENDING, WHOLE, Correction, Effect, Outcome, Status
from kg.corrections.table import FILE, added, check, read_corrections, write_corrections
from kg.errors import CorrectionError, Where
from kg.graph.records import ActRecord, act_records
from kg.graph.source import Source
from kg.graph.store import open_store
from kg.messages import Voice
from kg.texts.span import Span

_PENDING = {
    Effect.CHANGED: ("此段之文已改，請重校。", "the passage reads otherwise now; look at it again."),
    Effect.NO_PASSAGE: ("本次所讀沒有此段。", "no text of this build has the passage."),
    Effect.NO_ACT: ("此處未讀出儀節。", "no act was read at this place."),
}

def run(
    voice: Voice, place: str, role: str, new: list[str], who: str, why: str, withdraw: bool, store: Path
) -> int:
    """Adds a correction to the table beside the store; the next build applies it."""
    path = table_beside(store)
    corrections = read_corrections(path)
    if withdraw:
        kept = tuple(
            replace(one, status=Status.WITHDRAWN)
            if (one.place, one.role, one.who) == (place, role, who)
            else one
            for one in corrections
        )
        if kept == corrections:
            raise _no_act(f"{who} 於 {place} {role} 無校正。", f"{who} has no correction of {role} at {place}.", path)
        write_corrections(path, kept)
        voice.say("已撤回；下次 kg build 生效。", "Withdrawn; the next kg build takes it into account.")
        return 0
    made = _correction(Source(open_store(store)), place, role, new, who, why)
    write_corrections(path, added(corrections, check(made, Where(str(path)))))
    told = f"{place} {role}: {'、'.join(made.old) or '—'} → {'、'.join(made.new) or '—'}"
    voice.say(f"已記於 {path}：{told}；下次 kg build 生效。", f"Kept in {path}: {told}; the next kg build applies it.")
    return 0


def tell_corrections(voice: Voice, outcomes: Sequence[Outcome]) -> None:
    """Says what became of the corrections of a build: those not applied one by one, for a person must look at them."""
    if not outcomes:
        return
    for outcome in outcomes:
        if outcome.effect in PENDING:
            one = outcome.correction
            zh, en = _PENDING[outcome.effect]
            told = f"{one.place} {one.role} → {'、'.join(one.new) or '—'} ({one.who}, {outcome.effect.value})"
            voice.say(f"校正未用：{told}：{zh}", f"Correction not applied: {told}: {en}")
    counts = Counter(outcome.effect.value for outcome in outcomes)
    told = "、".join(f"{effect} {count}" for effect, count in sorted(counts.items()))
    voice.say(f"校正 {len(outcomes)}：{told}。", f"{len(outcomes)} corrections: {told}.")


def table_beside(store: Path) -> Path:
    """The table of corrections of a build, beside its store."""
    return store.parent / FILE


def _correction(source: Source, place: str, role: str, new: list[str], who: str, why: str) -> Correction:
    """The correction of the act at `place`; a new act stands on the first of its own words that the passage has."""
    citation, _, offset = place.rpartition("/")
    passage = next((one for one in source.places.values() if one.id == citation), None)
    if passage is None or not offset.isdecimal():
        raise _no_act(
            f"沒有此處：{place}；作 段/起，如 xiangshe.177/3。",
            f"There is no {place}; name PASSAGE/OFFSET, such as xiangshe.177/3.",
        )
    quote = source.texts[passage.text].words[passage.begin : passage.end]
    record = next((one for one in act_records(source) if one.key == place), None)
    if record is None and not (role == WHOLE and new):
        raise _no_act(f"{place} 未讀出儀節。", f"No act was read at {place}; kg explain {citation} shows them.")
    start = int(offset)
    size = record.end - record.begin if record is not None else len(new[0]) if quote.startswith(new[0], start) else 1
    return Correction(
        citation, Span(start, start + size), quote, role, _said(record, role), tuple(new), who, why
    )


def _said(record: ActRecord | None, role: str) -> tuple[str, ...]:
    if record is None:
        return ()
    if role == WHOLE or role == "action":
        return (record.action,)
    if role in FACTS:
        value = {"mode": record.mode, "negated": "true" if record.negated else "", "count": record.count}[role]
        return (value,) if value else ()
    return record.labels(role)


def _no_act(zh: str, en: str, path: Path | None = None) -> CorrectionError:
    return CorrectionError("KG-C004", zh, en, Where(str(path)) if path else None)
