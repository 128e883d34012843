"""Words: a text in standard glyphs is cut into the fewest words of the lexicon."""

from __future__ import annotations

from dataclasses import dataclass, field

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

    def add(self, form: str, word: Word | None, start: int) -> None:
        """Append one word that begins at `start`."""
        self.forms.append(form)
        self.words.append(word)
        self.starts.append(start)
        self.ends.append(start + len(form))

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
        self.longest: dict[str, int] = {}
        for form in self.words:
            self.longest[form[0]] = max(self.longest.get(form[0], 1), len(form))

    def cut(self, norm: str) -> Tokens:
        """The words of `norm` in order; they cover it without gaps, unknown characters as words of their own."""
        words, longest, costs = self.words, self.longest, self.cost
        size = len(norm)
        cost = [0] * (size + 1)
        step = [1] * size
        for i in range(size - 1, -1, -1):
            first = norm[i]
            best = cost[i + 1] + costs.get(first, _UNKNOWN_COST)
            limit = longest.get(first, 1)
            if limit > 1:
                for length in range(2, min(limit, size - i) + 1):
                    if norm[i : i + length] in words and cost[i + length] + _WORD_COST < best:
                        best = cost[i + length] + _WORD_COST
                        step[i] = length
            cost[i] = best
        tokens = Tokens()
        i = 0
        while i < size:
            form = norm[i : i + step[i]]
            tokens.add(form, words.get(form), i)
            i += step[i]
        return tokens
