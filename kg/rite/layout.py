"""The plan of hall and court: places, what holds them, and where they lie (layout.tsv, own_places.tsv)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from importlib.resources.abc import Traversable
from math import atan2, degrees
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_rows, several


class Zone(StrEnum):
    """Which part of the house or its grounds."""

    HALL = "hall"
    CHAMBER = "chamber"
    STEPS = "steps"
    COURT = "court"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the plan in 尺: `x` east of the middle line, `y` north of the hall's southern edge."""

    x: float
    y: float

    def bearing(self, other: Point) -> float:
        """Degrees clockwise from north in which `other` lies, 0 to 360."""
        return degrees(atan2(other.x - self.x, other.y - self.y)) % 360


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the plan. `width` (east to west) and `depth` (north to south) in 尺; `assumed` where only its side
    stands in the text and the measure is ours; `faces` a direction's label."""

    label: str
    zone: Zone
    at: Point
    width: float
    depth: float
    faces: str
    within: str
    adjacent: tuple[str, ...]
    assumed: bool
    source: str


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a label points: its zone and point, either of them unknown where the plan does not tell."""

    zone: Zone | None = None
    at: Point | None = None


_NOWHERE = Spot()
_STEP = 4.0  # 尺 from an anchor to what lies beside it
_ANYBODY = "*"
_STEPS = "steps"  # senses of a word for what is one's own
_STATION = "station"
_COLUMNS = (
    "rite", "variant", "place", "zone", "x", "y", "w", "h", "faces", "within", "adjacent", "basis", "source",
)  # fmt: skip
Anchor = Callable[[str], Spot]


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides that a label can end in. `bearings` in degrees; 前, 後, 左, 右 (those that are not of the `compass`) as
    they are for one who faces north. `by_steps`: the zone of that side of the steps."""

    labels: frozenset[str]
    compass: frozenset[str]
    bearings: dict[str, float]
    by_steps: dict[str, Zone]


@lru_cache(maxsize=1)
def load_sides() -> Sides:
    """The sides of the lexicon with their bearings (directions.tsv, relative_sides.tsv), read once."""
    entries = load_lexicon().entries.values()
    bearings = {e.label: float(e.note) for e in entries if e.table == "directions" and e.note.isdigit()}
    compass = frozenset(bearings)
    by_steps: dict[str, Zone] = {}
    for _, row in read_rows("relative_sides.tsv", ("side", "bearing", "by_steps", "source")):
        if row["bearing"]:
            bearings[row["side"]] = float(row["bearing"])
        if row["by_steps"]:
            by_steps[row["side"]] = Zone(row["by_steps"])
    return Sides(frozenset(e.label for e in entries if e.table == "sides"), compass, bearings, by_steps)


@dataclass(slots=True)
class Layout:
    """The places of one rite in one variant of the hall (堂 or 序), and which of them are whose."""

    rite: str
    variant: str
    places: dict[str, Place] = field(default_factory=dict)
    own: dict[tuple[str, str], str] = field(default_factory=dict)
    senses: dict[tuple[str, str], str] = field(default_factory=dict)
    _beside_of: Sides = field(default_factory=load_sides)

    def owned(self, person: str, word: str) -> str:
        """The place that `word` (階, 席, 物) means for `person`; the word itself where none is told."""
        return self.own.get((person, word)) or self.own.get((_ANYBODY, word)) or word

    def steps_of(self, person: str) -> str:
        """The steps by which `person` goes up and down; "" where the table does not tell."""
        return self.senses.get((person, _STEPS)) or self.senses.get((_ANYBODY, _STEPS)) or ""

    def station_of(self, person: str) -> str:
        """The place that is `person`'s in the rite; "" where the table does not tell."""
        return self.senses.get((person, _STATION), "")

    def above(self, steps: str) -> str:
        """The place on the hall at the top of `steps`; the steps themselves where the plan has none."""
        tops = (place.label for place in self.places.values() if place.zone is Zone.HALL and steps in place.adjacent)
        return next(tops, steps)

    def spot(self, label: str, anchor: Anchor | None = None) -> Spot:
        """Where `label` lies: a place of the plan, or one beside such a place or beside what `anchor` knows.

        `anchor` tells where persons and movable things are; 司馬南 is south of wherever the 司馬 stands.
        """
        place = self.places.get(label)
        if place is not None:
            return Spot(place.zone, place.at)
        known = anchor(label) if anchor else _NOWHERE
        if known != _NOWHERE:
            return known
        for cut in range(len(label) - 1, 0, -1):
            side = label[cut:]
            if side in self._beside_of.labels:
                found = self.spot(label[:cut], anchor)
                if found != _NOWHERE:
                    return self._beside(label[:cut], found, side)
        return _NOWHERE

    def _beside(self, head: str, spot: Spot, side: str) -> Spot:
        """Beside the steps may be above or below: the zone is then open, except before them and at their foot."""
        zone = self._beside_of.by_steps.get(side) if spot.zone is Zone.STEPS else spot.zone
        bearing = self._beside_of.bearings.get(side)
        if bearing is None or spot.at is None:
            return Spot(zone, spot.at)
        if side not in self._beside_of.compass:
            place = self.places.get(head)
            faces = self._beside_of.bearings.get(place.faces) if place else None
            if faces is None:
                return Spot(zone, spot.at)
            bearing = (faces + bearing) % 360
        return Spot(zone, _moved(spot.at, bearing))


