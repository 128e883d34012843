"""What the program says to a person: Traditional Chinese first, English beside it, or one of the two."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

from kg.errors import KgError


class Language(StrEnum):
    """Which language messages are in."""

    BOTH = "both"
    ZH = "zh"
    EN = "en"


@dataclass(slots=True)
class Voice:
    """Says things in the language that was asked for."""

    language: Language = Language.BOTH

    def text(self, zh: str, en: str) -> str:
        """The message: two lines, or the one that was asked for."""
        if self.language is Language.ZH:
            return zh
        if self.language is Language.EN:
            return en
        return f"{zh}\n{en}"

    def short(self, zh: str, en: str) -> str:
        """The same on one line, for headings of tables and bars."""
        return self.text(zh, en).replace("\n", " ")

    def say(self, zh: str, en: str, stream: TextIO | None = None) -> None:
        """Prints the message, to stderr where no stream is given: stdout is for results."""
        print(self.text(zh, en), file=stream or sys.stderr)

    def fail(self, error: KgError) -> None:
        """Prints an error: code, place, what is wrong and what to do."""
        place = f" {error.where}" if error.where is not None else ""
        print(f"{error.code}{place}\n{self.text(error.zh, error.en)}", file=sys.stderr)
