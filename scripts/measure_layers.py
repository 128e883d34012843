"""Measure how the layers of the editions are told apart: base text, voices, classes, steps.

    python scripts/measure_layers.py [--shared ../shared] [--misses]

Prints one table; with --misses every single place behind a figure below 100 %. Needs the texts and data of `shared`.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from kg.lexicon.commentators import load_voices  # noqa: E402
from kg.lexicon.load import load_lexicon  # noqa: E402
from kg.lexicon.table import read_rows  # noqa: E402
from kg.texts import read_documents  # noqa: E402
from kg.texts.align import align  # noqa: E402
from kg.texts.document import Document, Layer, Note  # noqa: E402
from kg.texts.fold import Folding  # noqa: E402
from kg.texts.letters import letters_of  # noqa: E402
from kg.texts.mandoku import read_mandoku  # noqa: E402
from kg.texts.raw import RawText  # noqa: E402

CHAPTERS = {
    "鄉射禮": {
        "KR1d0026": ["005"], "KR1d0030": ["005", "006"], "KR1d0035": ["005"], "KR1d0037": ["010", "011", "012"],
        "KR1d0038": ["005"], "KR1d0044": ["004"], "KR1d0086": ["011"],
    },
    "大射儀": {
        "KR1d0026": ["007"], "KR1d0030": ["009", "010"], "KR1d0035": ["007"], "KR1d0037": ["015", "016"],
        "KR1d0038": ["007"], "KR1d0044": ["006"], "KR1d0086": ["012"],
    },
}
LACUNA = 40
"""A difference of so many letters is a lost leaf (KR1d0026), which no layout can give back."""
SAMPLES = 200
QUOTED, RUN = 0.9, 3
"""A quotation counts as found in parts where so much of it stands in the notes in runs of so many letters: 敖繼公
shortens, and joins what stands in several notes."""
FALSE = {
    "右下射於左若有餘算則反委之": "經: …釋一算上射於右下射於左…",
    "右加弛弓于其上遂以執弣": "經: …卻左手右加弛弓于其上…",
    "右不勝者進北面": "經: …升堂少右不勝者進北面…",
    "右東面立飲不拜既爵": "經: …獲者薦右東面立飲…",
    "右也": "案 of the 義疏, broken at the line's end",
    "右如注説則是還左矣": "案 of the 義疏, broken at the line's end",
}
"""Of the 687 headings listed, those that are none: words of a line that happens to begin with 右."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `misses` are the places to look at."""

    what: str
    figure: str
    target: str
    met: bool
    misses: tuple[str, ...] = ()


class Texts:
    """The editions, read once."""

    def __init__(self, shared: Path) -> None:
        self.shared = shared
        lexicon = load_lexicon()
        self.folding = Folding(lexicon.variants, lexicon.gaiji)
        self.voices = load_voices(lexicon)
        self.interchange = str.maketrans({
            row["other"]: row["one"] for _, row in read_rows("interchange.tsv", ("one", "other"))
        })

    @cache  # noqa: B019  (one object, for the length of the run)
    def read(self, path: str) -> Document:
        """A document of shared/texts."""
        (document,) = read_documents(self.shared / "texts" / path, folding=self.folding, voices=self.voices)
        return document

    def edition(self, edition: str, juans: list[str]) -> list[Document]:
        """The documents of a chapter in one edition."""
        return [self.read(f"kanripo/{edition}/{edition}_{juan}.txt") for juan in juans]

    def letters(self, text: str) -> str:
        """Letters in standard glyphs, characters that interchange (於 于) made one."""
        return letters_of(text, self.folding).norm.translate(self.interchange)

    def jing(self, edition: str, juans: list[str]) -> str:
        """The letters of the canon in one edition of a chapter."""
        return "".join(
            self.letters(passage.span.of(document.text)) for document in self.edition(edition, juans)
            for passage in document.passages if passage.layer is Layer.JING
        )


