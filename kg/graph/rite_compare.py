"""Two rites side by side as quads, in the graph graph/compare/LEFT/RIGHT: what corresponds to what, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kg.graph.acts import act_iris
from kg.graph.iris import Iris, segment
from kg.graph.passages import TextGraph
from kg.graph.rite_terms import lines
from kg.graph.settings import Settings
from kg.graph.terms import TYPE
from kg.rite.compare import Course, Pairing, Stage, compare
from kg.rite.course import course_of
from kg.rite.interpret import Rite


def course(rite: Rite, settings: Settings) -> Course:
    """The course of an interpreted text, its deeds named by the IRIs of their acts."""
    return course_of(rite, act_iris(TextGraph(rite.document, settings), rite.acts))


class Rites:
    """The rites of a build: of each the course of that text of it that has most deeds (the first of equals)."""

    def __init__(self, courses: Iterable[Course] = ()) -> None:
        self._best: dict[str, Course] = {}
        for one in courses:
            self.add(one)

    def add(self, one: Course) -> None:
        """One more text; what is no rite of the table of phases is passed over."""
        if one.rite and (one.rite not in self._best or _deeds(one) > _deeds(self._best[one.rite])):
            self._best[one.rite] = one

    def pairs(self) -> list[tuple[Course, Course]]:
        """The pairs that a build compares: every two rites. Other texts are compared by `kg compare`."""
        found = list(self._best.values())
        return [(left, right) for at, left in enumerate(found) for right in found[at + 1 :]]


def compare_quads(left: Course, right: Course, settings: Settings) -> Iterator[str]:
    """The comparison of two courses: rit:correspondsTo between acts, and a node for each row with its differences."""
    yield from pairing_quads(compare(left, right), left.id, right.id, settings)


def pairing_quads(rows: Sequence[Pairing], left: str, right: str, settings: Settings) -> Iterator[str]:
    """The rows of a comparison between the texts `left` and `right` (ids)."""
    iris, rit = Iris(settings), settings.ontology
    graph = f"<{iris.graph('compare', left)}/{segment(right)}>"
    base = f"{settings.base}compare/{segment(left)}/{segment(right)}"

    def phase(text: str, stage: Stage) -> str:
        return f"<{iris.part(iris.text(text), 'phase', stage.id)}>"

    for number, row in enumerate(rows, start=1):
        node = f"<{base}/{number}>"
        said = [(TYPE, f"<{rit}Correspondence>")]
        said.extend((f"<{rit}difference>", f"<{rit}Difference{one.value}>") for one in row.differences)
        if row.left_stage is not None:
            said.append((f"<{rit}leftPhase>", phase(left, row.left_stage)))
        if row.right_stage is not None:
            said.append((f"<{rit}rightPhase>", phase(right, row.right_stage)))
        if row.left is not None:
            said.append((f"<{rit}leftAct>", f"<{row.left.id}>"))
        if row.right is not None:
            said.append((f"<{rit}rightAct>", f"<{row.right.id}>"))
        yield lines(node, said, graph)
        if row.left is not None and row.right is not None:
            yield lines(f"<{row.left.id}>", [(f"<{rit}correspondsTo>", f"<{row.right.id}>")], graph)


def _deeds(one: Course) -> int:
    return sum(len(stage.deeds) for stage in one.stages)
