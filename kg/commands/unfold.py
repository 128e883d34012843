"""`kg unfold`: the acts that 如初, 如賓禮 and their like stand for, with the persons who now do them."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kg.commands.console import table_console
from kg.errors import UsageError
from kg.graph.rite_store import RiteStore
from kg.graph.rite_unfold import InferredAct, LikenessFound, Unfolder, inferred_quads
from kg.graph.store import open_store
from kg.messages import Voice
from kg.views.model import Name
from kg.views.reader import read_vocabulary


def run(voice: Voice, place: str, text: str, format: str, store: Path) -> int:
    """Prints the unfolded acts of an act or passage, or of all likenesses of a text.

    Returns 1 where a likeness is open. Raises UsageError KG-U001 without place and text, GraphError KG-G050, KG-G051.
    """
    if bool(place) == bool(text):
        raise UsageError(
            "KG-U001",
            "請給一段或一節（xiangshe.61、xiangshe.61/12），或用 --text 給一篇。",
            "Give a passage or an act (xiangshe.61, xiangshe.61/12), or a text with --text.",
        )
    found = RiteStore(open_store(store))
    spot = found.spot(place) if place else None
    unfolder = Unfolder(found, spot.text if spot else found.text(text))
    likenesses = list(unfolder.within(spot))
    if format == "nquads":
        passages = sorted({one.key.rsplit("/", 1)[0] for one in likenesses})
        sys.stdout.writelines(inferred_quads(found, passages, unfolder.text) if passages else ())
        return 0
    if not likenesses:
        voice.say("此處無「如」。", "There is no likeness here.")
    names = read_vocabulary(found.select)
    console = table_console()
    for one in likenesses:
        _show(voice, console, one, names)
    still_open = [one for one in likenesses if not one.resolved]
    voice.say(
        f"「如」凡 {len(likenesses)}，已考定 {len(likenesses) - len(still_open)}。",
        f"{len(likenesses)} likenesses, {len(likenesses) - len(still_open)} resolved.",
    )
    return 1 if still_open else 0


def _show(voice: Voice, console: Console, one: LikenessFound, names: dict[str, Name]) -> None:
    head = Text(f"{one.key}  ", style="dim")
    head.append(f"{one.action} 如 {one.words}", style="bold")
    for old, new in one.exchanges:
        head.append(f"  {old}→{'、'.join(new)}", style="cyan")
    if one.note:
        head.append(f"  ({one.note})", style="dim")
    console.print(head)
    if not one.resolved:
        cited = "、".join(one.candidates) or "—"
        console.print("  " + voice.short(f"未定；或指 {cited}", f"open; may refer to {cited}"))
    for act in one.acts:
        console.print(_line(voice, act, names))
    console.print()


def _line(voice: Voice, act: InferredAct, names: dict[str, Name]) -> Text:
    roles = dict(act.roles)
    line = Text("  " * act.depth)
    line.append("、".join(roles.pop("actor", ())) or "—", style="cyan")
    line.append(f" {'不' if act.negated else ''}{act.action} ", style="bold")
    told = (f"{_name(voice, names, role)} {'、'.join(labels)}" for role, labels in roles.items())
    line.append("  ".join(told))
    line.append(f"  ← {act.key}", style="dim")
    return line


def _name(voice: Voice, names: dict[str, Name], role: str) -> str:
    name = names.get(role, Name(role, role))
    return voice.short(name.zh, name.en)
