"""The grammar: tagged tokens become drafts of acts, from left to right.

In front of a verb stand, in any order, subject, place (西階上), path (自X 由X), instrument (以X), companion (與X),
direction (北, 左), negation, aspect, count; behind it stands what its frame in verbs.tsv allows. What the frame does not
allow opens the next clause, with or without punctuation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kg.lexicon.entry import Verb
from kg.lexicon.rite import RiteTables
from kg.reading.act import Mode
from kg.reading.draft import Draft
from kg.reading.phrase import Phrase
from kg.reading.tokens import Tokens

_NOUNISH = frozenset({"A", "O", "P", "num", "qi", "rel", "dem", "X"})
_MOTION = "motion"
_STANCE = "stance"
_HAND_CLASSES = frozenset({"handling", "taking", "eating", "drinking", "serving", "rite"})
_COUNTED = frozenset({"bow", "courtesy"})
_STRONG_PERSON = frozenset({"giving", "order", "request", "perception", "service"})


@dataclass(slots=True)
class Before:
    """What has been read in front of the next verb."""

    subject: list[Phrase] = field(default_factory=list)
    topics: list[Phrase] = field(default_factory=list)
    places: list[Phrase] = field(default_factory=list)
    via: list[tuple[Phrase, str]] = field(default_factory=list)  # with the preposition, zi or you
    origin: list[Phrase] = field(default_factory=list)
    instrument: list[Phrase | str] = field(default_factory=list)
    companion: list[Phrase] = field(default_factory=list)
    direction: str = ""
    direction_at: int = -1
    negated: bool = False
    completed: bool = False
    count: int | None = None
    collective: bool = False
    adverbs: list[str] = field(default_factory=list)
    each: bool = False
    then: bool = False
    joins: bool = False
    waiting: list[Phrase] = field(default_factory=list)  # 賓序西，主人序東，皆…: subjects without a verb yet
    recipient: list[Phrase | str] = field(default_factory=list)  # 為X
    for_it: bool = False  # 為之


class Grammar:
    """Parses one text. `drafts` and `phrases` hold the result; clauses count from 0."""

    def __init__(self, tokens: Tokens, phrases: dict[int, Phrase], rite: RiteTables) -> None:
        self.t = tokens
        self.at = phrases
        self.rite = rite
        self.drafts: list[Draft] = []
        self.boundaries: list[tuple[int, bool]] = []  # (token that opens a clause, whether the division is ours)
        self.clause = 0
        self.sentence = 0
        self.before = Before()
        self.condition = -1  # index of the first draft under 若, or -1
        self.under_if = False
        self.order: int | None = None  # index of the draft whose ordered clause is being read
        self.break_before = "stop"  # what divides the next draft from the last
        self.enumerating = False
        self.punctuated = any(tag in {"stop", "comma"} for tag in tokens.tags)
        self.clause_start = len(self.drafts)

    # -- the loop -------------------------------------------------------------------------------------------------

    def parse(self) -> None:
        """Read all tokens."""
        tags, size = self.t.tags, len(self.t)
        i = 0
        while i < size:
            tag = tags[i]
            handler = _HANDLERS.get(tag)
            i = handler(self, i) if handler is not None else i + 1
        self._end_sentence(size)

    def _new_clause(self, at: int, editorial: bool, mark: str) -> None:
        self.clause += 1
        self.boundaries.append((at, editorial))
        if mark == "stop" or self.break_before != "stop":
            self.break_before = mark
        self.clause_start = len(self.drafts)

    def _stop(self, i: int) -> int:
        self._end_sentence(i)
        self._new_clause(i + 1, False, "stop")
        self.sentence += 1
        return i + 1

    def _end_sentence(self, at: int) -> None:
        self._orphans()
        self._settle_places()
        self.before = Before()
        self.under_if = False
        self.condition = -1
        self._end_order(at)

    def _orphans(self) -> None:
        """What a clause without a verb leaves over: a list of things belongs to the verb before (尊於…，兩壺，斯禁), a
        direction behind 而 too (繼而西)."""
        before = self.before
        last = self.drafts[-1] if self.drafts else None
        if last is None or last.sentence != self.sentence:
            return
        turned = before.adverbs or self.t.tags[before.direction_at - 1] in {"er", "adv"}
        if before.direction and turned and before.direction_at > last.token and (
            last.clause == self.clause or len(self.drafts) == self.clause_start
        ):  # fmt: skip
            last.add("direction", before.direction)
            before.direction = ""
        if before.topics and len(self.drafts) == self.clause_start and last.verb is not None:
            listed = last.has("object") and self._all_listed(last)
            if last.verb.thing == "object" and last.cls in {"putting", "serving", "arranging", "music"} and (
                not last.has("object") or listed
            ):  # fmt: skip
                for topic in before.topics:
                    last.add("object", topic)
                before.topics = []
            elif before.instrument or before.places:
                before.topics, before.instrument, before.places = [], [], []

    def _all_listed(self, last: Draft) -> bool:
        return bool(last.roles["object"]) and last.token < self.clause_start_token() and isinstance(
            last.roles["object"][-1], Phrase
        ) and last.roles["object"][-1].start > last.end + 1

    def clause_start_token(self) -> int:
        """The token that opens the clause being read."""
        return self.boundaries[-1][0] if self.boundaries else 0

    def _settle_places(self) -> None:
        """A place whose clause has no verb but 面 belongs to 面 (annotation.md §9)."""
        for place in self.before.places:
            for draft in self.drafts[self.clause_start :] or self.drafts[-1:]:
                if draft.cls == _STANCE and draft.sentence == self.sentence and not draft.has("place"):
                    if draft.token > place.start or draft is self.drafts[-1]:
                        draft.add("place", place)
                        break
        self.before.places = []

    def _comma(self, i: int) -> int:
        self._orphans()
        before = self.before
        before.negated = before.completed = False
        before.count = None
        before.direction = ""
        if self.under_if and len(self.drafts) > self.condition:
            self.under_if = False
        if self.order is not None and len(self.drafts) > self.order + 1 and not self._order_goes_on(i + 1):
            self._end_order(i)
        self._new_clause(i + 1, False, "comma")
        return i + 1

    def _order_goes_on(self, i: int) -> bool:
        """命弟子贊工，遷樂於下: the clause behind the comma is still ordered when it opens with a verb that moves a thing."""
        if i < len(self.t) and self.t.tags[i] == "er":
            return True
        if i >= len(self.t) or self.t.tags[i] != "V":
            return False
        word = self.t.words[i]
        verb = word.verb if word is not None else None
        return verb is not None and verb.thing == "object" and verb.cls in {"putting", "handling", "arranging", "taking"}

    def _end_order(self, at: int) -> None:
        """The ordered words end before token `at`."""
        if self.order is not None:
            order = self.drafts[self.order]
            if order.content is not None and order.content[1] == order.content[0]:
                while at > order.content[0] and self.t.tags[at - 1] in {"comma", "stop", "colon", "close"}:
                    at -= 1
                order.content = (order.content[0], at)
            self.order = None

    def _enum(self, i: int) -> int:
        self.enumerating = True
        return i + 1

    def _skip(self, i: int) -> int:
        return i + 1

    def divisions(self) -> list[tuple[int, int, bool]]:
        """The clauses as (first token, behind the last token, whether the division before it is ours)."""
        opens = [(0, False), *self.boundaries]
        ends = [start for start, _ in self.boundaries] + [len(self.t)]
        return [(start, end, ours) for (start, ours), end in zip(opens, ends, strict=True) if end > start]

    # -- what stands before a verb --------------------------------------------------------------------------------

    def _noun(self, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is None:
            return i + 1
        if phrase.kind == "M":
            return self._measure(phrase)
        if phrase.kind == "N":
            return self._bare_number(phrase)
        self._place_phrase(phrase)
        return phrase.end

    def _place_phrase(self, phrase: Phrase) -> None:
        before = self.before
        if phrase.kind == "A":
            joined = self.enumerating or (
                bool(before.subject) and before.subject[-1].end == phrase.start and self._coordinate(before.subject, phrase)
            )
            if joined and before.subject:
                before.subject.append(phrase)
            elif self.enumerating and self.drafts and self.drafts[-1].clause == self.clause:
                self._join_last(phrase)
            else:
                joins = before.joins
                waiting = before.waiting + (before.subject if before.places else [])
                self._settle_places_for(phrase)
                before = self.before
                before.waiting = waiting
                before.subject = [phrase]
                before.joins = joins
        elif phrase.kind == "O":
            before.topics.append(phrase)
        else:
            before.places.append(phrase)
        self.enumerating = False

    def _coordinate(self, group: list[Phrase], phrase: Phrase) -> bool:
        """Whether a person right behind others belongs to their list; a repeated name opens the next clause."""
        if any(one.label == phrase.label for one in group):
            return False
        return self.punctuated or self.rite.side_by_side(group[-1].label, phrase.label)

    def _join_last(self, phrase: Phrase) -> None:
        """A further member of a list behind the verb (豐、觶)."""
        last = self.drafts[-1]
        for role in ("object", "recipient", "content"):
            if last.has(role):
                last.add(role, phrase)
                return

    def _settle_places_for(self, phrase: Phrase) -> None:
        """A new subject opens a clause: what the old one left open is settled, and an order ends."""
        if self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(phrase.start)
        if len(self.drafts) > self.clause_start:
            self._orphans()
            self._settle_places()
            if not (self.boundaries and self.boundaries[-1][0] == phrase.start):
                self._new_clause(phrase.start, True, "comma" if self.punctuated else "open")
            self.before = Before()
        elif self.before.places and self.drafts and self.drafts[-1].sentence == self.sentence:
            last = self.drafts[-1]
            if last.cls == _STANCE and not last.has("place") and self.before.places[0].start > last.token:
                self._settle_places()

    def _measure(self, phrase: Phrase) -> int:
        """三等, 一笴: the measure of the act beside it; 北一笴 adds the direction."""
        if self.drafts and self.before.direction and self.before.direction_at == phrase.start - 1:
            self.drafts[-1].add("direction", self.before.direction)
            self.before.direction = ""
        if self.drafts and phrase.quantity is not None:
            self.drafts[-1].measures.append((phrase.label, phrase.quantity))
        return phrase.end

    def _bare_number(self, phrase: Phrase) -> int:
        """A number before a verb counts it (三揖)."""
        self.before.count = phrase.quantity
        return phrase.end

    def _negation(self, i: int) -> int:
        self.before.negated = True
        return i + 1

    def _each(self, i: int) -> int:
        self.before.each = True
        return i + 1

    def _aspect(self, i: int) -> int:
        self.before.completed = True
        return i + 1

    def _adverb(self, i: int) -> int:
        self.before.adverbs.append(self.t.forms[i])
        if not self.punctuated and self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(i)
        return i + 1

    def _collective(self, i: int) -> int:
        self.before.collective = True
        return i + 1

    def _if(self, i: int) -> int:
        self.under_if = True
        self.condition = len(self.drafts)
        return i + 1

    def _then(self, i: int) -> int:
        """X 則 Y: the acts of the clause just before are its condition."""
        if not self.under_if:
            clause = self.drafts[-1].clause if self.drafts else -1
            if self.before.places and len(self.drafts) == self.clause_start:
                self.before.places = []  # 豫則鉤楹內: in the one hall, or in the other
            elif self.clause - clause <= 1 and not (
                self.before.subject or self.before.topics or self.before.count is not None
            ):  # fmt: skip
                for draft in self.drafts if self.punctuated else self.drafts[-1:]:
                    if draft.clause == clause and draft.sentence == self.sentence and draft.mode is Mode.ASSERTED:
                        draft.mode = Mode.CONDITIONAL
        self.under_if = False
        self.before.then = True
        if self.order is not None and len(self.drafts) > self.order + 1:
            self._end_order(i)
        return i + 1

    def _direction(self, i: int) -> int:
        form = self.t.forms[i]
        word = self.t.words[i]
        if word is not None and "D" not in word.cats:
            self.before.adverbs.append(form)  # 公側受: a side that is no direction
            return i + 1
        following = self._verb_of(i + 1) if i + 1 < len(self.t) and self.t.tags[i + 1] == "V" else None
        by_hand = word is not None and word.entries["D"].cls == "hand" and following is not None
        if self.t.tags[i - 1] == "er" and self.drafts and not by_hand and (following is None or following.cls != _STANCE):
            self.drafts[-1].add("direction", form)  # 繼而西
            return i + 1
        if self.before.direction and self.before.direction_at == i - 1:
            joined = self.before.direction + form
            if self.drafts and joined not in self.rite.directions and not set(joined) <= _HANDS:
                self.drafts[-1].add("direction", self.before.direction)  # 少北，西面
                self.before.direction = form
            else:
                self.before.direction += form
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
            last is not None and self.break_before == "comma" and last.verb is not None and last.verb.cls == _MOTION
            and not last.has("via") and self._ends(phrase.end)
        ):  # fmt: skip
            last.add("via", phrase)  # 執以升，自西階
            return phrase.end
        self.before.via.append((phrase, "zi"))
        return phrase.end

    def _by(self, i: int) -> int:
        """由X: the path of the motion beside it, or an act of its own (annotation.md §10)."""
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i + 1
        last = self.drafts[-1] if self.drafts else None
        j = phrase.end
        if (
            last is not None and last.verb is not None and last.verb.cls == _MOTION and last.sentence == self.sentence
            and not last.has("via") and not last.has("destination") and not self.before.subject
            and self.clause - last.clause <= 1
        ):  # fmt: skip
            last.add("via", phrase)
            return j
        k = j + 1 if j < len(self.t) and self.t.tags[j] == "comma" else j
        if self._motion_at(k):
            self.before.via.append((phrase, "you"))
            return j
        draft = self._draft(i, i + 1, self._verb_of(i), "grammar.by")
        draft.add("via", phrase)
        return j

    def _motion_at(self, i: int) -> bool:
        if i >= len(self.t) or self.t.tags[i] != "V":
            return False
        verb = self._verb_of(i)
        return verb is not None and verb.cls == _MOTION

    def _with_thing(self, i: int) -> int:
        """以X before a verb: instrument, or companion when X is a person; 以 before a verb joins two acts."""
        tags, size = self.t.tags, len(self.t)
        if i + 1 < size and tags[i + 1] in _NOUNISH:
            phrase = self.at.get(i + 1)
            if phrase is not None and phrase.kind in {"A", "O", "P"}:
                j = phrase.end
                telling = self._verb_of(j + 1) if j + 1 < size and tags[j + 1] == "V" else None
                if tags[j : j + 1] == ["V"] and telling is not None and telling.cls == "speech":
                    self.before.instrument.append("".join(self.t.forms[i + 1 : j + 1]))  # 以純數告
                    return j + 1
                while j < size and tags[j] in {"O", "X"} and phrase.kind == "O":
                    more = self.at.get(j)
                    if more is None:
                        break
                    self.before.instrument.append(more)
                    j = more.end
                if phrase.kind == "A":
                    phrase.by = True
                    self.before.companion.append(phrase)
                elif phrase.kind == "O":
                    self.before.instrument.insert(0, phrase)
                else:
                    self.before.places.append(phrase)
                return j
        if i + 1 < size and tags[i + 1] in {"S", "D"} and self.drafts:
            self.drafts[-1].add("direction", self.t.forms[i + 1])
            return i + 2
        self.before.then = self.before.then or bool(self.before.topics)  # 一純以委: somebody does it
        return i + 1

    def _on_behalf(self, i: int) -> int:
        """為X before a verb: for whom (大師則為之洗)."""
        phrase = self.at.get(i + 1)
        if phrase is not None and phrase.kind == "A":
            self.before.recipient.append(phrase)
            return phrase.end
        if self.before.then and self.before.subject:
            self.before.recipient.extend(self.before.subject)
            self.before.subject = []
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
            meets = self.t.tags[phrase.end : phrase.end + 1] == ["V"]
            if before.subject and before.subject[-1].end == i and not before.collective and not meets:
                before.subject.append(phrase)
            else:
                before.companion.append(phrase)
            return phrase.end
        if before.subject and before.subject[-1].end == i and phrase.kind == "O" and phrase.owner is not None:
            before.subject = []
            before.topics.append(phrase)
            return phrase.end
        before.topics.append(phrase)
        return phrase.end

    def _and(self, i: int) -> int:
        """X 及 Y before a verb; behind a comma Y joins those who acted (使者入，及眾介隨入)."""
        if not self.before.subject and i > 0 and self.t.tags[i - 1] == "comma":
            self.before.joins = True
            return i + 1
        self.enumerating = True
        return i + 1

    # -- speech ---------------------------------------------------------------------------------------------------

    def _says(self, i: int) -> int:
        self._end_order(i)
        draft = self._draft(i, i + 1, self._verb_of(i), "grammar.say")
        return self._words(draft, i + 1)

    def _words(self, draft: Draft, i: int) -> int:
        """The words said: inside the marks, else to where the telling goes on."""
        tags, size = self.t.tags, len(self.t)
        j = i
        while j < size and tags[j] in {"colon", "comma"}:
            j += 1
        if j < size and tags[j] == "open":
            end = self._closing(j)
            draft.content = (j + 1, end)
            draft.said = "".join(f for f, tag in zip(self.t.forms[j + 1 : end], tags[j + 1 : end], strict=True) if tag != "stop")
            return min(end + 1, size)
        end = self._speech_end(i)
        draft.content = (i, end)
        return end

    def _closing(self, i: int) -> int:
        depth = 0
        for j in range(i, len(self.t)):
            if self.t.tags[j] == "open":
                depth += 1
            elif self.t.tags[j] == "close":
                depth -= 1
                if depth == 0:
                    return j
        return len(self.t)

    def _speech_end(self, i: int) -> int:
        """Where unmarked words end: at the punctuation; else where an office acts, an adverb takes up the story, a new
        condition or order begins, or somebody moves, kneels or bows."""
        tags, size = self.t.tags, len(self.t)
        for j in range(i, size):
            tag = tags[j]
            if self.punctuated and tag in {"stop", "comma"}:
                return j
            if j == i:
                continue
            if tag in {"say", "cond"} or (tag == "adv" and self.t.forms[j] in _RESUMING):
                return j
            if tag == "A" and j + 1 < size and not self._spoken(j):
                return j
            if tag == "V" and not self.punctuated and self._takes_up(j):
                return j
        return size

    def _takes_up(self, j: int) -> bool:
        verb = self._verb_of(j)
        if verb is None:
            return False
        if verb.order == "pivot":
            return True
        before = self._verb_of(j - 1) if self.t.tags[j - 1] == "V" else None
        told = before is not None and bool(before.order)
        return verb.cls in {_MOTION, "posture", "bow"} and not told and self.t.tags[j - 1] not in {"neg", "adv", "yi"}

    def _spoken(self, j: int) -> bool:
        """Whether the person at j can stand inside the words said (某, 子, or after a verb or preposition)."""
        prev = self.t.tags[j - 1]
        word = self.t.words[j]
        entry = word.entries.get("A") if word is not None else None
        if entry is not None and entry.cls == "address":
            return True
        if prev in {"mou", "yu", "with", "zi", "zhi", "yi"}:
            return True
        following = self._verb_of(j + 1) if self.t.tags[j + 1] == "V" else None
        if following is not None and following.order == "request":
            return True  # 有司請射
        if prev == "V":
            verb = self._verb_of(j - 1)
            return verb is not None and bool(verb.person) and self.t.tags[j + 1] not in {"V", "adv", "coll", "D", "P"}
        return False

    def _open(self, i: int) -> int:
        """A quotation without 曰 belongs to the order before it (命三耦：「…」)."""
        end = self._closing(i)
        if self.drafts and self.drafts[-1].content is None:
            self.drafts[-1].content = (i + 1, end)
        return min(end + 1, len(self.t))

    def _title(self, i: int) -> int:
        """《周南·關雎》: the piece is sung or played; the collection before the dot is no mention."""
        tags, size = self.t.tags, len(self.t)
        end = i
        while end < size and tags[end] != "tclose":
            end += 1
        dots = [j for j in range(i, end) if tags[j] == "dot"]
        last = self.drafts[-1] if self.drafts else None
        for start, phrase in self.at.items():
            if i < start < end:
                if dots and start < dots[-1]:
                    phrase.named.clear()
                elif last is not None and last.verb is not None and last.verb.thing:
                    last.add(last.verb.thing, phrase)
        return end + 1

    # -- likeness -------------------------------------------------------------------------------------------------

    def _like(self, i: int) -> int:
        """如X: X is the model of the verb before it; where no verb is expressed, 如 itself is the act."""
        tags, size = self.t.tags, len(self.t)
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
        told = any(tag == "V" for tag in tags[start:end]) and last is not None and last.cls in {"posture", _STANCE}
        if same and last is not None and not fresh and not told and (self.break_before != "stop" or last.clause == self.clause):
            last.like = (start, end)
        else:
            draft = self._draft(i, i + 1, self._verb_of(i), "grammar.like")
            draft.like = (start, end)
        return end

    def _like_end(self, i: int) -> int:
        """Behind 如: to the punctuation; without punctuation one noun phrase, one 之 or a verb with its noun."""
        tags, size = self.t.tags, len(self.t)
        j = i
        if self.punctuated:
            while j < size and tags[j] not in {"stop", "comma", "close", "colon"}:
                j += 1
            return j
        if j < size and tags[j] == "zhi":
            return j + 1
        if j < size and tags[j] in {"V", "asp"}:
            while j < size and tags[j] in {"V", "asp"} and j - i < 2:
                j += 1
            phrase = self.at.get(j) if j < size and tags[j] in {"O", "P"} else None
            return phrase.end if phrase is not None else j
        phrase = self.at.get(j)
        if phrase is None:
            return min(j + 1, size)
        word = self.t.words[phrase.end] if phrase.end < size else None
        if phrase.kind == "A" and word is not None and "O" in word.cats:
            return phrase.end + 1  # 如賓服
        return phrase.end

    # -- verbs ----------------------------------------------------------------------------------------------------

    def _verb_of(self, i: int) -> Verb | None:
        """The verb at i: of several of one form the stance behind a direction (東鼓), the one that takes a thing before
        a thing (升羊), else the first."""
        word = self.t.words[i]
        if word is None:
            return None
        if len(word.verbs) > 1:
            stance = next((v for v in word.verbs if v.cls == _STANCE), None)
            if stance is not None and self.before.direction and self.before.direction_at == i - 1:
                return stance
            tag = self.t.tags[i + 1] if i + 1 < len(self.t) else ""
            if tag in {"O", "zhi", "zhu"} and word.verbs[0].thing != "object":
                return next((v for v in word.verbs if v.thing == "object"), word.verb)
        return word.verb

    def _draft(self, start: int, end: int, verb: Verb | None, rule: str) -> Draft:
        """A new draft that takes over what stood before the verb."""
        before = self.before
        form = "".join(self.t.forms[start:end])
        draft = Draft(start, end, form, verb, self.clause, self.sentence, rule)
        draft.follows = self.break_before if len(self.drafts) == self.clause_start else ""
        if before.subject:
            draft.subject = before.subject
        if before.collective and before.waiting and draft.subject is not None:
            draft.subject = [*before.waiting, *draft.subject]
        if before.each and draft.subject is not None and draft.cls == "giving":
            for phrase in draft.subject:  # 每一人獻: he is given
                draft.add("recipient", phrase)
            draft.subject = None
        draft.topics = [t for t in before.topics if t.entry is None or t.entry.cls not in {"abstract", "body"}]
        before.instrument.extend(t for t in before.topics if t.entry is not None and t.entry.cls == "body")
        draft.then = before.then
        draft.joins = before.joins
        draft.negated = before.negated
        draft.collective = before.collective
        draft.adverbs = before.adverbs
        if before.completed:
            draft.mode = Mode.COMPLETED
        if self.under_if:
            draft.mode = Mode.CONDITIONAL
        if self.order is not None:
            draft.order = self.order
            draft.mode = Mode.COMMANDED
        facing = draft.cls == _STANCE and draft.tagged("thing-subject") and form in _ROW
        if before.places and not facing:
            for place in before.places:
                draft.add("place", place)
            before.places = []
        kept = Before(places=before.places)
        if facing:
            kept.via, kept.instrument, kept.companion = before.via, before.instrument, before.companion
        else:
            for phrase, preposition in before.via:
                draft.add(self._path_role(draft, preposition), phrase)
            for filler in before.instrument:
                draft.add("content" if draft.cls in {"speech", "answer"} else "instrument", filler)
            for phrase in before.companion:
                draft.add("content" if draft.cls == "speech" and phrase.by else "companion", phrase)
        for filler in before.recipient:
            draft.add("recipient", filler)
        if before.for_it:
            draft.pronoun = "recipient"
        if before.direction and form in _HANDS and set(before.direction) <= _HANDS:
            draft.add("direction", before.direction + form)  # 左右几
        elif before.direction:
            self._direct(draft, before.direction)
        draft.count = before.count if draft.cls in _COUNTED else None
        if before.count is not None and draft.count is None:
            draft.count = before.count
        self.before = kept
        self.drafts.append(draft)
        self.break_before = ""
        return draft

    def _path_role(self, draft: Draft, preposition: str) -> str:
        """自X in front: of a going up or down the way, of another motion or a saying whence (annotation.md §10)."""
        if draft.cls in {"speech", "order", "answer", "request"}:
            return "origin"
        if preposition == "zi" and draft.cls == _MOTION and draft.verb is not None:
            if draft.verb.tags.isdisjoint({"up", "down", "in", "out"}) and draft.verb.zi == "origin":
                return "origin"
        return "via"

    def _direct(self, draft: Draft, direction: str) -> None:
        """左執: with the left hand; 南面, 左還, 南揚弓: the direction."""
        if set(direction) <= _HANDS and draft.cls in _HAND_CLASSES:
            for side in direction:
                draft.add("instrument", side + "手")
        else:
            draft.add("direction", direction)

    def _verb(self, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is not None:  # a nominalised verb (不勝者)
            self._place_phrase(phrase)
            return phrase.end
        self._order_done(i)
        verb = self._verb_of(i)
        pair = (
            self.drafts[-1] if self.drafts and self.drafts[-1].end == i and self.drafts[-1].cls == "dress" else None
        )
        draft = self._draft(i, i + 1, verb, f"frame.{verb.id if verb is not None else 'guess'}")
        if self.drafts[-2:-1] and self.drafts[-2].cls == "bow" and self.drafts[-2].end == i and draft.tagged("gives"):
            self.drafts[-2].sends = True
        if pair is not None and pair.negated and draft.cls == "dress":
            draft.negated = True  # 不決遂
        if draft.form in _HANDS and not draft.has("direction"):
            draft.add("direction", draft.form)
        if verb is not None and len(draft.form) > 1 and draft.form != verb.label:
            draft.count = self._count_inside(draft.form)  # 答再拜
        return self._complements(draft, i + 1)

    def _order_done(self, i: int) -> None:
        """使二人舉觶于賓介｜洗: without punctuation an ordered verb with its 於 is the whole order, unless 而 or 以 goes on."""
        if self.punctuated or self.order is None or len(self.drafts) <= self.order + 1:
            return
        if self.drafts[-1].located and self.t.tags[i - 1] not in {"er", "yi"}:
            self._end_order(i)

    def _count_inside(self, form: str) -> int | None:
        return next((self.rite.numerals[c] for c in form if c in self.rite.numerals), None)

    def _complements(self, draft: Draft, i: int) -> int:
        verb = draft.verb
        if verb is None:
            return i
        tags, size = self.t.tags, len(self.t)
        if verb.order:
            return self._ordered(draft, verb, i)
        j = self._nominal(draft, verb, i)
        located = False  # behind 於X no bare noun belongs to the verb any more
        while j < size:
            tag = tags[j]
            if tag == "zhi":
                draft.pronoun = "object" if verb.thing == "object" else (verb.person or verb.thing or "object")
                j += 1
            elif tag == "zhu":
                phrase = self.at.get(j + 1)
                if phrase is None:
                    return j + 1
                draft.fused = True
                draft.pronoun = "object"
                draft.add(verb.yu or "place", phrase)
                j = phrase.end
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
            elif tag == "you" and verb.cls == _MOTION and not draft.has("via"):
                phrase = self.at.get(j + 1)
                if phrase is None:
                    return j
                draft.add("via", phrase)
                j = phrase.end
            elif tag == "yi":
                nxt = self._instrument_behind(draft, j)
                if nxt == j:
                    return j
                j = nxt
            elif tag in _NOUNISH:
                if located and tag != "num":
                    return j
                nxt = self._noun_behind(draft, verb, j)
                if nxt == j:
                    return j
                j = nxt
            elif tag in {"with", "and", "enum"} and draft.has("object") and j + 1 < size and tags[j + 1] in {"O", "num", "X"}:
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
            elif tag == "S" and verb.place:
                draft.add(verb.place, self.t.forms[j])
                j += 1
            else:
                return j
        return j

    def _nominal(self, draft: Draft, verb: Verb, i: int) -> int:
        """辭降, 拜洗, 告旨: a verb that stands as a noun behind this one."""
        if not verb.nominal:
            return i
        tags, forms, size = self.t.tags, self.t.forms, len(self.t)
        start = i
        if i < size and tags[i] in {"stop", "comma"} and draft.negated:
            start = i + 1
        for length in (3, 2, 1):
            text = "".join(forms[start : start + length])
            if start + length <= size and text in verb.nominal and (start == i or text in _JUMPING):
                if length == 1 and tags[start] in {"A"}:
                    continue
                role = dict(verb.nominal_roles).get(text) or ("content" if verb.thing == "content" else "object")
                draft.add(role, text)
                named = self.at.get(start)
                if named is not None and text not in _JUMPING:
                    named.named.clear()  # the act of washing, no vessel
                return start + length
        return i

    def _located(self, draft: Draft, verb: Verb, i: int) -> int:
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            if i + 1 < len(self.t) and self.t.tags[i + 1] in {"S", "D"}:
                draft.add(verb.yu or "place", self.t.forms[i + 1])
                return i + 2
            return i
        if draft.cls == _STANCE and draft.form in _ROW and draft.has("direction"):
            self.before.places.append(phrase)  # 東面於大夫之西比耦
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
        tags, size = self.t.tags, len(self.t)
        if i + 1 < size and tags[i + 1] in {"S", "D"} and self._ends(i + 2):
            draft.add("direction", self.t.forms[i + 1])
            return i + 2
        phrase = self.at.get(i + 1)
        if phrase is None or phrase.kind in {"M", "N"}:
            return i
        if not self._ends(phrase.end) and not (draft.cls == "answer" and not self.punctuated):
            return i
        draft.add("content" if draft.cls in {"speech", "answer", "courtesy"} else "instrument", phrase)
        return phrase.end

    def _ends(self, i: int) -> bool:
        if i >= len(self.t) or self.t.tags[i] in {"stop", "comma", "colon", "close", "enum"}:
            return True
        return not self.punctuated and self.t.tags[i] == "A"

    def _noun_behind(self, draft: Draft, verb: Verb, i: int) -> int:
        phrase = self.at.get(i)
        if phrase is None:
            return i
        if phrase.kind == "M":
            if phrase.quantity is not None:
                draft.measures.append((phrase.label, phrase.quantity))
            return phrase.end
        if phrase.kind == "N":
            if draft.has("object") and phrase.end < len(self.t) and self.t.tags[phrase.end] == "yu":
                return phrase.end  # 設鉶四于豆西
            if verb.thing == "object" and not draft.has("object") and not draft.pronoun and draft.cls not in _COUNTED:
                draft.bare_number = phrase.quantity
                return phrase.end
            return i
        role = ""
        if draft.cls == _STANCE and draft.form in _ROW and draft.has("direction"):
            return i
        if phrase.kind == "A":
            role = verb.person
            if role and draft.has(role):
                group = [f for f in draft.roles[role] if isinstance(f, Phrase)]
                if not group or group[-1].end != phrase.start or not self.rite.side_by_side(group[-1].label, phrase.label):
                    role = ""
            if role and not self.punctuated and (draft.has("destination") or draft.has("origin") or draft.has("via")):
                role = ""
            if role and not self._takes_person(draft, verb, phrase):
                role = ""
            behind = self.at.get(phrase.end)
            if role == "origin" and behind is not None and behind.kind == "O":
                return phrase.end  # 受尸角: whose it is, not from whom
        elif phrase.kind == "O":
            abstract = phrase.entry is not None and phrase.entry.cls == "abstract" and draft.has("object")
            role = "" if abstract else verb.thing or (verb.place if verb.place in {"destination", "origin", "reference"} else "")
            if role and draft.has(role) and not self._listed(draft, role, phrase):
                role = ""
            if not role and draft.tagged("no-object"):
                role = ""
        else:
            role = verb.place or ("object" if verb.thing == "object" else "")
            if phrase.sided and not verb.tags.isdisjoint({"up", "down"}):
                role = ""  # 降，階西東面
            if role == "place" and draft.cls not in {_STANCE, "posture", "being"}:
                role = ""  # 實之賓席之前，西北面獻賓: the place is the next verb's
            if role in {"destination", "origin"} and not verb.tags.isdisjoint({"up", "down"}) and self._is_step(phrase):
                role = "via"  # 升西階
            if role and draft.has(role):
                role = ""
        if not role:
            return i
        draft.add(role, phrase)
        if phrase.origin is not None and role == "object":
            draft.add("origin", phrase.origin)
        return phrase.end

    def _is_step(self, phrase: Phrase) -> bool:
        return phrase.entry is not None and phrase.entry.cls == "step"

    def _listed(self, draft: Draft, role: str, phrase: Phrase) -> bool:
        last = draft.roles[role][-1]
        if phrase.entry is not None and phrase.entry.cls == "body" and phrase.end < len(self.t) and self.t.tags[phrase.end] == "V":
            return False  # 右手執項，左手執前: with the other hand
        return isinstance(last, Phrase) and last.kind == "O" and last.end == phrase.start

    def _takes_person(self, draft: Draft, verb: Verb, phrase: Phrase) -> bool:
        """Without punctuation a person behind a verb that can do without one opens the next clause."""
        if self.punctuated or self._ends(phrase.end):
            return True
        if draft.mode is Mode.COMPLETED:
            return False
        next_phrase = self.at.get(phrase.end)
        behind = next_phrase.kind if next_phrase is not None else self.t.tags[phrase.end]
        if behind == "then" and self.under_if:
            return True
        again = self.at.get(phrase.end + 1)
        if again is not None and again.kind == "A" and again.label == phrase.label:
            return True  # 厭眾賓升眾賓皆升: named again, he is not yet the subject
        if verb.cls == _STANCE or draft.form in self.rite.denominal:
            return True
        if verb.person == "reference":
            return behind not in {"D", "coll", "P", "V", "adv", "then"}
        if verb.cls == "courtesy" and behind == "yi":
            return True  # 揖婦以入
        filled = draft.has("object") or draft.has("content") or bool(draft.pronoun)
        if not filled and (verb.cls in _STRONG_PERSON or (not verb.thing and verb.cls not in {_MOTION, "courtesy"})):
            return True
        return behind not in {
            "V", "adv", "coll", "neg", "D", "P", "asp", "yi", "zi", "you", "then", "with", "say", "like"
        }  # fmt: skip

    # -- orders ---------------------------------------------------------------------------------------------------

    def _ordered(self, draft: Draft, verb: Verb, i: int) -> int:
        """命X V, 請V於X, 作X V: who is ordered, then what."""
        tags, size = self.t.tags, len(self.t)
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
        if j >= size or tags[j] in {"stop", "comma", "colon", "say", "close", "open", "like", "then"}:
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
        if tags[j] in {"V", "adv", "coll", "neg", "D", "asp", "num", "yi", "self"} and not self._resumes(j, verb):
            if self.order is not None:
                return j
            index = len(self.drafts) - 1
            self.order = index
            draft.content = (j, j)
            if verb.order == "request" and tags[j] == "V":
                return self._requested(draft, verb, j)
        return j

    def _goes_in_to_tell(self, j: int) -> bool:
        verb = self._verb_of(j)
        following = self._verb_of(j + 1) if j + 1 < len(self.t) and self.t.tags[j + 1] == "V" else None
        return verb is not None and "in" in verb.tags and following is not None and following.cls == "speech"

    def _acts_next(self, i: int) -> bool:
        return i < len(self.t) and self.t.tags[i] in {"V", "D", "say", "coll", "adv", "neg", "P", "yi"}

    def _resumes(self, j: int, verb: Verb) -> bool:
        return self.t.tags[j] == "adv" and self.t.forms[j] in _RESUMING

    def _requested(self, draft: Draft, verb: Verb, i: int) -> int:
        """請射於賓: 於 and a person behind the requested verb is the one who is asked."""
        inner = self._verb_of(i)
        ordered = self._draft(i, i + 1, inner, f"frame.{inner.id if inner is not None else 'guess'}")
        j = i + 1
        tags, size = self.t.tags, len(self.t)
        if inner is not None:
            while j < size and tags[j] in _NOUNISH:
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


_HANDS = frozenset("左右")
_ROW = frozenset("面上鄉")
_RESUMING = frozenset({"乃", "遂"})
_JUMPING = frozenset({"既爵"})

_HANDLERS = {
    "stop": Grammar._stop,
    "comma": Grammar._comma,
    "enum": Grammar._enum,
    "A": Grammar._noun,
    "O": Grammar._noun,
    "P": Grammar._noun,
    "X": Grammar._noun,
    "num": Grammar._noun,
    "qi": Grammar._noun,
    "dem": Grammar._noun,
    "rel": Grammar._noun,
    "neg": Grammar._negation,
    "asp": Grammar._aspect,
    "adv": Grammar._adverb,
    "coll": Grammar._collective,
    "cond": Grammar._if,
    "each": Grammar._each,
    "then": Grammar._then,
    "D": Grammar._direction,
    "S": Grammar._direction,
    "zi": Grammar._from,
    "you": Grammar._by,
    "yi": Grammar._with_thing,
    "for": Grammar._on_behalf,
    "with": Grammar._and_or_with,
    "and": Grammar._and,
    "say": Grammar._says,
    "open": Grammar._open,
    "topen": Grammar._title,
    "like": Grammar._like,
    "V": Grammar._verb,
}
