// The state of a space with a grid as bytes, written and read in place. Bodies, shapes and constraints are stored as
// their addresses: the same objects must exist when the snapshot is read.

#include "snapshotcontacts.h"

// MARK: Bodies

enum { CChipmunkHasBias = 1, CChipmunkHasForce = 2, CChipmunkHasIdled = 4 };

// cpBodyGetType, without a call.
static inline bool CChipmunkIsDynamic(const cpBody *body) {
  return body->sleeping.idleTime != INFINITY && body->m != INFINITY;
}

static inline void CChipmunkPutBody(struct CChipmunkSnapshot *snapshot, cpBody *body) {
  double motion[6] = {body->p.x, body->p.y, body->a, body->v.x, body->v.y, body->w};
  double bias[3] = {body->v_bias.x, body->v_bias.y, body->w_bias}, force[3] = {body->f.x, body->f.y, body->t};
  double idle = CChipmunkIsDynamic(body) ? body->sleeping.idleTime : 0;
  const double none[3] = {0};
  uint8_t has = 0;
  if (!CChipmunkAreSame(bias, none, 3)) has |= CChipmunkHasBias;
  if (!CChipmunkAreSame(force, none, 3)) has |= CChipmunkHasForce;
  if (idle != 0) has |= CChipmunkHasIdled;
  uint8_t *start = CChipmunkReserve(snapshot, 128);
  uint8_t *end = CChipmunkWritePointer(snapshot, start, body);
  end = CChipmunkWrite(end, &has, sizeof has);
  end = CChipmunkWrite(end, motion, sizeof motion);
  if (has & CChipmunkHasBias) end = CChipmunkWrite(end, bias, sizeof bias);
  if (has & CChipmunkHasForce) end = CChipmunkWrite(end, force, sizeof force);
  if (has & CChipmunkHasIdled) end = CChipmunkWrite(end, &idle, sizeof idle);
  snapshot->used += (size_t)(end - start);
}

// Reads a body and moves its shapes to its place. Sets `moves` to whether they were elsewhere.
static inline cpBody *CChipmunkTakeBody(struct CChipmunkSnapshot *snapshot, bool *moves) {
  uint8_t has;
  double motion[6], bias[3] = {0}, force[3] = {0}, idle = 0;
  cpBody *body = CChipmunkTakePointer(snapshot);
  CChipmunkTake(snapshot, &has, sizeof has);
  CChipmunkTake(snapshot, motion, sizeof motion);
  if (has & CChipmunkHasBias) CChipmunkTake(snapshot, bias, sizeof bias);
  if (has & CChipmunkHasForce) CChipmunkTake(snapshot, force, sizeof force);
  if (has & CChipmunkHasIdled) CChipmunkTake(snapshot, &idle, sizeof idle);
  *moves = body->p.x != motion[0] || body->p.y != motion[1] || body->a != motion[2];
  body->p = cpv(motion[0], motion[1]), body->a = motion[2];
  body->v = cpv(motion[3], motion[4]), body->w = motion[5];
  body->v_bias = cpv(bias[0], bias[1]), body->w_bias = bias[2];
  body->f = cpv(force[0], force[1]), body->t = force[2];
  if (CChipmunkIsDynamic(body)) body->sleeping.idleTime = idle;
  if (*moves) CChipmunkPlace(body, body->p, body->a);
  return body;
}

static inline void CChipmunkPutBodies(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  CChipmunkPutCount(snapshot, (uint32_t)space->dynamicBodies->num);
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    if (i + 8 < space->dynamicBodies->num) CChipmunkFetch(space->dynamicBodies->arr[i + 8], 5);
    CChipmunkPutBody(snapshot, space->dynamicBodies->arr[i]);
  }
  CChipmunkPutCount(snapshot, (uint32_t)space->staticBodies->num);
  for (int i = 0; i < space->staticBodies->num; i++) CChipmunkPutBody(snapshot, space->staticBodies->arr[i]);
  CChipmunkPutCount(snapshot, (uint32_t)space->sleepingComponents->num);
  for (int i = 0; i < space->sleepingComponents->num; i++) {
    uint32_t count = 0;
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) count++;
    CChipmunkPutCount(snapshot, count);
    CP_BODY_FOREACH_COMPONENT((cpBody *)space->sleepingComponents->arr[i], body) CChipmunkPutBody(snapshot, body);
  }
}

static inline void CChipmunkMoveShapes(cpBody *body, cpSpatialIndex *from, cpSpatialIndex *to) {
  for (cpShape *shape = body->shapeList; shape; shape = shape->next) {
    cpSpatialIndexRemove(from, shape, shape->hashid);
    cpSpatialIndexInsert(to, shape, shape->hashid);
  }
}

