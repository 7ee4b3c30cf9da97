// Ten scenes of the engine with substeps, in C. Prints a line for each: its name and the digest of its trajectory.
// Tests/Checks/architectures compiles it for several processors, which must print the same.
//
// Lengths in units, masses in kg, 1000 units/s², 1/120 s. Everything that enters a scene is computed without the C
// library's sines and without Chipmunk's arithmetic, which differ from processor to processor.

#pragma STDC FP_CONTRACT OFF

#include "CMath.h"
#include "ChipmunkEngine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// MARK: Building

enum { maxBodies = 400 };

static cpSpace *space;
static cpBody *ground, *bodies[maxBodies];
static int bodyCount;

static cpBody *join(cpBody *body, cpVect position, double angle) {
  cpSpaceAddBody(space, body);
  ceBodyWritePose(body, position, angle);
  return bodies[bodyCount++] = body;
}

static cpShape *boxShape(cpBody *body, cpVect center, double width, double height, double radius) {
  double x = width / 2, y = height / 2;
  cpVect corners[] = {{x, -y}, {x, y}, {-x, y}, {-x, -y}};
  for (int i = 0; i < 4; i++) corners[i] = cpvadd(corners[i], center);
  return cePolyShapeNew(body, 4, corners, radius);
}

static cpShape *add(cpShape *shape, double friction, double elasticity, cpGroup group) {
  cpShapeSetFriction(shape, friction), cpShapeSetElasticity(shape, elasticity);
  cpShapeSetFilter(shape, cpShapeFilterNew(group, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
  ceSpaceAddShape(space, shape);
  ceBodyForgetExtents(shape->body);
  return shape;
}

static void wall(cpVect from, cpVect to, double radius, double elasticity) {
  add(ceSegmentShapeNew(ground, from, to, radius), 0.6, elasticity, 0);
}

static void walls(double width, double height) {
  cpVect corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  for (int i = 0; i < 4; i++) wall(corners[i], corners[(i + 1) % 4], 1, 0.3);
}

static cpBody *box(double width, double height, cpVect at, double mass, cpGroup group) {
  double moment = mass * (width * width + height * height) / 12;
  cpBody *body = join(ceBodyNew(CP_BODY_TYPE_DYNAMIC, mass, moment), at, 0);
  add(boxShape(body, cpvzero, width, height, 0), 0.6, 0.1, group);
  return body;
}

static cpBody *ball(double radius, cpVect at, double mass, double elasticity, cpGroup group) {
  cpBody *body = join(ceBodyNew(CP_BODY_TYPE_DYNAMIC, mass, ceMeasureCircle(mass, 0, radius, cpvzero).moment), at, 0);
  add(ceCircleShapeNew(body, radius, cpvzero), 0.6, elasticity, group);
  return body;
}

static cpBody *polygon(int count, double radius, double rounding, cpVect at, double angle) {
  cpVect corners[12];
  for (int i = 0; i < count; i++) {
    double sine, cosine;
    CMathSineCosine(2 * CP_PI * i / count, &sine, &cosine);
    corners[i] = cpv(radius * cosine, radius * sine);
  }
  cpBody *body = join(ceBodyNew(CP_BODY_TYPE_DYNAMIC, 2, ceMeasurePolygon(2, count, corners, 0).moment), at, angle);
  add(cePolyShapeNew(body, count, corners, rounding), 0.5, 0.2, 0);
  return body;
}

static cpConstraint *constrain(cpConstraint *constraint) {
  ceConstraintMeasure(constraint);
  return cpSpaceAddConstraint(space, constraint);
}

static void pivot(cpBody *a, cpBody *b, cpVect at) {
  cpVect fromA = cpTransformPoint(cpTransformRigidInverse(a->transform), at);
  cpVect fromB = cpTransformPoint(cpTransformRigidInverse(b->transform), at);
  constrain(cpPivotJointNew2(a, b, fromA, fromB));
}

static cpVect armTo(const cpBody *body, cpVect point) {
  return cpvsub(point, cpTransformPoint(body->transform, body->cog));
}

// MARK: Running

static uint64_t digest;

static void step(void) {
  const double timeStep = 1 / 120.0;
  ceSpaceStep(space, timeStep);
  ceSpaceCheckBounds(space, INFINITY, timeStep);
  for (int i = 0; i < bodyCount; i++) {
    const cpBody *body = bodies[i];
    double state[] = {body->p.x, body->p.y, body->a, body->v.x, body->v.y, body->w};
    for (int k = 0; k < 6; k++) {
      uint64_t bits;
      memcpy(&bits, &state[k], sizeof bits);
      digest = (digest ^ bits) * 0x100000001b3;
    }
  }
}

static void run(int ticks) {
  for (int tick = 0; tick < ticks; tick++) step();
}

// MARK: Scenes

static void stack(void) {
  wall(cpv(-500, 0), cpv(500, 0), 0, 0);
  for (int i = 0; i < 20; i++) box(32, 32, cpv((i * 7 % 5 - 2) * 0.16, 16 + 32 * i), 1, 0);
  run(600);
}

static void pyramid(void) {
  wall(cpv(-1000, -3), cpv(1000, 3), 0, 0);
  for (int row = 0; row < 16; row++) {
    for (int i = 0; i < 16 - row; i++) box(32, 32, cpv((i - (16 - row) / 2.0) * 33, 20 + 32 * row), 1, 0);
  }
  run(300);
}

static void bridge(void) {
  cpBody *before = ground;
  for (int i = 0; i < 10; i++) {
    cpBody *plank = box(40, 8, cpv(20 + 40 * i, 200), 1, 1);
    pivot(before, plank, cpv(40 * i, 200));
    before = plank;
  }
  pivot(before, ground, cpv(400, 200));
  for (int i = 0; i < 3; i++) box(32, 32, cpv(150 + 40 * i, 222), 5, 0);
  run(900);
}

static void chain(void) {
  cpBody *before = ground;
  for (int i = 0; i < 20; i++) {
    cpBody *link = box(20, 4, cpv(20 * i + 10, 0), 1, 1);
    pivot(before, link, cpv(20 * i, 0));
    before = link;
  }
  pivot(before, ball(30, cpv(430, 0), 100, 0, 1), cpv(400, 0));
  run(900);
}

static void joints(void) {
  cpBody *of[10];
  for (int i = 0; i < 10; i++) of[i] = box(30, 10, cpv(100 * i, 10.0 * (i % 3)), 1 + i % 4, 1);
  constrain(cpPinJointNew(ground, of[0], cpv(-20, 60), cpv(10, 3)));
  constrain(cpSlideJointNew(ground, of[1], cpv(110, 70), cpv(-14, 2), 40, 75));
  pivot(ground, of[2], cpv(190, 10));
  constrain(cpGrooveJointNew(ground, of[3], cpv(260, 33), cpv(350, -20), cpv(5, 5)));
  constrain(cpDampedSpringNew(ground, of[4], cpv(400, 80), cpv(12, 0), 50, 400, 3));
  for (int i = 5; i < 10; i++) pivot(ground, of[i], cpv(100 * i - 11, 10.0 * (i % 3) + 2));
  constrain(cpDampedRotarySpringNew(ground, of[5], 0.7, 90000, 400));
  constrain(cpRotaryLimitJointNew(ground, of[6], -0.6, 0.4));
  constrain(cpRatchetJointNew(ground, of[7], 0.1, 0.5));
  constrain(cpGearJointNew(of[8], of[9], 0.3, 2.5));
  constrain(cpSimpleMotorNew(ground, of[8], 3))->maxForce = 200000;
  run(300);
  cpVect impulse = cpv(20, 300), force = cpv(3000, 500);
  of[7]->v = cpvadd(of[7]->v, cpvmult(impulse, of[7]->m_inv));
  of[7]->w += of[7]->i_inv * cpvcross(armTo(of[7], cpv(720, 30)), impulse);
  of[3]->f = force, of[3]->t = cpvcross(armTo(of[3], cpv(310, 20)), force);
  run(600);
}

static void turnedCrates(void) {
  walls(460, 460);
  cpSpaceSetSleepTimeThreshold(space, 0.3);
  for (int i = 0; i < 100; i++) box(32, 32, cpv(30 + 34 * (i % 10) + i / 10 % 3, 20 + 34 * (i / 10)), 1 + i % 7, 0);
  static const cpVect gravities[] = {{0, -1000}, {1000, 0}, {600, 800}, {-1000, 0}, {0, -1000}};
  for (int i = 0; i < 5; i++) {
    cpSpaceSetGravity(space, gravities[i]);
    ceSpaceNoteMotion(space);
    run(240);
  }
  // It falls on sleeping crates.
  ball(12, cpv(231, 430), 9, 0.5, 0);
  run(200);
}

static void bounces(void) {
  wall(cpv(-500, 0), cpv(900, 40), 2, 0.8);
  for (int i = 0; i < 8; i++) ball(8 + i, cpv(60 * i - 240, 150 + 20 * i), 1 + i % 3, 0.3 + 0.1 * i, 0);
  for (int i = 0; i < 5; i++) {
    cpBody *bob = ball(20, cpv(400 + 40 * i - (i == 0 ? 120 : 0), i == 0 ? 180 : 140), 1, 1, 0);
    constrain(cpPinJointNew(ground, bob, cpv(400 + 40 * i, 300), cpvzero));
  }
  run(900);
}

static void mixedShapes(void) {
  wall(cpv(-300, 120), cpv(0, 0), 4, 0.2), wall(cpv(0, 0), cpv(300, 90), 0, 0.2);
  for (int i = 0; i < 60; i++) {
    cpVect at = cpv(40 * (i % 10) - 180 + i / 10, 160 + 36 * (i / 10));
    double angle = 0.37 * i;
    if (i % 3 == 0) {
      cpBody *rod = join(ceBodyNew(CP_BODY_TYPE_DYNAMIC, 1, ceMeasureSegment(1, cpv(-12, -3), cpv(12, 3), 4).moment), at, angle);
      add(ceSegmentShapeNew(rod, cpv(-12, -3), cpv(12, 3), 4), 0.4, 0.2, 0);
    } else if (i % 3 == 1) {
      polygon(3 + i % 7, 14, i % 2 ? 2.5 : 0, at, angle);
    } else {
      ball(6 + i % 9, at, 1, 0.3, 0);
    }
  }
  // Two shapes on one body, whose centre of gravity is not its origin.
  cpBody *hammer = join(ceBodyNew(CP_BODY_TYPE_DYNAMIC, 3, 4000), cpv(10, 420), 0);
  cpBodySetCenterOfGravity(hammer, cpv(7, -4));
  ceBodyWritePose(hammer, cpv(10, 420), 0);
  hammer->a = 0.8, ceBodySetTransform(hammer, ceRotation(space, 0.8));
  add(boxShape(hammer, cpvzero, 60, 8, 1), 0.5, 0.1, 0), add(ceCircleShapeNew(hammer, 14, cpv(30, -6)), 0.5, 0.1, 0);
  run(600);
}

static void bullets(void) {
  walls(600, 400);
  for (int i = 0; i < 5; i++) wall(cpv(100 + 90 * i, 60), cpv(130 + 90 * i, 350), 0, 0.5);
  for (int i = 0; i < 12; i++) box(24, 24, cpv(300 + 26 * (i % 2), 20 + 26 * (i / 2)), 1, 0);
  add(boxShape(ground, cpv(405, 150), 10, 100, 0), 0, 0, 0)->sensor = cpTrue;
  for (int shot = 0; shot < 30; shot++) {
    cpBody *bullet = shot % 2 ? polygon(5, 4, 0.5, cpv(30, 50 + 11 * shot), 0.2 * shot) : ball(3, cpv(40, 60 + 9 * shot), 0.2, 0.6, 0);
    ceBodySetResponse(bullet, (ceBodyResponse){1, 1, 1, shot % 3 == 0});
    bullet->v = cpv(9000 + 1700 * shot, 3000 - 311 * shot), bullet->w = 40 - 3 * shot;
    ceSpaceNoteMotion(space);
    run(12);
  }
  run(240);
}

static void paddle(void) {
  walls(400, 400);
  cpBody *arm = join(ceBodyNew(CP_BODY_TYPE_KINEMATIC, 0, 0), cpv(200, 150), 0.1);
  add(boxShape(arm, cpvzero, 260, 14, 2), 0.6, 0.2, 0);
  arm->w = 2.7, arm->v = cpv(0, 3);
  for (int i = 0; i < 60; i++) {
    cpVect at = cpv(40 + 32 * (i % 11), 190 + 28 * (i / 11));
    if (i % 2) box(22, 22, at, 1, 0);
    else ball(11, at, 1, 0.4, 0);
  }
  for (int turn = 0; turn < 12; turn++) {
    arm->w = turn % 2 ? -3.1 : 2.7, arm->v = cpv(turn % 3 - 1, turn % 2 ? -3 : 3);
    ceSpaceNoteMotion(space);
    run(60);
  }
}

int main(void) {
  ceInitialize();
  static const struct {
    const char *name;
    void (*run)(void);
  } scenes[] = {
      {"stack", stack}, {"pyramid", pyramid}, {"bridge", bridge}, {"chain", chain}, {"joints", joints},
      {"turned-crates", turnedCrates}, {"bounces", bounces}, {"mixed-shapes", mixedShapes}, {"bullets", bullets},
      {"paddle", paddle}};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    space = ceSpaceNew(true);
    cpSpaceSetGravity(space, cpv(0, -1000));
    ground = cpSpaceAddBody(space, ceBodyNew(CP_BODY_TYPE_STATIC, 0, 0));
    bodyCount = 0, digest = 0xcbf29ce484222325;
    scenes[i].run();
    printf("%s %016" PRIx64 "\n", scenes[i].name, digest);
  }
  return 0;
}
