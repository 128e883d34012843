"""From a document and its reading to N-Quads text."""

from __future__ import annotations

from collections.abc import Iterator

from kg.errors import GraphError, Where
from kg.graph.acts import act_quads
from kg.graph.commentary import commentary_quads
from kg.graph.entities import Entities
from kg.graph.passages import TextGraph
from kg.graph.settings import Settings
from kg.lexicon.load import Lexicon, load_lexicon
from kg.reading.act import Reading
from kg.texts.document import Document


def build_quads(
    document: Document, reading: Reading, *, settings: Settings, lexicon: Lexicon | None = None
) -> Iterator[str]:
    """The graph of one text as N-Quads: each string holds whole lines, ends with LF, and names its graph.

    Graphs: graph/text/ID the text and its acts, graph/notes/ID notes and headings, graph/lexicon the description of
    every entity that the text names (the same lines that `lexicon_quads` gives, so that a file stands by itself).
    `lexicon` is the one that the reading used (default: the shipped one). Deterministic: equal input, equal lines.
    Raises GraphError KG-G002, KG-G003 (see iris.py, terms.py), KG-G006 (the reading is of another text).
    """
    if reading.text != document.text:
        raise GraphError(
            "KG-G006",
            f"閱讀與文本 {document.id} 不是同一篇文字。",
            f"The reading is not of the text {document.id}; read the document again.",
            Where(document.source.path),
        )
    text = TextGraph(document, settings)
    entities = Entities(settings, lexicon or load_lexicon())
    yield from text.quads(reading.clauses)
    for mention in reading.mentions:
        entity = entities.name(mention.kind.value, mention.label, mention.entry)
        yield text.mention(mention.span, mention.kind.value, entity)
    yield from act_quads(text, reading.acts, entities)
    yield from commentary_quads(text)
    yield from entities.lines
