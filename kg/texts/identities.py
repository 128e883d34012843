"""Ids of sentences and notes in a TEI edition: as its editor gives them, each once."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from kg.texts.document import Citation, Problem
from kg.texts.markup import XML_ID, source_line


@dataclass(slots=True)
class Identities:
    """Ids that were given out, which element has which, and the problems met with."""

    problems: list[Problem]
    _of: dict[etree._Element, str] = field(default_factory=dict)
    _given: dict[str, int] = field(default_factory=dict)

    def of(self, element: etree._Element, name: str, citation: Citation) -> str:
        """The xml:id of the element, else `name`; an xml:id that was given before becomes another: KG-T114."""
        told = element.get(XML_ID) or ""
        made = self.new(told or name)
        if told and made != told:
            self.problems.append(Problem(
                "KG-T114", "repeated-id", f"xml:id「{told}」重出，此處作「{made}」。",
                f"The xml:id {told} occurs twice; here it is read as {made}.", None, source_line(element), citation,
            ))  # fmt: skip
        if told:
            self._of[element] = made
        return made

    def told(self, element: etree._Element) -> str:
        """What an element is read as whose xml:id was asked for before; empty where it has none."""
        return self._of.get(element, element.get(XML_ID) or "")

    def new(self, name: str) -> str:
        """The name, or name-2, name-3 … where it was given before."""
        made = name
        while made in self._given:
            self._given[name] += 1
            made = f"{name}-{self._given[name]}"
        self._given[made] = 1
        return made
