"""JSON Schemas for the messages of the Reconciliation Service API 0.2, written from what its specification says.

https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/ (required fields, types, templates).
"""

from __future__ import annotations

from typing import Any

_TEXT = {"type": "string", "minLength": 1}
_URL = {"type": "string", "pattern": "^https?://"}
_TEMPLATE = {"type": "string", "pattern": r"^https?://.*\{\{id\}\}"}


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None, *, closed: bool = True) -> dict[str, Any]:
    """An object with these fields; no others where it is closed."""
    fields = {**required, **(optional or {})}
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": not closed}


def _listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _mapped(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


_TYPE = _object({"id": _TEXT, "name": _TEXT}, {"broader": _listed(_object({"id": _TEXT, "name": _TEXT}))})
_PLACE = _object({"service_url": _URL, "service_path": {"type": "string", "pattern": "^/"}})
_KINDS = {"enum": ["number", "text", "checkbox", "select"]}
_SETTING = _object({"name": _TEXT, "label": _TEXT, "type": _KINDS}, closed=False)
MANIFEST = _object(
    {
        "versions": {"type": "array", "items": {"type": "string"}, "contains": {"const": "0.2"}},
        "name": _TEXT, "identifierSpace": _URL, "schemaSpace": _URL,
    },
    {
        "documentation": _URL, "logo": _URL, "serviceVersion": _TEXT, "batchSize": {"type": "integer", "minimum": 1},
        "defaultTypes": {**_listed(_TYPE), "uniqueItems": True},
        "view": _object({"url": _TEMPLATE}), "feature_view": _object({"url": _TEMPLATE}),
        "preview": _object({"url": _TEMPLATE, "width": {"type": "integer"}, "height": {"type": "integer"}}),
        "suggest": _object({}, {"entity": _PLACE, "property": _PLACE, "type": _PLACE}),
        "extend": _object({}, {"propose_properties": _PLACE, "property_settings": _listed(_SETTING)}),
        "authentication": {"type": "object"},
    },
)  # fmt: skip
_VALUE = {"oneOf": [{"type": ["string", "number", "boolean"]}, _object({"id": _TEXT}, {"name": _TEXT}, closed=False)]}
QUERY_BATCH = _mapped({
    **_object({}, {
        "query": _TEXT, "type": {"oneOf": [{"type": "string"}, _listed({"type": "string"})]},
        "limit": {"type": "number", "exclusiveMinimum": 0}, "type_strict": {"enum": ["any", "should", "all"]},
        "properties": _listed(_object({"pid": _TEXT, "v": {"oneOf": [_VALUE, _listed(_VALUE)]}}, closed=False)),
    }),
    "anyOf": [{"required": ["query"]}, {"required": ["properties"]}],
})  # fmt: skip
_FEATURE = _object({"id": _TEXT, "value": {"type": ["boolean", "number"]}})
_CANDIDATE = _object(
    {"id": _TEXT, "name": _TEXT, "score": {"type": "number"}},
    {"description": {"type": "string"}, "match": {"type": "boolean"}, "features": _listed(_FEATURE),
     "type": _listed(_object({"id": _TEXT}, {"name": _TEXT}))},
)  # fmt: skip
RESULT_BATCH = _mapped(_object({"result": _listed(_CANDIDATE)}))
SUGGEST_ENTITY = _object({"result": _listed(
    _object({"id": _TEXT, "name": _TEXT}, {"description": {"type": "string"}, "notable": _listed(_TEXT)})
)})  # fmt: skip
SUGGEST_TYPE = _object({"result": _listed(_TYPE)})
SUGGEST_PROPERTY = _object({"result": _listed(_object({"id": _TEXT, "name": _TEXT}, {"description": _TEXT}))})
PROPOSAL = _object(
    {"properties": _listed(_object({"id": _TEXT, "name": _TEXT})), "type": {"type": "string"}},
    {"limit": {"type": "integer"}},
)
_WANTED = _object({"id": _TEXT}, {"settings": {"type": "object"}})
EXTEND_QUERY = _object({"ids": _listed({"type": "string"}), "properties": _listed(_WANTED)})
_DATE = {"type": "string", "pattern": r"^-?\d{4}-\d\d-\d\dT"}
_CELL = {
    "oneOf": [
        _object({}), _object({"id": _TEXT, "name": _TEXT}, {"description": {"type": "string"}}),
        _object({"str": {"type": "string"}}), _object({"int": {"type": "integer"}}),
        _object({"float": {"type": "number"}}), _object({"date": _DATE}),
    ]
}  # fmt: skip
_OF_TYPE = _object({"id": _TEXT}, {"name": _TEXT})
EXTEND_RESPONSE = _object({
    "meta": _listed(_object({"id": _TEXT, "name": _TEXT}, {"type": _OF_TYPE, "service": _URL})),
    "rows": _mapped(_mapped(_listed(_CELL))),
})  # fmt: skip
