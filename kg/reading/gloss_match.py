"""Matching one gloss pattern at one place of a note, and finding the words of the base text that it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kg.lexicon.gloss import LONGEST, GlossPattern, LemmaRule, Scope
from kg.reading.lemmas import Lemmas
from kg.texts.letters import letters_of
from kg.texts.span import Span

_FREE = 3
"""A lemma that does not stand in the base text is a word of the note; longer ones would be its sentences."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a pattern matched: `start`, `end` and `value` count characters of the marked text."""

    pattern: GlossPattern
    start: int
    end: int
    lemma: str
    place: Span | None
    value: tuple[int, int] | None


@dataclass(slots=True)
class Matcher:
    """Matches patterns in the notes of one document. `anchor` is what the note in hand is on."""

    lemmas: Lemmas
    anchor: Span = field(default_factory=lambda: Span(0, 0))

    def first(self, patterns: tuple[GlossPattern, ...], text: str, start: int, last: Hit | None) -> Hit | None:
        """The first of the patterns that matches at `start`; `last` is the gloss before."""
        for pattern in patterns:
            hit = self.match(pattern, text, start, last)
            if hit is not None:
                return hit
        return None

    def match(self, pattern: GlossPattern, text: str, start: int, last: Hit | None = None) -> Hit | None:
        """The pattern where it begins at `start`; of several lemmas the longest that stands in the base text."""
        spare: Hit | None = None
        anchored = pattern.pattern.startswith("^")
        lengths = self._longest(text, start, pattern.reach) if pattern.begins else pattern.lengths
        for length in lengths:
            expression = pattern.compiled(length)
            found = expression.match(text[start:]) if anchored else expression.match(text, start)
            if found is None:
                continue
            base = start if anchored else 0
            groups = expression.groupindex
            value = found.span("value") if "value" in groups else found.span("phrase") if "phrase" in groups else None
            hit = Hit(
                pattern, base + found.start(), base + found.end(), found["lemma"] if "lemma" in groups else "", None,
                (base + value[0], base + value[1]) if value else None,
            )  # fmt: skip
            if pattern.lemma is LemmaRule.LAST:
                follows = last is not None and (pattern.scope is Scope.REPORT or last.end == hit.start)
                return replace(hit, lemma=last.lemma, place=last.place) if last and follows else None
            if pattern.lemma is LemmaRule.QUOTED:
                place = self.lemmas.place(found["phrase"], self.anchor, pattern.reach, more=1)
                return replace(hit, lemma=found["phrase"], place=place) if place else None
            if pattern.lemma is LemmaRule.ALIGNED:
                return self._aligned(hit, found.groupdict())
            place = self.lemmas.place(hit.lemma, self.anchor, pattern.reach)
            if place is not None:
                return replace(hit, place=place)
            if length <= _FREE:
                spare = hit
        return spare if pattern.lemma is LemmaRule.FREE else None

    def _longest(self, text: str, start: int, reach: int) -> range:
        """The length of the longest words at `start` that stand in the base text; an empty range where none do."""
        for length in range(min(LONGEST, len(text) - start), 0, -1):
            if self.lemmas.place(text[start : start + length], self.anchor, reach) is not None:
                return range(length, length - 1, -1)
        return range(0)

    def _aligned(self, hit: Hit, groups: dict[str, str | None]) -> Hit | None:
        phrase, lack = groups["phrase"] or "", groups.get("lack") or ""
        place = self.lemmas.like(phrase, self.anchor, hit.pattern.reach, lack)
        if place is None or hit.value is None:
            return None
        words = letters_of(place.of(self.lemmas.document.text), self.lemmas.folding).norm
        if lack and lack in phrase:
            # 今文司馬師無司馬: the words as the base text has them, and what of these the tradition lacks.
            start = hit.value[0] + phrase.index(lack)
            rest = (start + len(lack), hit.value[1]) if start == hit.value[0] else (hit.value[0], start)
            return replace(hit, lemma=words, place=place, value=rest)
        return replace(hit, lemma=words, place=place)
