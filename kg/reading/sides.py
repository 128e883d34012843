"""Sides and directions: 西階上北面, 東北面, 在左, 左執爵, 內拂."""

from __future__ import annotations

from kg.reading.deciding import BREAKS, Deciding
from kg.reading.tokens import Tokens

_NOUNS = frozenset("AOP")
_HAND_CLASSES = frozenset({"handling", "taking"})


class Sides(Deciding):
    """Tags runs of sides and directions."""

    def _directional(self, tokens: Tokens, i: int) -> int:
        """Tag the run of sides and directions that begins at i; returns the index behind it.

        With an anchor before it (西階上北面) the run is side(s), then the direction of the stance; without one the
        whole run is the direction (東北面) or a bare place (在左).
        """
        forms, tags, size = tokens.forms, tokens.tags, len(tokens.forms)
        j = i
        while j < size and (forms[j] in self.sides or forms[j] in self.compass):
            j += 1
        anchored = self._anchored(tokens, i)
        run = forms[i:j]
        behind = forms[j] if j < size else ""
        if behind in self.stances:  # …面 …鄉 …肆
            k = j
            while k > i and forms[k - 1] in self.compass:
                k -= 1
            if k == j:  # 左 右 before a stance
                k = j - 1
            if (
                anchored
                and k == i
                and (j - i > 1 or (behind in self.aligns and (tags[i - 1] != "O" or tags[i - 2 : i - 1] == ["yu"])))
            ):
                k = i + 2 if j - i > 2 and forms[i] + forms[i + 1] in self.corners else i + 1
            for side in range(i, k):
                self._single(tokens, side, i, anchored)
            tags.extend("D" for _ in range(k, j))
            return j
        for k in range(i, j):
            self._single(tokens, k, i, anchored)
        assert len(tags) == j, run
        return j

    def _anchored(self, tokens: Tokens, i: int) -> bool:
        if i == 0:
            return False
        tag = tokens.tags[i - 1]
        if tag == "O" and i > 1 and tokens.tags[i - 2] == "V" and self._handles(tokens, i - 2):
            return False  # 酌膳東北面: the thing is the verb's object, no anchor
        if tag == "A" and not self._beside(tokens, i - 1):
            return False  # 公東南鄉: the person is the subject
        return (
            tag in _NOUNS
            or tag in {"qi", "X"}
            or (tag == "zhi" and i > 1 and (tokens.tags[i - 2] in _NOUNS or tokens.tags[i - 2] == "S"))
        )

    def _beside(self, tokens: Tokens, i: int) -> bool:
        """Whether the person at i can be what a place is measured from: behind a preposition, a verb that takes a
        place, or another person (主人介右答拜)."""
        if i == 0:
            return False
        tag = tokens.tags[i - 1]
        if tag in {"yu", "zi", "you", "A", "with"}:
            return True
        word = tokens.words[i - 1]
        return (
            tag == "V"
            and word is not None
            and word.verb is not None
            and bool(word.verb.place or word.verb.person == "reference")
        )

    def _only_thing(self, tokens: Tokens, i: int) -> bool:
        """A thing follows that is set down by itself, with no verb after it that would take it (左瑟, not 左執爵)."""
        word = tokens.words[i]
        return word is not None and "O" in word.cats and word.entries["O"].cls in {"instrument", "drink"}

    def _handles(self, tokens: Tokens, i: int) -> bool:
        word = tokens.words[i]
        return (
            word is not None
            and word.verb is not None
            and word.verb.thing == "object"
            and word.verb.place in {"", "place"}
            and word.verb.cls not in {"motion", "stance", "posture"}
        )

    def _by_hand(self, tokens: Tokens, i: int) -> bool:
        """Whether a verb of handling follows (左執爵): 左 and 右 are then the hands."""
        word = tokens.words[i]
        return word is not None and word.verb is not None and word.verb.cls in _HAND_CLASSES

    def _breaks(self, tokens: Tokens, i: int) -> bool:
        word = tokens.words[i]
        return word is not None and not BREAKS.isdisjoint(word.cats)

    def _goes(self, tokens: Tokens, i: int) -> bool:
        word = tokens.words[i]
        return word is not None and word.verb is not None and word.verb.cls == "motion"

    def _becomes(self, tokens: Tokens, i: int) -> bool:
        """Whether the verb at i says what somebody is (為)."""
        word = tokens.words[i]
        verb = word.verb if word is not None else None
        return verb is not None and verb.cls == "being" and verb.person == "object"

    def _inward(self, tokens: Tokens, k: int) -> bool:
        """內拂, 外拂: the way of a handling, towards oneself or away."""
        word = tokens.words[k]
        inward = word is not None and "D" in word.cats and word.entries["D"].cls == "inward"
        return inward and k + 1 < len(tokens.words) and self._by_hand(tokens, k + 1)

    def _single(self, tokens: Tokens, k: int, start: int, anchored: bool) -> None:
        """Tag one side that no facing follows."""
        forms, tags = tokens.forms, tokens.tags
        form = forms[k]
        word = tokens.words[k]
        cats = word.cats if word is not None else frozenset[str]()
        prev = tags[k - 1] if k else "^"
        following = forms[k + 1] if k + 1 < len(forms) else ""
        if form in self.compass and following in self.ends and prev in {"O", "V", "D", "S"} | BREAKS:
            tags.append("D")  # 北首, 南末
            return
        if form in self.ends and prev == "D":
            tags.append("V")
            return
        if form in self.compass and following in self.heads and not (prev == "O" or prev in {"zhi", "qi"}):
            tags.append("D")  # 北上: the head of the row
            return
        if form in self.hands and prev in {"A", "O"} and k + 2 < len(forms) and self._only_thing(tokens, k + 1):
            tags.append(self._decide(tokens, k, word) if word is not None else "S")  # 工左瑟
            return
        ends = k + 1 == len(forms) or self._breaks(tokens, k + 1)
        if ends and prev == "P" and k > 1 and tags[k - 2] == "zi" and self._goes(tokens, k):
            tags.append("V")  # 自北階下
            return
        if (ends or form in self.heads) and prev == "V" and "O" in cats and self._becomes(tokens, k - 1):
            tags.append("O")  # 大夫之耦為上
            return
        if form in self.heads and prev == "D" and "V" in cats:
            tags.append("V")
            return
        if form in self.hands and following and prev not in {"zhi", "qi", "yu"} and self._by_hand(tokens, k + 1):
            tags.append("D")
            return
        if form in self.hands and prev == "A" and forms[k - 1] in self.hands:
            tags.append("A")  # 左右鈞
            return
        if following and "adv" in cats and prev not in {"zhi", "qi", "yu"} and self._goes(tokens, k + 1):
            tags.append(self._decide(tokens, k, word) if word is not None else "S")  # 降席自南方，側降
            return
        if prev == "S" or ((anchored or k > start) and prev in _NOUNS | {"zhi", "qi", "X"}):
            if (
                prev == "S"
                and form in self.compass
                and (
                    following in self.heads
                    or (forms[k - 1] in self.compass and forms[k - 1] + form not in self.corners)
                )
            ):
                tags.append("D")
                return
            tags.append("S")
            return
        with_thing = k > 1 and prev == "O" and tags[k - 2] == "yi"  # 以巾內拂矢
        bare = not anchored and k == start and prev not in {"yu", "zi", "you"}
        if (bare or with_thing) and self._inward(tokens, k):
            tags.append("D")
            return
        rules = self.rules.get(form, ())
        if rules and word is not None:
            tags.append(self._decide(tokens, k, word))
            return
        tags.append("P" if prev in {"yu", "zi", "you"} else "D")
