"""The components of the pipeline: homographs, mentions, clauses, acts, actors, likeness."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable
from typing import Generic, TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from kg.lexicon.load import Lexicon
from kg.lexicon.rite import RiteTables, load_rite
from kg.reading.act import Kind
from kg.reading.actors import Actors
from kg.reading.acts import acts_of
from kg.reading.collector import collector_at_rest
from kg.reading.columns import set_entities, set_tags
from kg.reading.grammar import Grammar
from kg.reading.language import LexiconTokenizer, new_doc
from kg.reading.likeness import likenesses
from kg.reading.phrases import PhraseReader
from kg.reading.references import References
from kg.reading.settle import mentioned
from kg.reading.state import Parse, finish, parse_of, register_attributes
from kg.reading.tagger import Tagger
from kg.reading.tokens import Tokens

_KINDS = {"A": Kind.ACTOR.value, "O": Kind.OBJECT.value, "P": Kind.POSITION.value}
COMPONENTS = ("homographs", "mentions", "clauses", "acts", "actors", "likeness")

_T = TypeVar("_T")
register_attributes()


class _Component(ABC, Generic[_T]):
    """A component that makes its tool from the tokenizer's lexicon, anew when that has been loaded from disk."""

    def __init__(self, nlp: Language, name: str, make: Callable[[Lexicon], _T]) -> None:
        tokenizer = nlp.tokenizer
        if not isinstance(tokenizer, LexiconTokenizer):
            raise ValueError(f"component {name} needs the tokenizer kg.lexicon_tokenizer.v1 (spacy.blank('lzh'))")
        self.name = name
        self._tokenizer = tokenizer
        self._make = make
        self._made: tuple[int, _T] | None = None

    def __call__(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds.

        Meanwhile Python's collector of reference cycles rests: a reading makes many small objects and no cycle, and to
        look through them all again and again took a fifth of the time (measured on the 17 chapters of 儀禮).
        """
        with collector_at_rest():
            return self.read(doc)

    @abstractmethod
    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""

    @property
    def tool(self) -> _T:
        if self._made is None or self._made[0] != self._tokenizer.generation:
            self._made = (self._tokenizer.generation, self._make(self._tokenizer.lexicon))
        return self._made[1]

    @property
    def lexicon(self) -> Lexicon:
        return self._tokenizer.lexicon


class Homographs(_Component[Tagger]):
    """Decides what each word is in its place; token.tag_ holds it."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        tokens = parse_of(doc).tokens
        self.tool.tag(tokens)
        if len(tokens.forms) != len(doc):  # a word was cut into its characters (負侯 as verb and thing)
            doc = _recut(doc, tokens)
        set_tags(doc, tokens.tags)
        return doc


def _recut(doc: Doc, tokens: Tokens) -> Doc:
    """A Doc of the same text with the words as they are now. Splitting them in the old one, as spaCy's retokenizer
    does, moves all that follows each time: its time grows with the square of the length."""
    made = new_doc(doc.vocab, parse_of(doc).text, parse_of(doc).folded, tokens, doc.user_data)
    made._context = doc._context
    made.cats = doc.cats
    return made


class Mentions(_Component[PhraseReader]):
    """Finds the noun phrases; doc.ents and doc._.mentions hold the persons, things and places."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        parse = parse_of(doc)
        parse.phrases = self.tool.read_all(parse.tokens)
        parse.named = mentioned(parse.phrases.values(), parse.lexicon)
        set_entities(doc, ((one.start, one.end, _KINDS[one.kind], one.entry) for one in parse.named))
        return doc


class Clauses(_Component[RiteTables]):
    """Divides the text into clauses, each a predicate with what stands around it."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        parse = parse_of(doc)
        grammar = Grammar(parse.tokens, parse.phrases, self.tool)
        grammar.parse()
        parse.drafts = grammar.drafts
        parse.divisions = grammar.divisions()
        gone = set(grammar.unnamed)  # a noun that names an act (辭洗) is no mention after all
        if gone:
            parse.named = [one for one in parse.named if one not in gone]
            doc.set_ents([], outside=[doc[one.start : one.end] for one in gone], default="unmodified")
        return doc


class Acts(_Component[None]):
    """Makes acts of the predicates, with the roles that their frames give."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        parse = parse_of(doc)
        parse.acts = acts_of(parse.drafts, parse.divisions)
        return doc


class OmittedActors(_Component[tuple[Actors, References]]):
    """Fills in who acts where the clause does not say, and what 之 stands for."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        parse = parse_of(doc)
        actors, references = self.tool
        references.prepare(parse.acts)
        apart = _begin_apart(parse)
        actors.settle(parse.acts, {one.label for one in parse.named}, apart)
        references.settle(parse.acts)
        return doc


class Likeness(_Component[None]):
    """Points 如初, 如獻禮 at the earlier act that is meant, where that is certain; ends the reading."""

    def read(self, doc: Doc) -> Doc:
        """The Doc, with what this component finds."""
        parse = parse_of(doc)
        parse.likes = likenesses(parse.acts)
        finish(doc)
        return doc


def _begin_apart(parse: Parse) -> frozenset[int]:
    """The indices of the acts that are the first of a statement that stands by itself."""
    if not parse.apart:
        return frozenset()
    starts = [parse.tokens.starts[draft.token] for draft in parse.acts]
    begins = (bisect_left(starts, parse.folded.index(offset)) for offset in parse.apart)
    return frozenset(begins)


def _interpreters(lexicon: Lexicon) -> tuple[Actors, References]:
    rite = load_rite(lexicon)
    return Actors(lexicon, rite), References(lexicon, rite)


def _phrases(lexicon: Lexicon) -> PhraseReader:
    return PhraseReader()


def _nothing(lexicon: Lexicon) -> None:
    """Components of a pipeline go to other processes: what they hold must have a name, as a lambda has not."""


@Language.factory("homographs", assigns=["token.tag"])
def make_homographs(nlp: Language, name: str) -> Homographs:
    """Component 1."""
    return Homographs(nlp, name, Tagger)


@Language.factory("mentions", requires=["token.tag"], assigns=["doc.ents", "doc._.mentions"])
def make_mentions(nlp: Language, name: str) -> Mentions:
    """Component 2."""
    return Mentions(nlp, name, _phrases)


@Language.factory("clauses", requires=["doc._.mentions"], assigns=["doc._.clauses"])
def make_clauses(nlp: Language, name: str) -> Clauses:
    """Component 3."""
    return Clauses(nlp, name, load_rite)


@Language.factory("acts", requires=["doc._.clauses"], assigns=["doc._.acts"])
def make_acts(nlp: Language, name: str) -> Acts:
    """Component 4."""
    return Acts(nlp, name, _nothing)


@Language.factory("actors", requires=["doc._.acts"], assigns=["doc._.acts"])
def make_actors(nlp: Language, name: str) -> OmittedActors:
    """Component 5."""
    return OmittedActors(nlp, name, _interpreters)


@Language.factory("likeness", requires=["doc._.acts"], assigns=["doc._.acts"])
def make_likeness(nlp: Language, name: str) -> Likeness:
    """Component 6."""
    return Likeness(nlp, name, _nothing)
