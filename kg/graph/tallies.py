"""Tallies as quads: the rules of a rite (graph/tallies/ID), a match (graph/match/NAME), and what SPARQL derives."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from kg.graph.entities import Entities
from kg.graph.iris import segment
from kg.graph.ontology import ontology_text
from kg.graph.passages import TextGraph
from kg.graph.settings import DCTERMS, XSD, Settings
from kg.graph.statements import Statements
from kg.graph.terms import TRUE, TYPE, integer, literal
from kg.lexicon.load import load_lexicon
from kg.rite.tally import Archer, Match, law_of
from kg.rite.tally_table import DrinkRule, TallyRule, load_tallies
from kg.texts.shipped import shipped_documents

STEPS = ("count", "announcement", "drinking")
"""The queries of ontology/tally, in the order in which one rests on the other."""


def tally_quads(text: TextGraph, entities: Entities, described: set[str] | None = None) -> Iterator[str]:
    """The rules of tallies and of the losers' drinking that a text lays down; one string a rule.

    One whose words do not stand in its passage is of another text that bears the same name, and is left out.
    `described` as in Statements.
    """
    law = load_tallies().get(text.document.id)
    if law is None:
        return
    say = Statements(text, entities, "tallies", set() if described is None else described)
    for rule in law.rules.values():
        yield from _rule(say, rule)
    for drink in law.drinks:
        yield from _drink(say, drink)


def _rests(say: Statements, term: str, rule: TallyRule) -> str | None:
    if rule.source:
        return say.in_work(term, rule.passage, rule.words, rule.source)
    if rule.speaker:
        return say.in_note(term, rule.passage, rule.words, rule.speaker)
    return say.in_passage(term, rule.passage, rule.words)


def _rule(say: Statements, rule: TallyRule) -> Iterator[str]:
    text, graph, rit = say.text, say.graph, say.text.settings.ontology
    term = f"<{text.iris.part(text.text, 'tally', rule.kind.value)}>"
    rests = _rests(say, term, rule)
    if rests is None:
        return
    kind = "".join(part.capitalize() for part in rule.kind.value.split("-"))
    lines = [
        rests,
        f"{term} {TYPE} <{rit}TallyRule> {graph} .\n"
        f"{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n"
        f"{term} <{rit}ruleKind> <{rit}{kind}Rule> {graph} .\n",
    ]
    if rule.number is not None:
        lines.append(f'{term} <{rit}number> "{rule.number}"^^<{XSD}decimal> {graph} .\n')
    if rule.side:
        lines.append(f"{term} <{rit}onSide> <{rit}{rule.side.value.capitalize()}Side> {graph} .\n")
    lines += (f"{term} <{rit}forRank> {say.name(rank)} {graph} .\n" for rank in rule.ranks)
    if rule.told_to:
        lines.append(f"{term} <{rit}toldTo> {say.name(rule.told_to)} {graph} .\n")
    if rule.announced:
        lines.append(f"{term} <{rit}announcedWords> {literal(rule.announced)} {graph} .\n")
    lines += say.note(term, rule.note)
    yield "".join(lines)


def _drink(say: Statements, rule: DrinkRule) -> Iterator[str]:
    text, graph, rit = say.text, say.graph, say.text.settings.ontology
    term = f"<{text.iris.part(text.text, 'drink', rule.id)}>"
    rests = say.in_passage(term, rule.passage, rule.words)
    if rests is None:
        return
    lines = [
        rests,
        f"{term} {TYPE} <{rit}DrinkRule> {graph} .\n{term} <{DCTERMS}isPartOf> <{text.text}> {graph} .\n",
    ]
    for passage in rule.also:
        lines.append(f"{term} <{rit}onPassage> <{text.passage_iri(say.passages[passage])}> {graph} .\n")
    lines += (f"{term} <{rit}forRank> {say.name(rank)} {graph} .\n" for rank in rule.ranks)
    lines += (f"{term} <{rit}partnerRank> {say.name(rank)} {graph} .\n" for rank in rule.partners)
    for name, entry in (("cup", rule.cup), ("servedBy", rule.served_by)):
        if entry:
            lines.append(f"{term} <{rit}{name}> {say.name(entry)} {graph} .\n")
    for name, cls, label in (
        ("cupFrom", "Position", rule.cup_from),
        ("drinksAt", "Position", rule.at),
        ("drinksFacing", "Direction", rule.facing),
        ("posture", "Action", rule.posture),
    ):
        if label:
            lines.append(f"{term} <{rit}{name}> <{say.entities.name(cls, label)}> {graph} .\n")
    if rule.bow:
        lines.append(f"{term} <{rit}bowText> {literal(rule.bow)} {graph} .\n")
    for name, true in (
        ("alone", rule.alone),
        ("partnerStays", rule.partner_stays),
        ("common", not (rule.ranks or rule.partners)),
    ):
        if true:
            lines.append(f"{term} <{rit}{name}> {TRUE} {graph} .\n")
    lines += say.note(term, rule.note)
    yield "".join(lines)


def match_iri(match: Match, settings: Settings) -> str:
    """The IRI of a match by its name."""
    return f"{settings.base}match/{segment(match.name)}"


def match_quads(match: Match, entities: Entities) -> Iterator[str]:
    """A match in the graph graph/match/NAME, and who shot in the lexicon graph."""
    settings, iris = entities.settings, entities.iris
    rit, term, graph = settings.ontology, match_iri(match, settings), f"<{iris.graph('match', match.name)}>"
    yield f"<{term}> {TYPE} <{rit}Match> {graph} .\n<{term}> <{rit}accordingTo> <{iris.text(match.rite)}> {graph} .\n"
    for couple in match.couples:
        made = f"{term}/couple/{couple.number}"
        yield (
            f"<{term}> <{rit}couple> <{made}> {graph} .\n"
            f"<{made}> {TYPE} <{rit}Couple> {graph} .\n"
            f"<{made}> <{rit}ordinal> {integer(couple.number)} {graph} .\n"
        )
        for hand, archer in (("upper", couple.upper), ("lower", couple.lower)):
            yield f"<{made}> <{rit}{hand}> <{made}/{hand}> {graph} .\n"
            yield _archer(f"<{made}/{hand}>", archer, graph, entities)


def _archer(term: str, archer: Archer, graph: str, entities: Entities) -> str:
    rit = entities.settings.ontology
    rank = entities.name("Actor", archer.rank.label, archer.rank.id)
    return (
        f"{term} {TYPE} <{rit}MatchArcher> {graph} .\n"
        f"{term} <{rit}archerRank> <{rank}> {graph} .\n"
        f"{term} <{rit}hits> {integer(archer.hits)} {graph} .\n"
        f"{term} <{rit}touches> {integer(archer.touches)} {graph} .\n"
    )


def derive(match: Match, settings: Settings) -> ox.Store:
    """A store with the rules of the match's rite, the match, and what the queries of ontology/tally derive from them.

    What is derived stands in graph/outcome/NAME; each of its resources says by prov:wasDerivedFrom on which rules it
    rests. Raises RiteError KG-R006 (there are no rules of the rite).
    """
    law_of(match.rite)
    entities = Entities(settings, load_lexicon())
    document = next(one for one in shipped_documents() if one.id == match.rite)
    text = TextGraph(document, settings)
    lines = [*tally_quads(text, entities), *match_quads(match, entities)]
    lines += _passages(text)
    lines += entities.lines
    store = ox.Store()
    store.load("".join(lines).encode(), format=ox.RdfFormat.N_QUADS)
    outcome = ox.NamedNode(entities.iris.graph("outcome", match.name))
    for step in STEPS:
        query = ontology_text(f"tally/{step}.rq", settings)
        found = store.query(query, use_default_graph_as_union=True)
        assert isinstance(found, ox.QueryTriples)
        store.extend([ox.Quad(t.subject, t.predicate, t.object, outcome) for t in found])
    return store


def _passages(text: TextGraph) -> Iterator[str]:
    """The ids of the passages that the rules cite, for those who read the result without the text."""
    for passage in text.document.passages:
        term = f"<{text.passage_iri(passage)}>"
        yield f"{term} <{DCTERMS}identifier> {literal(passage.id)} {text.graph} .\n"


def outcome_turtle(store: ox.Store, match: Match, settings: Settings) -> str:
    """The match and what follows from it, as sorted Turtle."""
    entities = Entities(settings, load_lexicon())
    graphs = [ox.NamedNode(entities.iris.graph(kind, match.name)) for kind in ("match", "outcome")]
    triples = {quad.triple for graph in graphs for quad in store.quads_for_pattern(None, None, None, graph)}
    made = ox.serialize(sorted(triples, key=str), format=ox.RdfFormat.TURTLE, prefixes=settings.prefixes)
    return (made or b"").decode()
