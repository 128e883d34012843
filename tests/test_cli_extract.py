"""`kg extract`: texts in, acts out, from files and from stdin."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyoxigraph as ox
import pytest

from cli_runner import DIZI, SHARED, SISHE, cpu_seconds, kg

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"


def texts(quads: bytes) -> dict[str, str]:
    """Context → its exact text."""
    return {
        quad.subject.value: quad.object.value
        for quad in ox.parse(quads, format=ox.RdfFormat.N_QUADS)
        if quad.predicate.value == f"{NIF}isString"
    }


def verbs(line: str) -> list[tuple[int, str]]:
    """Place and label of the acts of a JSONL record."""
    return [(act["at"], act["verb"]) for act in json.loads(line)["acts"]]


def test_stdin_gives_the_acts_of_a_sentence(tmp_path: Path) -> None:
    """鄉射禮·經 司射適堂西，袒決遂，取弓於階西: five acts of 司射, the last taking 弓 from 階西."""
    done = kg("extract", "-", "--format", "jsonl", cwd=tmp_path, stdin=SISHE.encode())
    assert done.returncode == 0, done.stderr.decode()
    record = json.loads(done.stdout)
    assert [act["verb"] for act in record["acts"]] == ["適", "袒", "決", "遂", "取"]
    last = record["acts"][-1]
    assert (last["actor"], last["object"], last["origin"]) == (["司射"], ["弓"], ["階西"])
    assert "actor" in last["supplied"]
    assert [0, 2, "Actor", "司射"] in record["entities"]


def test_small_file_takes_less_than_two_seconds(tmp_path: Path) -> None:
    """Start-up, reading and writing of a sentence: about one second of CPU."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    assert min(cpu_seconds("extract", "a.txt", cwd=tmp_path) for _ in range(2)) < 2.0


