"""The rules by which mappings are made: identity for persons and editions only, and no person for an office."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.errors import LinkError
from kg.graph.settings import Settings
from kg.lexicon.load import Lexicon
from kg.links.mapping import IDENTITY, PAGE_SAME_AS, SAME_AS, Mapping, MappingSet
from kg.links.schemes import link_schemes

# Of these schemes every id means a person: an office of the rite (賓, 司射) is a role and never one of them.
_PERSONS = frozenset({"cbdb", "viaf", "dila"})


def check_mappings(sets: Iterable[MappingSet], lexicon: Lexicon, settings: Settings) -> tuple[MappingSet, ...]:
    """The sets, once every mapping keeps the rules. Raises LinkError KG-K009 at the first that breaks one."""
    found = tuple(sets)
    people = f"{settings.base}commentator/"
    persons = {m.object for one in found for m in one.mappings if m.subject.startswith(people)}
    for one in found:
        for mapping in one.mappings:
            broken = list(broken_rules(mapping, lexicon, settings))
            if mapping.object in persons and not mapping.subject.startswith(people):
                broken.append(("所對應者是一個人。", "what it is mapped to is a person."))
            for zh, en in broken:
                raise LinkError(
                    "KG-K009",
                    f"{one.id}：{mapping.subject_label or mapping.subject} → {mapping.object}：{zh}",
                    f"{one.id}: {mapping.subject} → {mapping.object}: {en}",
                )
    return found


def broken_rules(mapping: Mapping, lexicon: Lexicon, settings: Settings) -> Iterator[tuple[str, str]]:
    """What is wrong with a mapping, in both languages."""
    kind, _, name = mapping.subject.removeprefix(settings.base).partition("/")
    if kind == "lexicon":
        entry = lexicon.entries.get(name)
        if entry is None:
            yield "詞表沒有這個詞。", "the lexicon has no such entry."
        elif entry.table == "actors" and (mapping.predicate in IDENTITY or mapping.scheme in _PERSONS):
            yield "禮中之職是角色，不能等同於某人。", "an office of the rite is a role and is never linked to a person."
        if mapping.predicate in IDENTITY:
            yield "詞與物用 SKOS 之對應。", "words and things take SKOS matches; identity is for persons and editions."
    elif kind == "work" and mapping.predicate in IDENTITY:
        yield "書用 SKOS 之對應；等同只用於版本。", "a work takes SKOS matches; identity is for editions."
    elif kind in {"commentator", "edition"} and mapping.predicate not in IDENTITY:
        yield "人與版本用等同。", "a person or an edition takes owl:sameAs or, of a page, schema:sameAs."
    elif kind not in {"commentator", "edition", "work"}:
        yield "主詞不是人、書、版本或詞。", "the subject is no person, work, edition or word."
    scheme = link_schemes().get(mapping.scheme)
    if scheme is not None and mapping.predicate == SAME_AS and scheme.names == "page":
        yield f"{scheme.zh} 只有頁面，用 schema:sameAs。", f"{scheme.en} has only pages; use schema:sameAs."
    if scheme is not None and mapping.predicate == PAGE_SAME_AS and scheme.names == "thing":
        yield f"{scheme.zh} 有人之 IRI，用 owl:sameAs。", f"{scheme.en} has IRIs of things; use owl:sameAs."
