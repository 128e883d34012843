"""Runs the commands of README.md and puts what they print below them; draws its picture. Called by scripts/readme."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n.*?```", re.DOTALL)


def output(command: str) -> str:
    """What a command of the README prints on stdout, run by bash in the checkout."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, check=False, timeout=300
    )
    text = done.stdout.decode("utf-8")
    if done.returncode and "| head" not in command:
        sys.exit(f"{command}\n{done.stderr.decode('utf-8')}")
    return "".join(line.rstrip() + "\n" for line in text.strip().splitlines())


def picture() -> None:
    """docs/img/view-fu.png: the page of 楅, one of its acts chosen."""
    from playwright.sync_api import sync_playwright

    page_file = ROOT / "output" / "fu.html"
    subprocess.run(["scripts/kg", "view", "--focus", "楅", "-o", str(page_file)], cwd=ROOT, check=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(page_file.as_uri())
        page.wait_for_function("document.documentElement.dataset.ready === 'true'")
        page.wait_for_timeout(500)
        (ROOT / "docs" / "img").mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(ROOT / "docs" / "img" / "view-fu.png"))
        browser.close()


def main() -> None:
    """Refreshes README.md in place."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    text = BLOCK.sub(lambda found: f"```console\n$ {found['command']}\n{output(found['command'])}```", text)
    readme.write_text(text, encoding="utf-8", newline="\n")
    picture()


if __name__ == "__main__":
    main()
