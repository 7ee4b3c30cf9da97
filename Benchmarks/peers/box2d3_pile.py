"""The pile in Box2D 3, with one call per step: box2d3_pile.py SCENE [--blind]; with --blind, it reads no state

Lengths are divided by 4, because Box2D's tolerances are meant for metres. Contacts have the friction and elasticity
that they have in Chipmunk, which multiplies; Box2D takes the root of the product and the greater elasticity.
"""
import sys

import pyb2d3 as b2
from scene import Scene, serve

SCALE = 1 / 4
SUBSTEPS = 4  # as Box2D's manual recommends
scene = Scene(sys.argv[1])
world = b2.World(gravity=(0, -scene.strength * SCALE))
world.sleeping_enabled = False
world.continuous_enabled = False
ground = world.create_static_body(position=(0, 0))
w, h = scene.width * SCALE, scene.height * SCALE
corners = [(0, 0), (w, 0), (w, h), (0, h), (0, 0)]
for a, b in zip(corners, corners[1:]):
    surface = b2.surface_material(friction=0.25, restitution=0.24)
    ground.create_shape(b2.shape_def(material=surface), b2.capsule(a, b, SCALE))
crates = []
for x, y in scene.places:
    crate = world.create_dynamic_body(position=(x * SCALE, y * SCALE))
    surface = b2.surface_material(friction=0.25, restitution=0.09)
    definition = b2.shape_def(material=surface, density=100 / (16 * SCALE) ** 2)
    crate.create_shape(definition, b2.box(8 * SCALE, 8 * SCALE))
    crates.append(crate)

states = []
reads = "--blind" not in sys.argv


def take_tick(tick):
    global states
    x, y = scene.gravity(tick)
    world.gravity = (x * SCALE, y * SCALE)
    world.step(scene.step, SUBSTEPS)
    if reads:
        states = [(c.position, c.angle, c.linear_velocity, c.angular_velocity) for c in crates]


serve(take_tick, lambda: [crate.position[1] / SCALE for crate in crates])
