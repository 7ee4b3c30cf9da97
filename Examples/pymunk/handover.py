"""A space that continues in another process; pickling loses the impulses of contacts."""
import pickle
import subprocess
import sys

import pymunk


def world():
    space = pymunk.Space()
    space.gravity = (0, -1000)
    floor = pymunk.Segment(space.static_body, (-500, 0), (500, 0), 0)
    floor.friction = 0.7
    space.add(floor)
    for index in range(20):
        ball = pymunk.Body(1, pymunk.moment_for_circle(1, 0, 10))
        ball.position = (index % 5 * 19, 40 + index // 5 * 25)
        shape = pymunk.Circle(ball, 10)
        shape.friction, shape.elasticity = 0.7, 0.5
        space.add(ball, shape)
    return space


def run(space, ticks):
    for _ in range(ticks):
        space.step(1 / 120)


def report(space):
    total = sum((body.position for body in space.bodies), pymunk.Vec2d(0, 0))
    return f"{len(space.bodies)} balls, sum of positions {total}\n"


if sys.argv[-1] == "continue":
    space = pickle.load(sys.stdin.buffer)
    run(space, 240)
    print(report(space), end="")
else:
    space = world()
    run(space, 120)
    state = pickle.dumps(space)
    run(space, 240)
    here = report(space)
    command = [sys.executable, __file__, "continue"]
    there = subprocess.run(command, input=state, capture_output=True, check=True).stdout.decode()
    print(f"both end with {here}" if here == there else f"here {here}there {there}", end="")
