"""Steps the published scenes in every engine, in turns, and prints a table: compare.py BENCH_C PROGRAMS [SCENE …]

BENCH_C is Chipmunk's demo/Bench.c, PROGRAMS the folder of chipmunk_scene, box2d_scene and, for Box2D's main branch,
box2d_main_OFF and, with AVX2, box2d_main_ON. BENCHMARK_SWIFT is the program `Benchmarks`. SCENE is a part of a scene's
name. Engines with several threads take real time, the others processor time.
"""
import math
import os
import pathlib
import statistics
import subprocess
import sys

from table import SCENES

HERE = pathlib.Path(__file__).resolve().parent
source, programs = open(sys.argv[1]).read(), pathlib.Path(sys.argv[2])
OURS = os.environ["BENCHMARK_SWIFT"], "scene"
ENGINES = {
    "C": [programs / "chipmunk_scene"],
    "`tiltbox`": [*OURS, "tiltbox", "1"],
    "`tiltbox`, 2 threads": [*OURS, "tiltbox", "2"],
    "`chipmunk`": [*OURS, "chipmunk", "1"],
    "pymunk": [sys.executable, HERE / "pymunk_scene.py"],
    "Box2D 2.4": [programs / "box2d_scene"],
    "Box2D 3.1": [sys.executable, HERE / "box2d3_scene.py"],
}
if (programs / "box2d_main_OFF").exists():
    ENGINES |= {
        "Box2D main": [programs / "box2d_main_OFF", "1"],
        "Box2D main, 2 threads": [programs / "box2d_main_OFF", "2"],
        "Box2D main, AVX2": [programs / "box2d_main_ON", "1"],
    }


class Engine:
    def __init__(self, words, path):
        self.child = subprocess.Popen([*words, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)

    def ask(self, question):
        self.child.stdin.write(f"{question}\n")
        self.child.stdin.flush()
        return [float(word) for word in self.child.stdout.readline().split()]

    def end(self):
        self.child.stdin.close()
        self.child.wait()


def measure(name, make, before, rounds, ticks, left_out):
    scene = make(source)
    path = programs / "scene.txt"
    path.write_text("\n".join(scene.lines) + "\n")
    engines = {engine: Engine(words, path) for engine, words in ENGINES.items() if engine not in left_out}
    for engine in engines.values():
        engine.ask(before)
    # All engines finish a round before the next one, so that other load on the machine disturbs them alike.
    times = {engine: [] for engine in engines}
    for _ in range(rounds):
        for key, engine in engines.items():
            times[key].append(engine.ask(ticks)[0] / ticks)
    centres = {key: engine.ask("centre") for key, engine in engines.items()}
    for engine in engines.values():
        engine.end()
    x, y, spread = centres["C"]
    off = {key: math.hypot(centre[0] - x, centre[1] - y) / spread for key, centre in centres.items()}
    worst = max(off, key=off.get)
    ratios = {key: statistics.median(a / b for a, b in zip(own, times["C"])) for key, own in times.items()}
    cells = [f"{ratios[key]:.2f}" if key in ratios else "" for key in list(ENGINES)[1:]]
    time = statistics.median(times["C"]) * 1e3
    print(f"| {name} | {scene.bodies} | {time:.3g} ms | {' | '.join(cells)} | {off[worst]:.0%}, {worst} |", flush=True)


print("| scene | bodies | C, a tick | " + " | ".join(list(ENGINES)[1:]) + " | furthest from C |")
print("|---|---:|---:|" + "---:|" * (len(ENGINES) - 1) + "---|")
for name, make, steps, left_out in SCENES:
    if not sys.argv[3:] or any(part.lower() in name.lower() for part in sys.argv[3:]):
        measure(name, make, *steps, left_out)
