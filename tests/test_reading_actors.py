"""Who acts where nobody is named, in the whole text: what a passage by itself does not show (annotation.md §5)."""

from __future__ import annotations

import pytest

from rite_samples import passage, rites

# passage, verb, which of its occurrences there, who acts (none: nobody is named)
CASES = (
    ("xiangshe.246", "告", 3, ("司射",)),  # 主人與賓為耦 says who is whose partner; 遂告於大夫 is the 司射's again
    ("xiangshe.247", "曰", 1, ("司射",)),
    ("xiangshe.248", "作", 1, ("司射",)),  # 西階上，北面作眾賓射
    ("xiangshe.335", "徹", 1, ()),  # 射爵者辯，乃徹豐與觶: whoever clears it away
    ("xiangshe.74", "升", 1, ("主人", "賓")),  # 揖讓升: both, for no other going up is told
    ("xiangshe.99", "升", 1, ("主人",)),  # 揖讓升。賓厭眾賓升: the guest's is told by itself
    ("xiangshe.116", "席", 1, ()),  # 席於尊東: the grandee does not lay his own mat
    ("xiangshe.265", "升", 1, ("耦",)),  # 司射作射如初，一耦揖升如初
    ("xiangshe.292", "釋", 1, ("大夫", "耦")),  # 皆釋弓於堂西
    ("xiangshe.417", "升", 1, ("在下者",)),  # 遂酬在下者；皆升，受酬於西階上
    ("dashe.8", "告", 1, ("司射",)),  # 諸公、卿則以耦告於上: they are told
    ("dashe.14", "命", 1, ("司射",)),  # 大夫與大夫，命上射曰 … 命下射曰
    ("dashe.18", "命", 1, ("司射",)),  # 眾耦立於大夫之南 … 命大夫之耦曰
    ("dashe.22", "命", 1, ("司射",)),  # 諸公、卿皆未降。遂命三耦
    ("dashe.22", "袒", 1, ("三耦",)),  # … 皆袒決遂
    ("dashe.34", "升", 1, ("耦",)),
    ("dashe.54", "執", 1, ("負侯",)),  # 命負侯，皆執其旌
    ("dashe.87", "束", 1, ("小臣",)),  # 賓、諸公、卿、大夫之矢，皆異束之以茅: the arrows are theirs, the work is not
    ("dashe.219", "面", 1, ("司正", "射人")),  # 薦司正與射人於觶南，北面東上: those who are served
    ("dashe.220", "獻", 1, ("主人",)),  # 辯獻士
    ("dashe.220", "薦", 1, ()),  # 士既獻者立於東方，西面北上，乃薦士
    ("dashe.263", "奏", 1, ()),  # 賓…取其薦脯以降。奏《陔》
    ("dashe.62", "從", 1, ("小射正", "大射正")),  # 小射正奉決拾以笥，大射正執弓，皆以從於物
    ("dashe.70", "發", 2, ("公", "賓")),  # 拾發以將乘矢: the two who shoot, not he who takes the bow
    ("dashe.151", "出", 1, ("三耦",)),  # 命三耦皆袒決遂，執弓，序出取矢
    ("dashe.248", "飲", 1, ("受賜爵者",)),  # 公卒爵，然後飲: he who waited for it
    ("xiangshe.466", "從", 1, ("主人",)),  # 主人不見。如賓服，遂從之
    ("xiangshe.250", "降", 1, ("眾賓將與射者",)),
    ("xiangshe.392", "命", 2, ("司射",)),  # 司射命設豐，設豐、實觶如初；遂命勝者
    ("xiangshe.400", "為", 1, ("司馬",)),  # 司馬反為司正
    ("dashe.87", "坐", 1, ("司馬正",)),  # 卒，正坐
    ("dashe.201", "降", 1, ("大夫卒受者",)),
    ("dashe.207", "降", 1, ("庶子正",)),  # 庶子正徹公俎，降自阼階以東
    ("dashe.38", "反", 1, ("司射",)),  # 公許，反，搢扑: he who asked goes back
    ("dashe.190", "退", 1, ()),  # 卒，退豐與觶如初
)


@pytest.mark.parametrize(("citation", "verb", "which", "who"), CASES, ids=[f"{c}-{v}" for c, v, *_ in CASES])
def test_who_acts(citation: str, verb: str, which: int, who: tuple[str, ...]) -> None:
    """The act of this passage is done by these persons."""
    text, _, number = citation.partition(".")
    rite = rites()[text]
    acts = [act for act in rite.acts if passage(rite, act) == number and act.surface == verb]
    assert tuple(one.label for one in acts[which - 1].roles.get("actor", ())) == who
