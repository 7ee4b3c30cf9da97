// Snapshots: the state of a space with a grid as bytes, written and read in place.
//
// A snapshot has the settings, the bodies (those that move, static ones, and sleeping ones by group), the constraints,
// and the contacts (state_contacts.c), each in the library's order. Invariant: a space that reads what it wrote
// continues with the same bits.

#include "state.h"

#include "engine.h"

// MARK: Bodies

enum { ceHasBias = 1, ceHasForce = 2, ceHasIdleTime = 4 };

static void cePutBody(ceSnapshot *snapshot, cpBody *body) {
  ceAssert(body && body->space);
  double motion[6] = {body->p.x, body->p.y, body->a, body->v.x, body->v.y, body->w};
  double bias[3] = {body->v_bias.x, body->v_bias.y, body->w_bias}, force[3] = {body->f.x, body->f.y, body->t};
  double idle = ceIsDynamic(body) ? body->sleeping.idleTime : 0;
  const double none[3] = {0};
  uint8_t has = 0;
  if (!ceSameBits(bias, none, 3)) has |= ceHasBias;
  if (!ceSameBits(force, none, 3)) has |= ceHasForce;
  if (idle != 0) has |= ceHasIdleTime;
  uint8_t *start = ceSnapshotReserve(snapshot, 128);
  uint8_t *end = ceWritePointer(snapshot, start, body);
  end = ceWriteBytes(end, &has, sizeof has);
  end = ceWriteBytes(end, motion, sizeof motion);
  if (has & ceHasBias) end = ceWriteBytes(end, bias, sizeof bias);
  if (has & ceHasForce) end = ceWriteBytes(end, force, sizeof force);
  if (has & ceHasIdleTime) end = ceWriteBytes(end, &idle, sizeof idle);
  ceAssert(end - start <= 128);
  snapshot->size += (size_t)(end - start);
}

// Reads a body and moves its shapes to its place. Sets `moves` to whether they were elsewhere.
static cpBody *ceTakeBody(ceSnapshot *snapshot, bool *moves) {
  uint8_t has;
  double motion[6], bias[3] = {0}, force[3] = {0}, idle = 0;
  cpBody *body = ceTakePointer(snapshot);
  ceAssert(body->space);
  ceTakeBytes(snapshot, &has, sizeof has);
  ceTakeBytes(snapshot, motion, sizeof motion);
  if (has & ceHasBias) ceTakeBytes(snapshot, bias, sizeof bias);
  if (has & ceHasForce) ceTakeBytes(snapshot, force, sizeof force);
  if (has & ceHasIdleTime) ceTakeBytes(snapshot, &idle, sizeof idle);
  *moves = body->p.x != motion[0] || body->p.y != motion[1] || body->a != motion[2];
  body->p = cpv(motion[0], motion[1]), body->a = motion[2];
  body->v = cpv(motion[3], motion[4]), body->w = motion[5];
  body->v_bias = cpv(bias[0], bias[1]), body->w_bias = bias[2];
  body->f = cpv(force[0], force[1]), body->t = force[2];
  if (ceIsDynamic(body)) body->sleeping.idleTime = idle;
  if (*moves) ceBodySetPose(body, body->p, body->a);
  return body;
}

static void cePutBodies(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(!space->locked);
  cePutCount(snapshot, (uint32_t)space->dynamicBodies->num);
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    if (i + 8 < space->dynamicBodies->num) cePrefetch(space->dynamicBodies->arr[i + 8], 5);
    cePutBody(snapshot, space->dynamicBodies->arr[i]);
  }
  cePutCount(snapshot, (uint32_t)space->staticBodies->num);
  for (int i = 0; i < space->staticBodies->num; i++) cePutBody(snapshot, space->staticBodies->arr[i]);
  cePutCount(snapshot, (uint32_t)space->sleepingComponents->num);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    uint32_t count = 0;
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) count++;
    cePutCount(snapshot, count);
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) cePutBody(snapshot, body);
  }
}

static void ceMoveShapes(cpBody *body, cpSpatialIndex *from, cpSpatialIndex *to) {
  ceAssert(from && to && body->space);
  for (cpShape *shape = body->shapeList; shape; shape = shape->next) {
    cpSpatialIndexRemove(from, shape, shape->hashid);
    cpSpatialIndexInsert(to, shape, shape->hashid);
  }
}

