"""Answers of the reconciliation service (API 0.2): what a query, a suggestion, an extension gives, as JSON objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kg import __version__
from kg.links.properties import Properties
from kg.links.vocabulary import Entity, Hit, Vocabulary

BATCH = 50
"""So many queries are answered at once (batchSize of the manifest)."""
_LIMIT, _MOST = 10, 100
_CERTAIN = 95.0
_NAMED = 0.85  # the part of a score that the name decides where properties are given; they decide the rest
_AGREES, _PARTLY, _DIFFERS = 1.0, 0.5, -1.0
_DEFAULT_TYPES = ("Object", "Position", "Actor", "Action")


class BadQuery(ValueError):
    """A query that the protocol does not allow; the message says why, in English."""


class Answers:
    """Answers over one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.properties = Properties(vocabulary)

    def manifest(self, here: str) -> dict[str, Any]:
        """The service manifest; `here` is the URL of the service without a slash at its end."""
        types = self.vocabulary.types
        return {
            "versions": ["0.2"],
            "name": "儀節詞表 ritual-kg",
            "identifierSpace": self.vocabulary.settings.base,
            "schemaSpace": self.vocabulary.settings.ontology,
            "documentation": self.vocabulary.settings.base,
            "serviceVersion": __version__,
            "defaultTypes": [{"id": one, "name": types[one].name} for one in _DEFAULT_TYPES if one in types],
            "view": {"url": f"{here}/view?id={{{{id}}}}"},
            "preview": {"url": f"{here}/preview?id={{{{id}}}}", "width": 420, "height": 260},
            "suggest": {
                kind: {"service_url": here, "service_path": f"/suggest/{kind}"}
                for kind in ("entity", "property", "type")
            },
            "extend": {
                "propose_properties": {"service_url": here, "service_path": "/properties"},
                "property_settings": [],
            },
            "batchSize": BATCH,
        }

    def reconcile(self, batch: object) -> dict[str, Any]:
        """A result batch for a query batch. Raises BadQuery."""
        if not isinstance(batch, dict):
            raise BadQuery("a query batch is a JSON object of queries")
        return {str(key): {"result": self._candidates(query)} for key, query in batch.items()}

    def _candidates(self, query: object) -> list[dict[str, Any]]:
        if not isinstance(query, dict):
            raise BadQuery("a query is a JSON object")
        words, wanted = query.get("query", ""), query.get("properties", [])
        if not isinstance(words, str) or not isinstance(wanted, list) or not (words or wanted):
            raise BadQuery("a query needs a string “query” or a list “properties”")
        limit = query.get("limit", _LIMIT)
        if isinstance(limit, bool) or not isinstance(limit, int | float) or limit < 1:
            raise BadQuery("“limit” is a positive number")
        types = query.get("type", [])
        types = [types] if isinstance(types, str) else types
        if not isinstance(types, list) or not all(isinstance(one, str) for one in types):
            raise BadQuery("“type” is a type or a list of types")
        conditions = [_condition(one) for one in wanted]
        chosen = frozenset(types)
        hits = self.vocabulary.search(words, chosen) if words else self._all(chosen)
        scored = [self._scored(hit, conditions) for hit in hits[: _MOST if words else None]]
        scored = [one for one in scored if words or one["score"] > 0]
        scored.sort(key=lambda one: -one["score"])
        certain = [one for one in scored if one["score"] >= _CERTAIN]
        for one in scored:
            one["match"] = len(certain) == 1 and one is certain[0]
        return scored[: min(int(limit), _MOST)]

    def _all(self, types: frozenset[str]) -> list[Hit]:
        entities = self.vocabulary.entities.values()
        return [Hit(one, 0.0, "") for one in entities if not types or types & self.vocabulary.all_types(one)]

    def _scored(self, hit: Hit, conditions: Sequence[tuple[str, frozenset[str]]]) -> dict[str, Any]:
        """A candidate: the score of its name, more where properties agree, less where they differ."""
        features: list[dict[str, Any]] = [{"id": f"by_{hit.by}", "value": True}] if hit.by else []
        agreement: list[float] = []
        for pid, values in conditions:
            prop = self.properties.all.get(pid)
            if prop is None:
                continue
            there = {str(v).lower() for value in prop.values(hit.entity) for v in value.values()}
            partly = any(v in t for v in values for t in there)
            agreement.append(_AGREES if there & values else _PARTLY if partly else _DIFFERS)
            features.append({"id": f"property_{pid}", "value": agreement[-1]})
        score = hit.score
        if agreement:
            weight = (1 - _NAMED) * 100 if hit.by else 60.0
            score = (_NAMED * hit.score if hit.by else 0.0) + weight * sum(agreement) / len(agreement)
        made = self._entity(hit.entity)
        return {**made, "score": round(min(100.0, max(0.0, score)), 1), "match": False, "features": features}

    def _entity(self, entity: Entity) -> dict[str, Any]:
        types = self.vocabulary.types
        return {
            "id": entity.id, "name": entity.name, "description": entity.description,
            "type": [{"id": one, "name": types[one].name if one in types else one} for one in entity.types],
        }  # fmt: skip

    def suggest(self, kind: str, prefix: str, cursor: int) -> dict[str, Any]:
        """Suggestions for what somebody is typing: entities, properties or types."""
        wanted = prefix.strip().lower()
        found: list[dict[str, Any]]
        if kind == "entity":
            hits = self.vocabulary.search(prefix)
            found = [
                {"id": h.entity.id, "name": h.entity.name, "description": h.entity.description,
                 "notable": list(h.entity.types[:1])} for h in hits
            ]  # fmt: skip
        elif kind == "type":
            found = [
                {"id": one.id, "name": one.name, "broader": [self._type(parent) for parent in one.broader]}
                for one in self.vocabulary.types.values()
                if wanted in one.id.lower() or wanted in one.name.lower()
            ]
        else:
            found = [
                {"id": one.id, "name": one.name}
                for one in self.properties.all.values()
                if wanted in one.id.lower() or wanted in one.name.lower()
            ]
        return {"result": found[cursor : cursor + _MOST]}

    def _type(self, identifier: str) -> dict[str, str]:
        known = self.vocabulary.types.get(identifier)
        return {"id": identifier, "name": known.name if known else identifier}

    def propose(self, kind: str, limit: int | None) -> dict[str, Any]:
        """Properties that entities of a type have; they are the same for all."""
        found = [{"id": one.id, "name": one.name} for one in self.properties.all.values()]
        made: dict[str, Any] = {"properties": found[:limit], "type": kind}
        return {**made, "limit": limit} if limit is not None else made

    def extend(self, query: object) -> dict[str, Any]:
        """Values of properties of entities. Unknown entities and properties have none. Raises BadQuery."""
        ids = query.get("ids") if isinstance(query, Mapping) else None
        wanted = query.get("properties") if isinstance(query, Mapping) else None
        if not isinstance(ids, list) or not isinstance(wanted, list):
            raise BadQuery("an extension query needs lists “ids” and “properties”")
        if not all(isinstance(one, Mapping) and isinstance(one.get("id"), str) for one in wanted):
            raise BadQuery("each property is an object with an “id”")
        names = [one["id"] for one in wanted]
        known = self.properties.all
        rows: dict[str, dict[str, list[dict[str, Any]]]] = {}
        for identifier in map(str, ids):
            entity = self.vocabulary.entities.get(identifier)
            rows[identifier] = {
                name: known[name].values(entity) if entity is not None and name in known else [] for name in names
            }
        meta = [{"id": name, "name": known[name].name if name in known else name} for name in names]
        return {"meta": meta, "rows": rows}


def _condition(wanted: object) -> tuple[str, frozenset[str]]:
    if not isinstance(wanted, Mapping) or not isinstance(wanted.get("pid"), str) or "v" not in wanted:
        raise BadQuery("each of “properties” is an object with “pid” and “v”")
    values = wanted["v"] if isinstance(wanted["v"], list) else [wanted["v"]]
    plain = (value.get("id", "") if isinstance(value, Mapping) else value for value in values)
    return wanted["pid"], frozenset(str(value).strip().lower() for value in plain if str(value).strip())
