"""Words said, and likenesses: where they begin and end, with and without marks."""

from __future__ import annotations

from kg.reading.clauses import MOTION, STANCE
from kg.reading.draft import Draft
from kg.reading.drafting import Drafting


class Speech(Drafting):
    """Reads what stands behind 曰 and behind 如."""

    def _says(self, i: int) -> int:
        self._end_order(i)
        draft = self._draft(i, i + 1, self._verb_of(i), "grammar.say")
        return self._words(draft, i + 1)

    def _words(self, draft: Draft, i: int) -> int:
        """The words said: inside the marks, else to where the telling goes on."""
        tags, size = self.tags, self.size
        j = i
        while j < size and tags[j] in {"colon", "comma"}:
            j += 1
        if j < size and tags[j] == "open":
            end = self._closing(j)
            draft.content = self._within(j, end)
            draft.said = "".join(
                f for f, tag in zip(self.forms[j + 1 : end], tags[j + 1 : end], strict=True) if tag != "stop"
            )
            return min(end + 1, size)
        end = self._speech_end(j, told="colon" in tags[i:j])
        draft.content = (j, end)
        return end

    def _closing(self, i: int) -> int:
        depth = 0
        for j in range(i, self.size):
            if self.tags[j] == "open":
                depth += 1
            elif self.tags[j] == "close":
                depth -= 1
                if depth == 0:
                    return j
        return self.size

    def _speech_end(self, i: int, told: bool = False) -> int:
        """Where unmarked words end: at the punctuation (behind a colon the stop: 曰：某不敢，敢固辭。 is one);
        else where an office acts, an adverb takes up the story, a new condition or order begins, or somebody moves,
        kneels or bows."""
        tags, size = self.tags, self.size
        for j in range(i, size):
            tag = tags[j]
            if tag == "stop" or (self.punctuated and tag == "comma" and not told):
                return j
            if j == i or (told and self.punctuated):
                continue
            if tag == "say":
                return self._back_over({"S", "D"}, i, j)  # 下曰留｜上曰揚｜左右曰方
            if tag == "cond" or self._resumes(j):
                return j
            if tag == "then" and self.under_if:
                return j  # 若命曰復射｜則不獻庶子
            counted = self.forms[j] in self.words["sides-of-count"]  # 左右卒射 is said
            if tag == "A" and j + 1 < size and not counted and not self._spoken(j):
                return j
            if not self.punctuated and self._goes_on(j):
                return self._back_over({"P", "S"}, i, j) if tag == "D" else j  # 某御於子｜西階上北面
        return size

    def _back_over(self, tags: set[str], i: int, j: int) -> int:
        """The words from i end before a run of these tags that stands before j; one word at least is said."""
        while j > i + 1 and self.tags[j - 1] in tags:
            j -= 1
        return j

    def _goes_on(self, j: int) -> bool:
        """Whether the story goes on at j: somebody moves, kneels or bows (also 皆反位), turns, or has finished."""
        tags = self.tags
        following = tags[j + 1] if j + 1 < self.size else ""
        if tags[j] == "V":
            return self._takes_up(j)
        if tags[j] == "coll":
            return following == "V" and tags[j - 1] not in {"A", "neg"} and self._takes_up(j + 1)
        if tags[j] == "asp":
            return following != "" and self._resumes(j + 1)  # 卒，遂比眾耦
        return tags[j] == "D" and tags[j - 1] not in {"V", "yu", "zhi"} and following in {"V", "S"} and (
            self.forms[j + 1] in self.words["facing"]
        )  # fmt: skip

    def _takes_up(self, j: int) -> bool:
        verb = self._verb_of(j)
        if verb is None or self._ventured(j):
            return False
        if verb.order == "pivot":
            return True
        if verb.cls == "speech" and self.tags[j + 1 : j + 3] == ["yu", "A"]:
            return True  # 子與某子射｜告於大夫
        before = self._verb_of(j - 1) if self.tags[j - 1] == "V" else None
        told = before is not None and bool(before.order)
        return verb.cls in {MOTION, "posture", "bow"} and not told and self.tags[j - 1] not in {"neg", "adv", "yi"}

    def _ventured(self, j: int) -> bool:
        """Whether the verb at j belongs to what the speaker ventures or wishes: 敢不敬從｜出迎."""
        verbs = 0
        for k in range(j - 1, -1, -1):
            if self.forms[k] in self.words["ventures"]:
                return True
            verbs += self.tags[k] == "V"
            if verbs > 1 or self.tags[k] not in {"V", "adv", "neg"}:
                return False
        return False

    def _spoken(self, j: int) -> bool:
        """Whether the person at j can stand inside the words said (某, 子, or after a verb or preposition)."""
        prev = self.tags[j - 1]
        word = self.t.words[j]
        entry = word.entries.get("A") if word is not None else None
        if entry is not None and entry.cls == "address":
            return True
        if prev in {"mou", "yu", "with", "zi", "zhi", "yi"}:
            return True
        following = self._verb_of(j + 1) if self.tags[j + 1] == "V" else None
        if following is not None and following.order == "request":
            return True  # 有司請射
        if prev == "V":
            verb = self._verb_of(j - 1)
            behind = {"V", "adv", "coll", "D", "P", "num", "say"}
            return verb is not None and bool(verb.person) and self.tags[j + 1] not in behind
        return False

    def _within(self, opening: int, closing: int) -> tuple[int, int]:
        """The words between two marks, without the stop before the closing one, which is the editor's."""
        return opening + 1, closing - 1 if self.tags[closing - 1] == "stop" else closing

    def _open(self, i: int) -> int:
        """A quotation without 曰 belongs to the order before it (命三耦：「…」)."""
        end = self._closing(i)
        if self.drafts and self.drafts[-1].content is None:
            self.drafts[-1].content = self._within(i, end)
        return min(end + 1, self.size)

    def _title(self, i: int) -> int:
        """《周南·關雎》: the piece is sung or played; the collection before the dot is no mention."""
        tags, size = self.tags, self.size
        end = i
        while end < size and tags[end] != "tclose":
            end += 1
        dots = [j for j in range(i, end) if tags[j] == "dot"]
        last = self.drafts[-1] if self.drafts else None
        if self.break_before and last is not None and last.cls == MOTION:
            last = None  # 賓降及階，《陔》作: the piece opens the clause
        for start in range(i + 1, end):
            phrase = self.at.get(start)
            if phrase is not None:
                if dots and start < dots[-1]:
                    self._unname(phrase)
                elif last is not None and last.verb is not None and last.verb.thing:
                    last.add(last.verb.thing, phrase)
                elif last is None:
                    self.before.topics += (phrase,)
        return end + 1

    def _like(self, i: int) -> int:
        """如X: X is the model of the verb before it; where no verb is expressed, 如 itself is the act."""
        tags = self.tags
        last = self.drafts[-1] if self.drafts else None
        start = i + 1
        end = self._like_end(start)
        if end == start:
            return i + 1
        same = last is not None and last.sentence == self.sentence and last.like is None
        fresh = self.before.subject or self.before.topics
        if self.order is not None and same:
            last = self.drafts[self.order]
            self._end_order(i)
        elif same and last is not None and last.order is not None and self.drafts[last.order].like is None:
            last = self.drafts[last.order]  # 命取矢，如初: the likeness stands on the order (annotation.md §10)
        told = any(tag == "V" for tag in tags[start:end]) and last is not None and last.cls in {"posture", STANCE}
        if (
            same
            and last is not None
            and not fresh
            and not told
            and (self.break_before != "stop" or last.clause == self.clause)
        ):
            last.like = (start, end)
        else:
            draft = self._draft(i, i + 1, self._verb_of(i), "grammar.like")
            draft.like = (start, end)
        return end

    def _like_end(self, i: int) -> int:
        """Behind 如: to the punctuation; without punctuation one noun phrase, one 之 or a verb with its noun."""
        tags, size = self.tags, self.size
        j = i
        if self.punctuated:
            while j < size and tags[j] not in {"stop", "line", "comma", "close", "colon"}:
                j += 1
            return j
        if j < size and tags[j] == "zhi":
            return j + 1
        if tags[j : j + 3] == ["qi", "V", "fin"]:
            return j + 3  # 如其降也
        for k in range(j + 1, min(j + 5, size - 1)):
            if tags[k] == "zhi":
                named = self.t.words[k + 1]
                if named is not None and "O" in named.entries and named.entries["O"].cls == "abstract":
                    return k + 2  # 如賓酬主人之禮, 如命三耦之辭
            if tags[k] not in {"V", "A", "O", "P", "zhi"}:
                break
        if j < size and tags[j] in {"V", "asp"}:
            while j < size and tags[j] in {"V", "asp"} and j - i < 2:
                j += 1
            phrase = self.at.get(j) if j < size and tags[j] in {"O", "P"} else None
            return phrase.end if phrase is not None else j
        phrase = self.at.get(j)
        if phrase is None:
            return min(j + 1, size)
        word = self.t.words[phrase.end] if phrase.end < size else None
        taken_up = word is not None and word.form in self.rite.resumes  # 如三耦｜遂入
        if phrase.kind == "A" and word is not None and "O" in word.cats and not taken_up:
            return phrase.end + 1  # 如賓服
        return phrase.end
