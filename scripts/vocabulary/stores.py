"""Asking a store for rows: Oxigraph, or rdflib's own store and evaluator."""

from __future__ import annotations

import pyoxigraph as ox
import rdflib

from vocabulary.questions import Row, cell_of


def oxigraph_rows(store: ox.Store, query: str) -> tuple[list[str], list[Row]]:
    """Columns and rows of a SELECT over the union of all graphs."""
    found = store.query(query, use_default_graph_as_union=True)
    if not isinstance(found, ox.QuerySolutions):
        raise TypeError("a competency question is a SELECT")
    names = [variable.value for variable in found.variables]
    return names, [tuple(_ox_cell(row[name]) for name in names) for row in found]


def _ox_cell(term: object) -> str | None:
    if isinstance(term, ox.Literal):
        return cell_of(term.value, term.datatype.value)  # type: ignore[return-value]
    return None if term is None else str(getattr(term, "value", term))


def rdflib_rows(dataset: rdflib.Graph, query: str) -> tuple[list[str], list[Row]]:
    """The same by rdflib."""
    found = dataset.query(query)
    names = [str(variable) for variable in found.vars or ()]
    return names, [tuple(_rdflib_cell(term) for term in row) for row in found]  # type: ignore[union-attr]


def _rdflib_cell(term: object) -> str | None:
    if isinstance(term, rdflib.Literal):
        return cell_of(str(term), str(term.datatype or ""))  # type: ignore[return-value]
    return None if term is None else str(term)
