"""Bad days of a build, a few of each; `scripts/bench reliability` tries twenty kills. KG_SEED chooses the moments."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from benchmarks import _days

from kg.build import Options, build
from kg.errors import UsageError


@pytest.fixture
def home(tmp_path: Path) -> _days.Home:
    """A folder with two texts and a store from before."""
    return _days.Home(tmp_path, texts=2)


def test_killed_at_random_moments(home: _days.Home) -> None:
    """After kill -9 and Ctrl-C the old store answers, nothing half is there, and --resume makes the whole."""
    assert home.kg("build", "texts", output="whole").returncode == 0
    _days.try_kills(home, random.Random(int(os.environ.get("KG_SEED", "1"))), 5, 2.0)
    resumed = home.kg("build", "texts", "--resume")
    assert resumed.returncode == 0, resumed.stderr.decode()
    assert _days.parts(home.folder / "output") == _days.parts(home.folder / "whole")
    assert home.failed == []
    assert {name: count for name, count in home.found.items() if "survived" in name} == {
        "kill -9: survived": 4, "Ctrl-C: survived": 1,
    }


def test_no_room_and_no_right(home: _days.Home) -> None:
    """A full file system and an output without permission end in a code, also for root; the old store answers."""
    _days.full_disk(home)
    _days.may_not_write(home)
    assert home.failed == []
    assert home.found["output that may not be written: survived"] == 2


def test_a_folder_where_a_part_should_be(tmp_path: Path) -> None:
    """A folder that stands in a part's place costs that text alone: it is told, and left as it is."""
    (tmp_path / "a.txt").write_text(_days.TEXT, encoding="utf-8")
    (tmp_path / "b.txt").write_text(_days.TEXT, encoding="utf-8")
    (tmp_path / "out" / "parts" / "a.nq" / "mine").mkdir(parents=True)
    report = build([str(tmp_path / "a.txt"), str(tmp_path / "b.txt")], tmp_path / "out", Options(), view=False)
    assert [error.code for error in report.failures] == ["KG-U003"]
    assert [part.document for part in report.parts] == ["b"]
    assert (tmp_path / "out" / "parts" / "a.nq" / "mine").is_dir()
    assert _days.answers(tmp_path / "out")


@pytest.mark.parametrize("output", ["file", "file/deeper"])
def test_a_file_where_the_output_should_be(tmp_path: Path, output: str) -> None:
    """A file in the output's place, or on the way to it, is told before any work, and left as it is."""
    (tmp_path / "a.txt").write_text(_days.TEXT, encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        build([str(tmp_path / "a.txt")], tmp_path / output, Options(), view=False)
    assert caught.value.code == "KG-U003"
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
