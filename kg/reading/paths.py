"""Paths and company: what 自 由 以 與 為 and directions put in front of a verb."""

from __future__ import annotations

from kg.reading.clauses import MOTION, NOUNISH, STANCE
from kg.reading.subjects import Subjects

_LONGEST_DIRECTION = 8  # characters; a run that is longer is no direction


class Paths(Subjects):
    """Reads prepositional phrases in front of a verb."""

    def _direction(self, i: int) -> int:
        form = self.forms[i]
        word = self.t.words[i]
        if word is not None and "D" not in word.cats:
            self.before.adverbs += (form,)  # 公側受: a side that is no direction
            return i + 1
        following = self._verb_of(i + 1) if i + 1 < self.size and self.tags[i + 1] == "V" else None
        by_hand = word is not None and word.entries["D"].cls == "hand" and following is not None
        if (
            self.tags[i - 1] == "er"
            and self.drafts
            and not by_hand
            and (following is None or following.cls != STANCE)
        ):
            self.drafts[-1].add("direction", form)  # 繼而西
            return i + 1
        slightly = self.before.adverbs[-1:] and self.before.adverbs[-1] in self.words["slightly"]
        if slightly and not self.punctuated and self.drafts and self.drafts[-1].located and (
            following is None or following.cls not in {STANCE, MOTION}
        ):  # fmt: skip
            self.drafts[-1].add("direction", form)  # 獻釋獲者于其位少南｜薦脯醢
            self.before.adverbs = self.before.adverbs[:-1]
            return i + 1
        if self.before.direction and self.before.direction_at == i - 1:
            joined = self.before.direction + form
            if self.drafts and joined not in self.rite.directions and not set(joined) <= self.hands:
                self.drafts[-1].add("direction", self.before.direction)  # 少北，西面
                self.before.direction = form
            elif len(joined) > _LONGEST_DIRECTION:
                self.before.direction = form
            else:
                self.before.direction = joined
        else:
            self.before.direction = form
        self.before.direction_at = i
        return i + 1

    def _from(self, i: int) -> int:
        """自X in front of a verb."""
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i + 1
        last = self.drafts[-1] if self.drafts else None
        if (
            last is not None and self.break_before == "comma" and last.verb is not None and last.verb.cls == MOTION
            and not last.has("via") and self._ends(phrase.end)
        ):  # fmt: skip
            last.add("via", phrase)  # 執以升，自西階
            return phrase.end
        self.before.via += ((phrase, "zi"),)
        return phrase.end

    def _by(self, i: int) -> int:
        """由X: the path of the motion beside it, or an act of its own (annotation.md §10)."""
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i + 1
        last = self.drafts[-1] if self.drafts else None
        j = phrase.end
        climbs = last is not None and not self.punctuated and (last.tagged("up") or last.tagged("down"))
        onward = (self.break_before == "comma" or climbs) and self._motion_at(j)  # 降，由司馬之南適堂西
        if (
            last is not None and last.verb is not None and last.verb.cls == MOTION and last.sentence == self.sentence
            and not onward and not last.has("via") and not last.has("destination") and not self.before.subject
            and self.clause - last.clause <= 1
        ):  # fmt: skip
            last.add("via", phrase)
            return j
        k = j + 1 if j < self.size and self.tags[j] == "comma" else j
        if self._motion_at(k):
            self.before.via += ((phrase, "you"),)
            return j
        draft = self._draft(i, i + 1, self._verb_of(i), "grammar.by")
        draft.add("via", phrase)
        return j

    def _with_thing(self, i: int) -> int:
        """以X before a verb: instrument, or companion when X is a person; 以 before a verb joins two acts."""
        tags, size = self.tags, self.size
        if i + 1 < size and tags[i + 1] in NOUNISH:
            phrase = self.at.get(i + 1)
            if phrase is not None and phrase.kind in {"A", "O", "P"}:
                j = phrase.end
                telling = self._verb_of(j + 1) if j + 1 < size and tags[j + 1] == "V" else None
                if tags[j : j + 1] == ["V"] and telling is not None and telling.cls == "speech":
                    self.before.instrument += ("".join(self.forms[i + 1 : j + 1]),)  # 以純數告
                    return j + 1
                while phrase.kind == "O":  # 以旌與薦、俎退
                    k = j + 1 if j < size and tags[j] in {"with", "and", "enum"} else j
                    more = self.at.get(k) if k < size and tags[k] in {"O", "X"} else None
                    if more is None or more.kind != "O":
                        break
                    self.before.instrument += (more,)
                    j = more.end
                if phrase.kind == "A":
                    phrase.by = True
                    self.before.companion += (phrase,)
                elif phrase.kind == "O":
                    self.before.instrument = (phrase, *self.before.instrument)
                else:
                    self.before.places += (phrase,)
                return j
        if i + 1 < size and tags[i + 1] in {"S", "D"} and self.drafts:
            self.drafts[-1].add("direction", self.forms[i + 1])
            return i + 2
        self.before.then = self.before.then or bool(self.before.topics)  # 一純以委: somebody does it
        return i + 1

    def _on_behalf(self, i: int) -> int:
        """為X before a verb: for whom (大師則為之洗)."""
        phrase = self.at.get(i + 1)
        if phrase is not None and phrase.kind == "A":
            self.before.recipient += (phrase,)
            return phrase.end
        if self.before.then and self.before.subject:
            self.before.recipient += self.before.subject
            self.before.subject = ()
        else:
            self.before.for_it = True
        return i + 2

    def _and_or_with(self, i: int) -> int:
        """與X: a further subject right behind a subject, else a companion."""
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i + 1
        before = self.before
        if phrase.kind == "A":
            meets = self._meets(phrase.end)
            if before.subject and before.subject[-1].end == i and not before.collective and not meets:
                before.subject += (phrase,)
            else:
                before.companion += (phrase,)
            return phrase.end
        if before.subject and before.subject[-1].end == i and phrase.kind == "O" and phrase.owner is not None:
            before.subject = ()
            before.topics += (phrase,)
            return phrase.end
        before.topics += (phrase,)
        return phrase.end

    def _meets(self, i: int) -> bool:
        """司射與司馬交, 主人與賓為耦: with a verb of meeting or of being he behind 與 is the companion."""
        verb = self._verb_of(i) if i < self.size and self.tags[i] == "V" else None
        if verb is None:
            return False
        return verb.cls in {"being", "archery"} or (verb.cls == MOTION and "mutual" in verb.tags)

    def _and(self, i: int) -> int:
        """X 及 Y before a verb; behind a comma Y joins those who acted (使者入，及眾介隨入)."""
        if not self.before.subject and i > 0 and self.tags[i - 1] == "comma":
            self.before.joins = True
            return i + 1
        self.enumerating = True
        return i + 1
