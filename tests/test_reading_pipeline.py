"""The pipeline as spaCy sees it: saving, several processes, DocBin, offsets, any text at all."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
import spacy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from kg.lexicon.load import load_lexicon
from kg.lexicon.table import tables_dir
from kg.reading import load, read, reading_of
from kg.reading.act import RESOURCE_ROLES, TEXT_ROLES, Kind, Reading, Supply
from kg.reading.components import COMPONENTS
from kg.texts.document import Document
from kg.texts.shipped import shipped_documents

SISHE = "司射適堂西，袒決遂，取弓於階西，兼挾乘矢，升自西階。"  # 鄉射禮·經
TEXTS = [
    SISHE,
    "主人坐取爵，興，適洗，南面坐奠爵於篚下，盥洗。賓進，東北面辭洗。",  # 鄉射禮·經
    "司馬命弟子設楅。乃設楅於中庭，南當洗，東肆。",  # 鄉射禮·經
    "司射適西階西倚朴升自西階東面請射於公公許",  # 大射儀·經, unpunctuated
    "主人三拜眾賓，眾賓皆答一拜。升三等。再拜，如初。",  # after 鄉射禮·經
]


@pytest.fixture(scope="module")
def nlp() -> Language:
    return load()


def _summary(reading: Reading) -> list[tuple[int, str, list[tuple[str, list[str]]]]]:
    return [
        (act.verb.start, act.action, [(role, [f.label for f in fillers]) for role, fillers in act.roles.items()])
        for act in reading.acts
    ]


# -- saving ----------------------------------------------------------------------------------------------------------

_FRESH = """
import json, sys
import spacy
assert not any(name == "kg" or name.startswith("kg.") for name in sys.modules)
nlp = spacy.load(sys.argv[1])
doc = nlp(sys.argv[2])
print(json.dumps([[a.verb.start, a.action, sorted([r, [f.label for f in fs]] for r, fs in a.roles.items())]
                  for a in doc._.acts], ensure_ascii=False))
"""


def test_saved_pipeline_loads_in_a_fresh_process_without_importing_kg(nlp: Language, tmp_path: Path) -> None:
    """spacy.load finds language, tokenizer and components by the entry points alone, and reads the same acts."""
    nlp.to_disk(tmp_path / "lzh")
    found = subprocess.run(
        [sys.executable, "-c", _FRESH, str(tmp_path / "lzh"), SISHE],
        cwd=tmp_path, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr.decode()
    expected = [[a.verb.start, a.action, sorted([r, [f.label for f in fs]] for r, fs in a.roles.items())]
                for a in read(SISHE, nlp).acts]  # fmt: skip
    assert json.loads(found.stdout.decode("utf-8")) == expected
    assert [act[1] for act in expected] == ["適", "袒", "決", "遂", "取", "挾", "升"]


def test_saved_pipeline_keeps_components_and_language(nlp: Language, tmp_path: Path) -> None:
    """What was saved has the language lzh and the six components in their order."""
    nlp.to_disk(tmp_path / "lzh")
    again = spacy.load(tmp_path / "lzh")
    assert again.lang == "lzh"
    assert tuple(again.pipe_names) == COMPONENTS
    assert [_summary(read(text, again)) for text in TEXTS] == [_summary(read(text, nlp)) for text in TEXTS]


def test_pipeline_bytes_round_trip(nlp: Language) -> None:
    """to_bytes and from_bytes give a pipeline that reads the same, also after the bytes' temporary files are gone."""
    again = spacy.blank("lzh")
    for name in COMPONENTS:
        again.add_pipe(name)
    again.from_bytes(nlp.to_bytes())
    assert [_summary(read(text, again)) for text in TEXTS] == [_summary(read(text, nlp)) for text in TEXTS]


# -- tables of one's own ---------------------------------------------------------------------------------------------


