"""Relative clauses: [不]V(O)者, 所V, V之O, and which of the persons before them they mean (annotation.md §10)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kg.reading.phrase import Named, Phrase
from kg.reading.tokens import Tokens


class Relatives(ABC):
    """Reads clauses that make a name."""

    @abstractmethod
    def _extend(self, tokens: Tokens, head: Phrase, inside: bool = False) -> Phrase:
        """The head with what follows it."""

    def doer(self, tokens: Tokens, i: int) -> Phrase | None:
        """[不]V(O)者 as a person (不勝者, 受爵者), where the lexicon has no such word.

        Behind a subject the verbs stay acts (眾賓之長升拜受者三人); behind 若 the 者 ends the condition (若有奇者).
        """
        tags, size = tokens.tags, len(tokens.tags)
        if i > 0 and tags[i - 1] in {"cond", "A"}:
            return None
        back = i - 1
        while back >= 0 and tags[back] == "V":
            back -= 1
        if back >= 0 and back < i - 1 and tags[back] == "A" and not self._wants_person(tokens, i - 1):
            return None
        j = i
        while j < size and j - i < 4 and tags[j] in {"V", "neg", "O", "A", "adv", "asp"}:
            j += 1
        if j >= size or tags[j] != "nom" or "V" not in tags[i:j]:
            return None
        if i > 0 and tags[i - 1] == "D" and tags[i] == "V" and j == i + 1:
            i -= 1  # 東面者
        label = "".join(tokens.forms[i : j + 1])
        return self._extend(tokens, Phrase(i, j + 1, "A", label, named=[Named(i, j + 1, "A", label)]))

    def _wants_person(self, tokens: Tokens, i: int) -> bool:
        word = tokens.words[i]
        return (
            word is not None
            and word.verb is not None
            and (bool(word.verb.person) and word.verb.cls in {"order", "giving", "request", "courtesy", "speech"})
        )

    def modified(self, tokens: Tokens, i: int) -> Phrase | None:
        """取誘射之矢: a thing with a verb before it, in the slot of the verb that takes it."""
        tags, size = tokens.tags, len(tokens.tags)
        if not (i > 0 and i + 2 < size and tags[i] == "V" and tags[i + 1] == "zhi" and tags[i + 2] == "O"):
            return None
        taker = tokens.words[i - 1]
        if tags[i - 1] != "V" or taker is None or taker.verb is None or taker.verb.thing != "object":
            return None
        if taker.verb.cls not in {"taking", "handling", "putting"}:
            return None
        return self.relative(tokens, i, i + 3)

    def relative(self, tokens: Tokens, start: int, end: int) -> Phrase:
        """A thing with a clause before it (誘射之矢); the clause stays in the label (annotation.md §10)."""
        label = "".join(tokens.forms[start:end])
        return Phrase(start, end, "O", label, named=[Named(start, end, "O", label)])

    def _relative(self, tokens: Tokens, start: int, i: int) -> Phrase | None:
        """所設中(之東): the words behind 所 stay in the label."""
        tags, size = tokens.tags, len(tokens.tags)
        j = i + 1
        while j < size and tags[j] == "V" and j - i < 3:
            j += 1
        if j == i + 1:
            return None
        kind = "O"
        if (j < size and tags[j] in {"O", "P"}) or (j < size and tags[j] == "nom"):
            j += 1
        label = "".join(tokens.forms[i:j])
        return self._extend(tokens, Phrase(start, j, kind, label, named=[Named(i, j, kind, label)]))

    def _clause_of_doer(self, tokens: Tokens, j: int) -> int:
        """The end of [不|既]V(O)者 that begins at j, or 0."""
        end = j + 1
        if end < len(tokens.tags) and tokens.tags[end] == "A" and self._restricts(tokens, end):
            return end + 1
        while end < len(tokens.tags) and end - j < 4 and tokens.tags[end] in {"V", "O", "adv"}:
            end += 1
        closed = end < len(tokens.tags) and tokens.tags[end] == "nom" and "V" in tokens.tags[j:end]
        return end + 1 if closed else 0

    def _restricts(self, tokens: Tokens, j: int) -> bool:
        """Whether the word at j is a relative clause that says which of the persons before it are meant."""
        word = tokens.words[j]
        return word is not None and "A" in word.entries and word.entries["A"].note == "relative"
