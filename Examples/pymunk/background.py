"""Worlds that step in the background, each in a process: an interpreter runs one thread at a time."""
from concurrent.futures import ProcessPoolExecutor

import pymunk


class World:
    def __init__(self, height):
        self.space = pymunk.Space()
        self.space.gravity = (0, -1000)
        floor = pymunk.Segment(self.space.static_body, (-500, 0), (500, 0), 0)
        floor.elasticity = 1
        self.ball = pymunk.Body(1, pymunk.moment_for_circle(1, 0, 10))
        self.ball.position = (0, height)
        shape = pymunk.Circle(self.ball, 10)
        shape.elasticity = 0.8
        self.space.add(floor, self.ball, shape)

    def run(self, seconds):
        for _ in range(int(seconds * 120)):
            self.space.step(1 / 120)
        return self

    def kick(self):
        self.ball.apply_impulse_at_world_point((0, 500), self.ball.position)


def work(height):
    return World(height).run(5)


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        worlds = list(pool.map(work, [100, 200, 300]))
    for number, world in enumerate(worlds):
        print(f"world {number}: y {world.ball.position.y}")
    worlds[0].kick()
    print(f"after a kick: {worlds[0].run(0.5).ball.position.y}")
