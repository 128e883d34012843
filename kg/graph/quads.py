"""From a document and its reading to N-Quads text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.errors import GraphError, Where
from kg.graph.acts import act_iris, act_quads
from kg.graph.commentary import commentary_quads
from kg.graph.commentators import Commentators
from kg.graph.entities import Entities
from kg.graph.glosses import gloss_quads
from kg.graph.passages import TextGraph
from kg.graph.regulations import regulation_quads
from kg.graph.settings import Settings
from kg.graph.steps import step_quads
from kg.graph.tallies import tally_quads
from kg.graph.things import thing_quads
from kg.lexicon.load import Lexicon, load_lexicon
from kg.reading.act import Reading
from kg.reading.glosses import Gloss, read_glosses
from kg.texts.document import Document


def build_quads(
    document: Document,
    reading: Reading,
    *,
    settings: Settings,
    lexicon: Lexicon | None = None,
    glosses: Iterable[Gloss] | None = None,
) -> Iterator[str]:
    """The graph of one text as N-Quads: each string holds whole lines, ends with LF, and names its graph.

    Graphs: graph/text/ID the text and its acts; graph/notes/ID notes and headings, graph/glosses/ID what the notes say
    of single words, graph/steps/ID the division into steps, so that no commentary mixes with the rite; graph/things/ID,
    graph/regulations/ID and graph/tallies/ID what the rite's tables have from the text; graph/lexicon the description
    of every entity and commentator that the text names (the same lines that `lexicon_quads` gives, so that a file
    stands by itself).
    `lexicon` is the one that the reading used (default: the shipped one); `glosses` are those of the document's notes
    (default: they are read). Deterministic: equal input, equal lines.
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
    people = Commentators(settings)
    yield from commentary_quads(text, people)
    yield from gloss_quads(text, read_glosses(document) if glosses is None else glosses, people)
    yield from step_quads(text, acts_of(text, reading), people)
    described: set[str] = set()
    yield from thing_quads(text, entities, described=described)
    yield from regulation_quads(text, entities, described=described)
    yield from tally_quads(text, entities, described)
    yield from entities.lines
    yield from people.lines


def acts_of(text: TextGraph, reading: Reading) -> list[tuple[int, str]]:
    """Where the verb of each act of a text stands, and the act's IRI, in the order of the text."""
    places = (act.verb.start for act in reading.acts)
    return sorted(zip(places, act_iris(text, reading.acts), strict=True))