def _tables(folder: Path) -> Path:
    folder.mkdir()
    for table in tables_dir().iterdir():
        if table.name.endswith(".tsv"):
            (folder / table.name).write_text(table.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def test_custom_tables_add_a_word(tmp_path: Path) -> None:
    """A folder of tables with one more office reads it as an actor; the shipped tables do not know it."""
    tables = _tables(tmp_path / "tables")
    with (tables / "actors.tsv").open("a", encoding="utf-8") as file:
        file.write("actor.test-office\t鼂鼂\t\tcháocháo\ttest office\tofficer\t\ttest\n")
    nlp = load()
    nlp.tokenizer.from_disk(tables)  # type: ignore[attr-defined]
    mentions = read("鼂鼂坐取爵，興。", nlp).mentions
    assert next((m.surface, m.kind, m.entry) for m in mentions) == ("鼂鼂", Kind.ACTOR, "actor.test-office")
    assert all(m.entry != "actor.test-office" for m in read("鼂鼂坐取爵，興。").mentions)


def test_saved_pipeline_uses_its_own_rule_tables(tmp_path: Path) -> None:
    """A rule of the saved homographs.tsv decides, not the package's: 洗 behind 設 is read as the rule there says."""
    nlp = load()
    nlp.to_disk(tmp_path / "lzh")
    saved = tmp_path / "lzh" / "tokenizer" / "homographs.tsv"
    header, rest = saved.read_text(encoding="utf-8").split("\n", 1)
    row = dict.fromkeys(header.split("\t"), "") | {"id": "h.test.xi", "word": "洗", "read": "V", "source": "test"}
    saved.write_text("\n".join([header, "\t".join(row.values()), rest]), encoding="utf-8")
    again = spacy.load(tmp_path / "lzh")
    assert [token.tag_ for token in nlp("設洗於阼階東南")][1] == "O"
    assert [token.tag_ for token in again("設洗於阼階東南")][1] == "V"


# -- several processes, DocBin ---------------------------------------------------------------------------------------


def test_two_processes_read_as_one(nlp: Language) -> None:
    """nlp.pipe(n_process=2) gives the same readings in the same order as one process."""
    texts = TEXTS * 3
    one = [reading_of(doc) for doc in nlp.pipe(texts)]
    two = [reading_of(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=4)]
    assert two == one
    assert [reading.text for reading in two] == texts


def test_docbin_keeps_the_reading(nlp: Language, tmp_path: Path) -> None:
    """DocBin(store_user_data=True) gives back equal mentions, clauses, acts and unknown words."""
    docs = [nlp(text) for text in TEXTS]
    DocBin(docs=docs, store_user_data=True).to_disk(tmp_path / "read.spacy")
    back = list(DocBin().from_disk(tmp_path / "read.spacy").get_docs(nlp.vocab))
    assert [reading_of(doc) for doc in back] == [reading_of(doc) for doc in docs]
    assert [doc.text for doc in back] == TEXTS
    assert [[(e.start, e.end, e.label_, e.kb_id_) for e in d.ents] for d in back] == [
        [(e.start, e.end, e.label_, e.kb_id_) for e in d.ents] for d in docs
    ]


def test_doc_bytes_round_trip(nlp: Language) -> None:
    """One Doc to bytes and back."""
    doc = nlp(TEXTS[1])
    assert reading_of(Doc(nlp.vocab).from_bytes(doc.to_bytes())) == reading_of(doc)


# -- components switched off -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMPONENTS)
def test_one_component_disabled(nlp: Language, name: str) -> None:
    """Any one component can be switched off: the text is kept, and nothing raises."""
    with nlp.select_pipes(disable=[name]):
        for text in TEXTS:
            assert nlp(text).text == text


def test_without_actors_nothing_is_supplied(nlp: Language) -> None:
    """Without the component `actors` the acts stand with what is named; 決 has no actor then."""
    with nlp.select_pipes(disable=["actors"]):
        acts = {act.action: act for act in read(SISHE, nlp).acts}
    assert "actor" not in acts["決"].roles
    assert [f.label for f in read(SISHE, nlp).acts[2].roles["actor"]] == ["司射"]
    assert read(SISHE, nlp).acts[2].roles["actor"][0].supply is Supply.SUPPLIED


def test_tokenizer_alone_covers_the_text(nlp: Language) -> None:
    """make_doc cuts the text into words without loss."""
    doc = nlp.make_doc(SISHE)
    assert [token.text for token in doc][:4] == ["司射", "適", "堂", "西"]
    assert doc.text == SISHE


# -- offsets ---------------------------------------------------------------------------------------------------------


def test_entity_inside_a_word_is_an_object_with_its_own_span() -> None:
    """坐取&KR1152;洗 (燕禮·經, KR1d0026): the entity is 觚, its span the eight characters of the entity."""
    text = "主人坐取&KR1152;洗。"
    reading = read(text)
    take = next(act for act in reading.acts if act.action == "取")
    (thing,) = take.roles["object"]
    assert thing.label == "觚"
    assert thing.span is not None
    assert thing.span.of(text) == "&KR1152;"
    assert [act.verb.of(text) for act in reading.acts] == ["坐", "取", "洗"]


def test_variant_glyphs_keep_their_surface() -> None:
    """賔 and 荅 (KR1d0026 throughout) fold beside the text: surface as it stands, label in standard glyphs."""
    text = "主人拜賔荅拜"
    reading = read(text)
    assert reading.text == text
    assert [(m.surface, m.label) for m in reading.mentions] == [("主人", "主人"), ("賔", "賓")]
    assert [(act.surface, act.action) for act in reading.acts][-1] == ("荅拜", "答拜")


def test_variation_selector_belongs_to_its_character() -> None:
    """A glyph selected by U+E0100 is the same word; the span covers the selector."""
    text = "主人取爵\U000e0100於篚。"
    act = read(text).acts[0]
    (thing,) = act.roles["object"]
    assert (thing.label, thing.span and thing.span.of(text)) == ("爵", "爵\U000e0100")


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "。", "，，，", "「」", "「「", "」", "之", "&KR9999;", "&", "者", "如", "則"]
)
def test_least_texts(nlp: Language, text: str) -> None:
    """Empty text, blanks, bare marks and bare particles are read without a fault."""
    doc = nlp(text)
    assert doc.text == text
    assert reading_of(doc).text == text


