"""The published scenes, as data from which every engine builds its world, with the published lengths.

Chipmunk's scenes are from its demo/Bench.c, whose terrains are read from Debian's source, and Box2D's from its
shared/benchmarks.c. Random positions are the same for all engines.

A scene is lines of text, read in order; those below `tick N` are read when that tick begins:

  world GX GY SLOP SCALE            gravity, the allowed overlap, and the factor from lengths to metres
  body MASS MOMENT X Y VX VY        body 1, 2, …; shapes before the first one belong to the ground, body 0
  static X Y                        also a body, which never moves
  circle F E GROUP R X Y            shapes of the last body; a contact's friction and elasticity are the products of
  segment F E GROUP R AX AY BX BY   both shapes'; shapes of one group other than 0 pass through each other
  polygon F E GROUP R N X Y …       counterclockwise, rounded by R
  joint A B X Y LOWER UPPER RATE TORQUE   a pivot; no limit if LOWER > UPPER; a motor if TORQUE > 0
"""
import math
import random
import re

FIRM = "1 0 0 0"  # limits and motor of a joint that has neither


class Scene:
    def __init__(self, gravity, slop, scale):
        self.lines = [f"world 0 {gravity} {slop} {scale}"]
        self.bodies = 0
        self.chance = random.Random(1)

    def put(self, *words):
        self.lines.append(" ".join(map(str, words)))

    def body(self, mass, moment, x, y, vx=0, vy=0):
        self.bodies += 1
        self.put("body", mass, moment, x, y, vx, vy)
        return self.bodies

    def box(self, x, y, width, height, density=1, friction=0.6 ** 0.5, radius=0, vx=0):
        """A box whose size includes its rounded edges."""
        mass = density * width * height
        index = self.body(mass, mass * (width * width + height * height) / 12, x, y, vx)
        self.rectangle(0, 0, width, height, friction, radius)
        return index

    def rectangle(self, x, y, width, height, friction=0.6 ** 0.5, radius=0, elasticity=0):
        w, h = width / 2 - radius, height / 2 - radius
        self.put("polygon", friction, elasticity, 0, radius, 4, x - w, y - h, x + w, y - h, x + w, y + h, x - w, y + h)

    def capsule(self, x, y, half, radius, density, friction, elasticity=0, group=0, isUpright=False):
        rectangle, disc = density * 4 * half * radius, density * math.pi * radius ** 2
        moment = rectangle * (half * half + radius * radius) / 3
        moment += disc * (radius * radius / 2 + half * half + 8 * half * radius / (3 * math.pi))
        index = self.body(rectangle + disc, moment, x, y)
        line = (0, -half, 0, half) if isUpright else (-half, 0, half, 0)
        self.put("segment", friction, elasticity, group, radius, *line)
        return index

    def in_disc(self, size):
        while True:
            x, y = self.chance.uniform(-1, 1), self.chance.uniform(-1, 1)
            if x * x + y * y < 1:
                return size * x, size * y


# ---- Chipmunk's scenes; a unit is a tenth of a metre in Box2D

BENCH_STEPS = (120, 7, 30)  # ticks before the measurement, rounds, ticks in each


def terrain(scene, source, name, friction=0, elasticity=0):
    body = re.search(name + r"_terrain_verts\[\] = \{(.*?)\n\};", source, re.S).group(1)
    points = [(float(x) - 320, float(y) - 240) for x, y in re.findall(r"\{\s*([-\d.]+),\s*([-\d.]+)\s*\}", body)]
    for a, b in zip(points, points[1:]):
        scene.put("segment", friction, elasticity, 0, 0, *a, *b)


def add_form(scene, form, size, x, y, friction, elasticity=0, isHeavy=False, vx=0, vy=0):
    if form == "boxes":
        mass = size * size / 100
        scene.body(mass, mass * size * size / 6, x, y, vx, vy)
        scene.rectangle(0, 0, size, size, friction, 1, elasticity)
    elif form == "circles":
        mass = size * size / (1 if isHeavy else 25)
        scene.body(mass, mass * size * size / 2, x, y, vx, vy)
        scene.put("circle", friction, elasticity, 0, size, 0, 0)
    else:
        mass, r = size * size, size - 1  # rounded by 1
        scene.body(mass, mass * r * r * 5 / 12, x, y, vx, vy)
        corners = [r * f(i * math.pi / 3) for i in range(6) for f in (math.cos, math.sin)]
        scene.put("polygon", friction, elasticity, 0, 1, 6, *corners)


def simple(form, count, size, varies=False):
    def make(source):
        scene = Scene(-100, 0.5, 0.1)
        terrain(scene, source, "simple")
        for _ in range(count):
            own = size * 1.5 ** scene.chance.uniform(-1.5, 3.5) if varies else size
            add_form(scene, form, own, *scene.in_disc(180), 0.9)
        return scene
    return make


