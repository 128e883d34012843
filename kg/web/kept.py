"""Answers that are kept: the same query to the same build, asked again, needs no worker."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from kg.web.engine import Answer, Query

_ENTRY = 256  # bytes that an entry takes besides its texts, about
_LARGEST = 8  # an answer may take a part of the whole, so that one does not drive out all others
# What makes an answer differ from one time to the next; a query that only looks as if it held one is asked anew, too.
_CHANGING = ("RAND", "NOW", "UUID", "BNODE", "\\U")

Key = tuple[str, Query]


@dataclass(slots=True)
class Kept:
    """The answers asked for last, as many as go into `most` bytes (0: none); each stands under build and query.

    The key holds the build's stamp, so that no answer outlives the build it is from.
    """

    most: int
    size: int = 0
    _answers: OrderedDict[Key, Answer] = field(default_factory=OrderedDict)

    def get(self, stamp: str, query: Query) -> Answer | None:
        """The answer that was kept, if any."""
        found = self._answers.get((stamp, query))
        if found is not None:
            self._answers.move_to_end((stamp, query))
        return found

    def put(self, stamp: str, query: Query, answer: Answer) -> None:
        """Keeps an answer where it would be the same again and is not too large; the longest unasked make room."""
        size = _size(stamp, query, answer)
        if answer.status != 200 or size * _LARGEST > self.most or (stamp, query) in self._answers:
            return
        capitals = query.text.upper()
        if any(word in capitals for word in _CHANGING):
            return
        self._answers[stamp, query] = answer
        self.size += size
        while self.size > self.most:
            (stamp, query), answer = self._answers.popitem(last=False)
            self.size -= _size(stamp, query, answer)


def _size(stamp: str, query: Query, answer: Answer) -> int:
    """Bytes that an entry takes: a character of a Python string may take four."""
    texts = (stamp, query.text, *query.default, *query.named)
    return _ENTRY + len(answer.body) + 4 * sum(map(len, texts))
