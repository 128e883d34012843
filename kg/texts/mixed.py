"""Mixed lines: base text with small print among it, run by run."""

from __future__ import annotations

import re
from dataclasses import replace

from kg.texts.assembly import Assembly
from kg.texts.document import Citation, Layer, Problem
from kg.texts.labels import Run, relabel
from kg.texts.printed import BLANK
from kg.texts.profiles import EditionProfile
from kg.texts.splitter import AUTHOR

WIDE = 8
"""From so many blanks on, an empty space within a text is no layout: words were left out."""

_WIDE_BLANK = re.compile(f"{BLANK}{{{WIDE},}}")
_PAREN = re.compile(r"[()]")
_MARK = "\0"


class MixedLines:
    """Takes lines of base text with small print in parentheses; hands both to the assembly.

    Runs wait until they are flushed, since a label may name small print that stands behind it.
    """

    def __init__(self, assembly: Assembly, profile: EditionProfile) -> None:
        """Nothing has come yet."""
        self.assembly = assembly
        self.profile = profile
        self.layer = Layer.JING
        self.depth = 0  # of small print
        self.opened = 0  # source line on which the small print in progress began
        self._runs: list[Run] = []

    def line(self, words: str, citation: Citation, source: int, layer: Layer | None = None) -> None:
        """A line; `layer` where the layout says which base text it is, `source` the line of the file."""
        done = 0
        for match in [*_PAREN.finditer(words), None]:
            end = len(words) if match is None else match.start()
            if done < end:
                text = words[done:end].replace("/", "") if self.depth else words[done:end]
                if text:
                    self._runs.append(Run(text, citation, source, bool(self.depth), layer=layer))
            if match is None:
                break
            done = match.end()
            if match[0] == "(":
                if self.depth:
                    self.unbalanced("small print opens within small print", "小字注中又起小字注", citation, source)
                self.depth += 1
                self.opened = source
            elif self.depth:
                self.depth -= 1
            else:
                self.unbalanced("small print ends that did not begin", "小字注有終無始", citation, source)

    def goes_on(self, words: str) -> bool:
        """Whether a line goes on with small print that is open: unless it opens small print anew."""
        first = _PAREN.search(words)
        return self.depth > 0 and (first is None or first[0] == ")")

    def close(self, en: str, zh: str, citation: Citation, source: int) -> None:
        """End small print that is open, with a problem; then flush."""
        if self.depth:
            self.unbalanced(en, zh, citation, source)
        self.flush()

    def unbalanced(self, en: str, zh: str, citation: Citation, source: int) -> None:
        """Report small print that does not open and close in turn; what follows counts from the base text again."""
        self.flush()
        self.assembly.problems.append(Problem(
            "KG-T104", "unbalanced-note", f"{zh}。", f"{en[0].upper()}{en[1:]}.", self.assembly.length, source,
            citation,
        ))
        self.depth = 0

    def flush(self) -> None:
        """Hand the runs that wait over to the assembly."""
        runs, self._runs = self._runs, []
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
                self._base(run, "".join("(" if one.small else one.text for one in runs[at + 1 : at + 3]))

    def _base(self, run: Run, behind: str) -> None:
        """Base text: the record begins at its heading, marks divide, wide blanks are gaps."""
        words, layer = run.text, run.layer or self.layer
        attached = run.layer is Layer.JI
        record = self.profile.ji.search(words + behind) if layer is Layer.JING else None
        if record is not None and record.start() < len(words):
            self._base(replace(run, text=words[: record.start()], layer=layer), "")
            self.assembly.heading(record[0], run.citation, "ji")
            self.layer = layer = Layer.JI
            words = words[record.end() :]
        done = 0
        for match in [*_WIDE_BLANK.finditer(words), None]:
            for number, part in enumerate(self._parts(words[done : len(words) if match is None else match.start()])):
                if number:
                    self.assembly.pause()
                self.assembly.base(part, layer, run.citation, run.source, attached=attached)
            if match is None:
                return
            done = match.end()
            self.blank(run.citation, run.source)

    def blank(self, citation: Citation, source: int) -> None:
        """An empty space so wide that words may be lost."""
        self.assembly.problems.append(Problem(
            "KG-T108", "blank-space", "此處留有大段空白，文字疑缺。", "A wide blank: lost words?",
            self.assembly.length, source, citation,
        ))
        self.assembly.gap()

    def _parts(self, words: str) -> list[str]:
        """Base text without the marks that divide it (○, blanks)."""
        for mark in self.profile.marks:
            words = mark.pattern.sub(_MARK, words)
        return words.split(_MARK)
