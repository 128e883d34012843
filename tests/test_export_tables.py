"""Tables for Excel, LibreOffice and CSV readers: what is in them, that nothing in them runs, and reading back."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import openpyxl
import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graph_samples as sample
from cli_runner import kg
from exchange_samples import source, store
from kg.errors import ExportError
from kg.export.formats import export, write_export
from kg.export.sheet import BOM, csv_lines, guarded, read_csv, read_workbook, workbook
from kg.export.table import Column, Table
from kg.export.tables import TABLES
from kg.graph.source import Place, Source
from kg.graph.store import memory_store, write_store

SOFFICE = shutil.which("soffice")
if os.environ.get("KG_REQUIRE_SOFFICE"):
    assert SOFFICE, "no soffice: scripts/test installs it"


def rows(name: str) -> list[dict[str, str]]:
    table = TABLES[name](source())
    return [{column.key: row.get(column.key, "") for column in table.columns} for row in table.rows()]


def one_cell(words: str) -> Table:
    return Table("t", "表", (Column("words", "字", "words"),), lambda: iter([{"words": words}]))


def test_one_row_an_act() -> None:
    """司射適堂西 is one row: verb, actor, destination, and a citation with the words, as in a footnote."""
    found = rows("acts")
    assert len(found) == len(sample.acts())
    first = next(row for row in found if row["act"] == "xiangshe.a/2")
    assert first["citation"] == "儀禮·鄉射禮, ritual-kg TEI, xiangshe.a"
    assert first["quote"] == "司射適堂西，袒決遂，取弓於階西。"
    assert (first["action"], first["actor"], first["destination"]) == ("適", "司射", "堂西")
    assert first["next"] == "xiangshe.a/6"


def test_a_citation_says_nothing_twice() -> None:
    """Where the leaf and line are the passage's id (Kanripo), they stand once; an id of its own stands behind them."""
    leaf = {"folio": "KR1d0035_WYG_005-4a", "line": "5", "work": "儀禮集說·鄉射禮", "edition": "WYG"}
    printed = "儀禮集說·鄉射禮, WYG, KR1d0035_WYG_005-4a.5"
    assert Place("iri", "text", "KR1d0035_WYG_005-4a.5", 0, 1, **leaf).citation == printed
    assert Place("iri", "text", "x.3", 0, 1, **leaf).citation == f"{printed}, x.3"


def test_acts_say_what_was_supplied() -> None:
    """袒 has no subject: the row names the rule; the tallies have their number, the ordered 設 its mode."""
    found = {row["act"]: row for row in rows("acts")}
    assert found["xiangshe.a/6"]["supplied"] == "actor (actor.same-subject)"
    assert found["xiangshe.c/4"]["quantity"] == "算 8"
    assert [row["mode"] for row in found.values() if row["mode"]] == ["commanded"]
    assert [row["action"] for row in found.values() if row["negated"] == "true"] == ["拜"]


def test_every_row_of_every_table_has_a_citation() -> None:
    """Whatever the table, a row says where it is from; rows on the texts quote the words as well."""
    for name in TABLES:
        found = rows(name)
        assert all(row["citation"] for row in found), name
        if name not in {"links"}:
            assert all(row["quote"] for row in found), name


def test_other_tables() -> None:
    """Mentions, comments, emendations and links of the sample, each as it stands in the graph."""
    assert {row["mention"] for row in rows("mentions")} >= {"司射", "楅", "西楹西"}
    (zheng,) = [row for row in rows("comments") if row["commentator"]]
    assert (zheng["commentator"], zheng["comment"], zheng["on"], zheng["layer"]) == (
        "鄭玄", "遂，射韝也。", "袒決遂", "zhu",
    )  # fmt: skip
    (emendation,) = [row for row in rows("variants") if row["kind"] == "emendation"]
    assert (emendation["text_reading"], emendation["reading"], emendation["witness"]) == ("奠", "尊", "KR1d0026")
    (viaf,) = [row for row in rows("links") if row["object"] == "http://viaf.org/viaf/46768804"]
    assert (viaf["subject"], viaf["predicate"], viaf["stated"]) == ("朱熹", "owl:sameAs", "true")
    weak = [row for row in rows("links") if row["subject"] == "李如圭"]
    assert [(row["confidence"], row["stated"]) for row in weak] == [("0.3", "false")]


