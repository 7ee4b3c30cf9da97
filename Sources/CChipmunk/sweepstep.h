// The sweep of a step, between the position update and the collisions.

#include "sweep.h"
#include "place.h"

// MARK: Places

static inline void CChipmunkPlace(cpBody *body, cpVect p, cpFloat angle) {
  body->p = p;
  body->a = angle;
  CChipmunkSetTransform(body, CChipmunkTurn(body->space, angle));
  CP_BODY_FOREACH_SHAPE(body, shape) CChipmunkPlaceShape(shape);
}

static inline void CChipmunkPlaceAt(cpBody *body, const struct CChipmunkWay *way, cpFloat time) {
  CChipmunkPlace(body, cpvadd(way->from, cpvmult(way->by, time)), way->angle + way->turn * time);
}

// MARK: Candidates

static inline bool CChipmunkMayMeet(const cpShape *a, const cpShape *b) {
  if (cpShapeFilterReject(a->filter, b->filter)) return false;
  cpBody *body = a->body, *other = b->body;
  for (cpConstraint *of = body->constraintList; of; of = body == of->a ? of->next_a : of->next_b) {
    if (!of->collideBodies && (of->a == other || of->b == other)) return false;
  }
  return true;
}

// Whether a shape is a segment with a neighbour. The library omits contacts at the inner ends of a chain, since the
// neighbour has them.
static inline bool CChipmunkIsChained(const cpShape *shape) {
  if (shape->klass->type != CP_SEGMENT_SHAPE) return false;
  const cpSegmentShape *segment = (const cpSegmentShape *)shape;
  return cpvlengthsq(segment->a_tangent) > 0 || cpvlengthsq(segment->b_tangent) > 0;
}

// The cached arbiter of a pair, or NULL.
static inline const cpArbiter *CChipmunkArbiter(const cpSpace *space, const cpShape *a, const cpShape *b) {
  const cpShape *pair[] = {a, b};
  return cpHashSetFind(space->cachedArbiters, CP_HASH_PAIR((cpHashValue)a, (cpHashValue)b), pair);
}

static inline void CChipmunkAddMeetings(
    struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept, cpShape *b, const struct CChipmunkWay *way) {
  for (cpShape *a = swept->body->body.shapeList; a; a = a->next) {
    if (!CChipmunkMayMeet(a, b)) continue;
    bool isSensor = a->sensor || b->sensor;
    if (isSensor && !swept->isFast) continue;
    sweep->meetings = CChipmunkRoom(sweep->meetings, sweep->meetingCount, &sweep->meetingRoom, sizeof *sweep->meetings);
    // Sorted by id, since an index has an order of its own.
    int place = sweep->meetingCount++;
    for (; place > 0; place--) {
      const struct CChipmunkMeeting *before = sweep->meetings + place - 1;
      if (before->b->hashid < b->hashid || (before->b == b && before->a->hashid <= a->hashid)) break;
      sweep->meetings[place] = *before;
    }
    sweep->meetings[place] = (struct CChipmunkMeeting){a, b, way, {2, cpvzero, false}, isSensor, false};
  }
}

struct CChipmunkFinding {
  struct CChipmunkSweep *sweep;
  const struct CChipmunkSwept *swept;
};

// Adds a shape of the static index. Those of sleeping bodies are for bullets only.
static inline cpCollisionID CChipmunkFindStanding(void *object, void *shape, cpCollisionID id, void *context) {
  struct CChipmunkFinding *finding = context;
  cpShape *b = shape;
  if (b->body->m_inv == 0 || finding->swept->body->isBullet) {
    CChipmunkAddMeetings(finding->sweep, finding->swept, b, NULL);
  }
  return id;
}

static inline cpFloat CChipmunkMostDepth(const cpSpace *space, const struct CChipmunkBody *body) {
  cpFloat most = cpfmin(4 * space->collisionSlop, 0.5 * body->thin);
  cpFloat place = fabs(body->body.p.x) + fabs(body->body.p.y);
  return cpfmax(most, 1e-3 * body->thin + 1e-10 * place);
}