def _moved(at: Point, bearing: float) -> Point:
    east = {45: 1, 90: 1, 135: 1, 225: -1, 270: -1, 315: -1}.get(round(bearing), 0)
    north = {0: 1, 45: 1, 315: 1, 135: -1, 180: -1, 225: -1}.get(round(bearing), 0)
    return Point(at.x + east * _STEP, at.y + north * _STEP)


def load_layout(rite: str, variant: str, folder: Traversable | Path | None = None) -> Layout:
    """The plan of a rite (xiangshe, dashe) in a variant of the hall, from the tables in `folder` (default: ours).

    Raises LexiconError KG-L001 to L003 (see table.py), KG-L042 (a row whose numbers, zone or basis are none).
    """
    rows, (own, senses) = _rows(folder), _own(folder)
    layout = Layout(rite, variant, own=own, senses=senses)
    for of_rite, of_variant, place in rows:
        if of_rite in ("", rite) and of_variant in ("", variant):
            layout.places[place.label] = place
    return layout


def variants(folder: Traversable | Path | None = None) -> tuple[str, ...]:
    """The variants of the hall that the table knows, in its order."""
    return tuple(dict.fromkeys(variant for _, variant, _ in _rows(folder) if variant))


def _rows(folder: Traversable | Path | None) -> tuple[tuple[str, str, Place], ...]:
    return _shipped_rows() if folder is None else tuple(_read(folder))


@lru_cache(maxsize=1)
def _shipped_rows() -> tuple[tuple[str, str, Place], ...]:
    return tuple(_read(None))


def _read(folder: Traversable | Path | None) -> Iterator[tuple[str, str, Place]]:
    for number, row in read_rows("layout.tsv", _COLUMNS, folder):
        try:
            x, y, width, depth = (float(row[name]) for name in ("x", "y", "w", "h"))
            zone = Zone(row["zone"])
            assumed = {"text": False, "assumed": True}[row["basis"]]
        except (ValueError, KeyError) as fault:
            raise LexiconError(
                "KG-L042",
                f"位置「{row['place']}」之數、區或依據不合：{fault}。",
                f"The place {row['place']} has a number, zone or basis that is none: {fault}.",
                Where("layout.tsv", number),
            ) from fault
        yield (
            row["rite"],
            row["variant"],
            Place(
                row["place"], zone, Point(x, y), width, depth, row["faces"], row["within"], several(row["adjacent"]),
                assumed, row["source"],
            ),
        )  # fmt: skip


def _own(folder: Traversable | Path | None) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], str]]:
    rows = [row for _, row in read_rows("own_places.tsv", ("person", "word", "sense", "place", "source"), folder)]
    by_word = {(row["person"], row["word"]): row["place"] for row in rows}
    return by_word, {(row["person"], row["sense"]): row["place"] for row in rows}
