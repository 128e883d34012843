"""Witnesses as quads: where each edition stands in the canonical text, and where the editions differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kg.graph.commentary import note_term
from kg.graph.glosses import gloss_term
from kg.graph.passages import TextGraph
from kg.graph.settings import NIF, Settings
from kg.graph.steps import Acts, innermost, step_term, within
from kg.graph.terms import TRUE, TYPE, integer, literal
from kg.reading.glosses import Gloss
from kg.texts.document import Document
from kg.texts.span import Span
from kg.texts.variants import (
    Difference,
    GlyphVariant,
    Proposal,
    Variant,
    WitnessReading,
    glyph_variants,
    proposals,
    variants,
)
from kg.texts.witnesses import Alignment, Chapter, Text


def collation_quads(
    chapter: Chapter,
    canon: Text,
    spellings: Mapping[str, str],
    settings: Settings,
    *,
    acts: Acts = (),
    glosses: Mapping[str, Sequence[Gloss]] | None = None,
) -> Iterator[str]:
    """All that the witnesses say of one canonical text, in the graph graph/collation/ID.

    For each witness: which canonical passages its own passages, notes, glosses and steps stand on; then variants,
    glyphs and proposals to emend. `acts` are those of the canonical text, which belong to the witnesses' steps too;
    `glosses` those of the witnesses by the document's id; `spellings` as in kg.texts.variants. Passages and notes of
    the witnesses are described in their own graphs.
    """
    text = TextGraph(canon.document, settings)
    graph = f"<{text.iris.graph('collation', canon.document.id)}>"
    for alignment in chapter.of(canon.document.id):
        yield from _alignment(text, alignment, graph)
        yield from _glosses(text, alignment, graph, (glosses or {}).get(alignment.witness.document.id, ()))
        yield from _steps(text, alignment, graph, acts)
    found = variants(chapter, canon, spellings)
    for variant in found:
        yield _variant(text, variant, graph)
    for proposal in proposals(chapter, canon, found):
        yield _proposal(text, proposal, graph)
    for glyph in glyph_variants(chapter, canon):
        yield _glyph(text, glyph, graph)


def _alignment(text: TextGraph, alignment: Alignment, graph: str) -> Iterator[str]:
    rit = text.settings.ontology
    witness = alignment.witness.document
    other = TextGraph(witness, text.settings)
    passages = {passage.id: f"<{text.passage_iri(passage)}>" for passage in text.document.passages}
    for passage in witness.passages:
        term = f"<{other.passage_iri(passage)}>"
        if alignment.holds(passage.span):
            for identity in alignment.passages(passage.span):
                yield f"{term} <{rit}canonicalPassage> {passages[identity]} {graph} .\n"
    for note in witness.notes:
        if alignment.holds(note.anchor):
            for identity in alignment.passages(note.anchor):
                yield f"{note_term(other, note.id)} <{rit}onPassage> {passages[identity]} {graph} .\n"


def _glosses(text: TextGraph, alignment: Alignment, graph: str, glosses: Sequence[Gloss]) -> Iterator[str]:
    """The canonical passage of each word that the witness's notes gloss."""
    other = TextGraph(alignment.witness.document, text.settings)
    passages = {passage.id: f"<{text.passage_iri(passage)}>" for passage in text.document.passages}
    for gloss in glosses:
        if gloss.place is not None and alignment.holds(gloss.place):
            for identity in alignment.passages(gloss.place)[-1:]:
                yield f"{gloss_term(other, gloss)} <{text.settings.ontology}onPassage> {passages[identity]} {graph} .\n"


def _steps(text: TextGraph, alignment: Alignment, graph: str, acts: Acts) -> Iterator[str]:
    """The acts of the canonical text in each step of the witness."""
    rit, witness = text.settings.ontology, alignment.witness.document
    other = TextGraph(witness, text.settings)
    for step in innermost(witness.steps):
        for span in (step.span, *([step.record] if step.record is not None else [])):
            place = alignment.span(span) if alignment.holds(span) else None
            if place is not None:
                for act in within(acts, place):
                    yield f"<{act}> <{rit}step> {step_term(other, step)} {graph} .\n"


def _place(text: TextGraph, term: str, span: Span, graph: str) -> str:
    """A resource that is a stretch of the text itself: the stretch may be empty, and other graphs may describe it."""
    document = text.document
    return (
        f"{term} <{NIF}referenceContext> <{text.text}> {graph} .\n"
        f"{term} <{NIF}beginIndex> {integer(span.start)} {graph} .\n"
        f"{term} <{NIF}endIndex> {integer(span.end)} {graph} .\n"
        f"{term} <{NIF}anchorOf> {literal(span.of(document.text))} {graph} .\n"
    )


