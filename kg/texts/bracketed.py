"""Text with its notes in black lenticular brackets 【】, as transcripts of commentaries have it."""

from __future__ import annotations

import re

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Document, Layer, Problem
from kg.texts.fold import Folding
from kg.texts.profiles import Rule, profile_for
from kg.texts.raw import RawText

_BRACKET = re.compile("[【】]")
# A bracket that follows words on its line is a note; one that has the line to itself is a label (【原文】).
_NOTE = re.compile(r"[^\s【】】][ \t　]*【[^】]")


def is_bracketed(text: str) -> bool:
    """Whether notes in 【】 stand behind words on their line."""
    return _NOTE.search(text) is not None


def read_bracketed(raw: RawText, folding: Folding | None = None) -> Document:
    """The words outside 【】 as base text, a line a paragraph; those inside as notes on what stands before them.

    Closing headings (右…) and titles are told by the profile `bracketed`. A bracket that closes without opening
    makes the words before it on its line a note; one that never closes ends with its paragraph. Both are problems.
    """
    reader = _Reader(raw, folding)
    for number, line in enumerate(raw.text.split("\n"), start=1):
        reader.line(line, number)
    reader.unclosed()
    meta = {"profile": reader.profile.name, "front": "\n".join(reader.front)}
    return reader.assembly.document(title=reader.title or raw.id, format="bracketed", meta=meta)


class _Reader:
    """Walks the lines; `depth` counts the brackets that are open."""

    def __init__(self, raw: RawText, folding: Folding | None) -> None:
        self.profile = profile_for("bracketed")
        self.assembly = Assembly(raw, folding)
        self.layer = Layer.JING
        self.front: list[str] = []
        self.title = ""
        self.depth = 0
        self.opened = 0

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
        elif rule.part == "heading":
            text = match[0].rstrip("　【( ")
            self.assembly.heading(text, Citation(line=number))
            self.rest(words[len(text) :].strip(), rule, number)
        else:
            self.words(words, number)

    def rest(self, words: str, rule: Rule, number: int) -> None:
        """What stands behind a heading: texts quoted in parallel, with notes of their own, as one note."""
        if words:
            self.assembly.note(words, rule.layer, Citation(line=number), line=number, speaker=rule.speaker)

    def words(self, words: str, number: int) -> None:
        done = 0
        for match in _BRACKET.finditer(words):
            piece = words[done : match.start()]
            done = match.end()
            if match[0] == "【":
                self.piece(piece, number)
                if self.depth:
                    self.problem("【】中又有【。", "A note opens within a note.", number)
                self.depth += 1
                self.opened = number
            elif self.depth:
                self.piece(piece, number)
                self.depth -= 1
            else:
                self.problem("有】而無【，其前文字作注讀。", "A note ends that did not begin: the words before it "
                             "on the line are read as the note.", number)
                self.depth = 1
                self.piece(piece, number)
                self.depth = 0
        self.piece(words[done:], number)

    def piece(self, words: str, number: int) -> None:
        text = words.strip()
        citation = Citation(line=number)
        if not text:
            return
        if self.depth:
            self.assembly.note(text, self.profile.small, citation, line=number, more=self.opened != number)
            return
        record = self.profile.ji.search(text) if self.layer is Layer.JING else None
        if record is not None:
            self.assembly.base(text[: record.start()], self.layer, citation, number)
            self.assembly.heading(record[0], citation, "ji")
            self.layer = Layer.JI
            text = text[record.end() :]
        self.assembly.base(text, self.layer, citation, number)

    def unclosed(self) -> None:
        """A paragraph ends: no note runs on over it."""
        if self.depth:
            self.problem("【無相應的】，注文止於段末。", "A note has no end: cut at the paragraph's end.", self.opened)
            self.depth = 0

    def problem(self, zh: str, en: str, line: int) -> None:
        self.assembly.problems.append(
            Problem("KG-T104", "unbalanced-note", zh, en, self.assembly.length, line, Citation(line=line))
        )
