"""Deciding what a word of several readings is between its neighbours, by the rules of homographs.tsv."""

from __future__ import annotations

from kg.lexicon.homograph import HomographRule, load_homographs
from kg.lexicon.load import Lexicon, Word
from kg.lexicon.stance import load_stances
from kg.reading.tokens import Tokens

BREAKS = frozenset({"stop", "comma", "colon", "open", "close", "line"})
_REMEMBERED = 1 << 16  # decisions kept in mind; memory stays bounded however long the text
_ORDER = ("V", "O", "A", "P", "S", "D", "M")


class Deciding:
    """Reads words by their neighbours."""

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
