"""effects.tsv and handled.tsv: what an act changes, and which names are names of one thing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.table import read_rows, several
from kg.reading.act import Act


class Effect(StrEnum):
    """What an act does to who does it, and to the thing it is done with."""

    ASCEND = "ascend"
    DESCEND = "descend"
    MOVE = "move"
    LEAVE = "leave"
    ENTER = "enter"
    FOLLOW = "follow"
    STAND = "stand"
    SIT = "sit"
    RISE = "rise"
    BOW = "bow"
    FACE = "face"
    TAKE = "take"
    HOLD = "hold"
    PUT = "put"
    GIVE = "give"
    RECEIVE = "receive"
    DRINK = "drink"
    WASH = "wash"
    FILL = "fill"
    POUR = "pour"
    BARE = "bare"
    COVER = "cover"
    WEAR = "wear"
    STRIP = "strip"
    TUCK = "tuck"
    UNTUCK = "untuck"
    OFFER = "offer"
    WITHDRAW = "withdraw"
    SHOOT = "shoot"
    SET = "set"
    CLEAR = "clear"
    LIE = "lie"
    OPPOSE = "oppose"
    AT_THING = "at-thing"
    BECOME = "become"
    STILL = "still"  # no act: the adverb that says that something has been so before


class Kept(StrEnum):
    """How a thing is kept count of; the values stand in handled.tsv."""

    SINGLE = ""
    CUP = "cup"  # one cup may be called by the name of another
    MANY = "many"  # several of a kind: there is no counting
    OWN = "own"  # everybody has one of his own
    WORN = "worn"
    TUCKED = "tucked"


@dataclass(frozen=True, slots=True)
class Thing:
    """What a label means in the hand: `is_` is the label under which it is tracked."""

    is_: str
    kind: Kept = Kept.SINGLE


@dataclass(slots=True)
class Effects:
    """Verb → effect, and the things by label. `with_thing` (verb and object) goes before `with_object`, that and
    `with_goal` before `verbs`, where the act has that object, any object, or a destination."""

    verbs: dict[str, Effect] = field(default_factory=dict)
    with_object: dict[str, Effect] = field(default_factory=dict)
    with_goal: dict[str, Effect] = field(default_factory=dict)
    with_thing: dict[tuple[str, str], Effect] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)

    def of(self, act: Act) -> Effect | None:
        """The effect of an act by its verb, None where it changes nothing that is tracked."""
        for filler in act.roles.get("object", ()):
            if (act.action, filler.label) in self.with_thing:
                return self.with_thing[act.action, filler.label]
        if "object" in act.roles and act.action in self.with_object:
            return self.with_object[act.action]
        if "destination" in act.roles and act.action in self.with_goal:
            return self.with_goal[act.action]
        return self.verbs.get(act.action)

    def words(self, effect: Effect) -> tuple[str, ...]:
        """The verbs (or adverbs) that have an effect."""
        return tuple(word for word, found in self.verbs.items() if found is effect)

    def thing(self, label: str) -> Thing:
        """The thing that `label` names; one that the table lacks is tracked under its own label."""
        return self.things.get(label) or Thing(label)


def load_effects(folder: Traversable | Path | None = None) -> Effects:
    """The tables in `folder` (default: the package's own, read once).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L043 (no such effect, or a verb that stands twice).
    """
    return _shipped() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _shipped() -> Effects:
    return _load(None)


def _load(folder: Traversable | Path | None) -> Effects:
    effects = Effects()
    for number, row in read_rows("effects.tsv", ("effect", "verbs", "needs", "source"), folder):
        verbs = several(row["verbs"])
        needs, _, thing = row["needs"].partition("=")
        told = {"": effects.verbs, "object": effects.with_object, "goal": effects.with_goal}.get(needs)
        if row["effect"] not in set(Effect) or told is None or (not thing and any(verb in told for verb in verbs)):
            raise LexiconError(
                "KG-L043",
                f"無此效果「{row['effect']}」，或其動詞重出。",
                f"There is no effect {row['effect']!r}, or one of its verbs stands twice.",
                Where("effects.tsv", number),
            )
        if thing:
            effects.with_thing.update({(verb, thing): Effect(row["effect"]) for verb in verbs})
        else:
            told.update(dict.fromkeys(verbs, Effect(row["effect"])))
    for _, row in read_rows("handled.tsv", ("label", "is", "kind", "source"), folder):
        effects.things[row["label"]] = Thing(row["is"], Kept(row["kind"]))
    return effects
