"""The TEI header: title, edition, who is responsible for what, and why corrections were made."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from kg.texts.markup import NS, XML_ID, content


@dataclass(frozen=True, slots=True)
class Header:
    """What a reader needs of a `teiHeader`; empty strings where it says nothing.

    `source` holds the sha256 of the files that the edition was made from, separated by blanks. `speakers` maps the
    xml:id of a `respStmt` to its person, `reasons` that of a `category` to its description.
    """

    title: str
    edition: str
    licence: str
    source: str
    speakers: dict[str, str]
    reasons: dict[str, str]

    @property
    def meta(self) -> dict[str, str]:
        """What a document states of its edition: licence and source, as far as the header says."""
        return {name: value for name, value in (("licence", self.licence), ("source", self.source)) if value}


def read_header(root: etree._Element) -> Header:
    """The header of a TEI element."""
    header = root.find("t:teiHeader", NS)
    if header is None:
        return Header("", "", "", "", {}, {})
    title = header.find(".//t:titleStmt/t:title", NS)
    edition = header.find(".//t:editionStmt/t:edition", NS)
    licence = header.find(".//t:availability/t:licence", NS)
    speakers: dict[str, str] = {}
    for statement in header.iterfind(".//t:respStmt", NS):
        person = statement.find("t:persName", NS)
        if (identity := statement.get(XML_ID)) and person is not None:
            speakers[identity] = content(person)
    reasons = {
        identity: content(category)
        for category in header.iterfind(".//t:category", NS)
        if (identity := category.get(XML_ID))
    }
    return Header(
        "" if title is None else content(title), "" if edition is None else edition.get("n") or content(edition),
        "" if licence is None else licence.get("target") or "",
        " ".join(content(one) for one in header.iterfind(".//t:sourceDesc//t:idno[@type='sha256']", NS)),
        speakers, reasons,
    )
