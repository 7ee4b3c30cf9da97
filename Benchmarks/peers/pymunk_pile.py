"""The pile in pymunk: pymunk_pile.py SCENE bodies|batch|first; `first` prints the first frame"""
import json
import sys

import pymunk
import pymunk.batch
from scene import Scene, serve

scene = Scene(sys.argv[1])
space = pymunk.Space()
space.iterations = scene.iterations
w, h = scene.width, scene.height
corners = [(0, 0), (w, 0), (w, h), (0, h), (0, 0)]
for a, b in zip(corners, corners[1:]):
    wall = pymunk.Segment(space.static_body, a, b, 1)
    wall.friction, wall.elasticity = 0.5, 0.8
    space.add(wall)
bodies = []
for place in scene.places:
    body = pymunk.Body(100, pymunk.moment_for_box(100, (16, 16)))
    body.position = place
    crate = pymunk.Poly.create_box(body, (16, 16))
    crate.friction, crate.elasticity = 0.5, 0.3
    space.add(body, crate)
    bodies.append(body)

states = []
buffer = pymunk.batch.Buffer()
fields = (
    pymunk.batch.BodyFields.POSITION
    | pymunk.batch.BodyFields.ANGLE
    | pymunk.batch.BodyFields.VELOCITY
    | pymunk.batch.BodyFields.ANGULAR_VELOCITY
)


def take_tick(tick):
    space.gravity = scene.gravity(tick)
    space.step(scene.step)


def take_tick_and_read_bodies(tick):
    global states
    take_tick(tick)
    states = [(b.position, b.angle, b.velocity, b.angular_velocity) for b in bodies]


def take_tick_and_read_batch(tick):
    take_tick(tick)
    buffer.clear()
    pymunk.batch.get_space_bodies(space, fields, buffer)
    memoryview(buffer.float_buf()).cast("d")


if sys.argv[2] == "first":
    states = [(*b.position, b.angle, *b.velocity, b.angular_velocity) for b in bodies]
    frame = {"kind": "frame", "tick": 0, "t": 0, "gravity": [0, -1000], "bodies": states}
    print(json.dumps(frame, separators=(",", ":")), flush=True)
    sys.exit()
read = {"bodies": take_tick_and_read_bodies, "batch": take_tick_and_read_batch}[sys.argv[2]]
serve(read, lambda: [body.position.y for body in bodies])
