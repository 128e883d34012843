"""The interpretation: everything that this room finds out about one text."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.reading.act import Act, Reading
from kg.rite.change import Chronicle
from kg.rite.chronicle import Chronicler
from kg.rite.divide import divide
from kg.rite.layout import load_layout, variants
from kg.rite.likeness import Likeness, LikenessResolver
from kg.rite.people import People, people_of
from kg.rite.phase import Phase, PhaseTree
from kg.texts.document import Document


@dataclass(frozen=True, slots=True)
class Rite:
    """One text as a rite. Indices count in `acts`, the acts in the order of the text."""

    document: Document
    acts: tuple[Act, ...]
    phases: PhaseTree
    leaves: tuple[Phase | None, ...]  # the leaf that each act belongs to
    likenesses: tuple[Likeness, ...] = ()
    people: People = field(default_factory=People)
    chronicle: Chronicle = field(default_factory=Chronicle)


def interpret(document: Document, reading: Reading) -> Rite:
    """Phases, likenesses, offices and the state after each act of a text that was read.

    The state is kept for the rites whose plan is known (layout.tsv), in the first variant of the hall. Linear in the
    text but for the search of likenesses, which looks back.
    """
    acts = tuple(sorted(reading.acts, key=lambda act: act.verb.start))
    phases = divide(document)
    likenesses = LikenessResolver(document, acts, phases).resolve()
    people = people_of(document, acts, phases)
    chronicle = Chronicle()
    if phases.rite:
        layout = load_layout(phases.rite, variants()[0])
        chronicle = Chronicler(document, acts, phases, people, likenesses, layout).write()
    leaves = tuple(phases.leaf_at(act.verb.start) for act in acts)
    return Rite(document, acts, phases, leaves, likenesses, people, chronicle)