static inline void CChipmunkTakeBodies(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  bool moves;
  cpSpatialIndex *standing = space->staticShapes, *moving = space->dynamicShapes;
  uint32_t count = CChipmunkTakeCount(snapshot);
  // Usually the snapshot has the same bodies as the space.
  cpArray former = *space->dynamicBodies;
  if ((int)count > former.max) former.num = 0;
  space->dynamicBodies->num = space->sleepingComponents->num = 0;
  for (uint32_t i = 0; i < count; i++) {
    if ((int)i + 8 < former.num) CChipmunkFetch(former.arr[i + 8], 5);
    if ((int)i + 4 < former.num) CChipmunkFetch(((const cpBody *)former.arr[i + 4])->shapeList, 6);
    cpBody *body = CChipmunkTakeBody(snapshot, &moves);
    if (cpBodyIsSleeping(body)) {
      CChipmunkMoveShapes(body, standing, moving);
      body->sleeping.root = body->sleeping.next = NULL;
    }
    CChipmunkPush(space->dynamicBodies, body);
  }
  count = CChipmunkTakeCount(snapshot);
  for (uint32_t i = 0; i < count; i++) {
    cpBody *body = CChipmunkTakeBody(snapshot, &moves);
    if (moves) CChipmunkMoveShapes(body, standing, standing);
  }
  uint32_t groups = CChipmunkTakeCount(snapshot);
  for (uint32_t group = 0; group < groups; group++) {
    count = CChipmunkTakeCount(snapshot);
    cpBody *root = NULL, *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
      cpBody *body = CChipmunkTakeBody(snapshot, &moves);
      if (!body->sleeping.root) {
        CChipmunkMoveShapes(body, moving, standing);
      } else if (moves) {
        CChipmunkMoveShapes(body, standing, standing);
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
struct CChipmunkSettings {
  int iterations;
  cpTimestamp persistence, stamp;
  cpVect gravity;
  cpFloat damping, idleSpeed, sleepTime, slop, bias, timeStep;
  // Whether bodies have fallen asleep since the last step, so that the next one removes their ended contacts.
  bool hasNewcomers;
};

static inline void CChipmunkWriteAll(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  snapshot->used = 0, snapshot->isTooFar = false, snapshot->origin = (uintptr_t)space;
  struct CChipmunkSettings settings = {
      space->iterations,         space->collisionPersistence, space->stamp,
      space->gravity,            space->damping,              space->idleSpeedThreshold,
      space->sleepTimeThreshold, space->collisionSlop,        space->collisionBias,
      space->curr_dt,            ((struct CChipmunkGrid *)space->staticShapes)->hasNewcomers};
  CChipmunkPut(snapshot, &settings, sizeof settings);
  CChipmunkPutBodies(snapshot, space);
  CChipmunkPutCount(snapshot, (uint32_t)space->constraints->num);
  CChipmunkPut(snapshot, space->constraints->arr, (size_t)space->constraints->num * sizeof(void *));
  CChipmunkPutContacts(snapshot, space);
}

static inline void CChipmunkWriteSnapshot(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  CChipmunkWriteAll(snapshot, space);
  if (!snapshot->isTooFar) return;
  snapshot->isWide = true;
  CChipmunkWriteAll(snapshot, space);
}

static inline void CChipmunkReadSnapshot(struct CChipmunkSnapshot *snapshot, cpSpace *space) {
  snapshot->read = 0;
  struct CChipmunkSettings settings;
  CChipmunkTake(snapshot, &settings, sizeof settings);
  space->iterations = settings.iterations, space->gravity = settings.gravity, space->damping = settings.damping;
  space->idleSpeedThreshold = settings.idleSpeed, space->sleepTimeThreshold = settings.sleepTime;
  space->collisionSlop = settings.slop, space->collisionBias = settings.bias;
  space->collisionPersistence = settings.persistence, space->stamp = settings.stamp;
  space->curr_dt = settings.timeStep;
  CChipmunkDropThreads(space);
  CChipmunkTakeBodies(snapshot, space);
  uint32_t count = CChipmunkTakeCount(snapshot);
  space->constraints->num = 0;
  for (uint32_t i = 0; i < count; i++) {
    void *constraint;
    CChipmunkTake(snapshot, &constraint, sizeof constraint);
    cpArrayPush(space->constraints, constraint);
  }
  CChipmunkTakeContacts(snapshot, space);
  CChipmunkGridOrder((struct CChipmunkGrid *)space->dynamicShapes);
  CChipmunkGridReindex(space->dynamicShapes);
  ((struct CChipmunkGrid *)space->staticShapes)->hasNewcomers = settings.hasNewcomers;
}

static inline void CChipmunkFreeSnapshot(struct CChipmunkSnapshot *snapshot) { free(snapshot->bytes); }
