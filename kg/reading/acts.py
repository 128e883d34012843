"""Acts: what a predicate is certain to be before anybody asks who does it: its clause, and how sure the verb is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.reading.act import Grade
from kg.reading.draft import Division, Draft

_AMBIGUOUS = frozenset({"adverb-homograph", "noun-homograph", "rare"})


def acts_of(drafts: Iterable[Draft], divisions: Sequence[Division]) -> list[Draft]:
    """The drafts, each with its clause and its grade; drafts and divisions in the order of the text."""
    made = []
    at, last = 0, len(divisions) - 1
    for draft in drafts:
        while at < last and divisions[at][1] <= draft.token:
            at += 1
        draft.division = at
        draft.grade = _grade(draft)
        made.append(draft)
    return made


def _grade(draft: Draft) -> Grade:
    """A word of the lexicon that is nothing but a verb is certain; one read by its frame is guessed."""
    if draft.verb is None or draft.cls == "unknown":
        return Grade.GUESSED
    return Grade.CERTAIN if draft.tags.isdisjoint(_AMBIGUOUS) else Grade.PROBABLE
