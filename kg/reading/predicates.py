"""Predicates: a verb with everything behind it that is its own."""

from __future__ import annotations

from kg.reading.clauses import MOTION, NOUNISH
from kg.reading.draft import Draft
from kg.reading.orders import Orders
from kg.reading.phrase import Phrase

_COMPLEMENTS = NOUNISH | {"zhi", "zhu", "yu", "zi", "you", "yi", "with", "and", "enum", "V", "neg", "S", "D"}
"""Tags of what can stand behind a verb as its own."""


class Predicates(Orders):
    """Reads verbs and their complements."""

    def _alike(self, one: Phrase, other: Phrase) -> bool:
        return one.entry is not None and other.entry is not None and one.entry.cls == other.entry.cls

    def _clause_over(self, j: int) -> bool:
        """Whether a clause is over at j: at its mark, or where an adverb takes up the story."""
        return self._ends(j) or self._resumes(j)

    def _told(self, draft: Draft, i: int) -> int:
        """告左右卒射: what the sides of the count have done is told; sets the content, returns its end or 0."""
        end, kinds = i, set[str]()
        while end < self.size and self.tags[end] in {"A", "asp", "V", "adv"} and "V" not in kinds:
            if self.tags[end] == "A" and self.forms[end] not in self.words["sides-of-count"]:
                return 0
            kinds.add(self.tags[end])
            end += 1
        if kinds < {"A", "V"}:
            return 0
        draft.content = (i, end)
        return end

    def _complements(self, draft: Draft, i: int) -> int:
        verb = draft.verb
        if verb is None:
            return i
        tags, size = self.tags, self.size
        if verb.order:
            return self._ordered(draft, verb, i)
        tells = verb.cls == "speech" and verb.thing == "content" and i < size and tags[i] == "A"
        if tells and (end := self._told(draft, i)):
            return end
        j = self._nominal(draft, verb, i) if verb.nominal else i
        located = False  # behind 於X no bare noun belongs to the verb any more
        while j < size:
            tag = tags[j]
            if tag not in _COMPLEMENTS:
                return j
            if tag == "zhi":
                if draft.form in self.words["honours"]:
                    draft.pronoun = "recipient"  # 酬之
                else:
                    things_first = verb.thing == "object" and not (verb.person and verb.cls == "courtesy")  # but 揖之
                    draft.pronoun = "object" if things_first else (verb.person or verb.thing or "object")
                j += 1
            elif tag == "zhu":
                phrase = self.at.get(j + 1)
                if phrase is None or not phrase.label:  # 納諸再: a bare number names no place
                    return j + 1
                draft.fused = True
                draft.pronoun = "object"
                draft.add(verb.yu or "place", phrase)
                j = phrase.end
                more = self.at.get(j)
                if more is not None and phrase.kind == more.kind == "O" and self._alike(phrase, more):
                    draft.add(verb.yu or "place", more)  # 兼諸弦弣
                    j = more.end
            elif tag == "yu":
                nxt = self._located(draft, verb, j)
                if nxt == j:
                    return j
                j, located = nxt, True
                draft.located = True
            elif tag == "zi" and verb.zi:
                phrase = self.at.get(j + 1)
                if phrase is None or phrase.kind in {"M", "N"}:
                    return j
                draft.add(verb.zi, phrase)
                j = phrase.end
            elif tag == "you" and verb.cls == MOTION and not draft.has("via"):
                phrase = self.at.get(j + 1)
                onward = not self.punctuated and (draft.tagged("up") or draft.tagged("down"))
                if phrase is None or (onward and self._motion_at(phrase.end)):
                    return j  # 降｜由司馬之南適堂西; but 反由司射之南｜適堂西
                draft.add("via", phrase)
                j = phrase.end
            elif tag == "yi":
                nxt = self._instrument_behind(draft, j)
                if nxt == j:
                    return j
                j = nxt
            elif tag in NOUNISH:
                if located and tag != "num":
                    return j
                nxt = self._noun_behind(draft, verb, j)
                if nxt == j:
                    return j
                j = nxt
            elif (
                tag in {"with", "and", "enum"}
                and draft.has("object")
                and j + 1 < size
                and tags[j + 1] in {"O", "num", "X", "qi"}
            ):
                phrase = self.at.get(j + 1)
                if phrase is None or phrase.kind != "O":
                    return j
                draft.add("object", phrase)
                j = phrase.end
            elif tag in {"with", "and", "enum"} and draft.has("recipient") and j + 1 < size and tags[j + 1] == "A":
                phrase = self.at.get(j + 1)
                if phrase is None or phrase.kind != "A":
                    return j
                draft.add("recipient", phrase)
                j = phrase.end
            elif tag in {"V", "neg"} and j in self.at:
                nxt = self._noun_behind(draft, verb, j)
                if nxt == j:
                    return j
                j = nxt
            elif tag == "D" and verb.cls == MOTION and self.forms[j] in self.hands and self._clause_over(j + 1):
                draft.add("direction", self.forms[j])  # 還右
                j += 1
            elif tag == "S" and verb.place:
                draft.add(verb.place, self.forms[j])
                j += 1
            else:
                return j
        return j

    def _motion_at(self, i: int) -> bool:
        if i >= self.size or self.tags[i] != "V":
            return False
        verb = self._verb_of(i)
        return verb is not None and verb.cls == MOTION
