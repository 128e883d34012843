"""What must hold of everything that is read, whatever it was read from; AssertionError where it does not."""

from __future__ import annotations

from kg.errors import KgError
from kg.reading.act import Reading
from kg.texts.document import Document
from kg.texts.span import Span


def check_document(document: Document) -> None:
    """Spans lie in their text, passages rise and cover all but white space, ids are given once, problems are told."""
    text = document.text
    size = len(text)
    text.encode("utf-8")  # no lone surrogates
    end, left = 0, []
    for passage in document.passages:
        assert end <= passage.span.start < passage.span.end <= size, passage
        left.append(text[end : passage.span.start])
        end = passage.span.end
    assert not "".join((*left, text[end:])).strip(), "not covered"
    ids = [passage.id for passage in document.passages]
    ids += [note.id for note in document.notes]
    assert len(ids) == len(set(ids)), "ids twice"
    words = {note.id: len(note.text) for note in document.notes}
    for note in document.notes:
        assert note.anchor.end <= size, note
        assert all(marker.span.end <= len(note.text) for marker in note.markers), note
        assert note.parent in {"", *words}, note
        assert note.at is None or 0 <= note.at <= words.get(note.parent, 0), note
    assert all(0 <= heading.offset <= size for heading in document.headings)
    assert all(step.span.end <= size and (step.record or Span(0, 0)).end <= size for step in document.steps)
    for one in document.emendations:
        assert one.span.end <= (words[one.note] if one.note else size), one
        assert one.note or one.span.of(text) == one.corr, one
    for problem in document.problems:
        assert problem.code.startswith("KG-T1"), problem
        assert problem.zh, problem
        assert problem.en, problem
        assert problem.offset is None or 0 <= problem.offset <= size, problem
        assert problem.line is None or problem.line >= 1, problem


def check_reading(reading: Reading, text: str) -> None:
    """Whatever was found stands where it says: its surface is the text's words there; acts come in their order."""
    assert reading.text == text
    for mention in reading.mentions:
        assert mention.surface == mention.span.of(text) != "", mention
    for clause in reading.clauses:
        assert clause.span.end <= len(text), clause
    last = 0
    for at, act in enumerate(reading.acts):
        assert act.surface == act.verb.of(text) != "", act
        assert act.verb.start >= last, act
        last = act.verb.start
        assert act.like_of is None or 0 <= act.like_of < at, act
        for filler in (filler for role in act.roles.values() for filler in role):
            assert filler.span is None or filler.span.start < filler.span.end <= len(text), filler


def check_error(error: KgError) -> None:
    """An error of ours has a code and says in both languages what is wrong."""
    assert error.code.startswith("KG-"), error
    assert error.zh.strip(), error
    assert error.en.strip(), error
