"""Slots: which nouns behind a verb its frame takes, and in which role."""

from __future__ import annotations

from collections.abc import Sequence

from kg.lexicon.entry import Verb
from kg.reading.act import Mode
from kg.reading.clauses import COUNTED, MOTION, STANCE
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.speech import Speech

_STRONG_PERSON = frozenset({"giving", "order", "request", "perception", "service"})


class Slots(Speech):
    """Fills the slots of a verb."""

    def _nominal(self, draft: Draft, verb: Verb, i: int) -> int:
        """辭降, 拜洗, 告旨: a verb that stands as a noun behind this one."""
        if not verb.nominal:
            return i
        tags, forms, size = self.tags, self.forms, self.size
        start = i
        if i < size and tags[i] in {"stop", "comma"} and draft.negated:
            start = i + 1
        for length in (3, 2, 1):
            text = "".join(forms[start : start + length])
            if (
                start + length <= size
                and text in verb.nominal
                and (start == i or text in self.words["across-punctuation"])
            ):
                if length == 1 and tags[start] in {"A"}:
                    continue
                role = dict(verb.nominal_roles).get(text) or ("content" if verb.thing == "content" else "object")
                draft.add(role, text)
                named = self.at.get(start)
                if named is not None and text not in self.words["across-punctuation"]:
                    self._unname(named)  # the act of washing, no vessel
                return start + length
        return i

    def _located(self, draft: Draft, verb: Verb, i: int) -> int:
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            if i + 1 < self.size and self.tags[i + 1] in {"S", "D"}:
                draft.add(verb.yu or "place", self.forms[i + 1])
                return i + 2
            return i
        if draft.cls == STANCE and draft.form in self.words["row"] and draft.has("direction"):
            self.before.places += (phrase,)  # 東面於大夫之西比耦
            return phrase.end
        role = (verb.yu_person if phrase.kind == "A" else "") or verb.yu or "place"
        draft.add(role, phrase)
        while phrase.kind == "A":  # 於舅姑
            more = self.at.get(phrase.end)
            if more is None or more.kind != "A" or not self.rite.side_by_side(phrase.label, more.label):
                break
            draft.add(role, more)
            phrase = more
        return phrase.end

    def _instrument_behind(self, draft: Draft, i: int) -> int:
        """V 以 X at the end of a clause (束之以茅, 辭以俎); 以 and a verb, or 以X before a verb, is the next act's."""
        tags, size = self.tags, self.size
        if i + 1 < size and tags[i + 1] in {"S", "D"} and self._ends(i + 2):
            draft.add("direction", self.forms[i + 1])
            return i + 2
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i
        things = [phrase]
        while phrase.kind == "O" and (more := self.at.get(things[-1].end)) is not None and more.kind == "O":
            things.append(more)  # 畫以虎豹
        end = things[-1].end
        declines = draft.cls == "answer" and not self.punctuated and draft.form not in self.words["consents"]
        finished = end < size and tags[end] == "asp"  # 束之以茅｜卒
        if not self._ends(end) and not declines and not finished:
            return i  # 許諾｜以旌負侯, 辭以俎｜反命
        for thing in things:
            draft.add("content" if draft.cls in {"speech", "answer", "courtesy"} else "instrument", thing)
        return end

    def _noun_behind(self, draft: Draft, verb: Verb, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is None:
            return i
        if phrase.kind == "M":
            if phrase.quantity is not None:
                draft.measures += ((phrase.label, phrase.quantity),)
            return phrase.end
        if phrase.kind == "N":
            if draft.has("object") and phrase.end < self.size and self.tags[phrase.end] == "yu":
                return phrase.end  # 設鉶四于豆西
            if verb.thing == "object" and not draft.has("object") and not draft.pronoun and draft.cls not in COUNTED:
                draft.bare_number = phrase.quantity
                return phrase.end
            return i
        role = ""
        if draft.cls == STANCE and draft.form in self.words["row"] and draft.has("direction"):
            return i
        if phrase.kind == "A":
            role = verb.person
            if role and draft.has(role):
                group = [f for f in draft.roles[role] if isinstance(f, Phrase)]
                if (
                    not group
                    or group[-1].end != phrase.start
                    or not self.rite.side_by_side(group[-1].label, phrase.label)
                ):
                    role = ""
            if role and not self.punctuated and (draft.has("destination") or draft.has("origin") or draft.has("via")):
                role = ""
            greets = draft.cls == "courtesy" and draft.has(role)  # 公揖卿大夫
            if role and not greets and not self._takes_person(draft, verb, phrase):
                role = ""
            behind = self.at.get(phrase.end)
            if behind is not None and behind.kind == "O" and (role == "origin" or self._owns(draft, verb)):
                return phrase.end  # 受尸角, 徹公俎: whose it is, not from whom
        elif phrase.kind == "O":
            ends = self._verb_of(phrase.end) if phrase.end < self.size and self.tags[phrase.end] == "V" else None
            opens = draft.has("object") or (ends is not None and "thing-subject" in ends.tags and verb.cls == MOTION)
            abstract = phrase.entry is not None and phrase.entry.cls == "abstract" and opens  # 出門｜哭止
            role = (
                ""
                if abstract
                else verb.thing or (verb.place if verb.place in {"destination", "origin", "reference"} else "")
            )
            if role and draft.has(role) and not self._listed(draft, role, phrase):
                role = ""
            body = phrase.entry is not None and phrase.entry.cls == "body"
            if body and draft.cls == "courtesy" and not draft.has("object"):
                role = ""  # 揖，左足履物
            moved = draft.cls == MOTION and (draft.has("destination") or not verb.thing)
            if moved and phrase.owner is not None and not self.punctuated:
                role = ""  # 射器皆入｜君之弓矢適東堂
        else:
            role = verb.place or ("object" if verb.thing == "object" and verb.cls != MOTION else "")
            if phrase.sided and not verb.tags.isdisjoint({"up", "down"}):
                role = ""  # 降，階西東面
            if role == "place" and draft.cls not in {STANCE, "posture", "being"}:
                role = ""  # 實之賓席之前，西北面獻賓: the place is the next verb's
            if role in {"destination", "origin"} and not verb.tags.isdisjoint({"up", "down"}) and self._is_step(phrase):
                role = "via"  # 升西階
            if role == "origin" and "down" in verb.tags and phrase.entry is not None and phrase.entry.cls == "court":
                role = "" if draft.has("via") else "destination"  # 降中庭; 降自西階，中庭北面
            if role and draft.has(role):
                role = ""
        if not role:
            return i
        draft.add(role, phrase)
        if phrase.origin is not None and role == "object" and draft.cls == "taking":
            draft.add("origin", phrase.origin)
        return phrase.end

    def _owns(self, draft: Draft, verb: Verb) -> bool:
        """Whether a person for whom the verb has no role, with a thing right behind him, can be the thing's owner."""
        if verb.person or "transitive" not in verb.tags:
            return False
        return not (draft.has("object") or draft.pronoun or draft.topics)

    def _is_step(self, phrase: Phrase) -> bool:
        return phrase.entry is not None and phrase.entry.cls == "step"

    def _listed(self, draft: Draft, role: str, phrase: Phrase) -> bool:
        last = draft.roles[role][-1]
        if (
            phrase.entry is not None
            and phrase.entry.cls == "body"
            and phrase.end < self.size
            and self.tags[phrase.end] == "V"
        ):
            return False  # 右手執項，左手執前: with the other hand
        if not isinstance(last, Phrase) or last.kind != "O" or last.end != phrase.start:
            return False
        if phrase.its and not self.punctuated:
            return False  # 受爵｜其薦脯醢
        return last.label != phrase.label  # 薦菹醢醢在北: named again, it opens the next clause

    def _takes_person(self, draft: Draft, verb: Verb, phrase: Phrase) -> bool:
        """Without punctuation a person behind a verb that can do without one opens the next clause."""
        if not self.punctuated and self._opens_list(draft, verb, phrase):
            return False
        if self.punctuated or self._ends(phrase.end):
            return True
        if draft.mode is Mode.COMPLETED:
            return False
        next_phrase = self.at.get(phrase.end)
        behind = next_phrase.kind if next_phrase is not None else self.tags[phrase.end]
        if behind == "then" and self.under_if:
            return True
        again = self.at.get(phrase.end + 1)
        if again is not None and again.kind == "A" and again.label == phrase.label:
            return True  # 厭眾賓升眾賓皆升: named again, he is not yet the subject
        if verb.cls == STANCE or draft.form in self.rite.denominal or draft.form in self.words["becomes"]:
            return True
        if draft.form in self.words["lacks"] and not draft.has("object"):
            return True  # 無介｜乃席賓; but 無俎｜賓酢主人
        if verb.person == "reference":
            return not draft.pronoun and behind not in {"D", "coll", "P", "V", "adv", "then"}
        if draft.form in self.words["bids"] and behind == "yi":
            return True  # 揖婦以入
        filled = draft.has("object") or draft.has("content") or bool(draft.pronoun)
        if not filled and verb.cls in {"courtesy", MOTION} and "transitive" in verb.tags:
            return True  # 賓厭介入門左, 帥大夫以入: it is always done to somebody
        if not filled and (verb.cls in _STRONG_PERSON or (not verb.thing and verb.cls not in {MOTION, "courtesy"})):
            return True
        return behind not in {
            "V", "adv", "coll", "neg", "D", "P", "asp", "yi", "zi", "you", "then", "with", "say", "like"
        }  # fmt: skip

    def _opens_list(self, draft: Draft, verb: Verb, phrase: Phrase) -> bool:
        """Whether the person opens a list that does the next act: 以授｜賓諸公卿大夫受觶, 三耦卒射｜賓主人大夫揖."""
        last, many, by_word = phrase, False, False
        while True:
            joined = last.end < self.size and self.tags[last.end] == "and"  # 升｜大夫及眾賓皆升
            more = self.at.get(last.end + joined)
            if more is None or more.kind != "A" or not (joined or self.rite.side_by_side(last.label, more.label)):
                break
            last, many, by_word = more, True, by_word or joined
        if not many or last.end >= self.size:
            return False
        following = self._verb_of(last.end) if self.tags[last.end] == "V" else None
        if verb.cls == "giving":
            return following is not None and following.cls == "receiving"
        if by_word and verb.cls in {MOTION, "bow"}:
            return self.tags[last.end] in {"adv", "coll"}
        return verb.cls in {"archery", "drinking"} and self.tags[last.end] in {"V", "adv", "neg", "coll"}

    def _coordinate(self, group: Sequence[Phrase], phrase: Phrase) -> bool:
        """Whether a person right behind others belongs to their list; a repeated name opens the next clause."""
        if any(one.label == phrase.label for one in group):
            return False
        return self.punctuated or self.rite.side_by_side(group[-1].label, phrase.label)
