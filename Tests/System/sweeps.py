"""A sweep in parts, for the tests of schedulers: its processes, and its results on one machine."""

import os
import pathlib
import signal
from collections.abc import Callable

from service import EXAMPLES, TILTBOX, await_true, tiltbox

PLAN = EXAMPLES / "cluster/plan.yaml"


def sweep_alone(folder: pathlib.Path) -> bytes:
    """Returns the results of the sweep on one machine."""
    results = folder / "single.jsonl"
    tiltbox("sweep", "--plan", PLAN, "-o", results)
    return results.read_bytes()


def processes(accepts: Callable[[pathlib.Path], bool]) -> list[int]:
    """Returns the processes whose folder in /proc is accepted."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if accepts(folder):
                found.append(int(folder.name))
        except OSError:  # it has ended
            pass
    return found


def parent(pid: int) -> int:
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def kill_writer(parts: pathlib.Path, with_parent: bool = False) -> None:
    """Waits for a part of some size; kills the process that writes it, and with it the one that started it."""

    def writes(process: pathlib.Path) -> bool:
        if os.readlink(process / "exe") != TILTBOX:
            return False
        # The file's path, or the working directory if the path is relative.
        words = (process / "cmdline").read_bytes().decode().split("\0")
        return any(word.startswith(str(parts)) for word in [*words, os.readlink(process / "cwd")])

    def kill() -> bool:
        try:
            victim = processes(writes)[0]
            victims = [parent(victim), victim] if with_parent else [victim]
            for pid in victims:
                os.kill(pid, signal.SIGKILL)
        except (IndexError, OSError):
            return False
        return True

    rows = lambda: any(part.stat().st_size > 1024 for part in parts.glob("**/part-*.jsonl"))
    await_true("a part's first rows", rows, 120)
    await_true("a process that writes", kill, 120, every=0)
