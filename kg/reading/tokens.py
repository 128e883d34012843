"""Words: a text in standard glyphs is cut into the fewest words of the lexicon."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import repeat
from operator import add

from kg.lexicon.load import Lexicon, Word

_UNKNOWN_COST = 5
_WORD_COST = 2
_PARTICLE_COST = 3  # 者 by itself: 上|擯者 before 上擯|者
_DIRECTIONAL = frozenset("SD")


@dataclass(slots=True)
class Tokens:
    """The words of a text as parallel lists; `starts` and `ends` count in the folded text; the tagger fills `tags`."""

    forms: list[str] = field(default_factory=list)
    words: list[Word | None] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.forms)

    def split(self, i: int, words: dict[str, Word]) -> None:
        """Cut the token at i into its characters."""
        form, start = self.forms[i], self.starts[i]
        size = len(form)
        self.forms[i : i + 1] = list(form)
        self.words[i : i + 1] = [words.get(character) for character in form]
        self.starts[i : i + 1] = range(start, start + size)
        self.ends[i : i + 1] = range(start + 1, start + size + 1)


class Segmenter:
    """Cuts folded text into words by the cheapest path: few words, few unknown characters, on a tie the later word the
    longer (加|爵弁, as backward matching has it).

    Words of more than one character that are only sides or directions (西南) are left as single characters, because
    only the grammar can tell 中西|南末 from 中|西南末.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.words = {
            form: word for form, word in lexicon.words.items() if len(form) == 1 or not word.cats <= _DIRECTIONAL
        }
        self.cost = {
            form: _PARTICLE_COST if word.cats == {"nom"} else _WORD_COST
            for form, word in self.words.items()
            if len(form) == 1
        }
        self.lengths: dict[str, tuple[int, ...]] = {}  # two characters -> the lengths of the words that begin so
        for form in sorted(self.words, key=len):
            if len(form) > 1:
                known = self.lengths.get(form[:2], ())
                if len(form) not in known:
                    self.lengths[form[:2]] = (*known, len(form))

    def cut(self, norm: str) -> Tokens:
        """The words of `norm` in order; they cover it without gaps, unknown characters as words of their own."""
        words, size = self.words, len(norm)
        alone = list(map(self.cost.get, norm, repeat(_UNKNOWN_COST)))
        longer = list(map(self.lengths.get, map(add, norm, norm[1:])))
        longer.append(None)  # nothing stands behind the last character
        step = [1] * size
        cost = [0]  # of what is behind, from the end
        behind = 0
        for done, (one, found) in enumerate(zip(reversed(alone), reversed(longer), strict=False)):
            behind += one
            if found is not None:
                for length in found:
                    rest = done + 1 - length
                    if rest >= 0 and cost[rest] + _WORD_COST < behind:
                        start = size - 1 - done
                        if norm[start : start + length] in words:
                            behind = cost[rest] + _WORD_COST
                            step[start] = length
            cost.append(behind)
        forms: list[str] = []
        starts: list[int] = []
        i = 0
        while i < size:
            length = step[i]
            forms.append(norm[i : i + length])
            starts.append(i)
            i += length
        return Tokens(forms, list(map(words.get, forms)), starts, [*starts[1:], size] if size else [])
