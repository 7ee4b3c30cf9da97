"""Reads the scene that Benchmarks writes for other programs, and answers its questions."""
import math
import sys
import time


class Scene:
    def __init__(self, path):
        with open(path) as file:
            head = file.readline().split()
            self.places = [tuple(map(float, line.split())) for line in file]
        self.width, self.height, self.step = map(float, head[1:4])
        self.iterations = int(head[4])
        self.strength = float(head[5])
        self.resting, self.turning = map(int, head[6:8])

    def gravity(self, tick):
        if tick <= self.resting:
            return 0, -self.strength
        angle = 2 * math.pi * (tick - self.resting) / self.turning
        return self.strength * math.sin(angle), -self.strength * math.cos(angle)


def serve(take_tick, heights):
    """Answers a number of ticks with their processor time in seconds, and `heights` with the mean and the maximum."""
    tick = 0
    for line in sys.stdin:
        if line == "heights\n":
            ys = heights()
            print(sum(ys) / len(ys), max(ys), flush=True)
            continue
        start = time.thread_time()
        for tick in range(tick, tick + int(line)):
            take_tick(tick)
        seconds = time.thread_time() - start
        tick += 1
        print(seconds, flush=True)
