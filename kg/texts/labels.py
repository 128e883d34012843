"""Labels within the lines: notes in large print that a label (注) opens among the base text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kg.texts.document import Citation, Layer
from kg.texts.rules import Rule


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one printed line: base text, or small print; `rule` is set where a label makes it a note."""

    text: str
    citation: Citation
    source: int
    small: bool = False
    rule: Rule | None = None
    layer: Layer | None = None  # where the layout says it
    opens: bool = False  # a note begins here, even where it stands directly behind another


def relabel(runs: Sequence[Run], labels: Iterable[Rule]) -> list[Run]:
    """The runs with what stands behind a label taken out of the base text.

    A label in front of small print (音義, 疏) names it and ends the note before it; any other opens a note that goes
    on to the next small print. The first rule that fits at a place counts. Labels themselves are left out.
    """
    rules = tuple(labels)
    result: list[Run] = []
    at = 0
    while at < len(runs):
        if runs[at].small:
            result.append(runs[at])
            at += 1
            continue
        end = at
        while end < len(runs) and not runs[end].small:
            end += 1
        result.extend(_stretch(runs[at:end], rules, end < len(runs)))
        behind = _behind(runs[at:end], rules) if end < len(runs) else None
        at = end
        while at < len(runs) and runs[at].small:
            run = runs[at]
            result.append(replace(run, rule=behind, opens=at == end) if behind is not None else run)
            at += 1
    return result


def _text(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def _behind(runs: Sequence[Run], rules: tuple[Rule, ...]) -> Rule | None:
    """The label at the end of large print, which names the small print behind it."""
    text = _text(runs)
    return next((rule for rule in rules if (m := rule.pattern.search(text + "(")) and m.end() == len(text)), None)


def _stretch(runs: Sequence[Run], rules: tuple[Rule, ...], small_follows: bool) -> list[Run]:
    """Large print between two pieces of small print, cut at its labels."""
    text = _text(runs)
    whole = text + ("(" if small_follows else "")
    cuts: list[tuple[int, int, Rule | None]] = [(0, 0, None)]
    while True:
        done = cuts[-1][1]
        found = [
            (match.start(), order, match.end(), rule) for order, rule in enumerate(rules)
            if (match := rule.pattern.search(whole, done)) is not None
            and (match.end() == len(text) or (match.end() < len(text) and cuts[-1][2] is None))
        ]
        if not found:
            break
        start, _, end, rule = min(found, key=lambda one: one[:2])
        cuts.append((start, end, rule))
    result: list[Run] = []
    for (_, start, told), end in zip(cuts, [*(cut[0] for cut in cuts[1:]), len(text)], strict=True):
        begun = 0
        for run in runs:
            first, last = max(start, begun), min(end, begun + len(run.text))
            if first < last:
                piece = run.text[first - begun : last - begun]
                opens = told is not None and first == start
                result.append(replace(run, text=piece, small=told is not None, rule=told, opens=opens))
            begun += len(run.text)
    return result
