"""Columns: an attribute of all tokens of a Doc set at once. Token by token costs a Python object for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from spacy.strings import StringStore
from spacy.tokens import Doc

_INSIDE, _OUTSIDE, _BEGINS = 1, 2, 3  # spaCy's codes of token.ent_iob


class _Numbers(dict[str, int]):
    """The numbers that spaCy has for words, each asked for once."""

    def __init__(self, strings: StringStore) -> None:
        super().__init__()
        self._add = strings.add

    def __missing__(self, word: str) -> int:
        number = self[word] = self._add(word)
        return number


def set_tags(doc: Doc, tags: Sequence[str]) -> None:
    """Give each token its tag."""
    if tags:
        number = _Numbers(doc.vocab.strings)
        doc.from_array(["TAG"], _column(map(number.__getitem__, tags), len(tags)))


def set_norms(doc: Doc, words: Sequence[str], norms: Sequence[str]) -> None:
    """Give each token whose word in standard glyphs is not as it is written its norm."""
    number = _Numbers(doc.vocab.strings)
    found = (number[norm] if norm != word else 0 for word, norm in zip(words, norms, strict=True))
    if words:
        doc.from_array(["NORM"], _column(found, len(words)))


def set_entities(doc: Doc, entities: Iterable[tuple[int, int, str, str]]) -> None:
    """Make doc.ents of (first token, behind the last, label, id in the lexicon), in the order of the text.

    ValueError where two share a token.
    """
    number = _Numbers(doc.vocab.strings)
    begins: list[int] = []
    kinds: list[int] = []
    known: list[int] = []
    inside: list[tuple[int, int]] = []  # further tokens, with the one that begins
    done = 0
    for start, end, label, entry in entities:
        if start < done:
            raise ValueError(f"entities share the token {start}")
        done = end
        begins.append(start)
        kinds.append(number[label])
        known.append(number[entry])
        if end - start > 1:
            inside += ((further, start) for further in range(start + 1, end))
    if begins:
        doc.from_array(["ENT_IOB", "ENT_TYPE", "ENT_KB_ID"], _entities(len(doc), begins, kinds, known, inside))


def _entities(
    size: int, begins: list[int], kinds: list[int], known: list[int], inside: list[tuple[int, int]]
) -> Any:
    table = np.zeros((size, 3), dtype=np.uint64)
    table[:, 0] = _OUTSIDE
    table[begins, 0] = _BEGINS
    table[begins, 1] = np.array(kinds, dtype=np.uint64)
    table[begins, 2] = np.array(known, dtype=np.uint64)
    if inside:
        further, first = np.array(inside).T
        table[further] = table[first]
        table[further, 0] = _INSIDE
    return table


def _column(values: Iterable[int], size: int) -> Any:
    return np.fromiter(values, np.uint64, size)

