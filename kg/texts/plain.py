"""Plain text: the file is the base text, sentence by sentence, punctuated or not."""

from __future__ import annotations

from kg.texts.damage import character_problems
from kg.texts.document import Citation, Document
from kg.texts.fold import Folding
from kg.texts.raw import RawText
from kg.texts.sentences import sentence_passages


def read_plain(raw: RawText, folding: Folding | None = None) -> Document:
    """One document whose text is the file's to the letter; only the line end at its very end is taken off.

    A passage is a sentence, in unpunctuated text a line. Nothing is tidied, since offsets count in the text as it
    stands and users look their text up by it.
    """
    text = raw.text.removesuffix("\n").removesuffix("\r")
    reported = {problem.offset for problem in raw.problems}
    lost = [one for one in character_problems(text, Citation(), None, 0, folding) if one.offset not in reported]
    return Document(
        id=raw.id, title=raw.id, text=text, passages=sentence_passages(raw.id, text), source=raw.source("plain"),
        problems=(*raw.problems, *lost),
    )
