"""One text, many witnesses: which documents hold the same chapter, and where each stands in the canonical one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.texts.align import Block, align, islands
from kg.texts.document import Document
from kg.texts.families import Families, runs
from kg.texts.fold import Folding
from kg.texts.letters import Letters, letters_of
from kg.texts.span import Span

_REST = 400
"""A witness with so many letters more than the canonical text becomes canonical for these itself."""
_NEAR = 24
"""A stretch without an equal letter belongs where the last equal letter stands, if that is so near."""


@dataclass(frozen=True, slots=True)
class Text:
    """A document with its letters."""

    document: Document
    letters: Letters


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the letters of `witness` stand in `canon`: blocks count letters, `a` in the canon, `b` in the witness."""

    canon: Text
    witness: Text
    blocks: tuple[Block, ...]
    places: tuple[int, ...] = field(init=False)  # letter of the witness → letter of the canon, -1 where it has none

    def __post_init__(self) -> None:
        places = [-1] * len(self.witness.letters)
        for block in self.blocks:
            places[block.b : block.b + block.length] = range(block.a, block.a + block.length)
        object.__setattr__(self, "places", tuple(places))

    @property
    def equal(self) -> int:
        """How many letters of the witness stand in the canon."""
        return sum(block.length for block in self.blocks)

    def holds(self, span: Span) -> bool:
        """Whether the canon has the witness's `span`, or what stands right before it where the span is empty.

        In a chapter with two canonical texts a stretch belongs to one of them: to that which has half of it or more.
        """
        low, high = self.witness.letters.first(span.start), self.witness.letters.first(span.end)
        if low == high:
            low = max(0, high - 1)
        return sum(place >= 0 for place in self.places[low:high]) * 2 >= high - low > 0

    def letters(self, span: Span) -> list[int]:
        """The letters of the canon that the code points `span` of the witness are equal to, rising.

        An empty span, and one that holds no equal letter, gives the nearest equal letter before it (none beyond 24).
        """
        low, high = self.witness.letters.first(span.start), self.witness.letters.first(span.end)
        found = sorted(place for place in self.places[low:high] if place >= 0)
        if not found:
            before = next((at for at in range(high - 1, max(high - _NEAR, 0) - 1, -1) if self.places[at] >= 0), None)
            found = [] if before is None else [self.places[before]]
        return found

    def span(self, span: Span) -> Span | None:
        """The code points of the canon from the first to the last letter that `span` of the witness is equal to."""
        found = self.letters(span)
        return self.canon.letters.span(found[0], found[-1] + 1) if found else None

    def passages(self, span: Span) -> tuple[str, ...]:
        """Ids of the canon's passages that the code points `span` of the witness stand in, in their order.

        A passage of which a long stretch has one letter alone is left out: that is chance.
        """
        passages = self.canon.document.passages
        starts = [passage.span.start for passage in passages]
        counts: dict[int, int] = {}
        for letter in self.letters(span):
            at = bisect_right(starts, self.canon.letters.starts[letter]) - 1
            if at >= 0:
                counts[at] = counts.get(at, 0) + 1
        several = sum(counts.values()) > 3
        return tuple(
            passages[at].id
            for at, count in sorted(counts.items())
            if count > 1 or not several or len(passages[at].span) < 3
        )


@dataclass(slots=True)
class Chapter:
    """One chapter: its canonical texts, most often one, and every witness aligned to each of them.

    A second canonical text is there for what the first lacks; it is a witness of the first.
    """

    canons: list[Text]
    alignments: list[Alignment] = field(default_factory=list)

    def of(self, canon: str) -> list[Alignment]:
        """The alignments to the canonical document of that id."""
        return [one for one in self.alignments if one.canon.document.id == canon]


