"""What the dataset is, by VoID and DCAT: licence, version, sources with hash and citation, links per target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg import __version__
from kg.graph.iris import Iris
from kg.graph.settings import DCTERMS, ITSRDF, NIF, OWL, PROV, SKOS, Settings
from kg.graph.terms import TYPE, integer, literal
from kg.links.graph import LinkCounts
from kg.links.mapping import MappingSet
from kg.links.schemes import link_schemes
from kg.texts.document import Document

VOID = "http://rdfs.org/ns/void#"
DCAT = "http://www.w3.org/ns/dcat#"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_SPDX = "https://spdx.org/licenses/"
_TITLES = (("儀節圖譜", "zh-hant"), ("Knowledge graph of the rites of 儀禮", "en"))
_DESCRIPTIONS = (
    ("《儀禮》射禮諸篇所定之儀節：何人、用何器、在何處、面何方、依何次序，並其出處與注疏。", "zh-hant"),
    ("What the archery rites of 儀禮 prescribe: who does what, with which object, where, facing which way, in which "
     "order, with the passage of each act and the commentaries.", "en"),
)  # fmt: skip
_VOCABULARIES = (SKOS, PROV, NIF, ITSRDF, DCTERMS, VOID, DCAT)


def description_quads(
    documents: Iterable[Document], sets: Iterable[MappingSet], links: LinkCounts
) -> Iterator[str]:
    """N-Quads lines of graph/dataset; `links` has counted all links of the build. No times."""
    settings = links.settings
    iris = Iris(settings)
    graph = f"<{iris.graph('dataset')}>"
    dataset = f"<{settings.base}dataset>"
    yield (
        f"{dataset} {TYPE} <{VOID}Dataset> {graph} .\n"
        f"{dataset} {TYPE} <{DCAT}Dataset> {graph} .\n"
        f"{dataset} <{DCTERMS}license> <{LICENCE}> {graph} .\n"
        f"{dataset} <{OWL}versionInfo> {literal(__version__)} {graph} .\n"
        f"{dataset} <{VOID}uriSpace> {literal(settings.base)} {graph} .\n"
        f"{dataset} <{VOID}vocabulary> <{settings.ontology.removesuffix('#')}> {graph} .\n"
    )
    yield from (f"{dataset} <{DCTERMS}title> {literal(text, tag)} {graph} .\n" for text, tag in _TITLES)
    yield from (f"{dataset} <{DCTERMS}description> {literal(text, tag)} {graph} .\n" for text, tag in _DESCRIPTIONS)
    yield from (f"{dataset} <{VOID}vocabulary> <{one}> {graph} .\n" for one in _VOCABULARIES)
    yield from _distributions(dataset, settings, graph)
    yield from _sources(documents, dataset, settings, graph)
    for one in sets:
        yield f"{dataset} <{VOID}subset> <{one.id}> {graph} .\n"
        yield f"{dataset} <{DCTERMS}source> <{one.id}> {graph} .\n"
    yield from _linksets(dataset, links, graph)


def _distributions(dataset: str, settings: Settings, graph: str) -> Iterator[str]:
    for name, media in (("nquads", "application/n-quads"), ("trig", "application/trig"),
                        ("jsonld", "application/ld+json")):  # fmt: skip
        term = f"<{settings.base}dataset/{name}>"
        yield (
            f"{dataset} <{DCAT}distribution> {term} {graph} .\n"
            f"{term} {TYPE} <{DCAT}Distribution> {graph} .\n"
            f"{term} <{DCTERMS}license> <{LICENCE}> {graph} .\n"
            f"{term} <{DCAT}mediaType> <https://www.iana.org/assignments/media-types/{media}> {graph} .\n"
        )


def _sources(documents: Iterable[Document], dataset: str, settings: Settings, graph: str) -> Iterator[str]:
    """Each input once, in the order of the documents: its hash, the name of its file, and how it is cited."""
    iris = Iris(settings)
    done: set[str] = set()
    for document in documents:
        term = f"<{iris.source(document.source.sha256)}>"
        text = f"<{iris.text(document.id)}>"
        yield f"{dataset} <{DCTERMS}hasPart> {text} {graph} .\n"
        yield f"{text} <{PROV}wasDerivedFrom> {term} {graph} .\n"
        if document.source.sha256 in done:
            continue
        done.add(document.source.sha256)
        yield (
            f"{dataset} <{DCTERMS}source> {term} {graph} .\n"
            f"{term} <{DCTERMS}identifier> {literal(f'sha256:{document.source.sha256}')} {graph} .\n"
            f"{term} <{DCTERMS}bibliographicCitation> {literal(cited(document))} {graph} .\n"
        )


def cited(document: Document) -> str:
    """A document as it is cited: title, edition, name of the file."""
    edition = next((p.citation.edition for p in document.passages if p.citation.edition), "")
    name = document.source.name
    return ", ".join(part for part in (document.title or document.id, edition, name) if part)


def _linksets(dataset: str, links: LinkCounts, graph: str) -> Iterator[str]:
    base, described = links.settings.base, set[str]()
    for (scheme, predicate), count in sorted(links.counts.items()):
        name = f"{scheme or 'other'}-{predicate.rsplit('#', 1)[-1].rsplit('/', 1)[-1]}"
        term, target = f"<{base}dataset/links/{name}>", f"<{base}dataset/target/{scheme or 'other'}>"
        yield (
            f"{term} {TYPE} <{VOID}Linkset> {graph} .\n"
            f"{dataset} <{VOID}subset> {term} {graph} .\n"
            f"{term} <{VOID}subjectsTarget> {dataset} {graph} .\n"
            f"{term} <{VOID}objectsTarget> {target} {graph} .\n"
            f"{term} <{VOID}linkPredicate> <{predicate}> {graph} .\n"
            f"{term} <{VOID}triples> {integer(count)} {graph} .\n"
        )
        known = link_schemes().get(scheme)
        if scheme in described or known is None:
            continue
        described.add(scheme)
        yield f"{target} {TYPE} <{VOID}Dataset> {graph} .\n"
        yield f"{target} <{DCTERMS}title> {literal(known.zh, 'zh-hant')} {graph} .\n"
        yield f"{target} <{DCTERMS}title> {literal(known.en, 'en')} {graph} .\n"
        if known.prefix:
            yield f"{target} <{VOID}uriSpace> {literal(known.prefix)} {graph} .\n"
        if known.licence:
            yield f"{target} <{DCTERMS}license> <{_SPDX}{known.licence}> {graph} .\n"
