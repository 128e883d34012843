"""Looking at SPARQL text without running it: the words that count, and what would reach out or write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.errors import GraphError

# SPARQL 1.1 grammar, section 19.8: what is no keyword is taken out first (IRIs, strings, comments, variables,
# prefixed names and language tags), so that "service" in a literal or ex:service is not taken for the keyword.
# No prefix is looked for beyond 256 characters: a query of nothing but letters is looked at in linear time.
_TOKEN = re.compile(
    r"""
    (?P<blank>\s+ | \#[^\n\r]*)
  | (?P<skip>
        <[^<>"{}|^`\\\x00-\x20]*>
      | \"\"\"(?:\"{0,2}(?:[^"\\]|\\.))*\"\"\" | '''(?:'{0,2}(?:[^'\\]|\\.))*'''
      | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*'
      | [?$]\w+
    )
  | (?P<tag>@[A-Za-z-]+)
  | (?P<prefix>[\w.-]{0,256}):(?:[\w.:-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])*
  | (?P<word>[A-Za-z]+)
  | (?P<open>[({\[]) | (?P<close>[)}\]])
  | (?P<sign>[!+^-])
  | (?:(?![A-Za-z])\w)+
  | .
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_FORMS = frozenset({"SELECT", "CONSTRUCT", "DESCRIBE", "ASK"})
_WRITES = frozenset({"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"})


_DEEPEST = 200
"""Brackets within brackets, or signs (!, -, ^) one behind another; what parses them calls itself for each."""


def keywords(text: str) -> Iterator[str]:
    """The bare words of a query in order, in capitals; FROM by itself also where it is run together with others.

    Oxigraph parts words wherever the grammar lets it: ASKFROM<x> is to it what ASK FROM <x> is.
    """
    for match in _TOKEN.finditer(text):
        if found := match["word"]:
            word = found.upper()
            yield word
            if "FROM" in word and word != "FROM":
                yield "FROM"


def check_depth(text: str) -> None:
    """Raises GraphError KG-G038 where a query is nested so deep that the parser would end the process."""
    # Most queries hold fewer brackets and signs than can be too many.
    if sum(map(text.count, "({[!+^-")) <= _DEEPEST:
        return
    depth = signs = 0
    for match in _TOKEN.finditer(text):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        if match["sign"]:
            signs += 1
        elif not match["blank"]:
            signs = 0
        if depth + signs > _DEEPEST:
            raise GraphError(
                "KG-G038", f"查詢層層相套，逾 {_DEEPEST} 層，故不執行。請改寫。",
                f"The query is nested deeper than {_DEEPEST} and is not run. Write it with fewer brackets.",
            )  # fmt: skip


def check_query(text: str) -> str:
    """The form of a query: SELECT, CONSTRUCT, DESCRIBE or ASK.

    Raises GraphError KG-G031 where it would call another server (SERVICE), KG-G036 where it is an update (or LOAD),
    KG-G038 where it is nested too deep. A text that is none of these is left to the parser: the answer is then "".
    """
    check_depth(text)
    words = list(keywords(text))
    # Section 19.2 lets any character be written as an escape. Parsers differ on where; neither view may hold SERVICE.
    unescaped = _ESCAPE.sub(lambda m: chr(min(int(m[1] or m[2], 16), 0x10FFFF)), text)
    if _calls_out(text) or _calls_out(unescaped):
        raise GraphError(
            "KG-G031",
            "查詢含 SERVICE，會連到別處的伺服器，故不執行。",
            "The query holds SERVICE and would call another server; it is not run. Take the SERVICE part out.",
        )
    first = next((word for word in words if word in _FORMS or word in _WRITES), "")
    if first in _WRITES:
        raise GraphError(
            "KG-G036",
            f"查詢只能讀取，不能 {first}。",
            f"Queries only read; {first} is an update. Change the sources and run kg build instead.",
        )
    return first


def _calls_out(text: str) -> bool:
    """Whether SERVICE may stand in a text, also run together with its neighbours, which Oxigraph takes apart.

    That is trueSERVICE, SERVICESILENT, @en--ltrSERVICE; and SERVICEex:name where a brace follows: a prefix may well be
    named service, but then a group only follows GRAPH, which is written with another prefix.
    """
    named = False
    for match in _TOKEN.finditer(text):
        if match["blank"]:
            continue
        if named and match[0] == "{":
            return True
        if "SERVICE" in (match["word"] or match["tag"] or "").upper():
            return True
        named = "SERVICE" in (match["prefix"] or "").upper()
    return False
