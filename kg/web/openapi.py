"""The OpenAPI 3.1 description of the JSON service."""

from __future__ import annotations

from typing import Any

from kg import __version__

_TEXT = {"type": "string", "maxLength": 200}
_PAGING = (
    ("limit", "How many, 50 unless told", {"type": "integer", "minimum": 0, "maximum": 500}),
    ("offset", "How many to pass over", {"type": "integer", "minimum": 0}),
)
_STRING, _INTEGER = {"type": "string"}, {"type": "integer"}


def description() -> dict[str, Any]:
    """The description, as OpenAPI has it."""
    filler = _object({"iri": _STRING, "label": _STRING})
    act = _object({
        "iri": _STRING, "passage": _STRING, "action": _STRING, "mode": _STRING, "negated": {"type": "boolean"},
        "roles": {"type": "object", "additionalProperties": {"type": "array", "items": filler}},
    })  # fmt: skip
    passage = _object({"iri": _STRING, "id": _STRING, "text": _STRING})
    entity = _object({
        "iri": _STRING, "label": _STRING, "kind": _STRING, "pinyin": _STRING, "gloss": _STRING, "acts": _INTEGER,
    })  # fmt: skip
    hit = _object({
        "iri": _STRING, "kind": _STRING, "id": _STRING, "text": _STRING, "begin": _INTEGER, "end": _INTEGER,
    })  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "儀禮圖譜 ritual-kg", "version": __version__, "license": {"name": "MIT"}},
        "paths": {
            "/api/acts": _get("Acts in the order of the texts", act, (
                ("text", "A text's id: xiangshe", _TEXT), ("passage", "A passage's id: xiangshe.177", _TEXT),
                ("action", "The action's label: 適", _TEXT), ("actor", "An actor's label: 司射", _TEXT),
                ("object", "An object's label: 弓", _TEXT), ("place", "A place's label", _TEXT),
            )),
            "/api/passages": _get("Passages in the order of the texts", passage, (
                ("text", "A text's id", _TEXT), ("q", "Words, variants or pinyin that it holds", _TEXT),
            )),
            "/api/entities": _get("Actors, objects, places, actions, directions", entity, (
                ("kind", "Of which kind", {"enum": ["Actor", "Object", "Position", "Action", "Direction"]}),
                ("q", "Words, variants, pinyin or English", _TEXT),
            )),
            "/search": _get("Full-text search", hit, (
                ("q", "Words, variants, pinyin or English", _TEXT),
                ("kind", "Of which kind", {"enum": ["passage", "note", "entity"]}),
            )),
        },
    }  # fmt: skip


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _get(summary: str, item: dict[str, Any], parameters: tuple[tuple[str, str, dict[str, Any]], ...]) -> dict[str, Any]:
    listed = _object({"total": _INTEGER, "offset": _INTEGER, "items": {"type": "array", "items": item}})
    fault = {"description": "What is wrong with the request", "content": {"application/json": {"schema": {
        "type": "object", "required": ["status", "code", "zh", "en"],
    }}}}  # fmt: skip
    return {"get": {
        "summary": summary,
        "parameters": [
            {"name": name, "in": "query", "description": told, "schema": schema}
            for name, told, schema in (*parameters, *_PAGING)
        ],
        "responses": {
            "200": {"description": summary, "content": {"application/json": {"schema": listed}}},
            "400": fault,
        },
    }}  # fmt: skip
