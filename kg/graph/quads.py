"""From a document and its reading to N-Quads text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.errors import GraphError, Where
from kg.graph.acts import act_iris, act_quads
from kg.graph.commentary import commentary_quads
from kg.graph.commentators import Commentators
from kg.graph.entities import Entities
from kg.graph.glosses import gloss_quads
from kg.graph.passages import TextGraph
from kg.graph.regulations import regulation_quads
from kg.graph.rite_quads import rite_quads
from kg.graph.settings import Settings
from kg.graph.steps import step_quads
from kg.graph.tallies import tally_quads
from kg.graph.things import thing_quads
from kg.lexicon.load import Lexicon, load_lexicon
from kg.reading.act import Act, Reading
from kg.reading.glosses import Gloss, read_glosses
from kg.rite.interpret import Rite, interpret
from kg.rite.likeness import Outcome
from kg.texts.document import Document


def build_quads(
    document: Document,
    reading: Reading,
    *,
    settings: Settings,
    lexicon: Lexicon | None = None,
    glosses: Iterable[Gloss] | None = None,
    rite: Rite | None = None,
) -> Iterator[str]:
    """The graph of one text as N-Quads: each string holds whole lines, ends with LF, and names its graph.

    Graphs: graph/text/ID the text and its acts; graph/notes/ID notes and headings, graph/glosses/ID what the notes say
    of single words, graph/steps/ID the division into steps, so that no commentary mixes with the rite; graph/things/ID,
    graph/regulations/ID and graph/tallies/ID what the rite's tables have from the text; graph/lexicon the description
    of every entity and commentator that the text names (the same lines that `lexicon_quads` gives, so that a file
    stands by itself).
    graph/rite/ID holds its phases, offices and likenesses, graph/state/ID who is where after each act.
    `lexicon` is the one that the reading used (default: the shipped one); `rite` what the reading means (default: it is
    interpreted); `glosses` are those of the document's notes
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
    rite = interpret(document, reading) if rite is None else rite
    yield from act_quads(text, _unlikened(reading, rite), entities)
    yield from rite_quads(rite, text, entities)
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


def _unlikened(reading: Reading, rite: Rite) -> list[Act]:
    """The acts without the likeness that the reading guessed, where the rite knows better: 初 goes back to a phase."""
    if rite.phases.rite:
        return [replace(act, like_of=None) for act in reading.acts]
    known = {rite.acts[one.act].verb for one in rite.likenesses if one.outcome is not Outcome.OPEN}
    return [replace(act, like_of=None) if act.verb in known else act for act in reading.acts]
