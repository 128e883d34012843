"""kg score, kg diff, kg lexicon as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_runner import DIZI, SISHE, kg

RUN = {
    "id": "xiangshe-014", "text": SISHE,
    "acts": [
        {"at": 2, "verb": "適", "actor": ["司射"], "destination": ["堂西"]},
        {"at": 6, "verb": "袒", "actor": ["司射"]},
        {"at": 7, "verb": "決", "actor": ["司射"], "object": ["決"]},
        {"at": 8, "verb": "遂", "actor": ["司射"], "object": ["遂"]},
        {"at": 10, "verb": "取", "actor": ["賓"], "object": ["弓"], "origin": ["階西"]},
    ],
    "entities": [
        [0, 2, "Actor", "司射"], [3, 5, "Position", "堂西"], [11, 12, "Object", "弓"], [13, 15, "Position", "階西"],
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a gold file (one actor wrong on purpose) and the graphs of two texts."""
    folder = tmp_path_factory.mktemp("keeper")
    (folder / "gold.jsonl").write_text(json.dumps(RUN, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / "a.txt").write_text(SISHE, encoding="utf-8")
    (folder / "a.xyz").write_text("no graph", encoding="utf-8")
    made = kg("extract", "a.txt", "-o", "a.nq", cwd=folder)
    assert made.returncode == 0, made.stderr.decode()
    (folder / "a.txt").write_text(SISHE + DIZI, encoding="utf-8")
    assert kg("extract", "a.txt", "-o", "b.nq", cwd=folder).returncode == 0
    return folder


def test_score_reads_now(home: Path) -> None:
    """Without a graph the runs are read by the pipeline; --errors names the place and the rule."""
    found = kg("score", "gold.jsonl", "--errors", "--rules", cwd=home)
    told = found.stdout.decode("utf-8")
    assert found.returncode == 0, found.stderr.decode()
    assert "xiangshe-014@10" in told
    assert "role-missed actor expected 賓" in told
    assert "frame.verb.shi-go" in told


def test_score_of_a_graph_is_the_same(home: Path) -> None:
    """The graph that kg extract wrote scores as the pipeline does; the JSON has the scorer's keys."""
    now = json.loads(kg("score", "gold.jsonl", "--format", "json", cwd=home).stdout)
    graph = json.loads(kg("score", "gold.jsonl", "a.nq", "--format", "json", cwd=home).stdout)
    assert now == graph
    assert now["act"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0, "gold": 5}
    assert now["elided_actor"] == {"accuracy": 0.75, "gold": 4}
    assert now["polarity_mode"] == {"accuracy": 1.0, "gold": 5}
    assert now["roles"]["gold"] == 10


def test_score_strip(home: Path) -> None:
    """--strip scores the same gold without its marks."""
    found = json.loads(kg("score", "gold.jsonl", "--strip", "--format", "json", cwd=home).stdout)
    assert found["act"]["gold"] == 5
    assert found["mention"]["gold"] == 4


def test_score_of_a_graph_without_the_text(home: Path) -> None:
    """A graph of another text scores nothing, and it is said why."""
    found = kg("score", "gold.jsonl", "b.nq", "--format", "table", cwd=home)
    assert found.returncode == 0
    assert "圖中沒有其中 1 段之文" in found.stderr.decode("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["score", "none.jsonl"], "KG-D001"),
        (["score", "a.txt"], "KG-D002"),
        (["score", "gold.jsonl", "--run", "dashe*"], "KG-D003"),
        (["score", "gold.jsonl", "none.nq"], "KG-U005"),
        (["diff", "none.nq", "a.nq"], "KG-U005"),
        (["diff", "a.nq", "a.xyz"], "KG-U006"),
        (["diff", "a.nq", "a.txt"], "KG-U007"),
        (["lexicon", "unknown", "none.txt"], "KG-T001"),
        (["lexicon", "coverage", "none.txt"], "KG-T001"),
        (["lexicon", "check", "none"], "KG-D004"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value[:2]),
)
def test_faults_have_a_code(home: Path, arguments: list[str], code: str) -> None:
    """Bad input is told in both languages with its code, exit code 2, no traceback."""
    found = kg(*arguments, cwd=home)
    told = found.stderr.decode("utf-8")
    assert found.returncode == 2
    assert code in told
    assert "Traceback" not in told


def test_diff_of_equal_graphs(home: Path) -> None:
    """Nothing changed: exit code 0."""
    found = kg("diff", "a.nq", "a.nq", cwd=home)
    assert found.returncode == 0
    assert found.stdout == b""


def test_diff_tells_what_was_added(home: Path) -> None:
    """The acts of the sentences that were added, exit code 1; JSON has them one by one."""
    found = kg("diff", "a.nq", "b.nq", cwd=home)
    assert found.returncode == 1
    assert "[命]弟子設楅" in found.stdout.decode("utf-8")
    data = json.loads(kg("diff", "a.nq", "b.nq", "--format", "json", cwd=home).stdout)
    assert [change["action"] for change in data["added"]][:3] == ["命", "設", "設"]
    assert data["removed"] == data["changed"] == []
    assert data["same"] == 5
    back = kg("diff", "b.nq", "a.nq", "--format", "json", cwd=home)
    assert len(json.loads(back.stdout)["removed"]) == len(data["added"])


def test_unknown_words_of_a_file(home: Path) -> None:
    """A word of no table is listed with its times, class and context; stdin works too."""
    text = "主人坐取鼂，興。賓取鼂。"
    found = kg("lexicon", "unknown", "-", "--format", "json", cwd=home, stdin=text.encode("utf-8"))
    assert found.returncode == 0, found.stderr.decode()
    (word,) = json.loads(found.stdout)
    assert (word["form"], word["count"], word["guess"]) == ("鼂", 2, "object")
    assert word["occurrences"][0]["context"] == "主人坐取[鼂]，興。賓"
    table = kg("lexicon", "unknown", "-", "--least", "2", cwd=home, stdin=text.encode("utf-8"))
    assert "鼂" in table.stdout.decode("utf-8")


def test_coverage_limit(home: Path) -> None:
    """--limit: exit code 1 where the share reaches it."""
    text = "主人坐取鼂，興。".encode()
    assert kg("lexicon", "coverage", "-", "--limit", "50", cwd=home, stdin=text).returncode == 0
    found = kg("lexicon", "coverage", "-", "--limit", "2", "--format", "json", cwd=home, stdin=text)
    assert found.returncode == 1
    assert json.loads(found.stdout)[-1] == {"document": None, "characters": 6, "unknown": 1, "share": 0.16667}


def test_check_of_a_broken_folder(home: Path, tmp_path: Path) -> None:
    """A folder without tables has findings, each with its file; exit code 1."""
    found = kg("lexicon", "check", str(tmp_path), cwd=home)
    assert found.returncode == 1
    assert "variants.tsv" in found.stdout.decode("utf-8")
    assert "KG-L001" in found.stdout.decode("utf-8")