def test_workbook_reads_back(tmp_path: Path) -> None:
    """The acts table of an .xlsx is what went into it, cell by cell (round trip)."""
    (path,) = write_export(source(), "xlsx", [], tmp_path / "all.xlsx")
    assert list(read_workbook(path, "acts")) == rows("acts")
    assert list(read_workbook(path, "comments")) == rows("comments")


def test_openpyxl_opens_the_workbook(tmp_path: Path) -> None:
    """A sheet a table and one that explains them; the heading stays in view; every cell is text."""
    (path,) = write_export(source(), "xlsx", [], tmp_path / "all.xlsx")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["about", *TABLES]
    sheet = book["acts"]
    assert sheet.freeze_panes == "A2"
    assert sheet["A1"].value == "儀節 act"
    assert {cell.data_type for line in sheet.iter_rows() for cell in line if cell.value is not None} == {"s"}


def test_csv_for_excel(tmp_path: Path) -> None:
    """UTF-8 with a byte order mark and CRLF, read back as it was, by our reader and by Python's."""
    (path,) = write_export(source(), "csv", ["acts"], tmp_path / "acts.csv")
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == len(rows("acts")) + 1
    assert list(read_csv(data.decode("utf-8"))) == rows("acts")
    plain = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert plain[0][0] == "儀節 act"


def test_csv_of_several_tables(tmp_path: Path) -> None:
    """Without --what each table is a file of the folder."""
    written = write_export(source(), "csv", [], tmp_path / "tables")
    assert [path.name for path in written] == [f"{name}.csv" for name in TABLES]


@pytest.mark.parametrize("words", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=HYPERLINK(\"http://x\")", "'=1"])
def test_nothing_is_a_formula(words: str, tmp_path: Path) -> None:
    """Text that a spreadsheet would run as a formula is text in both formats, and comes back as it was."""
    table = one_cell(words)
    text = "".join(csv_lines(table))
    (_, (cell,)) = list(csv.reader(io.StringIO(text.removeprefix(BOM), newline="")))
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert list(read_csv(text)) == [{"words": words}]
    path = tmp_path / "t.xlsx"
    path.write_bytes(workbook([table], []))
    assert openpyxl.load_workbook(path)["t"]["A2"].data_type == "s"
    if "\r" not in words:  # XML makes LF of it
        assert list(read_workbook(path, "t")) == [{"words": words}]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_survives(words: str) -> None:
    """Control characters, marks of escaping, anything that Unicode has: CSV gives it back; a workbook stays whole."""
    table = one_cell(words)
    if "\r" not in words and "\n" not in words:
        assert list(read_csv("".join(csv_lines(table)))) == [{"words": words}]
    book = openpyxl.load_workbook(io.BytesIO(workbook([table], [])))
    assert book["t"]["A1"].value == "字 words"
    assert guarded(words) in {words, f"'{words}"}


def test_control_characters_in_a_workbook(tmp_path: Path) -> None:
    """What XML cannot hold is written as _xHHHH_, as Excel does, and read back."""
    path = tmp_path / "t.xlsx"
    for words in ("a\x00b\x1fc", "_x0041_", "\ufffe"):
        path.write_bytes(workbook([one_cell(words)], []))
        assert list(read_workbook(path, "t")) == [{"words": words}]


def test_a_cell_longer_than_excel_takes(tmp_path: Path) -> None:
    """A text of 40,000 characters is cut where Excel ends, and the cell says how much is missing; CSV has it all."""
    path, words = tmp_path / "t.xlsx", "禮" * 40_000
    path.write_bytes(workbook([one_cell(words)], []))
    ((cell,),) = [row.values() for row in read_workbook(path, "t")]
    assert len(cell) <= 32_767
    assert "餘 7293 字見 CSV" in cell
    assert list(read_csv("".join(csv_lines(one_cell(words))))) == [{"words": words}]


