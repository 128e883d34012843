"""Splitting: a raw note becomes one note for each who speaks in it, quotations under those who quote."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kg.texts.document import Layer, Note
from kg.texts.profiles import EditionProfile
from kg.texts.rawnote import JOINT, Inner, RawNote, Words, outer_words
from kg.texts.rules import HEAD, Rule
from kg.texts.voices import NOBODY, Voices

SAME = "="
"""As a rule's speaker: whoever spoke before (又曰)."""
AUTHOR = "@"
"""As a rule's speaker: the author of the edition (案)."""

_HEAD = re.compile(HEAD)
_EDGE = "　 \t○" + JOINT
_SAYS = re.compile(r"[曰云謂]$")
_LONGEST = 6  # characters of a name: 歐陽氏永叔 has five
_DEEPEST = 20  # small print within small print; no edition has more than two, what is deeper is no layout


@dataclass(frozen=True, slots=True)
class _Cut:
    """A voice begins at `start`; its words at `end`. No rule: the words before the first label."""

    start: int
    end: int
    rule: Rule | None = None
    who: str = ""


def split(raw: RawNote, profile: EditionProfile, voices: Voices = NOBODY) -> tuple[list[Note], bool]:
    """The notes of a raw note, outer before inner, and whether its small print was balanced.

    A note of one voice keeps the raw note's id; several are numbered `<id>.1`, quotations under their parent's.
    """
    splitter = _Splitter(raw, profile, voices)
    return splitter.notes(), splitter.balanced


