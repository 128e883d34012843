"""Settling: drafts become Acts, with spans in the text as it stands."""

from __future__ import annotations

from collections.abc import Iterable

from kg.lexicon.load import Lexicon
from kg.reading.act import Act, Filler, Grade, Kind, Mention, Supply
from kg.reading.draft import Draft
from kg.reading.phrase import Named, Phrase
from kg.reading.tokens import Tokens
from kg.texts.fold import Folded
from kg.texts.span import Span

_NOT_MENTIONED = frozenset({"abstract", "address"})
_PERSONAL = frozenset({"actor", "recipient", "companion", "reference"})
_KINDS = {"A": Kind.ACTOR, "O": Kind.OBJECT, "P": Kind.POSITION}


class Settler:
    """Turns the drafts and phrases of one text into Acts and Mentions."""

    def __init__(self, text: str, folded: Folded, tokens: Tokens, lexicon: Lexicon) -> None:
        self.text = text
        self.folded = folded
        self.tokens = tokens
        self.lexicon = lexicon

    def span(self, start: int, end: int) -> Span:
        """The span in the text of tokens [start, end)."""
        t = self.tokens
        return (
            self.folded.span(t.starts[start], t.ends[end - 1])
            if end > start
            else self.folded.span(
                t.starts[start] if start < len(t) else t.ends[-1], t.starts[start] if start < len(t) else t.ends[-1]
            )
        )

    def named(self, phrases: Iterable[Phrase]) -> list[Named]:
        """What is mentioned, in the order of the text. Abstract nouns (命, 旨) and forms of address (子) are no
        mentions (annotation.md §9)."""
        found: list[Named] = []
        for phrase in phrases:
            for named in phrase.named:
                entry = self.lexicon.entries.get(named.entry)
                if entry is None or entry.cls not in _NOT_MENTIONED:
                    found.append(named)
        return sorted(found, key=lambda one: one.start)

    def unknown(self) -> tuple[Span, ...]:
        """The characters of no known word."""
        tokens = self.tokens
        return tuple(self.span(i, i + 1) for i, word in enumerate(tokens.words) if word is None and not tokens.forms[i].isspace())

    def mention(self, named: Named) -> Mention:
        """The Mention of a named span."""
        span = self.span(named.start, named.end)
        return Mention(span, _KINDS[named.kind], span.of(self.text), named.label, named.entry, named.guessed)

    def filler(self, draft: Draft, role: str, value: Phrase | str) -> Filler:
        """A role's filler."""
        if isinstance(value, str):
            return self._supplied(draft, role, value)
        named = value.named[-1] if value.named else None
        span = self.span(named.start, named.end) if named is not None else None
        return Filler(
            value.label, span, value.entry.id if value.entry is not None else "", _KINDS.get(value.kind),
            quantity=value.quantity,
        )  # fmt: skip

    def _supplied(self, draft: Draft, role: str, label: str) -> Filler:
        """A filler that nothing in the clause stands for: its entry is found by its label."""
        word = self.lexicon.words.get(label)
        tags = "AOP" if role in _PERSONAL else "OPA"
        found = next(((tag, word.entries[tag]) for tag in tags if word is not None and tag in word.entries), None)
        if role == "direction" or found is None:
            kind = Kind.ACTOR if role == "actor" else None
            return Filler(label, kind=kind, supply=Supply.SUPPLIED, rule=draft.actor_rule if role == "actor" else "")
        rule = draft.actor_rule if role == "actor" else f"reference.{role}"
        return Filler(label, entry=found[1].id, kind=_KINDS[found[0]], supply=Supply.SUPPLIED, rule=rule)

    def _act_grade(self, draft: Draft) -> Grade:
        """A word of the lexicon that is nothing but a verb is certain; one read by its frame is guessed."""
        if draft.verb is None or draft.verb.cls == "unknown":
            return Grade.GUESSED
        if draft.tagged("adverb-homograph") or draft.tagged("noun-homograph") or draft.tagged("rare"):
            return Grade.PROBABLE
        return Grade.CERTAIN

    def _words(self, values: list[Phrase | str]) -> tuple[Filler, ...]:
        """Words told are quoted as they stand: 執幂者與羞膳者."""
        phrases = [v for v in values if isinstance(v, Phrase)]
        found = [Filler(v) for v in values if isinstance(v, str)]
        if phrases:
            span = self.span(phrases[0].start, phrases[-1].end)
            found.append(Filler(span.of(self.text), span))
        return tuple(found)

    def act(self, draft: Draft) -> Act:
        """The Act of a draft."""
        roles: dict[str, tuple[Filler, ...]] = {}
        for role, values in draft.roles.items():
            roles[role] = (
                self._words(values) if role == "content" else tuple(self.filler(draft, role, v) for v in values)
            )
        if draft.content is not None and draft.content[1] > draft.content[0]:
            span = self.span(*draft.content)
            roles["content"] = (Filler(span.of(self.text), span),)
        if draft.like is not None:
            span = self.span(*draft.like)
            roles["like"] = (Filler(span.of(self.text), span),)
        span = self.span(draft.token, draft.end)
        known = draft.verb is not None and draft.verb.cls != "unknown"
        return Act(
            span, span.of(self.text), draft.verb.label if known and draft.verb is not None else draft.form, draft.rule, roles,
            draft.verb.id if known and draft.verb is not None else "", draft.negated, draft.mode, draft.count,
            tuple(draft.measures), grade=self._act_grade(draft), actor_grade=draft.actor_grade,
            actor_rule=draft.actor_rule,
        )  # fmt: skip
