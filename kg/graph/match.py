"""A match that somebody else wrote as RDF, read back so that it is checked as a table of hits is."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from kg.errors import RiteError, Where
from kg.graph.ontology import ontology_text
from kg.graph.settings import Settings
from kg.lexicon.entry import Entry
from kg.rite.tally import Archer, Couple, Match, archer_rank, check_match


def match_of_rdf(store: ox.Store, name: str, file: str, settings: Settings) -> Match:
    """The one rit:Match of a store, under the name `name`.

    Raises RiteError KG-R007 (there is none, or several, or it names no rite), KG-R002, KG-R003, and what
    kg.rite.tally.check_match raises.
    """
    found = store.query(ontology_text("tally/read-match.rq", settings), use_default_graph_as_union=True)
    assert isinstance(found, ox.QuerySolutions)
    rows = list(found)
    rites = {(_value(row, "match"), _value(row, "text")) for row in rows}
    if len(rites) != 1:
        raise RiteError(
            "KG-R007",
            f"此圖須有一個且只有一個 rit:Match，其耦各有上射、下射、所中；今有 {len(rites)} 個。",
            "The graph must hold one rit:Match whose couples have both archers with their hits; it holds "
            f"{len(rites)}.",
            Where(file),
        )
    rite = rites.pop()[1].removeprefix(f"{settings.base}text/")
    match = Match(name, rite, tuple(_couples(rows, Where(file), settings)))
    check_match(match, file)
    return match


def _couples(rows: list[ox.QuerySolution], where: Where, settings: Settings) -> Iterator[Couple]:
    for row in rows:
        archers = [
            Archer(
                _rank(_value(row, f"{hand}Rank"), where, settings),
                _number(row, f"{hand}Hits", where),
                _number(row, f"{hand}Touches", where),
            )
            for hand in ("upper", "lower")
        ]
        yield Couple(_number(row, "ordinal", where), archers[0], archers[1], where)


def _rank(iri: str, where: Where, settings: Settings) -> Entry:
    return archer_rank(iri.removeprefix(f"{settings.base}lexicon/"), where)


def _number(row: ox.QuerySolution, name: str, where: Where) -> int:
    cell = _value(row, name) or "0"
    if not (cell.isascii() and cell.isdecimal()):
        raise RiteError("KG-R002", f"不是數目：「{cell}」。", f"“{cell}” is no whole number.", where)
    return int(cell)


def _value(row: ox.QuerySolution, name: str) -> str:
    term = row[name]
    return str(getattr(term, "value", "")) if term is not None else ""
