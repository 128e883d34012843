"""The dataset clauses of a query: which graphs FROM and FROM NAMED ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

# What is neither clause nor declaration is passed over whole, so that FROM in a string or a comment is not one.
_TOKEN = re.compile(
    r"""
    \"\"\"(?:\"{0,2}(?:[^"\\]|\\.))*\"\"\" | '''(?:'{0,2}(?:[^'\\]|\\.))*'''
  | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
  | \#[^\n\r]*
  | <(?P<iri>[^<>"{}|^`\x00-\x20]*)>
  | [?$]\w+
  | (?P<prefixed>[\w.-]{0,256}:(?:[\w.:%~-]|\\.)*)
  | (?P<word>[A-Za-z]+)
  | (?:(?![A-Za-z])\w)+
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def graphs_from(text: str, prefixes: Mapping[str, str]) -> Iterator[str]:
    """The IRIs after FROM and FROM NAMED, prefixes and BASE resolved; `prefixes` are those that need no declaring.

    A text that is no valid query gives what can be made out; the parser will tell what is wrong with it.
    """
    known, base = dict(prefixes), ""
    words = [match for match in _TOKEN.finditer(_unescaped(text)) if match.lastgroup]
    state = ""
    name = ""
    for match in words:
        word = (match["word"] or "").upper()
        if word:
            if "FROM" in word:  # also ASKFROM<x>, FROMNAMED<x>, which Oxigraph takes apart
                word = "NAMED" if word.endswith("NAMED") else "FROM"
                state = "FROM"
            state = word if word in {"FROM", "PREFIX", "BASE"} or (word == "NAMED" and state == "FROM") else ""
            continue
        if state == "PREFIX" and match["prefixed"] is not None:
            name, state = match["prefixed"].partition(":")[0], "NAME"
            continue
        if match["iri"] is not None:
            iri = urljoin(base, match["iri"]) if base else match["iri"]
        else:
            prefix, _, local = match["prefixed"].partition(":")
            iri = known.get(prefix, f"{prefix}:") + re.sub(r"\\(.)", r"\1", local)
        if state in {"FROM", "NAMED"}:
            yield iri
        elif state == "NAME":
            known[name] = iri
        elif state == "BASE":
            base = iri
        state = ""


def _unescaped(text: str) -> str:
    """The text with code point escapes resolved (SPARQL 1.1, 19.2)."""
    return _ESCAPE.sub(lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)), text)
