"""An index of acts: by the place of their verbs, and by what is done."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from kg.reading.act import Act, Mode
from kg.texts.span import Span


class DeedIndex:
    """Finds acts without walking through all: a long text has as many likenesses as a chapter has acts."""

    def __init__(self, acts: Sequence[Act]) -> None:
        """`acts` in the order of the text; they are told by their index in it."""
        self._acts = acts
        self._verbs = sorted((act.verb.start, at) for at, act in enumerate(acts))
        self._doing: dict[str, list[int]] = {}  # acts that are done, not ordered
        self._models: dict[str, list[int]] = {}  # those of them that say themselves what is done
        for at, act in enumerate(acts):
            if act.mode is not Mode.COMMANDED:
                self._doing.setdefault(act.action, []).append(at)
                if "like" not in act.roles:
                    self._models.setdefault(act.action, []).append(at)

    def within(self, spans: Iterable[Span]) -> list[int]:
        """The acts whose verbs stand in one of the spans, in their order."""
        found: set[int] = set()
        for span in spans:
            low, high = bisect_left(self._verbs, (span.start, -1)), bisect_left(self._verbs, (span.end, -1))
            found.update(at for _, at in self._verbs[low:high])
        return sorted(found)

    def before(self, index: int) -> Iterator[int]:
        """The acts before that one in which the same is done and that may be its model, the nearest first."""
        same = self._models.get(self._acts[index].action, [])
        return (same[place] for place in range(bisect_left(same, index) - 1, -1, -1))

    def after(self, index: int) -> Iterator[int]:
        """The acts behind that one in which the same is done, in their order."""
        same = self._doing.get(self._acts[index].action, [])
        return (same[place] for place in range(bisect_right(same, index), len(same)))
