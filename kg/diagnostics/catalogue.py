"""The ids of all rules that can fire: what the lexicon's frames, the grammar and the model of actors can write."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import PurePath

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import load_rite

FRAME = "frame."


def frame_rules(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Rule of each verb frame → the forms of the verb, in standard glyphs."""
    return {
        f"{FRAME}{entry.id}": tuple(lexicon.fold(form) for form in entry.forms)
        for entry in lexicon.entries.values()
        if entry.table == "verbs"
    }


def coded_rules() -> tuple[str, ...]:
    """The rules written in kg/reading itself (grammar.by, actor.last …), read off its code: no list can go stale."""
    found: set[str] = set()
    for path in files("kg.reading").iterdir():
        if PurePath(path.name).suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_rule(node.value):
                    found.add(node.value)
    return tuple(sorted(found))


def _is_rule(text: str) -> bool:
    room, dot, name = text.partition(".")
    return room in {"actor", "grammar"} and bool(dot) and name.isascii() and name.replace("-", "").isalnum()


def duty_rules(lexicon: Lexicon) -> tuple[str, ...]:
    """The ids of doers.tsv."""
    return tuple(duty.id for duty in load_rite(lexicon).duties)
