"""Acts as Web Annotations (W3C): text quote and position selectors, so that annotation tools can show them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kg.errors import ExportError, Where
from kg.graph.records import ActRecord, act_records
from kg.graph.source import Source, printed

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_AROUND = 16  # code points of prefix and suffix, by which a tool finds the place in another copy of the text
_FACTS = "application/json"


def act_annotations(source: Source) -> Iterator[dict[str, Any]]:
    """An annotation an act, in the order of the texts; its target is the act's verb.

    Bodies: the verb as a tag; a sentence for people, with citation; each participant as a tag that links to its IRI;
    and the act as JSON, from which `read_annotations` has everything back.
    """
    for record in act_records(source):
        words = source.texts[record.text].words
        yield {
            "@context": _CONTEXT,
            "id": record.iri,
            "type": "Annotation",
            "motivation": "describing",
            "body": list(_bodies(record)),
            "target": {
                "source": record.text,
                "selector": [
                    {
                        "type": "TextQuoteSelector",
                        "exact": words[record.begin : record.end],
                        "prefix": words[max(0, record.begin - _AROUND) : record.begin],
                        "suffix": words[record.end : record.end + _AROUND],
                    },
                    {"type": "TextPositionSelector", "start": record.begin, "end": record.end},
                ],
            },
        }


def annotation_lines(source: Source) -> Iterator[str]:
    """A JSON array of annotations, one a line."""
    yield "["
    for number, one in enumerate(act_annotations(source)):
        yield (",\n" if number else "\n") + json.dumps(one, ensure_ascii=False)
    yield "\n]\n"


def facts(record: ActRecord) -> dict[str, Any]:
    """An act without its place in the text, as JSON has it."""
    made: dict[str, Any] = {
        "act": record.key, "action": record.action, "citation": record.citation, "quote": record.quote,
        "roles": {
            role: [
                {
                    "label": f.label,
                    **({"id": f.iri} if f.iri else {}),
                    **({"start": f.begin, "end": f.end} if f.begin is not None else {}),
                    **({"supplied": f.rule} if f.supplied else {}),
                    **({"quantity": f.quantity} if f.quantity else {}),
                }
                for f in fillers
            ]
            for role, fillers in record.roles.items()
        },
        "rule": record.rule, "grade": record.grade,
    }  # fmt: skip
    for name, value in (("mode", record.mode), ("negated", record.negated), ("count", record.count)):
        if value:
            made[name] = value
    return made


def _bodies(record: ActRecord) -> Iterator[dict[str, Any]]:
    told = "；".join(f"{role}：{'、'.join(record.labels(role))}" for role in record.roles)
    sentence = f"{record.action}{'（否）' if record.negated else ''}　{told}".rstrip("　")
    yield {"type": "TextualBody", "purpose": "tagging", "value": record.action, "language": "lzh"}
    yield {
        "type": "TextualBody", "purpose": "describing", "format": "text/plain",
        "value": f"{sentence}\n{printed(record.citation, record.quote)}",
    }  # fmt: skip
    for role, fillers in record.roles.items():
        for filler in fillers:
            if filler.iri:
                yield {"type": "SpecificResource", "purpose": "identifying", "source": filler.iri}
                yield {"type": "TextualBody", "purpose": "tagging", "value": f"{role}: {filler.label}"}
    yield {
        "type": "TextualBody", "purpose": "describing", "format": _FACTS,
        "value": json.dumps(facts(record), ensure_ascii=False),
    }  # fmt: skip


def read_annotations(path: Path) -> Iterator[dict[str, Any]]:
    """The acts of a file that `annotation_lines` wrote: the facts, with `id`, `text`, `start`, `end` and `exact`.

    Raises ExportError KG-E004 where it is no JSON, or an annotation lacks what we write.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for one in found:
            quote, position = _selectors(one["target"]["selector"])
            told = next(b["value"] for b in one["body"] if b.get("format") == _FACTS)
            yield {
                **json.loads(told), "id": one["id"], "text": one["target"]["source"], "start": position["start"],
                "end": position["end"], "exact": quote["exact"],
            }  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as fault:
        raise ExportError(
            "KG-E004", f"不是本程式所出之 Web Annotation：{fault!r}。",
            f"These are no Web Annotations of ours: {fault!r}.", Where(str(path)),
        ) from fault  # fmt: skip


def _selectors(selectors: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    by_type = {one["type"]: one for one in selectors}
    return by_type["TextQuoteSelector"], by_type["TextPositionSelector"]