static inline struct CChipmunkImpact CChipmunkImpactOf(
    const struct CChipmunkMeeting *meeting, struct CChipmunkWay wayA, cpFloat most, cpFloat before) {
  struct CChipmunkHull a = CChipmunkHullOf(meeting->a), b = CChipmunkHullOf(meeting->b);
  struct CChipmunkWay wayB = meeting->way ? *meeting->way : CChipmunkStay(meeting->b->body);
  wayA.swing = wayA.turn != 0 ? CChipmunkSwing(&a) : 0;
  wayB.swing = wayB.turn != 0 ? CChipmunkSwing(&b) : 0;
  if (fabs(wayA.turn) * wayA.swing > most) {
    // If a circle around the shape touches nothing, neither does the shape, however it turns.
    struct CChipmunkHull around = {(const char *)&a.center, 0, 1, a.center, wayA.swing + a.radius};
    struct CChipmunkWay straight = wayA;
    straight.turn = 0;
    if (CChipmunkFindImpact(&around, &straight, &b, &wayB, most, before).time > 1) {
      struct CChipmunkPose poseA = CChipmunkPoseAt(&straight, 0), poseB = CChipmunkPoseAt(&wayB, 0);
      cpVect normal;
      if (CChipmunkGap(&around, &poseA, &b, &poseB, &normal) > 0) return (struct CChipmunkImpact){2, cpvzero, false};
    }
  }
  return CChipmunkFindImpact(&a, &wayA, &b, &wayB, most, before);
}

// MARK: Calling handlers

enum CChipmunkAnswer { CChipmunkHeld, CChipmunkPasses, CChipmunkUnknown };

// Collides two shapes at their current places, ahead of the step's own collisions, which then skip the pair.
static inline enum CChipmunkAnswer CChipmunkAsk(struct CChipmunkSweep *sweep, cpShape *a, cpShape *b) {
  cpSpace *space = sweep->space;
  const cpArbiter *known = CChipmunkArbiter(space, a, b);
  if (!known || known->stamp != space->stamp) {
    jmp_buf *outer = CChipmunkWayOut, wayOut;
    CChipmunkWayOut = &wayOut;
    if (_setjmp(wayOut) == 0) {
      // In the order that the index would use.
      if (a->hashid > b->hashid) sweep->collide(b, a, 0, sweep->data);
      else sweep->collide(a, b, 0, sweep->data);
    }
    CChipmunkWayOut = outer;
    known = CChipmunkArbiter(space, a, b);
  }
  if (known && known->stamp == space->stamp) {
    sweep->hasAsked = ((struct CChipmunkBody *)a->body)->hasAsked = true;
    CChipmunkNoteMoved(a->body);
    return known->count > 0 ? CChipmunkHeld : CChipmunkPasses;
  }
  return CChipmunkIsChained(b) ? CChipmunkPasses : CChipmunkUnknown;
}

// Collides a pair, unless that has been done already.
static inline cpCollisionID CChipmunkCollideUnasked(void *a, void *b, cpCollisionID id, void *context) {
  struct CChipmunkSweep *sweep = context;
  // Most pairs' boxes do not meet. The library checks that too, but only after more work.
  if (!cpBBIntersects(((cpShape *)a)->bb, ((cpShape *)b)->bb)) return id;
  cpBody *bodyA = ((cpShape *)a)->body, *bodyB = ((cpShape *)b)->body;
  if (((struct CChipmunkBody *)bodyA)->hasAsked || ((struct CChipmunkBody *)bodyB)->hasAsked) {
    const cpArbiter *arbiter = CChipmunkArbiter(sweep->space, a, b);
    if (arbiter && arbiter->stamp == sweep->space->stamp) return id;
  }
  return sweep->collide(a, b, id, sweep->data);
}

// MARK: The path of a body

