"""Readings written by hand from real sentences, for the tests of the graph."""

from __future__ import annotations

import hashlib
from typing import Any

from kg.graph.lexicon_graph import lexicon_quads
from kg.graph.ontology import ontology_quads
from kg.graph.prov import run_quads
from kg.graph.quads import build_quads
from kg.graph.settings import Settings
from kg.reading.act import Act, Clause, Filler, Kind, Mention, Mode, Reading, Supply
from kg.texts.document import (
    Citation,
    Document,
    Emendation,
    Heading,
    Layer,
    Note,
    Passage,
    Problem,
    Source,
)
from kg.texts.span import Span

# 鄉射禮·經 (司射適堂西 …), 鄉射禮·經 (命弟子設楅 …), 鄉射禮·經 (the tallies) and a line of 鄉射禮·記.
PASSAGES = (
    ("xiangshe.a", "司射適堂西，袒決遂，取弓於階西。", Layer.JING),
    ("xiangshe.b", "司馬命弟子設楅。乃設楅於中庭，東肆。", Layer.JING),
    ("xiangshe.c", "釋獲者坐取中之八算，執而俟。上射先升三等，不拜，揖如初。", Layer.JING),
    ("xiangshe.d", "樂正告於賓，曰：「正歌備。」", Layer.JING),
    ("xiangshe.e", "賓坐奠觶於西楹西。", Layer.JI),
)
TEXT = "\n".join(words for _, words, _ in PASSAGES)


def at(words: str, inside: str = "", nth: int = 1) -> Span:
    """The span of the `nth` occurrence of `words`, counted from the start of `inside` (default: the whole text)."""
    start = TEXT.index(inside) if inside else 0
    for _ in range(nth):
        found = TEXT.index(words, start)
        start = found + 1
    return Span(found, found + len(words))


def named(label: str, span: Span, kind: Kind | None = None, quantity: int | None = None) -> Filler:
    return Filler(label, span, kind=kind, quantity=quantity)


def supplied(label: str, rule: str, kind: Kind | None = Kind.ACTOR) -> Filler:
    return Filler(label, None, kind=kind, supply=Supply.SUPPLIED, rule=rule)


def _act(verb: str, inside: str, nth: int = 1, **given: Any) -> Act:
    """An act of `verb` where it stands the `nth` time from `inside` on; `given` holds roles and fields of Act."""
    fields = {name: given.pop(name) for name in ("mode", "negated", "measures", "like_of", "count") if name in given}
    roles = {role: filler if isinstance(filler, tuple) else (filler,) for role, filler in given.items()}
    return Act(at(verb, inside, nth), verb, verb, f"frame.{verb}", roles=roles, **fields)


def acts() -> tuple[Act, ...]:
    """The acts of PASSAGES as annotation.md has them."""
    sishe, dizi = supplied("司射", "actor.same-subject"), supplied("弟子", "actor.ordered")
    scorer, archer = supplied("釋獲者", "actor.same-subject"), supplied("上射", "actor.same-subject")
    a, b, c, d, e = (words for _, words, _ in PASSAGES)
    return (
        _act("適", a, actor=named("司射", at("司射", a), Kind.ACTOR),
             destination=named("堂西", at("堂西", a), Kind.POSITION)),
        _act("袒", a, actor=sishe),
        _act("決", a, actor=sishe, object=Filler("決", None, supply=Supply.SUPPLIED, rule="dress.thing")),
        _act("遂", a, actor=sishe, object=Filler("遂", None, supply=Supply.SUPPLIED, rule="dress.thing")),
        _act("取", a, actor=sishe, object=named("弓", at("弓", a)), origin=named("階西", at("階西", a))),
        _act("命", b, actor=named("司馬", at("司馬", b)), recipient=named("弟子", at("弟子", b)),
             content=named("設楅", at("設楅", b))),
        _act("設", b, actor=named("弟子", at("弟子", b)), object=named("楅", at("楅", b)), mode=Mode.COMMANDED),
        _act("設", b, 2, actor=dizi, object=named("楅", at("楅", b, 2)), place=named("中庭", at("中庭", b))),
        _act("肆", b, object=supplied("楅", "stance.thing", Kind.OBJECT), direction=named("東", at("東", b))),
        _act("坐", c, actor=named("釋獲者", at("釋獲者", c))),
        _act("取", c, actor=scorer, object=named("算", at("算", c), Kind.OBJECT, 8), origin=named("中", at("中", c))),
        _act("執", c, actor=scorer),
        _act("俟", c, actor=scorer),
        _act("升", c, actor=named("上射", at("上射", c)), measures=(("等", 3),)),
        _act("拜", c, actor=archer, negated=True),
        _act("揖", c, actor=archer, like=named("初", at("初", c)), like_of=0),
        _act("告", d, actor=named("樂正", at("樂正", d)), recipient=named("賓", at("賓", d))),
        _act("曰", d, actor=supplied("樂正", "actor.same-subject"), content=named("正歌備", at("正歌備", d))),
        _act("坐", e, actor=named("賓", at("賓", e))),
        _act("奠", e, actor=supplied("賓", "actor.same-subject"), object=named("觶", at("觶", e)),
             place=named("西楹西", at("西楹西", e), Kind.POSITION)),
    )  # fmt: skip


