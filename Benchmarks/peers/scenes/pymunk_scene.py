"""A scene in pymunk: pymunk_scene.py FILE"""
import pymunk
from reader import serve

space = pymunk.Space()
space.iterations = 10
bodies = [space.static_body]


def put(kind, *n):
    if kind == "world":
        space.gravity, space.collision_slop = n[:2], n[2]
    elif kind == "body":
        body = pymunk.Body(*n[:2])
        body.position, body.velocity = n[2:4], n[4:]
        space.add(body)
        bodies.append(body)
    elif kind == "static":
        body = pymunk.Body(body_type=pymunk.Body.STATIC)
        body.position = n
        space.add(body)
        bodies.append(body)
    elif kind == "joint":
        a, b = bodies[int(n[0])], bodies[int(n[1])]
        joints = [pymunk.PivotJoint(a, b, n[2:4])]
        if n[4] <= n[5]:
            joints.append(pymunk.RotaryLimitJoint(a, b, *n[4:6]))
        if n[7] > 0:
            joints.append(pymunk.SimpleMotor(a, b, -n[6]))
            joints[-1].max_force = n[7]
        for joint in joints:
            joint.collide_bodies = False
        space.add(*joints)
    else:
        friction, elasticity, group, radius, *rest = n
        if kind == "circle":
            shape = pymunk.Circle(bodies[-1], radius, rest)
        elif kind == "segment":
            shape = pymunk.Segment(bodies[-1], rest[:2], rest[2:], radius)
        else:
            shape = pymunk.Poly(bodies[-1], list(zip(rest[1::2], rest[2::2])), radius=radius)
        shape.friction, shape.elasticity = friction, elasticity
        shape.filter = pymunk.ShapeFilter(group=int(group))
        space.add(shape)


serve(put, lambda: space.step(1 / 60), lambda: [b.position for b in bodies[1:]])
