"""What the pages show: texts with their passages, acts, notes and sections, and the things and offices they name."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.views.model import Name, NodeKind


@dataclass(frozen=True, slots=True)
class Part:
    """One filler of a role. `thing` is an IRI, empty where words fill the role; spans count in the text."""

    role: str
    thing: str = ""
    words: str = ""
    supplied: bool = False
    rule: str = ""
    grade: str = ""
    quantity: str = ""
    begin: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class SiteAct:
    """One act. `key` names it on every page: xiangshe.91/2, its passage and where the verb stands in it."""

    iri: str
    key: str
    text: str
    passage: str
    action: str
    begin: int
    end: int
    order: int
    clause: tuple[int, int] = (-1, -1)
    rule: str = ""
    grade: str = ""
    mode: str = ""
    negated: bool = False
    count: str = ""
    parts: tuple[Part, ...] = ()
    likes: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()

    def fillers(self, *roles: str) -> list[str]:
        """The IRIs that fill these roles, in the order of the text."""
        return [part.thing for part in self.parts if part.role in roles and part.thing]


@dataclass(frozen=True, slots=True)
class SitePassage:
    """A citable piece of a text, [begin, end) in it."""

    iri: str
    id: str
    begin: int
    end: int
    layer: str
    citation: str
    words: str

    @property
    def short(self) -> str:
        """What of the id tells passages of one text apart: 177; 11b.3 of KR1d0026_005-11b.3."""
        head, dash, rest = self.id.rpartition("-")
        return rest if dash and head and rest else self.id.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class SiteNote:
    """What a commentator says on [begin, end) of a text; `passage` is the IRI of the passage it belongs to."""

    iri: str
    id: str
    layer: str
    speaker: str
    words: str
    begin: int
    end: int
    passage: str = ""
    work: str = ""
    stance: str = ""
    label: str = ""
    quoted_in: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A correction made in a text: what stood there, what stands there now, why, after which witnesses."""

    begin: int
    end: int
    sic: str
    corr: str
    reason: str
    witness: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where witnesses read otherwise: [begin, end) of the text, and reading → the witnesses that have it."""

    begin: int
    end: int
    kind: str
    readings: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a text with a name: a phase of the rite, a scholar's step. `passages` and `acts` are IRIs.

    `kind` is what a phase has in common with phases of other rounds and rites.
    """

    iri: str
    key: str
    name: Name
    depth: int
    passages: tuple[str, ...]
    parent: str = ""
    acts: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Division:
    """One way to divide a text: by phases of the rite, or after one scholar."""

    key: str
    name: Name
    sections: tuple[Section, ...]


@dataclass(slots=True)
class SiteText:
    """One text with all that belongs to it, in its order."""

    iri: str
    id: str
    title: str
    words: str
    slug: str
    passages: list[SitePassage] = field(default_factory=list)
    acts: list[SiteAct] = field(default_factory=list)
    notes: list[SiteNote] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    problems: list[tuple[int, Name]] = field(default_factory=list)
    mentions: list[tuple[int, int, str]] = field(default_factory=list)  # begin, end, IRI of the thing

    @property
    def opening(self) -> str:
        """Its first words, for lists; no entity cut in two."""
        words = self.words[:34]
        cut = words.rfind("&")
        return words[:cut] if cut >= 0 and ";" not in words[cut:] else words

    @property
    def book(self) -> str:
        """The book that the text is of: 儀禮."""
        return self.title.partition("·")[0]

    @property
    def short(self) -> str:
        """The title without the book: 鄉射禮."""
        return self.title.rpartition("·")[2] or self.title


@dataclass(frozen=True, slots=True)
class Thing:
    """An actor, object, position or action that the texts name."""

    iri: str
    slug: str
    kind: NodeKind
    name: Name
    classes: tuple[Name, ...] = ()
