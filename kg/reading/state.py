"""What the components hand on to each other, and how readings travel inside a spaCy Doc."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any

import srsly
from spacy.tokens import Doc

from kg.reading.act import Act, Clause, Filler, Grade, Kind, Mention, Mode, Supply
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.tokens import Tokens
from kg.texts.fold import Folded
from kg.texts.span import Span

_KEY = "kg.parse"
_TYPES: dict[str, type] = {cls.__name__: cls for cls in (Span, Mention, Filler, Act, Clause, Kind, Mode, Supply, Grade)}


@dataclass(slots=True)
class Parse:
    """The unfinished reading of one Doc. It lives between the components of one process and is not saved."""

    folded: Folded
    tokens: Tokens
    phrases: dict[int, Phrase] = field(default_factory=dict)
    drafts: list[Draft] = field(default_factory=list)


def parse_of(doc: Doc) -> Parse:
    """The unfinished reading of `doc`; ValueError when no component of this pipeline has prepared it."""
    parse = doc.user_data.get(_KEY)
    if not isinstance(parse, Parse):
        raise ValueError("the Doc was not made by the tokenizer of an lzh pipeline in this process")
    return parse


def keep_parse(doc: Doc, parse: Parse) -> None:
    """Put the unfinished reading beside `doc`."""
    doc.user_data[_KEY] = parse


def drop_parse(doc: Doc) -> None:
    """Forget the unfinished reading; what was read stands in doc._.acts and its fellows."""
    doc.user_data.pop(_KEY, None)


def register_attributes() -> None:
    """doc._.mentions, doc._.clauses, doc._.acts and doc._.unknown: tuples of the shared dataclasses."""
    for name in ("mentions", "clauses", "acts", "unknown"):
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=())


def encode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """Write a dataclass or enumeration of the reading as plain data (a msgpack encoder for srsly)."""
    name = type(value).__name__
    if isinstance(value, Parse):
        return None
    if _TYPES.get(name) is type(value):
        if isinstance(value, Enum):
            return {"kg": name, "v": value.value}
        if is_dataclass(value):
            return {"kg": name, "v": [_plain(getattr(value, f.name)) for f in fields(value)]}
    return chain(value) if chain is not None else value


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return {"kg": type(value).__name__, "v": value.value}
    return value


def decode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:
    """Read back what `encode` wrote (a msgpack decoder for srsly)."""
    if isinstance(value, dict) and set(value) == {"kg", "v"} and value["kg"] in _TYPES:
        cls = _TYPES[value["kg"]]
        if issubclass(cls, Enum):
            return cls(value["v"])
        return cls(*(_tuples(v) for v in value["v"]))
    return chain(value) if chain is not None else value


def _tuples(value: Any) -> Any:
    """msgpack gives lists where the dataclasses hold tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(v) for v in value)
    if isinstance(value, dict):
        return {key: _tuples(v) for key, v in value.items()}
    return value


srsly.msgpack_encoders.register("kg", func=encode)
srsly.msgpack_decoders.register("kg", func=decode)
