"""`python -m benchmarks._coverage SECONDS FOLDER`: atheris looks for bytes that our readers do not survive."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kg.texts"]):
    from kg.texts.decode import decode
    from kg.texts.raw import RawText
    from kg.texts.read import READERS, detect
    from kg.texts.voices import NOBODY

from benchmarks._days import BRACKETED, MANDOKU, TEXT
from benchmarks._sound import check_document, check_error
from kg.errors import KgError
from kg.reading.glosses import shipped_folding


def _read(data: bytes) -> None:
    """The first byte chooses the reader; the rest is the file."""
    try:
        text, _, _ = decode(data[1:], "t.txt")
        names = [detect(text), *READERS]
        raw = RawText("t", "t.txt", "0" * 64, text)
        for document in READERS[names[data[0] % len(names)] if data else "plain"](raw, shipped_folding(), NOBODY, None):
            check_document(document)
    except KgError as error:
        check_error(error)


def main() -> None:
    """Runs for so many seconds; what failed stays in the folder, and the exit code is not 0 then."""
    seconds, folder = sys.argv[1], Path(sys.argv[2])
    seeds = folder / "seeds"
    seeds.mkdir()
    whole = (files("kg.texts") / "data" / "xiangshe.xml").read_bytes()
    for number, seed in enumerate((TEXT.encode(), whole[:3000] + whole[-600:], MANDOKU.encode(), BRACKETED.encode())):
        (seeds / str(number)).write_bytes(b"\x00" + seed)
    atheris.Setup(
        [sys.argv[0], f"-max_total_time={seconds}", "-timeout=20", "-max_len=4096", f"-artifact_prefix={folder}/",
         str(seeds)], _read,
    )  # fmt: skip
    atheris.Fuzz()


if __name__ == "__main__":
    main()
