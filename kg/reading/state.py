"""What the components hand on to each other, and how a reading stays with its Doc.

All of it is one value in `doc.user_data`: while the components work a Parse, in the end the packed reading, which
`Doc.to_bytes`, DocBin and `nlp.pipe(…, n_process=2)` carry as any bytes. doc._.acts and its fellows unpack it when they
are first looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import srsly
from spacy.tokens import Doc

from kg.lexicon.load import Lexicon
from kg.reading.act import Reading
from kg.reading.draft import Division, Draft
from kg.reading.packed import Packed, unpack
from kg.reading.phrase import Named, Phrase
from kg.reading.settle import Settler
from kg.reading.tokens import Tokens
from kg.texts.fold import Folded

KEY = "kg.reading"
"""Where a Doc's user_data holds its reading."""


@dataclass(slots=True, eq=False)
class Parse:
    """The unfinished reading of one text. It lives between the components; what is saved of it is what it has found."""

    text: str
    folded: Folded
    tokens: Tokens
    lexicon: Lexicon
    phrases: dict[int, Phrase] = field(default_factory=dict)
    named: list[Named] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    acts: list[Draft] = field(default_factory=list)  # the drafts, once they have been made acts
    apart: tuple[int, ...] = ()  # code points at which a statement begins that goes on from nothing before
    likes: dict[int, int] = field(default_factory=dict)  # act -> the earlier act that its likeness points at

    def packed(self) -> Packed:
        """What has been found so far."""
        settler = Settler(self.text, self.folded, self.tokens, self.lexicon)
        return Packed(settler.pack(self.named, self.divisions, self.acts, self.likes))


def parse_of(doc: Doc) -> Parse:
    """The unfinished reading of `doc`; ValueError when no component of this pipeline has prepared it."""
    parse = doc.user_data.get(KEY)
    if not isinstance(parse, Parse):
        raise ValueError("the Doc was not made by the tokenizer of an lzh pipeline in this process")
    return parse


def finish(doc: Doc) -> None:
    """Pack what was read and forget how."""
    doc.user_data[KEY] = parse_of(doc).packed()


def reading_at(doc: Doc, offset: int) -> Reading:
    """The Reading of a Doc whose text stands at `offset` in a longer one, with spans that count in that."""
    found = doc.user_data.get(KEY)
    data = found.packed() if isinstance(found, Parse) else found
    return Reading(doc.text, (), (), (), ()) if data is None else unpack(doc.text, data, offset)


def reading_of(doc: Doc, text: str | None = None) -> Reading:
    """The Reading that a Doc of the pipeline holds: what the components that have seen it found.

    `text` is the Doc's text, where the caller has it: spaCy puts it together anew from the tokens each time.
    """
    found = doc.user_data.get(KEY)
    if isinstance(found, Parse):
        return found.packed().reading(found.text)
    if found is None:
        return Reading(doc.text, (), (), (), ())
    if not isinstance(found, Packed):  # as msgpack gave it back
        found = doc.user_data[KEY] = Packed(found)
    return found.reading(doc.text if text is None else text)


def register_attributes() -> None:
    """doc._.mentions, doc._.clauses, doc._.acts and doc._.unknown: tuples of the shared dataclasses."""
    for name in ("mentions", "clauses", "acts", "unknown"):
        Doc.set_extension(name, getter=partial(_part, name), force=True)


def _part(name: str, doc: Doc) -> Any:
    return getattr(reading_of(doc), name)


def encode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """A msgpack encoder for srsly: an unfinished reading is saved as what it has found so far."""
    if isinstance(value, Parse):
        return bytes(value.packed())
    return chain(value) if chain is not None else value


srsly.msgpack_encoders.register("kg", func=encode)
