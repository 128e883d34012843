"""Text with its notes in black lenticular brackets 【】, as transcripts of commentaries have it."""

from __future__ import annotations

import re
from pathlib import Path

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Document, Layer, Problem
from kg.texts.fold import Folding
from kg.texts.profiles import profile_for
from kg.texts.raw import RawText
from kg.texts.rules import Rule
from kg.texts.splitter import AUTHOR
from kg.texts.transcript import transcript_problems
from kg.texts.voices import NOBODY, Voices

_BRACKET = re.compile("[【】]")
# A bracket that follows words on its line is a note; one that has the line to itself is a label (【原文】).
_NOTE = re.compile(r"[^\s【】】][ \t　]*【[^】]")
_BLANK = "　"
_EDGE = "　 \t"


def is_bracketed(text: str) -> bool:
    """Whether notes in 【】 stand behind words on their line."""
    return _NOTE.search(text) is not None


def read_bracketed(
    raw: RawText, folding: Folding | None = None, voices: Voices = NOBODY, profiles: str | Path | None = None
) -> Document:
    """The words outside 【】 as base text, a line a paragraph; those inside as notes on what stands before them.

    Closing headings (右…) and titles are told by the profile `bracketed`, or by the kind of it whose signs the text
    shows: there blanks divide a line into segments, each of which is base text, a heading, or notes within which 【】
    hold small print. A bracket that closes without opening makes the words before it on its line a note; one that
    never closes ends with its paragraph. Both are problems, as are simplified forms and misconverted characters.
    """
    reader = _Reader(raw, folding, voices, profiles)
    for number, line in enumerate(raw.text.split("\n"), start=1):
        reader.line(line, number)
    reader.unclosed()
    reader.assembly.problems.extend(transcript_problems(raw.text))
    meta = {"profile": reader.profile.name, "front": "\n".join(reader.front)}
    return reader.assembly.document(title=reader.title or raw.id, format="bracketed", meta=meta)


