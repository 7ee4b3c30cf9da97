"""The cost of the service on this machine, for the documentation; nothing is compared.

The cost of viewers of the live page, which acknowledge each frame as drawn, as the page does.

Notes for each number of viewers: frames per second of each viewer, the share of skipped frames, the service's processor
time in percent of one core, the lateness of its ticks (the median over the seconds), the 99th percentile of the time
between two frames of a viewer, and the service's memory. Viewers and service share the machine."""

import os
import pathlib
import random
import selectors
import statistics
import time
from collections.abc import Callable

import pytest
from client import BINARY, FINAL, WebSocket, encode
from service import Note, Serve, Start, memory, processor_time, tiltbox

pytestmark = pytest.mark.load


class Viewer(WebSocket):
    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.socket.setblocking(False)
        self.times: list[float] = []

    def read(self) -> None:
        """Reads what has arrived, and acknowledges the newest frame."""
        frames = [frame for frame in self.frames() if frame.opcode == BINARY]
        self.times += [time.monotonic()] * len(frames)
        if frames:
            self.send(encode(FINAL | BINARY, b"S\x01\0\0" + frames[-1].payload[8:16]))


def watch(viewers: list[Viewer], seconds: float) -> None:
    """Reads all viewers' frames for a while."""
    with selectors.DefaultSelector() as selector:
        for viewer in viewers:
            selector.register(viewer.socket, selectors.EVENT_READ, viewer)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                key.data.read()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "count" in metafunc.fixturenames:
        metafunc.parametrize("count", [int(count) for count in metafunc.config.getoption("viewers").split(",")])


def test_the_cost_of_viewers(count: int, serve: Serve, pytestconfig: pytest.Config, note: Note) -> None:
    service = serve("--max-clients", count + 1)
    pid = service.process.pid
    viewers = [Viewer(service.port) for _ in range(count)]
    watch(viewers, 1.5)
    for viewer in viewers:
        viewer.times.clear()
    used, began, late = processor_time(pid), time.monotonic(), []
    skipped = -service.metrics()["frames_skipped_total"]
    metrics: dict[str, float] = {}
    for _ in range(pytestconfig.getoption("load_seconds")):
        watch(viewers, 1)
        metrics = service.metrics()
        late.append([metrics[f'lateness_seconds{{quantile="{q}"}}'] * 1e6 for q in ("0.5", "0.99")])
    skipped += metrics["frames_skipped_total"]
    took = time.monotonic() - began
    frames = sum(len(viewer.times) for viewer in viewers)
    share, skips = (processor_time(pid) - used) / took, skipped / max(1, frames + skipped)
    gaps = sorted(b - a for viewer in viewers for a, b in zip(viewer.times, viewer.times[1:]))
    p50, p99 = (statistics.median(column) for column in zip(*late))
    note(
        f"{frames / took / count:.1f} frames/s, {skips:.1%} skipped, {share:.1%} of a core, "
        f"late p50 {p50:.0f} µs, p99 {p99:.0f} µs, gap p99 {gaps[int(len(gaps) * 0.99)] * 1e3:.1f} ms, "
        f"{memory(pid) / 1024:.1f} MB"
    )
    for viewer in viewers:
        viewer.socket.close()


@pytest.mark.parametrize("frames", [60, 120])
def test_the_delay_from_a_tilt_to_its_frame(frames: int, start: Start, note: Note) -> None:
    run, chance, delays = start("--frames", frames, "--duration", 600), random.Random(1), []
    run.wait("frame", 1)
    for number in range(1, 401):
        time.sleep(chance.uniform(0.01, 0.03))
        began, gravity, count = time.monotonic(), number / 1024 * 1000, len(run.lines)
        run.write(f"{number / 1024} -1\n".encode())
        with run.changed:
            came = lambda: any(line.get("gravity", [0])[0] == gravity for line in run.lines[count:])
            assert run.changed.wait_for(came, 5)
        delays.append((time.monotonic() - began) * 1000)
    run.end()
    delays.sort()
    note(f"p50 {delays[200]:.1f} ms, p99 {delays[396]:.1f} ms, with steps of 8.3 ms")


def timed(*arguments: object) -> tuple[float, float]:
    """Runs the command; returns the seconds that it takes, and those of processor time."""
    used, began = sum(os.times()[2:4]), time.monotonic()
    tiltbox(*arguments, "--format", "none")
    return time.monotonic() - began, sum(os.times()[2:4]) - used


def test_the_cost_of_the_journal_and_of_a_replay(tmp_path: pathlib.Path, note: Note) -> None:
    commands, chance = 3600 * 60, random.Random(2)
    tilt, journal = tmp_path / "tilt.csv", tmp_path / "run.journal"
    rows = [f"{i / 60:.6f},{chance.uniform(-1, 1):.4f},{chance.uniform(-1, 1):.4f}\n" for i in range(commands)]
    tilt.write_text("t,x,y\n" + "".join(rows))

    def run(duration: int, sync: str | None = None, *more: object) -> tuple[float, float]:
        journal.unlink(missing_ok=True)
        keep = ["--journal", journal, "--sync", sync] if sync else []
        return timed("run", "--tilt", tilt, "--fast", "--duration", duration, *keep, *more)

    def median(times: int, measure: Callable[[], float]) -> float:
        return statistics.median(measure() for _ in range(times))

    for sync in ("never", "second"):
        cost = median(5, lambda: run(3600, sync)[1] - run(3600)[1]) / commands
        note(f"journal, --sync {sync}: {cost * 1e6:.2f} µs of processor time for each command")
    cost = median(3, lambda: run(10, "always")[0] - run(10)[0]) / 600
    note(f"journal, --sync always: {cost * 1e6:.0f} µs of disk time for each command")
    plain = median(3, lambda: run(3600, "never")[1])
    marked = median(3, lambda: run(3600, "never", "--checkpoint-every", 7200)[1])
    note(f"checkpoints: {(marked - plain) / 60 * 1e6:.0f} µs each")
    replay = median(3, lambda: timed("replay", journal)[0])
    note(f"replay of an hour with {commands} commands: {replay:.2f} s, {3600 / replay:.0f} times real time")
    resume = median(5, lambda: timed("run", "--resume", journal, "--fast", "--duration", 0)[0])
    note(f"resuming that hour from a checkpoint: {resume:.2f} s")
