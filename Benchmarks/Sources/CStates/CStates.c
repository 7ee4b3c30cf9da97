#include "CStates.h"

#include <chipmunk/chipmunk_private.h>
#include <stdint.h>
#include <stdlib.h>

struct CStatesScene {
  int count;
  cpBody **bodies;
};

CStatesScene *CStatesSceneNew(int count) {
  CStatesScene *scene = calloc(1, sizeof *scene);
  cpSpace *space = cpSpaceNew();
  scene->count = count;
  scene->bodies = calloc(count, sizeof *scene->bodies);
  for (int i = 0; i < count; i++) {
    cpBody *body = scene->bodies[i] = cpSpaceAddBody(space, cpBodyNew(100, 1000));
    cpBodySetPosition(body, cpv(i % 100 * 40, i / 100 * 40));
    cpBodySetUserData(body, (cpDataPointer)(uintptr_t)(i + 1));
    cpSpaceAddShape(space, cpBoxShapeNew(body, 32, 32, 0));
  }
  return scene;
}

void CStatesRead(const CStatesScene *scene, double *states) {
  for (int i = 0; i < scene->count; i++) {
    const cpBody *body = scene->bodies[i];
    double *s = states + 6 * i;
    s[0] = body->transform.tx, s[1] = body->transform.ty, s[2] = body->a;
    s[3] = body->v.x, s[4] = body->v.y, s[5] = body->w;
  }
}

void CStatesReadIDs(const CStatesScene *scene, double *states, unsigned long *ids) {
  for (int i = 0; i < scene->count; i++) {
    const cpBody *body = scene->bodies[i];
    double *s = states + 6 * i;
    s[0] = body->transform.tx, s[1] = body->transform.ty, s[2] = body->a;
    s[3] = body->v.x, s[4] = body->v.y, s[5] = body->w;
    ids[i] = (uintptr_t)body->userData;
  }
}

static void put(cpBody *body, const double *s) {
  cpBodySetVelocity(body, cpv(s[3], s[4]));
  cpBodySetAngularVelocity(body, s[5]);
  cpBodySetAngle(body, s[2]);
  cpBodySetPosition(body, cpv(s[0], s[1]));
}

void CStatesWrite(CStatesScene *scene, const double *states) {
  for (int i = 0; i < scene->count; i++) {
    put(scene->bodies[i], states + 6 * i);
  }
}

// Returns the index of an id. The guess is usually right.
static int place(const CStatesScene *scene, uintptr_t id, int guess) {
  if (guess < scene->count && (uintptr_t)scene->bodies[guess]->userData == id) return guess;
  int low = 0, high = scene->count;
  while (low < high) {
    int middle = (low + high) / 2;
    if ((uintptr_t)scene->bodies[middle]->userData < id) low = middle + 1; else high = middle;
  }
  return low < scene->count && (uintptr_t)scene->bodies[low]->userData == id ? low : -1;
}

void CStatesWriteIDs(CStatesScene *scene, const double *states, const unsigned long *ids, int count) {
  for (int i = 0, next = 0; i < count; i++) {
    int found = place(scene, ids[i], next);
    if (found < 0) continue;
    put(scene->bodies[found], states + 6 * i);
    next = found + 1;
  }
}
