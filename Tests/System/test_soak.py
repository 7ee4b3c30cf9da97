"""Long runs: memory stays the same after the first minute, no descriptor leaks, and the tick keeps to the clock."""

import pathlib
import random
import subprocess
import time
from subprocess import DEVNULL, PIPE

import pytest
from service import EXAMPLES, TILTBOX, Note, Option, Start, descriptors, memory

pytestmark = pytest.mark.soak


def test_a_simulated_day_takes_no_more_memory(tmp_path: pathlib.Path, option: Option, note: Note) -> None:
    chance, seconds = random.Random(1), int(option("hours") * 3600)
    tilt = tmp_path / "tilt.csv"
    rows = [f"{second},{chance.uniform(-1.5, 1.5):.4f},{chance.uniform(-1.5, 1.5):.4f}\n" for second in range(seconds)]
    tilt.write_text("t,x,y\n" + "".join(rows))
    began = time.monotonic()
    command: list[object] = [TILTBOX, "run", EXAMPLES / "crates.yaml", "--tilt", tilt, "--fast", "--duration", seconds]
    command += ["--format", "csv", "--frames", 1]
    looks: list[tuple[int, int]] = []
    with subprocess.Popen(list(map(str, command)), stdout=PIPE, stderr=DEVNULL, text=True) as process:
        assert process.stdout
        for number, line in enumerate(process.stdout):
            if number % 20000 == 0 and process.poll() is None:
                looks.append((memory(process.pid), descriptors(process.pid)))
            if number:
                x, y = map(float, line.split(",")[3:5])
                assert 0 < x < 300 and 0 < y < 300, line
    assert process.returncode == 0
    took = time.monotonic() - began
    early = max(memory for memory, _ in looks[1 : max(2, len(looks) // 20 + 1)])
    late = max(memory for memory, _ in looks)
    assert late - early < 512
    assert len({files for _, files in looks}) == 1
    note(f"{seconds} s simulated in {took:.0f} s ({seconds / took:.0f} times real time), {early} to {late} KiB")


def test_ten_minutes_keep_to_the_clock(tmp_path: pathlib.Path, start: Start, option: Option, note: Note) -> None:
    chance, seconds = random.Random(2), int(option("minutes") * 60)
    run = start("--format", "none", "--journal", tmp_path / "soak.journal", "--duration", seconds)
    looks: list[tuple[int, int]] = []
    elapsed = 0.0
    while elapsed < seconds - 5:  # a machine that stalls gets fewer lines
        run.write(f"{chance.uniform(-1, 1):.3f} {chance.uniform(-1, 1):.3f}\n".encode())
        run.wait("status", 1)
        looks.append((memory(run.process.pid), descriptors(run.process.pid)))
        elapsed = run.all("status")[-1]["elapsed"]
    run.end()
    drift = max(abs(line["elapsed"] - (line["tick"] + line["dropped"]) / 120) for line in run.all("status"))
    early = max(memory for memory, _ in looks[5 : min(60, len(looks) // 2)])
    late = max(memory for memory, _ in looks)
    assert late - early < 256
    assert len({files for _, files in looks[1:]}) == 1
    assert drift < 0.1
    note(f"{early} to {late} KiB, {looks[-1][1]} descriptors, the tick within {drift * 1000:.1f} ms of the clock")