static void ceTakeBodies(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(!space->locked);
  bool moves;
  cpSpatialIndex *statics = space->staticShapes, *moving = space->dynamicShapes;
  uint32_t count = ceTakeCount(snapshot);
  // Usually the snapshot has the same bodies as the space.
  cpArray former = *space->dynamicBodies;
  if ((int)count > former.max) former.num = 0;
  space->dynamicBodies->num = space->sleepingComponents->num = 0;
  for (uint32_t i = 0; i < count; i++) {
    if ((int)i + 8 < former.num) cePrefetch(former.arr[i + 8], 5);
    if ((int)i + 4 < former.num) cePrefetch(((const cpBody *)former.arr[i + 4])->shapeList, 6);
    cpBody *body = ceTakeBody(snapshot, &moves);
    if (cpBodyIsSleeping(body)) {
      ceMoveShapes(body, statics, moving);
      body->sleeping.root = body->sleeping.next = NULL;
    }
    cePush(space->dynamicBodies, body);
  }
  count = ceTakeCount(snapshot);
  for (uint32_t i = 0; i < count; i++) {
    cpBody *body = ceTakeBody(snapshot, &moves);
    if (moves) ceMoveShapes(body, statics, statics);
  }
  uint32_t groups = ceTakeCount(snapshot);
  for (uint32_t group = 0; group < groups; group++) {
    count = ceTakeCount(snapshot);
    ceAssert(count > 0);
    cpBody *root = NULL, *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
      cpBody *body = ceTakeBody(snapshot, &moves);
      if (!body->sleeping.root) {
        ceMoveShapes(body, moving, statics);
      } else if (moves) {
        ceMoveShapes(body, statics, statics);
      }
      if (!root) root = body;
      if (last) last->sleeping.next = body;
      body->sleeping.root = root, body->sleeping.next = NULL;
      last = body;
    }
    cpArrayPush(space->sleepingComponents, root);
  }
}

// MARK: The whole space

// The state of a space apart from its bodies and contacts.
typedef struct ceSpaceSettings {
  int iterations;
  cpTimestamp persistence, stamp;
  cpVect gravity;
  cpFloat damping, idleSpeed, sleepTime, slop, bias, timeStep;
  // Whether bodies have fallen asleep since the last step, so that the next one removes their ended contacts.
  bool hasPendingEndings;
} ceSpaceSettings;

static void ceSnapshotWriteAll(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space) && snapshot->size <= snapshot->capacity);
  snapshot->size = 0, snapshot->isTooFar = false, snapshot->origin = (uintptr_t)space;
  ceSpaceSettings settings = {
      space->iterations,         space->collisionPersistence, space->stamp,
      space->gravity,            space->damping,              space->idleSpeedThreshold,
      space->sleepTimeThreshold, space->collisionSlop,        space->collisionBias,
      space->curr_dt,            ceEngineOf(space)->hasPendingEndings};
  cePutBytes(snapshot, &settings, sizeof settings);
  cePutBodies(snapshot, space);
  cePutCount(snapshot, (uint32_t)space->constraints->num);
  cePutBytes(snapshot, space->constraints->arr, (size_t)space->constraints->num * sizeof(void *));
  cePutContacts(snapshot, space);
}

void ceSnapshotWrite(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space) && !space->locked);
  ceSnapshotWriteAll(snapshot, space);
  if (!snapshot->isTooFar) return;
  snapshot->isWide = true;
  ceSnapshotWriteAll(snapshot, space);
  ceAssert(!snapshot->isTooFar);
}

void ceSnapshotRead(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space) && !space->locked && snapshot->origin == (uintptr_t)space);
  snapshot->position = 0;
  ceSpaceSettings settings;
  ceTakeBytes(snapshot, &settings, sizeof settings);
  space->iterations = settings.iterations, space->gravity = settings.gravity, space->damping = settings.damping;
  space->idleSpeedThreshold = settings.idleSpeed, space->sleepTimeThreshold = settings.sleepTime;
  space->collisionSlop = settings.slop, space->collisionBias = settings.bias;
  space->collisionPersistence = settings.persistence, space->stamp = settings.stamp;
  space->curr_dt = settings.timeStep;
  ceDropThreads(space);
  ceTakeBodies(snapshot, space);
  uint32_t count = ceTakeCount(snapshot);
  space->constraints->num = 0;
  for (uint32_t i = 0; i < count; i++) {
    void *constraint;
    ceTakeBytes(snapshot, &constraint, sizeof constraint);
    cpArrayPush(space->constraints, constraint);
  }
  ceTakeContacts(snapshot, space);
  ceAssert(snapshot->position == snapshot->size);
  ceEngine *engine = ceEngineOf(space);
  ceProxiesSort(&engine->movingProxies);
  ceProxiesReindex(&engine->movingProxies);
  engine->hasPendingEndings = settings.hasPendingEndings;
  engine->continuous.mayBeFast = true;
}

void ceSnapshotFree(ceSnapshot *snapshot) {
  ceAssert(snapshot->size <= snapshot->capacity);
  free(snapshot->bytes);
}
