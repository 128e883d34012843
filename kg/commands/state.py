"""`kg state`: where everybody is and what he holds behind an act; and where the acts contradict each other."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from rich.table import Table

from kg.commands.console import table_console
from kg.errors import UsageError
from kg.graph.rite_moment import Found, Moment, Standing, contradictions, moment
from kg.graph.rite_store import RiteStore
from kg.graph.store import open_store
from kg.messages import Voice
from kg.views.model import Name
from kg.views.reader import read_vocabulary


def run(voice: Voice, place: str, listed: bool, text: str, format: str, store: Path) -> int:
    """Prints the state at a place, or the contradictions of a text (of all texts, without one); 1 where there are any.

    Raises UsageError KG-U001 where neither or both are asked for, GraphError KG-G050, KG-G051.
    """
    if bool(place) == listed:
        raise UsageError(
            "KG-U001",
            "請用 --at 給一段或一節，或用 --contradictions 列出牴牾。",
            "Give a passage or an act with --at, or ask for --contradictions.",
        )
    found = RiteStore(open_store(store))
    names = read_vocabulary(found.select)
    if not listed:
        _show(voice, moment(found, found.spot(place)), format, names)
        return 0
    texts = [text] if text else list(found.texts)
    all_found = [one for id in texts for one in contradictions(found, found.text(id))]
    _list(voice, all_found, format, names)
    return 1 if all_found else 0


def _show(voice: Voice, state: Moment, format: str, names: dict[str, Name]) -> None:
    if format == "json":
        data = {
            kind: [
                {"name": one.label, "since": one.since, **({"as": one.offices} if one.offices else {}), **one.aspects}
                for one in group
            ]
            for kind, group in (("persons", state.persons), ("things", state.things))
        }
        print(json.dumps(data, ensure_ascii=False, indent=1))
        return
    console = table_console()
    persons = Table(title=voice.short("人", "persons"), title_justify="left", box=None, padding=(0, 1))
    for zh, en in (("人", "who"), ("區", "zone"), ("處", "where"), ("坐立", "posture"), ("面", "faces"),
                   ("執", "holds"), ("搢", "in belt"), ("著", "wears"), ("自", "since")):  # fmt: skip
        persons.add_column(voice.short(zh, en), overflow="fold")
    for one in state.persons:
        persons.add_row(*_person(voice, one, names), one.since)
    console.print(persons)
    things = Table(title=voice.short("物", "things"), title_justify="left", box=None, padding=(0, 1))
    for zh, en in (("物", "what"), ("處", "where"), ("執者", "held by"), ("向", "faces"), ("自", "since")):
        things.add_column(voice.short(zh, en), overflow="fold")
    for one in state.things:
        at = one.one("at") + _point(one)
        things.add_row(one.label, at, one.one("heldBy"), one.one("faces"), one.since)
    console.print(things)


def _person(voice: Voice, one: Standing, names: dict[str, Name]) -> list[str]:
    label = one.label + (f"（{'、'.join(one.offices)}）" if one.offices else "")
    place = one.one("at") or (f"當{one.one('opposite')}" if one.one("opposite") else "")
    wears = list(one.aspects.get("wears", ()))
    if one.one("bared") == "true":
        wears.insert(0, voice.short("袒", "bared"))
    return [
        label,
        _term(voice, names, one.one("zone")),
        place + _point(one),
        _term(voice, names, one.one("bodyPosture")),
        one.one("faces"),
        "、".join(one.aspects.get("holds", ())),
        "、".join(one.aspects.get("tucked", ())),
        "、".join(wears),
    ]


def _point(one: Standing) -> str:
    return f" ({one.one('planX')}, {one.one('planY')})" if one.one("planX") else ""


def _term(voice: Voice, names: dict[str, Name], term: str) -> str:
    return voice.short(names[term].zh, names[term].en) if term in names else term


def _list(voice: Voice, found: list[Found], format: str, names: dict[str, Name]) -> None:
    if format == "json":
        keys = ("key", "verb", "words", "fault", "verdict", "zh", "en", "subjects", "things")
        print(json.dumps([{key: getattr(one, key) for key in keys} for one in found], ensure_ascii=False, indent=1))
        return
    console = table_console()
    for one in found:
        fault, verdict = names[f"Fault{one.fault}"], names[f"Verdict{one.verdict}"]
        about = "、".join((*one.subjects, *one.things))
        console.print(f"{one.key}  〔{one.verb}〕  {about}  {voice.short(fault.zh, fault.en)}", style="bold")
        console.print(f"    {one.words}", style="dim")
        reason = voice.short(one.zh, one.en) if one.zh else ""
        console.print(f"    {voice.short(verdict.zh, verdict.en)}" + (f": {reason}" if reason else ""))
    counts = Counter(one.verdict for one in found)
    told = "，".join(f"{names[f'Verdict{verdict}'].zh} {times}" for verdict, times in sorted(counts.items()))
    english = ", ".join(f"{names[f'Verdict{verdict}'].en} {times}" for verdict, times in sorted(counts.items()))
    voice.say(f"牴牾凡 {len(found)}：{told}。", f"{len(found)} contradictions; wrong is: {english}.")
