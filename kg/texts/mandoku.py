"""Kanripo's Mandoku format: pages, printed lines, small print, characters without code point."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Document, Layer, Problem
from kg.texts.fold import Folding
from kg.texts.folio import side_name, side_number
from kg.texts.labels import Run, relabel
from kg.texts.printed import BLANK, LINE_END, PAGE, Printed, Turn, edition_id, header, pages
from kg.texts.profiles import profile_for
from kg.texts.raw import RawText
from kg.texts.rules import Rule
from kg.texts.voices import AUTHOR, NOBODY, Voices

_WIDE = 8
"""From so many blanks on, an empty space within a text is no layout: words were left out."""
_WIDE_BLANK = re.compile(f"{BLANK}{{{_WIDE},}}")
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
        if not self.profile.author:
            self.profile = replace(self.profile, author=self.named(voices))
        self.assembly = Assembly(raw, folding, self.profile, voices)
        self.page = _Page("")
        self.layer = Layer.JING
        self.behind: Rule | None = None  # the closing heading that what comes now stands behind
        self.front: list[str] = []
        self.chapter = ""
        self.depth = 0  # of small print
        self.opened = 0  # source line on which the small print in progress began
        self.runs: list[Run] = []  # base text and small print that wait for their labels
        self.noted: Printed | None = None  # the last line, where it is a note's
        self.tail: Rule | None = None  # once essays have begun, base text is over

    def named(self, voices: Voices) -> str:
        """The author whom the front of the volume names (江永 in 婺源江永撰); empty where it names none."""
        for event in self.events:
            if isinstance(event, Printed) and event.words:
                rule, match = self.profile.classify(event.indent, event.words)
                if rule.part == "base":
                    break
                name = match.groupdict().get("author") if rule.part == "front" else None
                if name:
                    known = (name[-length:] for length in (4, 3, 2) if voices.find(name[-length:]) is not None)
                    return next(known, name)
        return ""

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
            elif event.indent >= _WIDE:
                self.blank(source)
        self.leave(source)
        if self.depth:
            self.unbalanced(self.opened, "small print without end", "小字注無終止括號")
        self.flush()
        meta = dict(self.header, profile=self.profile.name, front="\n".join(self.front))
        title = " ".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return self.assembly.document(title=title or self.assembly.raw.id, format="mandoku", meta=meta)

    @property
    def citation(self) -> Citation:
        work = "·".join(part for part in (self.header.get("title", ""), self.chapter) if part)
        return Citation(work, self.header.get("baseedition", ""), self.page.folio, self.page.printed or None)

    def problem(self, code: str, kind: str, zh: str, en: str, line: int, folio: str = "") -> None:
        citation = replace(self.citation, folio=folio, line=None) if folio else self.citation
        self.flush()
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
        self.flush()
        self.assembly.gap()

    def blank(self, line: int) -> None:
        self.problem("KG-T108", "blank-space", "此處留有大段空白，文字疑缺。", "A wide blank: lost words?", line)
        self.gap(line)

    def words(self, line: Printed) -> None:
        """One printed line that says something."""
        if self.depth:
            # Small print that the last line left open goes on, unless it is opened anew: then its end was forgotten.
            first = _PAREN.search(line.words)
            if first is None or first[0] == ")":
                self.base(line.words, line.source)
                return
            self.unbalanced(self.opened, "small print without end", "小字注無終止括號")
        noted, self.noted = self.noted, None
        rule, match = self.profile.classify(
            line.indent, line.words, above=line.above, below=line.below, outside=line.outside, noted=noted is not None
        )
        if rule.part == "tail":
            self.tail = rule
        if rule.part == "base" and self.tail is not None:
            self.block(line, self.tail, "", noted, more=True)
        elif rule.part == "base":
            self.behind = None
            # A blank at the head of a line of base text divides it as one within the line would.
            self.base(BLANK * min(line.indent, 1) + line.words, line.source, rule.layer)
        elif rule.part == "behind" and self.behind is not None:
            self.stand_behind(line, line.words, noted, more=True)
        elif rule.part == "front":
            plain, paren, small = line.words.partition("(")
            self.front.append(plain.strip(BLANK))
            self.chapter = match.groupdict().get("title") or self.chapter
            self.base(paren + small, line.source)
        elif rule.part == "heading":
            self.heading(line, rule, match)
        else:
            self.behind = None
            label = match[0] if rule.speaker and match[0].strip("(（") else ""
            self.block(line, rule, label, noted, more=rule.part != "note")

    def heading(self, line: Printed, rule: Rule, match: re.Match[str]) -> None:
        """A closing heading, and what stands behind it on its line."""
        label = match.groupdict().get("label")
        text = label or match[0].rstrip(BLANK + "(")
        self.flush()
        self.assembly.heading(text, self.citation)
        self.behind = rule
        rest = line.words[match.end() if label else len(text) :].strip(BLANK)
        if rest:
            self.stand_behind(line, rest, None, more=False)

    def stand_behind(self, line: Printed, words: str, noted: Printed | None, more: bool) -> None:
        """What an edition puts behind a heading: the record, as base text, or a note."""
        assert self.behind is not None
        if self.behind.layer is Layer.JI:
            self.base(words, line.source, Layer.JI)
        else:
            self.block(replace(line, words=words), replace(self.behind, speaker=""), "", noted, more)

    def block(self, line: Printed, rule: Rule, label: str, noted: Printed | None, more: bool) -> None:
        """A line of a note that is told by its layout; small print within it stays, without its column breaks."""
        self.flush()
        text = _COLUMN.sub("", line.words)
        opens = any(one.pattern.match(text, 1) is not None for one in self.profile.inner) if text[:1] == "(" else False
        speaker = self.profile.author if rule.speaker == AUTHOR else rule.speaker
        # A blank at the end of a short line is lost, and one at the head of a line takes its indentation away.
        blank = noted is not None and (noted.short or line.indent < noted.indent or (line.above and line.short))
        self.assembly.note(
            text, rule.layer or Layer.ZHU, self.citation, line=line.source, speaker=speaker, more=more, block=True,
            label=len(label), blank=blank, opens=opens,
        )
        self.noted = line

    def base(self, words: str, line: int, layer: Layer | None = None) -> None:
        """A line of base text with small print in it."""
        done = 0
        for match in [*_PAREN.finditer(words), None]:
            end = len(words) if match is None else match.start()
            if done < end:
                self.run(words[done:end], line, layer)
            if match is None:
                break
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

    def run(self, words: str, line: int, layer: Layer | None) -> None:
        if self.depth:
            words = words.replace("/", "")
        if words:
            self.runs.append(Run(words, self.citation, line, bool(self.depth), layer=layer))

    def flush(self) -> None:
        """Hand the runs that wait over to the assembly."""
        runs, self.runs = self.runs, []
        if self.profile.labels:
            runs = relabel(runs, self.profile.labels)
        for at, run in enumerate(runs):
            if run.small:
                rule = run.rule or self.profile.small
                speaker = self.profile.author if rule.speaker == AUTHOR else rule.speaker
                self.assembly.note(
                    run.text, rule.layer or Layer.ZHU, run.citation, line=run.source, speaker=speaker,
                    more=not run.opens,
                )
            else:
                self.large(run, "".join("(" if one.small else one.text for one in runs[at + 1 : at + 3]))

    def large(self, run: Run, behind: str) -> None:
        """Base text: the record begins at its heading, marks divide, wide blanks are gaps."""
        words, layer = run.text, run.layer or self.layer
        attached = run.layer is Layer.JI
        record = self.profile.ji.search(words + behind) if layer is Layer.JING else None
        if record is not None and record.start() < len(words):
            self.large(replace(run, text=words[: record.start()], layer=layer), "")
            self.assembly.heading(record[0], run.citation, "ji")
            self.layer = layer = Layer.JI
            words = words[record.end() :]
        done = 0
        for match in [*_WIDE_BLANK.finditer(words), None]:
            piece = words[done : len(words) if match is None else match.start()]
            for number, part in enumerate(self.parts(piece)):
                if number:
                    self.assembly.pause()
                self.assembly.base(part, layer, run.citation, run.source, attached=attached)
            if match is None:
                return
            done = match.end()
            self.assembly.problems.append(Problem(
                "KG-T108", "blank-space", "此處留有大段空白，文字疑缺。", "A wide blank: lost words?",
                self.assembly.length, run.source, run.citation,
            ))
            self.assembly.gap()

    def parts(self, words: str) -> list[str]:
        """Base text without the marks that divide it (○, blanks)."""
        for mark in self.profile.marks:
            words = mark.pattern.sub("\0", words)
        return words.split("\0")
