"""Glosses: what the notes say of single words (meaning, sound, other readings), with the words they say it of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from kg.lexicon.gloss import GlossKind, GlossPattern, LemmaRule, Scope, load_gloss_patterns
from kg.lexicon.interchange import load_interchange
from kg.lexicon.load import load_lexicon
from kg.reading.lemmas import Lemmas
from kg.texts.document import Document, Layer, Note
from kg.texts.fold import Folding
from kg.texts.letters import Letters, letters_of
from kg.texts.span import Span

_SKIPPED = frozenset({Layer.JI, Layer.JING, Layer.PARALLEL, Layer.FRONT, Layer.HEADING})
# Punctuation that ends a sentence of a note, and what editions set between its parts; the rest only joins words.
_SOFT, _HARD = "｜", "‖"
_SOFT_MARKS, _HARD_MARKS = frozenset("，、：,:"), frozenset("。；！？;!.　○（）()【】\n")
_FINALS = "也矣"


@dataclass(frozen=True, slots=True)
class Gloss:
    """What one note says of one word. `span` and `value_span` count in the note's text, `place` in Document.text.

    `lemma` is the word as the base text has it, or as the note has it where it stands in no base text (`place` None).
    `value` is the definition, sound or reading as the note has it, empty where a tradition lacks the word.
    """

    note: str
    number: int
    pattern: str
    kind: GlossKind
    lemma: str
    value: str
    span: Span
    place: Span | None = None
    tradition: str = ""


@dataclass(frozen=True, slots=True)
class _Hit:
    pattern: GlossPattern
    start: int  # indices in the marked text
    end: int
    lemma: str
    place: Span | None
    value: tuple[int, int] | None


@cache
def shipped_folding() -> Folding:
    """The folding of the shipped lexicon."""
    lexicon = load_lexicon()
    return Folding(lexicon.variants, lexicon.gaiji)


def read_glosses(
    document: Document, patterns: tuple[GlossPattern, ...] | None = None, folding: Folding | None = None
) -> tuple[Gloss, ...]:
    """The glosses of all notes of a document, in the order of the notes (default: the shipped tables).

    Words of a quotation that stand in the note around it too are read there only where they are the quoted voice's.
    """
    folding = folding or shipped_folding()
    reader = _Reader(Lemmas(document, folding, load_interchange()), patterns or load_gloss_patterns())
    found: list[Gloss] = []
    for note in document.notes:
        if note.layer not in _SKIPPED:
            found += reader.note(note)
    return tuple(found)


class _Reader:
    """Applies the patterns to the notes of one document."""

    def __init__(self, lemmas: Lemmas, patterns: tuple[GlossPattern, ...]) -> None:
        self.lemmas = lemmas
        self.of = {scope: tuple(p for p in patterns if p.scope is scope) for scope in Scope}

    def note(self, note: Note) -> list[Gloss]:
        letters = _marked(note.text, self.lemmas.folding)
        text = letters.norm
        hits: list[tuple[_Hit, str]] = []
        free = [True] * (len(text) + 1)  # what no hit covers yet
        for start, end, tradition in self.reports(text):
            for hit in self.report(text, start, end, note):
                hits.append((hit, tradition))
                free[start - len(tradition) : hit.end] = [False] * (hit.end - start + len(tradition))
        for scan in (self.anywhere, self.sounds, self.whole, self.sentences):
            for hit in scan(text, note, free):
                hits.append((hit, ""))
                free[hit.start : hit.end] = [False] * (hit.end - hit.start)
        hits.sort(key=lambda pair: (pair[0].start, pair[0].end))
        return [self.gloss(note, number, letters, *pair) for number, pair in enumerate(hits, start=1)]

    def gloss(self, note: Note, number: int, letters: Letters, hit: _Hit, tradition: str) -> Gloss:
        value = "" if hit.value is None else letters.span(*hit.value).of(note.text)
        lemma = hit.place.of(self.lemmas.document.text) if hit.place else hit.lemma
        return Gloss(
            note.id, number, hit.pattern.id, hit.pattern.kind, "".join(lemma.split()), value,
            letters.span(hit.start, hit.end), hit.place, tradition,
        )  # fmt: skip

    def reports(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The reports of other traditions: where the words begin and end, and the tradition's name."""
        found = sorted(
            (match.start(), match.end(), match[0])
            for pattern in self.of[Scope.MARKER]
            for match in pattern.compiled(1).finditer(text)
        )
        for (_, begin, name), following in zip(found, [*found[1:], (len(text), 0, "")], strict=True):
            stop = text.find(_HARD, begin, following[0])
            yield begin, following[0] if stop < 0 else stop, name

    def report(self, text: str, start: int, end: int, note: Note) -> Iterator[_Hit]:
        """The readings of one report, each from where the last one ended."""
        last: _Hit | None = None
        while start < end:
            if text[start] == _SOFT:
                start += 1
                continue
            hit = self.first(Scope.REPORT, text[:end], start, note, last)
            if hit is None:
                return
            yield hit
            last, start = hit, hit.end

    def sentences(self, text: str, note: Note, free: list[bool]) -> Iterator[_Hit]:
        last: _Hit | None = None
        start = 0
        while start < len(text):
            if text[start] in (_SOFT, _HARD) or not free[start]:
                start += 1
                continue
            stop = text.find(_HARD, start)
            hit = self.first(Scope.SENTENCE, text[: stop if stop >= 0 else len(text)], start, note, last)
            if hit is not None and all(free[hit.start : hit.end]):
                yield hit
                last, start = hit, hit.end
                continue
            last = None
            start = _next_sentence(text, start, free)

    def whole(self, text: str, note: Note, free: list[bool]) -> Iterator[_Hit]:
        if all(free):
            hit = self.first(Scope.WHOLE, text, 0, note, None)
            if hit is not None:
                yield hit

    def anywhere(self, text: str, note: Note, free: list[bool]) -> Iterator[_Hit]:
        for pattern in self.of[Scope.ANYWHERE]:
            for start in range(len(text)):
                hit = self.match(pattern, text, start, note, None)
                if hit is not None and all(free[hit.start : hit.end]):
                    yield hit

    def sounds(self, text: str, note: Note, free: list[bool]) -> Iterator[_Hit]:
        """Chains of sounds: from the beginning of a stretch to its end, in notes on sounds as far as they go."""
        start = 0
        while start < len(text):
            if text[start] == _HARD or not free[start]:
                start += 1
                continue
            end = start
            while end < len(text) and text[end] != _HARD and free[end]:
                end += 1
            hits: list[_Hit] = []
            at = start
            while at < end:
                if text[at] == _SOFT:
                    at += 1
                    continue
                hit = self.first(Scope.SOUNDS, text[:end], at, note, hits[-1] if hits else None)
                if hit is not None:
                    hits.append(hit)
                    at = hit.end
                    continue
                skipped = (pattern.compiled(1).match(text[:end][at:]) for pattern in self.of[Scope.SKIP])
                length = next((match.end() for match in skipped if match), 0)
                if not length:
                    break
                at += length
            if at >= end or note.layer is Layer.YIN:
                yield from hits
            start = end

    def first(self, scope: Scope, text: str, start: int, note: Note, last: _Hit | None) -> _Hit | None:
        for pattern in self.of[scope]:
            hit = self.match(pattern, text, start, note, last)
            if hit is not None:
                return hit
        return None

    def match(self, pattern: GlossPattern, text: str, start: int, note: Note, last: _Hit | None) -> _Hit | None:
        """The pattern where it begins at `start`; of several lemmas the longest that stands in the base text."""
        spare: _Hit | None = None
        anchored = pattern.pattern.startswith("^")
        for length in pattern.lengths:
            expression = pattern.compiled(length)
            found = expression.match(text[start:]) if anchored else expression.match(text, start)
            if found is None:
                continue
            base = start if anchored else 0
            groups = expression.groupindex
            value = found.span("value") if "value" in groups else found.span("phrase") if "phrase" in groups else None
            hit = _Hit(
                pattern, base + found.start(), base + found.end(), found["lemma"] if "lemma" in groups else "", None,
                (base + value[0], base + value[1]) if value else None,
            )  # fmt: skip
            if pattern.lemma is LemmaRule.LAST:
                return replace(hit, lemma=last.lemma, place=last.place) if last and last.end == hit.start else None
            if pattern.lemma is LemmaRule.ALIGNED:
                return self.aligned(hit, found.groupdict(), note)
            place = self.lemmas.place(hit.lemma, note.anchor, pattern.reach)
            if place is not None:
                return replace(hit, place=place)
            spare = hit
        return spare if pattern.lemma is LemmaRule.FREE else None

    def aligned(self, hit: _Hit, groups: dict[str, str | None], note: Note) -> _Hit | None:
        phrase, lack = groups["phrase"] or "", groups.get("lack") or ""
        place = self.lemmas.like(phrase, note.anchor, hit.pattern.reach, lack)
        if place is None or hit.value is None:
            return None
        words = letters_of(place.of(self.lemmas.document.text), self.lemmas.folding).norm
        if hit.pattern.id.endswith("quotes") and words != phrase:
            return None
        if lack and lack in phrase:
            start = hit.value[0] + phrase.index(lack)
            rest = (start + len(lack), hit.value[1]) if start == hit.value[0] else (hit.value[0], start)
            return replace(hit, lemma=words, place=place, value=rest)
        return replace(hit, lemma=words, place=place)


def _next_sentence(text: str, start: int, free: list[bool]) -> int:
    """Where the next sentence begins: behind a final particle, the end of a sentence, or what another hit covers."""
    at = start + 1
    while at < len(text):
        if text[at - 1] in _FINALS or text[at - 1] == _HARD or (not free[at - 1] and free[at]):
            return at
        at += 1
    return at


def _marked(text: str, folding: Folding) -> Letters:
    """The letters of a note with ｜ and ‖ where it is punctuated."""
    letters = letters_of(text, folding)
    norm, starts, ends = list(letters.norm), list(letters.starts), list(letters.ends)
    for at, character in enumerate(text):
        if character in _SOFT_MARKS or character in _HARD_MARKS:
            index = letters.first(at)
            norm.insert(index + len(norm) - len(letters), _SOFT if character in _SOFT_MARKS else _HARD)
            starts.insert(index + len(starts) - len(letters), at)
            ends.insert(index + len(ends) - len(letters), at + 1)
    return Letters("".join(norm), starts, ends)
