"""The Document: one text as it stands, its citable passages, its notes, and what is damaged in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath

from kg.texts.span import Span


class Layer(StrEnum):
    """Whose words a stretch of text is."""

    JING = "jing"  # 經, the canon
    JI = "ji"  # 記, the record behind the canon
    ZHU = "zhu"  # 注
    SHU = "shu"  # 疏
    AN = "an"  # 案, editors
    YIN = "yin"  # 音義, sounds
    HEADING = "heading"  # 右請射 …
    PARALLEL = "parallel"  # other classics quoted beside
    FRONT = "front"  # titles, headers


@dataclass(frozen=True, slots=True)
class Citation:
    """How a scholar cites the place: work, edition, folio, line; empty where the edition has none."""

    work: str = ""  # 儀禮·鄉射禮
    edition: str = ""  # SBCK, WYG, ritual-kg TEI
    folio: str = ""  # KR1d0026_SBCK_005-11b
    line: int | None = None  # printed line on the folio, from 1

    def __str__(self) -> str:
        """Work, edition and folio.line, as far as there are any."""
        place = self.folio + (f".{self.line}" if self.line is not None else "")
        return " ".join(part for part in (self.work, self.edition, place) if part)


@dataclass(frozen=True, slots=True)
class Passage:
    """A citable piece of the base text. `span` counts in Document.text; ids never change."""

    id: str
    span: Span
    layer: Layer
    citation: Citation = Citation()


@dataclass(frozen=True, slots=True)
class Marker:
    """Words of a note that take a stand towards another commentator (注誤, 非是). `span` counts in the note's text.

    `id` is the row of the table of markers that found it, `kind` what it says of the other: contradicts, doubts,
    prefers, keeps (beside another view). `about` is the other, where the words name one.
    """

    id: str
    span: Span
    kind: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One voice that comments on the base text.

    `anchor` counts in Document.text: what it comments on, or the empty span behind it. A quotation within another
    voice has that one as its `parent` (a note's id) and stands `at` an offset of the parent's text; where `within`
    is set, the words are the parent's too (the digest of 疏 that 張爾岐 gives), else they are set apart from them.
    """

    id: str
    text: str
    layer: Layer
    anchor: Span
    passage: str = ""
    speaker: str = ""  # 鄭玄, by the name that the table of speakers prefers
    citation: Citation = Citation()
    speaker_id: str = ""  # row of the table of speakers; empty where nobody told, or the name is in no table
    written: str = ""  # the speaker as this edition writes the name: 鄭氏康成, 賈疏, 注
    label: str = ""  # the words that introduce the voice: 正義鄭氏康成曰; with `text` they are what is printed
    dynasty: str = ""
    work: str = ""  # whose words these are: 儀禮注; the title of the edition for its author's own
    stance: str = ""  # the class under which the edition puts it (正義 辨正 通論 餘論 存疑 存異 總論 案): a row's id
    markers: tuple[Marker, ...] = ()
    parent: str = ""
    at: int | None = None
    within: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the rite as one scholar divides it. `span` counts in Document.text.

    `order` counts the scheme's steps within the document from 1, a group before its parts; `parent` is the order of
    the group, 0 where there is none. `record` is what of the 記 the scholar put behind the step.
    """

    scheme: str  # the scholar whose division it is, by the name of the table of speakers
    order: int
    label: str  # 請射
    span: Span
    parent: int = 0
    record: Span | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, such as the closing 右請射: `offset` is where in Document.text it stands.

    `kind` is `closing` (it names what stands before it) or `ji` (the heading 記 before the record).
    """

    text: str
    offset: int
    citation: Citation = Citation()
    kind: str = "closing"


@dataclass(frozen=True, slots=True)
class Problem:
    """Damage found while reading, reported as data: a lost page, an unknown character, an undecodable byte.

    `code` is stable (KG-T1xx); `offset` counts in Document.text; `line` is the line of the source file, from 1.
    """

    code: str
    kind: str  # empty-page, lost-page, repeated-page, unknown-entity, undecodable-byte, unbalanced-note …
    zh: str
    en: str
    offset: int | None = None
    line: int | None = None
    citation: Citation = Citation()


@dataclass(frozen=True, slots=True)
class Emendation:
    """A correction of the shipped text, made in the open. `span` covers `corr` in Document.text.

    Where `note` names a note (its id), `span` counts in that note's text instead.
    """

    span: Span
    sic: str
    corr: str
    reason: str
    witness: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document was read from: path as given, sha256 of the bytes, reader and encoding that were used."""

    path: str
    sha256: str
    format: str
    encoding: str = "utf-8"

    @property
    def name(self) -> str:
        """The file's name without its folder; bytes in it that are no UTF-8 as escapes (a\\udcff.txt)."""
        return PurePath(self.path).name.encode("utf-8", "backslashreplace").decode("utf-8")


@dataclass(frozen=True, slots=True)
class Document:
    """One text. `text` is the base text (經 and 記) exactly as it stands, markup and notes taken out; all offsets
    count its code points. Passages are in order, do not overlap, and cover every character that is not white space."""

    id: str  # xiangshe, dashe, KR1d0026_005, or made from the file name
    title: str
    text: str
    passages: tuple[Passage, ...]
    source: Source
    notes: tuple[Note, ...] = ()
    headings: tuple[Heading, ...] = ()
    problems: tuple[Problem, ...] = ()
    emendations: tuple[Emendation, ...] = ()
    meta: dict[str, str] = field(default_factory=dict)
    places: tuple[tuple[int, Citation], ...] = ()  # where in `text` each printed line begins
    steps: tuple[Step, ...] = ()

    def citation_at(self, offset: int) -> Citation:
        """The printed line that the code point `offset` of the text stands on; empty where the edition has none."""
        at = bisect_right(self.places, offset, key=lambda place: place[0])
        return self.places[at - 1][1] if at else Citation()
