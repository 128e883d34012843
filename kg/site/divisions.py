"""How a text is divided: phases of the rite, each scholar's steps, or the edition's closing headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kg.site.model import Division, Section, SiteText
from kg.site.reader import Rite
from kg.views.model import Name
from kg.views.reader import Row

_STEPS = """SELECT ?step ?scheme ?label ?number ?above ?text ?creator ?passage {
  ?step a rit:Step ; skos:inScheme ?scheme ; skos:prefLabel ?label ; rit:ordinal ?number ; rit:covers ?passage .
  ?scheme rit:divides ?text .
  OPTIONAL { ?scheme dcterms:creator ?creator } OPTIONAL { ?step skos:broader ?above } }"""
_PHASES = """SELECT ?step ?text ?label ?en ?number ?above ?first ?last ?kind {
  ?step a rit:Phase ; dcterms:isPartOf ?text ; rit:ordinal ?number ; skos:prefLabel ?label ; rit:firstPassage ?first ;
    rit:lastPassage ?last .
  OPTIONAL { ?step rit:gloss ?en } OPTIONAL { ?step rit:partOf ?above } OPTIONAL { ?step rit:phaseKind ?kind } }"""
_PHASE_ACTS = "SELECT ?act ?step { ?act rit:phase ?step . ?step a rit:Phase }"

PHASES = "phases"


def read_divisions(rite: Rite) -> None:
    """Fills in `divisions` of each text: phases first, then the schemes of scholars, else its headings."""
    phases: dict[str, list[Row]] = defaultdict(list)
    for row in rite.select(_PHASES):
        phases[row["text"]].append(row)
    in_phase = {row["act"]: row["step"] for row in rite.select(_PHASE_ACTS)}
    steps: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rite.select(_STEPS):
        steps[row["text"], row["scheme"]].append(row)
    for text in (*rite.texts, *rite.others):
        if phases[text.iri]:
            name = Name("儀節", "phases of the rite")
            text.divisions.append(Division(PHASES, name, _phases(text, phases[text.iri], in_phase)))
        mine = {passage.iri for passage in text.passages}
        for (divided, scheme), found in sorted(steps.items(), key=lambda item: (item[0][0] != text.iri, item[0])):
            # A commentary divides the rite that it is on: its passages are those of the rite.
            rows = [{**row, "passage": rite.canonical.get(row["passage"], row["passage"])} for row in found]
            if divided == text.iri or any(row["passage"] in mine for row in rows):
                creator = rite.name(rows[0].get("creator", "")) if rows[0].get("creator") else rite.name(scheme)
                key = f"steps{len(text.divisions)}"
                name = Name(f"{creator.zh}分節", f"steps after {creator.pinyin or creator.zh}")
                text.divisions.append(Division(key, name, _sections(text, rows)))
        if not text.divisions and text.headings:
            text.divisions.append(Division("headings", Name("章末標目", "closing headings"), _by_headings(text)))


def leaves(division: Division) -> list[Section]:
    """The sections that have no parts."""
    parents = {section.parent for section in division.sections}
    return [section for section in division.sections if section.iri not in parents]


def main_division(text: SiteText) -> Division | None:
    """The division that columns and ready views follow, None where the text has none."""
    return text.divisions[0] if text.divisions else None


def _phases(text: SiteText, rows: Sequence[Row], in_phase: dict[str, str]) -> tuple[Section, ...]:
    """The tree, a phase before its parts. A phase may begin within a passage: its acts are told one by one."""
    place = {passage.iri: at for at, passage in enumerate(text.passages)}
    first = {row["step"]: row for row in rows}
    parts: dict[str, list[str]] = defaultdict(list)
    for step in sorted(first, key=lambda step: (int(first[step]["number"]), step)):
        above = first[step].get("above", "")
        parts[above if above in first else ""].append(step)
    acts: dict[str, list[str]] = defaultdict(list)
    for act in text.acts:
        step = in_phase.get(act.iri, "")
        while step in first:
            acts[step].append(act.iri)
            step = first[step].get("above", "")
    made: list[Section] = []

    def add(step: str, depth: int) -> None:
        row = first[step]
        begin, end = place.get(row["first"], 0), place.get(row["last"], -1)
        passages = tuple(passage.iri for passage in text.passages[begin : end + 1])
        above = row.get("above", "") if row.get("above", "") in first else ""
        key = "p-" + step.rsplit("/phase/", 1)[-1].replace(".", "-")
        name = Name(row["label"], row.get("en", ""))
        made.append(Section(step, key, name, depth, passages, above, tuple(acts[step]), row.get("kind", "")))
        for part in parts[step]:
            add(part, depth + 1)

    # The root is the rite itself; its parts are the first that say anything.
    for root in parts[""]:
        for part in parts[root] or [root]:
            add(part, 0)
    return tuple(made)


def _sections(text: SiteText, rows: Sequence[Row]) -> tuple[Section, ...]:
    place = {passage.iri: at for at, passage in enumerate(text.passages)}
    covered: dict[str, set[str]] = defaultdict(set)
    first = {row["step"]: row for row in rows}
    for row in rows:
        if row["passage"] in place:
            covered[row["step"]].add(row["passage"])
    made: list[Section] = []
    depths: dict[str, int] = {}
    for step in sorted(first, key=lambda step: int(first[step]["number"])):
        row = first[step]
        above = row.get("above", "") if row.get("above", "") in first else ""
        depths[step] = depths.get(above, -1) + 1 if above else 0
        passages = tuple(sorted(covered[step], key=place.__getitem__))
        name = Name(row["label"], row.get("en", ""))
        acts = _acts_in(text, covered[step])
        made.append(Section(step, f"s{row['number']}", name, depths[step], passages, above, acts))
    return tuple(made)


def _by_headings(text: SiteText) -> tuple[Section, ...]:
    """A closing heading names all that stands before it, from the heading before."""
    made: list[Section] = []
    start = 0
    for number, (offset, words) in enumerate(text.headings, start=1):
        covered = tuple(passage.iri for passage in text.passages if start <= passage.begin < offset)
        if covered:
            acts = _acts_in(text, set(covered))
            made.append(Section(f"{text.iri}/heading/{offset}", f"s{number}", Name(words), 0, covered, "", acts))
            start = offset
    rest = tuple(passage.iri for passage in text.passages if passage.begin >= start)
    if rest:
        name = Name("其餘", "the rest")
        key = f"s{len(text.headings) + 1}"
        made.append(Section(f"{text.iri}/rest", key, name, 0, rest, "", _acts_in(text, set(rest))))
    return tuple(made)


def _acts_in(text: SiteText, passages: set[str]) -> tuple[str, ...]:
    return tuple(act.iri for act in text.acts if act.passage in passages)