def complex_(form):
    def make(source):
        scene = Scene(-100, 0.5, 0.1)
        terrain(scene, source, "complex")
        for _ in range(1000):
            x, y = scene.in_disc(180)
            add_form(scene, form, 5, x, y + 300, 0, isHeavy=True)
        return scene
    return make


def bouncy(form):
    def make(source):
        scene = Scene(0, 0.1, 0.1)
        terrain(scene, source, "bouncy", elasticity=1)
        for _ in range(500):
            (x, y), (vx, vy) = scene.in_disc(130), scene.in_disc(50)
            add_form(scene, form, 5, x, y, 0, 1, True, vx, vy)
        return scene
    return make


def no_collide(source):
    scene, r = Scene(0, 0.1, 0.1), 4.5
    w, h = 330 + r, 250 + r
    corners = [(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)]
    for a, b in zip(corners, corners[1:]):
        scene.put("segment", 0, 1, 0, 0, *a, *b)
    for x in range(-320, 321, 20):
        for y in range(-240, 241, 20):
            scene.put("circle", 0, 0, 0, r, x, y)
    for y in range(-230, 241, 40):
        scene.body(7, 7 * r * r / 2, -320, y, 100, 0)
        scene.put("circle", 0, 1, 0, r, 0, 0)
    for x in range(-290, 321, 40):
        scene.body(7, 7 * r * r / 2, x, -240, 0, 100)
        scene.put("circle", 0, 1, 0, r, 0, 0)
    return scene


# ---- Box2D's scenes, with its slop of 5 mm

def metres(gravity=-10):
    return Scene(gravity, 0.005, 1)


def pyramid(scene, count, x, y):
    for i in range(count):
        for j in range(i, count):
            scene.box(x + (i + 1) / 2 + j - i, y + i + 0.5, 1, 1)


def large_pyramid(source):
    scene = metres()
    scene.rectangle(0, -1, 200, 2)
    pyramid(scene, 100, -50, 0)
    return scene


def many_pyramids(source):
    scene, width = metres(), 220
    for row in range(20):
        scene.put("segment", 0.6 ** 0.5, 0, 0, 0, -width / 2, 11 * row, width / 2, 11 * row)
    for row in range(20):
        for column in range(20):
            pyramid(scene, 10, -width / 2 + 11 * column + 0.5, 11 * row)
    return scene


