"""Minting IRIs: readable, stable, valid for every store, and no blank nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.errors import GraphError
from kg.graph.settings import Settings

# What may stand in a path segment as it is: RFC 3986 unreserved, and RFC 3987 ucschar without blanks, bidi marks,
# private use and noncharacters. Everything else is percent-encoded, so that two names never share an IRI.
_PLAIN = (
    "A-Za-z0-9._~\\-"
    "\u00a1-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u17b3\u17b6-\u180a\u180f-\u1fff"
    "\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff\uf900-\ufdcf\ufdf0-\ufdff\ufe10-\ufefe"
    "\uff00-\uff9f\uffa1-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14))
)
_ENCODED = re.compile(f"[^{_PLAIN}]")


def segment(name: str) -> str:
    """`name` as one segment of an IRI's path; distinct names give distinct segments.

    Raises GraphError KG-G002 where the name is empty or holds a lone surrogate.
    """
    if not name:
        raise GraphError("KG-G002", "名稱為空，不能造識別碼。", "An empty name cannot become an IRI; give it one.")
    try:
        made = _ENCODED.sub(lambda m: "".join(f"%{byte:02X}" for byte in m[0].encode("utf-8")), name)
    except UnicodeEncodeError as fault:
        raise GraphError(
            "KG-G002",
            f"名稱 {name!a} 含不成對的代理碼位，不能造識別碼。",
            f"The name {name!a} holds a lone surrogate and cannot become an IRI; correct the source's encoding.",
        ) from fault
    return made.replace(".", "%2E") if not made.strip(".") else made


@dataclass(frozen=True, slots=True)
class Iris:
    """The IRIs of one base; each method returns an IRI without angle brackets."""

    settings: Settings

    def text(self, document: str) -> str:
        """The base text of a document (its nif:Context)."""
        return f"{self.settings.base}text/{segment(document)}"

    def span(self, text: str, start: int, end: int) -> str:
        """Code points [start, end) of `text`, an IRI of text(); the fragment follows NIF's RFC 5147 scheme."""
        return f"{text}#char={start},{end}"

    def part(self, text: str, kind: str, name: str) -> str:
        """A passage, note, heading … of `text`, an IRI of text()."""
        return f"{text}/{kind}/{segment(name)}"

    def graph(self, kind: str, document: str = "") -> str:
        """The named graph of a document's text or notes, or of the lexicon, the ontology, the run."""
        return f"{self.settings.base}graph/{kind}" + (f"/{segment(document)}" if document else "")

    def entry(self, entry: str) -> str:
        """An entry of the lexicon by its id."""
        return f"{self.settings.base}lexicon/{segment(entry)}"

    def lexicon(self) -> str:
        """The lexicon as a concept scheme."""
        return f"{self.settings.base}lexicon"

    def entity(self, kind: str, label: str) -> str:
        """An entity that the lexicon lacks (composed or guessed), by its kind and label."""
        return f"{self.settings.base}entity/{segment(kind.lower())}/{segment(label)}"

    def commentator(self, name: str) -> str:
        """A person who comments, by the name that the edition gives."""
        return f"{self.settings.base}commentator/{segment(name)}"

    def source(self, sha256: str) -> str:
        """An input file by the hash of its bytes."""
        return f"{self.settings.base}source/{segment(sha256)}"

    def run(self, digest: str) -> str:
        """A run of the program by the hash of all that went into it."""
        return f"{self.settings.base}run/{segment(digest)}"

    def software(self, version: str) -> str:
        """A version of this program."""
        return f"{self.settings.base}software/ritual-kg/{segment(version)}"
