"""An explanation: a passage with its acts, which words each stands on, and why each role is filled as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.graph.source import local
from kg.graph.terms import literal
from kg.views.model import Mark, Name
from kg.views.page import ViewError
from kg.views.reader import Row, Select, citation, read_vocabulary

_ACT = re.compile(r"(?P<passage>.+)/(?P<at>\d+(-\d+)?)")

_PASSAGE = """SELECT ?passage ?text ?begin ?end ?id ?work ?folio ?line ?words ?layer {{
  {which}
  ?passage a rit:Passage ; nif:referenceContext ?text ; nif:anchorOf ?words .
  ?passage nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL {{ ?passage dcterms:identifier ?id }} OPTIONAL {{ ?passage rit:work ?work }}
  OPTIONAL {{ ?passage rit:folio ?folio }} OPTIONAL {{ ?passage rit:line ?line }}
  OPTIONAL {{ ?passage rit:layer ?l . ?l rdfs:label ?layer FILTER langMatches(lang(?layer), "zh-Hant") }} }}"""
_ACTS = """SELECT ?act ?label ?pinyin ?gloss ?begin ?end ?from ?to ?rule ?grade ?mode ?negated ?count {{
  ?act rit:passage <{passage}> ; a rit:Act ; rit:action ?action ; rit:evidence ?verb .
  ?verb nif:beginIndex ?begin ; nif:endIndex ?end . ?action skos:prefLabel ?label
  OPTIONAL {{ ?action rit:pinyin ?pinyin }} OPTIONAL {{ ?action rit:gloss ?gloss }}
  OPTIONAL {{ ?act rit:clause ?clause . ?clause nif:beginIndex ?from ; nif:endIndex ?to }}
  OPTIONAL {{ ?act rit:rule ?rule }} OPTIONAL {{ ?act rit:grade ?grade }} OPTIONAL {{ ?act rit:mode ?mode }}
  OPTIONAL {{ ?act rit:negated ?negated }} OPTIONAL {{ ?act rit:count ?count }} }}"""
_ROLES = """SELECT ?act ?filling ?role ?label ?pinyin ?gloss ?words ?supply ?rule ?grade ?quantity ?begin ?end {{
  ?act rit:passage <{passage}> ; rit:filling ?filling . ?filling rit:role ?role
  OPTIONAL {{ ?filling rit:filler ?filler . ?filler skos:prefLabel ?label
    OPTIONAL {{ ?filler rit:pinyin ?pinyin }} OPTIONAL {{ ?filler rit:gloss ?gloss }} }}
  OPTIONAL {{ ?filling rit:fillerText ?words }} OPTIONAL {{ ?filling rit:supply ?supply }}
  OPTIONAL {{ ?filling rit:rule ?rule }} OPTIONAL {{ ?filling rit:grade ?grade }}
  OPTIONAL {{ ?filling rit:quantity ?quantity }}
  OPTIONAL {{ ?filling rit:evidence ?span . ?span nif:beginIndex ?begin ; nif:endIndex ?end }} }}"""


@dataclass(frozen=True, slots=True)
class ExplainedRole:
    """One filler: what it is, whether the text names it, and by which rule it was found."""

    role: Name
    filler: Name
    supplied: bool
    rule: str = ""
    grade: Name | None = None
    quantity: int | None = None


@dataclass(frozen=True, slots=True)
class ExplainedAct:
    """One act. `words` is its clause (else its passage), `marks` count in it."""

    key: str  # xiangshe.177/3: the passage and the verb's place in it
    action: Name
    words: str
    marks: tuple[Mark, ...]
    roles: tuple[ExplainedRole, ...]
    rule: str
    facts: tuple[Name, ...]  # grade, mode, negation, count
    actor: bool  # whether anybody is said to do it


@dataclass(frozen=True, slots=True)
class ExplainedPassage:
    """A passage and what the reading made of it."""

    iri: str
    id: str
    citation: str
    layer: str
    text: str
    verbs: tuple[Mark, ...]
    acts: tuple[ExplainedAct, ...]


def explain(select: Select, place: str) -> list[ExplainedPassage]:
    """What `place` names: a passage by its id, folio or IRI, or one act by `passage/offset` or IRI.

    Raises ViewError KG-V004 where the graph has no such place.
    """
    vocabulary = read_vocabulary(select)
    act = ""
    which = f"{{ ?passage dcterms:identifier {literal(place)} }} UNION {{ ?passage rit:folio {literal(place)} }}"
    found = _ACT.fullmatch(place)
    if found:
        act = f"/act/{found['passage'].rsplit('/act/', 1)[-1]}/{found['at']}"
        which = f"?passage dcterms:identifier {literal(found['passage'].rsplit('/act/', 1)[-1])} ."
    elif place.startswith(("http://", "https://")):
        which = f"FILTER(STR(?passage) = {literal(place)})"
    rows = sorted(select(_PASSAGE.format(which=which)), key=lambda row: (row["text"], int(row["begin"])))
    passages = [_passage(select, row, act, vocabulary) for row in rows]
    if act:
        passages = [passage for passage in passages if passage.acts]
    if not passages:
        raise ViewError(
            "KG-V004",
            f"圖中無此出處或儀節：{place}。出處如 xiangshe.177，儀節如 xiangshe.177/3。",
            f"The graph has no such passage or act: {place}. "
            "A passage is named like xiangshe.177, an act like xiangshe.177/3.",
        )
    return passages


def _passage(select: Select, row: Row, only: str, vocabulary: dict[str, Name]) -> ExplainedPassage:
    iri, start = row["passage"], int(row["begin"])
    roles: dict[str, list[Row]] = {}
    for role in sorted(select(_ROLES.format(passage=iri)), key=lambda r: (int(r.get("begin", 10**9)), r["filling"])):
        roles.setdefault(role["act"], []).append(role)
    acts = sorted(select(_ACTS.format(passage=iri)), key=lambda r: (int(r["begin"]), r["act"]))
    return ExplainedPassage(
        iri,
        row.get("id", local(iri)),
        citation(row),
        row.get("layer", ""),
        row["words"],
        tuple(Mark(int(act["begin"]) - start, int(act["end"]) - start, "verb") for act in acts),
        tuple(
            _act(act, roles.get(act["act"], []), start, row["words"], vocabulary)
            for act in acts
            if not only or act["act"].endswith(only)
        ),
    )


def _act(row: Row, roles: list[Row], start: int, words: str, vocabulary: dict[str, Name]) -> ExplainedAct:
    spans = [(int(row["begin"]), int(row["end"]), "verb")]
    spans += [(int(role["begin"]), int(role["end"]), local(role["role"])) for role in roles if "begin" in role]
    low = min(int(row.get("from", start)), *(span[0] for span in spans), start + len(words))
    high = max(int(row.get("to", start + len(words))), *(span[1] for span in spans))
    low, high = max(low, start), min(high, start + len(words))
    marks = [Mark(max(b, low) - low, min(e, high) - low, role) for b, e, role in spans if b < high and e > low]
    facts = [vocabulary.get(local(row[fact]), Name(local(row[fact]))) for fact in ("grade", "mode") if fact in row]
    if row.get("negated") == "true":
        facts.append(vocabulary.get("negated", Name("negated")))
    if "count" in row:
        count = vocabulary.get("count", Name("count"))
        facts.append(Name(f"{count.zh} {row['count']}", f"{count.en} {row['count']}"))
    explained = tuple(
        ExplainedRole(
            vocabulary.get(local(role["role"]), Name(local(role["role"]))),
            Name(role.get("label", role.get("words", "")), role.get("gloss", ""), role.get("pinyin", "")),
            local(role.get("supply", "")) == "Supplied",
            role.get("rule", row.get("rule", "")),
            vocabulary.get(local(role["grade"])) if "grade" in role else None,
            int(role["quantity"]) if "quantity" in role else None,
        )
        for role in roles
    )
    return ExplainedAct(
        row["act"].rsplit("/act/", 1)[-1],
        Name(row["label"], row.get("gloss", ""), row.get("pinyin", "")),
        words[low - start : high - start],
        tuple(sorted(marks, key=lambda mark: (mark.start, mark.end))),
        explained,
        row.get("rule", ""),
        tuple(facts),
        any(local(role["role"]) == "actor" for role in roles),
    )
