"""Settling: drafts and phrases become rows of numbers (packed.py), with offsets in the text as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kg.lexicon.load import Lexicon
from kg.reading.act import Kind, Supply
from kg.reading.draft import Division, Draft
from kg.reading.packed import ABSENT, GRADES, KINDS, MODES, SUPPLIES, Columns, Words, pack
from kg.reading.phrase import Named, Phrase
from kg.reading.tokens import Tokens
from kg.texts.fold import Folded

_NOT_MENTIONED = frozenset({"abstract", "address"})
_PERSONAL = frozenset({"actor", "recipient", "companion", "reference"})
_KIND = {"A": KINDS.index(Kind.ACTOR), "O": KINDS.index(Kind.OBJECT), "P": KINDS.index(Kind.POSITION)}
_MODE, _GRADE = MODES.index, GRADES.index  # by identity: an Enum's hash is a call of Python code
_NAMED, _SUPPLIED = SUPPLIES.index(Supply.NAMED), SUPPLIES.index(Supply.SUPPLIED)

Row = tuple[int, ...]  # the numbers of one filler


def mentioned(phrases: Iterable[Phrase], lexicon: Lexicon) -> list[Named]:
    """What is mentioned, in the order of the text. Abstract nouns (命, 旨) and forms of address (子) are no mentions
    (annotation.md §9)."""
    entries = lexicon.entries
    found: list[Named] = []
    for phrase in phrases:
        for named in phrase.named:
            entry = entries.get(named.entry)
            if entry is None or entry.cls not in _NOT_MENTIONED:
                found.append(named)
    found.sort(key=lambda one: one.start)
    return found


class Settler:
    """Packs what was found in one text."""

    def __init__(self, text: str, folded: Folded, tokens: Tokens, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.words = Words()
        self.tokens = tokens
        if isinstance(folded.starts, range):  # nothing was folded away: offsets are the same
            self.starts, self.ends = tokens.starts, tokens.ends
        else:
            self.starts = [folded.starts[start] for start in tokens.starts]
            self.ends = [folded.starts[end] for end in tokens.ends]
        self._absent: list[int] = []
        self._places: dict[tuple[str, str, str], Row] = {}

    def pack(
        self,
        named: Iterable[Named],
        divisions: Sequence[Division],
        acts: Iterable[Draft],
        likes: dict[int, int],
    ) -> bytes:
        """The packed reading; `likes` holds the acts that the likeness of an act points at."""
        found = Columns(self.words, self.mentions(named), self.clauses(divisions), self._absent)
        found.acts = self.acts(acts, likes)
        found.unknown = self.unknown()
        return pack(found)

    def mentions(self, named: Iterable[Named]) -> list[int]:
        """The rows of the mentions."""
        words, starts, ends = self.words, self.starts, self.ends
        rows: list[int] = []
        for one in named:
            label, entry = words[one.label], words[one.entry]
            rows += (starts[one.start], ends[one.end - 1], _KIND[one.kind], label, entry, one.guessed)
        return rows

    def clauses(self, divisions: Iterable[Division]) -> list[int]:
        """The rows of the clauses."""
        rows: list[int] = []
        for start, end, editorial in divisions:
            rows += (self.starts[start], self.ends[end - 1], editorial)
        return rows

    def unknown(self) -> list[int]:
        """The rows of the characters of no known word."""
        rows: list[int] = []
        forms = self.tokens.forms
        for i, word in enumerate(self.tokens.words):
            if word is None and not forms[i].isspace():
                rows += (self.starts[i], self.ends[i])
        return rows

    def acts(self, drafts: Iterable[Draft], likes: dict[int, int]) -> list[int]:
        """The rows of the acts."""
        words, starts, ends, places = self.words, self.starts, self.ends, self._places
        none = words[""]
        rows: list[int] = []
        for index, draft in enumerate(drafts):
            verb = draft.verb
            action, entry = (verb.label, verb.id) if verb is not None and draft.cls != "unknown" else (draft.form, "")
            rule = draft.actor_rule
            roles: Mapping[str, Sequence[Phrase | str | Row]] = draft.roles
            if draft.content is not None or draft.like is not None or "content" in roles:
                roles = self._quoting(draft)
            rows += (
                starts[draft.token], ends[draft.end - 1], words[action], words[draft.rule], words[entry],
                draft.negated, _MODE(draft.mode), -1 if draft.count is None else draft.count, _GRADE(draft.grade),
                _GRADE(draft.actor_grade), words[rule], draft.division, likes.get(index, -1), len(draft.measures),
                len(roles),
            )  # fmt: skip
            for unit, number in draft.measures:
                rows += (words[unit], number)
            for role, values in roles.items():
                rows += (words[role], len(values))
                for value in values:
                    if isinstance(value, str):
                        given = rule if role == "actor" else ""
                        rows += places.get((role, value, given)) or self._supplied(role, value, given)
                    elif isinstance(value, Phrase):
                        known, quantity = value.entry, value.quantity
                        start = end = -1
                        if value.named:
                            named = value.named[-1]
                            start, end = starts[named.start], ends[named.end - 1]
                        rows += (
                            words[value.label], start, end, words[known.id] if known is not None else none,
                            _KIND.get(value.kind, 0), -1 if quantity is None else quantity,
                        )  # fmt: skip
                    else:
                        rows += value
        return rows

    def _quoting(self, draft: Draft) -> dict[str, Sequence[Phrase | str | Row]]:
        """The roles of a draft with the words that it quotes."""
        roles: dict[str, Sequence[Phrase | str | Row]] = dict(draft.roles)
        if draft.content is not None and draft.content[1] > draft.content[0]:
            roles["content"] = [self._quoted(*draft.content)]
        elif "content" in roles:
            roles["content"] = self._told(draft.roles["content"])
        if draft.like is not None:
            roles["like"] = [self._quoted(*draft.like)]
        return roles

    def _supplied(self, role: str, label: str, rule: str) -> Row:
        """A filler that nothing in the clause stands for: its entry is found by its label."""
        word = self.lexicon.words.get(label)
        tags = "AOP" if role in _PERSONAL else "OPA"
        tag = next((tag for tag in tags if word is not None and tag in word.entries), "")
        if role == "direction" or not tag or word is None:
            kind = _KIND["A"] if role == "actor" else 0
            row = self._without_word(label, "", kind, _SUPPLIED, rule)
        else:
            rule_of = rule if role == "actor" else f"reference.{role}"
            row = self._without_word(label, word.entries[tag].id, _KIND[tag], _SUPPLIED, rule_of)
        self._places[role, label, rule] = row
        return row

    def _without_word(self, label: str, entry: str, kind: int, supply: int, rule: str) -> Row:
        words = self.words
        self._absent += (words[label], words[entry], kind, supply, words[rule])
        return (-len(self._absent) // ABSENT,)

    def _told(self, values: list[Phrase | str]) -> list[Row]:
        """Words told are quoted as they stand: 執幂者與羞膳者."""
        phrases = [value for value in values if isinstance(value, Phrase)]
        rows = [self._without_word(value, "", 0, _NAMED, "") for value in values if isinstance(value, str)]
        if phrases:
            rows.append(self._quoted(phrases[0].start, phrases[-1].end))
        return rows

    def _quoted(self, start: int, end: int) -> Row:
        """The text of the tokens [start, end) as a filler."""
        first = self.starts[start]
        last = self.ends[end - 1] if end > start else first
        return self.words[self.text[first:last]], first, last, self.words[""], 0, -1
