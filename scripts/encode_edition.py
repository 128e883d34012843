"""Encode the shipped edition: the seeds, our punctuation and the table of emendations become TEI P5.

    python scripts/encode_edition.py [--seeds ../shared/texts/seeds] [--check]

Writes kg/texts/data/xiangshe.xml, dashe.xml, benyi.xml and yishu.xml; with --check it writes nothing and fails where
they would change.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).resolve().parent)]

from edition.cells import DATA  # noqa: E402
from edition.commentary import commentary  # noqa: E402
from edition.dashe import dashe  # noqa: E402
from edition.writer import Writer, persons_of  # noqa: E402
from edition.xiangshe import xiangshe  # noqa: E402

SEEDS = {
    "xiangshe": "001_079c29214a4b709b.txt", "dashe": "000_85e93eabaad6717b.txt",
    "benyi": "002_cb1dee195e8e0106.txt", "yishu": "003_f1554ef5dc1d93ad.txt",
}


def main() -> None:
    """Encode both works."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=Path, default=ROOT.parent / "shared" / "texts" / "seeds")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file would change")
    arguments = parser.parse_args()
    sentences: list[str] = []
    changed = []
    for work, name in SEEDS.items():
        path = arguments.seeds / name
        if not path.is_file():
            sys.exit(f"no seed {path}: name the folder of the seeds with --seeds")
        data = path.read_bytes()
        seed = data.decode("utf-8").replace("\r\n", "\n")
        writer = Writer()
        if work == "xiangshe":
            body, sentences = xiangshe(seed, writer)
        elif work == "dashe":
            body = dashe(seed, writer, sentences)
        else:
            body = commentary(work, seed, writer, persons_of(work))
        target = DATA / f"{work}.xml"
        text = writer.document(work, hashlib.sha256(data).hexdigest(), body)
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            changed.append(target.name)
            if not arguments.check:
                target.write_text(text, encoding="utf-8")
    print("changed: " + (", ".join(changed) or "nothing"))
    if changed and arguments.check:
        sys.exit(1)


if __name__ == "__main__":
    main()