// Moves a body along a path as far as the shapes that it may meet allow, and returns the time. `first` is the meeting
// that has stopped it.
static inline cpFloat CChipmunkMoveOn(
    struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept, const struct CChipmunkWay *way,
    struct CChipmunkMeeting **first) {
  cpBody *body = &swept->body->body;
  cpFloat most = CChipmunkMostDepth(sweep->space, swept->body), end = 1;
  bool isMoved = false;
  *first = NULL;
  for (;;) {
    struct CChipmunkMeeting *next = NULL;
    cpFloat before = 1;
    for (int i = 0; i < sweep->meetingCount; i++) {
      struct CChipmunkMeeting *meeting = sweep->meetings + i;
      if (meeting->isOver || meeting->isSensor) continue;
      meeting->impact = CChipmunkImpactOf(meeting, *way, most, before);
      if (meeting->impact.time < before) before = meeting->impact.time, next = meeting;
    }
    if (!next) break;
    end = before;
    *first = next;
    bool passes = false;
    if (!swept->isFast) {
      // The pair touches already, so its handlers have been called.
      const cpArbiter *known = CChipmunkArbiter(sweep->space, next->a, next->b);
      passes = known && (known->state == CP_ARBITER_STATE_IGNORE || known->count == 0) &&
               known->stamp + 1 == sweep->space->stamp;
    } else if (next->impact.touches && !(end == 0 && cpvdot(way->by, next->impact.normal) <= 0)) {
      CChipmunkPlaceAt(body, way, end);
      isMoved = true;
      cpVect p = body->p;
      cpFloat a = body->a;
      passes = CChipmunkAsk(sweep, next->a, next->b) == CChipmunkPasses;
      // A handler may have moved the body.
      if (!cpveql(p, body->p) || a != body->a) return -1;
    }
    if (!passes) break;
    next->isOver = true;
    end = 1;
    *first = NULL;
  }
  for (int i = 0; i < sweep->meetingCount; i++) {
    struct CChipmunkMeeting *meeting = sweep->meetings + i;
    if (!meeting->isSensor || meeting->isOver) continue;
    struct CChipmunkImpact impact = CChipmunkImpactOf(meeting, *way, most, end);
    if (impact.time >= end || !impact.touches) continue;
    CChipmunkPlaceAt(body, way, impact.time);
    isMoved = true;
    CChipmunkAsk(sweep, meeting->a, meeting->b);
    meeting->isOver = true;
  }
  if (end < 1 || isMoved) CChipmunkPlaceAt(body, way, end);
  return end;
}

// Sweeps a body from its previous place to its current one, against standing shapes.
static inline void CChipmunkSweepStanding(
    struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept, struct CChipmunkWay way) {
  struct CChipmunkFinding finding = {sweep, swept};
  cpFloat around = swept->body->reach;
  if (!swept->isFast) around += cpvlength(way.by);
  cpBB box = cpBBMerge(cpBBNewForCircle(way.from, around), cpBBNewForCircle(cpvadd(way.from, way.by), around));
  sweep->meetingCount = 0;
  cpSpatialIndexQuery(sweep->space->staticShapes, &swept->body->body, box, CChipmunkFindStanding, &finding);
  for (int attempt = 0; attempt < 3; attempt++) {
    struct CChipmunkMeeting *hit;
    cpFloat time = CChipmunkMoveOn(sweep, swept, &way, &hit);
    if (time < 0 || !hit) return;
    cpFloat into = cpvdot(way.by, hit->impact.normal);
    // A fast body has its contact now. A rotation that would lead deeper waits, and the way out is free.
    if (swept->isFast && !(time == 0 && into <= 0 && way.turn != 0)) return;
    // A pressed body slides along.
    cpVect rest = cpvmult(cpvsub(way.by, cpvmult(hit->impact.normal, cpfmax(into, 0))), 1 - time);
    way = CChipmunkWayBetween(
        sweep->space, cpvadd(way.from, cpvmult(way.by, time)), way.angle + way.turn * time,
        cpvadd(cpvadd(way.from, cpvmult(way.by, time)), rest), way.angle + way.turn * time);
    if (attempt < 2) CChipmunkPlaceAt(&swept->body->body, &way, 1);
  }
}

