"""Splitting notes: one note for each who speaks, quotations under those who quote, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.lexicon.commentators import load_voices
from kg.lexicon.load import load_lexicon
from kg.texts.document import Citation, Layer, Note
from kg.texts.profiles import profile_for
from kg.texts.rawnote import JOINT, RawNote, outer_words
from kg.texts.span import Span
from kg.texts.splitter import split
from kg.texts.voices import NOBODY, Voices

VOICES = load_voices(load_lexicon())


def notes(
    edition: str, *lines: str, small: bool = False, voices: Voices = VOICES, layer: Layer = Layer.SHU,
    speaker: str = "", blank: bool = False,
) -> list[Note]:
    """The notes of a raw note with these printed lines."""
    raw = RawNote("x.n1", layer, Span(3, 9), "x.1", small, speaker)
    for number, line in enumerate(lines, start=1):
        raw.add(line, Citation(folio="f", line=number), blank=blank)
    found, balanced = split(raw, profile_for(edition), voices)
    assert balanced
    return found


def told(found: list[Note]) -> list[tuple[str, str, str, str, str]]:
    """What matters of notes: id, speaker, label, text, parent."""
    return [(n.id.removeprefix("x."), n.speaker, n.label, n.text, n.parent.removeprefix("x.")) for n in found]


def test_voices_of_the_yishu() -> None:
    """義疏 KR1d0037_WYG_010-3b: 正義 of 鄭玄 with 賈疏 in small print, then 賈公彥; all of one class."""
    found = notes(
        "KR1d0037", "正義鄭氏康成曰主人州長也(賈疏州長戒賓不自稱)出迎出門也　賈氏公彦曰不言日數", "戒賓與射同日"
    )
    assert told(found) == [
        ("n1.1", "鄭玄", "正義鄭氏康成曰", "主人州長也出迎出門也", ""),
        ("n1.1.1", "賈公彥", "賈疏", "州長戒賓不自稱", "n1.1"),
        ("n1.2", "賈公彥", "賈氏公彦曰", "不言日數戒賓與射同日", ""),
    ]
    assert [n.layer for n in found] == [Layer.ZHU, Layer.SHU, Layer.SHU]
    assert [n.written for n in found] == ["鄭氏康成", "賈疏", "賈氏公彦"]
    assert [n.at for n in found] == [None, 5, None]
    assert {n.stance for n in found} == {"class.zhengyi"}
    assert {n.anchor for n in found} == {Span(3, 9)}
    assert [n.citation.line for n in found] == [1, 1, 1]
    assert (found[0].speaker_id, found[0].dynasty, found[0].work) == ("speaker.zheng-xuan", "漢", "儀禮注")


def test_a_voice_whose_blank_is_lost_at_a_line_s_end() -> None:
    """義疏 KR1d0037_WYG_010-5a: a blank at the end of a short line is not in the file; a full line has none."""
    lines = ("存疑鄭氏康成曰不言於户牖之間者此射於序", "賈氏公彦曰鄉飲酒在庠")
    assert [n.speaker for n in notes("KR1d0037", *lines, blank=True)] == ["鄭玄", "賈公彥"]
    assert [n.speaker for n in notes("KR1d0037", *lines)] == ["鄭玄"]
    assert notes("KR1d0037", *lines)[0].text.endswith("此射於序賈氏公彦曰鄉飲酒在庠")


def test_the_editors_speak_twice() -> None:
    """義疏 KR1d0037_WYG_010-2b: 案 … 又案 are two opinions of the editors, in the class 案."""
    found = notes("KR1d0037", "案春秋以禮㑹民而射於州序者州長職文　又案五物之說注本三物以立義")
    assert [(n.speaker, n.label, n.layer, n.stance) for n in found] == [
        ("義疏館臣", "案", Layer.AN, "class.an"), ("義疏館臣", "又案", Layer.AN, "class.an")
    ]


@pytest.mark.parametrize(
    ("edition", "line", "speakers"),
    [
        ("KR1d0044", "(賔言不統也  髙紫超曰倚弓矢各有其地敖君善曰射器弓矢也)", ["蔡德晉", "高愈", "敖繼公"]),
        ("KR1d0044", "(郝仲輿曰凡射二人為耦賈洺州曰三揖行時)", ["郝敬", "賈公彥"]),
        ("KR1d0035", "尊於房户之間案注云間謂夾之", ["敖繼公"]),
        ("KR1d0035", "尊於房户之間　案注云間謂夾之", ["敖繼公", "敖繼公"]),
        ("*", "註曰退還射宫○疏曰射宫者庠序○楊氏曰此時未比○朱先生曰卻右手也", ["鄭玄", "賈公彥", "楊氏", "朱熹"]),
    ],
    ids=["本義 by style", "本義 without blanks", "集說 in course", "集說 案 behind a blank", "labels behind ○"],
)
def test_who_speaks(edition: str, line: str, speakers: list[str]) -> None:
    """Each edition names its voices in its own way; all names of a person are one."""
    speaker = "@" if edition != "*" else ""
    found = notes(edition, line, speaker=profile_for(edition).author if speaker else "")
    assert [n.speaker for n in found if not n.parent] == speakers


def test_notes_sounds_and_quotations_of_the_judou() -> None:
    """句讀 KR1d0038_WYG_005-5a: 鄭玄, then 張爾岐 who quotes the 疏, then sounds; the quotation is both men's words."""
    line = "賔升降由下也○疏云以主人在東故升降由下○疑魚乙反"
    found = notes("KR1d0038", line, small=True, layer=Layer.ZHU, speaker="鄭玄")
    assert told(found) == [
        ("n1.1", "鄭玄", "", "賔升降由下也", ""),
        ("n1.2", "張爾岐", "", "疏云以主人在東故升降由下", ""),
        ("n1.2.1", "賈公彥", "疏云", "以主人在東故升降由下", "n1.2"),
        ("n1.3", "張爾岐", "", "疑魚乙反", ""),
    ]
    assert [(n.layer, n.within) for n in found] == [
        (Layer.ZHU, False), (Layer.SHU, False), (Layer.SHU, True), (Layer.YIN, False)
    ]
    assert found[2].at == 2


