"""Things and offices: a page for each actor, object, place and action, and lists of them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from kg.graph.source import by_value, local
from kg.site.model import SiteAct, SiteNote, Thing
from kg.site.pages import Frame, Page
from kg.site.reader import Rite
from kg.site.shared import Shared
from kg.views.model import Name, NodeKind

_STATED = """SELECT ?thing ?property ?value ?label { ?thing ?property ?value
  FILTER(STRSTARTS(STR(?thing), "%s")) FILTER(?property NOT IN (rdf:type, skos:prefLabel, skos:altLabel, rit:pinyin,
    rit:gloss, skos:inScheme, dcterms:identifier, rit:unlisted, rit:lexiconClass, skos:note, dcterms:source))
  { ?thing a rit:Actor } UNION { ?thing a rit:Object }
  UNION { ?thing a rit:Position } UNION { ?thing a rit:Action } }"""
_REMARKS = """SELECT ?thing ?property ?value { VALUES ?property { skos:note dcterms:source } ?thing ?property ?value
  { ?thing a rit:Actor } UNION { ?thing a rit:Object }
  UNION { ?thing a rit:Position } UNION { ?thing a rit:Action } }"""
_GLOSSES = """SELECT ?lemma ?words ?kind ?speaker ?passage { ?gloss a rit:Gloss ; rit:lemma ?lemma ;
  rit:glossText ?words ; a ?kind ; rit:note ?note . FILTER(?kind != rit:Gloss) OPTIONAL { ?note rit:speaker ?speaker }
  OPTIONAL { ?gloss rit:onPassage ?passage } }"""
_DESCRIBED = """SELECT ?said ?thing ?aspect ?part ?owner ?words ?passage ?value ?model ?written ?note {
  ?said a rit:Description ; rit:describes ?thing ; rit:aspect ?aspect ; rit:text ?words ; rit:passage ?passage .
  OPTIONAL { ?said rit:describedPart ?part } OPTIONAL { ?said rit:describedOwner ?owner }
  OPTIONAL { ?said rit:valueEntity ?value } OPTIONAL { ?said rit:model ?model }
  OPTIONAL { ?said rit:valueText ?written } OPTIONAL { ?said skos:note ?note } }"""
_REGULATED = """SELECT ?said ?thing ?matter ?words ?passage ?rank ?occasion ?place ?citation {
  ?said a rit:Regulation ; rit:matter ?matter ; rit:text ?words ; rit:prescribes|rit:valueEntity|rit:forRank ?thing .
  OPTIONAL { ?said rit:passage ?passage } OPTIONAL { ?said rit:forRank ?rank }
  OPTIONAL { ?said rit:occasion ?occasion } OPTIONAL { ?said rit:regulatedPlace ?place }
  OPTIONAL { ?said dcterms:bibliographicCitation ?citation } }"""
_AROUND = 14  # neighbours drawn in the small network
_NOTES = 24
_KIND_ORDER = (NodeKind.ACTOR, NodeKind.OBJECT, NodeKind.POSITION, NodeKind.ACT)
KIND_NAMES = {
    NodeKind.ACTOR: Name("人與職", "Persons and offices"),
    NodeKind.OBJECT: Name("器物", "Things"),
    NodeKind.POSITION: Name("處所", "Places"),
    NodeKind.ACT: Name("動作", "Actions"),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """What the graph says of a thing: property, value, and where the value leads."""

    prop: Name
    value: str
    en: str
    href: str
    outside: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A thing of the small network with its place in the drawing."""

    thing: Thing
    count: int
    x: int
    y: int
    anchor: str


