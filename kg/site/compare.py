"""Comparison: two rites step by step, and what two commentators say on the same passages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kg.graph.source import by_value, local
from kg.site.model import SiteAct, SiteNote, SiteText
from kg.site.pages import Frame, Page
from kg.site.shared import Shared
from kg.views.model import Name

_ROWS = """SELECT ?row ?left ?right ?leftPhase ?rightPhase ?difference {
  ?row a rit:Correspondence ; rit:difference ?difference .
  OPTIONAL { ?row rit:leftAct ?left } OPTIONAL { ?row rit:rightAct ?right }
  OPTIONAL { ?row rit:leftPhase ?leftPhase } OPTIONAL { ?row rit:rightPhase ?rightPhase } }"""
_UNTOLD = "NotTransmitted"  # the other text does not reach there: such acts are counted, not listed
_FEW = 3  # notes that a commentator must have on a text to be compared there


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts that the graph compares, with the rows in order."""

    left: SiteText
    right: SiteText
    rows: list[dict[str, Any]]

    @property
    def path(self) -> str:
        """The page."""
        return f"compare/{self.left.slug}-{self.right.slug}.html"


def read_pairs(shared: Shared) -> list[Pair]:
    """The comparisons of the graph, by the texts that they compare."""
    found: dict[str, dict[str, Any]] = {}
    for row in sorted(shared.rite.select(_ROWS), key=by_value):
        one = found.setdefault(row["row"], {"differences": []})
        one["differences"].append(local(row["difference"]).removeprefix("Difference"))
        for key in ("left", "right", "leftPhase", "rightPhase"):
            if key in row:
                one[key] = row[key]
    texts = {text.iri: text for text in shared.rite.texts}
    groups: dict[tuple[str, str], list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for iri, one in found.items():
        left, right, number = iri.rsplit("/compare/", 1)[-1].split("/")
        groups[left, right].append((int(number), one))
    base = shared.rite.settings.base
    made = []
    for (left, right), rows in sorted(groups.items()):
        ends = texts.get(f"{base}text/{left}"), texts.get(f"{base}text/{right}")
        if ends[0] is not None and ends[1] is not None:
            made.append(Pair(ends[0], ends[1], [one for _, one in sorted(rows, key=lambda item: item[0])]))
    return made


def compare_pages(shared: Shared, frame: Frame, pairs: Sequence[Pair]) -> Iterator[Page]:
    """A page for each pair of rites, and one of commentators for each text that several comment on."""
    voices = {text.iri: _voices(text) for text in (*shared.rite.texts, *shared.rite.others)}
    commented = [
        text
        for text in (*shared.rite.texts, *shared.rite.others)
        # What a commentary says on a rite that stands here is compared with the rest on that rite.
        if len(voices[text.iri]) > 1 and not any(passage.iri in shared.rite.canonical for passage in text.passages)
    ]
    links = [(pair.path, f"{pair.left.short}／{pair.right.short}", "two rites") for pair in pairs]
    links += [
        (f"compare/voices-{text.slug}.html", f"{text.short if text.acts else text.book}：諸家之注", "commentators")
        for text in commented
    ]
    if links:
        yield frame.page("compare/index.html", "compares.html", Name("比較", "comparison"), "compare", links=links)
    for pair in pairs:
        rows, differences = _rows(shared, pair)
        yield frame.page(
            pair.path,
            "compare.html",
            Name(f"{pair.left.short}／{pair.right.short}", "step by step"),
            "compare",
            pair=pair,
            rows=rows,
            differences=differences,
            links=links,
            styles=["compare.css"],
            scripts=["compare.js"],
        )
    for text in commented:
        yield frame.page(
            f"compare/voices-{text.slug}.html",
            "voices.html",
            Name(f"{text.short}：諸家之注", "commentators on the same passages"),
            "compare",
            text=text,
            links=links,
            data=_by_passage(shared, text, voices[text.iri]),
            styles=["compare.css"],
            scripts=["voices.js"],
        )


def _rows(shared: Shared, pair: Pair) -> tuple[list[dict[str, Any]], list[tuple[str, Name, int]]]:
    """Rows grouped by the phases that they stand in, and how many have which difference."""
    rite = shared.rite
    counts: dict[str, int] = defaultdict(int)
    groups: list[dict[str, Any]] = []
    for row in pair.rows:
        phases = (row.get("leftPhase", ""), row.get("rightPhase", ""))
        if not groups or groups[-1]["phases"] != phases:
            names = [rite.name(phase) if phase else None for phase in phases]
            groups.append({"phases": phases, "names": names, "rows": [], "untold": 0})
        for difference in row["differences"]:
            counts[difference] += 1
        if row["differences"] == [_UNTOLD]:
            groups[-1]["untold"] += 1
            continue
        left, right = rite.by_iri.get(row.get("left", "")), rite.by_iri.get(row.get("right", ""))
        groups[-1]["rows"].append(
            {
                "differences": row["differences"],
                "left": _side(shared, pair.left, left, right),
                "right": _side(shared, pair.right, right, left),
            }
        )
    order = ["Same", "OtherActor", "OtherThing", "OtherPlace", "OnlyHere"]
    counts.pop(_UNTOLD, None)
    named = sorted(counts, key=lambda kind: (order.index(kind) if kind in order else 99, kind))
    return groups, [(kind, rite.term(f"Difference{kind}"), counts[kind]) for kind in named]


def _side(shared: Shared, text: SiteText, act: SiteAct | None, other: SiteAct | None) -> dict[str, Any] | None:
    """An act in words: what differs from the other side is told apart."""
    if act is None:
        return None
    rite = shared.rite
    theirs = {part.thing for part in other.parts if part.thing} if other else set()
    things = [
        (rite.name(part.thing).zh, other is not None and part.thing not in theirs)
        for part in act.parts
        if part.thing and part.role != "actor"
    ]
    begin, end = act.clause if act.clause[0] >= 0 else (act.begin, act.end)
    return {
        "key": act.key,
        "href": shared.act_address(act),
        "actors": [
            (rite.name(iri).zh, other is not None and iri not in theirs) for iri in dict.fromkeys(act.fillers("actor"))
        ],
        "verb": ("不" if act.negated else "") + rite.name(act.action).zh,
        "things": list(dict.fromkeys(things)),
        "before": text.words[begin : act.begin],
        "word": text.words[act.begin : act.end],
        "after": text.words[act.end : end],
    }


def _voices(text: SiteText) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for note in text.notes:
        if note.speaker:
            counts[note.speaker] += 1
    kept = {speaker: count for speaker, count in counts.items() if count >= _FEW}
    return dict(sorted(kept.items(), key=lambda item: (-item[1], item[0])))


def _by_passage(shared: Shared, text: SiteText, voices: dict[str, int]) -> dict[str, Any]:
    """Notes by passage and commentator; the passages that two of them share decide which pair stands first."""
    rite = shared.rite
    number = {speaker: at for at, speaker in enumerate(voices)}
    on: dict[str, list[SiteNote]] = defaultdict(list)
    for note in text.notes:
        if note.speaker in number:
            on[note.passage].append(note)
    rows = [
        [
            passage.id, passage.words, shared.reading(passage.iri),
            [[number[note.speaker], note.words, rite.name(note.stance).zh if note.stance else "", note.id]
             for note in on[passage.iri]],
        ]
        for passage in text.passages
        if on[passage.iri]
    ]  # fmt: skip
    shared_by = {
        (one, other): sum({one, other} <= {note.speaker for note in notes} for notes in on.values())
        for one, other in combinations(voices, 2)
    }
    first = max(shared_by, key=lambda pair: shared_by[pair])
    return {
        "voices": [[rite.name(speaker).zh, count] for speaker, count in voices.items()],
        "rows": rows,
        "first": [number[first[0]], number[first[1]]],
    }
