"""A pendulum that is timed, and a crank that a motor turns."""
import math

import pymunk

STEP, LENGTH = 1 / 480, 200
space = pymunk.Space()
space.gravity = (0, -1000)
space.iterations = 20

bob = pymunk.Body(1, pymunk.moment_for_circle(1, 0, 10))
bob.position = LENGTH * pymunk.Vec2d(1, 0).rotated(-math.pi / 2 + 0.1)
space.add(bob, pymunk.Circle(bob, 10), pymunk.PinJoint(space.static_body, bob))

crank = pymunk.Body(4, pymunk.moment_for_box(4, (100, 10)))
crank.position = (300, 0)
space.add(crank, pymunk.Poly.create_box(crank, (100, 10)))
space.add(pymunk.PivotJoint(space.static_body, crank, (300, 0)))
motor = pymunk.SimpleMotor(space.static_body, crank, -2 * math.pi)  # turns the second body counterclockwise
motor.max_force = 1e6
space.add(motor)

crossings, tick = [], 0
while len(crossings) < 3:
    before = bob.position.x
    space.step(STEP)
    tick += 1
    if before < 0 <= bob.position.x:
        crossings.append(tick)
period = (crossings[2] - crossings[0]) / 2 * STEP
theory = 2 * math.pi * math.sqrt(LENGTH / 1000)
print(f"the period is {period} s, in theory {theory} s for a small swing")
print(f"the crank has turned by {crank.angle / (2 * math.pi)}, at {crank.angular_velocity} rad/s")
