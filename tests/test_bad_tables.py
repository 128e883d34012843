"""Tables in any state are read or refused with a code, row and reason; what was read is applied without a fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks._sound import check_error, check_reading
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kg.corrections.apply import apply_corrections, unplaced
from kg.corrections.correction import ROLES, Correction, Status
from kg.corrections.table import COLUMNS, check, read_corrections, write_corrections
from kg.diagnostics.gold import read_gold
from kg.errors import KgError, Where
from kg.graph.ontology import ontology_dir
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.graph.store import memory_store
from kg.lexicon.load import load_lexicon
from kg.lexicon.table import read_tables
from kg.links.decisions import read_decisions
from kg.links.sssom import read_mappings
from kg.links.table import read_table
from kg.reading import read
from kg.reading.glosses import read_glosses
from kg.rite.interpret import interpret
from kg.texts.plain import read_plain
from kg.texts.profiles import parse_profiles
from kg.texts.raw import RawText
from kg.texts.span import Span

_CORRECTIONS = "\t".join(COLUMNS) + "\nt.1\t2-3\t司射適堂西\tactor\t司射\t司馬\t某\t\tactive\n"
_PROFILES = "profile\tindent\tpattern\tpart\tlayer\tspeaker\tcomment\n*\t0\t\tbase\t\t\t\n*\t1+\t^注\tnote\tzhu\t@\t\n"
_DECISIONS = (
    "status\tscore\tsubject\tlabel\tpredicate\ttarget\ttarget_label\tevidence\tdataset\twho\tdate\tnote\n"
    "proposed\t0.90\tcommentator/鄭玄\t鄭玄\tskos:exactMatch\tcbdb:1\t鄭玄\tlabel\tcbdb@1\t\t\t\n"
)
_GOLD = '{"id": "a", "text": "賓坐", "acts": []}\n'
_SSSOM = "".join(
    (ontology_dir() / "mappings" / "works.sssom.tsv").read_text(encoding="utf-8").splitlines(keepends=True)[:40]
)
_DIRT = ("", "\t", "\n", "\r\n", "\r", "\ufeff", "|", "\\", "\\n", "(", "[", "*", "¹", "²", "9" * 5000, "٣",
         "-1", "0-0", "1e9", "\x00", "#", '"', "{known}", "NaN", "\ufffe", "𠀀", "1+", "|0|", ":")  # fmt: skip


def mangled(table: str) -> st.SearchStrategy[bytes]:
    """The table with some of its cells and bytes replaced."""
    cells = st.sampled_from(_DIRT) | st.text(max_size=6)
    changes = st.lists(st.tuples(st.integers(0, len(table)), st.integers(0, 6), cells), max_size=4)

    def change(places: list[tuple[int, int, str]], tail: bytes) -> bytes:
        made = table
        for at, gone, put in places:
            made = made[:at] + put + made[at + gone :]
        return made.encode("utf-8", "surrogatepass") + tail

    return st.tuples(changes, st.just(b"") | st.binary(max_size=3)).map(lambda made: change(*made))


@pytest.mark.parametrize(
    ("table", "reader"),
    [
        (_CORRECTIONS, read_corrections), (_DECISIONS, read_decisions), (_GOLD, read_gold),
        (_SSSOM, lambda path: read_mappings(path, Settings())),
        (_DECISIONS, lambda path: list(read_table(path, ("status",)))),
        (_PROFILES, lambda path: parse_profiles(path.read_text(encoding="utf-8", errors="replace"), path.name)),
    ],
    ids=["corrections", "decisions", "gold", "SSSOM", "links", "profiles"],
)  # fmt: skip
def test_any_table_is_read_or_refused(tmp_path: Path, table: str, reader: Callable[[Path], object]) -> None:
    """A table whose bytes were changed anywhere is read, or refused with an error of ours."""
    path = tmp_path / "table.tsv"

    @given(mangled(table) | st.binary(max_size=60))
    @settings(max_examples=120, deadline=None)
    def run(data: bytes) -> None:
        path.write_bytes(data)
        try:
            reader(path)
        except KgError as error:
            check_error(error)

    run()


TABLES = read_tables()


@given(st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow])
def test_any_lexicon_is_read_or_refused(data: st.DataObject) -> None:
    """A lexicon of which a few cells of one table were changed is read, or refused with table and row."""
    name = data.draw(st.sampled_from(sorted(TABLES)))
    lines = TABLES[name].split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(mangled(lines[at])).decode("utf-8", "replace")
    try:
        load_lexicon({**TABLES, name: "\n".join(lines)})
    except KgError as error:
        check_error(error)


WORDS = ("主人", "司射適堂西", "賓", "，", "。", "命弟子設楅", "如初", "亦如之", "若", "不", "揖", "坐奠爵", "于西階",
         "西", "中", "曰", "與", "三", "弟子", "之", "\n", "&KR1152;", "右請射")  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=30).map("".join), st.lists(st.tuples(
    st.sampled_from(("t.1", "t.2", "x.1")), st.integers(0, 12), st.integers(1, 4), st.sampled_from(sorted(ROLES)),
    st.sampled_from(((), ("賓",), ("司馬", "賓"), ("true",), ("3",), ("²",), ("適",), ("commanded",))),
    st.sampled_from(tuple(Status)),
), max_size=4))  # fmt: skip
@settings(max_examples=150, deadline=None)
@example("立于" + "中" * 200, [])
@example("如初" * 30, [])
def test_any_text_with_any_corrections_becomes_a_graph(text: str, told: list[tuple[object, ...]]) -> None:
    """Words of the genre in any order, corrected in any way that the table allows, become quads that are valid."""
    document = read_plain(RawText("t", "t.txt", "0" * 64, text))
    words = {passage.id: passage.span.of(text) for passage in document.passages}
    corrections = []
    for citation, start, length, role, new, status in told:
        assert isinstance(start, int)
        assert isinstance(length, int)
        quote = words.get(str(citation), "賓坐")
        span = Span(start, start + length)
        one = Correction(str(citation), span, quote, str(role), ("賓",), new, "某", "", status)  # type: ignore[arg-type]
        try:
            corrections.append(check(one, Where("corrections.tsv", 2)))
        except KgError as error:
            check_error(error)
    reading, outcomes = apply_corrections(document, read(document), corrections)
    check_reading(reading, document.text)
    assert len(outcomes) + len(unplaced(corrections, outcomes)) >= len(outcomes)
    rite = interpret(document, reading)
    quads = "".join(
        build_quads(document, reading, settings=Settings(), glosses=tuple(read_glosses(document)), rite=rite)
    )
    memory_store([quads.encode()])


def test_corrections_come_back_through_the_table(tmp_path: Path) -> None:
    """A quote with every kind of line end is written on one line and read back as it was."""
    one = Correction("t.1", Span(0, 1), "賓\t坐\r\n\\n\u2028", "actor", (), ("賓",), "某", "\x85\x1c")
    write_corrections(tmp_path / "c.tsv", [one])
    (back,) = read_corrections(tmp_path / "c.tsv")
    assert (back.quote, back.why) == (one.quote, one.why)
