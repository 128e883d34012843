"""What a network page shows: nodes with names, edges named by role, passages with the words of each act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class NodeKind(StrEnum):
    """The kinds a reader filters by; the values are the local names of the ontology's classes."""

    ACTOR = "Actor"
    ACT = "Act"
    OBJECT = "Object"
    POSITION = "Position"
    DIRECTION = "Direction"
    PASSAGE = "Passage"
    COMMENTATOR = "Commentator"


@dataclass(frozen=True, slots=True)
class Name:
    """A thing's names: Traditional label first, English beside it; `pinyin` with tone marks."""

    zh: str
    en: str = ""
    pinyin: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Words of a passage that an act stands on: code points [start, end) of the passage's text, and their role."""

    start: int
    end: int
    role: str  # "verb" or the local name of a role


@dataclass(frozen=True, slots=True)
class ViewPassage:
    """A citable passage as it stands."""

    iri: str
    citation: str
    text: str
    layer: str = ""


@dataclass(frozen=True, slots=True)
class ViewNode:
    """A node. `passage` is the IRI of the passage an act stands in; `order` counts acts in the order of the texts."""

    iri: str
    kind: NodeKind
    name: Name
    passage: str = ""
    marks: tuple[Mark, ...] = ()
    order: int | None = None
    notes: tuple[str, ...] = ()  # facts a reader should see: negated, commanded, actor supplied


@dataclass(frozen=True, slots=True)
class ViewEdge:
    """`role` is the local name of the property; `supplied` where the text does not name the filler."""

    source: str
    target: str
    role: str
    supplied: bool = False


@dataclass(frozen=True, slots=True)
class NetworkModel:
    """A network ready to draw. `roles` and `kinds` name what edges and nodes are, by local name.

    On a page of the site `addresses` says where nodes and passages lead (from `root`, the site's folder), `base` is
    what node IRIs are cut by in deep links, and `phases` are names with their depth and the acts in each.
    """

    title: Name
    nodes: tuple[ViewNode, ...]
    edges: tuple[ViewEdge, ...]
    passages: tuple[ViewPassage, ...]
    roles: dict[str, Name]
    kinds: dict[str, Name]
    focus: tuple[str, ...] = ()
    base: str = ""
    root: str = ""
    addresses: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[tuple[Name, int, tuple[str, ...]], ...] = ()
