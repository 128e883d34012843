"""Variants: where witnesses of a chapter differ, who reads what, and where the canonical text stands alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kg.texts.align import gaps
from kg.texts.document import Emendation
from kg.texts.fold import UNKNOWN
from kg.texts.letters import Letters
from kg.texts.span import Span
from kg.texts.witnesses import Alignment, Chapter, Text

_LONGEST = 40
"""Longer differences are lost, moved or added passages, not readings."""
_SHORT = 4
"""Differences up to this length that touch each other are one place."""
_FEWEST = 3
"""So many witnesses must speak against the canonical text before it is proposed to be emended."""
_AGREE = 0.75
"""So great a part of them must have one reading."""


class Difference(StrEnum):
    """What tells two readings apart."""

    READING = "reading"  # another word, or words more or fewer
    SPELLING = "spelling"  # the same word by a character that interchanges with it (於 and 于)


@dataclass(frozen=True, slots=True)
class WitnessReading:
    """What one witness has; `span` counts in its text, and is empty where it has nothing."""

    witness: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Variant:
    """One place where witnesses differ. `span` and `lemma` are of the canonical text, empty where words are added.

    `readings` has every witness that holds the place, also those that read as the canonical text does, grouped by
    what they read in standard glyphs: the canonical reading first, then by the number of witnesses.
    """

    span: Span
    lemma: str
    kind: Difference
    readings: tuple[tuple[str, tuple[WitnessReading, ...]], ...]

    @property
    def support(self) -> int:
        """How many witnesses read as the canonical text does."""
        return len(self.readings[0][1])


@dataclass(frozen=True, slots=True)
class Proposal:
    """That the canonical text be emended: of `against` witnesses that hold the place almost all read `corr`.

    `made` is the emendation of the canonical text that does so already, or None.
    """

    span: Span
    sic: str
    corr: str
    witnesses: tuple[WitnessReading, ...]
    against: int
    made: Emendation | None = None


@dataclass(frozen=True, slots=True)
class GlyphVariant:
    """A character that a witness writes for the canonical text's, both one character in standard glyphs."""

    witness: str
    canonical: str
    written: str
    count: int


def variants(chapter: Chapter, canon: Text, spellings: Mapping[str, str]) -> tuple[Variant, ...]:
    """Every place of the canonical text where a witness differs, in order.

    `spellings` maps characters that interchange to one of them (于 to 於): readings that differ by these alone are
    spellings. A place that a lost page or a lost character of a witness touches is no reading of it.
    """
    lines = [one for one in chapter.of(canon.document.id) if not _same_source(one)]
    places = _merged(place for line in lines for place in _places(line))
    table = str.maketrans(dict(spellings))
    found = (_variant(canon, start, end, lines, table) for start, end in places)
    return tuple(variant for variant in found if variant is not None)


def _same_source(alignment: Alignment) -> bool:
    """Whether the witness is the file that the canonical text was made from: it can bear no witness to it."""
    return alignment.witness.document.source.sha256 in alignment.canon.document.meta.get("source", "").split()


def _places(alignment: Alignment) -> Iterator[tuple[int, int]]:
    """The stretches of canonical letters where a witness has other letters, more or none."""
    lost = [problem.offset for problem in alignment.witness.document.problems
            if problem.offset is not None and problem.code in {"KG-T101", "KG-T102", "KG-T108", "KG-T109"}]
    held = sorted((block.a, block.a + block.length) for block in alignment.blocks)
    for before, after in gaps(list(alignment.blocks)):
        start, end = before.a + before.length, after.a
        low, high = before.b + before.length, after.b
        if max(end - start, high - low) > _LONGEST or (start == end and low == high):
            continue
        if any(begin < end and start < stop for begin, stop in held):
            continue  # the words stand elsewhere in the witness
        letters = alignment.witness.letters
        if UNKNOWN in letters.norm[low:high] or UNKNOWN in alignment.canon.letters.norm[start:end]:
            continue
        edge = letters.ends[low - 1], letters.starts[high]
        if not any(edge[0] <= offset <= edge[1] for offset in lost):
            yield start, end


