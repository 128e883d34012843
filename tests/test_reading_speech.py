"""Words said: where they end, with marks, with a colon alone and with none (annotation.md §4, role content)."""

from __future__ import annotations

import pytest

from kg.reading import read

# citation, text, who speaks in which words
CASES = (
    ("鄉射禮·colon", "司射命曰：無射獲，無獵獲。司射退，反位。", (("司射", "無射獲，無獵獲"),)),
    ("鄉射禮·quoted", "司射命曰：「無射獲，無獵獲。」上射揖。", (("司射", "無射獲，無獵獲"),)),
    ("大射儀·comma", "司射北面曰，請以樂。公許。", (("司射", "請以樂"),)),
    (
        "士冠禮·記",
        "賓對曰某不敏恐不能共事以病吾子敢辭主人曰某猶願吾子之終教之也",
        (("賓", "某不敏恐不能共事以病吾子敢辭"), ("主人", "某猶願吾子之終教之也")),
    ),
    ("士相見禮·經", "主人對曰某也固辭不得命敢不敬從出迎于門外再拜", (("主人", "某也固辭不得命敢不敬從"),)),
    (
        "特牲饋食禮·經",
        "宗人擯曰某薦歲事吾子將涖之敢宿賓曰某敢不敬從主人再拜賓荅拜",
        (("宗人", "某薦歲事吾子將涖之敢宿"), ("賓", "某敢不敬從")),
    ),
)


@pytest.mark.parametrize(("text", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_words_said(text: str, said: tuple[tuple[str, str], ...]) -> None:
    """The words said are those, without the mark that opens them, and are said by this person."""
    acts = [act for act in read(text).acts if act.surface == "曰"]
    assert tuple((act.roles["actor"][0].label, act.roles["content"][0].label) for act in acts) == said


def test_who_attends_is_an_aside() -> None:
    """大射儀: 射正莅之，卒畫: those who draw go on, not he who oversees them."""
    acts = read("工人士與梓人升自北階，度尺而午，射正莅之。卒畫，自北階下。").acts
    assert [one.label for one in acts[-1].roles["actor"]] == ["工人士", "梓人"]


@pytest.mark.parametrize("mark", ["，", ""], ids=["marked", "unmarked"])
def test_host_greets_along_the_row(mark: str) -> None:
    """鄉飲酒禮: 主人…再拜賓，賓答拜，拜介，介答拜，揖眾賓: each greeting is the host's."""
    acts = read(mark.join(("主人一相迎于門外", "再拜賓", "賓荅拜", "拜介", "介荅拜", "揖眾賓"))).acts
    assert [act.roles["actor"][0].label for act in acts] == ["主人", "主人", "賓", "主人", "介", "主人"]
