"""Columns: an attribute of all tokens of a Doc set at once. Token by token costs a Python object for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from spacy.tokens import Doc

_INSIDE, _OUTSIDE, _BEGINS = 1, 2, 3  # spaCy's codes of token.ent_iob


def set_tags(doc: Doc, tags: Sequence[str]) -> None:
    """Give each token its tag."""
    if tags:
        number = {tag: doc.vocab.strings.add(tag) for tag in set(tags)}
        doc.from_array(["TAG"], _column(map(number.__getitem__, tags), len(tags)))


def set_norms(doc: Doc, words: Sequence[str], norms: Sequence[str]) -> None:
    """Give each token whose word in standard glyphs is not as it is written its norm."""
    add = doc.vocab.strings.add
    found = (add(norm) if norm != word else 0 for word, norm in zip(words, norms, strict=True))
    if words:
        doc.from_array(["NORM"], _column(found, len(words)))


def set_entities(doc: Doc, entities: Iterable[tuple[int, int, str, str]]) -> None:
    """Make doc.ents of (first token, behind the last, label, id in the lexicon), in the order of the text.

    ValueError where two share a token.
    """
    size = len(doc)
    if not size:
        return
    add = doc.vocab.strings.add
    iob, types, ids = [_OUTSIDE] * size, [0] * size, [0] * size
    done = 0
    for start, end, label, entry in entities:
        if start < done:
            raise ValueError(f"entities share the token {start}")
        done = end
        iob[start] = _BEGINS
        types[start], ids[start] = kind, known = add(label), add(entry)
        for i in range(start + 1, end):
            iob[i], types[i], ids[i] = _INSIDE, kind, known
    doc.from_array(["ENT_IOB", "ENT_TYPE", "ENT_KB_ID"], _table(iob, types, ids))


def _column(values: Iterable[int], size: int) -> Any:
    return np.fromiter(values, np.uint64, size)


def _table(*columns: list[int]) -> Any:
    return np.array(columns, dtype=np.uint64).T
