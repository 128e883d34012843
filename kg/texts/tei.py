"""TEI P5: our own editions, and other people's as far as their text is in the usual elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from kg.errors import TextError, Where
from kg.texts.document import Document
from kg.texts.fold import Folding
from kg.texts.markup import TEI, XML_ID
from kg.texts.raw import RawText
from kg.texts.tei_edition import Edition

_DEEPEST = 100
"""Elements within elements; editions have some fifteen. What walks the tree calls itself for each."""
_TOO_DEEP = etree.XPath("boolean(" + "/*" * (_DEEPEST + 1) + ")")
# What may stand before the root element but a DOCTYPE.
_PROLOG = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE\s+(?:TEI|teiCorpus)\b")


def is_tei(text: str) -> bool:
    """Whether the text is an XML document in the TEI namespace, or says by a DOCTYPE that it is TEI."""
    at = _root(text)
    head = text[at : at + 20_000]
    return head.startswith("<") and (TEI in head or _DOCTYPE.match(head) is not None)


def read_tei(raw: RawText, folding: Folding | None = None) -> Iterator[Document]:
    """Each `TEI` element of the file as a document.

    The text is what the editor gives (`corr`, `lem`, `reg`), corrections are kept as emendations. `s` elements are
    passages under their xml:id; where a block has none, its sentences are. Blocks begin on new lines. TextError
    KG-T020 when the file is no well-formed XML, KG-T021 when it holds no TEI, KG-T022 when it brings a DOCTYPE,
    KG-T023 when its elements are nested too deep.
    """
    _without_doctype(raw)
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True,
        remove_comments=True, remove_pis=True,  # what the encoder says to others is no text
    )
    try:
        root = etree.fromstring(raw.text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise TextError(
            "KG-T020", f"XML 有誤：{error.msg}。請改正。", f"The XML is not well-formed: {error.msg}. Correct it.",
            Where(raw.path, line=error.lineno),
        ) from error
    if _TOO_DEEP(root):
        raise TextError(
            "KG-T023", f"XML 之元素層層相套，逾 {_DEEPEST} 層。請改正。",
            f"Elements of the XML are nested deeper than {_DEEPEST}. Correct it.", Where(raw.path),
        )
    editions = [root] if root.tag == f"{{{TEI}}}TEI" else list(root.iter(f"{{{TEI}}}TEI"))
    if not editions:
        raise TextError(
            "KG-T021", "XML 中沒有 TEI 元素，無可讀之文。", "The XML holds no TEI element: there is nothing to read.",
            Where(raw.path),
        )
    for number, edition in enumerate(editions, start=1):
        name = edition.get(XML_ID) or (raw.id if len(editions) == 1 else f"{raw.id}_{number}")
        yield Edition(replace(raw, id=name), edition, folding).document()


def _without_doctype(raw: RawText) -> None:
    """Refuses a DOCTYPE before anything is parsed: entities can read files, call servers, and swell without bound."""
    at = _root(raw.text)
    if raw.text.startswith("<!DOCTYPE", at):
        raise TextError(
            "KG-T022", "XML 有 DOCTYPE；此處不讀 DTD 與實體。請刪去，並把實體換成字。",
            "The XML has a DOCTYPE; DTDs and entities are not read here. Take it out, and put characters for entities.",
            Where(raw.path, line=raw.text.count("\n", 0, at) + 1),
        )


def _root(text: str) -> int:
    """Where the root element begins, or the DOCTYPE before it."""
    prolog = _PROLOG.match(text)
    return 0 if prolog is None else prolog.end()
