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
