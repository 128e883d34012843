"""`kg build` and what can be asked of what it leaves: query, view, validate, explain."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_runner import DIZI, SHARED, SISHE, cpu_seconds, kg

# 鄉射禮·經, with its line ends: three sentences, eleven acts and more.
TEXT = f"{SISHE}\n{DIZI}\n賓坐奠觶於西楹西。\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `kg build xiangshe.txt` has run."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "xiangshe.txt").write_text(TEXT, encoding="utf-8")
    done = kg("build", "xiangshe.txt", cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    return folder


def hashes(folder: Path) -> dict[str, str]:
    """Every file under `folder` but the store's own, which Oxigraph lays out as it likes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "store" not in path.relative_to(folder).parts
    }


def test_build_leaves_parts_store_and_page(built: Path) -> None:
    """One part a text, one each for lexicon, ontology, run, links and dataset; store, site, page; no leftovers."""
    parts = sorted(path.name for path in (built / "output" / "parts").glob("[!.]*"))
    assert parts == ["_dataset.nq", "_lexicon.nq", "_links.nq", "_ontology.nq", "_run.nq", "xiangshe.nq"]
    assert sorted(path.name for path in (built / "output").iterdir()) == ["parts", "site", "store", "view.html"]
    assert "司射" in (built / "output" / "view.html").read_text(encoding="utf-8")


def test_two_builds_are_byte_identical(built: Path, tmp_path: Path) -> None:
    """The same text in another folder, under another hash seed and clock: every file is the same."""
    (tmp_path / "xiangshe.txt").write_text(TEXT, encoding="utf-8")
    done = kg("build", "xiangshe.txt", "-o", "other", cwd=tmp_path, PYTHONHASHSEED="7", TZ="Asia/Taipei")
    assert done.returncode == 0
    assert hashes(tmp_path / "other") == hashes(built / "output")
    assert {name.split("/")[0] for name in hashes(built / "output")} == {"parts", "site", "view.html"}


def test_build_tells_what_it_made(built: Path, tmp_path: Path) -> None:
    """The account names the text, its characters and acts, and where everything lies; stdout stays empty."""
    (tmp_path / "xiangshe.txt").write_text(TEXT, encoding="utf-8")
    done = kg("build", "xiangshe.txt", "--no-view", "--no-site", cwd=tmp_path)
    told = done.stderr.decode()
    assert done.stdout == b""
    assert "xiangshe" in told
    assert f"{len(TEXT.strip()):,}" in told or f"{len(TEXT):,}" in told
    assert "output/store" in told
    assert not (tmp_path / "output" / "view.html").exists()


def test_validate_passes_on_what_build_made(built: Path) -> None:
    """The shapes hold for every graph of the build."""
    done = kg("validate", cwd=built)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    assert "合格" in done.stdout.decode()


def test_validate_fails_readably_on_a_broken_graph(built: Path, tmp_path: Path) -> None:
    """An act without its action and a span that ends elsewhere: exit code 1, told in both languages, no traceback."""
    lines = (built / "output" / "parts" / "xiangshe.nq").read_text(encoding="utf-8").splitlines(keepends=True)
    dropped = next(line for line in lines if "ontology#action>" in line)
    broken = [line for line in lines if line != dropped]
    (tmp_path / "broken.nq").write_text("".join(broken), encoding="utf-8")
    done = kg("validate", "broken.nq", cwd=tmp_path)
    told = done.stdout.decode()
    assert done.returncode == 1
    assert "不合格" in told
    assert "Not valid" in told
    assert "rit:action" in told
    assert done.stderr == b""


def test_validate_one_language(built: Path) -> None:
    """--lang en leaves the Chinese half of the report out, --lang zh the English."""
    english = kg("--lang", "en", "validate", cwd=built).stdout.decode()
    chinese = kg("--lang", "zh", "validate", cwd=built).stdout.decode()
    assert ("Valid" in english, "合格" in english) == (True, False)
    assert ("Valid" in chinese, "合格" in chinese) == (False, True)


def test_validate_tells_a_syntax_error_with_its_line(tmp_path: Path) -> None:
    """A file that is no RDF is bad input, with the line."""
    (tmp_path / "x.ttl").write_text("<a> <b> .\n", encoding="utf-8")
    done = kg("validate", "x.ttl", cwd=tmp_path)
    assert (done.returncode, "KG-U007" in done.stderr.decode(), "line 1" in done.stderr.decode()) == (2, True, True)