def test_files_of_one_name_keep_a_context_each(tmp_path: Path) -> None:
    """Two folders hold a 1.txt each, and a third file has the first's words: three contexts, three texts."""
    for folder, words in (("a", SISHE), ("b", DIZI), ("c", SISHE)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.txt").write_text(words, encoding="utf-8")
    done = kg("extract", "a/1.txt", "b/1.txt", "c/1.txt", cwd=tmp_path)
    assert done.returncode == 0
    assert sorted(texts(done.stdout).values()) == sorted([SISHE, DIZI, SISHE])


@pytest.mark.parametrize(("name", "format"), [
    ("o.nq", ox.RdfFormat.N_QUADS), ("o.trig", ox.RdfFormat.TRIG), ("o.ttl", ox.RdfFormat.TURTLE),
    ("o.jsonld", ox.RdfFormat.JSON_LD),
])  # fmt: skip
def test_formats_say_the_same(tmp_path: Path, name: str, format: ox.RdfFormat) -> None:
    """Each RDF format, read back, holds the same statements; Turtle without their graphs."""
    (tmp_path / "a.txt").write_text(DIZI, encoding="utf-8")
    assert kg("extract", "a.txt", "-o", name, cwd=tmp_path).returncode == 0
    back = {str(quad.triple) for quad in ox.parse((tmp_path / name).read_bytes(), format=format)}
    plain = kg("extract", "a.txt", cwd=tmp_path).stdout
    assert back == {str(quad.triple) for quad in ox.parse(plain, format=ox.RdfFormat.N_QUADS)}


def test_only_the_text_and_what_it_names(tmp_path: Path) -> None:
    """Extraction writes the text's graph and the entities that it names: no ontology, no whole lexicon."""
    done = kg("extract", "-", cwd=tmp_path, stdin=DIZI.encode())
    graphs = {quad.graph_name.value for quad in ox.parse(done.stdout, format=ox.RdfFormat.N_QUADS)}
    assert graphs == {
        "https://w3id.org/ritual-kg/graph/text/stdin",
        "https://w3id.org/ritual-kg/graph/lexicon",
    }
    assert "觚" not in done.stdout.decode()


def test_two_runs_are_identical(tmp_path: Path) -> None:
    """The same input gives the same bytes, whatever the hash seed."""
    (tmp_path / "a.txt").write_text(SISHE + DIZI, encoding="utf-8")
    for format in ("nquads", "trig", "turtle", "jsonld", "jsonl"):
        first = kg("extract", "a.txt", "--format", format, cwd=tmp_path, PYTHONHASHSEED="1").stdout
        second = kg("extract", "a.txt", "--format", format, cwd=tmp_path, PYTHONHASHSEED="2").stdout
        assert first == second
        assert first


def test_a_bad_file_is_told_and_the_good_one_written(tmp_path: Path) -> None:
    """Of two files one does not exist: its code on stderr, exit code 2, the other's acts on stdout."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    done = kg("extract", "nowhere.txt", "a.txt", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "KG-T" in done.stderr.decode()
    assert "nowhere.txt" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert verbs(done.stdout.decode())[0] == (2, "適")


def test_unknown_suffix_asks_for_the_format(tmp_path: Path) -> None:
    """-o acts.xlsx is no format of this command; nothing is written."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    done = kg("extract", "a.txt", "-o", "acts.xlsx", cwd=tmp_path)
    assert (done.returncode, "KG-U002" in done.stderr.decode()) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    """-o into a file taken for a folder: told with a code, nothing left behind."""
    (tmp_path / "a.txt").write_text(SISHE, encoding="utf-8")
    done = kg("extract", "a.txt", "-o", "a.txt/out.nq", cwd=tmp_path)
    assert (done.returncode, "KG-U003" in done.stderr.decode()) == (2, True)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == SISHE


def test_pipe_closed_early_is_no_error(tmp_path: Path) -> None:
    """`kg extract … | head -1` ends quietly."""
    (tmp_path / "a.txt").write_text((SISHE + DIZI) * 200, encoding="utf-8")
    command = f"{sys.executable} -m kg extract a.txt | head -c 10"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0
    assert done.stderr == b""


def test_output_is_utf8_under_a_gbk_locale(tmp_path: Path) -> None:
    """A pipe gets UTF-8 whatever the locale says."""
    done = kg(
        "extract", "-", "--format", "jsonl", cwd=tmp_path, stdin=SISHE.encode(), PYTHONIOENCODING="gbk", LC_ALL="C"
    )
    assert json.loads(done.stdout.decode("utf-8"))["text"] == SISHE


@pytest.mark.skipif(not (SHARED / "gold" / "dev.jsonl").is_file(), reason="needs ../shared/gold")
def test_runs_of_the_gold_file_are_contexts_with_their_exact_text(tmp_path: Path) -> None:
    """Every run of dev.jsonl, one file each, comes out as a context whose text is the run's, to the character."""
    runs = [json.loads(line) for line in (SHARED / "gold" / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    for run in runs:
        (tmp_path / f"{run['id']}.txt").write_text(run["text"], encoding="utf-8")
    done = kg("extract", *(f"{run['id']}.txt" for run in runs), cwd=tmp_path)
    assert done.returncode == 0
    assert sorted(texts(done.stdout).values()) == sorted(run["text"] for run in runs)


EDITION = """# -*- mode: mandoku-view; -*-
#+TITLE: 試
#+PROPERTY: ID KR9x0001
<pb:KR9x0001_WYG_001-1a>¶
主人坐奠爵于篚¶
◎主人洗爵¶
"""
PROFILE = "profile\tindent\tpattern\tpart\tlayer\tspeaker\tcomment\nKR9x0001\t*\t^◎\tnote\tzhu\t\t\n"


def test_a_table_of_profiles_tells_the_notes_of_a_new_edition(tmp_path: Path) -> None:
    """A row of one's own takes the line behind ◎ out of the base text; without it the line is base text."""
    (tmp_path / "m.txt").write_text(EDITION, encoding="utf-8")
    (tmp_path / "p.tsv").write_text(PROFILE, encoding="utf-8")
    plain = kg("extract", "m.txt", "--format", "jsonl", cwd=tmp_path)
    told = kg("extract", "m.txt", "--format", "jsonl", "--profiles", "p.tsv", cwd=tmp_path)
    assert [json.loads(done.stdout)["text"] for done in (plain, told)] == [
        "主人坐奠爵于篚◎主人洗爵",
        "主人坐奠爵于篚",
    ]


def test_a_table_of_profiles_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The code, the path and the exit code 2, even where the source, a plain text, would not need the table."""
    done = kg("extract", "-", "--profiles", "none.tsv", cwd=tmp_path, stdin=SISHE.encode())
    assert done.returncode == 2
    assert b"KG-T011" in done.stderr
    assert b"none.tsv" in done.stderr