def base_text(texts: Texts, chapter: str) -> Iterator[Row]:
    """Base text of each edition against every other; then sampled letters."""
    jing = {edition: texts.jing(edition, juans) for edition, juans in CHAPTERS[chapter].items()}
    worst: dict[str, float] = dict.fromkeys(jing, 1.0)
    backed: dict[str, Counter[int]] = {edition: Counter() for edition in jing}
    misses: dict[str, list[str]] = defaultdict(list)
    for a, b in combinations(jing, 2):
        blocks = sorted(align(jing[a], jing[b]), key=lambda block: block.b)
        equal = sum(block.length for block in blocks)
        lost = 0
        done_a = done_b = 0
        for block in [*blocks, None]:
            start_a, start_b = (block.a, block.b) if block is not None else (len(jing[a]), len(jing[b]))
            here, there = jing[a][done_a:start_a], jing[b][done_b:start_b]
            if abs(len(here) - len(there)) >= LACUNA:
                lost += abs(len(here) - len(there))
            elif here or there:
                before = jing[b][max(0, done_b - 6) : done_b]
                misses[f"{a} {b}"].append(f"{chapter} {a}「{here}」 {b}「{there}」 after {before}")
            if block is not None:
                done_a, done_b = block.a + block.length, block.b + block.length
                backed[a].update(range(block.a, done_a))
                backed[b].update(range(block.b, done_b))
        share = equal / (max(len(jing[a]), len(jing[b])) - lost)
        worst[a], worst[b] = min(worst[a], share), min(worst[b], share)
    least = min(worst.values())
    detail = ", ".join(f"{edition} {len(jing[edition])} {share:.2%}" for edition, share in worst.items())
    yield Row(
        f"{chapter}: letters of 經 and least agreement with another edition", detail, "≥ 99 %", least >= 0.99,
        tuple(miss for found in misses.values() for miss in found),
    )
    places = [(edition, at) for edition in sorted(jing) for at in range(len(jing[edition]))]
    sample = sorted(random.Random(177).sample(places, SAMPLES))
    strange = [
        f"{chapter} {edition} letter {at}: {jing[edition][max(0, at - 8):at]}[{jing[edition][at]}]"
        f"{jing[edition][at + 1:at + 8]}, in {backed[edition][at]} of {len(jing) - 1} other editions"
        for edition, at in sample if backed[edition][at] < 2
    ]
    alone = sum(1 for edition, at in places if backed[edition][at] == 0)
    yield Row(
        f"{chapter}: {SAMPLES} sampled letters that fewer than two other editions have", str(len(strange)),
        "0 of comments", not strange, tuple(strange),
    )
    runs = list(_alone(jing, backed))
    yield Row(
        f"{chapter}: letters of all editions that no other has at the place, of {len(places)}", str(alone),
        "variants only", all(len(run.split("[")[1].split("]")[0]) < 4 for run in runs),
        tuple(f"{chapter} {run}" for run in runs),
    )


def _alone(jing: dict[str, str], backed: dict[str, Counter[int]]) -> Iterator[str]:
    for edition, text in jing.items():
        at = 0
        while at < len(text):
            end = at
            while end < len(text) and backed[edition][end] == 0:
                end += 1
            if end > at:
                yield f"{edition} {text[max(0, at - 6):at]}[{text[at:end]}]{text[end:end + 6]}"
            at = max(end, at + 1)


def unknown(texts: Texts) -> Iterator[Row]:
    """Each edition once more without its id, read by the generic rules: its base text against that by its profile."""
    worst, detail, misses = 1.0, [], []
    for chapter, editions in CHAPTERS.items():
        for edition, juans in editions.items():
            for juan, own in zip(juans, texts.edition(edition, juans), strict=True):
                path = texts.shared / "texts" / "kanripo" / edition / f"{edition}_{juan}.txt"
                text = path.read_text(encoding="utf-8").replace(edition, "KR9x0000")
                guessed = read_mandoku(RawText("x", "x.txt", "", text), texts.folding, texts.voices)
                ours, theirs = _base(texts, own), _base(texts, guessed)
                blocks = sorted(align(ours, theirs), key=lambda block: block.b)
                equal = sum(block.length for block in blocks)
                worst = min(worst, equal / len(theirs))
                detail.append(f"{own.id} {equal / len(theirs):.1%}/{equal / len(ours):.1%}")
                done = 0
                for block in blocks:
                    if block.b - done > 4:
                        misses.append(f"{chapter} {own.id} {theirs[done:block.b][:60]}")
                    done = block.b + block.length
    yield Row("read as unknown editions: of the base text guessed, how much is; how much of it was found",
              ", ".join(detail), "≥ 90 % is", worst >= 0.9, tuple(misses))


def _base(texts: Texts, document: Document) -> str:
    return "".join(texts.letters(passage.span.of(document.text)) for passage in document.passages)


