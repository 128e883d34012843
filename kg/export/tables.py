"""The other tables of the graph: mentions, comments, glosses, variants, links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kg.export.table import CITED, Cells, Column, Table, acts_table
from kg.graph.source import Row, Source, local

MENTIONS = """SELECT ?text ?begin ?end ?entity ?class { ?m itsrdf:taIdentRef ?entity ; itsrdf:taClassRef ?class ;
  nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end }"""
_NOTES = """SELECT ?note ?text ?id ?words ?layer ?speaker ?work ?stance ?on ?begin ?end ?cited ?n {
  ?note a rit:Note ; dcterms:isPartOf ?text ; rit:text ?words .
  OPTIONAL { ?note dcterms:identifier ?id } OPTIONAL { ?note rit:layer ?layer } OPTIONAL { ?note rit:ordinal ?n }
  OPTIONAL { ?note rit:speaker ?speaker } OPTIONAL { ?note rit:ofWork ?work } OPTIONAL { ?note rit:stance ?stance }
  OPTIONAL { ?note dcterms:bibliographicCitation ?cited }
  OPTIONAL { ?note rit:commentsOn ?on . ?on nif:beginIndex ?begin ; nif:endIndex ?end } }"""
_GLOSSES = """SELECT ?gloss ?text ?kind ?lemma ?value ?tradition ?note ?words ?speaker ?begin ?end ?cited {
  ?gloss a rit:Gloss ; dcterms:isPartOf ?text ; rit:lemma ?lemma ; rit:note ?note . ?note rit:text ?words .
  OPTIONAL { ?gloss a ?kind FILTER(?kind != rit:Gloss) } OPTIONAL { ?gloss rit:glossText ?value }
  OPTIONAL { ?gloss rit:tradition ?tradition } OPTIONAL { ?note rit:speaker ?speaker }
  OPTIONAL { ?note dcterms:bibliographicCitation ?cited }
  OPTIONAL { ?gloss rit:lemmaPlace ?p . ?p nif:beginIndex ?begin ; nif:endIndex ?end } }"""
_VARIANTS = """SELECT ?variant ?text ?kind ?lemma ?reading ?witness ?begin ?end {
  ?variant a rit:Variant ; rit:text ?lemma ; nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end ;
    rit:witnessReading ?r . ?r rit:text ?reading .
  OPTIONAL { ?r rit:witnessText ?witness } OPTIONAL { ?variant a ?kind FILTER(?kind != rit:Variant) } }"""
_EMENDATIONS = """SELECT ?made ?sic ?corr ?reason ?witness ?text ?begin ?end {
  ?made a rit:Emendation ; rit:sic ?sic ; rit:corr ?corr ; rit:evidence ?span .
  ?span nif:referenceContext ?text ; nif:beginIndex ?begin ; nif:endIndex ?end .
  OPTIONAL { ?made rit:reason ?reason } OPTIONAL { ?made rit:witness ?witness } }"""
_CLAIMS = """PREFIX sssom: <https://w3id.org/sssom/>
SELECT ?subject ?predicate ?object ?confidence ?justification ?author ?date ?comment ?label ?not ?stated {
  ?claim a owl:Axiom ; owl:annotatedSource ?subject ; owl:annotatedProperty ?predicate ; owl:annotatedTarget ?object ;
    sssom:confidence ?confidence ; sssom:mapping_justification ?justification .
  OPTIONAL { ?claim sssom:author_label ?author } OPTIONAL { ?claim sssom:mapping_date ?date }
  OPTIONAL { ?claim rdfs:comment ?comment } OPTIONAL { ?claim sssom:object_label ?label }
  OPTIONAL { ?claim sssom:predicate_modifier ?not }
  BIND(EXISTS { ?subject ?predicate ?object } AS ?stated) }"""
_TITLES = """SELECT ?thing ?label { ?thing dcterms:title ?label ; dcterms:identifier ?id }"""

_SPAN = (
    Column("text", "文本", "id of the text"), Column("begin", "起", "code points from 0, in the text"),
    Column("end", "止", "code points from 0, in the text"),
)  # fmt: skip


def mentions_table(source: Source) -> Table:
    """One row a mention of a person, thing or place."""
    columns = (
        Column("mention", "稱名", "the words that name it, as they stand"), Column("entity", "所稱", "its label"),
        Column("class", "類", "Actor, Object or Position"), *CITED, *_SPAN,
        Column("iri", "識別碼", "IRI of the entity"),
    )  # fmt: skip

    def rows() -> Iterator[Cells]:
        for row in _in_order(source.select(MENTIONS)):
            yield {
                "mention": _words(source, row), "entity": source.name(row["entity"]), "class": local(row["class"]),
                "iri": row["entity"], **_cited(source, row), **_place(source, row),
            }  # fmt: skip

    return Table("mentions", "稱名", columns, rows)


def comments_table(source: Source) -> Table:
    """One row a comment: who says what on which words."""
    columns = (
        Column("comment", "注文", "the comment"), Column("commentator", "注家", "who says it"),
        Column("layer", "層", "zhu, shu, an …"), Column("work", "書", "whose words these are"),
        Column("stance", "立場", "class under which the edition puts it"),
        Column("on", "所注", "the words of the base text it is on"), *CITED,
        Column("source", "注之出處", "where the comment stands"), *_SPAN, Column("iri", "識別碼", "IRI of the note"),
    )  # fmt: skip

    def rows() -> Iterator[Cells]:
        for row in _in_order(source.select(_NOTES), "note"):
            yield {
                "comment": row["words"], "commentator": _name(source, row, "speaker"),
                "layer": local(row.get("layer", "")).removeprefix("Layer").lower(), "work": row.get("work", ""),
                "stance": _name(source, row, "stance"), "on": _words(source, row), "source": row.get("cited", ""),
                "iri": row["note"], **_cited(source, row), **_place(source, row),
            }  # fmt: skip

    return Table("comments", "注釋", columns, rows)


def glosses_table(source: Source) -> Table:
    """One row a gloss: lemma, what is said of it, who says it."""
    columns = (
        Column("lemma", "詞", "the word explained"), Column("gloss", "訓釋", "meaning, sound or reading"),
        Column("kind", "類", "kind of gloss"), Column("tradition", "今古文", "textual tradition"),
        Column("commentator", "注家", "who says it"), Column("note", "原注", "the whole comment"), *CITED,
        Column("source", "注之出處", "where the comment stands"), *_SPAN, Column("iri", "識別碼", "IRI of the gloss"),
    )  # fmt: skip

    def rows() -> Iterator[Cells]:
        for row in _in_order(source.select(_GLOSSES), "gloss"):
            yield {
                "lemma": row["lemma"], "gloss": row.get("value", ""),
                "kind": local(row.get("kind", "")).removesuffix("Gloss").lower(),
                "tradition": _name(source, row, "tradition"), "commentator": _name(source, row, "speaker"),
                "note": row["words"], "source": row.get("cited", ""), "iri": row["gloss"], **_cited(source, row),
                **_place(source, row),
            }  # fmt: skip

    return Table("glosses", "訓釋", columns, rows)


def variants_table(source: Source) -> Table:
    """One row a reading of a witness that differs, and one an emendation of the text."""
    columns = (
        Column("text_reading", "本文", "what stands in the text"), Column("reading", "異文", "what the witness has"),
        Column("kind", "類", "reading, spelling, or emendation"), Column("witness", "所據", "witness or witnesses"),
        Column("reason", "理由", "why it was emended"), *CITED, *_SPAN, Column("iri", "識別碼", "IRI"),
    )  # fmt: skip

    def rows() -> Iterator[Cells]:
        for row in _in_order(source.select(_VARIANTS), "variant"):
            if row["reading"] != row["lemma"]:
                yield {
                    "text_reading": row["lemma"], "reading": row["reading"],
                    "kind": local(row.get("kind", "")).removesuffix("Variant").lower(),
                    "witness": _title(source, row.get("witness", "")), "iri": row["variant"], **_cited(source, row),
                    **_place(source, row),
                }  # fmt: skip
        for row in _in_order(source.select(_EMENDATIONS), "made"):
            yield {
                "text_reading": row["corr"], "reading": row["sic"], "kind": "emendation",
                "witness": row.get("witness", ""), "reason": row.get("reason", ""), "iri": row["made"],
                **_cited(source, row), **_place(source, row),
            }  # fmt: skip

    return Table("variants", "異文", columns, rows)


def links_table(source: Source) -> Table:
    """One row a mapping to another dataset, stated or only claimed."""
    columns = (
        Column("subject", "本庫", "label of ours"), Column("predicate", "關係", "owl:sameAs, skos:exactMatch …"),
        Column("object", "所對", "IRI of the other dataset"), Column("object_label", "其名", "label there"),
        Column("confidence", "信度", "from 0 to 1"), Column("stated", "已立", "true where the graph states the link"),
        Column("justification", "依據", "how it was found (SEMAPV)"), Column("author", "作者", "who says so"),
        Column("date", "日期", "when"), Column("citation", "出處", "source and notes"),
        Column("iri", "識別碼", "IRI of ours"),
    )  # fmt: skip

    def rows() -> Iterator[Cells]:
        titles = {row["thing"]: row["label"] for row in source.select(_TITLES)}
        claims = sorted(source.select(_CLAIMS), key=lambda row: (row["subject"], row["predicate"], row["object"]))
        for row in claims:
            predicate = row["predicate"]
            for prefix, namespace in (*source.settings.prefixes.items(), ("schema", "https://schema.org/")):
                predicate = predicate.replace(namespace, f"{prefix}:") if predicate.startswith(namespace) else predicate
            yield {
                "subject": source.names.get(row["subject"]) or titles.get(row["subject"]) or local(row["subject"]),
                "predicate": f"NOT {predicate}" if "not" in row else predicate, "object": row["object"],
                "object_label": row.get("label", ""), "confidence": row["confidence"], "stated": row["stated"],
                "justification": local(row["justification"]), "author": row.get("author", ""),
                "date": row.get("date", ""), "citation": row.get("comment", ""), "iri": row["subject"],
            }  # fmt: skip

    return Table("links", "外部連結", columns, rows)


TABLES: dict[str, Callable[[Source], Table]] = {
    "acts": acts_table,
    "mentions": mentions_table,
    "comments": comments_table,
    "glosses": glosses_table,
    "variants": variants_table,
    "links": links_table,
}


def _in_order(rows: Iterable[Row], key: str = "") -> list[Row]:
    """Rows in the order of the texts; of several with one `key` (an optional value that stands twice) the first."""
    ordered = sorted(rows, key=lambda r: (r["text"], int(r.get("begin", -1)), int(r.get("n", 0)), sorted(r.items())))
    if key in {"note", "gloss", "made"}:
        return list({row[key]: row for row in reversed(ordered)}.values())[::-1]
    return ordered


def _words(source: Source, row: Row) -> str:
    return source.texts[row["text"]].words[int(row["begin"]) : int(row["end"])] if "begin" in row else ""


def _name(source: Source, row: Row, key: str) -> str:
    return source.name(row[key]) if key in row else ""


def _title(source: Source, text: str) -> str:
    found = source.texts.get(text)
    return (found.title or found.id) if found else local(text)


def _cited(source: Source, row: Row) -> dict[str, str]:
    """Citation and quote of the passage of the base text where the row's words stand."""
    place = source.place_at(row["text"], int(row["begin"])) if "begin" in row else None
    if place is None and "begin" in row:  # an empty span at the end of a passage belongs to it
        place = source.place_at(row["text"], max(0, int(row["begin"]) - 1))
    if place is None:
        return {"citation": _title(source, row["text"]), "quote": ""}
    return {"citation": place.citation, "quote": source.texts[row["text"]].words[place.begin : place.end]}


def _place(source: Source, row: Row) -> dict[str, str]:
    return {"text": source.texts[row["text"]].id, "begin": row.get("begin", ""), "end": row.get("end", "")}
