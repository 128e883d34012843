"""A text as TEI P5 with what was read from it beside it (standOff): mentions as spans, acts as feature structures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from kg import __version__
from kg.export.tables import MENTIONS
from kg.graph.records import ActRecord, FillerRecord, act_records
from kg.graph.source import Place, Row, Source, Text, local

TEI = "http://www.tei-c.org/ns/1.0"
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NAME = re.compile(r"[A-Za-z_][\w.\-]*", re.ASCII)
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_DECLARED = (
    "正文依讀入之本；儀節與稱名以 standOff 附之，位置用 string-range(段, 起, 長)，以字計，由零起。",
    "The text is as it was read; acts and mentions stand off, placed by string-range(passage, offset, length) in code "
    "points from 0.",
)  # fmt: skip


def tei(source: Source, text: Text) -> str:
    """One text as a TEI document. Characters that XML cannot hold are U+FFFD, so that offsets stay right."""
    places = [place for place in source.places.values() if place.text == text.iri]
    ids = _ids(places)
    acts = [record for record in act_records(source) if record.text == text.iri]
    mentions = [row for row in source.select(MENTIONS) if row["text"] == text.iri]
    mentions.sort(key=lambda row: (int(row["begin"]), int(row["end"]), row["entity"]))
    body = _element("body", _element("ab", *_sentences(text, places, ids)))
    root = _element("TEI", _header(text, places), _element("text", body))
    root.append(_lines(_element("standOff", _mentions(source, mentions, ids), _acts(acts, source, ids))))
    root.set(_LANG, "lzh")
    etree.indent(root.find(f"{{{TEI}}}teiHeader"), level=1)
    data = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    return data.decode("utf-8").replace("\r\n", "\n") + "\n"


def _ids(places: Iterable[Place]) -> dict[str, str]:
    """The xml:id of each passage: its own id where XML takes it."""
    return {
        place.iri: place.id if _NAME.fullmatch(place.id) else f"p{number}"
        for number, place in enumerate(places, start=1)
    }


def _header(text: Text, places: list[Place]) -> etree._Element:
    cited = next((place for place in places if place.work or place.edition), None)
    edition = ", ".join(part for part in (cited.work, cited.edition) if part) if cited else text.id
    titles = (_element("title", text.title or text.id), _element("title", "acts and mentions, by ritual-kg"))
    rule = _element("respStmt", _element("resp", "規則所補 supplied by a rule"), _element("name", "ritual-kg"))
    rule.set(_XML_ID, "rule")
    declared = _element("segmentation", *(_element("p", said) for said in _DECLARED))
    return _element("teiHeader",
        _element("fileDesc",
            _element("titleStmt", *titles, rule),
            _element("publicationStmt",
                _element("publisher", f"ritual-kg {__version__}"),
                _element("availability", _element("licence", "CC BY 4.0", target=_LICENCE), status="free"),
                _element("idno", text.iri, type="URI"),
            ),
            _element("sourceDesc", _element("bibl", _xml(edition))),
        ),
        _element("encodingDesc", _element("editorialDecl", declared)),
    )


def _sentences(text: Text, places: list[Place], ids: dict[str, str]) -> Iterator[etree._Element | str]:
    """The passages as <s>, and what stands between them as it is."""
    at = 0
    for place in places:
        if place.begin > at:
            yield _xml(text.words[at : place.begin])
        sentence = _element("s", _xml(text.words[place.begin : place.end]), n=place.citation)
        sentence.set(_XML_ID, ids[place.iri])
        if place.layer:
            sentence.set("type", place.layer)
        yield sentence
        at = place.end
    if at < len(text.words):
        yield _xml(text.words[at:])


def _mentions(source: Source, rows: list[Row], ids: dict[str, str]) -> etree._Element:
    group = _element("spanGrp", type="mention")
    for row in rows:
        pointer = _pointer(source, row["text"], int(row["begin"]), int(row["end"]), ids)
        group.append(_element("span", _xml(source.name(row["entity"])), target=pointer, ana=row["entity"],
                             type=local(row["class"])))  # fmt: skip
    return _lines(group)


def _acts(acts: list[ActRecord], source: Source, ids: dict[str, str]) -> etree._Element:
    group = _element("fvLib", n="acts")
    for record in acts:
        made = _element("fs", type="act", corresp=_pointer(source, record.text, record.begin, record.end, ids))
        made.set("n", record.key)
        made.append(_string("action", record.action))
        for role, fillers in record.roles.items():
            for filler in fillers:
                made.append(_role(role, filler, record, source, ids))
        if record.negated:
            made.append(_element("f", _element("binary", value="true"), name="negated"))
        if record.mode:
            made.append(_element("f", _element("symbol", value=record.mode), name="mode"))
        if record.count:
            made.append(_element("f", _element("numeric", value=record.count), name="count"))
        made.append(_element("f", _element("symbol", value=record.grade or "unknown"), name="grade"))
        made.append(_string("rule", record.rule))
        made.append(_string("citation", record.citation))
        made.append(_string("quote", record.quote))
        group.append(_lines(made))
    return _lines(group)


def _role(
    role: str, filler: FillerRecord, record: ActRecord, source: Source, ids: dict[str, str]
) -> etree._Element:
    feature = _string(role, filler.label)
    if filler.begin is not None and filler.end is not None:
        feature.set("corresp", _pointer(source, record.text, filler.begin, filler.end, ids))
    if filler.iri:
        feature.set("ana", filler.iri)
    if filler.supplied:
        feature.set("resp", "#rule")
    return feature


def _string(name: str, value: str) -> etree._Element:
    return _element("f", _element("string", _xml(value)), name=name)


def _pointer(source: Source, text: str, begin: int, end: int, ids: dict[str, str]) -> str:
    """A TEI pointer to code points of a passage; a stretch over several passages counts on from the first."""
    place = source.place_at(text, begin)
    if place is None:
        return f"#char={begin},{end}"
    return f"#string-range({ids[place.iri]},{begin - place.begin},{end - begin})"


def _lines(element: etree._Element) -> etree._Element:
    """The element with each child on a line of its own."""
    if len(element):
        element.text = "\n"
        for child in element:
            child.tail = "\n"
    return element


def _element(tag: str, /, *content: etree._Element | str, **attributes: str) -> etree._Element:
    """A TEI element with its content in order."""
    given = {key: _xml(value) for key, value in attributes.items()}
    made = etree.Element(f"{{{TEI}}}{tag}", given, nsmap={None: TEI})  # type: ignore[dict-item]  # None is the default
    for one in content:
        if not isinstance(one, str):
            made.append(one)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + one
        else:
            made.text = (made.text or "") + one
    return made


def _xml(words: str) -> str:
    return _ILLEGAL.sub("\ufffd", words)
