"""Which homograph rules fire: the tagger, run once more, with every rule noted that fits a word in its place."""

from __future__ import annotations

from dataclasses import dataclass

from kg.lexicon.homograph import HomographRule
from kg.lexicon.load import Lexicon, Word
from kg.reading.language import LexiconTokenizer
from kg.reading.state import parse_of
from kg.reading.tagger import Tagger
from kg.reading.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Decision:
    """A word with several readings: `start` and `end` in the text, what it was read as, and the rules that fit.

    The first rule of `fitting` decided; where there is none the word took its first category.
    """

    start: int
    end: int
    form: str
    read: str
    fitting: tuple[HomographRule, ...]

    @property
    def rule(self) -> str:
        """The id of the rule that decided, "" where none did."""
        return self.fitting[0].id if self.fitting else ""

    @property
    def rivals(self) -> tuple[HomographRule, ...]:
        """Rules that fit too and would have read the word otherwise."""
        return tuple(rule for rule in self.fitting[1:] if rule.read != self.read)


class TracingTagger(Tagger):
    """A Tagger that keeps each decision: (start in the folded text, form, what it read, the rules that fit)."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.made: list[tuple[int, str, str, tuple[HomographRule, ...]]] = []

    def _decide(self, tokens: Tokens, i: int, word: Word) -> str:
        read = super()._decide(tokens, i, word)
        before = self._before(tokens, i - 1, word.form)
        after = self._after(tokens, i + 1)
        fitting = tuple(
            rule
            for rule in self.rules.get(word.form, ())
            if (rule.read in word.cats or rule.read == "split")
            and rule.prev.fits(before)
            and rule.next.fits(after)
            and rule.prev2.fits(self._before(tokens, i - 2, word.form))
            and rule.next2.fits(self._after(tokens, i + 2))
        )
        self.made.append((tokens.starts[i], word.form, read, fitting))
        return read


class HomographTrace:
    """Traces texts with one tokenizer's lexicon."""

    def __init__(self, tokenizer: LexiconTokenizer) -> None:
        self._tokenizer = tokenizer
        self._tagger = TracingTagger(tokenizer.lexicon)

    def rules(self) -> dict[str, tuple[str, ...]]:
        """The id of every homograph rule → the forms that it can decide."""
        found: dict[str, list[str]] = {}
        for form, rules in self._tagger.rules.items():
            for rule in rules:
                found.setdefault(rule.id, []).append(form)
        return {rule: tuple(forms) for rule, forms in found.items()}

    def decisions(self, text: str) -> tuple[Decision, ...]:
        """The decisions in `text`, in its order; offsets count its code points."""
        parse = parse_of(self._tokenizer(text))
        self._tagger.made.clear()
        self._tagger.tag(parse.tokens)
        made = []
        for start, form, read, fitting in self._tagger.made:
            span = parse.folded.span(start, start + len(form))
            made.append(Decision(span.start, span.end, form, read, fitting))
        return tuple(made)