def test_sounds_and_readings_of_the_base_text() -> None:
    """義疏 KR1d0037_WYG_010-13b: small print under the base text gives sounds, then 鄭玄's note on the 今文."""
    found = notes("KR1d0037", "相息亮反厭於葉反下同注今文皆曰揖衆賓", small=True, layer=Layer.YIN, speaker="義疏館臣")
    assert told(found) == [
        ("n1.1", "義疏館臣", "", "相息亮反厭於葉反下同", ""), ("n1.2", "鄭玄", "注", "今文皆曰揖衆賓", "")
    ]
    assert [n.layer for n in found] == [Layer.YIN, Layer.ZHU]


def test_small_print_that_is_closed_at_a_line_s_end_is_one() -> None:
    """義疏 KR1d0037_WYG_010-3a: small print runs over the line's end in two pairs of brackets."""
    found = notes("KR1d0037", "案以疑立(賈疏疑正立)", "(自定之貎)也")
    assert told(found) == [("n1", "義疏館臣", "案", "以疑立也", ""), ("n1.1", "賈公彥", "賈疏", "疑正立自定之貎", "n1")]


def test_without_a_table_names_stay_as_they_are_written() -> None:
    """A reader whom nobody told of commentators keeps 鄭氏康成, and guesses no names."""
    found = notes("KR1d0037", "正義鄭氏康成曰主人州長也　敖氏繼公曰迎者出見之", voices=NOBODY)
    assert [(n.speaker, n.speaker_id, n.stance) for n in found] == [("鄭氏康成", "", "正義"), ("敖氏繼公", "", "正義")]
    assert [n.label for n in notes("KR1d0044", "(髙紫超曰倚弓矢)", voices=NOBODY)] == [""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("此所出門乃賓家之門疏誤", [("marker.wu", "contradicts", "賈公彥", "疏誤")]),
        ("以賓升也注誤", [("marker.wu", "contradicts", "鄭玄", "注誤")]),
        ("當以敖說為長", [("marker.wei-chang", "prefers", "敖繼公", "當以敖說為長")]),
        ("朱子曰注説未安", [("marker.wei-an", "contradicts", "鄭玄", "注説未安")]),
        ("此註云辟射位恐非經意", [("marker.kong-fei", "doubts", "", "恐非")]),
        ("敖氏反以為輕非也", [("marker.yi-wei", "contradicts", "敖繼公", "敖氏反以為輕非也")]),
        ("決當從敖作衍文", [("marker.dang-cong", "prefers", "敖繼公", "當從敖")]),
        ("旌旗故可誤以為旜字之誤也", []),
    ],
)
def test_judgements_are_marked(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    """注誤 and the like are found with their place, and whom they judge where the words say it."""
    found = VOICES.markers(text)
    assert [(m.id, m.kind, m.about, m.span.of(text)) for m in found] == expected


WORDS = st.sampled_from([
    "正義", "存疑", "案", "又案", "鄭氏康成曰", "賈疏", "敖君善曰", "髙紫超曰", "(", ")", "　", "  ", "○",
    "疏云", "注曰", "主人", "賓", "也",
])
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=8).map("".join), min_size=1, max_size=6)


@given(st.sampled_from(["KR1d0037", "KR1d0044", "KR1d0038", "KR1d0035", "*"]), LINES, st.booleans(), st.booleans())
def test_nothing_is_lost(edition: str, lines: list[str], small: bool, blank: bool) -> None:
    """Whatever a note holds: the labels and words of its voices are its characters in order, those of small
    print are none else; places lie in the parent."""
    raw = RawNote("x.n1", Layer.SHU, Span(0, 0), "", small)
    for line in lines:
        raw.add(line, Citation(), blank=blank)
    found, _ = split(raw, profile_for(edition), VOICES)
    by_id = {note.id: note for note in found}
    assert len(by_id) == len(found)

    edges = str.maketrans("", "", "()　 ○" + JOINT)
    voices = [note for note in found if not note.parent]
    outside = outer_words(raw.text, tuple(range(len(raw.text))))
    if not outside.text.translate(edges) and len(outside.inner) == 1 and outside.balanced:
        outside = outer_words(outside.inner[0].text, outside.inner[0].offsets)
    assert "".join(note.label + note.text for note in voices).translate(edges) == outside.text.translate(edges)
    whole = "".join(note.label + note.text for note in found if not note.within)
    assert sorted(whole.translate(edges)) == sorted(raw.text.translate(edges))
    for note in found:
        if note.parent:
            assert note.at is not None
            assert 0 <= note.at <= len(by_id[note.parent].text)
        if note.within:
            assert note.at is not None
            assert by_id[note.parent].text[note.at - len(note.label) :].startswith(note.label + note.text)
        assert all(marker.span.end <= len(note.text) for marker in note.markers)
