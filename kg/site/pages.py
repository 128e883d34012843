"""Pages of the site: templates rendered with every value escaped, a policy that lets only the site's own files run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from kg.views.model import Name
from kg.views.page import embed

# From file:// Chromium refuses integrity hashes (a file is no CORS response), so the folder is named instead.
POLICY = (
    "default-src 'none'; script-src 'self'{more}; style-src 'self'; img-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of the bar at the head of each page."""

    view: str
    href: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Page:
    """One file of the site: its path from the site's folder, and its text in pieces."""

    path: str
    text: str


@dataclass(slots=True)
class Frame:
    """What all pages share: the links at their head."""

    navigation: Sequence[Link] = ()

    def page(
        self,
        path: str,
        template: str,
        title: Name,
        view: str,
        *,
        styles: Sequence[str] = (),
        scripts: Sequence[str] = (),
        wasm: bool = False,
        **values: Any,
    ) -> Page:
        """Renders `template` as the page at `path`; `view` says which entry of the head it belongs to."""
        text = environment().get_template(template).render(
            title=title,
            view=view,
            root="../" * path.count("/"),
            policy=POLICY.format(more=" 'wasm-unsafe-eval'" if wasm else ""),
            navigation=self.navigation,
            styles=styles,
            scripts=scripts,
            **values,
        )
        return Page(path, text.rstrip("\n") + "\n")


@cache
def environment() -> Environment:
    """Jinja2 with every value escaped and none missing; templates of kg.views stand under `views/`."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("kg.site"), PrefixLoader({"views": PackageLoader("kg.views")})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["embed"] = embed
    return made


def static(name: str) -> str:
    """One of the site's own files, with plain line ends."""
    return files("kg.site").joinpath("static", name).read_text(encoding="utf-8").replace("\r\n", "\n")
