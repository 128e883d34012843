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


# citation, words without marks, the act meant (verb, which of its occurrences), role, who or what
UNMARKED = (
    ("鄉射禮·list", "主人揖讓以賓升大夫及眾賓皆升就席", "升", 2, "actor", ("大夫", "眾賓")),
    ("鄉射禮·follow", "賓送再拜賓及眾賓遂從之", "從", 1, "actor", ("賓", "眾賓")),
    ("鄉射禮·head-of-row", "升自西階北面東上工坐", "坐", 1, "actor", ("工",)),
    ("鄉射禮·companion", "主人與賓為耦遂告于大夫", "為", 1, "object", ("耦",)),
    ("鄉射禮·lower-shooter", "大夫為下射揖進", "揖", 1, "actor", ("大夫",)),
    ("鄉射禮·no-helper", "賓送再拜無介乃席賓南面東上", "席", 1, "actor", ()),
    ("鄉射禮·orders", "司馬命弟子說侯之左下綱而釋之命獲者以旌退命弟子退楅", "命", 3, "actor", ("司馬",)),
    ("鄉射禮·by", "眾賓將與射者皆降由司馬之南適堂西", "適", 1, "via", ("司馬南",)),
    ("鄉射禮·back-by", "降自西階反由司射之南適堂西", "反", 1, "via", ("司射南",)),
    ("鄉射禮·wall-end", "主人坐奠爵于序端阼階上再拜崇酒", "拜", 1, "place", ("阼階上",)),
    ("鄉射禮·aside", "主人降席自南方側降", "降", 1, "via", ("南方",)),
    ("鄉射禮·banner", "獲者許諾以旌負侯如初", "負", 1, "instrument", ("旌",)),
    ("鄉射禮·likeness", "拜興飲皆如賓酬主人之禮司正降", "飲", 1, "like", ("賓酬主人之禮",)),
    ("鄉射禮·as-they-came", "弟子相工如其降也升自西階", "相", 1, "like", ("其降也",)),
    ("大射儀·bundle", "大夫之矢皆異束之以茅卒正坐", "束", 1, "instrument", ("茅",)),
    ("大射儀·musicians", "大師及少師上工皆降立于鼓北羣工陪于後", "立", 1, "actor", ("大師", "少師", "上工")),
    ("大射儀·attend", "大師及少師上工皆降立于鼓北羣工陪于後", "陪", 1, "actor", ("群工",)),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "verb", "which", "role", "expected"), [case[1:] for case in UNMARKED], ids=[case[0] for case in UNMARKED]
)
def test_without_marks(text: str, verb: str, which: int, role: str, expected: tuple[str, ...]) -> None:
    """Where a clause ends is known by its words when no mark shows it."""
    acts = [act for act in read(text).acts if act.surface == verb]
    assert tuple(one.label for one in acts[which - 1].roles.get(role, ())) == expected