def chapters(
    documents: Iterable[Document], folding: Folding, spellings: Mapping[str, str], canonical: Iterable[Document] = ()
) -> tuple[Chapter, ...]:
    """The chapters that `documents` hold more than once, or once beside one of `canonical` (the shipped edition).

    `spellings` maps characters that interchange to one of them (于 to 於). Chapters come in the order of `canonical`,
    then by length. All documents are in memory; for many see kg.texts.families and `chapter_of`.
    """
    canons, held = list(canonical), list(documents)
    with Families(folding, spellings) as families:
        for document in held:
            families.add(document)
        found = families.found(canons)
    made = (
        chapter_of(
            None if one.canon is None else canons[one.canon], [held[at] for at in one.members], folding, spellings
        )
        for one in found
    )
    return tuple(chapter for chapter in made if chapter.alignments)


def chapter_of(
    canonical: Document | None, members: Sequence[Document], folding: Folding, spellings: Mapping[str, str]
) -> Chapter:
    """The chapter that `members` hold, aligned to `canonical`, where there is one.

    For what no canonical document has, that witness is canonical which shares most with the others.
    """
    table = str.maketrans(dict(spellings))
    chapter = Chapter([] if canonical is None else [Text(canonical, letters_of(canonical.text, folding))])
    witnesses = [Text(document, letters_of(document.text, folding)) for document in members]
    rests = [_rest(chapter.canons, text) for text in witnesses]
    while central := _central([rest for rest in rests if len(rest.letters) >= _REST], table):
        chapter.canons.append(central)
        rests = [_rest(chapter.canons, text) for text in witnesses if text.document is not central.document]
    chapter.alignments = [
        one
        for text in sorted(witnesses, key=lambda text: text.document.id)
        for one in _aligned(chapter.canons, text)
        if one.canon.document is not text.document
    ]
    return chapter


def _central(texts: Sequence[Text], table: dict[int, str]) -> Text | None:
    """Of the texts that are almost as long as the longest, the one that shares most runs of letters with the others."""
    longest = max((len(text.letters) for text in texts), default=0)
    grams = {text.document.id: runs(text.letters.norm.translate(table)) for text in texts}

    def shared(text: Text) -> tuple[int, str]:
        own = grams[text.document.id]
        return -sum(len(own & other) for other in grams.values()), text.document.id

    return min((text for text in texts if len(text.letters) >= 0.95 * longest), key=shared, default=None)


def _rest(canons: Sequence[Text], text: Text) -> Text:
    """The letters of a text that no canonical text has."""
    taken = [False] * len(text.letters)
    for one in _aligned(canons, text):
        for block in one.blocks:
            taken[block.b : block.b + block.length] = [True] * block.length
    return Text(text.document, text.letters.kept(_loose(taken)))


def _aligned(canons: Sequence[Text], text: Text) -> list[Alignment]:
    """A witness aligned to the canonical texts of its chapter.

    Where two of them have a stretch, that one keeps it of which it continues the longer stretch.
    """
    pieces = [
        (sum(block.length for block in island), -index, island)
        for index, canon in enumerate(canons)
        for island in islands(align(canon.letters.norm, text.letters.norm))
    ]
    taken = [False] * len(text.letters)
    kept: list[list[Block]] = [[] for _ in canons]
    for _, index, island in sorted(pieces, reverse=True):
        free = [block for block in island if not any(taken[block.b : block.b + block.length])]
        kept[-index] += free
        for block in free:
            taken[block.b : block.b + block.length] = [True] * block.length
    return [
        Alignment(canon, text, tuple(sorted(blocks, key=lambda block: block.b)))
        for canon, blocks in zip(canons, kept, strict=True)
        if blocks
    ]


def _loose(taken: Sequence[bool]) -> list[bool]:
    """Which letters of a witness belong to no stretch of a canon: they stand in long runs without an equal letter."""
    loose = [False] * len(taken)
    start = 0
    for at in range(len(taken) + 1):
        if at == len(taken) or taken[at]:
            if at - start >= _NEAR:
                loose[start:at] = [True] * (at - start)
            start = at + 1
    return loose
