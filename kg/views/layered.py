"""A passage with its layers: what the commentators say on it in any edition, and where the editions differ."""

from __future__ import annotations

from dataclasses import dataclass

from kg.graph.source import local
from kg.graph.terms import literal
from kg.reading.glosses import shipped_folding
from kg.texts.align import align
from kg.texts.letters import letters_of
from kg.views.page import ViewError
from kg.views.reader import Row, Select, citation

_PASSAGE = """SELECT ?passage ?text ?begin ?id ?work ?folio ?line ?words ?layer {{
  {which} ?passage a rit:Passage ; nif:referenceContext ?text ; nif:anchorOf ?words ; nif:beginIndex ?begin .
  OPTIONAL {{ ?passage dcterms:identifier ?id }} OPTIONAL {{ ?passage rit:work ?work }}
  OPTIONAL {{ ?passage rit:folio ?folio }} OPTIONAL {{ ?passage rit:line ?line }}
  OPTIONAL {{ ?passage rit:layer ?l . ?l rdfs:label ?layer FILTER langMatches(lang(?layer), "zh-Hant") }} }}"""
_NOTES = """SELECT ?note ?text ?title ?number ?layer ?layerName ?speaker ?dynasty ?words ?class ?quoted ?judges {{
  ?note rit:onPassage <{passage}> ; a rit:Note ; rit:text ?words ; rit:ordinal ?number ; dcterms:isPartOf ?text ;
    rit:layer ?layer . ?layer rdfs:label ?layerName FILTER langMatches(lang(?layerName), "zh-Hant")
  OPTIONAL {{ ?text dcterms:title ?title }}
  OPTIONAL {{ ?note rit:speaker ?person . ?person skos:prefLabel ?speaker OPTIONAL {{ ?person rit:dynasty ?dynasty }} }}
  OPTIONAL {{ ?note rit:stance/skos:prefLabel ?class }}
  OPTIONAL {{ ?note rit:quotedIn/rit:speaker/skos:prefLabel ?quoted }}
  OPTIONAL {{ ?note rit:marker/rit:text ?judges }} }}"""
_GLOSSES = """SELECT ?lemma ?kind ?value ?tradition ?speaker {{
  ?gloss rit:onPassage <{passage}> ; rit:lemma ?lemma ; rit:note ?note ; a ?class .
  ?class rdfs:subClassOf rit:Gloss ; rdfs:label ?kind FILTER langMatches(lang(?kind), "zh-Hant")
  OPTIONAL {{ ?gloss rit:glossText ?value }} OPTIONAL {{ ?gloss rit:tradition/skos:prefLabel ?tradition }}
  OPTIONAL {{ ?note rit:speaker/skos:prefLabel ?speaker }} }}"""
_VARIANTS = """SELECT ?variant ?class ?begin ?canon ?reading ?witness ?agrees {{
  ?variant rit:onPassage <{passage}> ; a rit:Variant , ?class ; nif:beginIndex ?begin ; rit:text ?canon ;
    rit:witnessReading ?each . ?class rdfs:subClassOf rit:Variant .
  ?each rit:normalText ?reading ; rit:witnessText/dcterms:identifier ?witness
  OPTIONAL {{ ?each rit:agrees ?agrees }} }}"""
_PROPOSALS = """SELECT ?present ?proposed ?witnesses ?outOf ?made {{
  ?proposal rit:onPassage <{passage}> ; a rit:EmendationProposal ; rit:presentReading ?present ;
    rit:proposedReading ?proposed ; rit:witnesses ?witnesses ; rit:outOf ?outOf
  OPTIONAL {{ ?proposal rit:confirms ?made }} }}"""
_STEPS = """SELECT DISTINCT ?scholar ?step ?group {{
  {{ ?each rit:covers <{passage}> }} UNION {{ ?own rit:canonicalPassage <{passage}> . ?each rit:covers ?own }}
  FILTER NOT EXISTS {{ ?part skos:broader ?each }}
  ?each skos:prefLabel ?step ; skos:inScheme/dcterms:creator/skos:prefLabel ?scholar
  OPTIONAL {{ ?each skos:broader/skos:prefLabel ?group }} }}"""
_SAME = 0.9
"""Notes of one speaker that have so much in common are one note in two editions."""
_ORDER = ("LayerJing", "LayerJi", "LayerZhu", "LayerShu", "LayerAn", "LayerYin", "LayerParallel")


@dataclass(frozen=True, slots=True)
class LayeredNote:
    """What one commentator says, in all editions that have it; `words` are those of the edition that has most.

    An edition whose words differ a little from these is marked ≈.
    """

    layer: str
    speaker: str
    dynasty: str
    words: str
    editions: tuple[str, ...]
    classes: tuple[str, ...]  # 正義, 存疑 …
    quoted: str  # who quotes it
    judges: tuple[str, ...]  # words that judge others


@dataclass(frozen=True, slots=True)
class LayeredGloss:
    """What is said of a word of the passage, and by whom."""

    lemma: str
    kind: str
    value: str
    tradition: str
    speakers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayeredVariant:
    """A place where editions differ; `readings` gives each reading with its witnesses, the canonical one first."""

    lemma: str
    spelling: bool
    readings: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LayeredPassage:
    """A passage and all that stands on it. `steps`: scholar, step, and the group that the step is part of."""

    id: str
    citation: str
    layer: str
    text: str
    notes: tuple[LayeredNote, ...]
    glosses: tuple[LayeredGloss, ...]
    variants: tuple[LayeredVariant, ...]
    proposals: tuple[Row, ...]
    steps: tuple[tuple[str, str, str], ...]