def quotations(texts: Texts) -> Iterator[Row]:
    """What 敖繼公 gives as 注 and as 疏, looked for in all 鄭注 (KR1d0026): 敖 moves some to other chapters."""
    for label, wanted in (("注曰", "≤ 5 % missed"), ("疏曰", "none: 疏 is not in KR1d0026")):
        kinds: Counter[str] = Counter()
        misses: list[str] = []
        for chapter, editions in CHAPTERS.items():
            notes = _notes(texts, "KR1d0026", {"KR1d0026": [f"{juan:03d}" for juan in range(1, 18)]})
            others = _notes(texts, "KR1d0038", editions)
            for document in texts.edition("KR1d0035", editions["KR1d0035"]):
                for note in document.notes:
                    if note.label.replace("䟽", "疏") != label or note.parent:
                        continue
                    words = texts.letters(note.text)
                    share = _covered(words, notes)
                    if words in notes:
                        kind = "whole"
                    elif share >= QUOTED:
                        kind = "in parts"
                    elif _covered(words, others) >= QUOTED:
                        kind = "on a lost leaf, but in KR1d0038"
                    else:
                        kind = "missed"
                    kinds[kind] += 1
                    if kind == "missed" and label == "注曰":
                        place = f"{chapter} {note.citation.folio}.{note.citation.line}"
                        misses.append(f"{place} {share:.0%} (KR1d0038 {_covered(words, others):.0%}) {note.text}")
        total = sum(kinds.values())
        rate = (kinds["whole"] + kinds["in parts"]) / total
        detail = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        met = kinds["missed"] <= total * 0.05 if label == "注曰" else rate == 0
        yield Row(f"KR1d0035 {label}: found in the notes of KR1d0026", f"{rate:.1%} of {total}: {detail}", wanted, met,
                  tuple(misses))


def _notes(texts: Texts, edition: str, editions: dict[str, list[str]]) -> str:
    """The letters of 鄭玄's notes on a chapter in an edition."""
    return "|".join(
        texts.letters(note.text) for document in texts.edition(edition, editions[edition]) for note in document.notes
        if note.speaker == "鄭玄" and not note.parent
    )


def _covered(words: str, notes: str) -> float:
    """The share of the words' letters that stand in a run of at least `RUN` letters of the notes."""
    run = min(RUN, len(words))
    covered: set[int] = set()
    for at in range(len(words) - run + 1):
        if words[at : at + run] in notes:
            covered.update(range(at, at + run))
    return len(covered) / max(1, len(words))


def speakers(texts: Texts) -> Iterator[Row]:
    """All who are named in seed 003, counted by a pattern of its own; then the editions' named speakers."""
    (path,) = (texts.shared / "texts" / "seeds").glob("003_*.txt")
    raw = path.read_text(encoding="utf-8")
    named = Counter(re.findall(r"([鄭敖賈陳郝]氏[康繼公旸敬][成公彥]?)曰", raw))
    named += Counter(re.findall(r"【(賈疏|注)", raw))
    document = texts.read(f"seeds/{path.name}")
    told = Counter(note.written for note in document.notes if note.written and note.speaker_id)
    missed = (named - told) + Counter({name: told[name] for name in told if name not in named and name != "案"})
    yield Row(
        "seed 003: named speakers told and known",
        f"{sum((named & told).values())} of {sum(named.values())} ({', '.join(sorted(named))})", "all", not missed,
        tuple(f"{name} {count}" for name, count in missed.items()),
    )
    unknown: Counter[str] = Counter()
    total = 0
    for editions in CHAPTERS.values():
        for edition, juans in editions.items():
            for document in texts.edition(edition, juans):
                for note in document.notes:
                    total += bool(note.written)
                    if note.written and not note.speaker_id:
                        unknown[f"{document.id} {note.written}"] += 1
    yield Row(
        "editions: voices with a name or label whose speaker is known", f"{total - sum(unknown.values())} of {total}",
        "all", not unknown, tuple(f"{name} {count}" for name, count in unknown.items()),
    )


