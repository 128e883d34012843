"""Orders and requests: who is told, and what he is told to do (annotation.md §5, §9)."""

from __future__ import annotations

from kg.lexicon.entry import Verb
from kg.reading.clauses import NOUNISH
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.slots import Slots


class Orders(Slots):
    """Reads 命X V, 請V於X, 作X V."""

    def _ordered(self, draft: Draft, verb: Verb, i: int) -> int:
        """命X V, 請V於X, 作X V: who is ordered, then what."""
        tags, size = self.tags, self.size
        j = i
        while j < size:
            if tags[j] == "A" and verb.person:
                phrase = self.at.get(j)
                if phrase is None or phrase.kind != "A":
                    break
                if verb.person == "content" and not self.punctuated and self._acts_next(phrase.end):
                    return j  # 出請賓執鴈: the person acts
                told = [f for f in draft.roles.get(verb.person, []) if isinstance(f, Phrase)]
                if told and tags[j - 1] not in {"and", "with", "enum"} and not self._coordinate(told, phrase):
                    return j  # 命賓賓少進: the second name acts
                draft.add(verb.person, phrase)
                j = phrase.end
                if j < size and tags[j] in {"and", "with", "enum"} and j + 1 < size and tags[j + 1] == "A":
                    j += 1
            elif tags[j] == "yu" and j + 1 < size and tags[j + 1] == "A":
                phrase = self.at.get(j + 1)
                if phrase is None:
                    break
                draft.add(verb.yu_person if phrase.kind == "A" and verb.yu_person else verb.yu or "place", phrase)
                j = phrase.end
            elif tags[j] == "V" and j in self.at and verb.person:
                phrase = self.at[j]
                draft.add(verb.person, phrase)
                j = phrase.end
            else:
                break
        if j >= size or tags[j] in {"stop", "line", "comma", "colon", "say", "close", "open", "like", "then"}:
            return j
        if tags[j] == "yi" and verb.order == "request":  # 請以樂於公
            phrase = self.at.get(j + 1)
            if phrase is not None and phrase.end < size and tags[phrase.end] == "yu":
                draft.content = (j, phrase.end)
                asked = self.at.get(phrase.end + 1)
                if asked is not None and asked.kind == "A":
                    draft.add(verb.yu_person or "recipient", asked)
                    return asked.end
                return phrase.end
        if verb.person == "content" and tags[j] == "V" and self._goes_in_to_tell(j):
            return j  # 出請入告
        if tags[j] == "O" or tags[j] == "P":
            phrase = self.at.get(j)
            if phrase is not None and phrase.kind in {"O", "P"} and verb.thing:
                draft.add(verb.thing, phrase)
                return phrase.end
            return j
        if tags[j] in {"V", "adv", "coll", "neg", "D", "asp", "num", "yi", "self"} and not self._resumes(j):
            if self.order is not None:
                return j
            index = len(self.drafts) - 1
            self.order = index
            draft.content = (j, j)
            if verb.order == "request" and tags[j] == "V":
                return self._requested(draft, verb, j)
        return j

    def _order_done(self, i: int) -> None:
        """使二人舉觶于賓介｜洗: unmarked, an ordered verb with its 於 is the whole order, unless 而 or 以 goes on."""
        if self.order is None or len(self.drafts) <= self.order + 1:
            return
        verb = self._verb_of(i)
        anew = verb is not None and verb.order == "pivot" and self.tags[i + 1 : i + 2] == ["A"]  # ｜命弟子退楅
        if (self.drafts[-1].located or anew) and self.tags[i - 1] not in {"er", "yi"}:
            self._end_order(i)

    def _goes_in_to_tell(self, j: int) -> bool:
        verb = self._verb_of(j)
        following = self._verb_of(j + 1) if j + 1 < self.size and self.tags[j + 1] == "V" else None
        return verb is not None and "in" in verb.tags and following is not None and following.cls == "speech"

    def _acts_next(self, i: int) -> bool:
        return i < self.size and self.tags[i] in {"V", "D", "say", "coll", "adv", "neg", "P", "yi"}

    def _requested(self, draft: Draft, verb: Verb, i: int) -> int:
        """請射於賓: 於 and a person behind the requested verb is the one who is asked."""
        inner = self._verb_of(i)
        ordered = self._draft(i, i + 1, inner, f"frame.{inner.id if inner is not None else 'guess'}")
        j = i + 1
        tags, size = self.tags, self.size
        if inner is not None:
            while j < size and tags[j] in NOUNISH:
                nxt = self._noun_behind(ordered, inner, j)
                if nxt == j:
                    break
                j = nxt
        draft.content = (i, j)
        if j < size and tags[j] == "yu":
            phrase = self.at.get(j + 1)
            if phrase is not None and phrase.kind == "A":
                draft.add(verb.yu_person or "recipient", phrase)
                j = phrase.end
                self._end_order(j)
        return j