class _Reader:
    """Walks the lines; `depth` counts the brackets that are open."""

    def __init__(
        self, raw: RawText, folding: Folding | None, voices: Voices, profiles: str | Path | None
    ) -> None:
        self.profile = profile_for("bracketed", raw.text, profiles)
        self.assembly = Assembly(raw, folding, self.profile, voices)
        self.layer = Layer.JING
        self.front: list[str] = []
        self.title = ""
        self.depth = 0
        self.opened = 0
        self.behind: Rule | None = None  # the closing heading that what comes now stands behind
        self.new = True  # whether the next note is one of its own

    def line(self, line: str, number: int) -> None:
        words = line.strip()
        if not words:
            self.unclosed()
            return
        if self.depth:
            self.words(words, number)
            return
        self.assembly.gap()
        rule, match = self.profile.classify(0, words)
        if rule.part == "front":
            plain, bracket, rest = words.partition("【")
            self.front.append(plain.strip())
            self.title = self.title or match.groupdict().get("title") or ""
            self.words(bracket + rest, number)
        elif self.profile.segments is not None:
            for indent, segment in _segments(words, self.profile.segments):
                self.segment(indent, segment, number)
        elif rule.part == "heading":
            text = match[0].rstrip("　【( ")
            self.assembly.heading(text, Citation(line=number))
            rest = words[len(text) :].strip()
            if rest:
                # What stands behind a heading: texts quoted in parallel, with notes of their own, as one note.
                self.note(rest, rule, number)
        else:
            self.words(words, number)

    def segment(self, indent: int, words: str, number: int) -> None:
        """What stands between two blanks; before it stand `indent` full-width ones."""
        waiting = [(indent, words)]
        while waiting:
            indent, words = waiting.pop()
            waiting += reversed(self.part(indent, words, number))

    def part(self, indent: int, words: str, number: int) -> list[tuple[int, str]]:
        """Takes a segment, or cuts it; returns the segments that are left of it, in order."""
        rule, match = self.profile.classify(indent, words.partition("【")[0])
        if rule.part in ("note", "more"):
            for cut in self.profile.cuts:
                if (found := cut.pattern.search(words)) is not None and found.start():
                    return [(indent, words[: found.start()]), (0, words[found.start() :])]
        if rule.part == "heading":
            self.assembly.heading(match[0].rstrip(_EDGE), Citation(line=number))
            self.behind = rule
        elif rule.part in ("note", "more"):
            label = match[0] if rule.speaker and not match.start() and match[0].strip("【") else ""
            self.note(words, rule, number, label=len(label), more=rule.part == "more")
        elif rule.part == "behind" and self.behind is not None and self.behind.layer is Layer.JI:
            return self.mixed(words, number, Layer.JI)
        else:
            # A segment that is nothing but a note goes on with what stands before it.
            if not words.startswith("【"):
                self.behind = None
            return self.mixed(words, number)
        return []

    def note(self, words: str, rule: Rule, number: int, *, label: int = 0, more: bool = False) -> None:
        speaker = self.profile.author if rule.speaker == AUTHOR else rule.speaker
        self.assembly.note(
            words, rule.layer or Layer.ZHU, Citation(line=number), line=number, speaker=speaker, block=True,
            label=label, more=more, blank=True,
        )

    def words(self, words: str, number: int) -> None:
        """Base text with its notes in brackets, and the segments that these end with."""
        for indent, left in self.mixed(words, number):
            self.segment(indent, left, number)

    def mixed(self, words: str, number: int, layer: Layer | None = None) -> list[tuple[int, str]]:
        """Base text with its notes in brackets, to where a label opens a segment, which is returned (else none).

        `layer` where a heading before it says which.
        """
        done = 0
        for match in _BRACKET.finditer(words):
            piece = words[done : match.start()]
            done = match.end()
            if match[0] == "【":
                self.piece(piece, number, layer)
                if self.depth:
                    self.problem("【】中又有【。", "A note opens within a note.", number)
                self.depth += 1
                self.opened = number
            elif self.depth:
                self.piece(piece, number, layer)
                self.depth -= 1
                rest = words[done:]
                if self.profile.segments is not None and not self.depth and self.told(rest):
                    return [(0, rest)]
            else:
                self.problem("有】而無【，其前文字作注讀。", "A note ends that did not begin: the words before it "
                             "on the line are read as the note.", number)
                self.depth = 1
                self.piece(piece, number, layer)
                self.depth = 0
            self.new = True
        self.piece(words[done:], number, layer)
        return []

    def told(self, words: str) -> bool:
        """Whether a label says that the words are a note."""
        rule, _ = self.profile.classify(0, words)
        return bool(words) and rule.part == "note" and bool(rule.pattern.pattern)

    def piece(self, words: str, number: int, layer: Layer | None) -> None:
        text = words.strip()
        citation = Citation(line=number)
        if not text:
            return
        if self.depth:
            small = self.profile.small
            speaker = self.profile.author if small.speaker == AUTHOR else small.speaker
            self.assembly.note(
                text, small.layer or Layer.ZHU, citation, line=number, speaker=speaker, more=not self.new
            )
            self.new = False
            return
        record = self.profile.ji.search(text) if self.layer is Layer.JING and layer is None else None
        if record is not None:
            self.assembly.base(text[: record.start()], self.layer, citation, number)
            self.assembly.heading(record[0], citation, "ji")
            self.layer = Layer.JI
            text = text[record.end() :]
        self.assembly.base(text, layer or self.layer, citation, number, attached=layer is not None)

    def unclosed(self) -> None:
        """A paragraph ends: no note runs on over it."""
        if self.depth:
            self.problem("【無相應的】，注文止於段末。", "A note has no end: cut at the paragraph's end.", self.opened)
            self.depth = 0

    def problem(self, zh: str, en: str, line: int) -> None:
        self.assembly.problems.append(
            Problem("KG-T104", "unbalanced-note", zh, en, self.assembly.length, line, Citation(line=line))
        )


def _segments(words: str, blanks: re.Pattern[str]) -> list[tuple[int, str]]:
    """The segments of a line with the full-width blanks before each; blanks within 【】 divide nothing."""
    found: list[tuple[int, str]] = []
    done = indent = counted = opened = 0
    for match in blanks.finditer(words):
        opened += words.count("【", counted, match.start()) - words.count("】", counted, match.start())
        counted = match.start()
        if opened > 0:
            continue
        opened = 0
        if words[done : match.start()]:
            found.append((indent, words[done : match.start()]))
        done, indent = match.end(), match[0].count(_BLANK)
    found.append((indent, words[done:]))
    return found
