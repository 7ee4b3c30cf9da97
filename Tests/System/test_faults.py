"""Real faults of a run in real time: a stop, overload, a reader that stops reading, and a source that floods or hangs.

The run survives each of them, no crate leaves the box, and the run is back in real time within a second."""

import json
import math
import os
import pathlib
import signal
import subprocess
import threading
import time

import pytest
from service import Note, Start, memory, tiltbox

pytestmark = pytest.mark.faults


def is_real_time(factors: list[float], tolerance: float = 0.05) -> bool:
    return all(abs(factor - 1) < tolerance for factor in factors)


def test_a_run_continues_in_real_time_after_a_stop_of_ten_seconds(start: Start, note: Note) -> None:
    run = start()
    run.wait("status", 1)
    run.process.send_signal(signal.SIGSTOP)
    time.sleep(10)
    run.process.send_signal(signal.SIGCONT)
    run.wait("status", 3)
    summary = run.end()
    assert summary["dropped"] > 1000
    assert is_real_time(run.factors()[-2:])
    note(f"{summary['dropped']} ticks dropped, then {run.factors()[-2:]} of real time")


def write_pile(file: pathlib.Path, count: int) -> int:
    """Writes a scene with this number of crates; returns the side of its box."""
    side = math.ceil(math.sqrt(count))
    size = side * 18 + 20
    bodies = [f"  - {{box: [16, 16], at: [{i % side * 18 + 18}, {i // side * 18 + 12}]}}\n" for i in range(count)]
    defaults = "defaults: {mass: 1, friction: 0.5, elasticity: 0.2}"
    file.write_text(f"tiltbox: 1\nwalls: {{size: [{size}, {size}]}}\n{defaults}\nbodies:\n" + "".join(bodies))
    return size


def test_a_run_recovers_from_a_busy_loop_on_its_core(tmp_path: pathlib.Path, start: Start, note: Note) -> None:
    """With the busy loop on the same core, each step takes twice its time."""
    file, count, size = tmp_path / "pile.yaml", 1000, 0
    for _ in range(3):
        size = write_pile(file, count)
        before = sum(os.times()[2:4])
        tiltbox("run", file, "--fast", "--duration", 4, "--format", "none", "--threads", 1)
        load = (sum(os.times()[2:4]) - before) / 4
        if 0.75 < load < 0.85:
            break
        count = int(count * 0.8 / load)
    run = start("--frames", 2, scenario=file, size=size)
    subprocess.run(["taskset", "-a", "-p", "-c", "0", str(run.process.pid)], check=True, stdout=subprocess.DEVNULL)
    run.wait("status", 4)
    with subprocess.Popen(["taskset", "-c", "0", "sh", "-c", "while :; do :; done"]) as hog:
        try:
            run.wait("status", 5)
        finally:
            hog.kill()
    run.wait("status", 4)
    summary, factors = run.end(), run.factors()
    assert min(factors) < 0.95 and summary["dropped"] > 0, factors
    assert is_real_time(factors[-2:])
    loads = [round(line["load"], 2) for line in run.all("status")]
    note(f"{count} crates, load {loads}, {factors} of real time, {summary['dropped']} ticks dropped")


def test_a_run_skips_frames_if_its_reader_stops_reading(start: Start, note: Note) -> None:
    run = start(reads=False)
    time.sleep(3)
    before = memory(run.process.pid)
    time.sleep(5)
    after = memory(run.process.pid)
    summary = run.end()
    assert summary["skipped"] > 300
    assert summary["ticks"] > 900
    assert after - before < 300
    gaps = len(run.all("gap"))
    note(f"{summary['skipped']} frames skipped, reported by {gaps} lines, memory {before} to {after} KiB")


def test_a_run_keeps_real_time_under_a_flood_of_tilts(start: Start, note: Note) -> None:
    run = start()
    end = time.monotonic() + 4
    block = "".join(f"{(i % 7 - 3) / 3:.3f} {(i % 5 - 2) / 2:.3f}\n" for i in range(4000)).encode()

    def pour() -> None:
        while time.monotonic() < end:
            os.write(run.input.fileno(), block)

    thread = threading.Thread(target=pour)
    thread.start()
    run.wait("status", 1)
    before = memory(run.process.pid)
    thread.join()
    after = memory(run.process.pid)
    run.wait("status", 1)
    run.end()
    assert is_real_time(run.factors(), 0.1)
    assert after - before < 2000
    note(f"{run.factors()} of real time, memory {before} to {after} KiB")


def test_a_run_answers_a_flood_of_commands_in_order(start: Start, note: Note) -> None:
    run, count = start("--format", "none"), 20000
    began = time.monotonic()
    lines = [{"impulse": {"body": "crate-1", "by": [i % 11 - 5, 3]}, "ack": i} for i in range(count)]
    run.write("".join(json.dumps(line) + "\n" for line in lines).encode())
    run.reach("ack", count)
    took = time.monotonic() - began
    summary = run.end()
    assert [line["ack"] for line in run.all("ack")] == [*range(count), "end"]
    note(f"{count} commands answered in order in {took:.1f} s, {summary['dropped']} ticks dropped")


def test_a_run_keeps_real_time_if_its_source_hangs(start: Start, note: Note) -> None:
    run = start()
    run.write(b"0.5 -")
    run.wait("status", 3)
    run.end()
    assert is_real_time(run.factors())
    note(f"{run.factors()} of real time")
