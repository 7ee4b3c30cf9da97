// A scene in plain C with Chipmunk: chipmunk_scene FILE
#include <chipmunk/chipmunk.h>

#include "scene.h"

static cpSpace *space;
static cpBody *bodies[1 << 16];
static int bodyCount = 1;

static void addShape(cpShape *shape, const double *n) {
  cpShapeSetFriction(shape, n[0]);
  cpShapeSetElasticity(shape, n[1]);
  cpShapeSetFilter(shape, cpShapeFilterNew((cpGroup)n[2], CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
  cpSpaceAddShape(space, shape);
}

static void addJoint(cpConstraint *joint, double force) {
  cpConstraintSetCollideBodies(joint, cpFalse);
  cpConstraintSetMaxForce(joint, force);
  cpSpaceAddConstraint(space, joint);
}

static void putWord(const char *kind, const double *n, int count) {
  cpBody *body = bodies[bodyCount - 1];
  if (!strcmp(kind, "world")) {
    cpSpaceSetGravity(space, cpv(n[0], n[1]));
    cpSpaceSetCollisionSlop(space, n[2]);
  } else if (!strcmp(kind, "body") || !strcmp(kind, "static")) {
    int isStatic = kind[0] == 's';
    body = bodies[bodyCount++] = cpSpaceAddBody(space, isStatic ? cpBodyNewStatic() : cpBodyNew(n[0], n[1]));
    cpBodySetPosition(body, isStatic ? cpv(n[0], n[1]) : cpv(n[2], n[3]));
    if (!isStatic) cpBodySetVelocity(body, cpv(n[4], n[5]));
  } else if (!strcmp(kind, "circle")) {
    addShape(cpCircleShapeNew(body, n[3], cpv(n[4], n[5])), n);
  } else if (!strcmp(kind, "segment")) {
    addShape(cpSegmentShapeNew(body, cpv(n[4], n[5]), cpv(n[6], n[7]), n[3]), n);
  } else if (!strcmp(kind, "polygon")) {
    addShape(cpPolyShapeNewRaw(body, (int)n[4], (const cpVect *)&n[5], n[3]), n);
  } else {
    cpBody *a = bodies[(int)n[0]], *b = bodies[(int)n[1]];
    addJoint(cpPivotJointNew(a, b, cpv(n[2], n[3])), INFINITY);
    if (n[4] <= n[5]) addJoint(cpRotaryLimitJointNew(a, b, n[4], n[5]), INFINITY);
    if (n[7] > 0) addJoint(cpSimpleMotorNew(a, b, -n[6]), n[7]);
  }
}

static void step(void) { cpSpaceStep(space, 1 / 60.0); }

static int place(int i, double *x, double *y) {
  if (i >= bodyCount) return 0;
  cpVect p = cpBodyGetPosition(bodies[i]);
  *x = p.x, *y = p.y;
  return 1;
}

int main(int argc, char **argv) {
  FILE *answers = stdout;
  // Debian's library prints a banner to standard output at the first space.
  stdout = stderr;
  space = cpSpaceNew();
  stdout = answers;
  cpSpaceSetIterations(space, 10);
  bodies[0] = cpSpaceGetStaticBody(space);
  return serve(argv[1]);
}
