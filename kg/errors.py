"""Errors that a user meets: a stable code, what is wrong, where, and what to do, in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a fault: a file, and a line (from 1) or an offset (from 0; code points, or bytes)."""

    file: str = ""
    line: int | None = None
    offset: int | None = None

    def __str__(self) -> str:
        parts = [self.file or "-"]
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.offset is not None:
            parts.append(f"offset {self.offset}")
        return ", ".join(parts)


class KgError(Exception):
    """A fault in the user's input or surroundings; the command line prints it and exits with `exit_code`.

    `code` is stable across versions (documented in docs/errors.md); `zh` and `en` say what is wrong and what to do.
    """

    exit_code = 2

    def __init__(self, code: str, zh: str, en: str, where: Where | None = None) -> None:
        self.code = code
        self.zh = zh
        self.en = en
        self.where = where
        place = f" [{where}]" if where is not None else ""
        super().__init__(f"{code}{place} {zh}\n{en}")

    def __reduce__(self) -> tuple[type[KgError], tuple[str, str, str, Where | None]]:
        """How it goes from one process to another: by what it was made from, not by its message."""
        return type(self), (self.code, self.zh, self.en, self.where)


class LexiconError(KgError):
    """A table of the lexicon is not valid (code KG-L…)."""


class TextError(KgError):
    """A text cannot be read (code KG-T…)."""


class GraphError(KgError):
    """The graph or its store cannot be made, opened or queried (code KG-G…)."""


class UsageError(KgError):
    """The command was called with something that it cannot use (code KG-U…)."""


class LinkError(KgError):
    """A mapping, a table of links or a dataset to be linked to is not valid (code KG-K…)."""


class ExportError(KgError):
    """The graph cannot be exported as asked, or an export cannot be read back (code KG-E…)."""


class CorrectionError(KgError):
    """A table of corrections is not valid (code KG-C…)."""


class RiteError(KgError):
    """A count, a step or a comparison of rites cannot be made from what was given (code KG-R…)."""


class ClusterError(KgError):
    """A cluster of workers, or the place where they put parts, cannot be used (code KG-B…)."""
