"""The scene: the running state of the rite that decides who an omitted actor is."""

from __future__ import annotations

from dataclasses import dataclass, field

NAMED = 64
"""How many expressed subjects back the scene remembers: far more than any rule looks back over within a rite."""


@dataclass(slots=True, eq=False)
class Scene:
    """The running state: the turn, who acts, who acted before the turn, who was addressed, what lies where."""

    actors: list[str] = field(default_factory=list)
    basis: str = "actor.named"  # the rule by which these act
    since: int = 0  # sentences and clauses that have ended since
    prior: list[str] = field(default_factory=list)  # who acted before this turn
    turn: int = 0  # index of the draft that opened the turn
    named: list[list[str]] = field(default_factory=list)  # expressed subjects, the latest last
    addressed: list[str] = field(default_factory=list)
    order: int = -1  # index of the last order
    thing: str = ""  # what was put or set up last
    still: bool = False  # whether the text is describing how a thing lies
    denominal: bool = False  # 席賓，南面: the mat faces
    companions: list[str] = field(default_factory=list)
    assisted: list[str] = field(default_factory=list)  # who is led (相工)
    led_by_name: bool = True  # whether the text says there whom they lead
    level: dict[str, str] = field(default_factory=dict)  # up on the hall, or down
    cups: set[str] = field(default_factory=set)  # who holds a cup
    handled: str = ""  # the thing in hand

    def name(self, labels: list[str]) -> None:
        """Note an expressed subject; only the latest are kept, so that the scene does not grow with the text."""
        self.named.append(labels)
        if len(self.named) > 2 * NAMED:
            del self.named[:-NAMED]

    def other(self) -> list[str]:
        """Who was named last besides those who act, or nobody."""
        return next((labels for labels in reversed(self.named) if labels != self.actors), [])