def layers(select: Select, place: str) -> list[LayeredPassage]:
    """What stands on the passages that `place` names: an id, a folio or an IRI.

    Raises ViewError KG-V004 where the graph has no such passage.
    """
    which = f"{{ ?passage dcterms:identifier {literal(place)} }} UNION {{ ?passage rit:folio {literal(place)} }}"
    if place.startswith(("http://", "https://")):
        which = f"FILTER(STR(?passage) = {literal(place)})"
    rows = sorted(select(_PASSAGE.format(which=which)), key=lambda row: (row["text"], int(row["begin"])))
    if not rows:
        raise ViewError(
            "KG-V004",
            f"圖中無此出處：{place}。出處如 xiangshe.177。",
            f"The graph has no such passage: {place}. A passage is named like xiangshe.177.",
        )
    return [_passage(select, row) for row in rows]


def _passage(select: Select, row: Row) -> LayeredPassage:
    def asked(query: str) -> list[Row]:
        return sorted(select(query.format(passage=row["passage"])), key=lambda found: sorted(found.items()))

    return LayeredPassage(
        row.get("id", local(row["passage"])), citation(row), row.get("layer", ""), row["words"],
        _notes(asked(_NOTES)), _glosses(asked(_GLOSSES), row["words"]), _variants(asked(_VARIANTS)),
        tuple(asked(_PROPOSALS)),
        tuple((one["scholar"], one["step"], one.get("group", "")) for one in asked(_STEPS)),
    )  # fmt: skip


def _norm(words: str) -> str:
    return letters_of(words, shipped_folding()).norm


def _notes(rows: list[Row]) -> tuple[LayeredNote, ...]:
    """The notes in the order of the layers; the same words of one speaker in several editions, or nearly, are one."""
    notes: dict[str, list[Row]] = {}
    for row in rows:
        notes.setdefault(row["note"], []).append(row)
    groups: list[list[list[Row]]] = []
    for same in sorted(notes.values(), key=lambda same: (-len(_norm(same[0]["words"])), same[0]["note"])):
        norm, speaker = _norm(same[0]["words"]), same[0].get("speaker", "")
        for group in groups:
            first = group[0][0]
            if first.get("speaker", "") == speaker and norm and _likeness(norm, _norm(first["words"])) >= _SAME:
                group.append(same)
                break
        else:
            groups.append([same])
    ordered = sorted(groups, key=lambda group: _rank(group[0][0]))
    return tuple(_note(group) for group in ordered)


def _likeness(norm: str, longer: str) -> float:
    """1 where `norm` stands in `longer`, else which part of both together is equal."""
    if norm in longer:
        return 1.0
    return 2 * sum(block.length for block in align(longer, norm)) / (len(longer) + len(norm))


def _edition(row: Row, norm: str) -> str:
    name: str = row.get("title", local(row["text"]))
    return name if _norm(row["words"]) in norm else f"≈{name}"


def _rank(row: Row) -> tuple[int, str, int]:
    name = local(row["layer"])
    return _ORDER.index(name) if name in _ORDER else len(_ORDER), row["text"], int(row["number"])


def _note(group: list[list[Row]]) -> LayeredNote:
    rows = [row for same in group for row in same]
    first = rows[0]
    return LayeredNote(
        first["layerName"], first.get("speaker", ""), first.get("dynasty", ""), first["words"],
        tuple(dict.fromkeys(_edition(same[0], _norm(first["words"])) for same in group)),
        tuple(sorted({row["class"] for row in rows if "class" in row})),
        next((row["quoted"] for row in rows if row.get("quoted", first.get("speaker")) != first.get("speaker")), ""),
        tuple(sorted({row["judges"] for row in rows if "judges" in row})),
    )  # fmt: skip


def _glosses(rows: list[Row], words: str) -> tuple[LayeredGloss, ...]:
    """The glosses in the order of their words in the passage; one said by several is one."""
    found: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        key = (*(_norm(row.get(name, "")) for name in ("lemma", "value", "tradition")), row["kind"])
        found.setdefault(key, []).append(row.get("speaker", ""))
    norm = _norm(words)
    ordered = sorted(found, key=lambda key: (norm.find(key[0]), key))
    return tuple(
        LayeredGloss(key[0], key[3], key[1], key[2], tuple(sorted({name for name in found[key] if name})))
        for key in ordered
    )


def _variants(rows: list[Row]) -> tuple[LayeredVariant, ...]:
    places: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        places.setdefault((int(row["begin"]), row["variant"]), []).append(row)
    found: list[LayeredVariant] = []
    for _, same in sorted(places.items()):
        readings: dict[tuple[bool, str], list[str]] = {}
        for row in same:
            readings.setdefault(("agrees" not in row, row["reading"]), []).append(row["witness"])
        ordered = sorted(readings.items(), key=lambda reading: (reading[0][0], -len(reading[1]), reading[0][1]))
        found.append(
            LayeredVariant(
                same[0]["canon"], local(same[0]["class"]) == "SpellingVariant",
                tuple((text, tuple(sorted(names))) for (_, text), names in ordered),
            )
        )  # fmt: skip
    return tuple(found)
