"""`kg show`: a passage with its layers, as a user sees it, and what it is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_runner import kg
from kg.graph.collation import collate, collation_parts
from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.ontology import ontology_quads
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.graph.store import open_store, write_store
from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.reading.act import Reading
from kg.reading.glosses import read_glosses
from kg.texts import shipped_documents
from kg.texts.shipped import shipped_commentaries
from kg.texts.voices import identify
from kg.views.layered import LayeredPassage, layers
from kg.views.page import ViewError
from kg.views.reader import select_from

SETTINGS = Settings()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped works and commentaries with their collation, without acts (reading takes longest)."""
    voices = load_voices(load_lexicon())
    documents = [identify(one, voices) for one in (*shipped_documents(), *shipped_commentaries())]
    glosses = {one.id: read_glosses(one) for one in documents}
    folder = tmp_path_factory.mktemp("show")
    lines = [*lexicon_quads(SETTINGS), *ontology_quads(SETTINGS)]
    for one in documents:
        lines += build_quads(one, Reading(one.text, (), (), ()), settings=SETTINGS, glosses=glosses[one.id])
    for _, quads in collation_parts(collate(documents), SETTINGS, lambda _: [], glosses):
        lines += quads
    (folder / "all.nq").write_text("".join(lines), encoding="utf-8")
    write_store([folder / "all.nq"], folder / "store")
    return folder / "store"


def layered(store: Path, place: str) -> LayeredPassage:
    found = layers(select_from(open_store(store), SETTINGS), place)
    assert len(found) == 1
    return found[0]


def test_a_passage_with_its_voices(store: Path) -> None:
    """xiangshe.177: 郝敬, 敖繼公 and 高愈 as 蔡德晉 quotes them, each apart, and the step 請射."""
    passage = layered(store, "xiangshe.177")
    assert passage.text == "司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"
    assert [note.speaker for note in passage.notes] == ["郝敬", "敖繼公", "高愈"]
    assert passage.steps == (("蔡德晉", "請射", ""),)


def test_notes_of_zheng_xuan_with_their_glosses(store: Path) -> None:
    """大射儀 縮而委之: 鄭玄's definition 從 and his report of the 古文, the words in the order of the passage."""
    passage = layered(store, "dashe.92")
    assert [(g.lemma, g.tradition, g.value, g.speakers) for g in passage.glosses if g.lemma == "縮"] == [
        ("縮", "", "從", ("鄭玄",)),
        ("縮", "古文", "蹙", ("鄭玄",)),
    ]


def test_variants_name_their_witnesses(store: Path) -> None:
    """於 : 于 in xiangshe.177 is a spelling of benyi's."""
    assert [(v.lemma, v.spelling, v.readings) for v in layered(store, "xiangshe.177").variants] == [
        ("於", True, (("于", ("benyi",)),))
    ]


def test_an_unknown_place_is_told(store: Path) -> None:
    """KG-V004 for a place that the graph has not."""
    with pytest.raises(ViewError) as caught:
        layers(select_from(open_store(store), SETTINGS), "xiangshe.9999")
    assert caught.value.code == "KG-V004"


def test_show_prints_the_layers(store: Path, tmp_path: Path) -> None:
    """The program prints text, steps, variants and each voice under its layer; nothing on stderr."""
    done = kg("show", "xiangshe.177", "--store", str(store), cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""
    told = done.stdout.decode()
    for words in ("司射適堂西，袒決遂", "請射", "郝敬 明", "高愈 清", "禮經本義·鄉射禮"):
        assert words in told
    assert told.index("郝敬") < told.index("敖繼公") < told.index("高愈")


def test_show_fails_with_a_code(store: Path, tmp_path: Path) -> None:
    """An unknown passage ends with exit code 2 and KG-V004."""
    done = kg("show", "nowhere.1", "--store", str(store), cwd=tmp_path)
    assert done.returncode == 2
    assert "KG-V004" in done.stderr.decode()
