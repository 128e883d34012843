"""Phases: the tree of a rite, each node with the stretch of text that it covers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum

from kg.texts.span import Span


class Basis(StrEnum):
    """How it is known where a phase begins."""

    MARKER = "marker"  # words of the text that open it
    HEADING = "heading"  # a closing heading of the edition that ends the one before
    LAYER = "layer"  # the 記 stands apart from the 經
    PARTS = "parts"  # its first part


@dataclass(frozen=True, slots=True)
class Distinction:
    """What tells a phase from its fellows: a feature, its value in both languages, and the words that say so."""

    feature: str
    zh: str
    en: str
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase. `id` is unique within the rite; `parent` is the id of the phase it belongs to, "" for the rite.

    `kind` is what it has in common with phases of other rounds and rites. `span` counts in Document.text.
    """

    id: str
    parent: str
    zh: str
    en: str
    kind: str
    span: Span
    leaf: bool
    basis: Basis
    distinctions: tuple[Distinction, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseTree:
    """The phases of one document, a phase before its parts, in the order of the text. `rite` is "" where none is known.

    The 經 falls into leaves without gaps; what of the 記 stands between them belongs to the leaf of the record.
    """

    rite: str
    phases: tuple[Phase, ...] = ()
    record: tuple[Span, ...] = ()
    begins: bool = True  # with the first phase of its rite, and not somewhere in its midst
    _by_id: dict[str, int] = field(default_factory=dict)
    _leaves: tuple[tuple[int, int], ...] = ()  # start, index of the phase
    _record: Phase | None = None

    @classmethod
    def of(
        cls, rite: str, phases: tuple[Phase, ...], record: tuple[Span, ...], begins: bool = True
    ) -> PhaseTree:
        """The tree of these phases."""
        leaves = sorted(
            (phase.span.start, index)
            for index, phase in enumerate(phases)
            if phase.leaf and phase.basis is not Basis.LAYER
        )
        of_record = next((phase for phase in phases if phase.basis is Basis.LAYER), None)
        by_id = {phase.id: index for index, phase in enumerate(phases)}
        return cls(rite, phases, record, begins, by_id, tuple(leaves), of_record)

    def __bool__(self) -> bool:
        return bool(self.phases)

    def get(self, id: str) -> Phase | None:
        """The phase of that id."""
        index = self._by_id.get(id)
        return None if index is None else self.phases[index]

    def leaf_at(self, offset: int) -> Phase | None:
        """The leaf that the code point `offset` belongs to; None in a text of no known rite, or before its first."""
        if any(span.start <= offset < span.end for span in self.record):
            return self._record
        at = bisect_right(self._leaves, (offset, len(self.phases))) - 1
        return self.phases[self._leaves[at][1]] if at >= 0 else None

    def ancestors(self, phase: Phase) -> tuple[Phase, ...]:
        """The phases that hold `phase`, the innermost first."""
        found: list[Phase] = []
        above = self.get(phase.parent)
        while above is not None:
            found.append(above)
            above = self.get(above.parent)
        return tuple(found)

    def leaves(self) -> tuple[Phase, ...]:
        """The leaves in the order of the text."""
        return tuple(phase for phase in self.phases if phase.leaf)