def _merged(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places that overlap as one; a long one that holds a shorter one whole (words left out) stays by itself."""
    made: list[tuple[int, int]] = []
    long: list[tuple[int, int]] = []
    for start, end in sorted(set(places)):
        if end - start > _SHORT:
            long.append((start, end))
        elif made and (start < made[-1][1] or (start == made[-1][1] and start == end)):
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return sorted({*made, *long})


def _variant(canon: Text, start: int, end: int, lines: Sequence[Alignment], table: dict[int, str]) -> Variant | None:
    read: list[tuple[str, WitnessReading]] = []
    for line in lines:
        found = _reading(line, start, end)
        if found is not None:
            letters = line.witness.letters
            span = letters.span(*found)
            reading = WitnessReading(line.witness.document.id, _words(line.witness, span), span)
            read.append((letters.norm[slice(*found)], reading))
    norm = canon.letters.norm[start:end]
    if all(text == norm for text, _ in read):
        return None
    spelling = all(text.translate(table) == norm.translate(table) for text, _ in read)
    groups: dict[str, list[WitnessReading]] = {norm if spelling else norm.translate(table): []}
    for text, reading in read:
        groups.setdefault(text if spelling else text.translate(table), []).append(reading)
    own, *others = groups.items()
    others.sort(key=lambda group: (-len(group[1]), group[0]))
    span = canon.letters.span(start, end)
    return Variant(
        span, _words(canon, span), Difference.SPELLING if spelling else Difference.READING,
        tuple((text, tuple(witnesses)) for text, witnesses in [own, *others]),
    )  # fmt: skip


def _reading(alignment: Alignment, start: int, end: int) -> tuple[int, int] | None:
    """Which letters of the witness stand for canonical letters [start, end); None where it does not hold the place."""
    back: dict[int, int] = {}
    for block in alignment.blocks:
        if block.a <= start - 1 < block.a + block.length:
            back[0] = block.b + start - block.a
        if block.a <= end < block.a + block.length:
            back[1] = block.b + end - block.a
    if len(back) < 2 or not 0 <= back[1] - back[0] <= (end - start) + _LONGEST:
        return None
    return back[0], back[1]


def _words(text: Text, span: Span) -> str:
    """The characters of a span as they stand, without punctuation."""
    letters: Letters = text.letters
    low, high = letters.first(span.start), letters.first(span.end)
    return "".join(text.document.text[letters.starts[at] : letters.ends[at]] for at in range(low, high))


def proposals(chapter: Chapter, canon: Text, found: Sequence[Variant]) -> tuple[Proposal, ...]:
    """Where the canonical text is alone against three witnesses or more, almost all of which have one reading.

    One witness may side with it (another copy of the edition that it was made from will), if it is one of many. Its own
    emendations are proposed again (`made`) where the witnesses bear them out and none reads as before them.
    """
    made = [one for one in canon.document.emendations if not one.note]
    proposed = [
        Proposal(variant.span, variant.lemma, witnesses[0].text, witnesses, against)
        for variant in found
        if variant.kind is Difference.READING and variant.support <= 1
        for witnesses, against in [(variant.readings[1][1], sum(len(read) for _, read in variant.readings))]
        if len(witnesses) >= max(_FEWEST, _AGREE * against)
    ]
    lines = [one for one in chapter.of(canon.document.id) if not _same_source(one)]
    for one in made:
        low, high = canon.letters.first(one.span.start), canon.letters.first(one.span.end)
        read = [(line, place) for line in lines if (place := _reading(line, low, high)) is not None]
        texts = [line.witness.letters.norm[slice(*place)] for line, place in read]
        norm = canon.letters.norm[low:high]
        if texts.count(norm) >= max(_FEWEST, _AGREE * len(texts)) and texts.count(one.sic) <= 1:
            borne = tuple(
                WitnessReading(line.witness.document.id, _words(line.witness, span), span)
                for (line, place), text in zip(read, texts, strict=True)
                if text == norm
                for span in [line.witness.letters.span(*place)]
            )
            proposed.append(Proposal(one.span, one.sic, one.corr, borne, len(texts), one))
    return tuple(sorted(proposed, key=lambda proposal: (proposal.span, proposal.corr)))


def glyph_variants(chapter: Chapter, canon: Text) -> tuple[GlyphVariant, ...]:
    """Which glyphs each witness writes for those of the canonical text, with how often, sorted."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for line in chapter.of(canon.document.id):
        ours, theirs = canon.letters, line.witness.letters
        for at, place in enumerate(line.places):
            if place >= 0:
                one = canon.document.text[ours.starts[place] : ours.ends[place]]
                other = line.witness.document.text[theirs.starts[at] : theirs.ends[at]]
                if one != other:
                    counts[line.witness.document.id, one, other] += 1
    return tuple(GlyphVariant(*key, count) for key, count in sorted(counts.items()))