def test_equal_graphs_are_equal_files() -> None:
    """Two exports are byte-identical: no time, no order of chance."""
    for format in ("xlsx", "csv"):
        made = [
            [content if isinstance(content, bytes) else "".join(content) for _, content in export(source(), format)]
            for _ in range(2)
        ]
        assert made[0] == made[1]
    with zipfile.ZipFile(io.BytesIO(next(c for _, c in export(source(), "xlsx") if isinstance(c, bytes)))) as book:
        assert {info.date_time[0] for info in book.infolist()} == {1980}
        assert b"20" not in book.read("docProps/core.xml").split(b"dcterms:created")[1][:40]


@pytest.mark.skipif(SOFFICE is None, reason="needs LibreOffice (soffice)")
def test_libreoffice_opens_the_workbook(tmp_path: Path) -> None:
    """LibreOffice reads the acts sheet of our .xlsx with every character right."""
    (path,) = write_export(source(), "xlsx", ["acts"], tmp_path / "acts.xlsx")
    book = openpyxl.load_workbook(path)
    del book["about"]  # soffice converts the first sheet to CSV
    book.save(path)
    done = subprocess.run(
        [str(SOFFICE), f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--convert-to",
         "csv:Text - txt - csv (StarCalc):44,34,76,1", "--outdir", str(tmp_path), str(path)],
        capture_output=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    found = list(csv.reader(io.StringIO((tmp_path / "acts.csv").read_text(encoding="utf-8"), newline="")))
    wanted = rows("acts")
    assert found[0][0] == "儀節 act"
    assert [line[:6] for line in found[1:]] == [list(row.values())[:6] for row in wanted]


@pytest.mark.parametrize("data", [b"", b"not a workbook", b"PK\x03\x04rubbish"], ids=["empty", "text", "cut zip"])
def test_an_xlsx_that_is_none(tmp_path: Path, data: bytes) -> None:
    """A file that is no workbook, or is cut short, is told as such."""
    path = tmp_path / "x.xlsx"
    path.write_bytes(data)
    with pytest.raises(ExportError) as caught:
        list(read_workbook(path, "acts"))
    assert caught.value.code == "KG-E002"
    (good,) = write_export(source(), "xlsx", ["acts"], path)
    good.write_bytes(good.read_bytes()[:-200])
    with pytest.raises(ExportError):
        list(read_workbook(good, "acts"))
    with pytest.raises(ExportError) as caught:
        list(read_workbook(tmp_path / "none.xlsx", "acts"))
    assert caught.value.code == "KG-E002"


def test_no_such_thing_to_export(tmp_path: Path) -> None:
    """A format or table that does not exist, tables of a format that has none, an empty store: each is told."""
    for format, what, code in (("docx", [], "KG-E001"), ("csv", ["persons"], "KG-E001"), ("gexf", ["acts"], "KG-E001")):
        with pytest.raises(ExportError) as caught:
            list(export(source(), format, what))
        assert caught.value.code == code
    with pytest.raises(ExportError) as caught:
        list(export(Source(memory_store([])), "csv"))
    assert caught.value.code == "KG-E005"
    (path,) = write_export(source(), "xlsx", ["acts"], tmp_path / "a.xlsx")
    with pytest.raises(ExportError) as caught:
        list(read_workbook(path, "links"))
    assert caught.value.code == "KG-E003"


def test_command_line(tmp_path: Path) -> None:
    """kg export writes where it is told, says what formats there are, and asks for -o where it must."""
    part = tmp_path / "part.nq"
    part.write_bytes(store().dump(format=ox.RdfFormat.N_QUADS) or b"")
    write_store([part], tmp_path / "store")
    where = ("--store", "store")
    assert kg("export", "-f", "xlsx", "-o", "a.xlsx", *where, cwd=tmp_path).returncode == 0
    assert zipfile.is_zipfile(tmp_path / "a.xlsx")
    done = kg("export", "-f", "csv", "--what", "acts", *where, cwd=tmp_path)
    assert done.stdout.startswith(b"\xef\xbb\xbf")
    assert "gexf" in kg("export", "--list", cwd=tmp_path).stdout.decode()
    for arguments, code in (
        (("-f", "xlsx"), "KG-U010"), (("-f", "nothing"), "KG-E001"), (("-f", "csv", "-w", "x"), "KG-E001"),
    ):  # fmt: skip
        failed = kg("export", *arguments, *where, cwd=tmp_path)
        assert failed.returncode == 2
        assert code in failed.stderr.decode()
