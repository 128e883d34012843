"""Kanripo's Mandoku format: pages, printed lines, small print, characters without code point."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Document, Layer, Problem
from kg.texts.fold import Folding
from kg.texts.folio import side_name, side_number
from kg.texts.profiles import Rule, profile_for
from kg.texts.raw import RawText

_HEADER = re.compile(r"#\+(?P<key>\w+):\s*(?P<value>.*)")
_PAGE = re.compile(r"<pb:(?P<folio>[^>]*)>")
_BLANK = "　"
_LINE_END = "¶"
# Marks of other witnesses' pages (<md:…>) say nothing about this text.
_OTHER_PAGE = re.compile(r"<md:[^>]*>")
_WIDE = 8
"""From so many blanks on, an empty space within a text is no layout: words were left out."""
_WIDE_BLANK = re.compile(f"{_BLANK}{{{_WIDE},}}")
_PAREN = re.compile(r"[()]")
# `/` divides the two columns of small print; in a note that is told by its indentation it stands within parentheses.
_COLUMN = re.compile(r"/(?=[^()]*\))")


@dataclass(slots=True)
class _Page:
    folio: str
    printed: int = 0  # printed lines so far
    words: bool = False  # whether any of them says something


def is_mandoku(text: str) -> bool:
    """Whether the text looks like Mandoku: its page marks, or its header with lines that end in ¶."""
    head = text[:20_000]
    return _PAGE.search(head) is not None or (head.startswith("#") and _LINE_END + "\n" in head)


def read_mandoku(raw: RawText, folding: Folding | None = None) -> Document:
    """One chapter file as a document, by the profile of the edition that its header names.

    Words that run over printed lines and pages are joined; notes that are closed and opened again line by line are
    one note. Empty, lost and repeated pages, small print without end and characters that `folding` does not know
    (without one: all entities) become problems; base text and notes are never joined across lost pages.
    """
    return _Reader(raw, folding).document()


class _Reader:
    """Walks the source lines once; what a line is depends on the profile and on what is still open."""

    def __init__(self, raw: RawText, folding: Folding | None) -> None:
        self.lines = raw.text.split("\n")
        self.header: dict[str, str] = {}
        for line in self.lines:
            if (match := _HEADER.match(line)) is not None:
                key, value = match["key"], match["value"].strip()
                if key == "PROPERTY":
                    key, _, value = value.partition(" ")
                self.header.setdefault(key.lower(), value.strip())
        self.profile = profile_for(self.header.get("id", ""))
        self.assembly = Assembly(raw, folding)
        self.page = _Page("")
        self.layer = Layer.JING
        self.front: list[str] = []
        self.chapter = ""
        self.depth = 0  # of small print
        self.opened = 0  # source line on which the small print in progress began
        self.kind = ""  # of the note in progress: small or block
        self.tail: Rule | None = None  # once essays have begun, base text is over
        self.preface = any(self.profile.starts(*_indented(line.rstrip("\r¶"))) for line in self.lines)

    def document(self) -> Document:
        for number, line in enumerate(self.lines, start=1):
            if line.startswith("#"):
                continue
            line = _OTHER_PAGE.sub("", line.rstrip("\r"))
            done = 0
            for match in _PAGE.finditer(line):
                self.printed(line[done : match.start()], number)
                self.turn(match["folio"].strip(), number)
                done = match.end()
            self.printed(line[done:].removeprefix(_LINE_END) if done else line, number)
        self.leave(len(self.lines))
        if self.depth:
            self.unbalanced(self.opened, "small print without end", "小字注無終止括號")
        meta = dict(self.header, profile=self.profile.name, front="\n".join(self.front))
        title = " ".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return self.assembly.document(title=title or self.assembly.raw.id, format="mandoku", meta=meta)

    @property
    def citation(self) -> Citation:
        work = "·".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return Citation(work, self.header.get("baseedition", ""), self.page.folio, self.page.printed or None)

    def problem(self, code: str, kind: str, zh: str, en: str, line: int, folio: str = "") -> None:
        citation = replace(self.citation, folio=folio, line=None) if folio else self.citation
        self.assembly.problems.append(Problem(code, kind, zh, en, self.assembly.length, line, citation))

    def unbalanced(self, line: int, en: str, zh: str) -> None:
        """Report small print that does not open and close in turn; what follows counts from the base text again."""
        self.problem("KG-T104", "unbalanced-note", f"{zh}。", f"{en[0].upper()}{en[1:]}.", line)
        self.depth = 0

    def turn(self, folio: str, line: int) -> None:
        """A page begins: say what is missing between it and the last."""
        last = self.page
        if last.folio:
            self.leave(line)
            before, now = side_number(last.folio), side_number(folio)
            if folio == last.folio:
                self.problem("KG-T103", "repeated-page", f"頁碼 {folio} 重出。", f"{folio} occurs twice.", line, folio)
            elif before is not None and now is not None and before[0] == now[0] and now[1] != before[1] + 1:
                lost = [side_name(before[0], n) for n in range(before[1] + 1, now[1])]
                if lost:
                    zh, en = f"缺頁：{'、'.join(lost)}。", f"Lost page(s): {', '.join(lost)}."
                    self.problem("KG-T102", "lost-page", zh, en, line, lost[0])
                else:
                    zh, en = f"頁次倒退：{last.folio} 之後為 {folio}。", f"Page {folio} follows {last.folio}."
                    self.problem("KG-T103", "page-order", zh, en, line, folio)
                self.gap(line)
        self.page = _Page(folio)

    def leave(self, line: int) -> None:
        """The page in hand ends: report it when it is empty."""
        if self.page.folio and not self.page.words:
            folio = self.page.folio
            self.problem("KG-T101", "empty-page", f"空頁：{folio}。", f"Page {folio} is empty.", line, folio)
            self.gap(line)

    def gap(self, line: int) -> None:
        if self.depth:
            self.unbalanced(line, "small print is cut off by a lost page", "小字注為缺頁所斷")
        self.assembly.gap()

    def printed(self, source: str, line: int) -> None:
        """The printed lines of one source line."""
        pieces = source.split(_LINE_END)
        if not pieces[-1]:
            pieces.pop()
        for piece in pieces:
            self.page.printed += 1
            indent, words = _indented(piece)
            if words:
                self.page.words = True
                self.words(indent, words, line)
            elif indent >= _WIDE:
                self.blank(line)

    def blank(self, line: int) -> None:
        self.problem("KG-T108", "blank-space", "此處留有大段空白，文字疑缺。", "A wide blank: lost words?", line)
        self.gap(line)

    def words(self, indent: int, words: str, line: int) -> None:
        """One printed line that says something."""
        if self.preface:
            if not self.profile.starts(indent, words):
                self.front.append(words)
                return
            self.preface = False
        if self.depth:
            # Small print that the last line left open goes on, unless it is opened anew: then its end was forgotten.
            first = _PAREN.search(words)
            if first is None or first[0] == ")":
                self.base(words, line)
                return
            self.unbalanced(self.opened, "small print without end", "小字注無終止括號")
        rule, match = self.profile.classify(indent, words)
        if rule.part == "tail":
            self.tail = rule
        if rule.part == "base" and self.tail is not None:
            self.block(words, self.tail, line, more=True)
        elif rule.part == "base":
            self.base(words, line)
        elif rule.part == "front":
            plain, paren, small = words.partition("(")
            self.front.append(plain.strip(_BLANK))
            self.chapter = match.groupdict().get("title") or self.chapter
            self.base(paren + small, line)
        elif rule.part == "heading":
            text = match[0].rstrip(_BLANK + "(")
            self.assembly.heading(text, self.citation)
            if rest := words[len(text) :].strip(_BLANK):
                self.block(rest, rule, line, more=False)
        else:
            self.block(words, rule, line, more=rule.part == "more")

    def block(self, words: str, rule: Rule, line: int, more: bool) -> None:
        """A line of a note that is told by its indentation; small print within it stays, without its column breaks."""
        text = _COLUMN.sub("", words)
        more = more and self.kind == "block"
        self.assembly.note(text, rule.layer, self.citation, line=line, speaker=rule.speaker, more=more)
        self.kind = "block"

    def base(self, words: str, line: int) -> None:
        """A line of base text with small print in it."""
        record = self.profile.ji.search(words) if self.layer is Layer.JING else None
        done = 0
        for match in [*_PAREN.finditer(words), None]:
            end = len(words) if match is None else match.start()
            if self.depth:
                self.small(words[done:end], line)
            elif record is not None and done <= record.start() < end:
                self.assembly.base(words[done : record.start()], self.layer, self.citation, line)
                self.assembly.heading(record[0], self.citation, "ji")
                self.layer = Layer.JI
                self.assembly.base(words[record.end() : end], self.layer, self.citation, line)
            else:
                self.plain(words[done:end], line)
            if match is None:
                return
            done = match.end()
            if match[0] == "(":
                if self.depth:
                    self.unbalanced(line, "small print opens within small print", "小字注中又起小字注")
                self.depth += 1
                self.opened = line
            elif self.depth:
                self.depth -= 1
            else:
                self.unbalanced(line, "small print ends that did not begin", "小字注有終無始")

    def plain(self, words: str, line: int) -> None:
        done = 0
        for match in _WIDE_BLANK.finditer(words):
            self.assembly.base(words[done : match.start()], self.layer, self.citation, line)
            self.blank(line)
            done = match.end()
        self.assembly.base(words[done:], self.layer, self.citation, line)

    def small(self, words: str, line: int) -> None:
        text = words.replace("/", "")
        if not text:
            return
        more = self.kind == "small"
        self.assembly.note(text, self.profile.small, self.citation, line=line, more=more)
        self.kind = "small"


def _indented(line: str) -> tuple[int, str]:
    """How many full-width blanks a printed line begins with, and its words."""
    words = line.lstrip(_BLANK)
    return len(line) - len(words), words.rstrip(_BLANK + " \t")