// Sweeps a body against moving shapes. They carry it along from the time of impact on, until standing shapes stop it.
static inline void CChipmunkSweepMeetings(struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept) {
  cpBody *body = &swept->body->body;
  struct CChipmunkWay way = CChipmunkWayBetween(sweep->space, swept->p, swept->a, body->p, body->a);
  cpFloat most = CChipmunkMostDepth(sweep->space, swept->body);
  for (;;) {
    struct CChipmunkMeeting *next = NULL;
    cpFloat before = 1;
    for (int i = 0; i < sweep->meetingCount; i++) {
      struct CChipmunkMeeting *meeting = sweep->meetings + i;
      if (meeting->isOver) continue;
      meeting->impact = CChipmunkImpactOf(meeting, way, most, before);
      if (meeting->impact.time < before) before = meeting->impact.time, next = meeting;
    }
    if (!next) return;
    // The two keep their relative pose from the time of impact on.
    struct CChipmunkWay of = next->way ? *next->way : CChipmunkStay(next->b->body);
    cpVect known = body->p;
    cpFloat knownAngle = body->a, rest = of.turn * (1 - before), angle = way.angle + way.turn * before;
    cpVect at = cpvadd(way.from, cpvmult(way.by, before)), pivot = cpvadd(of.from, cpvmult(of.by, before));
    cpVect to = cpvadd(cpvadd(of.from, of.by), cpvrotate(cpvsub(at, pivot), CChipmunkTurn(sweep->space, rest)));
    CChipmunkPlace(body, to, angle + rest);
    bool passes = next->impact.touches && CChipmunkAsk(sweep, next->a, next->b) == CChipmunkPasses;
    if (!cpveql(to, body->p) || angle + rest != body->a) return;
    if (!passes) {
      return CChipmunkSweepStanding(sweep, swept, CChipmunkWayBetween(sweep->space, at, angle, to, angle + rest));
    }
    next->isOver = true;
    CChipmunkPlace(body, known, knownAngle);
  }
}

static inline cpBB CChipmunkBoxOf(const struct CChipmunkSwept *swept) {
  const struct CChipmunkBody *body = swept->body;
  return cpBBMerge(cpBBNewForCircle(swept->p, body->reach), cpBBNewForCircle(body->body.p, body->reach));
}

static inline void CChipmunkAddMover(
    struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept, struct CChipmunkSwept *mover, cpBB box) {
  if (mover->body == swept->body || !cpBBIntersects(box, CChipmunkBoxOf(mover))) return;
  const cpBody *body = &mover->body->body;
  mover->way = CChipmunkWayBetween(sweep->space, mover->p, mover->a, body->p, body->a);
  CP_BODY_FOREACH_SHAPE(body, b) CChipmunkAddMeetings(sweep, swept, b, &mover->way);
}

// Adds the shapes of slow bodies that a bullet may hit. The index has the bodies' places at its last update, so it
// would miss a body that was moved since.
static inline void CChipmunkAddSlow(struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept, cpBB box) {
  const cpArray *bodies = sweep->space->dynamicBodies;
  for (int i = 0; i < bodies->num; i++) {
    struct CChipmunkBody *body = bodies->arr[i];
    if (body->body.m_inv == 0 || body->isListed) continue;
    if (body->slowSquared < 0) CChipmunkMeasure(body);
    if (!cpBBIntersects(box, cpBBNewForCircle(body->body.p, body->reach))) continue;
    for (cpShape *b = body->body.shapeList; b; b = b->next) CChipmunkAddMeetings(sweep, swept, b, NULL);
  }
}

static inline void CChipmunkSweepMoving(struct CChipmunkSweep *sweep, const struct CChipmunkSwept *swept) {
  if (sweep->moverCount == 0 && !swept->body->isBullet) return;
  cpBB box = CChipmunkBoxOf(swept);
  sweep->meetingCount = 0;
  for (int i = 0; i < sweep->moverCount; i++) CChipmunkAddMover(sweep, swept, sweep->movers + i, box);
  if (swept->body->isBullet) {
    for (int i = 0; i < sweep->sweptCount; i++) CChipmunkAddMover(sweep, swept, sweep->swept + i, box);
    CChipmunkAddSlow(sweep, swept, box);
  }
  if (sweep->meetingCount > 0) CChipmunkSweepMeetings(sweep, swept);
}

// MARK: The step

