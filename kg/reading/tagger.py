"""The tagger: what each word is in its place (verb or thing, place or side, adverb or verb)."""

from __future__ import annotations

from kg.lexicon.homograph import HomographRule, load_homographs
from kg.lexicon.load import Lexicon, Word
from kg.lexicon.stance import load_stances
from kg.reading.tokens import Tokens

BREAKS = frozenset({"stop", "comma", "colon", "open", "close", "line"})
_NOUNS = frozenset("AOP")
_HAND_CLASSES = frozenset({"handling", "taking"})
_REMEMBERED = 1 << 16  # decisions kept in mind; memory stays bounded however long the text
_ORDER = ("V", "O", "A", "P", "S", "D", "M")


class Tagger:
    """Gives every token of a text its tag, from left to right; rules come from homographs.tsv and the verb frames."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.singles = lexicon.words
        self.rules: dict[str, tuple[HomographRule, ...]] = load_homographs(lexicon)
        self.sides = {f for f, w in lexicon.words.items() if "S" in w.cats and len(f) == 1}
        self.compass = {f for f, w in lexicon.words.items() if "D" in w.cats and w.entries["D"].note and len(f) == 1}
        self.corners = {e.label for e in lexicon.entries.values() if e.table == "directions" and len(e.label) == 2}
        self.hands = {e.label for e in lexicon.entries.values() if e.table == "directions" and e.cls == "hand"}
        kinds = load_stances(lexicon)
        self.stances = {form for form, kind in kinds.items() if kind in {"faces", "aligns"}}
        self.aligns = {form for form, kind in kinds.items() if kind == "aligns"}
        self.ends = (self.stances - self.aligns) & self.sides
        self.heads = {form for form, kind in kinds.items() if kind == "heads"}
        self.run = self.sides | self.compass
        self.plain = {
            form: next(iter(word.cats))
            for form, word in lexicon.words.items()
            if len(word.cats) == 1 and form not in self.rules and form not in self.run
        }
        self.far = {
            form
            for form, rules in self.rules.items()
            if any(p.some or p.none for rule in rules for p in (rule.prev2, rule.next2))
        }
        self._known: dict[tuple[str | None, ...], str] = {}  # what has been decided, by all that decides it

    def tag(self, tokens: Tokens) -> None:
        """Fill tokens.tags."""
        words, forms, tags = tokens.words, tokens.forms, tokens.tags
        plain, run, append = self.plain, self.run, tags.append
        i = 0
        while i < len(forms):
            form = forms[i]
            tag = plain.get(form)
            if tag is not None:
                append(tag)
            elif form in run:
                i = self._directional(tokens, i)
                continue
            else:
                word = words[i]
                read = self._decide(tokens, i, word) if word is not None else self._outside(tokens, i)
                if read == "split":
                    tokens.split(i, self.singles)
                    continue
                append(read)
            i += 1

    def _outside(self, tokens: Tokens, i: int) -> str:
        """The tag of a word outside the lexicon; a line break ends a clause, other white space is nothing."""
        form = tokens.forms[i]
        if form.isspace():
            return "line" if form.splitlines() != [form] else "blank"
        return "V" if self._unknown_verb(tokens, i) else "X"

    def _unknown_verb(self, tokens: Tokens, i: int) -> bool:
        """An unknown word between a person or adverb and a thing or 於 is read as a verb (annotated as guessed)."""
        before = tokens.tags[i - 1] if i else ""
        if before not in {"A", "neg", "coll", "asp"} or i + 1 >= len(tokens.forms):
            return False
        word = tokens.words[i + 1]
        return word is not None and not word.cats.isdisjoint({"O", "yu"}) and "nom" not in word.cats

    # -- words with several readings ------------------------------------------------------------------------------

    def _decide(self, tokens: Tokens, i: int, word: Word) -> str:
        """What the word at i is between its neighbours. They decide alone, so that it is worked out once for each."""
        forms, tags, form = tokens.forms, tokens.tags, word.form
        key: tuple[str | None, ...] = (
            form,
            forms[i - 1] if i else None,
            tags[i - 1] if i else None,
            forms[i + 1] if i + 1 < len(forms) else None,
        )
        if form in self.far:
            key += (
                forms[i - 2] if i > 1 else None,
                tags[i - 2] if i > 1 else None,
                forms[i + 2] if i + 2 < len(forms) else None,
            )
        read = self._known.get(key)
        if read is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            read = self._known[key] = self._apply(tokens, i, word)
        return read

    def _apply(self, tokens: Tokens, i: int, word: Word) -> str:
        """The reading of the first rule that fits, else the first category."""
        before = self._before(tokens, i - 1, word.form)
        after = self._after(tokens, i + 1)
        for rule in self.rules[word.form]:
            if not rule.prev.fits(before) or not rule.next.fits(after):
                continue
            if (rule.prev2.some or rule.prev2.none) and not rule.prev2.fits(self._before(tokens, i - 2, word.form)):
                continue
            if (rule.next2.some or rule.next2.none) and not rule.next2.fits(self._after(tokens, i + 2)):
                continue
            if rule.read in word.cats or rule.read == "split":
                return rule.read
        return next((cat for cat in _ORDER if cat in word.cats), min(word.cats))

    def _before(self, tokens: Tokens, i: int, form: str) -> set[str]:
        """Features of the token at i, which stands before `form` and has its tag."""
        if i < 0:
            return {"^"}
        tag = tokens.tags[i]
        found = {tag, tokens.forms[i]}
        if tag in BREAKS:
            found.add("^")
        elif tag == "V":
            word = tokens.words[i]
            for verb in word.verbs[:1] if word is not None else ():
                found.add("V:" + verb.cls)
                found.update("V." + t for t in verb.tags)
                if verb.thing in {"object", "content"}:
                    found.add("V>O")
                if verb.place:
                    found.add("V>P")
                if verb.person:
                    found.add("V>A")
                if form in verb.nominal:
                    found.add("V>n")
        return found

    def _after(self, tokens: Tokens, i: int) -> set[str]:
        """Features of the token at i, which is not tagged yet."""
        if i >= len(tokens.forms):
            return {"$"}
        word = tokens.words[i]
        if word is None:
            return {"X", tokens.forms[i]}
        found = {tokens.forms[i], *word.cats}
        if not BREAKS.isdisjoint(word.cats):
            found.add("$")
        found.update("V:" + verb.cls for verb in word.verbs)
        if "O" in word.entries:
            found.add("O:" + word.entries["O"].cls)
        return found

    # -- sides and directions -------------------------------------------------------------------------------------

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
        if form in self.heads and prev == "D" and "V" in cats:
            tags.append("V")
            return
        if form in self.hands and following and prev not in {"zhi", "qi", "yu"} and self._by_hand(tokens, k + 1):
            tags.append("D")
            return
        if form in self.hands and prev == "A" and forms[k - 1] in self.hands:
            tags.append("A")  # 左右鈞
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
