"""Blocks: a text of any length is read in pieces, so that what one piece needs is all the memory that reading takes.

A block ends where a clause ends. The next one is read with a run-up of what stands before it, so that the scene (who
acts, what is in hand) is there when it begins, and with a look-ahead, so that its last clause is not cut off; what was
found in either is dropped. A text that fits into one block is read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from spacy.language import Language
from spacy.tokens import Doc

from kg.reading.act import Act, Clause, Mention, Reading
from kg.reading.state import parse_of, reading_at
from kg.texts.span import Span

BLOCK = 100_000
"""Code points; ten times the longest chapter of the 儀禮, and some 100 MB while it is read."""
RUN_UP = 2_000
"""Code points before and behind a block; no rule looks back over more than a few dozen acts."""


@dataclass(slots=True)
class _Whole:
    """What has been read so far."""

    mentions: list[Mention] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    unknown: list[Span] = field(default_factory=list)

    def take(self, part: Reading, start: int, end: int) -> None:
        """Add what begins in [start, end) of the text."""
        self.mentions += (one for one in part.mentions if start <= one.span.start < end)
        self.clauses += _clauses(part.clauses, start, end)
        self.unknown += (one for one in part.unknown if start <= one.start < end)
        first = next((n for n, act in enumerate(part.acts) if act.verb.start >= start), len(part.acts))
        shift = len(self.acts) - first
        for act in part.acts[first:]:
            if act.verb.start >= end:
                break
            if act.like_of is not None:
                model = act.like_of + shift
                # The run-up holds the last acts before the block, as many as were read there the first time.
                act = replace(act, like_of=model if model >= 0 else None)
            self.acts.append(act)


def analysed(nlp: Language, text: str, apart: Sequence[int] = ()) -> Doc:
    """The Doc of a text; `apart` are the code points at which a statement begins that stands by itself."""
    if not apart:
        return nlp(text)
    doc = nlp.make_doc(text)
    parse_of(doc).apart = tuple(apart)
    return nlp(doc)


def read_blocks(
    text: str, nlp: Language, block: int = BLOCK, run_up: int = RUN_UP, apart: Sequence[int] = ()
) -> Reading:
    """The reading of a text of any length; `block`, `run_up` and `apart` (see `analysed`) in code points."""
    whole = _Whole()
    for part, start, end in _parts(text, nlp, block, run_up, apart):
        whole.take(part, start, end)
    return Reading(text, tuple(whole.mentions), tuple(whole.clauses), tuple(whole.acts), tuple(whole.unknown))


def _parts(
    text: str, nlp: Language, block: int, run_up: int, apart: Sequence[int]
) -> Iterator[tuple[Reading, int, int]]:
    """Readings of pieces of the text, each with the range [start, end) that it is good for."""
    start = begin = 0
    while True:
        last = start + block + run_up >= len(text)
        behind = len(text) if last else start + block + run_up
        doc = analysed(nlp, text[begin:behind], [offset - begin for offset in apart if begin <= offset < behind])
        part = reading_at(doc, begin)
        end = len(text) if last else _end(part, doc, begin, start, start + block)
        yield part, start, end
        if last:
            return
        before = [clause.span.start for clause in part.clauses if clause.span.start <= max(begin, end - run_up)]
        # A clause without end must not make the run-up grow from block to block.
        start, begin = end, max(before[-1], end - 2 * run_up) if before else end


def _end(part: Reading, doc: Doc, begin: int, start: int, limit: int) -> int:
    """Where the last clause begins before `limit`; where there is none, the last word; always behind `start`."""
    for clause in reversed(part.clauses):
        if start < clause.span.start <= limit:
            return clause.span.start
    words = [begin + token.idx for token in doc if start < begin + token.idx]
    # One word may be longer than the block (a character with selectors without end): then behind it, or through it.
    return max((at for at in words if at <= limit), default=min(words, default=begin + len(doc.text)))


def _clauses(clauses: tuple[Clause, ...], start: int, end: int) -> Iterator[Clause]:
    for clause in clauses:
        first, last = max(clause.span.start, start), min(clause.span.end, end)
        if first < last:
            yield clause if clause.span == Span(first, last) else replace(clause, span=Span(first, last))
