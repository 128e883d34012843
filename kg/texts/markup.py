"""TEI markup: the words that an element stands for once the editor has chosen between readings."""

from __future__ import annotations

import re

from lxml import etree

TEI = "http://www.tei-c.org/ns/1.0"
NS = {"t": TEI}
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
BLOCKS = frozenset({"div", "ab", "p", "lg", "l", "head", "trailer", "body", "front", "back", "list", "item", "sp"})
LEFT_OUT = frozenset({"sic", "orig", "abbr", "del", "rdg", "fw", "figure", "teiHeader", "interp", "index"})
"""Elements whose words are no part of the edited text."""

# Line breaks of the file and the indentation behind them are the encoder's, not the text's.
_TYPING = re.compile(r"[ \t]*\r?\n\s*")
_CHOSEN = ("corr", "reg", "expan", "unclear")


def local_name(element: etree._Element) -> str:
    """The name without namespace; empty for comments and processing instructions."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def typed(text: str | None) -> str:
    """A text node without the line breaks and indentation of the file."""
    return _TYPING.sub("", text or "")


def content(element: etree._Element) -> str:
    """All words within an element, white space made single."""
    return " ".join("".join(str(text) for text in element.itertext()).split())


def source_line(element: etree._Element) -> int | None:
    """The line of the file that the element begins on, where the parser knows it."""
    line: object = element.sourceline
    return line if isinstance(line, int) else None


def is_source(element: etree._Element) -> bool:
    """Whether the element names the source of a quotation, which is no part of the note it stands in."""
    return local_name(element) == "bibl" and element.get("type") == "source"


def chosen(choice: etree._Element) -> etree._Element | None:
    """The editor's reading among the alternatives of a `choice` or `app`; the first where none is marked."""
    for name in _CHOSEN:
        if (found := choice.find(f"t:{name}", NS)) is not None:
            return found
    return next(iter(choice), None)


def glyph(element: etree._Element) -> str:
    """A character without code point (`g`), as an entity in the text."""
    reference = (element.get("ref") or "").rpartition("#")[2]
    return f"&{reference};" if reference else content(element)


def words(element: etree._Element) -> str:
    """The words of an element; notes, sources and rejected readings left out."""
    parts = [typed(element.text)]
    for child in element:
        name = local_name(child)
        if name == "g":
            parts.append(glyph(child))
        elif name == "choice":
            reading = chosen(child)
            parts.append("" if reading is None else words(reading))
        elif name and name != "note" and name not in LEFT_OUT and not is_source(child):
            parts.append(words(child))
        parts.append(typed(child.tail))
    return "".join(parts)
