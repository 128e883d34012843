"""Scoring agrees with the project's own scorer, to the last count, and says which rule made each error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli_runner import SHARED, kg
from kg.diagnostics.gold import GoldRun, read_gold, without_punctuation
from kg.diagnostics.labels import canonical
from kg.diagnostics.reading_now import read_now
from kg.diagnostics.score import Score, score
from kg.diagnostics.stated import StatedAct, StatedFiller, StatedText, texts_of
from kg.errors import UsageError
from kg.graph.store import memory_store
from kg.reading import load

DEV = SHARED / "gold" / "dev.jsonl"
SCORER = SHARED / "eval" / "score.py"
needs_shared = pytest.mark.skipif(not (DEV.is_file() and SCORER.is_file()), reason="../shared/gold, ../shared/eval")

# 鄉射禮·經, annotated by hand as annotation.md §1 shows it.
RUN = {
    "id": "xiangshe-014",
    "source": "儀禮·鄉射禮",
    "text": "司射適堂西，袒決遂，取弓於階西。",
    "acts": [
        {"at": 2, "verb": "適", "actor": ["司射"], "destination": ["堂西"]},
        {"at": 6, "verb": "袒", "actor": ["司射"]},
        {"at": 7, "verb": "決", "actor": ["司射"], "object": ["決"]},
        {"at": 8, "verb": "遂", "actor": ["司射"], "object": ["遂"]},
        {"at": 10, "verb": "取", "actor": ["司射"], "object": ["弓"], "origin": ["階西"]},
    ],
    "entities": [
        [0, 2, "Actor", "司射"], [3, 5, "Position", "堂西"], [11, 12, "Object", "弓"], [13, 15, "Position", "階西"],
    ],
}  # fmt: skip


def _gold(tmp_path: Path, *records: object) -> tuple[GoldRun, ...]:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    return read_gold(path)


def _filler(label: str, **more: object) -> StatedFiller:
    return StatedFiller(label, frozenset({label}), **more)  # type: ignore[arg-type]


def _perfect(run: GoldRun) -> StatedText:
    acts = [
        StatedAct(
            f"act/{act.at}", act.at, act.end, act.verb, act.verb,
            {role: tuple(map(_filler, labels)) for role, labels in act.roles.items()}, act.negated, act.mode,
        )
        for act in run.acts
    ]  # fmt: skip
    return StatedText("text/1", run.text, acts, set(run.mentions))


# -- against the project's scorer ------------------------------------------------------------------------------------


def _both(runs: tuple[GoldRun, ...], gold: Path, tmp_path: Path) -> tuple[Score, dict[str, dict[str, float]]]:
    """The same N-Quads, made by `kg extract` from one text file a run, scored by us and by eval/score.py."""
    for run in runs:
        (tmp_path / f"{run.id}.txt").write_text(run.text, encoding="utf-8")
    made = kg("extract", *(f"{run.id}.txt" for run in runs), "--reader", "plain", "-o", "out.nq", cwd=tmp_path)
    assert made.returncode == 0, made.stderr.decode()
    ours = score(runs, texts_of(memory_store([tmp_path / "out.nq"])))
    theirs = subprocess.run(
        [sys.executable, str(SCORER), str(gold), str(tmp_path / "out.nq"), "--json"],
        capture_output=True, check=True, timeout=300,
    )  # fmt: skip
    return ours, json.loads(theirs.stdout)


def _compare(ours: Score, theirs: dict[str, dict[str, float]]) -> None:
    for key, value in theirs.items():
        if "f1" in value:
            expected = (value["precision"], value["recall"], value["f1"], value["gold"])
            assert ours.figures(key) == pytest.approx(expected), key
        elif key == "polarity_mode":
            assert ours.share(ours.modes) == pytest.approx((value["accuracy"], value["gold"]))


@needs_shared
def test_figures_are_those_of_the_scorer(tmp_path: Path) -> None:
    """Every figure of dev.jsonl, omitted actors too, is the one that ../shared/eval/score.py prints."""
    ours, theirs = _both(read_gold(DEV), DEV, tmp_path)
    _compare(ours, theirs)
    assert ours.share(ours.omitted) == pytest.approx(
        (theirs["elided_actor"]["accuracy"], theirs["elided_actor"]["gold"])
    )
    assert ours.figures("act")[3] > 500


@needs_shared
def test_figures_without_punctuation_are_those_of_the_scorer(tmp_path: Path) -> None:
    """The same with all marks taken out of texts and gold; omitted actors keep the clauses of the punctuated text."""
    runs = tuple(without_punctuation(run) for run in read_gold(DEV))
    gold = tmp_path / "strip.jsonl"
    with gold.open("w", encoding="utf-8") as file:
        for run in runs:
            acts = [
                {"at": a.at, "verb": a.verb, **{r: list(v) for r, v in a.roles.items()}, "negated": a.negated,
                 "mode": a.mode, **({"actor": None} if a.open_actor else {})}
                for a in run.acts
            ]  # fmt: skip
            entities = [[b, e, kind, run.text[b:e]] for b, e, kind in sorted(run.mentions)]
            file.write(json.dumps({"id": run.id, "text": run.text, "acts": acts, "entities": entities}) + "\n")
    ours, theirs = _both(runs, gold, tmp_path)
    _compare(ours, theirs)
    assert ours.omitted.total() == sum(act.omitted for run in read_gold(DEV) for act in run.acts)


# -- on its own ------------------------------------------------------------------------------------------------------


def test_the_gold_itself_scores_one(tmp_path: Path) -> None:
    """A graph that states what the gold states has no fault."""
    runs = _gold(tmp_path, RUN)
    result = score(runs, [_perfect(runs[0])])
    assert result.faults == []
    assert result.figures("act") == (1.0, 1.0, 1.0, 5)
    assert result.figures("roles") == (1.0, 1.0, 1.0, 10)
    assert result.figures("mention") == (1.0, 1.0, 1.0, 4)
    assert result.share(result.omitted) == (1.0, 4)


def test_each_kind_of_fault_is_told_with_its_rule(tmp_path: Path) -> None:
    """A wrong role, a missed and a surplus act, a wrong mode, a missed mention: each carries its rule."""
    runs = _gold(tmp_path, RUN)
    text = _perfect(runs[0])
    go, bare, thumb, guard, take = text.acts
    text.acts = [
        StatedAct(go.iri, 2, 3, "適", "適", go.roles | {"destination": (_filler("堂東"),)}, rule="frame.go"),
        StatedAct(bare.iri, 6, 7, "袒", "袒", {"actor": (_filler("賓", rule="actor.last", supplied=True),)}, rule="f"),
        StatedAct(thumb.iri, 7, 8, "決", "決", thumb.roles, mode="completed", rule="frame.thumb"),
        take,
        StatedAct("act/13", 13, 14, "階", "階", {"actor": (_filler("司射"),)}, rule="frame.step"),
    ]
    text.mentions.discard((11, 12, "Object"))
    faults = {(f.kind, f.role, f.expected, f.found, f.rule) for f in score(runs, [text]).faults}
    assert faults == {
        ("role-missed", "destination", "堂西", "", "frame.go"),
        ("role-wrong", "destination", "", "堂東", "frame.go"),
        ("role-missed", "actor", "司射", "", "actor.last"),
        ("role-wrong", "actor", "", "賓", "actor.last"),
        ("mode", "", "asserted", "completed", "frame.thumb"),
        ("act-missed", "", "", "", ""),
        ("role-missed", "actor", "司射", "", ""),
        ("role-missed", "object", "遂", "", ""),
        ("act-extra", "", "", "", "frame.step"),
        ("mention-missed", "Object", "", "", ""),
    }
    assert guard.verb == "遂"


def test_a_run_that_the_graph_lacks_is_missed_in_full(tmp_path: Path) -> None:
    """No text, no point: all acts and mentions count as missed."""
    result = score(_gold(tmp_path, RUN), [])
    assert result.missed["act"] == 5
    assert result.missed["mention"] == 4
    assert result.faults[0].kind == "text-missing"


def test_open_actor_is_not_scored(tmp_path: Path) -> None:
    """`"actor": null` (有司 understood): whoever is supplied is neither right nor wrong."""
    record = {
        "id": "x", "text": "薦脯醢。", "entities": [],
        "acts": [{"at": 0, "verb": "薦", "actor": None, "object": ["脯", "醢"]}],
    }  # fmt: skip
    runs = _gold(tmp_path, record)
    text = _perfect(runs[0])
    text.acts[0].roles["actor"] = (_filler("有司"),)
    result = score(runs, [text])
    assert result.faults == []
    assert result.figures("actor")[3] == 0


def test_labels_of_one_word_are_equal() -> None:
    """annotation.md §8: 衆 and 眾, 扑 朴 撲, 楹内 and 楹內; marks are no part of a label."""
    assert canonical("衆賓") == canonical("眾賓")
    assert canonical("扑") == canonical("朴") == canonical("撲")
    assert canonical("去侯。") == canonical("去 侯")
    assert canonical("賓") != canonical("主人")


def test_stripping_moves_offsets(tmp_path: Path) -> None:
    """Without its marks the run says the same of the same characters."""
    (run,) = _gold(tmp_path, RUN)
    bare = without_punctuation(run)
    assert bare.text == "司射適堂西袒決遂取弓於階西"
    assert [bare.text[act.at : act.end] for act in bare.acts] == ["適", "袒", "決", "遂", "取"]
    assert sorted(bare.text[b:e] for b, e, _ in bare.mentions) == sorted(["司射", "堂西", "弓", "階西"])
    assert [act.omitted for act in bare.acts] == [False, True, True, True, True]


def test_reading_now_goes_through_the_graph(tmp_path: Path) -> None:
    """read_now gives each run's text with acts that have rule and grade, as `kg extract` states them."""
    runs = _gold(tmp_path, RUN)
    (text,) = read_now(runs, load())
    assert text.text == RUN["text"]
    assert [act.verb for act in text.acts] == ["適", "袒", "決", "遂", "取"]
    assert all(act.rule and act.grade for act in text.acts)
    assert [f.supplied for f in text.acts[1].roles["actor"]] == [True]


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ('{"id": "x"}\n', "KG-D002", 1),
        ('\n{"id": "x", "text": "y", "acts": [{"at": "z"}], "entities": []}\n', "KG-D002", 2),
        ("no json\n", "KG-D002", 1),
    ],
    ids=["keys", "act", "json"],
)  # fmt: skip
def test_bad_gold_is_told_with_its_line(tmp_path: Path, content: str, code: str, line: int) -> None:
    """A line that is no run is named."""
    path = tmp_path / "gold.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_gold(path)
    assert caught.value.code == code
    assert caught.value.where is not None
    assert caught.value.where.line == line


def test_gold_that_is_not_there(tmp_path: Path) -> None:
    """KG-D001 names the file."""
    with pytest.raises(UsageError, match="KG-D001"):
        read_gold(tmp_path / "none.jsonl")
