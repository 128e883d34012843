"""TEI P5: our own editions, and other people's as far as their text is in the usual elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from kg.errors import TextError, Where
from kg.texts.document import Document
from kg.texts.fold import Folding
from kg.texts.markup import TEI, XML_ID
from kg.texts.raw import RawText
from kg.texts.tei_edition import Edition


def is_tei(text: str) -> bool:
    """Whether the text is an XML document in the TEI namespace."""
    head = text[:20_000].lstrip()
    return head.startswith("<") and TEI in head


def read_tei(raw: RawText, folding: Folding | None = None) -> Iterator[Document]:
    """Each `TEI` element of the file as a document.

    The text is what the editor gives (`corr`, `lem`, `reg`), corrections are kept as emendations. `s` elements are
    passages under their xml:id; where a block has none, its sentences are. Blocks begin on new lines. TextError
    KG-T020 when the file is no well-formed XML, KG-T021 when it holds no TEI.
    """
    parser = etree.XMLParser(encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(raw.text.encode("utf-8"), parser)
    except etree.XMLSyntaxError as error:
        raise TextError(
            "KG-T020", f"XML 有誤：{error.msg}。請改正。", f"The XML is not well-formed: {error.msg}. Correct it.",
            Where(raw.path, line=error.lineno),
        ) from error
    editions = [root] if root.tag == f"{{{TEI}}}TEI" else list(root.iter(f"{{{TEI}}}TEI"))
    if not editions:
        raise TextError(
            "KG-T021", "XML 中沒有 TEI 元素，無可讀之文。", "The XML holds no TEI element: there is nothing to read.",
            Where(raw.path),
        )
    for number, edition in enumerate(editions, start=1):
        name = edition.get(XML_ID) or (raw.id if len(editions) == 1 else f"{raw.id}_{number}")
        yield Edition(replace(raw, id=name), edition, folding).document()
