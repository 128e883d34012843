"""`kg explain`: a passage in the terminal, with what was read from it and why."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.messages import Voice
from kg.views.explanation import ExplainedAct, ExplainedRole, explain
from kg.views.model import Mark, Name
from kg.views.reader import select_from


def run(voice: Voice, place: str, store: Path) -> int:
    """Prints the explanation of a passage or an act."""
    console = Console(highlight=False, soft_wrap=True)
    for passage in explain(select_from(open_store(store), Settings()), place):
        heading = passage.citation if passage.id in passage.citation else f"{passage.citation} {passage.id}"
        console.print(Text(heading, style="bold"), Text(passage.layer, style="dim"))
        console.print(marked(passage.text, passage.verbs), "")
        if not passage.acts:
            voice.say("此段未讀出儀節。", "No act was read from this passage.")
        for act in passage.acts:
            _act(voice, console, act)
    return 0


def marked(text: str, marks: Iterable[Mark]) -> Text:
    """The text with the words of the verb in 〔〕 and those of its roles in ‹›, coloured where the terminal can."""
    # Each mark has a number, so that two verbs side by side (面立) stay two.
    owner: list[tuple[str, int]] = [("", 0)] * len(text)
    for number, mark in enumerate(marks, start=1):
        for at in range(mark.start, mark.end):
            if owner[at][0] != "verb":
                owner[at] = (mark.role, number)
    made, at = Text(), 0
    while at < len(text):
        end = at
        while end < len(text) and owner[end] == owner[at]:
            end += 1
        words, role = text[at:end], owner[at][0]
        if role == "verb":
            made.append(f"〔{words}〕", style="bold yellow")
        elif role:
            made.append(f"‹{words}›", style="cyan")
        else:
            made.append(words)
        at = end
    return made


def _act(voice: Voice, console: Console, act: ExplainedAct) -> None:
    facts = " · ".join(_name(voice, fact) for fact in act.facts)
    head = Text(f"{act.key}  ", style="dim")
    head.append(" ".join(part for part in (act.action.zh, act.action.pinyin, act.action.en) if part), style="bold")
    head.append(f"  {voice.short('規則', 'rule')} {act.rule}  {facts}".rstrip(), style="dim")
    console.print(head)
    console.print(Text("  "), marked(act.words, act.marks), sep="")
    for role in act.roles:
        console.print(Text("    "), _role(voice, role), sep="")
    if not act.actor:
        console.print("    " + voice.short("施事未明：文未言何人", "actor unknown: the text names nobody"))
    console.print()


def _role(voice: Voice, role: ExplainedRole) -> Text:
    line = Text(_name(voice, role.role), style="dim")
    words = " ".join(part for part in (role.filler.zh, role.filler.pinyin, role.filler.en) if part)
    line.append(f"  {words}" + (f" ×{role.quantity}" if role.quantity is not None else ""), style="not dim")
    source = voice.short("文所無，依規則補", "supplied by rule") if role.supplied else voice.short("見於文", "named")
    line.append(f"  — {source}" + (f" {role.rule}" if role.supplied and role.rule else ""))
    if role.grade is not None and role.supplied:
        line.append(f" ({_name(voice, role.grade)})")
    return line


def _name(voice: Voice, name: Name) -> str:
    return voice.short(name.zh, name.en or name.zh) if name.en else name.zh
