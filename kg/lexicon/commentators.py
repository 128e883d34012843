"""Commentators: who they are, by which names editions call them, and the words by which they judge each other."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from pathlib import Path

from kg.errors import LexiconError, Where
from kg.lexicon.load import Lexicon
from kg.lexicon.table import read_rows, several
from kg.texts.document import Layer
from kg.texts.voices import Marking, Speaker, Voices

_SURNAMED = "氏"
_SHORT = "{short}"
"""In a pattern of markers.tsv, for the short names by which commentators call each other (注, 敖)."""
KINDS = frozenset({"contradicts", "doubts", "prefers", "keeps"})
"""What a marker says of the other: he is wrong, may be wrong, is to be followed, is kept beside."""


def load_voices(lexicon: Lexicon, folder: Traversable | Path | None = None) -> Voices:
    """What speakers.tsv, comment_classes.tsv and markers.tsv hold, in the standard glyphs of the lexicon.

    A person is found by surname and name or style, with or without 氏 between (鄭玄, 鄭氏玄, 鄭康成, 鄭氏康成), and by
    the variants of the row. LexiconError KG-L020: a form means two persons; KG-L021: a cell is not allowed.
    """
    speakers, short = _speakers(lexicon, folder)
    classes: dict[str, str] = {}
    for _, row in read_rows("comment_classes.tsv", ("id", "label", "variants"), folder):
        for label in (row["label"], *several(row["variants"])):
            classes[label] = row["id"]
    names = "|".join(re.escape(name) for name in sorted(short, key=lambda name: (-len(name), name)))
    markers: list[Marking] = []
    for number, row in read_rows("markers.tsv", ("id", "label", "class", "pattern", "source"), folder):
        if row["class"] not in KINDS:
            raise _bad("markers.tsv", number, "class", row["class"])
        try:
            pattern = re.compile(lexicon.fold(row["pattern"].replace(_SHORT, names)))
        except re.error as error:
            raise _bad("markers.tsv", number, "pattern", f"{row['pattern']} ({error})") from error
        markers.append(Marking(row["id"], row["class"], pattern))
    return Voices(speakers, classes, tuple(markers), short, lexicon.fold)


def _speakers(
    lexicon: Lexicon, folder: Traversable | Path | None
) -> tuple[dict[str, Speaker], dict[str, Speaker]]:
    """The speakers by every form of their names, and by their short names."""
    found: dict[str, Speaker] = {}
    short: dict[str, Speaker] = {}
    columns = ("id", "label", "surname", "given", "style", "variants", "short", "dynasty", "work", "layer", "source")
    layers = {layer.value: layer for layer in Layer}
    for number, row in read_rows("speakers.tsv", columns, folder):
        if row["layer"] and row["layer"] not in layers:
            raise _bad("speakers.tsv", number, "layer", row["layer"])
        if not row["id"] or not row["label"]:
            raise _bad("speakers.tsv", number, "id", row["id"])
        speaker = Speaker(row["id"], row["label"], row["dynasty"], row["work"], layers.get(row["layer"]))
        forms = [row["label"], *several(row["variants"])]
        for name in (row["given"], *several(row["style"])):
            if row["surname"] and name:
                forms += [row["surname"] + name, row["surname"] + _SURNAMED + name]
        for table, names in ((found, forms), (short, list(several(row["short"])))):
            for form in names:
                form = lexicon.fold(form)
                other = table.setdefault(form, speaker)
                if other is not speaker:
                    raise LexiconError(
                        "KG-L020", f"「{form}」同時指 {other.label} 與 {speaker.label}，請改其中一列。",
                        f"{form} means {other.label} and {speaker.label}; change one of the rows.",
                        Where("speakers.tsv", number),
                    )
    return found, short


def _bad(table: str, number: int, column: str, value: str) -> LexiconError:
    return LexiconError(
        "KG-L021", f"欄 {column} 的值不合：「{value}」。", f"Column {column} cannot hold {value!r}.",
        Where(table, number),
    )
