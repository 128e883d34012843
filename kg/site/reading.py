"""The reading page: a text with its acts marked, notes beside each sentence, what was changed, and its outline."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from kg.site.model import SiteAct, SiteNote, SitePassage, SiteText
from kg.site.pages import Frame, Page
from kg.site.shared import Shared, reading_path, used_rules
from kg.views.model import Name

_LAYERS = ("LayerJing", "LayerJi")


@dataclass(slots=True)
class Piece:
    """A stretch of a passage of one look: a verb, a name, plain words; corrected or not."""

    words: str
    acts: list[int] = field(default_factory=list)  # numbers on the page
    keys: list[str] = field(default_factory=list)
    kind: str = ""
    thing: int = -1
    sic: str = ""
    why: str = ""
    variant: str = ""


def reading_pages(shared: Shared, frame: Frame, text: SiteText) -> Iterator[Page]:
    """The pages of one text, one where it is short enough."""
    parts = shared.parts[text.iri]
    by_passage: dict[str, list[SiteAct]] = defaultdict(list)
    for act in text.acts:
        by_passage[act.passage].append(act)
    notes: dict[str, list[SiteNote]] = defaultdict(list)
    for note in text.notes:
        notes[note.passage].append(note)
    speakers = Counter(note.speaker for note in text.notes)
    layers = Counter(note.layer for note in text.notes)
    for at, passages in enumerate(parts):
        acts = [act for passage in passages for act in by_passage[passage.iri]]
        number = {act.iri: place for place, act in enumerate(acts)}
        headings = _headings(text, passages)
        yield frame.page(
            reading_path(text, at),
            "reading.html",
            Name(text.title, "reading"),
            "read",
            styles=["reading.css"],
            scripts=["reading.js"],
            text=text,
            texts=[*shared.rite.texts, *shared.rite.others],
            parts=[(reading_path(text, one), chunk[0].id, chunk[-1].id) for one, chunk in enumerate(parts)],
            at=at,
            pages={part.iri: reading_path(text, one) for one, chunk in enumerate(parts) for part in chunk},
            ids={passage.iri: passage.id for passage in text.passages},
            rows=[
                {
                    "passage": passage,
                    "pieces": pieces(shared, text, passage, by_passage[passage.iri], number),
                    "notes": notes[passage.iri],
                    "headings": headings.get(passage.iri, []),
                    "record": passage.layer == "LayerJi",
                }
                for passage in passages
            ],
            layers=[(layer, shared.rite.term(layer), layers[layer]) for layer in sorted(layers)],
            speakers=[
                (speaker, shared.rite.name(speaker), count) for speaker, count in speakers.most_common() if speaker
            ],
            base_layers=[
                (layer, shared.rite.term(layer), sum(passage.layer == layer for passage in text.passages))
                for layer in _LAYERS
                if any(passage.layer == layer for passage in text.passages)
            ],
            name=shared.rite.name,
            term=shared.rite.term,
            data=page_data(shared, text, acts, parts),
        )


def pieces(
    shared: Shared, text: SiteText, passage: SitePassage, acts: list[SiteAct], number: dict[str, int]
) -> list[Piece]:
    """The words of a passage cut where their look changes."""
    begin, end = passage.begin, passage.end
    # One owner a character: what stands later in this list lies on top.
    look: list[tuple[str, int, tuple[int, ...]]] = [("", -1, ())] * (end - begin)
    for start, stop, named in text.mentions:
        if start < end and stop > begin and named in shared.rite.things:
            look_of = (shared.rite.things[named].kind.value, shared.number[named], (start,))
            for at in range(max(start, begin), min(stop, end)):
                look[at - begin] = look_of
    keys: dict[int, str] = {}
    for act in acts:
        mine = number[act.iri]
        keys[mine] = act.key
        for at in range(max(act.begin, begin), min(act.end, end)):
            kind, thing, owner = look[at - begin]
            look[at - begin] = ("verb", thing, (*owner, mine) if kind == "verb" else (mine,))
    cuts = {begin, end}
    changes = {change.begin: change for change in text.changes if begin <= change.begin < end}
    differences = {place.begin: place for place in text.differences if begin <= place.begin < end}
    spans = [(one.begin, one.end) for one in changes.values()] + [(one.begin, one.end) for one in differences.values()]
    for first, last in spans:
        cuts.update((first, min(max(last, first + 1), end)))
    for at in range(begin + 1, end):
        if look[at - begin] != look[at - begin - 1]:
            cuts.add(at)
    edges = sorted(cuts)
    made: list[Piece] = []
    told: set[int] = set()
    for start, stop in pairwise(edges):
        kind, thing, owner = look[start - begin]
        piece = Piece(text.words[start:stop], kind=kind, thing=thing)
        if kind == "verb":
            piece.acts = list(owner)
            piece.keys = [keys[one] for one in owner if one not in told]
            told.update(owner)
        if start in changes:
            change = changes[start]
            piece.sic = change.sic or "∅"
            piece.why = f"{change.sic or '∅'} → {change.corr or '∅'}：{change.reason}（{change.witness}）"
        if start in differences:
            piece.variant = "；".join(
                f"{reading or '∅'} {'、'.join(witnesses)}" for reading, witnesses in differences[start].readings
            )
        made.append(piece)
    return made


def page_data(
    shared: Shared, text: SiteText, acts: list[SiteAct], parts: list[list[SitePassage]]
) -> dict[str, Any]:
    """What the page's script reads: acts in order, things by their row in the index."""
    rite = shared.rite
    givers: dict[str, list[str]] = defaultdict(list)
    for act in text.acts:
        for ordered in act.orders:
            givers[ordered].append(act.iri)

    def link(iri: str) -> list[str]:
        act = rite.by_iri[iri]
        return [act.key, shared.act_address(act), act_words(shared, act)]

    return {
        "acts": [
            {
                "k": act.key,
                "a": shared.number[act.action],
                "o": act.order,
                "c": list(act.clause) if act.clause[0] >= 0 else [],
                "b": act.begin,
                "r": act.rule,
                "g": act.grade,
                "m": act.mode,
                "n": int(act.negated),
                "x": act.count,
                "p": [
                    [
                        part.role, shared.number.get(part.thing, -1), part.words, int(part.supplied), part.rule,
                        part.grade, part.quantity,
                    ]
                    for part in act.parts
                ],
                "l": [link(one) for one in act.likes],
                "d": [link(one) for one in act.orders],
                "f": [link(one) for one in givers.get(act.iri, ())],
            }
            for act in acts
        ],
        "text": text.slug,
        "base": f"{text.iri.removeprefix(rite.settings.base)}/act/",
        "parts": [[reading_path(text, at), [passage.id for passage in part]] for at, part in enumerate(parts)]
        if len(parts) > 1
        else [],
        "roles": {role: [name.zh, name.en] for role, name in _roles(shared).items()},
        "rules": {rule: [name.zh, name.en] for rule, name in used_rules(acts).items()},
        "terms": {
            term: [rite.term(term).zh, rite.term(term).en]
            for term in ("Certain", "Probable", "Guessed", "Commanded", "Conditional", "Completed", "negated", "count")
        },
    }  # fmt: skip


def act_words(shared: Shared, act: SiteAct) -> str:
    """An act in a few words: 司射 取 弓."""
    rite = shared.rite
    doers = "、".join(rite.name(iri).zh for iri in act.fillers("actor"))
    things = "、".join(rite.name(iri).zh for iri in act.fillers("object", "recipient", "destination", "direction")[:2])
    verb = ("不" if act.negated else "") + rite.name(act.action).zh
    return " ".join(part for part in (doers, verb, things) if part)


def _roles(shared: Shared) -> dict[str, Name]:
    roles = {part.role for text in shared.rite.texts for act in text.acts for part in act.parts}
    return {role: shared.rite.term(role) for role in sorted(roles)}


def _headings(text: SiteText, passages: list[SitePassage]) -> dict[str, list[str]]:
    """Closing headings by the passage that they stand behind."""
    found: dict[str, list[str]] = defaultdict(list)
    for offset, words in text.headings:
        before = [passage for passage in passages if passage.begin < offset]
        if before and not (offset > passages[-1].end + 4 and passages[-1] is not text.passages[-1]):
            found[before[-1].iri].append(words)
    return found
