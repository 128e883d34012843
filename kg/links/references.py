"""Links that follow from what a thing is: pages of editions, code points of characters, pictures of glyphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.graph.entities import CLASSES
from kg.graph.iris import Iris
from kg.graph.settings import DCTERMS
from kg.graph.terms import TYPE, literal
from kg.lexicon.load import Lexicon
from kg.links.graph import BIBO_DOCUMENT, LinkCounts
from kg.links.mapping import RDFS_SEE_ALSO
from kg.links.schemes import link_schemes
from kg.texts.document import Citation, Document

_LEAF = re.compile(r"KR\d[a-z]\d{4}_[A-Z][A-Za-z0-9@-]*_\d{3}-\d+[a-d]?")
_GAIJI = re.compile(r"&?(KR\d{4});?")


def reference_quads(documents: Iterable[Document], lexicon: Lexicon, links: LinkCounts) -> Iterator[str]:
    """N-Quads lines of graph/links: every page and edition that the documents cite, every character of the lexicon."""
    yield from _characters(lexicon, links)
    editions: set[str] = set()
    for document in documents:
        yield from _document(document, links, editions)


def _characters(lexicon: Lexicon, links: LinkCounts) -> Iterator[str]:
    """Words of one character → Unihan and GlyphWiki; words that stand for a character without code point → picture."""
    iris = Iris(links.settings)
    unnamed: dict[str, list[str]] = {}
    for entity, character in lexicon.gaiji.items():
        if match := _GAIJI.fullmatch(entity):
            unnamed.setdefault(character, []).append(match[1])
    for entry in lexicon.entries.values():
        if entry.table not in CLASSES:
            continue
        term = iris.entry(entry.id)
        for form in entry.forms:
            if len(form) == 1:
                code = ord(form)
                yield _see(term, "unihan", f"{code:04X}", links)
                yield _see(term, "glyphwiki", f"u{code:04x}", links)
            for identifier in unnamed.get(form, ()):
                yield _see(term, "kr-gaiji", identifier, links)


def _see(term: str, scheme: str, identifier: str, links: LinkCounts) -> str:
    return links.link(term, RDFS_SEE_ALSO, link_schemes()[scheme].iri(identifier), scheme)


def _document(document: Document, links: LinkCounts, editions: set[str]) -> Iterator[str]:
    """The edition that a document is of, and the page of each passage, note and witness."""
    iris = Iris(links.settings)
    text = iris.text(document.id)
    own: set[str] = set()
    for kind, name, citation in _cited(document):
        for leaf in _LEAF.findall(citation.folio):
            yield _see(iris.part(text, kind, name), "kanripo-page", leaf, links)
            own.add(leaf.rpartition("_")[0])
    for number, emendation in enumerate(document.emendations, start=1):
        for leaf in dict.fromkeys(_LEAF.findall(emendation.witness)):
            yield _see(iris.part(text, "emendation", str(number)), "kanripo-page", leaf, links)
            yield from _edition(leaf.rpartition("_")[0], links, editions)
    for edition in sorted(own):
        yield from _edition(edition, links, editions)
        yield f"<{text}> <{DCTERMS}isPartOf> <{links.settings.base}edition/{edition}> {links.graph} .\n"


def _cited(document: Document) -> Iterator[tuple[str, str, Citation]]:
    yield from (("passage", passage.id, passage.citation) for passage in document.passages)
    yield from (("note", note.id, note.citation) for note in document.notes)


def _edition(edition: str, links: LinkCounts, done: set[str]) -> Iterator[str]:
    if edition in done:
        return
    done.add(edition)
    base, shared = links.settings.base, f"<{Iris(links.settings).graph('lexicon')}>"
    work = edition.partition("_")[0]
    term, whole = f"{base}edition/{edition}", f"{base}work/{work}"
    yield (
        f"<{term}> {TYPE} <{BIBO_DOCUMENT}> {shared} .\n"
        f"<{term}> <{DCTERMS}identifier> {literal(edition)} {shared} .\n"
        f"<{term}> <{DCTERMS}isVersionOf> <{whole}> {shared} .\n"
    )
    yield _see(term, "kanripo-edition", edition, links)
    if work not in done:
        done.add(work)
        yield f"<{whole}> {TYPE} <{BIBO_DOCUMENT}> {shared} .\n"
        yield f"<{whole}> <{DCTERMS}identifier> {literal(work)} {shared} .\n"
        yield _see(whole, "kanripo-work", work, links)
