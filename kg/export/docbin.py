"""Texts as spaCy Docs: tokens, mentions as entities, acts, roles and passages as span groups."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from kg.export.tables import MENTIONS
from kg.graph.records import ActRecord, act_records
from kg.graph.source import Row, Source, Text, local

_ATTRIBUTES = ["ORTH", "SPACY", "NORM", "ENT_IOB", "ENT_TYPE", "ENT_KB_ID"]


def docbin(source: Source) -> bytes:
    """A DocBin with a Doc a text; read it with `DocBin().from_bytes(data).get_docs(spacy.blank("lzh").vocab)`, or with
    the vocab of any pipeline.

    doc.ents: mentions (label: class, kb_id: IRI). doc.spans: `acts` (label: action, id: place of the act), `roles`
    (label: role, kb_id: IRI of the filler, id: place of the act), `passages` (label: layer, id: citation).
    """
    nlp = spacy.blank("lzh")
    made = DocBin(attrs=_ATTRIBUTES, store_user_data=True)
    for doc in docs(source, nlp):
        made.add(doc)
    return made.to_bytes()


def docs(source: Source, nlp: Language) -> Iterator[Doc]:
    """A Doc for each text, in the order of their IRIs."""
    acts: dict[str, list[ActRecord]] = {}
    for record in act_records(source):
        acts.setdefault(record.text, []).append(record)
    mentions: dict[str, list[Row]] = {}
    for row in sorted(source.select(MENTIONS), key=lambda row: (int(row["begin"]), row["entity"])):
        mentions.setdefault(row["text"], []).append(row)
    for text in source.texts.values():
        yield _doc(source, text, acts.get(text.iri, []), mentions.get(text.iri, []), nlp)


def _doc(source: Source, text: Text, acts: list[ActRecord], mentions: list[Row], nlp: Language) -> Doc:
    places = [place for place in source.places.values() if place.text == text.iri]
    cuts = {0, len(text.words)}
    cuts |= {token.idx for token in nlp.make_doc(text.words)}
    for record in acts:
        cuts |= {record.begin, record.end}
        cuts |= {
            at for fillers in record.roles.values() for f in fillers for at in (f.begin, f.end) if at is not None
        }
    cuts |= {int(row[end]) for row in mentions for end in ("begin", "end")}
    cuts |= {at for place in places for at in (place.begin, place.end)}
    ordered = sorted(cuts)
    words = [text.words[begin:end] for begin, end in pairwise(ordered)]
    number = {at: index for index, at in enumerate(ordered)}  # a cut is where the token of that number begins
    doc = Doc(nlp.vocab, words=words, spaces=[False] * len(words))
    doc.user_data["id"], doc.user_data["title"], doc.user_data["iri"] = text.id, text.title, text.iri

    def span(begin: int, end: int, label: str, kb: str = "", name: str = "") -> Span:
        return Span(doc, number[begin], number[end], label=label, kb_id=kb, span_id=name)

    doc.ents = [
        span(int(row["begin"]), int(row["end"]), local(row["class"]), row["entity"])
        for row in {row["begin"]: row for row in mentions}.values()
    ]
    doc.spans["acts"] = [span(r.begin, r.end, r.action, r.iri, r.key) for r in acts]
    doc.spans["roles"] = [
        span(f.begin, f.end, role, f.iri, r.key)
        for r in acts
        for role, fillers in r.roles.items()
        for f in fillers
        if f.begin is not None and f.end is not None and f.begin < f.end
    ]
    doc.spans["passages"] = [span(p.begin, p.end, p.layer, p.iri, p.citation) for p in places]
    return doc
