"""kg site and kg open on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_runner import kg
from site_sample import shipped


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shipped rites."""
    return shipped(tmp_path_factory)


def test_site_is_written_and_told(built: Path, tmp_path: Path) -> None:
    """kg site --only time writes those pages and says where they are."""
    done = kg("site", "-o", "site", "--only", "time", "--store", str(built / "store"), cwd=tmp_path)
    assert done.returncode == 0
    assert "index.html" in done.stderr.decode()
    assert (tmp_path / "site" / "time" / "dashe.html").is_file()


def test_open_prints_an_address(built: Path) -> None:
    """kg open --print names the page of a passage, with its fragment."""
    done = kg("open", "xiangshe.177", "--print", "-o", str(built / "site"), cwd=built)
    assert done.returncode == 0
    assert done.stdout.decode().strip().endswith("/site/read/xiangshe.html#xiangshe.177")


def test_open_without_a_site(tmp_path: Path) -> None:
    """KG-U040 where nothing was built."""
    done = kg("open", "--print", "-o", str(tmp_path), cwd=tmp_path)
    assert done.returncode == 2
    assert "KG-U040" in done.stderr.decode()


def test_site_without_a_store(tmp_path: Path) -> None:
    """KG-G010 where there is no store."""
    done = kg("site", "-o", "site", "--store", "none", cwd=tmp_path)
    assert done.returncode == 2
    assert "KG-G010" in done.stderr.decode()
