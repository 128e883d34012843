"""Homograph rules: what a word is between its neighbours. Rules are data; the engine that applies them is generic.

A pattern is a list of alternatives. Behind the word (`next`, `next2`): a word, a category that the neighbour can be
(A O P V S D M, the categories of grammar.tsv, V:class), `$` the end of a clause. Before it (`prev`, `prev2`): a word,
the tag it has been given, V:class, V.tag, `V>O` `V>P` `V>A` (a verb just before whose slot for a thing, place or person
is open), `V>n` (a verb that names the word as a noun), `^` the start of a clause. `!` before an alternative forbids it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import LexiconError, Where
from kg.lexicon.load import Lexicon
from kg.lexicon.table import Tables, read_rows, several


@dataclass(frozen=True, slots=True)
class Pattern:
    """Alternatives of which one must hold, and others none of which may."""

    some: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()

    def fits(self, features: frozenset[str] | set[str]) -> bool:
        """Whether a neighbour with these features fits."""
        return (not self.some or not self.some.isdisjoint(features)) and self.none.isdisjoint(features)


@dataclass(frozen=True, slots=True)
class HomographRule:
    """One row of homographs.tsv."""

    id: str
    prev2: Pattern
    prev: Pattern
    next: Pattern
    next2: Pattern
    read: str


def load_homographs(lexicon: Lexicon, folder: Tables | None = None) -> dict[str, tuple[HomographRule, ...]]:
    """The rules that can apply to each form with more than one category, in the order of the table; from the tables in
    `folder`, by default those of the lexicon itself.

    A row's `word` is one or several words, or kinds such as `V&O` (every word that can be both). KG-L007 when a word of
    the lexicon has several categories and no rule reads it.
    """
    folder = lexicon.tables if folder is None else folder
    rules: list[tuple[tuple[str, ...], HomographRule]] = []
    for number, row in read_rows("homographs.tsv", ("id", "word", "prev2", "prev", "next", "next2", "read"), folder):
        if not row["word"] or not row["read"]:
            raise LexiconError(
                "KG-L007",
                "詞或讀法未填。",
                "A rule needs a word and what to read it as.",
                Where("homographs.tsv", number),
            )
        prev2, prev, following, next2 = (_pattern(row[column]) for column in ("prev2", "prev", "next", "next2"))
        rules.append((several(row["word"]), HomographRule(row["id"], prev2, prev, following, next2, row["read"])))
    found: dict[str, tuple[HomographRule, ...]] = {}
    named = {word for words, _ in rules for word in words}
    for form, word in lexicon.words.items():
        if len(word.cats) > 1 or form in named:
            kinds = word.cats | {f"{cat}:{entry.cls}" for cat, entry in word.entries.items()}
            found[form] = tuple(
                rule
                for words, rule in rules
                if form in words or any("&" in kind and kinds >= set(kind.split("&")) for kind in words)
            )
    return found


def _pattern(cell: str) -> Pattern:
    parts = several(cell)
    return Pattern(
        frozenset(part for part in parts if not part.startswith("!")),
        frozenset(part[1:] for part in parts if part.startswith("!")),
    )
