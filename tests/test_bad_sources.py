"""Hostile files and folders: refused with a code or read within bounds, and nothing passed over without a word."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks._sound import check_error

from cli_runner import SISHE, kg
from kg.errors import KgError, TextError
from kg.reading.glosses import shipped_folding
from kg.texts.document import Document
from kg.texts.raw import RawText
from kg.texts.read import READERS, read_documents
from kg.texts.sources import LARGEST
from kg.texts.voices import NOBODY

TEI = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>{}</body></text></TEI>"
ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))


def refused(path: Path) -> str:
    """The code by which a source is refused; empty where it is read."""
    try:
        list(read_documents(path))
    except TextError as error:
        check_error(error)
        return error.code
    return ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(
            f'<!DOCTYPE TEI [<!ENTITY e0 "x">{ENTITIES}]>' + TEI.format("<p>&e9;</p>"), "KG-T022", id="laughs",
        ),
        pytest.param(
            f'<!DOCTYPE TEI [<!ENTITY e0 "x">{ENTITIES}]>' + TEI.format("<p n='&e9;'>主</p>"), "KG-T022",
            id="laughs in an attribute",
        ),
        pytest.param(
            '<!DOCTYPE TEI [<!ENTITY a "' + "x" * 100_000 + '">]>' + TEI.format("<p>" + "&a;" * 10_000 + "</p>"),
            "KG-T022", id="quadratic blow-up",
        ),
        pytest.param(
            '<!-- <!DOCTYPE --><?a b?>\n<!DOCTYPE TEI SYSTEM "http://127.0.0.1:9/x.dtd">' + TEI.format("<p>主</p>"),
            "KG-T022", id="a DTD elsewhere, behind a comment",
        ),
        pytest.param(
            '<!DOCTYPE TEI [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + TEI.format("<p>&e;</p>"), "KG-T022",
            id="a file",
        ),
        pytest.param(
            '<!DOCTYPE TEI [<!ENTITY % p SYSTEM "/dev/zero"> %p;]>' + TEI.format("<p>主</p>"), "KG-T022",
            id="a device, as parameter",
        ),
        pytest.param(TEI.format("<p>&nbsp;</p>"), "KG-T020", id="an entity that nobody declared"),
        pytest.param(TEI.format("<seg>" * 150 + "主" + "</seg>" * 150), "KG-T023", id="nested"),
        pytest.param(TEI.format("<div>" * 100_000), "KG-T020", id="nested without end"),
        pytest.param(TEI.format("<seg>" * 90 + "主" + "</seg>" * 90), "", id="nested, but not too deep"),
    ],
)
def test_hostile_xml(tmp_path: Path, text: str, code: str) -> None:
    """Nothing is expanded, fetched or opened, and nothing takes longer than a moment."""
    path = tmp_path / "a.xml"
    path.write_text(text, encoding="utf-8")
    start = time.process_time()
    assert refused(path) == code
    assert time.process_time() - start < 2


def _zip() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", bytes(20_000_000))
    return data.getvalue()


def _tar() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return data.getvalue()


@pytest.mark.parametrize("make", [_zip, _tar, lambda: gzip.compress(bytes(20_000_000))], ids=["zip", "tar", "gz"])
@pytest.mark.parametrize("name", ["a.txt", "a.xml", "a.bin"])
def test_archives_are_not_unpacked(tmp_path: Path, make: Callable[[], bytes], name: str) -> None:
    """A zip, tar or gz given as a source is refused by name, whatever it is called and would swell to."""
    (tmp_path / name).write_bytes(make())
    assert refused(tmp_path / name) == "KG-T009"


def test_a_folder_of_what_cannot_be_read(tmp_path: Path) -> None:
    """A pipe, a link that leads nowhere or to itself, an archive: each is told, what is a text is read, none waits."""
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "nowhere.txt").symlink_to(tmp_path / "none")
    (tmp_path / "itself.txt").symlink_to(tmp_path / "itself.txt")
    (tmp_path / "null.txt").symlink_to("/dev/null")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "more.zip").write_bytes(_zip())
    (tmp_path / "good.txt").write_text("無介。", encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("無介。", encoding="utf-8")
    told: list[KgError] = []
    assert [document.id for document in read_documents(tmp_path, on_error=told.append)] == ["good"]
    assert [(error.code, Path(error.where.file).name) for error in told if error.where] == [
        ("KG-T001", "itself.txt"), ("KG-T009", "more.zip"), ("KG-T001", "nowhere.txt"), ("KG-T008", "null.txt"),
        ("KG-T008", "pipe.txt"),
    ]


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "setresuid"), reason="changes the user")
def test_what_may_not_be_read() -> None:
    """A file and a folder without permission are told with KG-T001, and the rest is read; the reader is no root."""
    top = Path(tempfile.mkdtemp())  # pytest's own folders are root's alone
    top.chmod(0o755)
    home = top / "texts"
    (home / "shut").mkdir(parents=True)
    (home / "shut" / "a.txt").write_text("無介。", encoding="utf-8")
    (home / "b.txt").write_text("無介。", encoding="utf-8")
    (home / "c.txt").write_text("無介。", encoding="utf-8")
    (home / "b.txt").chmod(0)
    (home / "shut").chmod(0)
    told: list[KgError] = []
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)
        assert [document.id for document in read_documents(home, on_error=told.append)] == ["c"]
    finally:
        os.seteuid(user)
        shutil.rmtree(top)
    assert [(error.code, Path(error.where.file).name) for error in told if error.where] == [
        ("KG-T001", "shut"), ("KG-T001", "b.txt"),
    ]


def test_a_file_without_end(tmp_path: Path) -> None:
    """More bytes than a text has are refused before they are all read: a hole of 1 GB, a device that never ends."""
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    assert refused(path) == "KG-T007"
    assert refused(Path("/dev/zero")) == "KG-T007"
    with path.open("wb") as file:
        file.truncate(LARGEST)
    assert refused(path) == "KG-T002"


def test_folders_within_folders() -> None:
    """A text 1,200 folders deep is found, though no call goes so deep."""
    top = tempfile.mkdtemp()
    here = os.open(top, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    with open("a.txt", "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, dir_fd=here)) as file:
        file.write("無介。")
    os.close(here)
    try:
        assert [document.text for document in read_documents(top)] == ["無介。"]
    finally:
        subprocess.run(["rm", "-rf", top], check=True)  # what Python has for this calls itself


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("主人\r戒賓\r\n賓出迎\n再拜\u2028無介".encode(), id="mixed line ends"),
        pytest.param("\ufeff主人\r戒賓\r\n賓出迎\n再拜\u2028無介".encode("utf-16-le"), id="UTF-16"),
        pytest.param("\ufeff主人\r戒賓\r\n賓出迎\n再拜\u2028無介".encode(), id="a BOM"),
    ],
)
def test_line_ends_stay(tmp_path: Path, data: bytes) -> None:
    """Line ends of every kind end a passage, and the text keeps them as they are."""
    (tmp_path / "a.txt").write_bytes(data)
    (document,) = read_documents(tmp_path / "a.txt")
    assert document.text == "主人\r戒賓\r\n賓出迎\n再拜\u2028無介"
    assert [p.span.of(document.text) for p in document.passages] == ["主人", "戒賓", "賓出迎", "再拜", "無介"]


def test_many_empty_files(tmp_path: Path) -> None:
    """Three hundred empty texts are built like any others, each with a context of its own."""
    from kg.build import Options, build

    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number:04}.txt").touch()
    (folder / f"{'禮' * 80}.txt").write_text(SISHE, encoding="utf-8")
    report = build([str(folder)], tmp_path / "out", Options(), view=False)
    assert len(report.parts) == 301
    assert not report.failures


def _seconds(text: str, format: str) -> tuple[float, list[Document]]:
    start = time.process_time()
    found = list(READERS[format](RawText("t", "t", "", text), shipped_folding(), NOBODY, None))
    return time.process_time() - start, found


_HEAD = "#+TITLE: 儀禮\n<pb:X_SBCK_001-1a>¶\n"


@pytest.mark.parametrize(
    ("format", "head", "unit"),
    [
        ("tei", "", "<p>主</p>"), ("tei", "", "<s>主</s><note>注</note>"), ("mandoku", _HEAD, "&"),
        ("mandoku", _HEAD, "<pb:"), ("mandoku", _HEAD, "/"), ("mandoku", _HEAD + "　注曰", "/"),
        ("mandoku", _HEAD, "　　主¶\n"), ("bracketed", "主【", "主(注)"), ("bracketed", "主【", "("),
        ("bracketed", "主【注】", "此雲"), ("bracketed", "存疑敖氏曰 正義鄭氏曰 主【", "主 "),
        ("bracketed", "存疑敖氏曰 正義鄭氏曰 主", "【主】"), ("plain", "", "主"), ("plain", "", "。 "),
    ],
)  # fmt: skip
def test_readers_take_linear_time(format: str, head: str, unit: str) -> None:
    """Ten times the text takes a good deal less than the hundred times the time of what is quadratic."""
    def make(size: int) -> str:
        body = head + unit * (size // len(unit))
        return TEI.format(body) if format == "tei" else body

    small = min(_seconds(make(14_000), format)[0] for _ in range(2))
    large, documents = _seconds(make(140_000), format)
    assert documents
    assert large < max(40 * small, 1.0)


def test_no_archive_reaches_a_build(tmp_path: Path) -> None:
    """`kg build` of a zip prints its code, what to do, and ends with 2; no trace, no output."""
    (tmp_path / "a.zip").write_bytes(_zip())
    done = kg("build", "a.zip", "--no-view", "--no-site", cwd=tmp_path)
    assert done.returncode == 2
    assert b"KG-T009 a.zip" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "output" / "store").exists()