# -- size ------------------------------------------------------------------------------------------------------------


def test_time_grows_linearly_up_to_200000_characters(nlp: Language) -> None:
    """Four times the text takes less than 1.6 × four times the CPU time, and 200,000 characters are one text."""
    base = "".join(document.text for document in shipped_documents())
    short, long = ((base * 20)[:size] for size in (50_000, 200_000))
    nlp(short[:5_000])

    def seconds(text: str) -> float:
        start = time.process_time()
        doc = nlp(text)
        assert len(doc.text) == len(text)
        return time.process_time() - start

    assert seconds(long) < 4 * 1.6 * min(seconds(short), seconds(short))


# -- any text --------------------------------------------------------------------------------------------------------

_WORDS = sorted(load_lexicon().words)
_MARKS = [*"，。；：「」、？！《》·\n 〓A", "&KR1152;", "&KR9999;"]
_GENRE = st.lists(
    st.one_of(st.sampled_from(_WORDS), st.sampled_from([w for w in _WORDS if len(w) == 1]), st.sampled_from(_MARKS)),
    max_size=30,
).map("".join)


def _in_range(reading: Reading, text: str) -> None:
    size = len(text)
    assert reading.text == text
    for mention in reading.mentions:
        assert 0 <= mention.span.start < mention.span.end <= size
        assert mention.surface == mention.span.of(text)
    starts = [mention.span.start for mention in reading.mentions]
    assert starts == sorted(starts)
    for clause in reading.clauses:
        assert 0 <= clause.span.start <= clause.span.end <= size
    for span in reading.unknown:
        assert 0 <= span.start < span.end <= size
    for act in reading.acts:
        assert 0 <= act.verb.start < act.verb.end <= size
        assert act.surface == act.verb.of(text)
        assert act.rule
        assert set(act.roles) <= {*RESOURCE_ROLES, *TEXT_ROLES}
        for filler in (filler for fillers in act.roles.values() for filler in fillers):
            assert filler.span is None or 0 <= filler.span.start <= filler.span.end <= size


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_any_text_is_read_without_a_fault(nlp: Language, text: str) -> None:
    """Whatever the characters, the text is kept and every span lies in it."""
    _in_range(reading_of(nlp(text)), text)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=_GENRE)
def test_any_words_of_the_genre_are_read_without_a_fault(nlp: Language, text: str) -> None:
    """Words of the lexicon in any order, with marks, notes' entities and blanks between."""
    _in_range(reading_of(nlp(text)), text)


@pytest.mark.parametrize("document", shipped_documents(), ids=lambda document: document.id)
def test_every_passage_by_itself(nlp: Language, document: Document) -> None:
    """Each sentence of the shipped edition can be read by itself."""
    for passage in document.passages:
        text = passage.span.of(document.text)
        _in_range(reading_of(nlp(text)), text)


def test_kanripo_passages_by_themselves(nlp: Language) -> None:
    """Each passage of KR1d0026 (17 chapters, unpunctuated, variant glyphs and entities) can be read by itself."""
    source = Path(__file__).parent.parent.parent / "shared" / "texts" / "kanripo" / "KR1d0026"
    if not source.is_dir():
        pytest.skip("../shared/texts/kanripo/KR1d0026 is not here")
    from kg.texts.read import read_documents

    for document in read_documents(source):
        for passage in document.passages:
            text = passage.span.of(document.text)
            _in_range(reading_of(nlp(text)), text)


def test_reading_twice_is_the_same(nlp: Language) -> None:
    """No state is left from one text to the next."""
    first = [read(text, nlp) for text in TEXTS]
    again = [read(text, nlp) for text in reversed(TEXTS)]
    assert first == list(reversed(again))


def test_a_doc_of_another_pipeline_is_refused() -> None:
    """The components say that their tokenizer is missing instead of reading nonsense."""
    other = spacy.blank("zh")
    with pytest.raises(ValueError, match=r"kg\.lexicon_tokenizer\.v1"):
        other.add_pipe("homographs")