def _name(text: TextGraph, kind: str, span: Span) -> str:
    """`<…/kind/xiangshe.177/3>`: the passage and the place in it, so that edits elsewhere keep it."""
    passage = text.passage_at(span.start) or text.passage_at(max(0, span.start - 1))
    at = span.start - passage.span.start if passage else span.start
    size = f"-{len(span)}" if len(span) != 1 else ""
    return f"<{text.iris.part(text.text, kind, passage.id if passage else '-')}/{at}{size}>"


def _variant(text: TextGraph, variant: Variant, graph: str) -> str:
    rit = text.settings.ontology
    term = _name(text, "variant", variant.span)
    kind = "SpellingVariant" if variant.kind is Difference.SPELLING else "ReadingVariant"
    lines = [
        f"{term} {TYPE} <{rit}Variant> {graph} .\n"
        f"{term} {TYPE} <{rit}{kind}> {graph} .\n"
        f"{term} <{rit}text> {literal(variant.lemma)} {graph} .\n",
        _place(text, term, variant.span, graph),
        _on_passage(text, term, variant.span, graph),
    ]
    for group, (norm, readings) in enumerate(variant.readings):
        for reading in readings:
            lines.append(_reading(text, term, reading, norm, group == 0, graph))
    return "".join(lines)


def _reading(text: TextGraph, variant: str, reading: WitnessReading, norm: str, agrees: bool, graph: str) -> str:
    rit = text.settings.ontology
    term = f"{variant[:-1]}/{reading.witness}>"
    lines = (
        f"{variant} <{rit}witnessReading> {term} {graph} .\n"
        f"{term} {TYPE} <{rit}WitnessReading> {graph} .\n"
        f"{term} <{rit}witnessText> <{text.iris.text(reading.witness)}> {graph} .\n"
        f"{term} <{rit}text> {literal(reading.text)} {graph} .\n"
        f"{term} <{rit}normalText> {literal(norm)} {graph} .\n"
        f"{term} <{NIF}beginIndex> {integer(reading.span.start)} {graph} .\n"
        f"{term} <{NIF}endIndex> {integer(reading.span.end)} {graph} .\n"
    )
    return lines + (f"{term} <{rit}agrees> {TRUE} {graph} .\n" if agrees else "")


def _proposal(text: TextGraph, proposal: Proposal, graph: str) -> str:
    rit = text.settings.ontology
    term = _name(text, "proposal", proposal.span)
    lines = [
        f"{term} {TYPE} <{rit}EmendationProposal> {graph} .\n"
        f"{term} <{rit}presentReading> {literal(proposal.sic)} {graph} .\n"
        f"{term} <{rit}proposedReading> {literal(proposal.corr)} {graph} .\n"
        f"{term} <{rit}witnesses> {integer(len(proposal.witnesses))} {graph} .\n"
        f"{term} <{rit}outOf> {integer(proposal.against)} {graph} .\n",
        _place(text, term, proposal.span, graph),
        _on_passage(text, term, proposal.span, graph),
    ]
    lines += (
        f"{term} <{rit}witnessText> <{text.iris.text(reading.witness)}> {graph} .\n" for reading in proposal.witnesses
    )
    if proposal.made is not None:
        made = text.iris.part(text.text, "emendation", str(proposal.made.span.start))
        lines.append(f"{term} <{rit}confirms> <{made}> {graph} .\n")
    return "".join(lines)


def _glyph(text: TextGraph, glyph: GlyphVariant, graph: str) -> str:
    rit = text.settings.ontology
    term = f"<{text.iris.part(text.text, 'glyph', f'{glyph.witness}-{glyph.canonical}-{glyph.written}')}>"
    return (
        f"{term} {TYPE} <{rit}GlyphVariant> {graph} .\n"
        f"{term} <{rit}witnessText> <{text.iris.text(glyph.witness)}> {graph} .\n"
        f"{term} <{rit}canonicalGlyph> {literal(glyph.canonical)} {graph} .\n"
        f"{term} <{rit}writtenGlyph> {literal(glyph.written)} {graph} .\n"
        f"{term} <{rit}occurrences> {integer(glyph.count)} {graph} .\n"
    )


def _on_passage(text: TextGraph, term: str, span: Span, graph: str) -> str:
    """The passage that a place stands in; an empty place belongs to the letter before it."""
    passage = text.passage_at(span.start if len(span) else max(0, span.start - 1))
    return f"{term} <{text.settings.ontology}onPassage> <{text.passage_iri(passage)}> {graph} .\n" if passage else ""


def canonical_quads(document: Document, settings: Settings) -> Iterator[str]:
    """The text of a canonical document that the build did not read: its string and passages, without acts."""
    yield from TextGraph(document, settings).quads(())