def test_view_around_a_thing(built: Path) -> None:
    """`kg view --focus 楅` draws 楅 and what takes part in its acts; 觶 is not near."""
    done = kg("view", "--focus", "楅", "-o", "fu.html", cwd=built)
    assert done.returncode == 0, done.stderr.decode()
    page = (built / "fu.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    named = {data["names"][fact["name"]]["zh"] for fact in data["facts"]}
    assert {"楅", "弟子", "中庭"} <= named
    assert "觶" not in named


@pytest.mark.parametrize(("arguments", "code", "exit_code"), [
    (("view", "--focus", "鼎"), "KG-V001", 2),
    (("explain", "xiangshe.99"), "KG-V004", 2),
    (("explain", "xiangshe.1", "--store", "nowhere"), "KG-G010", 2),
    (("view", "-o", "output"), "KG-U003", 2),
    (("validate", "--output", "nowhere"), "KG-U004", 2),
    (("validate", "nowhere.nq"), "KG-U005", 2),
    (("validate", "output/view.html"), "KG-U006", 2),
    (("validate", "xiangshe.txt"), "KG-U007", 2),
    (("build", "nowhere.txt", "-o", "new"), "KG-T", 2),
    (("build", "xiangshe.txt", "-o", "new", "--store", "ftp://example.org"), "KG-G021", 2),
    (("build", "xiangshe.txt", "-o", "xiangshe.txt"), "KG-U003", 2),
])  # fmt: skip
def test_faults_of_the_user(built: Path, arguments: tuple[str, ...], code: str, exit_code: int) -> None:
    """Each is told by its code in two languages, without a traceback, and leaves nothing behind."""
    done = kg(*arguments, cwd=built)
    told = done.stderr.decode()
    assert done.returncode == exit_code
    assert code in told
    assert "Traceback" not in told
    assert not (built / "new").exists() or not (built / "new" / "store" / "CURRENT").exists()


def test_explain_shows_words_roles_and_where_the_actor_comes_from(built: Path) -> None:
    """鄉射禮·經 取弓於階西: the words in brackets, 司射 supplied by a rule that is named."""
    done = kg("explain", "xiangshe.1", cwd=built)
    told = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert "〔取〕‹弓›於‹階西›" in told
    assert "司射" in told
    assert "文所無，依規則補 supplied by rule actor." in told
    assert "見於文 named" in told
    assert "frame." in told


def test_explain_one_act(built: Path) -> None:
    """xiangshe.1/10 is 取 alone."""
    told = kg("explain", "xiangshe.1/10", cwd=built).stdout.decode()
    assert "xiangshe.1/10" in told
    assert "xiangshe.1/2 " not in told


def test_a_bad_source_is_told_and_the_rest_is_built(tmp_path: Path) -> None:
    """Of two sources one does not exist: exit code 2, the other stands in the store."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    done = kg("build", "nowhere.txt", "a.txt", "--no-view", "--no-site", cwd=tmp_path)
    assert done.returncode == 2
    assert "nowhere.txt" in done.stderr.decode()
    assert kg("explain", "a.1", cwd=tmp_path).returncode == 0


def test_a_text_that_is_gone_leaves_no_part(tmp_path: Path) -> None:
    """A second build of another text in the same folder has only that text."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(SISHE, encoding="utf-8")
        assert kg("build", f"{name}.txt", "--no-view", "--no-site", cwd=tmp_path).returncode == 0
    assert not (tmp_path / "output" / "parts" / "a.nq").exists()
    assert kg("explain", "b.1", cwd=tmp_path).returncode == 0
    assert kg("explain", "a.1", cwd=tmp_path).returncode == 2


def test_a_killed_build_leaves_the_old_store(tmp_path: Path) -> None:
    """kill -9 in the middle of a long build: the old store still answers, and the next build succeeds."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    (tmp_path / "long.txt").write_text(TEXT * 2000, encoding="utf-8")
    assert kg("build", "a.txt", "--no-view", "--no-site", cwd=tmp_path).returncode == 0
    command = [sys.executable, "-m", "kg", "build", "long.txt", "--no-site"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    time.sleep(2.5)
    assert running.poll() is None
    running.kill()
    running.wait()
    assert kg("explain", "a.1", cwd=tmp_path).returncode == 0
    assert kg("build", "a.txt", "--no-view", "--no-site", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in (tmp_path / "output" / "parts").glob("[!.]*")) == [
        "_dataset.nq", "_lexicon.nq", "_links.nq", "_ontology.nq", "_run.nq", "a.nq",
    ]  # fmt: skip


def test_interrupting_gives_130(tmp_path: Path) -> None:
    """Ctrl-C ends the build with exit code 130 and no traceback."""
    (tmp_path / "long.txt").write_text(TEXT * 2000, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "kg", "build", "long.txt", "--no-site"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    time.sleep(4.0)  # past the imports, on a busy machine too
    os.kill(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in told


def test_help_is_quick_and_bilingual(tmp_path: Path) -> None:
    """`kg --help` loads neither spaCy nor rdflib."""
    assert "讀文建圖" in kg("--help", cwd=tmp_path).stdout.decode()
    assert cpu_seconds("--help", cwd=tmp_path) < 0.5
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "kg", "--help"], cwd=tmp_path, capture_output=True, check=True
    ).stderr.decode()
    assert not any(f" {heavy}\n" in loaded for heavy in ("spacy", "rdflib", "pyvis", "pyshacl", "networkx"))


def test_version(tmp_path: Path) -> None:
    """The version is the package's."""
    assert kg("--version", cwd=tmp_path).stdout.decode().startswith("ritual-kg 0.")


def test_usage_error_is_2(tmp_path: Path) -> None:
    """An option that does not exist."""
    assert kg("build", "--nonsense", cwd=tmp_path).returncode == 2


@pytest.mark.skipif(not (SHARED / "texts" / "kanripo" / "KR1d0026").is_dir(), reason="needs ../shared/texts")
def test_a_kanripo_folder_is_built_and_its_lacunae_told(tmp_path: Path) -> None:
    """儀禮 with 鄭注 in KR1d0026: 17 chapters become 17 texts; leaf 005-23b, numbered twice, is told."""
    done = kg("build", str(SHARED / "texts" / "kanripo" / "KR1d0026"), "--no-view", "--no-site", cwd=tmp_path)
    told = done.stderr.decode()
    assert done.returncode == 0, told[-2000:]
    assert len(list((tmp_path / "output" / "parts").glob("KR1d0026*.nq"))) == 17
    assert "KG-T1" in told
    assert "005-23b" in told or "lacunae" in told