class _Splitter:
    def __init__(self, raw: RawNote, profile: EditionProfile, voices: Voices) -> None:
        self.raw = raw
        self.profile = profile
        self.voices = voices
        self.balanced = True
        self.stance = ""

    def notes(self) -> list[Note]:
        text = self.raw.text
        words = outer_words(text, tuple(range(len(text))))
        if not words.text.strip(_EDGE) and len(words.inner) == 1 and words.balanced:
            # A note that is small print as a whole stands in brackets, line by line.
            only = words.inner[0]
            words = outer_words(only.text, only.offsets)
        self.balanced = words.balanced
        rules = self.profile.inner if self.raw.small else self.profile.voices
        head = max(self._class(words), self.raw.label)
        found = list(self._voices(words, rules, self.raw.layer, self.raw.speaker, head, self.raw.label > 0))
        if len(found) == 1:
            found = [([replace(note, id=self.raw.id) for note in notes], inner) for notes, inner in found]
            return list(self._with_inner(found, ""))
        return list(self._with_inner(found, self.raw.id))

    def _class(self, words: Words) -> int:
        """How long the label of a class is at the head; remembers the class."""
        for rule in self.profile.classes:
            match = rule.pattern.match(words.text)
            if match is not None and not self.raw.small:
                self.stance = self.voices.stance(match.groupdict().get("class") or match[0])
                return match.end()
        return 0

    def _voices(
        self, words: Words, rules: Iterable[Rule], layer: Layer, speaker: str, head: int = 0, labelled: bool = False
    ) -> Iterator[tuple[list[Note], list[Inner]]]:
        """Each voice as a note (its quotations behind it), with the small print in it.

        `head` characters introduce the first; `labelled` says that they name who speaks.
        """
        cuts = self._cuts(words, rules, head, labelled)
        places = [one.at for one in words.inner]
        last = ""
        for cut, end in zip(cuts, [*(cut.start for cut in cuts[1:]), len(words.text)], strict=True):
            note, kept = self._note(words, cut, end, layer, speaker, last)
            if labelled and cut is cuts[0]:
                note = replace(note, written=_SAYS.sub("", note.label))
            last = note.speaker
            # Small print between two voices belongs to the first.
            first = 0 if cut is cuts[0] else bisect_right(places, cut.start)
            inner = [
                replace(one, at=bisect_left(kept, one.at)) for one in words.inner[first : bisect_right(places, end)]
            ]
            if not note.text and not inner and not note.label:
                continue
            yield [note, *self._quotes(note)], inner

    def _cuts(self, words: Words, rules: Iterable[Rule], head: int, labelled: bool) -> list[_Cut]:
        text = words.text
        # Where small print ends, a name that is known may stand as behind a blank.
        heads = {head, *(one.at for one in words.inner)}
        first = min(heads)
        found: list[tuple[int, int, _Cut]] = []
        for order, rule in enumerate(rules):
            # Behind the label of a class is the head of the note.
            for match in rule.pattern.finditer(text[head:]):
                start, end = match.start() + head, match.end() + head
                cut = self._known(text, rule, start, end, heads, first) if rule.known else _Cut(
                    start, end, rule, match.groupdict().get("who") or ""
                )
                if cut is not None:
                    found.append((cut.start, order, cut))
        kept = [_Cut(0, head)]
        for _, _, cut in sorted(found, key=lambda one: one[:2]):
            if cut.start < kept[-1].end:
                continue
            if kept[-1].rule is None and not labelled and not text[head : cut.start].strip(_EDGE):
                # Nothing stands before the first label: the label of the class belongs to its voice.
                kept[-1] = replace(cut, start=0)
            else:
                kept.append(cut)
        return kept

    def _known(self, text: str, rule: Rule, behind: int, end: int, heads: set[int], first: int) -> _Cut | None:
        """The cut before a name of the table that stands in front of `behind`; the longest name counts.

        `first` is the least of `heads`.
        """
        for length in range(min(_LONGEST, behind - first), 0, -1):
            start = behind - length
            name = text[start:behind].replace(JOINT, "")
            if self.voices.find(name) is not None and (not rule.head or start in heads or _HEAD.match(text, start)):
                return _Cut(start, end, rule, name)
        return None

    def _note(
        self, words: Words, cut: _Cut, end: int, layer: Layer, speaker: str, last: str
    ) -> tuple[Note, list[int]]:
        start = cut.end
        while start < end and words.text[start] in _EDGE:
            start += 1
        stop = end
        while stop > start and words.text[stop - 1] in _EDGE:
            stop -= 1
        kept = [at for at in range(start, stop) if words.text[at] != JOINT]
        text = "".join(words.text[at] for at in kept)
        label = words.text[cut.start : cut.end].strip(_EDGE).replace(JOINT, "")
        rule = cut.rule
        name = written = ""
        if rule is None:
            name = speaker
        else:
            written = cut.who or _SAYS.sub("", label)
            name = {SAME: last or speaker, AUTHOR: self.profile.author, "": cut.who}.get(rule.speaker, rule.speaker)
        known = self.voices.find(name) if name else None
        place = words.offsets[start] if start < len(words.offsets) else self.raw.starts[-1][0]
        if rule is not None:
            layer = rule.layer or (known.layer if known is not None else None) or layer
        note = Note(
            id="", text=text, layer=layer, anchor=self.raw.anchor, passage=self.raw.passage,
            speaker=known.label if known is not None else name, citation=self.raw.citation(place),
            speaker_id=known.id if known is not None else "", written=written, label=label,
            dynasty=known.dynasty if known is not None else "", work=known.work if known is not None else "",
            stance=self.stance, markers=self.voices.markers(text),
        )
        return note, kept

    def _quotes(self, note: Note) -> Iterator[Note]:
        """Quotations that a voice gives in its own words' course: each to the next, or to the voice's end."""
        found = sorted(
            ((match.start(), match.end(), rule, match.groupdict().get("who") or "") for rule in self.profile.quotes
             for match in rule.pattern.finditer(note.text)),
            key=lambda one: one[0],
        )
        ends = [*(one[0] for one in found), len(note.text)][1:]
        for (start, end, rule, who), stop in zip(found, ends, strict=True):
            name = who or rule.speaker
            known = self.voices.find(name)
            if (who and known is None) or note.speaker in (name, known.label if known is not None else name):
                continue
            yield replace(
                note, text=note.text[end:stop], layer=rule.layer or note.layer,
                speaker=known.label if known is not None else name, speaker_id=known.id if known is not None else "",
                written=who or _SAYS.sub("", note.text[start:end]).strip(_EDGE), label=note.text[start:end],
                dynasty=known.dynasty if known is not None else "", work=known.work if known is not None else "",
                markers=(), at=end, within=True,
            )

    def _with_inner(
        self, found: list[tuple[list[Note], list[Inner]]], prefix: str, depth: int = 0
    ) -> Iterator[Note]:
        """The voices with ids under `prefix`, each followed by its quotations and by the small print within it.

        Brackets nested deeper than any edition has them stay in the words, and count as not balanced.
        """
        for number, ((voice, *quotes), inner) in enumerate(found, start=1):
            identity = f"{prefix}.{number}" if prefix else voice.id
            yield replace(voice, id=identity)
            count = 0
            for quote in quotes:
                count += 1
                yield replace(quote, id=f"{identity}.{count}", parent=identity)
            for one in inner:
                if depth < _DEEPEST:
                    words = outer_words(one.text, one.offsets)
                else:
                    words = Words(one.text, one.offsets, (), balanced=False)
                self.balanced = self.balanced and words.balanced
                small = self.profile.small
                speaker = self.profile.author if small.speaker == AUTHOR else small.speaker
                for notes, deeper in self._voices(words, self.profile.inner, small.layer or voice.layer, speaker, 0):
                    count += 1
                    first = [replace(note, id=f"{identity}.{count}") for note in notes]
                    for note in self._with_inner([(first, deeper)], "", depth + 1):
                        yield note if note.parent else replace(note, parent=identity, at=one.at)
