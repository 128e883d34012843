"""Loading the pipeline and reading with it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import spacy
from spacy.language import Language

from kg.reading.act import Reading
from kg.reading.blocks import BLOCK, analysed, read_blocks
from kg.reading.components import COMPONENTS
from kg.reading.language import LexiconTokenizer
from kg.reading.state import reading_of
from kg.texts.document import Document, Layer

_MAX_LENGTH = 1_000_000_000  # spaCy's limit guards parsers whose memory grows with the text; ours do not


def load(tables: str | Path | None = None) -> Language:
    """A new pipeline for literary Chinese with all components, over the tables in the folder `tables` (default: those
    that the package ships). Raises LexiconError as load_lexicon does."""
    nlp = spacy.blank("lzh")
    if tables is not None:
        tokenizer = nlp.tokenizer
        assert isinstance(tokenizer, LexiconTokenizer)
        tokenizer.from_disk(tables)
    for name in COMPONENTS:
        nlp.add_pipe(name)
    nlp.max_length = _MAX_LENGTH
    return nlp


@lru_cache(maxsize=1)
def _shared() -> Language:
    return load()


def read(source: Document | str, nlp: Language | None = None) -> Reading:
    """The reading of a document's base text, or of a text as it stands; spans count its code points.

    However long the text, it is read in blocks (blocks.py); `nlp(text)` itself makes one Doc of it.
    """
    text = source if isinstance(source, str) else source.text
    nlp = nlp if nlp is not None else _shared()
    apart = () if isinstance(source, str) else _apart(source)
    return reading_of(analysed(nlp, text, apart), text) if len(text) <= BLOCK else read_blocks(text, nlp, apart=apart)


def _apart(document: Document) -> tuple[int, ...]:
    """Where the statements of a 記 begin: each is a rule by itself, and does not go on from the one before."""
    return tuple(one.span.start for one in document.passages if one.layer is Layer.JI)
