"""The TEI writer: cells become markup, and the header declares what the markup refers to."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape, quoteattr

from edition.cells import MARKS, Cell, Row

from kg.texts.markup import TEI

HERE = Path(__file__).resolve().parent
ENTITY = re.compile(r"&(KR\d+);")


class Writer:
    """Turns cells into TEI, and collects the reasons and glyphs that the header declares."""

    def __init__(self) -> None:
        """A writer that has met no reason and no glyph yet."""
        self.reasons: dict[str, str] = {}
        self.glyphs: dict[str, str] = {}

    def tei(self, cells: list[Cell]) -> str:
        """The markup of the cells: marks in `pc`, emendations in `choice`."""
        parts: list[str] = []
        marks = ""
        for cell in [*cells, Cell("", markup=True)]:
            if cell.row is None and not cell.markup and MARKS.fullmatch(cell.text):
                marks += cell.text
                continue
            if marks:
                parts.append(f'<pc resp="#ed">{marks}</pc>')
                marks = ""
            if cell.markup:
                parts.append(cell.text)
            elif cell.row is not None:
                parts.append(self.choice(cell.row))
            else:
                parts.append(escape(cell.text))
        return "".join(parts)

    def choice(self, row: Row) -> str:
        """A correction with its reason and witnesses."""
        reason = next((one for one, text in self.reasons.items() if text == row.reason), f"r{len(self.reasons) + 1}")
        self.reasons[reason] = row.reason
        folios = re.findall(r"KR\w+(?:-\w+)?", row.witness)
        source = " ".join(f"kanripo:{one}" if "-" in one else f"#{one.partition('_')[0]}" for one in folios)
        for name in ENTITY.findall(row.corr):
            self.glyphs[name] = f"Kanripo {name}，尚無代碼 without code point"
        corr = ENTITY.sub(r'<g ref="#\1"/>', re.sub(r"&(?!KR)", "&amp;", row.corr))
        attributes = f'resp="#ed" ana="#{reason}"' + (f" source={quoteattr(source)}" if source else "")
        sic = f"<sic>{escape(row.sic)}</sic>" if row.sic else "<sic/>"
        return f"<choice>{sic}<corr {attributes}" + (f">{corr}</corr>" if corr else "/>") + "</choice>"

    def document(self, work: str, sha256: str, body: list[str]) -> str:
        """The TEI file of a work; `sha256` identifies the seed that it was made from."""
        values, persons = _work(work)
        lines = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<TEI xmlns="{TEI}" xml:id="{work}" xml:lang="lzh">',
            Template((HERE / "header.xml").read_text(encoding="utf-8")).substitute(
                values, sha256=sha256, persons=persons, reasons=self._reasons(), glyphs=self._glyphs()
            ).rstrip("\n"),
            "  <text>",
            "    <body>",
            *body,
            "    </body>",
            "  </text>",
            "</TEI>",
        ]
        return "\n".join(lines) + "\n"

    def _reasons(self) -> str:
        if not self.reasons:
            return ""
        rows = [
            f"          <category xml:id={quoteattr(one)}><catDesc>{escape(text)}</catDesc></category>\n"
            for one, text in self.reasons.items()
        ]
        return '      <classDecl>\n        <taxonomy xml:id="reasons">\n' + "".join(rows) + (
            "        </taxonomy>\n      </classDecl>\n"
        )

    def _glyphs(self) -> str:
        rows = [
            f"        <char xml:id={quoteattr(one)}><note>{escape(text)}</note></char>\n"
            for one, text in self.glyphs.items()
        ]
        return "      <charDecl>\n" + "".join(rows) + "      </charDecl>\n" if rows else ""


def persons_of(work: str) -> dict[str, str]:
    """The xml:ids of the persons of a work by their names."""
    found = {}
    for line in (HERE / "works.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, key, value = line.split("\t")
        if name == work and key == "person":
            one, _, person = value.split("|")
            found[person] = one
    return found


def _work(work: str) -> tuple[dict[str, str], str]:
    """What works.tsv says of a work: the values of the header, and the persons beside the editor."""
    values: dict[str, str] = {}
    persons = ""
    for line in (HERE / "works.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, key, value = line.split("\t")
        if name == work and key == "person":
            one, resp, person = (escape(part) for part in value.split("|"))
            persons += f'        <respStmt xml:id="{one}"><resp>{resp}</resp><persName>{person}</persName></respStmt>\n'
        elif name == work:
            values[key] = escape(value)
    return values, persons
