"""The competency questions: ontology/questions/NN-name.rq, beside a YAML file with the answer written from the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import yaml

from kg.graph.ontology import ontology_dir

_NAME = re.compile(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = {"zh", "en", "passages", "note", "open", "columns", "ordered", "answer"}

Cell = str | Decimal | bool | None
Row = tuple[Cell, ...]


class QuestionError(ValueError):
    """A question's file is not as it must be."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its query, the passages that answer it, and the answer.

    `answer` holds the rows in the order of `columns`; whether that order matters `ordered` says. `open` tells what is
    still wrong with the graph where it does not give this answer yet.
    """

    name: str
    zh: str
    en: str
    passages: tuple[str, ...]
    query: str
    columns: tuple[str, ...]
    answer: tuple[Row, ...]
    ordered: bool
    note: str = ""
    open: str = ""

    def agrees(self, columns: Sequence[str], rows: Sequence[Row]) -> str:
        """"" where an answer is the expected one, else what is missing and what is too many."""
        if tuple(columns) != self.columns:
            return f"columns {list(columns)}, expected {list(self.columns)}"
        if self.ordered and list(rows) == list(self.answer):
            return ""
        missing, extra = Counter(self.answer) - Counter(rows), Counter(rows) - Counter(self.answer)
        told = [f"- {_shown(row)}" for row in missing.elements()] + [f"+ {_shown(row)}" for row in extra.elements()]
        if self.ordered and not told:
            told = ["the order: " + "; ".join(_shown(row) for row in rows)]
        return "\n".join(told)


def _shown(row: Row) -> str:
    return " ".join("—" if cell is None else str(cell) for cell in row)


def load_questions(folder: Path | None = None) -> list[Question]:
    """All questions by name. Raises QuestionError where a file lacks its fellow, or is not as it must be."""
    folder = folder or ontology_dir() / "questions"
    queries, answers = ({path.stem for path in folder.glob(f"*.{end}")} for end in ("rq", "yaml"))
    if queries != answers:
        raise QuestionError(f"without fellow: {sorted(queries ^ answers)}")
    return [_question(folder, name) for name in sorted(queries)]


def _question(folder: Path, name: str) -> Question:
    given = yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8"))
    if not _NAME.fullmatch(name) or not isinstance(given, dict) or set(given) - _KEYS:
        raise QuestionError(f"{name}: the name is not NN-name, or the file holds other keys than {sorted(_KEYS)}")
    lacking = [key for key in ("zh", "en", "passages", "columns", "answer") if not given.get(key)]
    if lacking:
        raise QuestionError(f"{name}: lacks {lacking}")
    columns = tuple(given["columns"])
    rows = tuple(tuple(map(_cell, row)) for row in given["answer"])
    if any(len(row) != len(columns) for row in rows):
        raise QuestionError(f"{name}: a row has not as many cells as there are columns")
    return Question(
        name, given["zh"], given["en"], tuple(given["passages"]), (folder / f"{name}.rq").read_text(encoding="utf-8"),
        columns, rows, bool(given.get("ordered", False)), given.get("note", ""), given.get("open", ""),
    )  # fmt: skip


def _cell(value: object) -> Cell:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return Decimal(str(value))
    raise QuestionError(f"a cell holds {value!r}; write a word, a number, true, false or null")


def cell_of(value: str | None, datatype: str) -> Cell:
    """What a term of an answer is as a cell: its lexical form and the IRI of its datatype ("" for none)."""
    if value is None:
        return None
    kind = datatype.rpartition("#")[2]
    if kind in {"integer", "decimal"}:
        number = Decimal(value)
        return number.quantize(Decimal(1)) if number == number.to_integral() else number.normalize()
    return value == "true" if kind == "boolean" else value
