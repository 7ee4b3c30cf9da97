"""A scene in Box2D 3.1: box2d3_scene.py FILE

Box2D mixes two frictions to the root of their product, and two elasticities to the greater one, so both are squared.
"""
import numpy
import pyb2d3 as b2
from reader import serve

world = b2.World(gravity=(0, 0))
world.sleeping_enabled = world.continuous_enabled = False
world.restitution_threshold = 0
bodies = [world.create_static_body(position=(0, 0))]
scale = 1


def put(kind, *n):
    global scale
    if kind == "world":
        scale = n[3]
        world.gravity = n[0] * scale, n[1] * scale
    elif kind == "body":
        x, y, vx, vy = (number * scale for number in n[2:])
        body = world.create_dynamic_body(position=(x, y), linear_velocity=(vx, vy))
        mass = b2.MassData()
        mass.mass, mass.center, mass.rotational_inertia = n[0], (0, 0), n[1] * scale * scale
        body.mass_data = mass
        bodies.append(body)
    elif kind == "static":
        bodies.append(world.create_static_body(position=(n[0] * scale, n[1] * scale)))
    elif kind == "joint":
        a, b, pivot = bodies[int(n[0])], bodies[int(n[1])], (n[2] * scale, n[3] * scale)
        world.create_revolute_joint(
            body_a=a, body_b=b, local_anchor_a=a.local_point(pivot), local_anchor_b=b.local_point(pivot),
            enable_limit=n[4] <= n[5], lower_angle=n[4], upper_angle=n[5],
            enable_motor=n[7] > 0, motor_speed=n[6], max_motor_torque=n[7])
    else:
        friction, elasticity, group, radius, *rest = n
        definition = b2.shape_def(
            density=0, material=b2.surface_material(friction=friction ** 2, restitution=elasticity ** 2))
        definition.filter = b2.make_filter(group_index=-int(group))
        definition.update_body_mass = False
        numbers = rest[1:] if kind == "polygon" else rest
        points = [(x * scale, y * scale) for x, y in zip(numbers[::2], numbers[1::2])]
        if kind == "circle":
            form = b2.circle(*points, radius * scale)
        elif kind == "segment":
            form = b2.capsule(*points, radius * scale) if radius else b2.segment(*points)
        else:
            form = b2.polygon(points=numpy.array(points, dtype=numpy.float32), radius=radius * scale)
        bodies[-1].create_shape(definition, form)


serve(put, lambda: world.step(1 / 60, 4), lambda: [(b.position[0] / scale, b.position[1] / scale) for b in bodies[1:]])
