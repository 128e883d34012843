"""Dividing a document into the phases of its rite: by closing headings where it has them, by markers elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.rite.phase import Basis, Distinction, Phase, PhaseTree
from kg.rite.phase_table import GENERIC, PhaseRow, PhaseTable, load_phases
from kg.rite.words import Words, spelling, words_of
from kg.texts.document import Document, Layer
from kg.texts.span import Span

_LEAST = 6  # so many phases of a rite must be found
_SHARE = 0.6  # and such a share of those between the first and the last
_LEAST_GENERIC = 2
_CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class _Start:
    row: PhaseRow
    at: int
    basis: Basis


def divide(document: Document, table: PhaseTable | None = None) -> PhaseTree:
    """The phases of `document`; an empty tree where neither markers nor headings divide it.

    The rite is the one most of whose phases are found in their order: at least six, and three fifths of those between
    the first and the last. A text of no known rite falls into what its closing headings name, or else by the few
    markers that rites have in common. Linear in the text for each rite of the table.
    """
    table = table or load_phases()
    words = words_of(document, (Layer.JING,))
    rite, starts = _best(words, table)
    record = _record(document)
    if not rite and _closings(document):
        return _by_headings(document, record)
    if not rite:
        rows = [row for row in table.rites.get(GENERIC, []) if row.markers]
        starts = _chain(words, rows)
        if len(starts) < _LEAST_GENERIC:
            return PhaseTree("")
        rite = GENERIC
    leaves = _bounded(_headed(document, table.rites[rite], starts), document)
    phases = tuple(_tree(table.rites[rite], leaves, record, words, table))
    first = next(row.id for row in table.rites[rite] if row.markers)
    return PhaseTree.of("" if rite == GENERIC else rite, phases, record, first in leaves)


def _best(words: Words, table: PhaseTable) -> tuple[str, list[_Start]]:
    best: tuple[int, str, list[_Start]] = (0, "", [])
    for rite, rows in table.rites.items():
        if rite == GENERIC:
            continue
        marked = [row for row in rows if row.markers]
        chain = _chain(words, marked)
        if len(chain) < _LEAST:
            continue
        between = marked.index(chain[-1].row) - marked.index(chain[0].row) + 1
        if len(chain) >= _SHARE * between and len(chain) > best[0]:
            best = (len(chain), rite, chain)
    return best[1], best[2]


def _chain(words: Words, rows: Sequence[PhaseRow]) -> list[_Start]:
    """The longest run of phases whose markers stand in the text in their order; of equal runs the earliest places."""
    places = [sorted(span.start for marker in row.markers for span in words.places(marker)) for row in rows]
    nodes = [(index, at) for index, found in enumerate(places) for at in found]
    length: dict[tuple[int, int], int] = {}
    for index, at in reversed(nodes):
        later = (length[node] for node in nodes if node[0] > index and node[1] > at)
        length[index, at] = 1 + max(later, default=0)
    chain: list[_Start] = []
    left, last = max(length.values(), default=0), (-1, -1)
    while left:
        last = next(n for n in nodes if length[n] == left and n[0] > last[0] and n[1] > last[1])
        chain.append(_Start(rows[last[0]], last[1], Basis.MARKER))
        left -= 1
    return chain


def _closings(document: Document) -> list[tuple[str, int]]:
    plain = spelling().plain
    return [(plain(one.text), one.offset) for one in document.headings if one.kind == _CLOSING]


def _headed(document: Document, rows: Sequence[PhaseRow], starts: list[_Start]) -> list[_Start]:
    """The starts, where a closing heading that the table knows ends a phase: the next one begins there.

    A heading counts only between the beginning of its phase and the end of the next, so that one that stands twice
    (右取矢視算) is taken where it belongs.
    """
    closings, plain = _closings(document), spelling().plain
    if not closings:
        return starts
    marked = [row for row in rows if row.markers]
    found = {start.row.id: start for start in starts}
    for index, row in enumerate(marked[:-1]):
        begun, following = found.get(row.id), marked[index + 1]
        names = {plain(heading) for heading in row.headings}
        if begun is None or not names:
            continue
        limit = next((found[one.id].at for one in marked[index + 2 :] if one.id in found), len(document.text))
        at = next((at for name, at in closings if name in names and begun.at < at < limit), None)
        if at is not None:
            found[following.id] = _Start(following, at, Basis.HEADING)
    return [found[row.id] for row in marked if row.id in found]


def _bounded(starts: Sequence[_Start], document: Document) -> dict[str, tuple[Span, Basis]]:
    """Each leaf with its span: to where the next begins, the first from the beginning of the text."""
    bounds = [start.at for start in starts] + [_end(document)]
    bounds[0] = 0
    return {  # a heading that no words follow before the next begins no phase: the edition lacks what it would head
        start.row.id: (Span(bounds[i], bounds[i + 1]), start.basis)
        for i, start in enumerate(starts)
        if document.text[bounds[i] : bounds[i + 1]].strip()
    }


def _end(document: Document) -> int:
    return max((one.span.end for one in document.passages if one.layer is Layer.JING), default=len(document.text))


def _record(document: Document) -> tuple[Span, ...]:
    spans: list[Span] = []
    for passage in document.passages:
        if passage.layer is not Layer.JI:
            continue
        if spans and not any(
            other.layer is Layer.JING and spans[-1].end <= other.span.start < passage.span.start
            for other in document.passages
        ):
            spans[-1] = Span(spans[-1].start, passage.span.end)
        else:
            spans.append(passage.span)
    return tuple(spans)


def _tree(
    rows: Sequence[PhaseRow],
    leaves: dict[str, tuple[Span, Basis]],
    record: tuple[Span, ...],
    words: Words,
    table: PhaseTable,
) -> Iterator[Phase]:
    if record:
        of_record = next((row for row in rows if not row.markers and row.id == "record"), None)
        if of_record:
            leaves = {**leaves, of_record.id: (Span(record[0].start, record[-1].end), Basis.LAYER)}
    spans = dict(leaves)
    for row in reversed(rows):  # parts stand behind the phase that they belong to
        if row.id in spans and row.parent:
            span, above = spans[row.id][0], spans.get(row.parent)
            both = Span(min(span.start, above[0].start), max(span.end, above[0].end)) if above else span
            spans[row.parent] = (both, Basis.PARTS)
    for row in rows:
        if row.id in spans:
            span, basis = spans[row.id]
            yield Phase(
                row.id, row.parent, row.zh, row.en, row.kind, span, row.id in leaves, basis,
                tuple(_distinctions(row, span, words, table)),
            )  # fmt: skip


def _distinctions(row: PhaseRow, span: Span, words: Words, table: PhaseTable) -> Iterator[Distinction]:
    for one in table.distinctions:
        if (one.rite, one.phase) == (row.rite, row.id):
            found = words.find(one.words, span.start, span.end)
            if found is not None:
                yield Distinction(one.feature, one.zh, one.en, found)


def _by_headings(document: Document, record: tuple[Span, ...]) -> PhaseTree:
    """A rite that the table does not know, divided as the edition's closing headings divide it."""
    root = Phase("rite", "", document.title or document.id, "", "rite", Span(0, _end(document)), False, Basis.PARTS)
    phases = [root]
    start = 0
    closings = [one for one in document.headings if one.kind == _CLOSING and one.offset > 0]
    for number, heading in enumerate(closings, start=1):
        if heading.offset > start:
            span = Span(start, heading.offset)
            phases.append(
                Phase(f"step{number}", "rite", heading.text.removeprefix("右"), "", "step", span, True, Basis.HEADING)
            )
            start = heading.offset
    if start < root.span.end:
        phases.append(Phase("rest", "rite", "其餘", "the rest", "step", Span(start, root.span.end), True, Basis.PARTS))
    if record:
        span = Span(record[0].start, record[-1].end)
        phases.append(Phase("record", "rite", "記", "the record", "record", span, True, Basis.LAYER))
    return PhaseTree.of("", tuple(phases), record)
