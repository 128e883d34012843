"""The tagger: what each word is in its place (verb or thing, place or side, adverb or verb)."""

from __future__ import annotations

from kg.reading.sides import Sides
from kg.reading.tokens import Tokens


class Tagger(Sides):
    """Gives every token of a text its tag, from left to right; rules come from homographs.tsv and the verb frames."""

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
