"""What a graph states of acts and mentions, read back for comparison (rdf-contract.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pyoxigraph as ox

from kg.graph.settings import DCTERMS, ITSRDF, NIF, RDFS, SKOS, Settings
from kg.reading.act import RESOURCE_ROLES, Mode

_LABELS = (f"{SKOS}prefLabel", f"{RDFS}label", f"{SKOS}altLabel")
_TEXT = {"content": "content", "like": "likeText"}


@dataclass(frozen=True, slots=True)
class StatedFiller:
    """A role's filler: `label` as shown, `labels` all that the graph gives it, and the rule that supplied it."""

    label: str
    labels: frozenset[str]
    rule: str = ""
    supplied: bool = False
    grade: str = ""


@dataclass(frozen=True, slots=True)
class StatedAct:
    """An act: `start` and `end` are the offsets of its verb in the text."""

    iri: str
    start: int
    end: int
    verb: str
    action: str
    roles: dict[str, tuple[StatedFiller, ...]]
    negated: bool = False
    mode: str = Mode.ASSERTED.value
    count: int | None = None
    rule: str = ""
    grade: str = ""
    citation: str = ""


@dataclass(slots=True)
class StatedText:
    """A text that was read, with its acts in order and its mentions (start, end, kind)."""

    iri: str
    text: str
    acts: list[StatedAct] = field(default_factory=list)
    mentions: set[tuple[int, int, str]] = field(default_factory=set)


class Statements:
    """A store asked triple by triple, whatever graph a triple stands in."""

    def __init__(self, store: ox.Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._labels: dict[Any, tuple[str, frozenset[str]]] = {}

    def objects(self, subject: Any, predicate: str) -> list[Any]:
        """The objects of a subject, each once, in an order that does not change."""
        found = {
            quad.object: None for quad in self.store.quads_for_pattern(subject, ox.NamedNode(predicate), None, None)
        }
        return sorted(found, key=str)

    def pairs(self, predicate: str) -> list[tuple[Any, Any]]:
        """All (subject, object) of a predicate, each pair once."""
        quads = self.store.quads_for_pattern(None, ox.NamedNode(predicate), None, None)
        return sorted({(quad.subject, quad.object) for quad in quads}, key=str)

    def value(self, subject: Any, predicate: str) -> str:
        """The one object as text, "" where there is none."""
        found = self.objects(subject, predicate)
        return str(found[0].value) if found else ""

    def name(self, node: Any) -> tuple[str, frozenset[str]]:
        """(label to show, all labels) of a filler."""
        known = self._labels.get(node)
        if known is None:
            known = self._labels[node] = self._name(node)
        return known

    def _name(self, node: Any) -> tuple[str, frozenset[str]]:
        if isinstance(node, ox.Literal):
            return node.value, frozenset({node.value})
        labels = [str(term.value) for predicate in _LABELS for term in self.objects(node, predicate)]
        labels = labels or [str(node.value).rsplit("/", 1)[-1]]
        return labels[0], frozenset(labels)


def texts_of(store: ox.Store, settings: Settings | None = None) -> list[StatedText]:
    """The texts of a store in the order of their IRIs."""
    settings = settings or Settings()
    facts = Statements(store, settings)
    rit = settings.ontology
    texts = {context: StatedText(context.value, text.value) for context, text in facts.pairs(f"{NIF}isString")}
    spans: dict[Any, tuple[StatedText, int, int]] = {}
    for mention, begin in facts.pairs(f"{NIF}beginIndex"):
        end = facts.value(mention, f"{NIF}endIndex")
        context = facts.objects(mention, f"{NIF}referenceContext")
        if end and context and context[0] in texts:
            spans[mention] = (texts[context[0]], int(begin.value), int(end))
    for act, mention in facts.pairs(f"{rit}evidence"):
        action = facts.objects(act, f"{rit}action")
        if mention in spans and action:
            text, start, end_ = spans[mention]
            text.acts.append(_act(facts, act, start, end_, text.text[start:end_], facts.name(action[0])[0]))
    for mention, kind in facts.pairs(f"{ITSRDF}taClassRef"):
        if mention in spans:
            text, start, end_ = spans[mention]
            text.mentions.add((start, end_, str(kind.value).rsplit("#", 1)[-1]))
    for text in texts.values():
        text.acts.sort(key=lambda act: (act.start, act.end, act.iri))
    return [texts[context] for context in sorted(texts, key=str)]


def _act(facts: Statements, act: Any, start: int, end: int, verb: str, action: str) -> StatedAct:
    rit = facts.settings.ontology
    mode = facts.value(act, f"{rit}mode")
    count = facts.value(act, f"{rit}count")
    passage = facts.objects(act, f"{rit}passage")
    return StatedAct(
        str(act.value),
        start,
        end,
        verb,
        action,
        _roles(facts, act),
        facts.value(act, f"{rit}negated").lower() == "true",
        mode.rsplit("#", 1)[-1].lower() if mode else Mode.ASSERTED.value,
        int(count) if count else None,
        facts.value(act, f"{rit}rule"),
        _local(facts.value(act, f"{rit}grade")),
        facts.value(passage[0], f"{DCTERMS}identifier") if passage else "",
    )


def _roles(facts: Statements, act: Any) -> dict[str, tuple[StatedFiller, ...]]:
    rit = facts.settings.ontology
    made: dict[str, tuple[StatedFiller, ...]] = {}
    known = _fillings(facts, act)
    for role, predicate in (*((role, role) for role in RESOURCE_ROLES), *_TEXT.items()):
        nodes = facts.objects(act, f"{rit}{predicate}")
        fillers = [(*known.get((predicate, node), (len(nodes), "", False, "")), node) for node in nodes]
        if fillers:
            made[role] = tuple(
                StatedFiller(*facts.name(node), rule, supplied, grade)
                for _, rule, supplied, grade, node in sorted(fillers, key=lambda f: (f[0], str(f[-1])))
            )
    return made


def _fillings(facts: Statements, act: Any) -> dict[tuple[str, Any], tuple[int, str, bool, str]]:
    """(role, filler) → which one it is in the order of the act, its rule, whether it was supplied, its grade."""
    rit = facts.settings.ontology
    found: dict[tuple[str, Any], tuple[int, str, bool, str]] = {}
    for number, filling in enumerate(facts.objects(act, f"{rit}filling")):
        role = _local(facts.value(filling, f"{rit}role"), lower=False)
        nodes = facts.objects(filling, f"{rit}filler") or facts.objects(filling, f"{rit}fillerText")
        for node in nodes:
            found[role, node] = (
                number,
                facts.value(filling, f"{rit}rule"),
                _local(facts.value(filling, f"{rit}supply")) == "supplied",
                _local(facts.value(filling, f"{rit}grade")),
            )
    return found


def _local(iri: str, lower: bool = True) -> str:
    local = iri.rsplit("#", 1)[-1]
    return local.lower() if lower else local


def acts_by_iri(texts: Iterable[StatedText]) -> dict[str, tuple[StatedText, StatedAct]]:
    """All acts of some texts by their IRI."""
    return {act.iri: (text, act) for text in texts for act in text.acts}