def stances(texts: Texts) -> Iterator[Row]:
    """The classes of the 義疏, against a count of lines by hand-written pattern."""
    labels = ("正義", "辨正", "通論", "餘論", "存疑", "存異", "總論", "案")
    ids = {texts.voices.stance(label): label for label in labels}
    for chapter, editions in CHAPTERS.items():
        counted: Counter[str] = Counter()
        told: Counter[str] = Counter()
        for juan in editions["KR1d0037"]:
            lines = (texts.shared / "texts/kanripo/KR1d0037" / f"KR1d0037_{juan}.txt").read_text("utf-8").splitlines()
            for line in lines:
                match = re.match(r"　?(?:鄉射|大射)?(正義|辨正|通論|餘論|存疑|存異|總論|案)", line)
                if match and not line.startswith("　　"):
                    counted[match[1]] += 1
            blocks: dict[str, str] = {}
            for note in texts.read(f"kanripo/KR1d0037/KR1d0037_{juan}.txt").notes:
                if note.stance and not note.parent:
                    blocks[_block(note)] = ids[note.stance]
            told.update(blocks.values())
        difference = (counted - told) + (told - counted)
        yield Row(f"KR1d0037 {chapter}: classes of comments", ", ".join(f"{label} {told[label]}" for label in labels),
                  "as counted by pattern", not difference,
                  tuple(f"{label}: by pattern {counted[label]}, told {told[label]}" for label in difference))


def _block(note: Note) -> str:
    head, _, number = note.id.rpartition(".n")
    return f"{head}.n{number.partition('.')[0]}"


def steps(texts: Texts) -> Iterator[Row]:
    """The closing headings listed, those that are none taken out."""
    with (texts.shared / "data" / "step_headings.tsv").open(encoding="utf-8") as file:
        listed: dict[str, list[str]] = defaultdict(list)
        for row in csv.DictReader(file, delimiter="\t"):
            listed[row["juan_file"]].append(row["heading"])
    folder = texts.shared / "texts" / "kanripo"
    here = {name: found for name, found in listed.items() if (folder / name[:8] / name).is_file()}
    true = found = 0
    misses: list[str] = []
    for name, headings in sorted(here.items()):
        document = texts.read(f"kanripo/{name[:8]}/{name}")
        told = [heading.text for heading in document.headings if heading.kind == "closing"]
        wanted = [heading for heading in headings if heading not in FALSE]
        true += len(wanted)
        found += sum((Counter(told) & Counter(wanted)).values())
        misses += [f"{name} not found: {heading}" for heading in (Counter(wanted) - Counter(told)).elements()]
        misses += [f"{name} false: {heading}" for heading in (Counter(told) - Counter(wanted)).elements()]
        if told != wanted and Counter(told) == Counter(wanted):
            misses.append(f"{name}: another order")
    false = sum(1 for headings in here.values() for heading in headings if heading in FALSE)
    elsewhere = sum(map(len, listed.values())) - true - false
    yield Row(
        "closing headings", f"{found} of {true} true ones; {false} listed are none, {elsewhere} are in texts not here",
        "≥ 99 %, none false", not misses, tuple(misses),
    )
    schemes = []
    for edition in ("KR1d0035", "KR1d0037", "KR1d0038", "KR1d0044", "KR1d0086"):
        for chapter, editions in CHAPTERS.items():
            found_steps = [step for one in texts.edition(edition, editions[edition]) for step in one.steps]
            groups = {step.parent for step in found_steps if step.parent}
            inner = sum(1 for step in found_steps if step.parent)
            schemes.append(f"{found_steps[0].scheme} {chapter} {len(found_steps)}"
                           + (f" (groups {len(groups)}, steps in them {inner})" if inner else ""))
    yield Row("divisions of the rite", "; ".join(schemes), "one scheme a scholar", len(schemes) == 10)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--misses", action="store_true", help="print every place behind the figures")
    arguments = parser.parse_args()
    if not (arguments.shared / "texts").is_dir():
        sys.exit(f"no texts in {arguments.shared}: name the folder with --shared")
    texts = Texts(arguments.shared)
    rows = [row for chapter in CHAPTERS for row in base_text(texts, chapter)]
    for measure in (unknown, quotations, speakers, stances, steps):
        rows += measure(texts)
    print("| measure | figure | target | met |\n| --- | --- | --- | --- |")
    for row in rows:
        print(f"| {row.what} | {row.figure} | {row.target} | {'yes' if row.met else 'NO'} |")
        if arguments.misses:
            for miss in row.misses:
                print(f"|   | {miss} | | |")
    sys.exit(0 if all(row.met for row in rows) else 1)


if __name__ == "__main__":
    main()
