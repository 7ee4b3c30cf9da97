#include "CReference.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>
#include <string.h>

struct CReferenceScene {
  cpSpace *space;
  double timeStep;
  int count;
  cpBody **bodies;
  cpShape **shapes;
  cpShape *walls[4];
};

static cpShape *addWall(cpSpace *space, const CReferenceWorld *world, cpVect a, cpVect b) {
  cpShape *wall = cpSegmentShapeNew(cpSpaceGetStaticBody(space), a, b, world->wallRadius);
  cpShapeSetFriction(wall, world->wallFriction);
  cpShapeSetElasticity(wall, world->wallElasticity);
  cpShapeSetCollisionType(wall, world->wallType);
  return cpSpaceAddShape(space, wall);
}

CReferenceScene *CReferenceSceneNew(const CReferenceWorld *world, const CReferenceBody *bodies,
                                    int count) {
  CReferenceScene *scene = calloc(1, sizeof *scene);
  cpSpace *space = scene->space = cpSpaceNew();
  scene->timeStep = world->timeStep;
  scene->count = count;
  scene->bodies = calloc(count + 1, sizeof *scene->bodies);
  scene->shapes = calloc(count + 1, sizeof *scene->shapes);
  cpSpaceSetIterations(space, world->iterations);
  cpSpaceSetDamping(space, world->damping);
  cpSpaceSetSleepTimeThreshold(space, world->sleepTime);
  if (world->width > 0) {
    double w = world->width, h = world->height;
    scene->walls[0] = addWall(space, world, cpv(0, 0), cpv(w, 0));
    scene->walls[1] = addWall(space, world, cpv(w, 0), cpv(w, h));
    scene->walls[2] = addWall(space, world, cpv(w, h), cpv(0, h));
    scene->walls[3] = addWall(space, world, cpv(0, h), cpv(0, 0));
  }
  for (int i = 0; i < count; i++) {
    const CReferenceBody *b = &bodies[i];
    int isBox = b->form == CReferenceBox;
    double moment = isBox ? cpMomentForBox(b->mass, b->width, b->height)
                          : cpMomentForCircle(b->mass, 0, b->radius, cpvzero);
    cpBody *body = scene->bodies[i] = cpSpaceAddBody(space, cpBodyNew(b->mass, moment));
    cpBodySetPosition(body, cpv(b->x, b->y));
    cpBodySetAngle(body, b->angle);
    cpBodySetVelocity(body, cpv(b->vx, b->vy));
    cpShape *shape = scene->shapes[i] = isBox ? cpBoxShapeNew(body, b->width, b->height, b->radius)
                                              : cpCircleShapeNew(body, b->radius, cpvzero);
    cpShapeSetElasticity(shape, b->elasticity);
    cpShapeSetFriction(shape, b->friction);
    cpSpaceAddShape(space, shape);
  }
  return scene;
}

// cpSpaceSetGravity wakes only half of the sleeping bodies, so wake all of them first.
void CReferenceSceneTick(CReferenceScene *scene, double x, double y) {
  cpVect gravity = cpSpaceGetGravity(scene->space);
  if (gravity.x != x || gravity.y != y) {
    if (cpSpaceGetSleepTimeThreshold(scene->space) < INFINITY) {
      for (int i = 0; i < scene->count; i++) cpBodyActivate(scene->bodies[i]);
    }
    cpSpaceSetGravity(scene->space, cpv(x, y));
  }
  cpSpaceStep(scene->space, scene->timeStep);
}

void CReferenceSceneRead(const CReferenceScene *scene, double *states) {
  for (int i = 0; i < scene->count; i++) {
    const cpBody *body = scene->bodies[i];
    cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
    double *s = states + 6 * i;
    s[0] = p.x, s[1] = p.y, s[2] = cpBodyGetAngle(body);
    s[3] = v.x, s[4] = v.y, s[5] = cpBodyGetAngularVelocity(body);
  }
}

uint64_t CReferenceSceneDigest(const CReferenceScene *scene, uint64_t digest) {
  for (int i = 0; i < scene->count; i++) {
    const cpBody *body = scene->bodies[i];
    cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
    double s[6] = {p.x, p.y, cpBodyGetAngle(body), v.x, v.y, cpBodyGetAngularVelocity(body)};
    for (int k = 0; k < 6; k++) {
      uint64_t bits;
      memcpy(&bits, &s[k], sizeof bits);
      digest = (digest ^ bits) * 0x100000001b3;
    }
  }
  return digest;
}

void CReferenceSceneFree(CReferenceScene *scene) {
  for (int i = 0; i < scene->count; i++) cpBodyActivate(scene->bodies[i]);
  for (int i = 0; i < scene->count; i++) {
    cpSpaceRemoveShape(scene->space, scene->shapes[i]);
    cpShapeFree(scene->shapes[i]);
    cpSpaceRemoveBody(scene->space, scene->bodies[i]);
    cpBodyFree(scene->bodies[i]);
  }
  for (int i = 0; i < 4; i++) {
    if (!scene->walls[i]) continue;
    cpSpaceRemoveShape(scene->space, scene->walls[i]);
    cpShapeFree(scene->walls[i]);
  }
  cpSpaceFree(scene->space);
  free(scene->bodies);
  free(scene->shapes);
  free(scene);
}

uint64_t CReferenceRun(const CReferenceWorld *world, const CReferenceBody *bodies, int count,
                       const double *gravity, int ticks, uint64_t *digests, double *states) {
  CReferenceScene *scene = CReferenceSceneNew(world, bodies, count);
  uint64_t digest = 0xcbf29ce484222325;
  for (int tick = 0; tick < ticks; tick++) {
    CReferenceSceneTick(scene, gravity[2 * tick], gravity[2 * tick + 1]);
    digest = CReferenceSceneDigest(scene, digest);
    if (digests) digests[tick] = digest;
  }
  if (states) CReferenceSceneRead(scene, states);
  CReferenceSceneFree(scene);
  return digest;
}