def thing_pages(shared: Shared, frame: Frame, networks: dict[str, str]) -> Iterator[Page]:
    """The lists and a page for each thing. `networks`: thing → the path of its own network page."""
    yield _list_page(shared, frame)
    stated, remarks = _stated(shared), _remarks(shared.rite)
    glosses = _glosses(shared.rite)
    described, regulated = _described(shared), _regulated(shared)
    notes = _notes(shared.rite)
    titles = {text.iri: text for text in shared.rite.texts}
    for thing in shared.order:
        if thing.kind is NodeKind.DIRECTION:
            continue
        acts = shared.rite.acts_of.get(thing.iri, [])
        doers = Counter(iri for act, _ in acts for iri in act.fillers("actor") if iri != thing.iri)
        places = Counter(iri for act, _ in acts for iri in act.fillers("place", "destination", "origin", "via"))
        things = Counter(iri for act, _ in acts for iri in act.fillers("object", "instrument") if iri != thing.iri)
        actions = Counter(act.action for act, _ in acts)
        yield frame.page(
            f"thing/{thing.slug}.html",
            "thing.html",
            Name(thing.name.zh, thing.name.en.split(";")[0]),
            "thing",
            thing=thing,
            kind=KIND_NAMES[thing.kind],
            rows=[_row(shared, act, role) for act, role in acts],
            statements=[said for said in stated.get(thing.iri, []) if not said.outside],
            outward=[said for said in stated.get(thing.iri, []) if said.outside],
            described=described.get(thing.iri, []),
            regulated=regulated.get(thing.iri, []),
            remarks=remarks.get(thing.iri, []),
            glosses=glosses.get(thing.name.zh, []),
            notes=_notes_on(notes, thing),
            counts=[
                (Name("動作", "actions"), _top(shared, actions) if thing.kind is not NodeKind.ACT else []),
                (Name("何人", "who"), _top(shared, doers)),
                (Name("何物", "with what"), _top(shared, things)),
                (Name("何處", "where"), _top(shared, places)),
            ],
            around=_around(shared, thing, acts),
            network=networks.get(thing.iri, ""),
            titles=titles,
            shared=shared,
            name=shared.rite.name,
            scripts=[],
            styles=["thing.css"],
        )


def _list_page(shared: Shared, frame: Frame) -> Page:
    groups = []
    for kind in _KIND_ORDER:
        of_kind = [thing for thing in shared.order if thing.kind is kind]
        by_class: dict[str, list[Thing]] = defaultdict(list)
        names: dict[str, Name] = {}
        for thing in of_kind:
            first = thing.classes[0] if thing.classes else Name("未分類", "unclassed")
            names[first.zh] = first
            by_class[first.zh].append(thing)
        classes = sorted(by_class, key=lambda name: (-len(by_class[name]), name))
        if of_kind:
            groups.append((kind, KIND_NAMES[kind], [(names[name], by_class[name]) for name in classes], len(of_kind)))
    return frame.page(
        "thing/index.html",
        "things.html",
        Name("名物職官", "things and offices"),
        "thing",
        groups=groups,
        counts={thing.iri: len(shared.rite.acts_of.get(thing.iri, ())) for thing in shared.order},
        styles=["thing.css"],
    )


def _row(shared: Shared, act: SiteAct, role: str) -> dict[str, object]:
    text = shared.rite.text(act.text)
    begin, end = act.clause if act.clause[0] >= 0 else (act.begin, act.end)
    words = text.words
    return {
        "text": text,
        "act": act,
        "passage": act.key.rpartition("/")[0],
        "href": shared.act_address(act),
        "doers": [(iri, shared.thing_address(iri)) for iri in dict.fromkeys(act.fillers("actor"))],
        "supplied": any(part.supplied for part in act.parts if part.role == "actor"),
        "role": shared.rite.term(role),
        "places": [
            (iri, shared.thing_address(iri))
            for iri in dict.fromkeys(act.fillers("place", "origin", "via", "destination", "reference", "direction"))
        ],
        "before": words[begin : act.begin],
        "verb": words[act.begin : act.end],
        "after": words[act.end : end],
    }


def _top(shared: Shared, counted: Counter[str]) -> list[tuple[Thing, int]]:
    best = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:12]
    return [(shared.rite.things[iri], count) for iri, count in best if iri in shared.rite.things]


def _around(shared: Shared, thing: Thing, acts: Iterable[tuple[SiteAct, str]]) -> list[Neighbour]:
    """What takes part in most acts with the thing, on an ellipse round it."""
    near: Counter[str] = Counter()
    for act, _ in acts:
        near.update({part.thing for part in act.parts if part.thing and part.role != "direction"} - {thing.iri})
    best = sorted(near.items(), key=lambda item: (-item[1], item[0]))[:_AROUND]
    kept = [(shared.rite.things[iri], count) for iri, count in best if iri in shared.rite.things]
    kept.sort(key=lambda item: (_KIND_ORDER.index(item[0].kind) if item[0].kind in _KIND_ORDER else 9, -item[1]))
    made = []
    for at, (one, count) in enumerate(kept):
        angle = 2 * math.pi * at / len(kept) - math.pi / 2
        x, y = round(math.cos(angle) * 175), round(math.sin(angle) * 118)
        made.append(Neighbour(one, count, x, y, "middle" if abs(x) < 60 else "start" if x > 0 else "end"))
    return made


