"""Glosses: what the notes say of single words (meaning, sound, other readings), with the words they say it of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from kg.lexicon.gloss import GlossKind, GlossPattern, Scope, load_gloss_patterns
from kg.lexicon.interchange import load_interchange
from kg.lexicon.load import load_lexicon
from kg.reading.gloss_match import Hit, Matcher
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
    """What one note says of one word. `span` counts in the note's text, `place` in Document.text.

    `lemma` is the word as the base text has it, or as the note has it where it stands in no base text (`place` None).
    `value` is the definition, sound or reading as the note has it, empty where a tradition lacks the word or an editor
    would take it out. `number` counts the glosses of the note from 1.
    """

    note: str
    number: int
    pattern: GlossPattern
    lemma: str
    value: str
    span: Span
    place: Span | None = None
    tradition: str = ""

    @property
    def kind(self) -> GlossKind:
        """What is said of the word."""
        return self.pattern.kind


@cache
def shipped_folding() -> Folding:
    """The folding of the shipped lexicon."""
    lexicon = load_lexicon()
    return Folding(lexicon.variants, lexicon.gaiji)


def read_glosses(
    document: Document, patterns: tuple[GlossPattern, ...] | None = None, folding: Folding | None = None
) -> tuple[Gloss, ...]:
    """The glosses of all notes of a document, in the order of the notes (default: the shipped tables).

    Words that a note quotes in its own course (the digest of 疏 that 張爾岐 gives) are read where the quoted voice is a
    note itself, not a second time as the quoting one's.
    """
    lemmas = Lemmas(document, folding or shipped_folding(), load_interchange())
    reader = _Reader(Matcher(lemmas), patterns or load_gloss_patterns())
    quoted: dict[str, list[Span]] = {}
    for note in document.notes:
        if note.within and note.at is not None:
            quoted.setdefault(note.parent, []).append(Span(note.at, note.at + len(note.text)))
    return tuple(
        gloss
        for note in document.notes
        if note.layer not in _SKIPPED
        for gloss in reader.note(note)
        if not any(gloss.span.overlaps(span) for span in quoted.get(note.id, ()))
    )


class _Reader:
    """Applies the patterns to the notes of one document."""

    def __init__(self, matcher: Matcher, patterns: tuple[GlossPattern, ...]) -> None:
        self.matcher = matcher
        self.lemmas = matcher.lemmas
        self.of = {scope: tuple(pattern for pattern in patterns if pattern.scope is scope) for scope in Scope}

    def note(self, note: Note) -> Iterator[Gloss]:
        """The glosses of one note in its order."""
        self.matcher.anchor = note.anchor
        letters = _marked(note.text, self.lemmas.folding)
        text = letters.norm
        hits: list[tuple[Hit, str]] = []
        free = [True] * (len(text) + 1)  # what no hit covers yet
        last: Hit | None = None
        for start, end, tradition in self.reports(text):
            for hit in self.report(text, start, end, last):
                last = hit
                hits.append((hit, tradition))
                free[start - len(tradition) : hit.end] = [False] * (hit.end - start + len(tradition))
        scans: tuple[Callable[[], Iterator[Hit]], ...] = (
            lambda: self.sounds(text, free, note.layer is Layer.YIN),
            lambda: self.anywhere(Scope.ANYWHERE, text, free),
            lambda: self.sentences(text, free, {hit.end: hit for hit, _ in hits}),
            lambda: self.anywhere(Scope.WITHIN, text, free),
            lambda: self.whole(text, free),
        )
        for scan in scans:
            for hit in scan():
                hits.append((hit, ""))
                free[hit.start : hit.end] = [False] * (hit.end - hit.start)
        hits.sort(key=lambda pair: (pair[0].start, pair[0].end))
        for number, (hit, tradition) in enumerate(hits, start=1):
            yield self.gloss(note, number, letters, hit, tradition)

    def gloss(self, note: Note, number: int, letters: Letters, hit: Hit, tradition: str) -> Gloss:
        value = "" if hit.value is None else letters.span(*hit.value).of(note.text)
        lemma = hit.place.of(self.lemmas.document.text) if hit.place else hit.lemma
        span = letters.span(hit.start, hit.end)
        return Gloss(note.id, number, hit.pattern, "".join(lemma.split()), value, span, hit.place, tradition)

    def reports(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The reports of other traditions: where the words begin and end, and the tradition's name."""
        found = sorted(
            (match.start(), match.end(), match[0])
            for pattern in self.of[Scope.MARKER]
            for match in pattern.compiled(1).finditer(text)
        )
        for (_, begin, name), following in pairwise([*found, (len(text), 0, "")]):
            stop = text.find(_HARD, begin, following[0])
            yield begin, following[0] if stop < 0 else stop, name

    def report(self, text: str, start: int, end: int, last: Hit | None) -> Iterator[Hit]:
        """The readings of one report, each from where the last one ended; `last` is that of the report before."""
        while start < end:
            if text[start] == _SOFT:
                start += 1
                continue
            hit = self.matcher.first(self.of[Scope.REPORT], text[:end], start, last)
            if hit is None:
                return
            yield hit
            last, start = hit, hit.end

    def sentences(self, text: str, free: list[bool], ends: dict[int, Hit]) -> Iterator[Hit]:
        """Glosses that a sentence begins with; what follows a gloss begins one too."""
        start = 0
        while start < len(text):
            if text[start] in (_SOFT, _HARD) or not free[start]:
                start += 1
                continue
            stop = text.find(_HARD, start)
            sentence = text if stop < 0 else text[:stop]
            hit = self.matcher.first(self.of[Scope.SENTENCE], sentence, start, ends.get(start))
            if hit is not None and all(free[hit.start : hit.end]):
                yield hit
                ends[hit.end], start = hit, hit.end
                continue
            start = _next_sentence(text, start, free)

    def whole(self, text: str, free: list[bool]) -> Iterator[Hit]:
        """The gloss that a note is from beginning to end."""
        hit = self.matcher.first(self.of[Scope.WHOLE], text, 0, None) if all(free) else None
        if hit is not None:
            yield hit

    def anywhere(self, scope: Scope, text: str, free: list[bool]) -> Iterator[Hit]:
        """Patterns wherever they begin; a lemma that stands in the base text goes before one of the note's own."""
        for pattern in self.of[scope]:
            if pattern.compiled(1).search(text) is None:  # what fits a longer lemma fits one of one character
                continue
            hits = [hit for start in range(len(text)) if (hit := self.matcher.match(pattern, text, start))]
            for hit in sorted(hits, key=_preference):
                if all(free[hit.start : hit.end]):
                    yield hit

    def sounds(self, text: str, free: list[bool], only: bool) -> Iterator[Hit]:
        """Chains of sounds: stretches that are nothing else, and in notes `only` on sounds as far as they go."""
        start = 0
        while start < len(text):
            if text[start] == _HARD or not free[start]:
                start += 1
                continue
            end = next((at for at in range(start, len(text)) if text[at] == _HARD or not free[at]), len(text))
            hits, at = self.chain(text[:end], start)
            if at >= end or only:
                yield from hits
            start = end

    def chain(self, text: str, start: int) -> tuple[list[Hit], int]:
        """Sounds one after another from `start`, and where they stop."""
        hits: list[Hit] = []
        while start < len(text):
            hit = self.matcher.first(self.of[Scope.SOUNDS], text, start, hits[-1] if hits else None)
            if hit is not None:
                hits.append(hit)
            skipped = (pattern.compiled(1).match(text[start:]) for pattern in self.of[Scope.SKIP])
            step = 1 if text[start] == _SOFT else next((match.end() for match in skipped if match), 0)
            if hit is None and not step:
                break
            start = hit.end if hit is not None else start + step
        return hits, start


def _preference(hit: Hit) -> tuple[bool, int, int]:
    """Lemmas that stand in the base text first, of these the longest; of others the shortest."""
    return hit.place is None, len(hit.lemma) if hit.place is None else -len(hit.lemma), hit.start


def _next_sentence(text: str, start: int, free: list[bool]) -> int:
    """Where the next sentence begins: behind a final particle, the end of a sentence, or what another hit covers."""
    for at in range(start + 1, len(text)):
        if text[at - 1] in _FINALS or text[at - 1] == _HARD or (not free[at - 1] and free[at]):
            return at
    return len(text)


def _marked(text: str, folding: Folding) -> Letters:
    """The letters of a note with ｜ and ‖ where it is punctuated."""
    letters = letters_of(text, folding)
    marks = [(at, at + 1, _SOFT if text[at] in _SOFT_MARKS else _HARD)
             for at in range(len(text)) if text[at] in _SOFT_MARKS or text[at] in _HARD_MARKS]
    merged = sorted([*zip(letters.starts, letters.ends, letters.norm, strict=True), *marks])
    return Letters("".join(norm for *_, norm in merged), [one[0] for one in merged], [one[1] for one in merged])
