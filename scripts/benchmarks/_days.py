"""Bad days of a build: killed, interrupted, without room or right, on a locked store; what must hold after each."""

from __future__ import annotations

import fcntl
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TEXT = "司射適堂西，袒決遂，取弓於階西。\n司馬命弟子設楅。乃設楅於中庭，東肆。\n賓坐奠觶於西楹西。\n"  # 鄉射禮·經
MANDOKU = f"#+TITLE: 儀禮\n<pb:KR1d0026_SBCK_005-1a>¶\n主人(注曰戒/賓)&KR1152;¶\n　　右請射¶\n{TEXT}"
BRACKETED = "存疑敖氏曰 正義鄭氏曰【主】主人【注】戒賓\n右請射\n司射【大射正也】適堂西\n"
_LONGEST = 300  # seconds of one build on a busy machine


class Home:
    """A folder with texts and a store that was built before; each fault is followed by a look at both."""

    def __init__(self, folder: Path, texts: int = 6) -> None:
        self.folder = folder
        self.found: Counter[str] = Counter()
        self.failed: list[str] = []
        (folder / "old.txt").write_text(TEXT, encoding="utf-8")
        (folder / "texts").mkdir()
        for number in range(texts):
            (folder / "texts" / f"t{number}.txt").write_text(TEXT * (10 + number), encoding="utf-8")
        assert self.kg("build", "old.txt").returncode == 0

    def kg(
        self, *arguments: str, output: str = "output", largest: int | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """`kg ARGUMENTS -o output`; no file may grow beyond `largest` bytes."""

        def bound() -> None:
            if largest is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))

        return subprocess.run(
            command(*arguments, output=output), cwd=self.folder, capture_output=True, check=False, timeout=_LONGEST,
            preexec_fn=bound,
        )  # fmt: skip

    def survived(self, name: str, ok: bool, why: str = "") -> None:
        """Counts a fault: survived where `ok`, and the old store answers, and no part or manifest is half."""
        there = answers(self.folder / "output"), none_is_half(self.folder / "output")
        if ok and all(there):
            self.found[f"{name}: survived"] += 1
            print(".", end="", file=sys.stderr, flush=True)
        else:
            print("!", end="", file=sys.stderr, flush=True)
            self.found[f"NOT {name}"] += 1
            self.failed.append(f"{name}: as expected {ok}, store answers {there[0]}, nothing half {there[1]}; {why}")

    def told(self, name: str, done: subprocess.CompletedProcess[bytes], *codes: str) -> None:
        """A fault that the command must tell: exit code 2, one of the codes, no trace."""
        text = done.stderr.decode("utf-8", "replace")
        ok = done.returncode == 2 and "Traceback" not in text and any(code in text for code in codes)
        self.survived(name, ok, f"exit {done.returncode}: {text[-600:]}")

    def interrupted(self, how: signal.Signals, after: float, *options: str, group: bool = False) -> None:
        """Starts a build and sends it a signal; with `group` its processes too, as a terminal does."""
        process = subprocess.Popen(
            command("build", "texts", "--resume", *options), cwd=self.folder, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            # Who is started in the background ignores Ctrl-C, and hands that down.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
        )  # fmt: skip
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            (os.killpg if group else os.kill)(process.pid, how)
        try:
            code = process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(60)
            code = 1  # it hung
        # Before the program is loaded it is Python itself that ends by the signal.
        name = "Ctrl-C" if how == signal.SIGINT else "kill -9"
        self.survived(name, code in ({0, 130, -how} if how == signal.SIGINT else {0, -how}), f"exit {code}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """While another process writes the store."""
        with (self.folder / "output" / "store" / "LOCK").open("a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def command(*arguments: str, output: str = "output") -> list[str]:
    """The command line of `kg`."""
    return [sys.executable, "-m", "kg", *arguments, "--no-view", "--no-site", "-o", output]


def answers(output: Path) -> bool:
    """Whether the store opens and holds acts."""
    from kg.errors import KgError
    from kg.graph.settings import Settings
    from kg.graph.store import open_store

    try:
        store = open_store(output / "store")
    except KgError:
        return False
    return bool(store.query("ASK { ?a a rit:Act }", prefixes=Settings().prefixes, use_default_graph_as_union=True))


def parts(output: Path) -> dict[str, bytes]:
    """The parts by name, but that of the old text."""
    return {path.name: path.read_bytes() for path in (output / "parts").glob("*.nq") if path.name != "old.nq"}


def none_is_half(output: Path) -> bool:
    """Whether every part is whole and valid, and no manifest speaks of a part that is not there."""
    from kg.errors import KgError
    from kg.graph.store import memory_store

    paths = list((output / "parts").glob("*.nq"))
    try:
        memory_store(paths)
    except KgError:
        return False
    manifests = {path.stem for path in (output / "parts" / ".done").glob("*.json")}
    return all(path.read_bytes().endswith(b".\n") for path in paths) and manifests <= {path.stem for path in paths}


def try_kills(home: Home, chance: random.Random, kills: int, seconds: float) -> None:
    """Kills and interrupts builds at random moments of the `seconds` that one takes; every fifth is a Ctrl-C."""
    for number in range(kills):
        how = signal.SIGINT if number % 5 == 4 else signal.SIGKILL
        jobs = ("--jobs", "2") if number % 2 else ()
        home.interrupted(how, chance.uniform(0.1, seconds), *jobs, group=number % 3 == 0)


def try_faults(home: Home) -> None:
    """No room, a lock, places that cannot be written, a folder that holds itself."""
    for size in (0, 10_000, 200_000):
        home.told("no room for a file", home.kg("build", "texts", largest=size), "KG-U003", "KG-U012", "KG-G013")
    full_disk(home)
    with home.locked():
        home.told("store locked by another", home.kg("build", "texts"), "KG-G012")
    (home.folder / "file").write_text("", encoding="utf-8")
    home.told("output is a file", home.kg("build", "texts", output="file"), "KG-U003")
    home.told("output within a file", home.kg("build", "texts", output="file/deeper"), "KG-U003", "KG-U009")
    (home.folder / "taken" / "parts").mkdir(parents=True)
    (home.folder / "taken" / "parts" / "t0.nq").mkdir()
    home.told("a folder where a part should be", home.kg("build", "texts", output="taken"), "KG-U003")
    may_not_write(home)
    (home.folder / "texts" / "loop").symlink_to(home.folder / "texts")
    done = home.kg("build", "texts")
    home.survived("folder that holds itself", done.returncode == 0, done.stderr.decode("utf-8", "replace")[-300:])


def full_disk(home: Home) -> None:
    """A file system of half a megabyte, where root may make one; else it is told as not tried."""
    place = home.folder / "small"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        home.found["full disk: not tried (no right to mount one)"] += 1
        return
    try:
        home.told("full disk", home.kg("build", "texts", output="small/out"), "KG-U003", "KG-G013", "KG-U009")
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def may_not_write(home: Home) -> None:
    """An output that the user may not write; root, who may write everywhere, becomes nobody for it in this process."""
    from kg.build import Options, build
    from kg.errors import KgError

    top = Path(tempfile.mkdtemp())  # where nobody may look, unlike in pytest's folders
    user = os.geteuid()
    try:
        top.chmod(0o755)
        (top / "a.txt").write_text(TEXT, encoding="utf-8")
        (top / "shut").mkdir(mode=0o555)
        build([str(top / "a.txt")], top / "before", Options(), view=False)  # loads what nobody may not
        for output in (top / "shut", top / "shut" / "new"):
            os.seteuid(65534 if user == 0 else user)
            try:
                code = ", ".join(error.code for error in build([str(top / "a.txt")], output, Options()).failures)
            except KgError as error:
                code = error.code
            finally:
                os.seteuid(user)
            home.survived("output that may not be written", code in {"KG-U003", "KG-G013"}, code)
    finally:
        subprocess.run(["rm", "-rf", str(top)], check=True)


def run(work: Path, chance: random.Random, kills: int) -> Counter[str]:
    """All of it; what failed is printed on stderr."""
    folder = work / "home"
    folder.mkdir()
    home = Home(folder)
    before = time.perf_counter()
    assert home.kg("build", "texts", "--jobs", "2", output="whole").returncode == 0
    try_kills(home, chance, kills, time.perf_counter() - before)
    resumed = home.kg("build", "texts", "--resume")
    same = parts(folder / "output") == parts(folder / "whole")
    home.survived("resumed after all that: same bytes", resumed.returncode == 0 and same)
    try_faults(home)
    print(file=sys.stderr)
    for line in home.failed:
        print(line, file=sys.stderr)
    return home.found
