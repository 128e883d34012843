"""Words outside the lexicon: how often, where, and what their frame lets one guess."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from spacy.language import Language

from kg.reading.deciding import BREAKS
from kg.reading.state import parse_of
from kg.reading.tokens import Tokens
from kg.texts.document import Document
from kg.texts.fold import UNKNOWN, Folded
from kg.texts.span import Span

_SIDES = 4  # characters of context on each side
_TELLING = frozenset({"speech", "order", "request", "answer"})
_HANDLED = frozenset({"object", "content"})
_BEFORE_VERB = frozenset({"adv", "neg", "coll", "asp"})
UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place: document, citation of its passage, offset in the document's text, and a few characters around it."""

    document: str
    citation: str
    offset: int
    context: str


@dataclass(slots=True)
class UnknownWord:
    """A form of no table, in standard glyphs. `guesses` counts what its frames suggest."""

    form: str
    guesses: Counter[str] = field(default_factory=Counter)
    occurrences: list[Occurrence] = field(default_factory=list)

    @property
    def guess(self) -> str:
        """The likeliest class: actor, object, place, verb, or unclear where no frame tells."""
        clear = [(count, guess) for guess, count in self.guesses.items() if guess != UNCLEAR]
        return max(clear, key=lambda one: (one[0], one[1]))[1] if clear else UNCLEAR


def unknown_words(documents: Iterable[Document], nlp: Language) -> list[UnknownWord]:
    """The unknown words of the documents' base texts, the most frequent first; unknown characters side by side are
    one word."""
    found: dict[str, UnknownWord] = {}
    with nlp.select_pipes(enable=["homographs"]):
        for document in documents:
            parse = parse_of(nlp(document.text))
            for i, j in _runs(parse.tokens):
                start, end = parse.tokens.starts[i], parse.tokens.ends[j - 1]
                span, norm = parse.folded.span(start, end), parse.folded.norm[start:end]
                form = span.of(document.text) if UNKNOWN in norm else norm  # two unknown entities are two words
                word = found.setdefault(form, UnknownWord(form))
                word.guesses[guess(parse.tokens, i, j)] += 1
                word.occurrences.append(_occurrence(document, span))
    return sorted(found.values(), key=lambda word: (-len(word.occurrences), word.form))


def _runs(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Token ranges [i, j) of unknown words."""
    i, size = 0, len(tokens)
    while i < size:
        j = i
        while j < size and tokens.words[j] is None and is_letter(tokens.forms[j]):
            j += 1
        if j > i:
            yield i, j
        i = max(j, i + 1)


def is_letter(character: str) -> bool:
    """Whether it could be a word: no mark, blank or control character (a lost or unnamed character, 〓, could)."""
    return unicodedata.category(character[0])[0] not in "PZC"


def guess(tokens: Tokens, i: int, j: int) -> str:
    """What the unknown words [i, j) are by their frame: a thing behind 執 取 奠, a place behind 於 適 自, an office in
    front of a verb; UNCLEAR where neighbours do not tell."""
    before = tokens.tags[i - 1] if i else "^"
    after = tokens.tags[j] if j < len(tokens) else "$"
    if before in {"yu", "zi", "you"}:
        return "actor" if before == "yu" and _class_at(tokens, i - 2) in _TELLING else "place"
    if after == "S" and before != "V":
        return "place"
    if before == "V":
        return _behind_verb(tokens, i - 1)
    if before == "num" or after == "M":
        return "object"
    if before in _BEFORE_VERB:
        return "verb" if after != "V" else UNCLEAR
    if before == "A" and after in {"O", "P", "A", "num", "yu", "zhi"}:
        return "verb"
    if after in {"V", "say"} or after in _BEFORE_VERB:
        return "actor" if before == "^" or before in BREAKS else UNCLEAR
    return UNCLEAR


def _behind_verb(tokens: Tokens, i: int) -> str:
    word = tokens.words[i]
    verb = word.verb if word is not None else None
    if verb is None:
        return UNCLEAR
    if verb.thing in _HANDLED:
        return "object"
    if verb.place == "destination" or verb.thing == "destination":
        return "place"
    return "actor" if verb.person else UNCLEAR


def _class_at(tokens: Tokens, i: int) -> str:
    word = tokens.words[i] if i >= 0 else None
    return word.verb.cls if word is not None and word.verb is not None and tokens.tags[i] == "V" else ""


def _occurrence(document: Document, span: Span) -> Occurrence:
    text = document.text
    around = f"{text[max(0, span.start - _SIDES) : span.start]}[{span.of(text)}]{text[span.end : span.end + _SIDES]}"
    citation = str(document.citation_at(span.start)) or next(
        (one.id for one in document.passages if one.span.start <= span.start < one.span.end), ""
    )
    return Occurrence(document.id, citation, span.start, around.replace("\n", " "))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many characters of a document's base text are in no word. Marks and blanks are not counted."""

    document: str
    title: str
    characters: int
    unknown: int

    @property
    def share(self) -> float:
        """The unknown share, 0 for an empty text."""
        return self.unknown / self.characters if self.characters else 0.0


def coverage(documents: Iterable[Document], nlp: Language) -> Iterator[Coverage]:
    """The coverage of each document, one after another."""
    for document in documents:
        parse = parse_of(nlp.make_doc(document.text))
        yield Coverage(document.id, document.title, *_counts(parse.tokens, parse.folded))


def _counts(tokens: Tokens, folded: Folded) -> tuple[int, int]:
    letters = sum(map(is_letter, folded.norm))
    unknown = sum(
        len(form) for form, word in zip(tokens.forms, tokens.words, strict=True) if word is None and is_letter(form)
    )
    return letters, unknown
