"""Reading a whole graph for the site, by SPARQL alone, each kind of fact in one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kg.graph.settings import Settings
from kg.graph.source import by_value, local
from kg.site.model import Change, Difference, Part, SiteAct, SiteNote, SitePassage, SiteText, Thing
from kg.site.names import slug, thing_slug
from kg.views.model import Name, NodeKind
from kg.views.reader import Row, Select, citation, read_names, read_vocabulary

_TEXTS = """SELECT ?text ?words ?id ?title { ?text nif:isString ?words ; dcterms:identifier ?id
  OPTIONAL { ?text dcterms:title ?title } }"""
_PASSAGES = """SELECT ?passage ?text ?begin ?end ?id ?work ?edition ?folio ?line ?layer {
  ?passage a rit:Passage ; nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end ;
    dcterms:identifier ?id ; rit:layer ?layer .
  OPTIONAL { ?passage rit:work ?work } OPTIONAL { ?passage rit:folio ?folio } OPTIONAL { ?passage rit:line ?line } }"""
_ACTS = """SELECT ?act ?text ?action ?begin ?end ?passage ?rule ?grade ?mode ?negated ?count ?from ?to {
  ?act a rit:Act ; rit:action ?action ; rit:evidence ?verb .
  ?verb nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?act rit:passage ?passage } OPTIONAL { ?act rit:rule ?rule } OPTIONAL { ?act rit:grade ?grade }
  OPTIONAL { ?act rit:mode ?mode } OPTIONAL { ?act rit:negated ?negated } OPTIONAL { ?act rit:count ?count }
  OPTIONAL { ?act rit:clause ?clause . ?clause nif:beginIndex ?from ; nif:endIndex ?to } }"""
_PARTS = """SELECT ?act ?filling ?role ?filler ?words ?supply ?rule ?grade ?quantity ?begin ?end {
  ?act rit:filling ?filling . ?filling rit:role ?role .
  OPTIONAL { ?filling rit:filler ?filler } OPTIONAL { ?filling rit:fillerText ?words }
  OPTIONAL { ?filling rit:supply ?supply } OPTIONAL { ?filling rit:rule ?rule }
  OPTIONAL { ?filling rit:grade ?grade } OPTIONAL { ?filling rit:quantity ?quantity }
  OPTIONAL { ?filling rit:evidence ?span . ?span nif:beginIndex ?begin ; nif:endIndex ?end } }"""
_PAIRS = "SELECT ?one ?other {{ ?one a rit:Act ; rit:{property} ?other . ?other a rit:Act }}"
_MENTIONS = """SELECT ?text ?begin ?end ?thing { ?mention a rit:Mention ; itsrdf:taIdentRef ?thing ;
  nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end }"""
_NOTES = """SELECT ?note ?text ?id ?layer ?speaker ?words ?begin ?end ?number ?work ?stance ?label ?quoted {
  ?note a rit:Note ; dcterms:isPartOf ?text ; rit:text ?words ; rit:layer ?layer ; rit:commentsOn ?span ;
    rit:ordinal ?number ; dcterms:identifier ?id . ?span nif:beginIndex ?begin ; nif:endIndex ?end
  OPTIONAL { ?note rit:speaker ?speaker } OPTIONAL { ?note rit:ofWork ?work } OPTIONAL { ?note rit:stance ?stance }
  OPTIONAL { ?note rit:introducedBy ?label } OPTIONAL { ?note rit:quotedIn ?quoted } }"""
_ON_PASSAGE = "SELECT ?note ?passage { ?note a rit:Note ; rit:onPassage ?passage }"
_CANONICAL = "SELECT ?passage ?canonical { ?passage rit:canonicalPassage ?canonical }"
_DIFFERENCES = """SELECT ?text ?begin ?end ?kind ?reading ?witness { ?place a rit:Variant , ?kind ;
  rit:witnessReading ?one ; nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  ?one rit:text ?reading ; rit:witnessText ?witness FILTER(?kind != rit:Variant)
  FILTER NOT EXISTS { ?one rit:agrees true } }"""
_HEADINGS = """SELECT ?text ?offset ?words ?number { ?heading a rit:Heading ; dcterms:isPartOf ?text ; rit:text ?words ;
  rit:offset ?offset ; rit:ordinal ?number }"""
_CHANGES = """SELECT ?text ?begin ?end ?sic ?corr ?reason ?witness { ?change a rit:Emendation ; rit:evidence ?span ;
  rit:sic ?sic ; rit:corr ?corr ; rit:reason ?reason ; rit:witness ?witness .
  ?span nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end }"""
_PROBLEMS = """SELECT ?text ?offset ?zh ?en { ?problem a rit:Problem ; dcterms:isPartOf ?text ; rit:offset ?offset ;
  rdfs:comment ?zh , ?en FILTER(langMatches(lang(?zh), "zh-Hant") && langMatches(lang(?en), "en")) }"""
_ENGLISH = """SELECT DISTINCT ?thing ?label { ?thing skos:prefLabel ?label FILTER(langMatches(lang(?label), "en")) }"""
_CLASSES = """SELECT ?thing ?class { ?thing a ?class FILTER(STRSTARTS(STR(?thing), "%s"))
  FILTER(STRSTARTS(STR(?class), STR(rit:))) }"""

_KINDS = {
    "Actor": NodeKind.ACTOR, "Object": NodeKind.OBJECT, "Position": NodeKind.POSITION,
    "Direction": NodeKind.DIRECTION, "Action": NodeKind.ACT,
}  # fmt: skip
_FAR = 10**9


@dataclass(slots=True)
class Rite:
    """Everything that the pages show, read once. All orders are those of the texts, or of names."""

    select: Select
    settings: Settings
    texts: list[SiteText] = field(default_factory=list)  # those with acts
    others: list[SiteText] = field(default_factory=list)  # commentaries and other witnesses without acts of their own
    canonical: dict[str, str] = field(default_factory=dict)  # passage of a witness → the passage it corresponds to
    things: dict[str, Thing] = field(default_factory=dict)  # what the texts name, by IRI
    names: dict[str, Name] = field(default_factory=dict)  # every labelled resource, by IRI
    vocabulary: dict[str, Name] = field(default_factory=dict)  # terms of the ontology, by local name
    acts_of: dict[str, list[tuple[SiteAct, str]]] = field(default_factory=dict)  # thing → its acts, and as what
    by_iri: dict[str, SiteAct] = field(default_factory=dict)

    def name(self, iri: str) -> Name:
        """What a resource is called; the end of its IRI where nobody says."""
        return self.names.get(iri) or self.vocabulary.get(local(iri)) or Name(local(iri))

    def term(self, name: str) -> Name:
        """What the ontology calls a term, by its local name."""
        return self.vocabulary.get(name, Name(name))

    def text(self, iri: str) -> SiteText:
        """The text of this IRI."""
        return next(text for text in self.texts if text.iri == iri)


def read_rite(select: Select, settings: Settings) -> Rite:
    """Reads the graph that `select` asks."""
    rite = Rite(select, settings)
    rite.vocabulary = read_vocabulary(select)
    rite.names = read_names(select, {row["thing"]: row["label"] for row in _sorted(select(_ENGLISH))})
    texts = {
        row["text"]: SiteText(row["text"], row["id"], row.get("title") or row["id"], row["words"], slug(row["id"]))
        for row in sorted(select(_TEXTS), key=lambda row: row["text"])
    }
    for row in select(_PASSAGES):
        begin, end, text = int(row["begin"]), int(row["end"]), texts[row["text"]]
        text.passages.append(
            SitePassage(
                row["passage"], row["id"], begin, end, local(row["layer"]), citation(row), text.words[begin:end]
            )
        )
    for text in texts.values():
        text.passages.sort(key=lambda passage: (passage.begin, passage.id))
    _read_acts(rite, texts)
    # Chapters by their number; texts that have none by their length, so that the fullest comes first.
    ordered = sorted(texts.values(), key=_place)
    rite.texts = [text for text in ordered if text.acts]
    rite.others = [text for text in ordered if not text.acts]
    rite.canonical = {row["passage"]: row["canonical"] for row in _sorted(select(_CANONICAL))}
    _read_layers(rite, texts)
    _read_things(rite)
    return rite


def _place(text: SiteText) -> tuple[str, int, str]:
    numbered = any(character.isdigit() for character in text.id)
    return (text.id if numbered else "", -len(text.passages), text.id)


def _read_acts(rite: Rite, texts: Mapping[str, SiteText]) -> None:
    parts: dict[str, list[tuple[int, str, Part]]] = defaultdict(list)
    for row in rite.select(_PARTS):
        part = Part(
            local(row["role"]), row.get("filler", ""), row.get("words", ""),
            local(row.get("supply", "")) == "Supplied", row.get("rule", ""), local(row.get("grade", "")),
            row.get("quantity", ""), int(row.get("begin", -1)), int(row.get("end", -1)),
        )  # fmt: skip
        parts[row["act"]].append((part.begin if part.begin >= 0 else _FAR, row["filling"], part))
    likes, orders = _pairs(rite.select, "like"), _pairs(rite.select, "orders")
    rows = sorted(rite.select(_ACTS), key=lambda row: (row["text"], int(row["begin"]), row["act"]))
    order: dict[str, int] = defaultdict(int)
    for row in rows:
        text = texts[row["text"]]
        act = SiteAct(
            row["act"], row["act"].rsplit("/act/", 1)[-1], text.iri, row.get("passage", ""), row["action"],
            int(row["begin"]), int(row["end"]), order[text.iri],
            (int(row.get("from", -1)), int(row.get("to", -1))), row.get("rule", ""), local(row.get("grade", "")),
            local(row.get("mode", "")), row.get("negated") == "true", row.get("count", ""),
            tuple(part for *_, part in sorted(parts.get(row["act"], []), key=lambda one: one[:2])),
            tuple(likes.get(row["act"], ())), tuple(orders.get(row["act"], ())),
        )  # fmt: skip
        order[text.iri] += 1
        text.acts.append(act)
        rite.by_iri[act.iri] = act


def _read_layers(rite: Rite, texts: Mapping[str, SiteText]) -> None:
    select = rite.select
    for row in sorted(select(_MENTIONS), key=lambda row: (int(row["begin"]), int(row["end"]), row["thing"])):
        texts[row["text"]].mentions.append((int(row["begin"]), int(row["end"]), row["thing"]))
    on: dict[str, list[str]] = defaultdict(list)
    for row in select(_ON_PASSAGE):
        on[row["note"]].append(row["passage"])
    home = {passage.iri: text for text in rite.texts for passage in text.passages}
    place = {passage.iri: at for text in rite.texts for at, passage in enumerate(text.passages)}
    depth: dict[str, int] = {}
    for row in sorted(select(_NOTES), key=lambda row: (row["text"], int(row["number"]), row["note"])):
        depth[row["note"]] = depth.get(row.get("quoted", ""), -1) + 1
        text = texts[row["text"]]
        note = SiteNote(
            row["note"], row["id"], local(row["layer"]), row.get("speaker", ""), row["words"], int(row["begin"]),
            int(row["end"]), "", row.get("work", ""), row.get("stance", ""), row.get("label", ""),
            row.get("quoted", ""), depth[row["note"]],
        )  # fmt: skip
        text.notes.append(replace(note, passage=_passage_of(text, note.begin, note.end)))
        if not text.acts:
            # A commentary on a rite that stands here too: its notes stand beside that rite's sentences.
            known = sorted((one for one in on[note.iri] if one in home), key=place.__getitem__)
            if known:
                last = known[-1]
                spot = home[last].passages[place[last]]
                home[last].notes.append(replace(note, passage=last, begin=spot.begin, end=spot.end))
    for row in sorted(select(_HEADINGS), key=lambda row: (row["text"], int(row["number"]))):
        texts[row["text"]].headings.append((int(row["offset"]), row["words"]))
    for row in _sorted(select(_CHANGES)):
        texts[row["text"]].changes.append(
            Change(int(row["begin"]), int(row["end"]), row["sic"], row["corr"], row["reason"], row["witness"])
        )
    readings: dict[tuple[str, int, int, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in _sorted(select(_DIFFERENCES)):
        at = (row["text"], int(row["begin"]), int(row["end"]), local(row["kind"]))
        readings[at][row["reading"]].append(texts[row["witness"]].title if row["witness"] in texts else row["witness"])
    for (iri, begin, end, kind), found in sorted(readings.items()):
        told = tuple((reading, tuple(witnesses)) for reading, witnesses in sorted(found.items()))
        texts[iri].differences.append(Difference(begin, end, kind, told))
    for row in _sorted(select(_PROBLEMS)):
        texts[row["text"]].problems.append((int(row["offset"]), Name(row["zh"], row["en"])))
    for text in texts.values():
        text.changes.sort(key=lambda change: (change.begin, change.end, change.sic))


def _passage_of(text: SiteText, begin: int, end: int) -> str:
    """The passage that a note stands behind: the one that holds the last of the words it is on."""
    last = max(begin, end - 1)
    found = text.passages[0].iri if text.passages else ""
    for passage in text.passages:
        if passage.begin > last:
            break
        found = passage.iri
    return found


def _read_things(rite: Rite) -> None:
    classes: dict[str, list[str]] = defaultdict(list)
    for row in _sorted(rite.select(_CLASSES % rite.settings.base)):
        classes[row["thing"]].append(local(row["class"]))
    acts_of: dict[str, list[tuple[SiteAct, str]]] = defaultdict(list)
    for text in rite.texts:
        for act in text.acts:
            acts_of[act.action].append((act, "action"))
            for part in act.parts:
                if part.thing:
                    acts_of[part.thing].append((act, part.role))
    named = {thing for text in rite.texts for *_, thing in text.mentions} | set(acts_of)
    for iri in sorted(named):
        kinds = [_KINDS[name] for name in classes.get(iri, ()) if name in _KINDS]
        if kinds and rite.name(iri).zh:
            rest = tuple(rite.term(name) for name in classes[iri] if name not in _KINDS)
            slugged = thing_slug(iri, rite.settings.base)
            rite.things[iri] = Thing(iri, slugged, kinds[0], rite.name(iri), rest)
    rite.acts_of = dict(acts_of)


def _pairs(select: Select, prop: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in _sorted(select(_PAIRS.format(property=prop))):
        found[row["one"]].append(row["other"])
    return found


def _sorted(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=by_value)
