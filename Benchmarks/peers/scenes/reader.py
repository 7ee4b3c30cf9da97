"""Reads a scene's lines as their ticks begin, and answers the driver."""
import sys
import time


def serve(put, step, positions):
    """Answers a number of ticks with the processor time of their steps in seconds, and `centre` with the bodies' mean x
    and y and their root mean square distance from there."""
    with open(sys.argv[1]) as file:
        lines = [line.split() for line in file]
    at, tick = 0, 0
    for line in sys.stdin:
        if line == "centre\n":
            points = positions()
            x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
            spread = (sum((p[0] - x) ** 2 + (p[1] - y) ** 2 for p in points) / len(points)) ** 0.5
            print(x, y, spread, flush=True)
            continue
        seconds = 0
        for _ in range(int(line)):
            while at < len(lines) and (lines[at][0] != "tick" or int(lines[at][1]) <= tick):
                if lines[at][0] != "tick":
                    put(lines[at][0], *map(float, lines[at][1:]))
                at += 1
            start = time.thread_time()
            step()
            seconds += time.thread_time() - start
            tick += 1
        print(seconds, flush=True)
