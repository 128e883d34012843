"""Writing RDF terms as N-Quads text."""

from __future__ import annotations

import re

from kg.errors import GraphError
from kg.graph.settings import XSD

# N-Quads: `"`, `\`, LF and CR must be escaped; the other controls are too, so that a line is one line for every reader.
_ESCAPES = {
    **{code: f"\\u{code:04X}" for code in (*range(0x20), 0x7F, 0x85, 0x2028, 0x2029, 0xFFFE, 0xFFFF)},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    0x08: "\\b",
    0x09: "\\t",
    0x0A: "\\n",
    0x0C: "\\f",
    0x0D: "\\r",
}
_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f\x85\u2028\u2029\ufffe\uffff]')
_SURROGATE = re.compile("[\ud800-\udfff]")

TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
TRUE = f'"true"^^<{XSD}boolean>'
_INTEGER = f"^^<{XSD}integer>"


def literal(value: str, lang: str = "") -> str:
    """A plain literal, or one with a language tag (lower case, as every store gives it back).

    Plain literals are written without xsd:string, which rdflib holds for a different term.
    Raises GraphError KG-G003 where the value holds a lone surrogate, which no RDF file can hold.
    """
    if _SURROGATE.search(value):
        raise GraphError(
            "KG-G003",
            f"文字含不成對的代理碼位：{value[:20]!a}。請改正來源之編碼。",
            f"The text holds a lone surrogate: {value[:20]!a}; correct the source's encoding.",
        )
    if _SPECIAL.search(value):
        value = value.translate(_ESCAPES)
    return f'"{value}"@{lang}' if lang else f'"{value}"'


def integer(value: int) -> str:
    """A literal of xsd:integer; offsets too, for Oxigraph gives xsd:nonNegativeInteger, NIF's type, back as this."""
    return f'"{value}"{_INTEGER}'
