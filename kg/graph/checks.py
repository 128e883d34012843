"""Checks of offsets and order, which SHACL Core cannot express, and one that it expresses too slowly."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from kg.graph.report import Finding
from kg.graph.settings import NIF, Settings


def _values(store: ox.Store, predicate: str) -> Iterator[tuple[str, str, str]]:
    """(subject, object's value, graph) of every statement with `predicate`."""
    for quad in store.quads_for_pattern(None, ox.NamedNode(predicate), None):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode | ox.Literal):
            graph = quad.graph_name.value if isinstance(quad.graph_name, ox.NamedNode) else ""
            yield quad.subject.value, quad.object.value, graph


def check_graph(store: ox.Store, settings: Settings) -> Iterator[Finding]:
    """Findings over a whole store; the shapes report what is missing, these what is wrong."""
    yield from _spans(store, settings)
    yield from _order(store, settings)
    yield from _supplied(store, settings)
    yield from _glosses(store, settings)


def _finding(settings: Settings, graph: str, zh: str, en: str, focus: str, path: str, value: str = "") -> Finding:
    base = settings.base
    return Finding(
        "Violation", graph.removeprefix(base), zh, en, focus.removeprefix(base), path, value.removeprefix(base)
    )


def _spans(store: ox.Store, settings: Settings) -> Iterator[Finding]:
    """Words that are not those at their offsets."""
    texts = {subject: value for subject, value, _ in _values(store, f"{NIF}isString")}
    contexts = {subject: value for subject, value, _ in _values(store, f"{NIF}referenceContext")}
    begins, ends = _offsets(store, "beginIndex"), _offsets(store, "endIndex")
    for subject, words, graph in _values(store, f"{NIF}anchorOf"):
        text = texts.get(contexts.get(subject, ""))
        if text is None or subject not in begins or subject not in ends:
            continue
        there = text[begins[subject] : ends[subject]]
        if there != words or ends[subject] > len(text):
            told = f"“{words[:40]}” ≠ “{there[:40]}”"
            zh, en = "所載文字與正文該處不符。", "The words stated are not those that stand at the offsets."
            yield _finding(settings, graph, zh, en, subject, "nif:anchorOf", told)


def _order(store: ox.Store, settings: Settings) -> Iterator[Finding]:
    """Acts whose next act does not stand behind them."""
    begins = _offsets(store, "beginIndex")
    verbs = {subject: value for subject, value, _ in _values(store, f"{settings.ontology}evidence")}
    for act, following, graph in _values(store, f"{settings.ontology}next"):
        here, there = begins.get(verbs.get(act, "")), begins.get(verbs.get(following, ""))
        if here is not None and there is not None and there <= here:
            zh, en = "下一儀節在文中不後於本節。", "The next act does not stand behind its act in the text."
            yield _finding(settings, graph, zh, en, act, "rit:next", following)


def _supplied(store: ox.Store, settings: Settings) -> Iterator[Finding]:
    """Supplied fillers that name no rule."""
    ruled = {subject for subject, _, _ in _values(store, f"{settings.ontology}rule")}
    for filling, supply, graph in _values(store, f"{settings.ontology}supply"):
        if supply == f"{settings.ontology}Supplied" and filling not in ruled:
            zh, en = "閱讀所補之充任者須載所據規則。", "A filler that the reading supplied names its rule."
            yield _finding(settings, graph, zh, en, filling, "rit:rule")


def _glosses(store: ox.Store, settings: Settings) -> Iterator[Finding]:
    """Glosses that end behind their note, and lemmas that are not the words at their place."""
    rit = settings.ontology
    words = {subject: value for subject, value, _ in _values(store, f"{rit}text")}
    ends = {subject: int(value) for subject, value, _ in _values(store, f"{rit}noteEnd") if value.isdecimal()}
    for gloss, note, graph in _values(store, f"{rit}note"):
        if note in words and ends.get(gloss, 0) > len(words[note]):
            zh, en = "訓釋之終點在注文之外。", "A gloss ends behind its note."
            yield _finding(settings, graph, zh, en, gloss, "rit:noteEnd", note)
    anchors = {subject: "".join(value.split()) for subject, value, _ in _values(store, f"{NIF}anchorOf")}
    lemmas = {subject: value for subject, value, _ in _values(store, f"{rit}lemma")}
    for gloss, place, graph in _values(store, f"{rit}lemmaPlace"):
        if anchors.get(place) != lemmas.get(gloss):
            zh, en = "所釋之詞與正文該處不符。", "The word of a gloss is not what stands at its place."
            yield _finding(settings, graph, zh, en, gloss, "rit:lemmaPlace", place)


def _offsets(store: ox.Store, name: str) -> dict[str, int]:
    return {subject: int(value) for subject, value, _ in _values(store, f"{NIF}{name}") if value.isdecimal()}
