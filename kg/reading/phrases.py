"""Noun phrases of a text, with their owners, sides and numbers (annotation.md §7, §8)."""

from __future__ import annotations

from kg.reading.phrase import Named, Phrase
from kg.reading.relatives import Relatives
from kg.reading.tokens import Tokens

_NOUN = frozenset("AOP")
_SIDE = frozenset("SD")
_PLACELESS = frozenset({"music", "abstract"})
_OPENERS = frozenset({"A", "O", "P", "X", "num", "qi", "dem", "rel"})
_CONTINUES = frozenset({"S", "A", "O", "P", "zhi", "rel", "neg", "asp"})  # with what a noun can go on
_OWNERS = 12  # 之 in one phrase; texts have three at most, noise any number
_VERBAL = frozenset({"V", "neg"})
_CLAUSE_ENDS = frozenset({"stop", "comma", "colon"})
_PREPOSITIONS = frozenset({"yu", "zi", "you"})


class PhraseReader(Relatives):
    """Reads noun phrases from tagged tokens; it holds no state between calls."""

    def __init__(self) -> None:
        self._owners = 0  # how many 之 the phrase being read stands behind

    def read_all(self, tokens: Tokens) -> dict[int, Phrase]:
        """All noun phrases of a text by the token that opens them."""
        tags, size = tokens.tags, len(tokens.tags)
        found: dict[int, Phrase] = {}
        i = 0
        while i < size:
            tag = tags[i]
            phrase: Phrase | None = None
            if tag in _NOUN:
                phrase = self._head(tokens, i, i)
                if i + 1 < size and tags[i + 1] in _CONTINUES:
                    phrase = self._extend(tokens, phrase, inside=i > 0 and tags[i - 1] in _PREPOSITIONS)
            elif tag in _OPENERS:
                phrase = self.read(tokens, i, inside=i > 0 and tags[i - 1] in _PREPOSITIONS)
            elif tag in _VERBAL:
                if "nom" in tags[i + 1 : i + 5]:
                    phrase = self.doer(tokens, i)
                if phrase is None and tags[i + 1 : i + 2] == ["zhi"]:
                    phrase = self.modified(tokens, i)
            if phrase is None:
                i += 1
            else:
                found[i] = phrase
                i = phrase.end
        return found

    def read(self, tokens: Tokens, i: int, inside: bool = False) -> Phrase | None:
        """The noun phrase that begins at token i, or None; `inside` a prepositional phrase an owner joins its thing
        without 之 (於賓席東)."""
        tags, size = tokens.tags, len(tokens.tags)
        start = i
        if i >= size:
            return None
        qi = False
        if tags[i] in {"qi", "dem"}:
            if i + 1 < size and tags[i + 1] in _SIDE:
                return self._sides_of_it(tokens, i)
            qi = True
            i += 1
        if i < size and tags[i] == "rel":
            return self._relative(tokens, start, i)
        quantity, i = self.number(tokens, i)
        if quantity is not None:
            if i < size and tags[i] == "M":
                return Phrase(start, i + 1, "M", tokens.forms[i], quantity=quantity)
            if i >= size or (tags[i] not in _NOUN and tags[i] != "X"):
                return None if qi else Phrase(start, i, "N", "", quantity=quantity)
        if i >= size:
            return None
        if tags[i] in _NOUN:
            head = self._head(tokens, start, i)
        elif tags[i] == "X":
            head = self._guess(tokens, start, i)
        else:
            return None
        head.quantity, head.qi, head.its = quantity, qi, tokens.forms[start] if qi else ""
        return self._extend(tokens, head, inside)

    # -- parts ----------------------------------------------------------------------------------------------------

    def _head(self, tokens: Tokens, start: int, i: int) -> Phrase:
        kind, word = tokens.tags[i], tokens.words[i]
        entry = word.entries.get(kind) if word is not None else None
        if entry is None:
            label = tokens.forms[i]
            return Phrase(start, i + 1, kind, label, None, None, [Named(i, i + 1, kind, label)])
        label = entry.label
        return Phrase(start, i + 1, kind, label, entry, None, [Named(i, i + 1, kind, label, entry.id)])

    def _guess(self, tokens: Tokens, start: int, i: int) -> Phrase:
        """Unknown characters side by side, with the known noun behind them, are read as one word by their frame: behind
        a preposition or a verb of motion a place, before a verb a person, else a thing."""
        tags, size = tokens.tags, len(tokens.tags)
        j = i
        while j < size and tags[j] == "X":
            j += 1
        before = tags[i - 1] if i else "stop"
        kind = "O"
        if j < size and tags[j] in {"O", "A"} and j - i <= 2:
            kind = tags[j]
            j += 1
        elif before in _PREPOSITIONS or (before == "V" and self._goes(tokens, i - 1)):
            kind = "P"
        elif before in _CLAUSE_ENDS and j < size and tags[j] in {"V", "coll"}:
            kind = "A"
        label = "".join(tokens.forms[i:j])
        return Phrase(start, j, kind, label, named=[Named(i, j, kind, label, guessed=True)], guessed=True)

    def _goes(self, tokens: Tokens, i: int) -> bool:
        word = tokens.words[i]
        return word is not None and word.verb is not None and word.verb.place in {"destination", "place"}

    def _sides_of_it(self, tokens: Tokens, i: int) -> Phrase:
        j = i + 1
        while j < len(tokens.tags) and tokens.tags[j] == "S":
            j += 1
        j = max(j, i + 2)
        label = "".join(tokens.forms[i:j])
        return Phrase(i, j, "P", label, named=[Named(i, j, "P", label)], qi=True, sided=True)

    def _extend(self, tokens: Tokens, head: Phrase, inside: bool = False) -> Phrase:
        """Add what follows the head: sides, 之 with a side, an owned thing, a joined place."""
        tags, forms, size = tokens.tags, tokens.forms, len(tokens.tags)
        while head.end < size:
            j = head.end
            tag = tags[j]
            if tag == "S":
                if head.entry is not None and head.entry.cls in _PLACELESS:
                    return head
                self._add_sides(tokens, head, j)
            elif head.kind == "A" and tag == "A" and head.quantity is None and self._is(tokens, j, "A", "number"):
                head.end = j + 1  # 小射正一人: the count is no mention
            elif head.kind == "A" and tag == "A" and self._restricts(tokens, j):
                label = head.label + forms[j]  # 眾賓將與射者: those of them who
                head = Phrase(head.start, j + 1, "A", label, named=[Named(head.named[0].start, j + 1, "A", label)])
            elif head.kind == "A" and tag in {"neg", "asp"} and (end := self._clause_of_doer(tokens, j)):
                label = head.label + "".join(forms[j:end])  # 士既獻者: those of them who
                head = Phrase(head.start, end, "A", label, named=[Named(head.named[0].start, end, "A", label)])
            elif tag == "zhi" and j + 1 < size:
                nxt = tags[j + 1]
                if nxt == "S" or (nxt == "D" and forms[j] != ""):
                    self._add_sides(tokens, head, j + 1)
                elif nxt in _NOUN or nxt in {"num", "X"}:
                    owned = self._owned(tokens, head, j + 1)
                    if owned is None:
                        return head
                    head = owned
                else:
                    return head
            elif head.kind == "A" and tag == "rel":
                made = self._relative(tokens, j, j)
                if made is None or made.kind != "O":
                    return head
                label = head.label + made.label  # 大夫所媵觶
                start = head.named[0].start
                return Phrase(head.start, made.end, "O", label, named=[Named(start, made.end, "O", label)])
            elif head.kind == "A" and tag in {"O", "P"} and self._side_behind(tokens, j + 1):
                if not (inside or tags[j + 1] == "zhi") or not self._movable(tokens, j):
                    return head
                self._join(tokens, head, j)
            elif head.kind == "P" and tag == "P" and self._side_behind(tokens, j + 1):
                beside = self._is(tokens, j, "P", "step") and not self._is(tokens, head.named[0].start, "P", "hall")
                if beside or not (head.sided or self._between(tokens, j + 1)):
                    return head  # 降自西階，阼階下 …; 奠爵于序端，阼階上拜; but 堂下西階之東
                self._join(tokens, head, j)
            else:
                return head
        return head

    def _is(self, tokens: Tokens, j: int, cat: str, cls: str) -> bool:
        word = tokens.words[j]
        return word is not None and cat in word.entries and word.entries[cat].cls == cls

    def _between(self, tokens: Tokens, j: int) -> bool:
        """戶牖之間: two places with what lies between them."""
        return self._is(tokens, j + 1 if tokens.tags[j] == "zhi" else j, "S", "between")

    def _movable(self, tokens: Tokens, j: int) -> bool:
        """賓席之前 is one place, 主人阼階之東 a subject and a place: only things and seats have an owner."""
        word = tokens.words[j]
        entry = word.entries.get(tokens.tags[j]) if word is not None else None
        return tokens.tags[j] == "O" or (entry is not None and entry.cls in {"seat", "position"})

    def _side_behind(self, tokens: Tokens, j: int) -> bool:
        tags, size = tokens.tags, len(tokens.tags)
        return j < size and (tags[j] == "S" or (tags[j] == "zhi" and j + 1 < size and tags[j + 1] == "S"))

    def _add_sides(self, tokens: Tokens, head: Phrase, j: int) -> None:
        if head.kind == "O" and head.entry is not None and head.end - head.named[0].start == 1:
            head.label = tokens.forms[head.named[0].start]  # the place is named as the text has it (槃東)
        end = j + 1
        while end < len(tokens.tags) and tokens.tags[end] == "S":
            end += 1
        self._become_place(head, end, head.label + "".join(tokens.forms[j:end]))

    def _join(self, tokens: Tokens, head: Phrase, j: int) -> None:
        self._become_place(head, j + 1, head.label + tokens.forms[j])

    def _become_place(self, head: Phrase, end: int, label: str) -> None:
        start = head.named[0].start
        if head.anchor is None:
            head.anchor = (head.kind, head.label)
        if head.qi and head.start < start:  # 其位南 stays whole
            label = head.its + label
            start = head.start
            head.qi = True
        head.kind, head.label, head.end, head.entry, head.sided = "P", label, end, None, True
        head.named = [Named(start, end, "P", label)]

    def _owned(self, tokens: Tokens, owner: Phrase, i: int) -> Phrase | None:
        """What follows 之: 大夫之耦, 主人之弓, 賓席之東 (owner kept), 豐上之觶 (taken from there)."""
        if self._owners == _OWNERS:
            return None
        self._owners += 1
        try:
            owned = self.read(tokens, i)
        finally:
            self._owners -= 1
        if owned is None or owned.kind in {"M", "N"}:
            return None
        if owner.kind == "A" and owned.kind == "A":
            label = owner.label + tokens.forms[owner.end] + owned.label
            named = Named(owner.named[0].start, owned.end, "A", label)
            return Phrase(owner.start, owned.end, "A", label, named=[named])
        if owned.kind == "P" and (owned.sided or owner.kind == "A"):
            start = owner.named[0].start
            label = owner.label + owned.label
            return Phrase(owner.start, owned.end, "P", label, named=[Named(start, owned.end, "P", label)], sided=True)
        result = Phrase(
            owner.start, owned.end, owned.kind, owned.label, owned.entry, owned.quantity, owner.named + owned.named
        )
        if owner.kind == "A":
            result.owner = owner
        elif owned.kind == "O":
            result.origin = owner
        return result

    def number(self, tokens: Tokens, i: int) -> tuple[int | None, int]:
        """The value of the numerals at i (二十有五) and the index behind them."""
        total: int | None = None
        size = len(tokens.tags)
        while i < size and tokens.tags[i] == "num":
            word = tokens.words[i]
            value = word.value if word is not None and word.value is not None else 0
            if total is None:
                total = value
            elif value in {10, 100} and total < value:
                total *= value
            else:
                total += value
            i += 1
        return total, i
