"""Edition profiles: the table is validated, and the first rule that fits decides."""

from __future__ import annotations

import pytest

from kg.errors import TextError
from kg.texts.document import Layer
from kg.texts.profiles import parse_profiles, profile_for, profile_names

HEAD = "profile\tindent\tpattern\tpart\tlayer\tspeaker\tcomment\n"
GENERIC = "*\t*\t\tsmall\tzhu\t\t\n*\t0\t\tbase\t\t\t\n*\t1+\t\tnote\tzhu\t\t\n"


@pytest.mark.parametrize(
    ("edition", "indent", "words", "part", "layer"),
    [
        ("KR1d0026", 0, "右鈞降復位坐兼斂筭", "base", None),
        ("KR1d0026", 0, "儀禮卷第五", "front", None),
        ("KR1d0035", 1, "注曰請告也", "note", Layer.ZHU),
        ("KR1d0035", 4, "右戒賔", "heading", Layer.PARALLEL),
        ("KR1d0037", 1, "案此篇亦皆士禮", "note", Layer.AN),
        ("KR1d9999", 0, "主人戒賓", "base", None),
        ("KR1d9999", 1, "請告也", "more", Layer.ZHU),
        ("KR1d9999", 1, "註曰請告也", "note", Layer.ZHU),
    ],
)
def test_what_a_line_is(edition: str, indent: int, words: str, part: str, layer: Layer | None) -> None:
    """Lines of the editions, and of one without a profile of its own, are told by layout and label."""
    rule, _ = profile_for(edition).classify(indent, words)
    assert (rule.part, rule.layer) == (part, layer)


def test_editions_with_a_profile() -> None:
    """The editions of the project have profiles; others fall back on the generic rules."""
    assert {"KR1d0026", "KR1d0030", "KR1d0035", "KR1d0037", "KR1d0038", "KR1d0044", "KR1d0086"} <= set(profile_names())
    assert profile_for("KR9x0001").name == "*"


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("", 1),
        (HEAD + GENERIC + "X\t0\tbase\n", 5),
        (HEAD + GENERIC + "X\ta\t\tbase\t\t\t\n", 5),
        (HEAD + GENERIC + "X\t0\t\tverse\t\t\t\n", 5),
        (HEAD + GENERIC + "X\t0\t\tnote\tgloss\t\t\n", 5),
        (HEAD + GENERIC + "X\t0\t(\tbase\t\t\t\n", 5),
    ],
    ids=["no header", "too few columns", "indent", "part", "layer", "pattern"],
)
def test_a_bad_table_is_refused_with_its_row(rows: str, line: int) -> None:
    """A row that cannot be meant so is named by file and line."""
    with pytest.raises(TextError, match=rf"KG-T010 \[p\.tsv, line {line}\]"):
        parse_profiles(rows, "p.tsv")
