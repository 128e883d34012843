"""Entities: which IRI a label stands for, and what the lexicon graph says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.graph.compose import Composition, Forms
from kg.graph.iris import Iris
from kg.graph.ontology import lexicon_classes
from kg.graph.settings import DCTERMS, SKOS, Settings
from kg.graph.terms import TRUE, TYPE, literal
from kg.lexicon.entry import Entry
from kg.lexicon.load import Lexicon

# Class of the ontology → table of the lexicon that holds its words.
TABLES = {
    "Actor": "actors",
    "Object": "objects",
    "Position": "places",
    "Direction": "directions",
    "Side": "sides",
    "Measure": "measures",
    "Action": "verbs",
}
CLASSES = {table: cls for cls, table in TABLES.items()}

# What may fill a role, the likeliest first (annotation.md §4, §9: 洗 篚 楅 stay objects where they fill a place role).
_ROLE_CLASSES = {
    **dict.fromkeys(("actor", "recipient", "companion"), ("Actor", "Object", "Position")),
    **dict.fromkeys(("object", "instrument"), ("Object", "Actor", "Position")),
    **dict.fromkeys(("origin", "via", "destination", "place", "reference"), ("Position", "Object", "Actor")),
    "direction": ("Direction",),
}


def _the(gloss: str) -> str:
    return f"the {_first(gloss).removeprefix('the ')}"


def _first(gloss: str) -> str:
    return gloss.split(",")[0].split(";")[0].split(" (")[0].strip()


@dataclass(slots=True)
class Entities:
    """Labels → IRIs for one document. `lines` holds the descriptions of what was named, in order of first naming.

    An entity is described in the lexicon graph, whatever text names it: a fact stands in one graph only, and two
    texts that name 西楹西 mean one resource.
    """

    settings: Settings
    lexicon: Lexicon
    forms: Forms = field(init=False)
    iris: Iris = field(init=False)
    lines: list[str] = field(default_factory=list)
    _known: dict[tuple[str, str, str], str] = field(default_factory=dict)
    _classes: dict[tuple[str, str], str] = field(default_factory=dict)
    _described: set[str] = field(default_factory=set)
    _graph: str = ""

    def __post_init__(self) -> None:
        self.forms = Forms(self.lexicon)
        self.iris = Iris(self.settings)
        self._graph = self.iris.graph("lexicon")

    def name(self, cls: str, label: str, entry: str = "") -> str:
        """The IRI of the entity of class `cls` (Actor, Object, Position, Direction, Measure, Action) with `label`.

        `entry` is the lexicon id that the reading found; it is followed where the label is one of its forms.
        """
        key = (cls, label, entry)
        iri = self._known.get(key)
        if iri is None:
            iri = self._known[key] = self._mint(cls, label, entry)
        return iri

    def classify(self, role: str, label: str) -> str:
        """The class of a filler that the reading has not classified: the likeliest for the role that has the word.

        A label that no table has keeps the first class of the role.
        """
        found = self._classes.get((role, label))
        if found is None:
            found = self._classes[role, label] = self._classify(_ROLE_CLASSES[role], label)
        return found

    def _classify(self, preferred: tuple[str, ...], label: str) -> str:
        for cls in preferred:
            if self.forms.find(TABLES[cls], label) or (cls == "Position" and self.forms.compose(label)):
                return cls
        return preferred[0]

    def _mint(self, cls: str, label: str, entry: str) -> str:
        given = self.lexicon.entries.get(entry)
        if given and given.table == TABLES[cls] and self.forms.fold(label) in map(self.forms.fold, given.forms):
            found: Entry | None = given
        else:
            found = self.forms.find(TABLES[cls], label)
        if found:
            iri = self.iris.entry(found.id)
            if iri not in self._described:
                self._described.add(iri)
                self.lines.extend(entry_quads(found, self.settings))
                self._take_apart(found, iri)
            return iri
        # Two spellings of one unlisted word are one entity.
        label = self.forms.fold(label)
        iri = self.iris.entity(cls, label)
        if iri not in self._described:
            self._described.add(iri)
            self._describe(iri, cls, label)
        return iri

    def _take_apart(self, entry: Entry, iri: str) -> None:
        """Say of a place with an entry of its own (堂西) too beside what it lies."""
        composed = self.forms.compose(entry.label) if entry.table == "places" else None
        if composed and composed.side:
            self._beside(iri, composed)

    def _describe(self, iri: str, cls: str, label: str) -> None:
        rit, graph = self.settings.ontology, self._graph
        say = self.lines.append
        say(f"<{iri}> {TYPE} <{rit}{cls}> <{graph}> .\n")
        say(f"<{iri}> <{SKOS}prefLabel> {literal(label, 'lzh')} <{graph}> .\n")
        if cls == "Action":
            say(f"<{iri}> {TYPE} <{SKOS}Concept> <{graph}> .\n")
        verb = self.forms.find("verbs", label) if cls == "Object" else None
        if verb:  # 辭降, 拜至: what is declined or bowed for is an act by its name
            action = self.name("Action", verb.label, verb.id)
            say(f"<{iri}> {TYPE} <{rit}RitualMatter> <{graph}> .\n")
            say(f"<{iri}> <{SKOS}related> <{action}> <{graph}> .\n")
            return
        composed = self.forms.compose(label) if cls == "Position" else None
        if composed is None:
            say(f"<{iri}> <{rit}unlisted> {TRUE} <{graph}> .\n")
            return
        if composed.side:
            self._beside(iri, composed)
        elif composed.base:
            base = self.name(CLASSES[composed.base.table], composed.base.label, composed.base.id)
            say(f"<{iri}> <{SKOS}broader> <{base}> <{graph}> .\n")
            if composed.owner:
                owner = self.name("Actor", composed.owner.label, composed.owner.id)
                say(f"<{iri}> <{rit}owner> <{owner}> <{graph}> .\n")
            else:
                say(f"<{iri}> <{rit}within> <{self._anchor(composed.within)}> <{graph}> .\n")
        pinyin, gloss = self._sound(label)
        say(f"<{iri}> <{rit}pinyin> {literal(pinyin, 'zh-latn-pinyin')} <{graph}> .\n")
        say(f"<{iri}> <{rit}gloss> {literal(gloss, 'en')} <{graph}> .\n")

    def _beside(self, iri: str, composed: Composition) -> None:
        assert composed.side
        rit, graph = self.settings.ontology, self._graph
        anchor, side = self._anchor(composed.anchor), self.name("Side", composed.side.label, composed.side.id)
        self.lines.append(
            f"<{iri}> {TYPE} <{rit}ComposedPosition> <{graph}> .\n"
            f"<{iri}> <{rit}anchor> <{anchor}> <{graph}> .\n"
            f"<{iri}> <{rit}side> <{side}> <{graph}> .\n"
        )

    def _anchor(self, label: str) -> str:
        entry = self.forms.anchor(label)
        return self.name(CLASSES[entry.table], entry.label, entry.id) if entry else self.name("Position", label)

    def _sound(self, label: str) -> tuple[str, str]:
        """Pinyin and gloss of an anchor or a composed position, the latter put together from its parts."""
        if entry := self.forms.anchor(label):
            return entry.pinyin, _first(entry.en)
        composed = self.forms.compose(label)
        assert composed
        if composed.side:
            pinyin, gloss = self._sound(composed.anchor)
            return f"{pinyin} {composed.side.pinyin}", f"{_first(composed.side.en)} {_the(gloss)}"
        assert composed.base
        if composed.owner:
            owner = composed.owner
            return f"{owner.pinyin} {composed.base.pinyin}", f"{_first(composed.base.en)} of {_the(owner.en)}"
        pinyin, gloss = self._sound(composed.within)
        return f"{pinyin} {composed.base.pinyin}", f"{_first(composed.base.en)} ({gloss})"


def entry_quads(entry: Entry, settings: Settings) -> Iterator[str]:
    """What the lexicon graph says of an entry: classes, label, variants, pinyin, gloss, note, source."""
    iris = Iris(settings)
    rit, graph, iri = settings.ontology, iris.graph("lexicon"), iris.entry(entry.id)
    yield f"<{iri}> {TYPE} <{rit}{CLASSES[entry.table]}> <{graph}> .\n"
    yield f"<{iri}> {TYPE} <{SKOS}Concept> <{graph}> .\n"
    if entry.cls:
        local = lexicon_classes().get(f"{entry.table}/{entry.cls}")
        if local:
            yield f"<{iri}> {TYPE} <{rit}{local}> <{graph}> .\n"
        else:  # a class of the user's own tables: kept as it stands, and a warning of kg validate
            yield f"<{iri}> <{rit}lexiconClass> {literal(f'{entry.table}/{entry.cls}')} <{graph}> .\n"
    yield f"<{iri}> <{SKOS}inScheme> <{iris.lexicon()}> <{graph}> .\n"
    yield f"<{iri}> <{DCTERMS}identifier> {literal(entry.id)} <{graph}> .\n"
    yield f"<{iri}> <{SKOS}prefLabel> {literal(entry.label, 'lzh')} <{graph}> .\n"
    yield from entry_words(f"<{iri}>", entry, f"<{graph}>", settings)
    if entry.source:
        yield f"<{iri}> <{DCTERMS}source> {literal(entry.source, 'zh-hant')} <{graph}> .\n"


def entry_words(term: str, entry: Entry, graph: str, settings: Settings) -> Iterator[str]:
    """Variants, pinyin, gloss and note of an entry; `term` and `graph` are terms."""
    rit = settings.ontology
    for variant in entry.variants:
        yield f"{term} <{SKOS}altLabel> {literal(variant, 'lzh')} {graph} .\n"
    if entry.pinyin:
        yield f"{term} <{rit}pinyin> {literal(entry.pinyin, 'zh-latn-pinyin')} {graph} .\n"
    if entry.en:
        yield f"{term} <{rit}gloss> {literal(entry.en, 'en')} {graph} .\n"
    if entry.note:
        yield f"{term} <{SKOS}note> {literal(entry.note, 'en')} {graph} .\n"