def _stated(shared: Shared) -> dict[str, list[Statement]]:
    rite = shared.rite
    base = rite.settings.base
    found: dict[str, list[Statement]] = defaultdict(list)
    rows = sorted(rite.select(_STATED % base), key=lambda row: (row["thing"], row["property"], row["value"]))
    for row in dict.fromkeys((row["thing"], row["property"], row["value"]) for row in rows):
        thing, prop, value = row
        if thing not in rite.things:
            continue
        is_iri = value.startswith(("http://", "https://"))
        named = rite.name(value) if is_iri else Name(value)
        inside = value.startswith(base)
        href = shared.thing_address(value) if inside else value if is_iri else ""
        shown = named.zh if inside or not is_iri else urlsplit(value).hostname or value
        found[thing].append(
            Statement(rite.term(local(prop)), shown, named.en if inside else "", href, is_iri and not inside)
        )
    return found


def _described(shared: Shared) -> dict[str, list[dict[str, object]]]:
    """What the texts say of a thing: aspect, of which part, in which words, of what it is or is like."""
    rite = shared.rite
    found: dict[str, dict[str, dict[str, object]]] = defaultdict(dict)
    for row in sorted(rite.select(_DESCRIBED), key=by_value):
        # A value of several parts comes as several rows of one statement.
        said = found[row["thing"]].setdefault(
            row["said"],
            {
                "aspect": rite.term(local(row["aspect"])),
                "part": rite.name(row["part"]) if "part" in row else None,
                "words": row["words"],
                "passage": row["passage"],
                "id": local(row["passage"]),
                "values": {},
                "written": row.get("written", ""),
                "note": row.get("note", ""),
            },
        )
        values = said["values"]
        assert isinstance(values, dict)
        for key in ("value", "model", "owner"):
            if key in row:
                values[row[key]] = (rite.name(row[key]), shared.thing_address(row[key]), key)
    return {thing: list(said.values()) for thing, said in found.items()}


def _regulated(shared: Shared) -> dict[str, list[dict[str, object]]]:
    """Regulations that name a thing or a rank: of what, for whom, when, in which words."""
    rite = shared.rite
    found: dict[str, dict[str, dict[str, object]]] = defaultdict(dict)
    for row in sorted(rite.select(_REGULATED), key=by_value):
        found[row["thing"]].setdefault(
            row["said"],
            {
                "matter": rite.term(local(row["matter"])),
                "words": row["words"],
                "passage": row.get("passage", ""),
                "id": local(row["passage"]) if "passage" in row else row.get("citation", ""),
                "rank": rite.name(row["rank"]) if "rank" in row else None,
                "occasion": rite.name(row["occasion"]) if "occasion" in row else None,
                "place": rite.name(row["place"]) if "place" in row else None,
            },
        )
    return {thing: list(said.values()) for thing, said in found.items()}


def _remarks(rite: Rite) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    rows = sorted({(row["thing"], row["property"], row["value"]) for row in rite.select(_REMARKS)})
    for thing, prop, value in rows:
        found[thing].append((local(prop), value))
    return found


def _glosses(rite: Rite) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    seen: set[tuple[str, ...]] = set()
    for row in sorted(rite.select(_GLOSSES), key=by_value):
        speaker = rite.name(row["speaker"]).zh if "speaker" in row else ""
        key = (row["lemma"], row["words"], row["kind"], speaker)
        if key not in seen:
            seen.add(key)
            kind = rite.term(local(row["kind"]))
            found[row["lemma"]].append({"words": row["words"], "kind": kind.zh, "en": kind.en, "speaker": speaker})
    return found


def _notes(rite: Rite) -> list[tuple[SiteNote, str]]:
    ids = {passage.iri: passage.id for text in rite.texts for passage in text.passages}
    return [(note, ids.get(note.passage, "")) for text in rite.texts for note in text.notes]


def _notes_on(notes: list[tuple[SiteNote, str]], thing: Thing) -> list[tuple[SiteNote, str]]:
    """Notes that name a thing of two characters or more, or explain one of a single character (X，Y也; X者)."""
    if thing.kind is NodeKind.ACT:
        return []
    label = thing.name.zh
    wanted = (label,) if len(label) > 1 else (f"{label}，", f"{label}者", f"{label}猶", f"{label}謂", f"{label}所以")
    return [(note, id) for note, id in notes if any(words in note.words for words in wanted)][:_NOTES]


