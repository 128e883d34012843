"""What pages share: addresses of acts and things, the index of everything that can be looked for, words for rules."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kg.lexicon.load import load_lexicon
from kg.site.model import SiteAct, SitePassage, SiteText, Thing
from kg.site.reader import Rite
from kg.views.model import Name, NodeKind

# A reading page of more characters (text and notes) is cut at a passage, so that it opens at once.
_PAGE_CHARACTERS = 60_000


@dataclass(slots=True)
class Shared:
    """The graph with what every page needs to point at others."""

    rite: Rite
    order: list[Thing] = field(init=False)
    number: dict[str, int] = field(init=False)  # thing → its row in the index
    _page: dict[str, str] = field(default_factory=dict)  # passage → its reading page
    parts: dict[str, list[list[SitePassage]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.order = sorted(
            self.rite.things.values(),
            key=lambda thing: (-len(self.rite.acts_of.get(thing.iri, ())), thing.iri),
        )
        self.number = {thing.iri: at for at, thing in enumerate(self.order)}
        for text in (*self.rite.texts, *self.rite.others):
            self.parts[text.iri] = list(_cut(text))
            for at, part in enumerate(self.parts[text.iri]):
                for passage in part:
                    self._page[passage.iri] = reading_path(text, at)

    def reading(self, passage: str) -> str:
        """The reading page of a passage, from the site's folder."""
        return self._page.get(passage, "")

    def act_address(self, act: SiteAct) -> str:
        """Where an act stands on its reading page."""
        return f"{self.reading(act.passage)}#{act.key}"

    def thing_address(self, iri: str) -> str:
        """The page of a thing; empty where it has none."""
        thing = self.rite.things.get(iri)
        return f"thing/{thing.slug}.html" if thing and thing.kind is not NodeKind.DIRECTION else ""

    def index_script(self) -> str:
        """assets/index.js: everything that can be looked for, and the variant glyphs that searching folds."""
        rows = [
            [
                thing.name.zh, thing.name.pinyin, thing.name.en, list(thing.name.variants), thing.kind.value,
                self.thing_address(thing.iri) or "thing/index.html", len(self.rite.acts_of.get(thing.iri, ())),
            ]
            for thing in self.order
        ]  # fmt: skip
        texts = [[text.id, text.slug] for text in (*self.rite.texts, *self.rite.others)]
        every = (*self.rite.texts, *self.rite.others)
        used = {character for text in every for character in text.words}
        used.update(character for text in every for note in text.notes for character in note.words)
        used.update(character for thing in self.order for character in thing.name.zh)
        glyphs = {
            variant: standard
            for variant, standard in sorted(load_lexicon().variants.items())
            if len(variant) == len(standard) == 1 and (variant in used or standard in used)
        }
        gaiji = dict(sorted(load_lexicon().gaiji.items()))
        named = (("kgIndex", rows), ("kgTexts", texts), ("kgGlyphs", glyphs), ("kgGaiji", gaiji))
        return "".join(f"window.{name}={_script(value)};\n" for name, value in named)


def reading_path(text: SiteText, part: int) -> str:
    """The path of a text's reading page, counted from 0 where it is cut."""
    return f"read/{text.slug}.html" if part == 0 else f"read/{text.slug}-{part + 1}.html"


def _cut(text: SiteText) -> Iterable[list[SitePassage]]:
    notes: dict[str, int] = {}
    for note in text.notes:
        notes[note.passage] = notes.get(note.passage, 0) + len(note.words)
    part: list[SitePassage] = []
    size = 0
    for passage in text.passages:
        weight = len(passage.words) + notes.get(passage.iri, 0)
        if part and size + weight > _PAGE_CHARACTERS:
            yield part
            part, size = [], 0
        part.append(passage)
        size += weight
    yield part


def _script(value: object) -> str:
    """A value as a JavaScript expression; JSON but for the two line ends that older engines took for such."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def site_table(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of this room; cells that are not there are empty."""
    with files("kg.site").joinpath(name).open(encoding="utf-8") as file:
        return tuple(
            {key: value or "" for key, value in row.items() if key}
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        )


@cache
def _rules() -> tuple[tuple[str, Name], ...]:
    return tuple((row["rule"], Name(row["zh"], row["en"])) for row in site_table("rules.tsv"))


def rule_name(rule: str) -> Name:
    """What a rule says, by its id or its family (`frame.`); the id itself where the table has neither."""
    families = [name for key, name in _rules() if key == rule or (key.endswith(".") and rule.startswith(key))]
    return families[0] if families else Name(rule)


def used_rules(acts: Sequence[SiteAct]) -> dict[str, Name]:
    """The rules that made these acts and their parts, with what they say."""
    used = {rule for act in acts for rule in (act.rule, *(part.rule for part in act.parts)) if rule}
    return {rule: rule_name(rule) for rule in sorted(used)}
