// Simulates boxes between four walls as Tiltbox does, with calls of the C library and of Sources/ChipmunkEngine, and
// prints the digest of the trajectory. scripts/webassembly compiles it natively and to WebAssembly.
//
// Standard input contains numbers separated by blanks; lengths in units, times in seconds, masses in kg:
//   step iterations width height radius friction elasticity isTiltbox ticks boxes turns
//   for each box: width height x y mass friction elasticity; for each turn: tick, gravity's x and y in units/s²

#include "ChipmunkEngine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double number(void) {
  double value;
  if (scanf("%lf", &value) != 1) {
    fputs("webassembly: a number is missing\n", stderr);
    exit(65);
  }
  return value;
}

static cpShape *add(cpSpace *space, cpShape *shape, double friction, double elasticity) {
  cpShapeSetFriction(shape, friction);
  cpShapeSetElasticity(shape, elasticity);
  return cpSpaceAddShape(space, shape);
}

int main(void) {
  double step = number();
  int iterations = number();
  double width = number(), height = number(), radius = number(), friction = number(), elasticity = number();
  bool isTiltbox = number();
  int ticks = number(), count = number(), turns = number();

  cpSpace *space = ceSpaceNew(isTiltbox);
  cpSpaceSetIterations(space, iterations);
  cpBody *ground = cpSpaceAddBody(space, ceBodyNewOfType(CP_BODY_TYPE_STATIC));
  cpVect corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  for (int i = 0; i < 4; i++) {
    add(space, cpSegmentShapeNew(ground, corners[i], corners[(i + 1) % 4], radius), friction, elasticity);
  }
  cpBody **bodies = calloc(count, sizeof *bodies);
  for (int i = 0; i < count; i++) {
    double w = number(), h = number(), x = number(), y = number(), mass = number();
    bodies[i] = cpSpaceAddBody(space, ceBodyNew(mass, cpMomentForBox(mass, w, h)));
    cpBodySetPosition(bodies[i], cpv(x, y));
    double boxFriction = number();
    add(space, cpBoxShapeNew(bodies[i], w, h, 0), boxFriction, number());
  }

  uint64_t digest = 0xcbf29ce484222325;
  double next = turns ? number() : -1;
  clock_t start = clock();
  for (int tick = 0; tick < ticks; tick++) {
    if (tick == next) {
      double x = number();
      cpSpaceSetGravity(space, cpv(x, number()));
      next = --turns ? number() : -1;
    }
    ceSpaceStep(space, step);
    ceSpaceCheckBounds(space, INFINITY, step);
    for (int i = 0; i < count; i++) {
      const cpBody *body = bodies[i];
      double state[] = {body->p.x, body->p.y, body->a, body->v.x, body->v.y, body->w};
      for (int k = 0; k < 6; k++) {
        uint64_t bits;
        memcpy(&bits, &state[k], sizeof bits);
        digest = (digest ^ bits) * 0x100000001b3;
      }
    }
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%016" PRIx64 " %.3f\n", digest, seconds);
  return 0;
}
