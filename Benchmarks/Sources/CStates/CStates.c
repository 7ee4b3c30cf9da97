#include "CStates.h"

#include <chipmunk/chipmunk_private.h>
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

void CStatesWrite(CStatesScene *scene, const double *states) {
  for (int i = 0; i < scene->count; i++) {
    cpBody *body = scene->bodies[i];
    const double *s = states + 6 * i;
    cpBodySetVelocity(body, cpv(s[3], s[4]));
    cpBodySetAngularVelocity(body, s[5]);
    cpBodySetAngle(body, s[2]);
    cpBodySetPosition(body, cpv(s[0], s[1]));
  }
}
