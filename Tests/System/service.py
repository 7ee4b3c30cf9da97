"""The command under test: its runs to the end, its service, and what the system knows about a process."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Container
from subprocess import DEVNULL, PIPE
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples"
TILTBOX = os.environ.setdefault("TILTBOX", str(ROOT / ".build/release/tiltbox"))
# What tests keep: environments, pictures, reports.
OUTPUT = ROOT / ".build/system-tests"
FAILURES = range(1, 256)


def tiltbox(*arguments: object, statuses: Container[int] = (0,), **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end, and expects one of these exit statuses."""
    command = [TILTBOX, *map(str, arguments)]
    done = subprocess.run(command, stdin=DEVNULL, capture_output=True, text=True, **options)
    assert done.returncode in statuses, f"{arguments} exits with {done.returncode}: {done.stderr}"
    return done


def memory(pid: int) -> int:
    """Returns the resident memory of a process, in KiB."""
    found = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())
    assert found, f"process {pid} has ended"
    return int(found[1])


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def processor_time(pid: int) -> float:
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def await_true(what: str, condition: Callable[[], Any], within: float, every: float = 0.05) -> Any:
    """Returns the condition's value once it is true; for what no event announces."""
    end = time.monotonic() + within
    while not (value := condition()):
        assert time.monotonic() < end, f"{what} took more than {within} s"
        time.sleep(every)
    return value


Line = dict[str, Any]


class Run:
    """A run of crates in real time, which is tilted through its standard input."""

    def __init__(self, *arguments: object, scenario: object = EXAMPLES / "crates.yaml", size: float = 300) -> None:
        command = [TILTBOX, "run", str(scenario), "--tilt", "-", "--status", *map(str, arguments)]
        self.process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        assert self.process.stdin
        self.size, self.input = size, self.process.stdin
        self.lines: list[Line] = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read)

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if line.endswith(b"\n"):  # a killed run may leave a part of a line
                with self.changed:
                    self.lines.append(json.loads(line))
                    self.changed.notify_all()

    def all(self, kind: str) -> list[Line]:
        with self.changed:
            return [line for line in self.lines if line["kind"] == kind]

    def write(self, data: bytes) -> None:
        self.input.write(data)
        self.input.flush()

    def wait(self, kind: str, count: int, within: float = 60) -> None:
        """Waits for further lines of a kind; a line of the kind status comes each second."""
        self.reach(kind, len(self.all(kind)) + count, within)

    def reach(self, kind: str, count: int, within: float = 60) -> None:
        """Waits until there are so many lines of a kind."""
        with self.changed:
            came = self.changed.wait_for(lambda: sum(line["kind"] == kind for line in self.lines) >= count, within)
        assert came, f"no {count} lines {kind} within {within} s"

    def end(self) -> Line:
        """Ends the run; returns its summary."""
        if not self.reader.is_alive():
            self.reader.start()
        with contextlib.suppress(BrokenPipeError):
            self.write(b'\n{"quit":true,"ack":"end"}\n')
        assert self.process.wait(10) == 0
        self.reader.join()
        for line in self.all("frame"):
            for x, y, *_ in line["bodies"]:
                assert 0 < x < self.size and 0 < y < self.size, f"a crate is at {x}, {y} at tick {line['tick']}"
        assert self.lines[-1]["kind"] == "summary"
        return self.lines[-1]

    def factors(self) -> list[float]:
        """The speed of each second, as a multiple of real time."""
        return [round(line["realTimeFactor"], 3) for line in self.all("status")]


class Service:
    """A running `tiltbox serve`, by default on a free port; unless it is killed, it has to end with status 0."""

    def __init__(self, folder: pathlib.Path, *arguments: object) -> None:
        port = () if "--port" in arguments else ("--port", "0")
        command = [TILTBOX, "serve", *map(str, arguments), *port]
        self.log, self.ended = folder / "service.log", False
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=PIPE, stderr=log, text=True, cwd=folder)
        assert self.process.stdout
        self.url = self.process.stdout.readline().strip()
        assert self.url, f"the service does not start: {self.log.read_text()}"
        found = re.search(r":(\d+)/", self.url)
        assert found
        self.port = int(found[1])

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if not self.ended:
            self.process.terminate()
            try:
                status = self.process.wait(10)
            finally:
                self.kill()
            assert status == 0, f"the status after SIGTERM is {status}"

    def kill(self) -> None:
        self.ended = True
        self.process.kill()
        self.process.wait()

    def get(self, path: str) -> str:
        """Returns the body of an answer with status 200; any other status is an OSError."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
            return answer.read().decode()

    def metrics(self) -> dict[str, float]:
        found = re.findall(r"^tiltbox_(\S+) (\S+)$", self.get("/metrics"), re.M)
        return {name: float(value) for name, value in found}


# The fixtures' types: notes a measurement, returns an option, starts a service or a run.
Note = Callable[[str], None]
Option = Callable[[str], Any]
Serve = Callable[..., Service]
Start = Callable[..., Run]
