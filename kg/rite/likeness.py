"""Likeness: which earlier acts 如初, 如賓禮, 亦如之 stand for, and who takes whose part in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, takewhile

from kg.reading.act import Act, Grade, Mode
from kg.rite.deed_index import DeedIndex
from kg.rite.likeness_table import OUTSIDE, SAME, SAME_OTHER, SELF, THING, LikenessRow, Substitution, load_likenesses
from kg.rite.phase import Phase, PhaseTree
from kg.rite.words import Words, words_of
from kg.texts.document import Document, Layer
from kg.texts.span import Span

_MOST_CANDIDATES = 3
_REACH = 24  # code points around a likeness within which its words stand
_LONGEST_PATTERN = 4  # acts of one sentence that are compared with earlier ones


class Outcome(StrEnum):
    """What became of a likeness."""

    ACTS = "acts"  # its model is a run of acts
    THING = "thing"  # its model is a thing, by which something is measured
    OPEN = "open"  # not resolved


@dataclass(frozen=True, slots=True)
class Likeness:
    """One likeness. Acts are given by their index in Reading.acts.

    `members` are the acts of the model in the order of the text; `phase` is the id of the phase where they are a whole
    one. `manner` says that only their manner is meant (揖如升射), not that all is done again. `left_out` are members
    that the sentence itself excepts (不告旨). `rule` is the row of likeness.tsv; `candidates` is what an open likeness
    may mean, the likeliest first.
    """

    act: int
    words: str
    outcome: Outcome
    members: tuple[int, ...] = ()
    phase: str = ""
    substitutions: tuple[Substitution, ...] = ()
    left_out: tuple[int, ...] = ()
    rule: str = ""
    grade: Grade = Grade.CERTAIN
    candidates: tuple[int, ...] = ()
    note: str = ""
    manner: bool = False


class LikenessResolver:
    """Resolves the likenesses of one text: first by the table, then by the same acts done before."""

    def __init__(
        self, document: Document, acts: Sequence[Act], phases: PhaseTree, rows: Sequence[LikenessRow] | None = None
    ) -> None:
        """`acts` in the order of the text; `rows` default to the shipped table."""
        self._document = document
        self._acts = acts
        self._phases = phases
        self._rows = load_likenesses() if rows is None else rows
        self._words = words_of(document, (Layer.JING, Layer.JI))
        self._leaves = sorted(phases.leaves(), key=lambda leaf: leaf.span.start)
        self._starts = [leaf.span.start for leaf in self._leaves]
        self._passages = [passage.span.start for passage in document.passages]
        self._index = DeedIndex(acts)

    def resolve(self) -> tuple[Likeness, ...]:
        """Every likeness of the text, in its order."""
        return tuple(self._one(index) for index, act in enumerate(self._acts) if "like" in act.roles)

    def _one(self, index: int) -> Likeness:
        act = self._acts[index]
        filler = act.roles["like"][0]
        at = filler.span.start if filler.span is not None else act.verb.end
        leaf = self._phases.leaf_at(act.verb.start)
        fitting = [row for row in self._rows if self._is_in(leaf, row.where) and self._stands(row.words, at)]
        if any(row.model not in (SAME, SAME_OTHER) for row in fitting):
            # Where the kind of the model is known but no such phase stands here, nothing else is meant.
            fitting = [row for row in fitting if row.model not in (SAME, SAME_OTHER)]
        for row in fitting:
            found = self._by_row(index, row, filler.label)
            if found is not None:
                return found
        note = next((row.note for row in fitting if row.note), "")
        return Likeness(index, filler.label, Outcome.OPEN, candidates=self._similar(index), note=note)

    def _stands(self, alternatives: Sequence[str], at: int) -> bool:
        """Whether one of the likenesses in words stands around offset `at`, where its model is named."""
        start, end = max(0, at - _REACH), at + _REACH
        return any(
            span.start < at < span.end for words in alternatives for span in self._words.places(words, start, end)
        )

    def _is_in(self, leaf: Phase | None, kind: str) -> bool:
        if not kind:
            return True
        return leaf is not None and kind in {leaf.kind, *(one.kind for one in self._phases.ancestors(leaf))}

    def _by_row(self, index: int, row: LikenessRow, words: str) -> Likeness | None:
        if row.model == OUTSIDE:
            return Likeness(index, words, Outcome.OPEN, rule=row.id, note=row.note, candidates=self._similar(index))
        if row.model == THING:
            return Likeness(index, words, Outcome.THING, rule=row.id, note=row.note)
        if row.model in (SAME, SAME_OTHER):
            return self._by_same_acts(index, words, row)
        before = self._acts[index].verb.start
        for region, phase in self._regions(row.model, before):
            spans = list(_stretches(self._words, row, region))
            if len(spans) < len(row.segments):
                continue
            if not row.segments:
                spans = [region]
            members = tuple(
                at
                for at in self._index.within(spans)
                if self._acts[at].mode is not Mode.COMMANDED and (not row.only or self._acts[at].action in row.only)
            )
            if members:
                return Likeness(
                    index, words, Outcome.ACTS, members, "" if row.segments else phase,
                    self._taken(index, row.substitutions, members), self._excepted(index, members), row.id,
                    note=row.note, manner=bool(row.only),
                )  # fmt: skip
        return None

    def _regions(self, model: str, before: int) -> Iterator[tuple[Span, str]]:
        """The phases that `model` may mean, up to offset `before`, the nearest first."""
        outer, _, kinds = model.rpartition(":")
        first, _, last = kinds.partition(">")
        leaves, there = self._leaves, bisect_left(self._starts, before)
        for at in range(there - 1, -1, -1):
            leaf = leaves[at]
            if leaf.kind != first or (outer and outer not in {one.kind for one in self._phases.ancestors(leaf)}):
                continue
            end = leaf.span.end
            if last:
                end = next((leaves[i].span.end for i in range(at, there) if leaves[i].kind == last), end)
            yield Span(leaf.span.start, min(end, before)), leaf.id

    def _taken(self, index: int, given: Sequence[Substitution], members: Sequence[int]) -> tuple[Substitution, ...]:
        """The substitutions that change something in the model, with the likened act's own actors for SELF."""
        actors = _labels(self._acts[index], "actor")
        named = {label for at in members for role in self._acts[at].roles for label in _labels(self._acts[at], role)}
        made: list[Substitution] = []
        for one in given:
            takes = actors if one.takes == (SELF,) else one.takes
            if takes and takes != (one.part,) and one.part in named:
                made.append(Substitution(one.part, takes))
        return tuple(made)

    def _excepted(self, index: int, members: Sequence[int]) -> tuple[int, ...]:
        """Members that the sentence denies right behind the likeness: 祭如賓禮，不嚌肺，不啐酒."""
        passage = self._document.passages[bisect_right(self._passages, self._acts[index].verb.start) - 1]
        later = (self._acts[at] for at in range(index + 1, len(self._acts)))
        behind = takewhile(lambda act: act.verb.start < passage.span.end, later)
        denied = list(takewhile(lambda act: act.negated, behind))
        return tuple(at for at in members if any(self._acts[at].action == act.action for act in denied))

    def _by_same_acts(self, index: int, words: str, row: LikenessRow) -> Likeness | None:
        """The nearest earlier acts that do the same, in the same order; None where there are none."""
        pattern = self._pattern(index)
        actors = set(_labels(self._acts[index], "actor"))
        best: tuple[int, ...] = ()
        for at in self._earlier(index):
            if row.model == SAME and not actors & set(_labels(self._acts[at], "actor")):
                continue
            run = self._matching(pattern, at)
            if len(run) > len(best):
                best = run
            if len(best) == len(pattern):
                break  # no run is longer, and no other is nearer
        if not best:
            return None
        members = tuple(at for at in range(best[0], best[-1] + 1) if self._acts[at].mode is not Mode.COMMANDED)
        grade = Grade.PROBABLE if len(best) > 1 else Grade.GUESSED
        return Likeness(
            index, words, Outcome.ACTS, members, "", self._exchanged(index, best[-1]),
            self._excepted(index, members), row.id, grade, note=row.note,
        )  # fmt: skip

    def _pattern(self, index: int) -> list[int]:
        """The acts of the sentence that lead up to the likened one, done by the same persons; that one last."""
        act = self._acts[index]
        found = [index]
        for at in range(index - 1, max(-1, index - _LONGEST_PATTERN), -1):
            other = self._acts[at]
            near = self._document.text[other.verb.start : act.verb.start]
            if "。" in near or _labels(other, "actor") != _labels(act, "actor") or other.mode is Mode.COMMANDED:
                break
            found.insert(0, at)
        return found

    def _earlier(self, index: int) -> Iterator[int]:
        """Acts before `index` that may be its model, the nearest first; one that is itself a likeness never is."""
        act = self._acts[index]
        for at in self._index.before(index):
            other = self._acts[at]
            if other.negated != act.negated:
                continue
            ours, theirs = set(_labels(act, "object")), set(_labels(other, "object"))
            if not ours or not theirs or ours & theirs:
                yield at

    def _matching(self, pattern: Sequence[int], last: int) -> tuple[int, ...]:
        """The run that ends with act `last`: as many acts of the pattern as stand before it in their order, near by."""
        run = [last]
        at = last
        for wanted in reversed(pattern[:-1]):
            near = range(at - 1, max(-1, at - 1 - _LONGEST_PATTERN), -1)
            found = next((i for i in near if self._acts[i].action == self._acts[wanted].action), None)
            if found is None:
                break
            run.insert(0, found)
            at = found
        return tuple(run)

    def _exchanged(self, index: int, model: int) -> tuple[Substitution, ...]:
        """Who takes whose part, where one person or group stands for another."""
        ours, theirs = _labels(self._acts[index], "actor"), _labels(self._acts[model], "actor")
        if not ours or len(theirs) != 1 or ours == theirs:
            return ()
        return (Substitution(theirs[0], ours),)

    def _similar(self, index: int) -> tuple[int, ...]:
        """What an open likeness may mean: the nearest acts of the same verb, each verb place once."""
        return tuple(islice(self._earlier(index), _MOST_CANDIDATES))


def _stretches(words: Words, row: LikenessRow, region: Span) -> Iterator[Span]:
    start = region.start
    for begins, ends in row.segments:
        begin = words.first(begins, start, region.end)
        end = words.first(ends, begin.start, region.end) if begin is not None else None
        if begin is None or end is None:
            return
        start = end.end
        yield Span(begin.start, end.end)


def _labels(act: Act, role: str) -> tuple[str, ...]:
    return tuple(filler.label for filler in act.roles.get(role, ()))
