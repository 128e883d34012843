"""Stances: verbs that take the direction in front of them (東面, 北上, 南當楅)."""

from __future__ import annotations

from kg.errors import LexiconError, Where
from kg.lexicon.load import Lexicon
from kg.lexicon.table import Tables, read_rows

KINDS = frozenset({"faces", "heads", "aligns"})


def load_stances(lexicon: Lexicon, folder: Tables | None = None) -> dict[str, str]:
    """Form -> kind: faces (東面 東肆), heads (北上: the head of a row), aligns (南當楅: measured against a thing).

    From the tables in `folder`, by default those of the lexicon itself. KG-L008 when a row's verb is not in verbs.tsv
    or its kind is unknown.
    """
    folder = lexicon.tables if folder is None else folder
    found: dict[str, str] = {}
    for number, row in read_rows("stances.tsv", ("id", "label", "kind", "source"), folder):
        word = lexicon.words.get(row["label"])
        if row["kind"] not in KINDS or word is None or word.verb is None:
            raise LexiconError(
                "KG-L008",
                f"「{row['label']}」須是動詞表中的動詞，類別須為 {', '.join(sorted(KINDS))}。",
                "The label must be a verb of verbs.tsv and its kind one of these.",
                Where("stances.tsv", number),
            )
        found[word.form] = row["kind"]
        for form in word.verb.variants:
            found[lexicon.fold(form)] = row["kind"]
    return found
