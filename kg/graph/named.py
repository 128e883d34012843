"""The named queries: ontology/queries/NAME.rq, each with its question in both languages and its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.errors import GraphError, Where
from kg.graph.ontology import ontology_dir
from kg.graph.settings import Settings
from kg.graph.terms import literal

# Header of a query file: `# zh: …`, `# en: …`, and for each parameter `# param NAME: 說明 / what it is`.
_HEADER = re.compile(r"^#\s*(?P<key>zh|en|param\s+(?P<name>\w+)):\s*(?P<value>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query of the collection. `params`: name of a variable → what may be given for it."""

    name: str
    zh: str
    en: str
    params: dict[str, str]
    text: str

    def bind(self, values: Mapping[str, Sequence[str]]) -> str:
        """The query with the values given in place of the ones that it holds; a parameter not given keeps them.

        Each parameter is a `VALUES ?name { … }` block of labels or ids, so that the text runs on any SPARQL server.
        Raises GraphError KG-G033 where there is no such parameter, or no value.
        """
        text = self.text
        for name, given in values.items():
            if name not in self.params or not given:
                known = ", ".join(self.params) or "—"
                raise GraphError(
                    "KG-G033",
                    f"查詢 {self.name} 沒有參數 {name}，或未給值；可用：{known}。",
                    f"The query {self.name} has no parameter {name}, or no value was given; it takes: {known}.",
                )
            block = _values_block(name).search(text)
            assert block
            lang = "lzh" if "@lzh" in block[2] else ""  # labels carry a tag, ids of passages none
            terms = " ".join(literal(value, lang) for value in given)
            text = f"{text[: block.start(2)]} {terms} {text[block.end(2) :]}"
        return text


def _values_block(name: str) -> re.Pattern[str]:
    return re.compile(rf"(VALUES\s+\?{name}\s*)\{{([^}}]*)\}}", re.IGNORECASE)


def named_queries(settings: Settings | None = None) -> dict[str, NamedQuery]:
    """All named queries by name, in the order of their names. Raises GraphError KG-G037 for a file without header."""
    settings = settings or Settings()
    found: dict[str, NamedQuery] = {}
    for path in sorted((ontology_dir() / "queries").glob("*.rq")):
        text = settings.localise(path.read_text(encoding="utf-8"))
        header = {match["key"]: match["value"].strip() for match in _HEADER.finditer(text)}
        params = {match["name"]: match["value"].strip() for match in _HEADER.finditer(text) if match["name"]}
        broken = [name for name in params if not _values_block(name).search(text)]
        if "zh" not in header or "en" not in header or broken:
            raise GraphError(
                "KG-G037",
                "查詢檔須有「# zh:」「# en:」之問，每一參數須有 VALUES。",
                "A query file needs “# zh:” and “# en:” with its question, and a VALUES block for each parameter.",
                Where(str(path)),
            )
        found[path.stem] = NamedQuery(path.stem, header["zh"], header["en"], params, text)
    return found


def named_query(name: str, settings: Settings | None = None) -> NamedQuery:
    """The named query `name`. Raises GraphError KG-G032 where there is none."""
    queries = named_queries(settings)
    if name not in queries:
        known = ", ".join(queries)
        raise GraphError(
            "KG-G032",
            f"沒有名為 {name} 的查詢；可用：{known}。",
            f"There is no query named {name}; there are: {known}.",
        )
    return queries[name]
