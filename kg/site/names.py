"""File names and addresses of pages: plain letters and digits, the same at every build."""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


def slug(name: str) -> str:
    """`name` as a file name that every system and every web host takes; distinct names give distinct slugs.

    Plain names stay as they are; capitals become small, with some digits of a hash, for KR1 and kr1 are one file on
    some systems. Others become their code points (`u9858`), or a hash where they are long.
    """
    if _PLAIN.fullmatch(name) and name == name.lower() and not name.startswith(("u", "x-")):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    if _PLAIN.fullmatch(name):
        return f"{name.lower()}-{digest[:6]}"
    if len(name) <= 8:
        return "-".join(f"u{ord(character):x}" for character in name)
    return f"x-{digest[:16]}"


def thing_slug(iri: str, base: str) -> str:
    """The slug of a thing by its IRI: `object.fu` for an entry of the lexicon, `position-u9858` for a composed one."""
    rest = iri.removeprefix(base)
    if rest.startswith("lexicon/"):
        return slug(rest.removeprefix("lexicon/"))
    kind, _, label = rest.removeprefix("entity/").partition("/")
    return f"{slug(kind)}-{slug(label)}" if label else slug(rest)
