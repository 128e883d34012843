"""effects.tsv and handled.tsv: what an act changes, and which names are names of one thing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows, several


class Effect(StrEnum):
    """What an act does to who does it, and to the thing it is done with."""

    ASCEND = "ascend"
    DESCEND = "descend"
    MOVE = "move"
    STAND = "stand"
    SIT = "sit"
    RISE = "rise"
    FACE = "face"
    TURN = "turn"
    TAKE = "take"
    HOLD = "hold"
    PUT = "put"
    GIVE = "give"
    RECEIVE = "receive"
    DRINK = "drink"
    WASH = "wash"
    FILL = "fill"
    BARE = "bare"
    COVER = "cover"
    WEAR = "wear"
    STRIP = "strip"
    TUCK = "tuck"
    UNTUCK = "untuck"
    SHOOT = "shoot"
    SET = "set"
    CLEAR = "clear"
    LIE = "lie"
    BECOME = "become"


class Kept(StrEnum):
    """How a thing is kept count of; the values stand in handled.tsv."""

    SINGLE = ""
    CUP = "cup"  # one cup may be called by the name of another
    MANY = "many"  # several of a kind: there is no counting
    WORN = "worn"
    TUCKED = "tucked"


@dataclass(frozen=True, slots=True)
class Thing:
    """What a label means in the hand: `is_` is the label under which it is tracked."""

    is_: str
    kind: Kept = Kept.SINGLE


_OBJECT = "object"


@dataclass(slots=True)
class Effects:
    """Verb → effect, and the things by label; `with_object` goes before `verbs` where the act has an object."""

    verbs: dict[str, Effect] = field(default_factory=dict)
    with_object: dict[str, Effect] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)

    def of(self, action: str, has_object: bool) -> Effect | None:
        """The effect of the verb `action`, None where it changes nothing that is tracked."""
        if has_object and action in self.with_object:
            return self.with_object[action]
        return self.verbs.get(action)

    def thing(self, label: str) -> Thing:
        """The thing that `label` names; one that the table lacks is tracked under its own label."""
        return self.things.get(label) or Thing(label)


def load_effects(folder: Traversable | Path | None = None) -> Effects:
    """The tables in `folder` (default: the package's own, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L013 (no such effect, or a verb that stands twice).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> Effects:
    return _load(None)


def _load(folder: Traversable | Path | None) -> Effects:
    effects = Effects()
    for number, row in read_rows("effects.tsv", ("effect", "verbs", "needs", "source"), folder):
        verbs = several(row["verbs"])
        told = effects.with_object if row["needs"] == _OBJECT else effects.verbs
        if row["effect"] not in set(Effect) or any(verb in told for verb in verbs):
            raise LexiconError(
                "KG-L013",
                f"無此效果「{row['effect']}」，或其動詞重出。",
                f"There is no effect {row['effect']!r}, or one of its verbs stands twice.",
                Where("effects.tsv", number),
            )
        told.update(dict.fromkeys(verbs, Effect(row["effect"])))
    for _, row in read_rows("handled.tsv", ("label", "is", "kind", "source"), folder):
        effects.things[row["label"]] = Thing(row["is"], Kept(row["kind"]))
    return effects