def joint_grid(source):
    scene, n = metres(), 100
    mass = math.pi * 0.4 ** 2

    def is_fixed(k, i):
        return abs(k - n // 2) <= 3 and i == 0
    for k in range(n):
        for i in range(n):
            if is_fixed(k, i):
                scene.bodies += 1
                scene.put("static", k, -i)
            else:
                scene.body(mass, mass * 0.4 ** 2 / 2, k, -i)
            scene.put("circle", 0.6 ** 0.5, 0, 1, 0.4, 0, 0)
            if i > 0:
                scene.put("joint", scene.bodies - 1, scene.bodies, k, -i + 0.5, FIRM)
            # Box2D's scene also joins fixed bodies, which does nothing; Chipmunk cannot solve such joints.
            if k > 0 and not (is_fixed(k, i) and is_fixed(k - 1, i)):
                scene.put("joint", scene.bodies - n, scene.bodies, k - 0.5, -i, FIRM)
    return scene


def tumbler(source):
    scene = metres()
    sides = [(10, 0, 1, 20), (-10, 0, 1, 20), (0, 10, 20, 1), (0, -10, 20, 1)]
    scene.body(50 * 80, sum(50 * 20 * ((w * w + h * h) / 12 + x * x + y * y) for x, y, w, h in sides), 0, 10)
    for side in sides:
        scene.rectangle(*side)
    scene.put("joint", 0, 1, 0, 10, 1, 0, math.radians(25), 1e8)
    for i in range(45):
        for j in range(45):
            scene.box(-9 + 0.4 * j, 1 + 0.4 * i, 0.25, 0.25)
    return scene


def spinner(source):
    scene, rough, bouncy = metres(), 0.1 ** 0.5, 0.1 ** 0.5
    ring = [(40 * math.cos(math.radians(i)), 32 + 40 * math.sin(math.radians(i))) for i in range(361)]
    for a, b in zip(ring, ring[1:]):
        scene.put("segment", rough, 0, 0, 0, *a, *b)
    scene.box(0, 12, 1.2, 40.4, friction=0, radius=0.2)
    scene.put("joint", 0, 1, 0, 12, 1, 0, 5, 1e9)
    for i in range(3038):
        x, y = -23 + 0.5 * (i % 92), 2 + 0.5 * (i // 92)
        if i % 3 == 0:
            scene.capsule(x, y, 0.25, 0.25, 0.25, rough, bouncy)
        elif i % 3 == 1:
            mass = 0.25 * math.pi * 0.35 ** 2
            scene.body(mass, mass * 0.35 ** 2 / 2, x, y)
            scene.put("circle", rough, bouncy, 0, 0.35, 0, 0)
        else:
            mass = 0.25 * 0.7 ** 2
            scene.body(mass, mass * 0.7 ** 2 / 6, x, y)
            scene.rectangle(0, 0, 0.7, 0.7, rough, 0, bouncy)
    return scene


def smash(source):
    scene = metres(0)
    scene.box(-20, 0, 8, 8, density=8, vx=40)
    for i in range(120):
        for j in range(80):
            scene.box(30 + 0.4 * i, (j - 40) * 0.4, 0.4, 0.4)
    return scene


# A person's bones: height, half length, radius; parent bone, the joint's height, limits in half turns, friction.
BONES = [
    (0.95, 0.02, 0.095, None), (1.2, 0.135, 0.09, (0, 1.0, -0.25, 0, 0.5)),
    (1.475, 0.0385, 0.075, (1, 1.4, -0.3, 0.1, 0.25)),
    (0.775, 0.125, 0.06, (0, 0.9, -0.05, 0.4, 1)), (0.475, 0.14, 0.045, (3, 0.625, -0.5, -0.02, 0.5)),
    (0.775, 0.125, 0.06, (0, 0.9, -0.05, 0.4, 1)), (0.475, 0.14, 0.045, (5, 0.625, -0.5, -0.02, 0.5)),
    (1.225, 0.125, 0.035, (1, 1.35, -0.1, 0.8, 0.5)), (0.975, 0.125, 0.03, (7, 1.1, -0.2, 0.3, 0.1)),
    (1.225, 0.125, 0.035, (1, 1.35, -0.1, 0.8, 0.5)), (0.975, 0.125, 0.03, (9, 1.1, -0.2, 0.3, 0.1)),
]


def person(scene, x, y, group):
    first = scene.bodies + 1
    for height, half, radius, _ in BONES:
        scene.capsule(x, y + height, half, radius, 1, 0.2 ** 0.5, group=group, isUpright=True)
    for index, (_, _, _, hold) in enumerate(BONES):
        if hold:
            parent, at, lower, upper, friction = hold
            limits = lower * math.pi, upper * math.pi
            scene.put("joint", first + parent, first + index, x, y + at, *limits, 0, 0.05 * friction)


def rain(source):
    scene = metres()
    for row in range(5):
        for i in range(501):
            scene.rectangle(-125 + 0.5 * i, 45 * row, 0.5, 0.5)
    for column in range(40):
        scene.put("tick", 8 * column)
        for row in range(5):
            for i in range(5):
                x = -125 + 250 / 40 * (column + 0.5) + 0.5 * i
                person(scene, x, 40 + 45 * row, scene.bodies // 11 + 1)
    return scene


NO_CAPSULES = {"Box2D 2.4": "no capsules"}
ALWAYS_STOPS = {"Box2D 2.4": "nothing bounces below 1 m/s"}

# Name; function; ticks before, rounds, ticks in each; engines that cannot run it, and why.
SCENES = [
    *[(f"SimpleTerrain{form.title()}_{count}", simple(form, count, size), BENCH_STEPS, {})
      for form, size in (("circles", 5), ("boxes", 10), ("hexagons", 5)) for count in (1000, 500, 100)],
    *[(f"SimpleTerrainV{form.title()}_200", simple(form, 200, size, True), BENCH_STEPS, {})
      for form, size in (("circles", 5), ("boxes", 8), ("hexagons", 5))],
    *[(f"ComplexTerrain{form.title()}_1000", complex_(form), BENCH_STEPS, {}) for form in ("circles", "hexagons")],
    *[(f"BouncyTerrain{form.title()}_500", bouncy(form), BENCH_STEPS, ALWAYS_STOPS) for form in ("circles", "hexagons")],
    ("NoCollide", no_collide, BENCH_STEPS, ALWAYS_STOPS),
    ("large pyramid", large_pyramid, (40, 5, 10), {}),
    ("many pyramids", many_pyramids, (20, 5, 4), {}),
    ("joint grid", joint_grid, (60, 5, 10), {}),
    ("tumbler", tumbler, (180, 5, 20), {}),
    ("spinner", spinner, (180, 5, 20), NO_CAPSULES),
    ("smash", smash, (60, 5, 10), {}),
    ("rain", rain, (160, 8, 20), NO_CAPSULES),
]
