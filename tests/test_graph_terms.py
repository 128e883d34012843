"""IRIs and literals: whatever a text holds, the N-Quads stay valid and give it back unchanged."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import example, given
from hypothesis import strategies as st

from kg.errors import GraphError
from kg.graph.iris import Iris, segment
from kg.graph.quads import build_quads
from kg.graph.settings import NIF, SKOS, Settings
from kg.graph.store import memory_store
from kg.graph.terms import literal
from kg.lexicon.load import Lexicon
from kg.reading.act import Act, Clause, Filler, Kind, Mention, Reading
from kg.texts.document import Citation, Document, Emendation, Heading, Layer, Note, Passage, Problem, Source
from kg.texts.span import Span

HOSTILE = [
    '"', "\\", "\\u0041", 'x" . <http://evil> <http://evil> "', "\r\n", "\n", "\t", "\x00", "\x1f", "\x7f", "\x85",
    "\u2028", "\u2029", "\ufeff", "\ufffe", "\uffff", "\ufffd", "\U000f0000", "\ue000", "𠀀𪚥", "</script>",
    "&KR1152;洗", "\u202e鄉射", "a@b", "'''", "^^<x>", "衆扵",
]  # fmt: skip
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def hostile(test):  # type: ignore[no-untyped-def]
    for value in HOSTILE:
        test = example(value)(test)
    return test


@hostile
@given(TEXTS)
def test_literal_round_trip(value: str) -> None:
    """Any text comes back the same from Oxigraph's parser and from rdflib's, and takes one line."""
    line = f"<http://a> <http://b> {literal(value)} <http://g> .\n"
    assert line.count("\n") == 1
    assert len(line.splitlines()) == 1
    (quad,) = ox.parse(line.encode(), format=ox.RdfFormat.N_QUADS)
    assert quad.object.value == value
    dataset = rdflib.Dataset()
    dataset.parse(data=line, format="nquads")
    (read,) = [obj for _, _, obj, _ in dataset.quads()]
    assert read == rdflib.Literal(value)


@hostile
@given(TEXTS.filter(bool))
def test_segment_is_valid_and_keeps_to_its_place(value: str) -> None:
    """Any name gives a valid IRI that stays one segment, whatever slashes, dots or marks it holds."""
    made = segment(value)
    ox.NamedNode(f"https://w3id.org/ritual-kg/{made}")
    rdflib.URIRef(f"https://w3id.org/ritual-kg/{made}").n3()
    assert not set('/#?<>" \\%') & set(made.replace("%", "", made.count("%")))
    assert made not in {".", ".."}


@given(TEXTS.filter(bool), TEXTS.filter(bool))
@example("西楹西", "西楹%E8%A5%BF")
@example("a b", "a%20b")
@example(".", "%2E")
def test_segments_are_distinct(one: str, other: str) -> None:
    """Two names never share an IRI."""
    assert (segment(one) == segment(other)) is (one == other)


@pytest.mark.parametrize("name", ["", "a\ud800"])
def test_no_iri_without_name(name: str) -> None:
    """An empty name, or one with a lone surrogate, is refused by code."""
    with pytest.raises(GraphError) as fault:
        segment(name)
    assert fault.value.code == "KG-G002"


def test_lone_surrogate_is_refused() -> None:
    """A lone surrogate in a text is refused by code, not written as a broken file."""
    with pytest.raises(GraphError) as fault:
        literal("鄉\udfff射")
    assert fault.value.code == "KG-G003"


def test_han_stays_readable() -> None:
    """Han characters stand in IRIs as they are; what may not is percent-encoded."""
    iris = Iris(Settings())
    assert iris.entity("Position", "西楹西") == "https://w3id.org/ritual-kg/entity/position/西楹西"
    assert iris.entity("Object", "&KR1152;洗") == "https://w3id.org/ritual-kg/entity/object/%26KR1152%3B洗"
    assert iris.span(iris.text("xiangshe"), 2, 3) == "https://w3id.org/ritual-kg/text/xiangshe#char=2,3"


@pytest.mark.parametrize("base", ["", "rites/", "https://example.org", "ftp://a/", "https://a/b c/", "https://a/#"])
def test_base_is_checked(base: str) -> None:
    """A base that is no absolute http(s) IRI ending in a slash is refused by code."""
    with pytest.raises(GraphError) as fault:
        Settings(base)
    assert fault.value.code == "KG-G001"


NAMES = st.one_of(st.sampled_from(HOSTILE), TEXTS).filter(bool)


@given(text=st.one_of(st.sampled_from(HOSTILE), TEXTS).filter(bool), name=NAMES, word=NAMES, data=st.data())
def test_any_text_survives_the_graph(text: str, name: str, word: str, data: st.DataObject) -> None:
    """Whatever stands in a text, its ids, notes and labels: the quads load, and all comes back the same."""
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, len(text))
    document = Document(
        name,
        word,
        text,
        (Passage(name, Span(0, len(text)), Layer.JING, Citation(word, name)),),
        Source(name, "0" * 64, "plain"),
        notes=(Note(name, word, Layer.ZHU, span, name, word),),
        headings=(Heading(word, start),),
        problems=(Problem("KG-T105", word, word, word, start, 1),),
        emendations=(Emendation(span, word, text[start:], word, word),),
    )
    filler = Filler(word, span, quantity=1, unit=word)
    roles = {"actor": (filler,), "place": (filler,), "direction": (filler,), "content": (filler,), "like": (filler,)}
    acts = (Act(span, text[start:], word, word, roles, measures=((word, 1),)),)
    reading = Reading(text, (Mention(span, Kind.OBJECT, text[start:], word),), (Clause(span, True),), acts)
    lines = "".join(build_quads(document, reading, settings=Settings(), lexicon=Lexicon()))
    store = memory_store([lines.encode()])
    rit = Settings().ontology
    assert _only(store, f"{NIF}isString") == {text}
    assert text[start:] in _only(store, f"{NIF}anchorOf")
    assert _only(store, f"{rit}content") == _only(store, f"{rit}likeText") == {word}
    assert word in _only(store, f"{SKOS}prefLabel")
    assert lines.count("\n") == len(lines.splitlines())


def _only(store: ox.Store, predicate: str) -> set[str]:
    return {quad.object.value for quad in store.quads_for_pattern(None, ox.NamedNode(predicate), None)}
