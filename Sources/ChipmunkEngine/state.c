// Snapshots: the state of a space with a grid as bytes, written and read in place.
//
// A snapshot has the settings, the bodies (those that move, static ones, and sleeping ones by group), the constraints,
// and the contacts (state_contacts.c), each in the library's order. Invariant: a space that reads what it wrote,
// and whose constraints get back their impulses and angles, continues with the same bits.

#include "state.h"

#include "engine.h"

// MARK: Bodies

enum { ceHasBias = 1, ceHasForce = 2, ceHasIdleTime = 4 };

// 1 if any bit of a linear or angular quantity is set, 0 otherwise.
static unsigned ceHasBits(cpVect linear, cpFloat angular) {
  return (ceBits(linear.x) | ceBits(linear.y) | ceBits(angular)) != 0;
}

// Passes the fields of a body, of which `has` names those that may be zero and are not.
static inline uint8_t *cePassBody(uint8_t *place, cpBody *body, uint8_t has, bool isReading) {
  ceAssert(body->space);
  place = cePass(place, &body->p, sizeof body->p, isReading);
  place = cePass(place, &body->a, sizeof body->a, isReading);
  place = cePass(place, &body->v, sizeof body->v, isReading);
  place = cePass(place, &body->w, sizeof body->w, isReading);
  if (has & ceHasBias) {
    place = cePass(place, &body->v_bias, sizeof body->v_bias, isReading);
    place = cePass(place, &body->w_bias, sizeof body->w_bias, isReading);
  }
  if (has & ceHasForce) {
    place = cePass(place, &body->f, sizeof body->f, isReading);
    place = cePass(place, &body->t, sizeof body->t, isReading);
  }
  if (has & ceHasIdleTime) place = cePass(place, &body->sleeping.idleTime, sizeof(cpFloat), isReading);
  return place;
}

static void cePutBody(ceSnapshot *snapshot, cpBody *body) {
  uint8_t has = 0;
  if (ceHasBits(body->v_bias, body->w_bias)) has |= ceHasBias;
  if (ceHasBits(body->f, body->t)) has |= ceHasForce;
  if (ceIsDynamic(body) && body->sleeping.idleTime != 0) has |= ceHasIdleTime;
  uint8_t *place = ceRecordStart(snapshot, 128, false);
  place = cePass(place, &body, sizeof body, false);
  place = cePass(place, &has, sizeof has, false);
  ceRecordEnd(snapshot, cePassBody(place, body, has, false), false);
}

// Reads a body and moves its shapes to its place. Sets `moves` to whether they were elsewhere.
static cpBody *ceTakeBody(ceSnapshot *snapshot, bool *moves) {
  uint8_t has;
  cpBody *body;
  uint8_t *place = cePass(ceRecordStart(snapshot, 0, true), &body, sizeof body, true);
  place = cePass(place, &has, sizeof has, true);
  cpVect position = body->p;
  cpFloat angle = body->a;
  body->v_bias = body->f = cpvzero, body->w_bias = body->t = 0;
  ((ceBody *)body)->indexStamp = 0;
  if (ceIsDynamic(body)) body->sleeping.idleTime = 0;
  ceRecordEnd(snapshot, cePassBody(place, body, has, true), true);
  *moves = body->p.x != position.x || body->p.y != position.y || body->a != angle;
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

// Passes the state of a space apart from its bodies and contacts.
static void cePassSettings(ceSnapshot *snapshot, cpSpace *space, bool isReading) {
  ceAssert(ceHasGrid(space));
  uint8_t *place = ceRecordStart(snapshot, 128, isReading);
  place = cePass(place, &space->iterations, sizeof space->iterations, isReading);
  place = cePass(place, &space->collisionPersistence, sizeof space->collisionPersistence, isReading);
  place = cePass(place, &space->stamp, sizeof space->stamp, isReading);
  place = cePass(place, &space->gravity, sizeof space->gravity, isReading);
  place = cePass(place, &space->damping, sizeof space->damping, isReading);
  place = cePass(place, &space->idleSpeedThreshold, sizeof space->idleSpeedThreshold, isReading);
  place = cePass(place, &space->sleepTimeThreshold, sizeof space->sleepTimeThreshold, isReading);
  place = cePass(place, &space->collisionSlop, sizeof space->collisionSlop, isReading);
  place = cePass(place, &space->collisionBias, sizeof space->collisionBias, isReading);
  place = cePass(place, &space->curr_dt, sizeof space->curr_dt, isReading);
  int *substeps = &ceEngineOf(space)->substeps.fixedCount;
  place = cePass(place, substeps, sizeof *substeps, isReading);
  bool *hasPendingEndings = &ceEngineOf(space)->hasPendingEndings;
  place = cePass(place, hasPendingEndings, sizeof *hasPendingEndings, isReading);
  ceRecordEnd(snapshot, place, isReading);
}

void ceSnapshotWrite(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space) && !space->locked && snapshot->size <= snapshot->capacity);
  snapshot->size = 0;
  cePassSettings(snapshot, space, false);
  cePutBodies(snapshot, space);
  cePutCount(snapshot, (uint32_t)space->constraints->num);
  for (int i = 0; i < space->constraints->num; i++) cePutPointer(snapshot, space->constraints->arr[i]);
  cePutContacts(snapshot, space);
}

void ceSnapshotRead(ceSnapshot *snapshot, cpSpace *space) {
  ceAssert(ceHasGrid(space) && !space->locked && snapshot->size > 0);
  snapshot->position = 0;
  cePassSettings(snapshot, space, true);
  ceEngine *engine = ceEngineOf(space);
  bool hasPendingEndings = engine->hasPendingEndings;
  ceDropThreads(space);
  ceTakeBodies(snapshot, space);
  uint32_t count = ceTakeCount(snapshot);
  space->constraints->num = 0;
  for (uint32_t i = 0; i < count; i++) cpArrayPush(space->constraints, ceTakePointer(snapshot));
  ceTakeContacts(snapshot, space);
  ceAssert(snapshot->position == snapshot->size);
  ceProxiesSort(&engine->movingProxies);
  cpSpatialIndexReindex(space->dynamicShapes);
  // Shapes that left the index of moving ones have changed it.
  engine->hasPendingEndings = hasPendingEndings;
  engine->continuous.mayBeFast = true;
}

void ceSnapshotFree(ceSnapshot *snapshot) {
  ceAssert(snapshot->size <= snapshot->capacity);
  free(snapshot->bytes);
}
