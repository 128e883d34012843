"""`kg validate`: graphs against the shapes, told for people; exit code 1 where a graph does not conform."""

from __future__ import annotations

import sys
from pathlib import Path

import pyoxigraph as ox

from kg.errors import UsageError, Where
from kg.graph.iris import Iris
from kg.graph.settings import Settings
from kg.graph.validate import validate_files
from kg.messages import Language, Voice


def run(voice: Voice, files: list[Path], output: Path) -> int:
    """Validates `files`, or the parts of the build in `output`; prints the report to stdout."""
    settings = Settings()
    if files:
        parts: list[Path | bytes] = [load(file, settings) for file in files]
    else:
        parts = list[Path | bytes](sorted((output / "parts").glob("*.nq")))
        if not parts:
            raise UsageError(
                "KG-U004",
                f"{output} 中沒有可驗的圖。請先執行 kg build，或指明圖檔。",
                f"There is nothing to validate in {output}. Run kg build first, or name the files.",
                Where(str(output)),
            )
    report = validate_files(parts, settings)
    for line in report.text().splitlines():
        # The report gives each message in Chinese, then in English.
        if voice.language is Language.BOTH or _wanted(line, voice.language):
            print(line)
    sys.stdout.flush()
    return 0 if report.conforms else 1


def _wanted(line: str, language: Language) -> bool:
    if line.startswith(("    ", "✗", "!")) or not line:
        return True
    chinese = any("\u3400" <= character <= "\u9fff" for character in line)
    return chinese is (language is Language.ZH)


def load(file: Path, settings: Settings) -> Path | bytes:
    """An N-Quads file as it is; any other RDF as N-Quads, its default graph under a name of its own.

    Raises UsageError KG-U005 (no such file), KG-U006 (no RDF by its name), KG-U007 (not well-formed).
    """
    if not file.is_file():
        raise UsageError("KG-U005", "沒有這個檔案。", "There is no such file.", Where(str(file)))
    if file.suffix.lower() == ".nq":
        return file
    format = ox.RdfFormat.from_extension(file.suffix.lower().removeprefix("."))
    if format is None:
        raise UsageError(
            "KG-U006",
            "由副檔名看不出是何種 RDF；可用 .nq .trig .ttl .nt .jsonld .rdf。",
            "The name does not tell which RDF this is; use .nq .trig .ttl .nt .jsonld .rdf.",
            Where(str(file)),
        )
    own = ox.NamedNode(Iris(settings).graph("file", file.name))
    try:
        quads = [
            ox.Quad(q.subject, q.predicate, q.object, q.graph_name if isinstance(q.graph_name, ox.NamedNode) else own)
            for q in ox.parse(file.read_bytes(), format=format)
        ]
    except SyntaxError as fault:
        raise UsageError(
            "KG-U007",
            f"不是合法的 {format.name}：{fault.msg}",
            f"This is no valid {format.name}: {fault.msg}",
            Where(str(file), fault.lineno),
        ) from fault
    return ox.serialize(quads, format=ox.RdfFormat.N_QUADS) or b""
