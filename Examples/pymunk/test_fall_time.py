"""A crate falls in the known time, comes to rest, and does the same every time."""
import math

import pymunk

STEP, GRAVITY = 1 / 120, 1000


def world(drop):
    space = pymunk.Space()
    space.gravity = (0, -GRAVITY)
    floor = pymunk.Segment(space.static_body, (0, 0), (300, 0), 1)
    floor.friction, floor.collision_type = 0.5, 1
    crate = pymunk.Body(100, pymunk.moment_for_box(100, (32, 32)))
    crate.position = (150, 17 + drop)
    shape = pymunk.Poly.create_box(crate, (32, 32))
    shape.friction, shape.collision_type = 0.5, 2
    space.add(floor, crate, shape)
    return space, crate


def fall_time(height):
    return math.ceil((1 + math.sqrt(1 + 8 * height / (GRAVITY * STEP**2))) / 2) * STEP


def test_crate_falls():
    space, crate = world(200)
    touched = []
    space.on_collision(1, 2, begin=lambda arbiter, space, data: touched.append(tick))
    for tick in range(1, 601):
        space.step(STEP)
    assert abs(touched[0] * STEP - fall_time(200)) < STEP / 2
    assert crate.velocity.length < 1


def test_repeatable():
    def states():
        space, crate = world(200)
        for _ in range(600):
            space.step(STEP)
            yield crate.position, crate.angle, crate.velocity

    assert list(states()) == list(states())
