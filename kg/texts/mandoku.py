"""Kanripo's Mandoku format: pages, printed lines, small print, characters without code point."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Document, Layer, Problem
from kg.texts.fold import Folding
from kg.texts.folio import side_name, side_number
from kg.texts.front import named
from kg.texts.mixed import WIDE, MixedLines
from kg.texts.printed import BLANK, LINE_END, PAGE, Printed, Turn, edition_id, header, pages
from kg.texts.profiles import profile_for
from kg.texts.raw import RawText
from kg.texts.rules import Rule
from kg.texts.splitter import AUTHOR
from kg.texts.voices import NOBODY, Voices

_PAREN = re.compile("([()])")


@dataclass(slots=True)
class _Page:
    folio: str
    printed: int = 0  # printed lines so far
    words: bool = False  # whether any of them says something


def is_mandoku(text: str) -> bool:
    """Whether the text looks like Mandoku: its page marks, or its header with lines that end in ¶."""
    head = text[:20_000]
    return PAGE.search(head) is not None or (head.startswith("#") and LINE_END + "\n" in head)


def read_mandoku(
    raw: RawText, folding: Folding | None = None, voices: Voices = NOBODY, profiles: str | Path | None = None
) -> Document:
    """One chapter file as a document, by the profile of its edition, or of the layout that it shows.

    Words that run over printed lines and pages are joined; notes that are closed and opened again line by line are
    one note. Empty, lost and repeated pages, small print without end and characters that `folding` does not know
    (without one: all entities) become problems; base text and notes are never joined across lost pages. `profiles`
    is a table of further profiles.
    """
    return _Reader(raw, folding, voices, profiles).document()


class _Reader:
    """Walks the printed lines once; what a line is depends on the profile and on what is still open."""

    def __init__(
        self, raw: RawText, folding: Folding | None, voices: Voices, profiles: str | Path | None
    ) -> None:
        self.events = pages(raw.text)
        self.header = header(raw.text)
        self.profile = profile_for(edition_id(raw.text, self.header), raw.text, profiles)
        self.profile = named(self.profile, self.events, voices)
        self.assembly = Assembly(raw, folding, self.profile, voices)
        self.mixed = MixedLines(self.assembly, self.profile)
        self.page = _Page("")
        self.behind: Rule | None = None  # the closing heading that what comes now stands behind
        self.front: list[str] = []
        self.chapter = ""
        self.noted: Printed | None = None  # the last line, where it is a note's
        self.tail: Rule | None = None  # once essays have begun, base text is over

    def document(self) -> Document:
        source = 0
        for event in self.events:
            source = event.source
            if isinstance(event, Turn):
                self.turn(event.folio, source)
                continue
            self.page.printed += 1
            if event.words:
                self.page.words = True
                self.words(event)
            elif event.indent >= WIDE:
                self.gap(source)
                self.mixed.blank(self.citation, source)
        self.leave(source)
        self.mixed.close("small print without end", "小字注無終止括號", self.citation, self.mixed.opened)
        meta = dict(self.header, profile=self.profile.name, front="\n".join(self.front))
        title = " ".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return self.assembly.document(title=title or self.assembly.raw.id, format="mandoku", meta=meta)

    @property
    def citation(self) -> Citation:
        work = "·".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return Citation(work, self.header.get("baseedition", ""), self.page.folio, self.page.printed or None)

    def problem(self, code: str, kind: str, zh: str, en: str, line: int, folio: str = "") -> None:
        citation = replace(self.citation, folio=folio, line=None) if folio else self.citation
        self.mixed.flush()
        self.assembly.problems.append(Problem(code, kind, zh, en, self.assembly.length, line, citation))

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
        self.mixed.close("small print is cut off by a lost page", "小字注為缺頁所斷", self.citation, line)
        self.assembly.gap()

    def words(self, line: Printed) -> None:
        """One printed line that says something."""
        if self.mixed.goes_on(line.words):
            self.mixed.line(line.words, self.citation, line.source)
            return
        if self.mixed.depth:
            self.mixed.unbalanced("small print without end", "小字注無終止括號", self.citation, self.mixed.opened)
        noted, self.noted = self.noted, None
        rule, match = self.profile.classify(
            line.indent, line.words, above=line.above, below=line.below, outside=line.outside, noted=noted is not None,
            ended=noted is None or noted.short,
        )
        if rule.part == "tail":
            self.tail = rule
        if rule.part == "base" and self.tail is not None:
            self.block(line, self.tail, "", noted, more=True)
        elif rule.part == "base":
            self.behind = None
            # A blank at the head of a line of base text divides it as one within the line would.
            self.mixed.line(BLANK * min(line.indent, 1) + line.words, self.citation, line.source, rule.layer)
        elif rule.part == "behind" and self.behind is not None:
            self.stand_behind(line, line.words, noted, more=True)
        elif rule.part == "front":
            plain, paren, small = line.words.partition("(")
            self.front.append(plain.strip(BLANK))
            self.chapter = match.groupdict().get("title") or self.chapter
            self.mixed.line(paren + small, self.citation, line.source)
        elif rule.part == "heading":
            self.heading(line, rule, match)
        else:
            self.behind = None
            label = match[0] if rule.speaker and not match.start() and match[0].strip("(（") else ""
            self.block(line, rule, label, noted, more=rule.part != "note")

    def heading(self, line: Printed, rule: Rule, match: re.Match[str]) -> None:
        """A closing heading, and what stands behind it on its line."""
        label = match.groupdict().get("label")
        text = label or match[0].rstrip(BLANK + "(")
        self.mixed.flush()
        self.assembly.heading(text, self.citation)
        self.behind = rule
        rest = line.words[match.end() if label else len(text) :].strip(BLANK)
        if rest:
            self.stand_behind(line, rest, None, more=False)

    def stand_behind(self, line: Printed, words: str, noted: Printed | None, more: bool) -> None:
        """What an edition puts behind a heading: the record, as base text, or a note."""
        assert self.behind is not None
        if self.behind.layer is Layer.JI:
            self.mixed.line(words, self.citation, line.source, Layer.JI)
        else:
            self.block(replace(line, words=words), replace(self.behind, speaker=""), "", noted, more)

    def block(self, line: Printed, rule: Rule, label: str, noted: Printed | None, more: bool) -> None:
        """A line of a note that is told by its layout; small print within it stays, without its column breaks."""
        self.mixed.flush()
        text = _columns_joined(line.words)
        opens = any(one.pattern.match(text, 1) is not None for one in self.profile.inner) if text[:1] == "(" else False
        speaker = self.profile.author if rule.speaker == AUTHOR else rule.speaker
        # A blank at the end of a short line is lost, and one at the head of a line takes its indentation away.
        blank = noted is not None and (noted.short or line.indent < noted.indent or (line.above and line.short))
        self.assembly.note(
            text, rule.layer or Layer.ZHU, self.citation, line=line.source, speaker=speaker, more=more, block=True,
            label=len(label), blank=blank, opens=opens,
        )
        self.noted = line


def _columns_joined(words: str) -> str:
    """The words without the `/` between the columns of small print: in such a note it stands before a `)`."""
    pieces = _PAREN.split(words)
    for at in range(0, len(pieces) - 1, 2):
        if pieces[at + 1] == ")":
            pieces[at] = pieces[at].replace("/", "")
    return "".join(pieces)