// Sorts the swept bodies by order of adding: the order of the library's list depends on which bodies have slept.
static inline void CChipmunkSortSwept(struct CChipmunkSweep *sweep) {
  bool isSorted = true;
  for (int i = 1; i < sweep->sweptCount && isSorted; i++) {
    isSorted = sweep->swept[i - 1].order < sweep->swept[i].order;
  }
  if (isSorted) return;
  int gap = 1;
  while (gap < sweep->sweptCount / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (int i = gap; i < sweep->sweptCount; i++) {
      struct CChipmunkSwept swept = sweep->swept[i];
      int place = i;
      for (; place >= gap && sweep->swept[place - gap].order > swept.order; place -= gap) {
        sweep->swept[place] = sweep->swept[place - gap];
      }
      sweep->swept[place] = swept;
    }
  }
}

// Whether a body is at the place that its velocities lead to. A caller's function may place a body elsewhere, even
// through walls.
static inline bool CChipmunkFollowsVelocity(const struct CChipmunkSwept *swept) {
  const cpBody *body = &swept->body->body;
  if (body->position_func == cpBodyUpdatePosition) return true;
  cpFloat scale = cpvlength(swept->to) + cpvdist(swept->p, swept->to);
  return cpvdist(body->p, swept->to) <= 1e-12 * scale &&
         fabs(body->a - swept->toAngle) <= 1e-12 * (fabs(swept->a) + fabs(swept->toAngle));
}

// The collisions of a step: swept bodies move first, then the index finds what touches them.
static inline void CChipmunkSweepAndReindexQuery(
    cpSpatialIndex *index, cpSpatialIndexQueryFunc collide, void *data) {
  struct CChipmunkSweep *sweep = (struct CChipmunkSweep *)index->klass;
  index->klass = sweep->own;
  sweep->collide = collide;
  sweep->data = data;
  sweep->hasAsked = false;
  CChipmunkSortSwept(sweep);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < sweep->sweptCount; i++) {
      const struct CChipmunkSwept *swept = sweep->swept + i;
      if (swept->body->isBullet != (pass == 1)) continue;
      const cpBody *body = &swept->body->body;
      if (!CChipmunkFollowsVelocity(swept)) continue;
      struct CChipmunkWay way = CChipmunkStay(body);
      way.from = swept->p;
      way.by = cpvsub(body->p, swept->p);
      if (body->a != swept->a) way = CChipmunkWayBetween(sweep->space, swept->p, swept->a, body->p, body->a);
      CChipmunkSweepStanding(sweep, swept, way);
      if (swept->isFast) CChipmunkSweepMoving(sweep, swept);
    }
  }
  if (sweep->hasAsked) index->klass->reindexQuery(index, CChipmunkCollideUnasked, sweep);
  else index->klass->reindexQuery(index, collide, data);
}

// Call this before a step. If there is nothing to sweep, the step is the library's own.
static inline void CChipmunkBeginSweep(cpSpace *space, cpFloat timeStep, struct CChipmunkSweep *sweep) {
  sweep->moverCount = 0;
  if (sweep->mayBeFast || sweep->lookedAt != space->dynamicBodies->num) CChipmunkListFast(space, timeStep, sweep);
  sweep->mayBeFast = false;
  CChipmunkListPressed(space, timeStep, sweep);
  if (sweep->sweptCount == 0) return;
  cpSpatialIndex *index = space->dynamicShapes;
  sweep->space = space;
  sweep->own = index->klass;
  sweep->klass = *index->klass;
  sweep->klass.reindexQuery = CChipmunkSweepAndReindexQuery;
  index->klass = &sweep->klass;
}

// Call this after the step.
static inline void CChipmunkEndSweep(cpSpace *space, struct CChipmunkSweep *sweep) {
  if (sweep->sweptCount == 0) return;
  space->dynamicShapes->klass = sweep->own;
  for (int i = 0; i < sweep->sweptCount; i++) sweep->swept[i].body->isListed = sweep->swept[i].body->hasAsked = false;
  sweep->sweptCount = 0;
}

static inline struct CChipmunkSweep *CChipmunkSweepNew(void) {
  struct CChipmunkSweep *sweep = calloc(1, sizeof *sweep);
  if (!sweep) abort();
  return sweep;
}

static inline void CChipmunkSweepFree(struct CChipmunkSweep *sweep) {
  free(sweep->swept), free(sweep->movers), free(sweep->meetings), free(sweep);
}
