"""`kg lexicon`: words that the lexicon lacks, how much of a text it covers, and whether its tables are in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kg.diagnostics.tables import check_tables
from kg.diagnostics.unknown import Coverage, UnknownWord, coverage, unknown_words
from kg.errors import KgError, UsageError, Where
from kg.messages import Voice
from kg.reading import load
from kg.texts.document import Document
from kg.texts.read import read_documents
from kg.texts.shipped import shipped_documents

_CONTEXTS = 3


def unknown(
    voice: Voice, sources: list[str], reader: str | None, encoding: str | None, least: int, format: str
) -> int:
    """Lists the unknown words of the sources (default: the shipped edition) that occur `least` times or more."""
    failures: list[KgError] = []
    words = unknown_words(_documents(sources, reader, encoding, failures), load())
    words = [word for word in words if len(word.occurrences) >= least]
    if format == "json":
        print(json.dumps([_word(word) for word in words], ensure_ascii=False, indent=1))
    else:
        _print_words(voice, words)
    return _told(voice, failures)


def cover(
    voice: Voice, sources: list[str], reader: str | None, encoding: str | None, limit: float | None, format: str
) -> int:
    """Says which share of each document's characters is in no word; returns 1 where all together it exceeds `limit`
    (a share in %)."""
    failures: list[KgError] = []
    found = list(coverage(_documents(sources, reader, encoding, failures), load()))
    whole = Coverage("", "", sum(one.characters for one in found), sum(one.unknown for one in found))
    if format == "json":
        print(json.dumps([_covered(one) for one in (*found, whole)], ensure_ascii=False, indent=1))
    else:
        _print_coverage(voice, found, whole)
    if _told(voice, failures):
        return 2
    return 1 if limit is not None and whole.share * 100 >= limit else 0


def check(voice: Voice, folder: Path | None, format: str) -> int:
    """Checks the tables; prints each finding with file and row. Returns 1 where there are findings."""
    if folder is not None and not folder.is_dir():
        raise UsageError("KG-D004", "沒有這個資料夾。", "There is no such folder.", Where(str(folder)))
    findings = check_tables(folder)
    if format == "json":
        records = [{"file": f.file, "row": f.row, "code": f.code, "zh": f.zh, "en": f.en} for f in findings]
        print(json.dumps(records, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            told = voice.short(finding.zh, finding.en)
            print(f"{finding.file}:{finding.row or '-'}  {finding.code}  {told}")
    voice.say(
        f"詞表有 {len(findings)} 處當改。" if findings else "詞表無誤。",
        f"{len(findings)} findings in the tables." if findings else "The tables are in order.",
    )
    return 1 if findings else 0


def _documents(
    sources: list[str], reader: str | None, encoding: str | None, failures: list[KgError]
) -> Iterator[Document]:
    if not sources:
        yield from shipped_documents()
    for source in sources:
        yield from read_documents(source, format=reader, encoding=encoding, on_error=failures.append)


def _told(voice: Voice, failures: list[KgError]) -> int:
    for error in failures:
        voice.fail(error)
    return 2 if failures else 0


# -- words -----------------------------------------------------------------------------------------------------------

_CLASSES = {
    "actor": ("人", "actor"),
    "object": ("物", "object"),
    "place": ("處", "place"),
    "verb": ("動詞", "verb"),
    "unclear": ("未明", "unclear"),
}


def _word(word: UnknownWord) -> dict[str, object]:
    return {
        "form": word.form,
        "count": len(word.occurrences),
        "guess": word.guess,
        "guesses": dict(sorted(word.guesses.items())),
        "occurrences": [
            {"document": one.document, "citation": one.citation, "offset": one.offset, "context": one.context}
            for one in word.occurrences
        ],
    }


def _print_words(voice: Voice, words: list[UnknownWord]) -> None:
    table = Table(show_edge=False)
    table.add_column(voice.short("詞", "word"))
    table.add_column(voice.short("次", "times"), justify="right")
    table.add_column(voice.short("推測", "guess"))
    table.add_column(voice.short("文", "context"))
    table.add_column(voice.short("出處", "place"), overflow="fold")
    for word in words:
        guess = voice.short(*_CLASSES[word.guess])
        sure = f" {word.guesses[word.guess]}/{len(word.occurrences)}"
        shown = word.occurrences[:_CONTEXTS]
        table.add_row(
            word.form, str(len(word.occurrences)), guess + sure, "\n".join(one.context for one in shown),
            "\n".join(one.citation or f"{one.document} {one.offset}" for one in shown), end_section=True,
        )  # fmt: skip
    _console().print(table)
    total = sum(len(word.occurrences) for word in words)
    voice.say(f"未收之詞 {len(words)}，共 {total} 次。", f"{len(words)} words outside the lexicon, {total} times.")


# -- coverage --------------------------------------------------------------------------------------------------------


def _covered(one: Coverage) -> dict[str, object]:
    return {
        "document": one.document or None,
        "characters": one.characters,
        "unknown": one.unknown,
        "share": round(one.share, 5),
    }


def _print_coverage(voice: Voice, found: list[Coverage], whole: Coverage) -> None:
    table = Table(show_edge=False)
    table.add_column(voice.short("文本", "text"), overflow="fold")
    table.add_column(voice.short("題", "title"), overflow="fold")
    for zh, en in (("字", "characters"), ("未收", "in no word"), ("比", "share")):
        table.add_column(voice.short(zh, en), justify="right")
    for one in found:
        table.add_row(one.document, one.title, str(one.characters), str(one.unknown), f"{one.share:.2%}")
    table.add_section()
    table.add_row(voice.short("總", "all"), "", str(whole.characters), str(whole.unknown), f"{whole.share:.2%}")
    _console().print(table)


def _console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else 140)