def mentions() -> tuple[Mention, ...]:
    a, b, c, d, e = (words for _, words, _ in PASSAGES)
    listed = (
        ("司射", a, Kind.ACTOR), ("堂西", a, Kind.POSITION), ("弓", a, Kind.OBJECT), ("階西", a, Kind.POSITION),
        ("司馬", b, Kind.ACTOR), ("弟子", b, Kind.ACTOR), ("楅", b, Kind.OBJECT), ("中庭", b, Kind.POSITION),
        ("釋獲者", c, Kind.ACTOR), ("中", c, Kind.OBJECT), ("算", c, Kind.OBJECT), ("上射", c, Kind.ACTOR),
        ("樂正", d, Kind.ACTOR), ("賓", d, Kind.ACTOR), ("賓", e, Kind.ACTOR), ("觶", e, Kind.OBJECT),
        ("西楹西", e, Kind.POSITION),
    )  # fmt: skip
    return tuple(Mention(at(label, words), kind, label, label) for label, words, kind in listed)


def document(identity: str = "xiangshe") -> Document:
    """PASSAGES as a document, with a note, a heading, a problem and an emendation."""
    passages = []
    start = 0
    for name, words, layer in PASSAGES:
        citation = Citation("儀禮·鄉射禮", "ritual-kg TEI")
        passages.append(Passage(name, Span(start, start + len(words)), layer, citation))
        start += len(words) + 1
    return Document(
        identity,
        "鄉射禮",
        TEXT,
        tuple(passages),
        Source("/somewhere/xiangshe.xml", hashlib.sha256(TEXT.encode()).hexdigest(), "tei"),
        notes=(
            Note("xiangshe.n1", "遂，射韝也。", Layer.ZHU, at("袒決遂"), "xiangshe.a", "鄭玄"),
            Note("xiangshe.n2", "乃設楅之節。", Layer.AN, at("。", "設楅於"), "xiangshe.b"),
        ),
        headings=(Heading("右請射", at("司馬").start), Heading("右取矢", at("釋獲").start)),
        problems=(
            Problem("KG-T101", "unknown-entity", "有字未能辨識。", "A character is unknown.", at("觶").start, 12),
        ),
        emendations=(Emendation(at("奠"), "尊", "奠", "形近而誤", "KR1d0026"),),
    )


def lines(identity: str = "xiangshe") -> list[str]:
    """The whole graph of the sample: text, lexicon, ontology, run."""
    return [*text_lines(identity), *lexicon_quads(Settings()), *ontology_quads(Settings())]


def text_lines(identity: str = "xiangshe") -> list[str]:
    """The graph of the sample's text with the entities that it names, and of the run."""
    settings, made = Settings(), document(identity)
    return [*build_quads(made, reading(), settings=settings), *run_quads([made], settings)]


def reading() -> Reading:
    """The reading of document()."""
    clauses = (Clause(at("司射適堂西")), Clause(at("袒決遂"), True), Clause(at("取弓於階西")))
    return Reading(TEXT, mentions(), clauses, acts())
