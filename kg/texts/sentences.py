"""Sentences: where a punctuated text may be cited piece by piece."""

from __future__ import annotations

import re

from kg.texts.document import Citation, Layer, Passage
from kg.texts.span import Span

# A sentence ends at 。！？ with the quotes that close on it, also where they slipped to the next line, or at a line's
# end. Marks that close nothing (a second 。, a stray 」 at the head of a line) go with what stands before them.
_END = re.compile(r"[。！？．｡]+(?:\s*[」』”’）)》〉]+|[。！？．｡])*|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Spans of the sentences of text[start:end], in order, without white space at their edges; none is empty.

    Together they cover every character that is not white space.
    """
    end = len(text) if end is None else end
    spans: list[Span] = []
    done = start
    for match in _END.finditer(text, start, end):
        _append(spans, text, done, match.end())
        done = match.end()
    _append(spans, text, done, end)
    return spans


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append(Span(start, end))


def sentence_passages(document_id: str, text: str, layer: Layer = Layer.JING, work: str = "") -> tuple[Passage, ...]:
    """The sentences of a text as passages `<document id>.<n>`, n from 1; their line is the one they begin on."""
    passages = []
    line, seen = 1, 0
    for number, span in enumerate(sentence_spans(text), start=1):
        line += text.count("\n", seen, span.start)
        seen = span.start
        passages.append(Passage(f"{document_id}.{number}", span, layer, Citation(work=work, line=line)))
    return tuple(passages)
