"""Folding: variant glyphs and entities become standard characters beside the text, never in it."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.texts.span import Span

ENTITY = re.compile(r"&(?P<name>KR\d+|[A-Z][A-Z0-9]*[-+][0-9A-F]+);")
"""A character without code point as Kanripo writes it (&KR1152;) and as CHISE does (&CDP-8B7C;, &GT-K00059;)."""

UNKNOWN = "〓"
"""U+3013 GETA MARK, what printers put where the type for a character is missing."""

# Variation selectors choose a glyph, not a character (Unicode 15, 23.4); they fold to nothing.
_SPECIAL = re.compile(ENTITY.pattern + r"|[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_MAY_BE_SPECIAL = re.compile(r"[&\ufe00-\ufe0f\U000e0100-\U000e01ef]")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the way back: norm[i] stands for text[starts[i]:starts[i + 1]].

    `starts` has one entry more than `norm` and rises strictly; its last entry is the length of the text.
    """

    norm: str
    starts: Sequence[int]

    def span(self, start: int, end: int) -> Span:
        """The span in the text of norm[start:end]."""
        return Span(self.starts[start], self.starts[end])

    def index(self, offset: int) -> int:
        """The index in `norm` of the character that covers the text's code point `offset`."""
        if isinstance(self.starts, range):
            return offset
        return bisect_right(self.starts, offset) - 1


class Folding:
    """Folds texts by a table of variants and a table of characters without code point.

    `variants` maps one code point to the standard one. `gaiji` maps an entity's name (KR1152 or &KR1152;) to the
    character it stands for; an entity that it lacks becomes `UNKNOWN`. ValueError when a key or value is not one
    code point, or a variant leads to another variant (the table would then depend on its order).
    """

    def __init__(self, variants: Mapping[str, str], gaiji: Mapping[str, str] | None = None) -> None:
        """The folding that the two tables describe."""
        for variant, standard in variants.items():
            if len(variant) != 1 or len(standard) != 1:
                raise ValueError(f"a variant and its standard are one code point each: {variant!r} {standard!r}")
            if standard in variants and variants[standard] != standard:
                raise ValueError(f"{variant} folds to {standard}, which folds again to {variants[standard]}")
        self._table = str.maketrans(dict(variants))
        self._gaiji: dict[str, str] = {}
        for name, character in (gaiji or {}).items():
            if len(character) != 1:
                raise ValueError(f"an entity stands for one code point: {name!r} {character!r}")
            self._gaiji[name.removeprefix("&").removesuffix(";")] = variants.get(character, character)

    def knows(self, entity: str) -> bool:
        """Whether the entity (KR1152 or &KR1152;) has a character."""
        return entity.removeprefix("&").removesuffix(";") in self._gaiji

    def fold(self, text: str) -> Folded:
        """The folded text with the offsets of its characters; linear in the text's length."""
        if _MAY_BE_SPECIAL.search(text) is None:
            return Folded(text.translate(self._table), range(len(text) + 1))
        norm: list[str] = []
        starts = array("L")
        done = 0
        for match in _SPECIAL.finditer(text):
            norm.append(text[done : match.start()].translate(self._table))
            starts.extend(range(done, match.start()))
            done = match.end()
            name = match["name"]
            if name is not None:
                norm.append(self._gaiji.get(name, UNKNOWN))
                starts.append(match.start())
            elif match.start() == 0:
                # A selector with nothing before it has no character to belong to: it stands for itself.
                norm.append(text[: match.end()])
                starts.extend(range(match.end()))
        norm.append(text[done:].translate(self._table))
        starts.extend(range(done, len(text) + 1))
        return Folded("".join(norm), starts)
