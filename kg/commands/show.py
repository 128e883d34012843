"""`kg show`: a passage in the terminal with its layers, each voice apart."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kg.graph.settings import Settings
from kg.graph.store import open_store
from kg.messages import Voice
from kg.views.layered import LayeredNote, LayeredPassage, layers
from kg.views.reader import select_from


def run(voice: Voice, place: str, store: Path) -> int:
    """Prints the passages that `place` names, with all that stands on them."""
    console = Console(highlight=False)
    for passage in layers(select_from(open_store(store), Settings()), place):
        _passage(voice, console, passage)
    return 0


def _passage(voice: Voice, console: Console, passage: LayeredPassage) -> None:
    heading = passage.citation if passage.id in passage.citation else f"{passage.citation} {passage.id}"
    console.print(Text(heading, style="bold"), Text(passage.layer, style="dim"))
    console.print(Text(passage.text, style="bold yellow"))
    _section(console, voice.short("分節", "steps"), [
        Text.assemble((scholar, "cyan"), f"  {f'{group} · ' if group else ''}{step}")
        for scholar, step, group in passage.steps
    ])  # fmt: skip
    _section(console, voice.short("異文", "variants"), [_variant(voice, one.lemma, one.spelling, one.readings)
                                                      for one in passage.variants])  # fmt: skip
    _section(console, voice.short("校改之議", "proposals to emend"), [
        Text(f"{one['present'] or '∅'} → {one['proposed'] or '∅'}  {one['witnesses']}/{one['outOf']}"
             + (f"  {voice.short('已校改', 'made')}" if "made" in one else ""))
        for one in passage.proposals
    ])  # fmt: skip
    _section(console, voice.short("訓釋", "glosses"), [
        Text.assemble((one.lemma, "bold"), f"  {one.tradition}{one.kind}  {one.value or '∅'}",
                      (f"  {'、'.join(one.speakers)}", "dim"))
        for one in passage.glosses
    ])  # fmt: skip
    layer = ""
    for note in passage.notes:
        if note.layer != layer:
            layer = note.layer
            console.print(Text(f"\n{layer}", style="bold magenta"))
        _note(voice, console, note)
    if not passage.notes:
        voice.say("此段無注。", "No note stands on this passage.")
    console.print()


def _section(console: Console, title: str, lines: list[Text]) -> None:
    if lines:
        console.print(Text(f"\n{title}", style="bold magenta"))
        for line in lines:
            console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _variant(voice: Voice, lemma: str, spelling: bool, readings: tuple[tuple[str, tuple[str, ...]], ...]) -> Text:
    line = Text(lemma or "∅", style="bold")
    for reading, witnesses in readings:
        line.append(f"  {reading or '∅'} ", style="not bold")
        line.append(" ".join(witnesses), style="not bold dim")
    return line.append(f"  {voice.short('通用', 'spelling')}", style="not bold dim") if spelling else line


def _note(voice: Voice, console: Console, note: LayeredNote) -> None:
    head = Text("  ")
    head.append(note.speaker or voice.short("未署名", "unsigned"), style="cyan")
    if note.dynasty:
        head.append(f" {note.dynasty}", style="dim")
    for word in (*note.classes, *note.judges):
        head.append(f" 〔{word}〕", style="yellow")
    if note.quoted:
        head.append(f" {voice.short('附於', 'under')} {note.quoted}", style="dim")
    head.append(f"  {'、'.join(note.editions)}", style="dim")
    console.print(head)
    console.print(Padding(Text(note.words), (0, 0, 0, 4), expand=False))
