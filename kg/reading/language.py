"""The spaCy language `lzh` (literary Chinese, ISO 639-3) and its tokenizer over the lexicon."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import spacy
import srsly
from spacy.language import BaseDefaults, Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from kg.lexicon.load import Lexicon, load_lexicon
from kg.lexicon.table import read_tables
from kg.reading.columns import set_norms
from kg.reading.state import KEY, Parse
from kg.reading.tokens import Segmenter, Tokens
from kg.texts.fold import Folded, Folding


def new_doc(vocab: Vocab, text: str, folded: Folded, tokens: Tokens, user_data: dict[Any, Any]) -> Doc:
    """A Doc of `tokens`: its words as they stand in `text`, their norms in standard glyphs."""
    if folded.norm == text:
        return Doc(vocab, words=tokens.forms, spaces=[False] * len(tokens.forms), user_data=user_data)
    starts = folded.starts
    words = [text[starts[b] : starts[e]] for b, e in zip(tokens.starts, tokens.ends, strict=True)]
    doc = Doc(vocab, words=words, spaces=[False] * len(words), user_data=user_data)
    set_norms(doc, words, tokens.forms)
    return doc


class LexiconTokenizer:
    """Cuts a text into words of the lexicon; variant glyphs and entities are folded beside it, never in it.

    Saving writes the tables themselves, so that a saved pipeline reads as it did whatever the package ships later.
    """

    def __init__(self, vocab: Vocab, lexicon: Lexicon | None = None) -> None:
        self.vocab = vocab
        self.generation = 0
        self._use(lexicon if lexicon is not None else load_lexicon())

    def _use(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.segmenter = Segmenter(lexicon)
        self.folding = Folding(lexicon.variants, lexicon.gaiji)
        self.generation += 1  # components rebuild what they made from the lexicon

    def __call__(self, text: str) -> Doc:
        """A Doc whose text is `text` to the character; token.norm_ is the word in standard glyphs."""
        folded = self.folding.fold(text)
        tokens = self.segmenter.cut(folded.norm)
        return new_doc(self.vocab, text, folded, tokens, {KEY: Parse(text, folded, tokens, self.lexicon)})

    def pipe(self, texts: Iterable[str], batch_size: int = 50) -> Iterable[Doc]:
        """The Docs of many texts, one after another."""
        for text in texts:
            yield self(text)

    # -- saving ---------------------------------------------------------------------------------------------------

    def tables(self) -> dict[str, str]:
        """File name -> content of the tables this tokenizer reads by."""
        return read_tables(self.lexicon.tables)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the tables into the folder `path`."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.tables().items():
            (folder / name).write_text(content, encoding="utf-8")

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> LexiconTokenizer:
        """Read the tables from the folder `path`. Raises LexiconError as load_lexicon does."""
        self._use(load_lexicon(Path(path)))
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The tables as bytes."""
        return bytes(srsly.msgpack_dumps(self.tables()))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> LexiconTokenizer:
        """Read the tables from bytes that `to_bytes` made."""
        tables: dict[str, str] = srsly.msgpack_loads(data)
        self._use(load_lexicon(tables))
        return self


@spacy.registry.tokenizers("kg.lexicon_tokenizer.v1")  # type: ignore[untyped-decorator]
def create_tokenizer() -> Callable[[Language], LexiconTokenizer]:
    """The factory that spaCy's config names."""

    def make(nlp: Language) -> LexiconTokenizer:
        return LexiconTokenizer(nlp.vocab)

    return make


class LiteraryChineseDefaults(BaseDefaults):
    """Defaults of the language: the tokenizer, and a script without letter case, written from left to right."""

    config = {"nlp": {"tokenizer": {"@tokenizers": "kg.lexicon_tokenizer.v1"}}}  # type: ignore[assignment]  # noqa: RUF012
    writing_system = {"direction": "ltr", "has_case": False, "has_letters": False}  # noqa: RUF012


@spacy.registry.languages("lzh")
class LiteraryChinese(Language):  # type: ignore[no-untyped-call]
    """Literary Chinese."""

    lang = "lzh"
    Defaults = LiteraryChineseDefaults
