"""Clauses: where one ends, with or without punctuation, and what an ended clause leaves over."""

from __future__ import annotations

from kg.lexicon.entry import Verb
from kg.lexicon.rite import RiteTables
from kg.reading.before import Before
from kg.reading.draft import Draft
from kg.reading.phrase import Named, Phrase
from kg.reading.tokens import Tokens

MOTION = "motion"
STANCE = "stance"
COUNTED = frozenset({"bow", "courtesy"})
NOUNISH = frozenset({"A", "O", "P", "num", "qi", "rel", "dem", "X"})


class Clauses:
    """The state of one parse, and the marks that divide it."""

    def __init__(self, tokens: Tokens, phrases: dict[int, Phrase], rite: RiteTables) -> None:
        self.t = tokens
        self.tags = tokens.tags
        self.forms = tokens.forms
        self.size = len(tokens.tags)  # nothing is read of words without tags
        self.at = phrases
        self.rite = rite
        self.words = rite.keywords
        self.hands = rite.keywords["hands"]
        (self.hand,) = rite.keywords["hand"]
        self.drafts: list[Draft] = []
        self.boundaries: list[tuple[int, bool]] = []  # (token that opens a clause, whether the division is ours)
        self.clause = 0
        self.sentence = 0
        self.before = Before()
        self.condition = -1  # index of the first draft under 若, or -1
        self.under_if = False
        self.bare_condition = False  # without marks, and no 則 to come
        self.order: int | None = None  # index of the draft whose ordered clause is being read
        self.break_before = "stop"  # what divides the next draft from the last
        self.enumerating = False
        self.punctuated = any(tag in {"stop", "comma"} for tag in tokens.tags)
        self.clause_start = 0
        self.unnamed: list[Named] = []  # nouns that turned out to name an act, and are no mentions

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
        turned = before.adverbs or (before.direction_at > 0 and self.tags[before.direction_at - 1] in {"er", "adv"})
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
                before.topics = ()
            elif before.instrument or before.places:
                before.topics = before.instrument = before.places = ()

    def _all_listed(self, last: Draft) -> bool:
        return (
            bool(last.roles["object"])
            and last.token < self.clause_start_token()
            and isinstance(last.roles["object"][-1], Phrase)
            and last.roles["object"][-1].start > last.end + 1
        )

    def clause_start_token(self) -> int:
        """The token that opens the clause being read."""
        return self.boundaries[-1][0] if self.boundaries else 0

    def _settle_places(self) -> None:
        """A place whose clause has no verb but 面 belongs to 面 (annotation.md §9)."""
        for place in self.before.places:
            for draft in self.drafts[self.clause_start :] or self.drafts[-1:]:
                faces = draft.cls == STANCE and draft.sentence == self.sentence and not draft.has("place")
                if faces and (draft.token > place.start or draft is self.drafts[-1]):
                    draft.add("place", place)
                    break
        self.before.places = ()

    def _comma(self, i: int) -> int:
        self._orphans()
        before = self.before
        before.negated = before.completed = False
        before.count = None
        before.direction = ""
        if len(before.subject) > 1 and len({one.label for one in before.subject}) == 1:
            before.subject = ()  # 大夫與大夫，命上射曰: where a grandee shoots with a grandee; somebody else speaks
        if self.under_if and len(self.drafts) > self.condition:
            self.under_if = False
        if self.order is not None and len(self.drafts) > self.order + 1 and not self._order_goes_on(i + 1):
            self._end_order(i)
        self._new_clause(i + 1, False, "comma")
        return i + 1

    def _order_goes_on(self, i: int) -> bool:
        """命弟子贊工，遷樂於下: the clause behind the comma is still ordered when its verb moves a thing."""
        if i < self.size and self.tags[i] == "er":
            return True
        if i + 1 < self.size and self.tags[i] == "adv" and self.tags[i + 1] == "V":
            return not self._resumes(i)  # 命三耦皆袒決遂，執弓，序出取矢
        if i >= self.size or self.tags[i] != "V":
            return False
        last = self.drafts[-1]
        if last.form == self.forms[i] and i + 1 < self.size and self.forms[i + 1] in last.labels("object"):
            return False  # 命設豐，設豐: it is done
        word = self.t.words[i]
        verb = word.verb if word is not None else None
        return (
            verb is not None and verb.thing == "object" and verb.cls in {"putting", "handling", "arranging", "taking"}
        )

    def _end_order(self, at: int) -> None:
        """The ordered words end before token `at`."""
        if self.order is not None:
            order = self.drafts[self.order]
            if order.content is not None and order.content[1] == order.content[0]:
                while at > order.content[0] and self.tags[at - 1] in {"comma", "stop", "line", "colon", "close"}:
                    at -= 1
                order.content = (order.content[0], at)
            self.order = None

    def _unname(self, phrase: Phrase) -> None:
        """What the phrase names is no mention."""
        self.unnamed += phrase.named
        phrase.named.clear()

    def _enum(self, i: int) -> int:
        self.enumerating = True
        return i + 1

    def divisions(self) -> list[tuple[int, int, bool]]:
        """The clauses as (first token, behind the last token, whether the division before it is ours)."""
        opens = [(0, False), *self.boundaries]
        ends = [start for start, _ in self.boundaries] + [self.size]
        return [(start, end, ours) for (start, ours), end in zip(opens, ends, strict=True) if end > start]

    def _verb_of(self, i: int) -> Verb | None:
        """The verb at i: of several of one form the stance behind a direction (東鼓), the one that takes a thing before
        a thing (升羊), else the first."""
        word = self.t.words[i]
        if word is None:
            return self.rite.unknown_verb
        if len(word.verbs) > 1:
            stance = next((v for v in word.verbs if v.cls == STANCE), None)
            if stance is not None and self.before.direction and self.before.direction_at == i - 1:
                return stance
            struck = self.before.topics[-1:] and self.before.topics[-1].end == i and self.before.topics[-1].entry
            if struck and struck.cls == "music" and "thing-subject" not in word.verbs[0].tags:
                return next((v for v in word.verbs if "thing-subject" in v.tags), word.verb)  # 樂作
            tag = self.tags[i + 1] if i + 1 < self.size else ""
            if tag in {"O", "zhi", "zhu"} and word.verbs[0].thing != "object":
                return next((v for v in word.verbs if v.thing == "object"), word.verb)
        return word.verb

    def _resumes(self, i: int) -> bool:
        """Whether an adverb at i takes up the story (乃, 遂)."""
        return self.tags[i] == "adv" and self.forms[i] in self.rite.resumes

    def _ends(self, i: int) -> bool:
        if i >= self.size or self.tags[i] in {"stop", "line", "comma", "colon", "close", "enum"}:
            return True
        if self.punctuated or self.tags[i] != "A":
            return False
        phrase = self.at.get(i)
        return phrase is None or phrase.kind == "A"  # 賓右 is a place, no new subject
