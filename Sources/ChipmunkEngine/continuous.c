// Continuous collision: a body that would fly through something in a step is moved back to its time of impact, with the
// velocity that it has then, and collides there; step.c lets it bounce. time_of_impact.c has the method. Invariant: no
// body gets deeper into a static shape than ceMaxDepth.
//
// A step does so for a body
//   - if it moves by more than three quarters of its half thickness;
//   - if it touches a kinematic body, or penetrates a static one deeply or is about to: whatever presses it, it gets no
//     deeper into static shapes;
//   - if a fast kinematic body might pass over it.
// It tests the body against static and kinematic shapes, and a bullet against dynamic ones too. Static shapes always
// stop a body. A kinematic body carries along what it meets, and passes through what it presses into something static.
// Handlers are called at the place of impact, through the step's own collision there: what they let pass does not
// stop the body. Handlers are also called for sensors that the body passes, which stop nothing.
//
// A path is x(t) = from + t by, with the angle angle + t byAngle, for t from 0 to 1. The time of impact comes from
// conservative advancement (time_of_impact.c). Which bodies are moved, how a pressed body slides along what stops it,
// and how a kinematic body carries another one along are derived here.

#include "continuous.h"

#include "engine.h"
#include "narrow_phase.h"

// MARK: Poses

static void ceSetPoseAt(cpBody *body, const cePath *path, cpFloat time) {
  ceAssert(time >= 0 && time <= 1);
  ceBodySetPose(body, cpvadd(path->from, cpvmult(path->by, time)), path->angle + path->byAngle * time);
}

// MARK: Candidates

static void ceAddCandidates(
    ceEngine *engine, const ceMovingBody *moving, cpShape *b, const cePath *path) {
  ceAssert(moving->body->isListed && b->body != &moving->body->body);
  ceContinuous *continuous = &engine->continuous;
  for (cpShape *a = moving->body->body.shapeList; a; a = a->next) {
    if (!ceMayCollide(a, b)) continue;
    bool isSensor = a->sensor || b->sensor;
    if (isSensor && !moving->isFast) continue;
    continuous->candidates = ceReserve(
        continuous->candidates, continuous->candidateCount, &continuous->candidateCapacity,
        sizeof *continuous->candidates);
    // Sorted by id, since an index has an order of its own.
    int place = continuous->candidateCount++;
    for (; place > 0; place--) {
      const ceCandidate *before = continuous->candidates + place - 1;
      if (before->b->hashid < b->hashid || (before->b == b && before->a->hashid <= a->hashid)) break;
      continuous->candidates[place] = *before;
    }
    continuous->candidates[place] = (ceCandidate){a, b, path, {2, cpvzero, false}, isSensor, false, 0};
  }
}

// A body that asks the static index for candidates.
typedef struct ceStaticQuery {
  ceEngine *engine;
  const ceMovingBody *moving;
} ceStaticQuery;

// Adds a shape of the static index. Those of sleeping bodies are for bullets only.
static cpCollisionID ceFindStatic(void *object, void *shape, cpCollisionID id, void *context) {
  (void)object;
  const ceStaticQuery *query = context;
  cpShape *b = shape;
  ceAssert(b && b->body);
  if (b->body->m_inv == 0 || query->moving->body->response.isBullet) {
    ceAddCandidates(query->engine, query->moving, b, NULL);
  }
  return id;
}

static cpFloat ceMaxDepth(const cpSpace *space, const ceBody *body) {
  ceAssert(body->minExtent >= 0 && space->collisionSlop >= 0);
  cpFloat most = cpfmin(4 * space->collisionSlop, 0.5 * body->minExtent);
  cpFloat place = fabs(body->body.p.x) + fabs(body->body.p.y);
  return cpfmax(most, 1e-3 * body->minExtent + 1e-10 * place);
}

static ceTimeOfImpactResult ceCandidateTimeOfImpact(
    const ceCandidate *candidate, cePath pathA, cpFloat most, cpFloat before) {
  cpFloat after = candidate->after;
  ceAssert(candidate->a->body != candidate->b->body && after >= 0 && before >= 0 && before <= 1);
  if (after > before) return (ceTimeOfImpactResult){2, cpvzero, false};
  ceHull a = ceHullOf(candidate->a), b = ceHullOf(candidate->b);
  cePath pathB = candidate->path ? *candidate->path : cePathAtRest(candidate->b->body);
  pathA.extent = pathA.byAngle != 0 ? ceHullExtent(&a) : 0;
  pathB.extent = pathB.byAngle != 0 ? ceHullExtent(&b) : 0;
  if (fabs(pathA.byAngle) * pathA.extent > most) {
    // If a circle around the shape touches nothing, neither does the shape, however it rotates.
    ceHull around = {(const char *)&a.center, 0, 1, a.center, pathA.extent + a.radius};
    cePath straight = pathA;
    straight.byAngle = 0;
    if (ceTimeOfImpact(&around, &straight, &b, &pathB, most, after, before).time > 1) {
      cePose poseA = cePoseAt(&straight, after), poseB = cePoseAt(&pathB, after);
      cpVect normal;
      if (ceDistance(&around, &poseA, &b, &poseB, &normal) > 0) return (ceTimeOfImpactResult){2, cpvzero, false};
    }
  }
  return ceTimeOfImpact(&a, &pathA, &b, &pathB, most, after, before);
}

// MARK: Calling handlers

typedef enum ceAnswer { ceBlocks, cePasses, ceUnknown } ceAnswer;

// Collides two shapes at their current places, ahead of the step's own collisions, which then skip the pair.
static ceAnswer ceCollideEarly(ceEngine *engine, cpShape *a, cpShape *b) {
  ceAssert(a->body != b->body);
  cpSpace *space = &engine->space;
  const cpArbiter *known = ceArbiterFind(space, a, b);
  if (!known || known->stamp != space->stamp) {
    ceCollideShapes(space, a, b);
    known = ceArbiterFind(space, a, b);
  }
  if (known && known->stamp == space->stamp) return known->count > 0 ? ceBlocks : cePasses;
  return ceIsChained(b) ? cePasses : ceUnknown;
}

// Whether a shape that meets another one at the current place may go on, since one of the two lets others pass one way.
// What overlaps from the start is carried only if it was in the last step.
static bool cePassesOneWay(const ceEngine *engine, const ceCandidate *candidate) {
  ceAssert(candidate->result.time >= 0 && candidate->result.time <= 1);
  const cpShape *a = candidate->a, *b = candidate->b;
  cpFloat separation = candidate->result.touches && candidate->result.time > 0 ? 0 : -INFINITY;
  // What meets something on its way moves towards it.
  if (!ceLetsPass(a, b, candidate->result.normal, separation, 0)) return false;
  const cpArbiter *known = ceArbiterFind(&engine->space, a, b);
  return !known || known->stamp + 1 < engine->space.stamp;
}

// A body that has passed the end of a chained segment may still meet the segment this share of a step later.
static const cpFloat ceRestOfSegment = 1.0 / 32;

// Lets a body pass a shape: a chained segment only where its neighbour has the contact.
static void cePass(ceCandidate *candidate) {
  ceAssert(candidate->result.time <= 1);
  if (ceIsChained(candidate->b)) candidate->after = candidate->result.time + ceRestOfSegment;
  else candidate->isOver = true;
}

// MARK: The path of a body

// Moves a body along a path as far as the shapes that it may meet allow, and returns the time. `first` is the candidate
// that has stopped it.
static cpFloat ceAdvance(
    ceEngine *engine, const ceMovingBody *moving, const cePath *path, ceCandidate **first) {
  ceAssert(engine->space.locked && moving->body->isListed);
  ceContinuous *continuous = &engine->continuous;
  cpBody *body = &moving->body->body;
  cpFloat most = ceMaxDepth(&engine->space, moving->body), end = 1;
  bool isMoved = false;
  *first = NULL;
  for (;;) {
    ceCandidate *next = NULL;
    cpFloat before = 1;
    for (int i = 0; i < continuous->candidateCount; i++) {
      ceCandidate *candidate = continuous->candidates + i;
      if (candidate->isOver || candidate->isSensor) continue;
      candidate->result = ceCandidateTimeOfImpact(candidate, *path, most, before);
      if (candidate->result.time < before) before = candidate->result.time, next = candidate;
    }
    if (!next) break;
    end = before;
    *first = next;
    bool passes = cePassesOneWay(engine, next);
    if (!passes && !moving->isFast) {
      // The pair touches already, so its handlers have been called; or a chained segment's neighbour has the contact.
      const cpArbiter *known = ceArbiterFind(&engine->space, next->a, next->b);
      cpTimestamp age = known ? engine->space.stamp - known->stamp : 2;
      bool isIgnored = known && (known->state == CP_ARBITER_STATE_IGNORE || known->count == 0);
      passes = age > 1 ? ceIsChained(next->b) : age == 1 && isIgnored;
    } else if (!passes && next->result.touches && !(end == 0 && cpvdot(path->by, next->result.normal) <= 0)) {
      ceSetPoseAt(body, path, end);
      isMoved = true;
      cpVect p = body->p;
      cpFloat a = body->a;
      passes = ceCollideEarly(engine, next->a, next->b) == cePasses;
      // A handler may have moved the body.
      if (!cpveql(p, body->p) || a != body->a) return -1;
    }
    if (!passes) break;
    cePass(next);
    end = 1;
    *first = NULL;
  }
  for (int i = 0; i < continuous->candidateCount; i++) {
    ceCandidate *candidate = continuous->candidates + i;
    if (!candidate->isSensor || candidate->isOver) continue;
    ceTimeOfImpactResult result = ceCandidateTimeOfImpact(candidate, *path, most, end);
    if (result.time >= end || !result.touches) continue;
    ceSetPoseAt(body, path, result.time);
    isMoved = true;
    ceCollideEarly(engine, candidate->a, candidate->b);
    candidate->isOver = true;
  }
  ceAssert(end >= 0 && end <= 1 && (end == 1 || *first));
  if (end < 1 || isMoved) ceSetPoseAt(body, path, end);
  return end;
}

// Finds the static shapes that a body may meet on its way from a place to another one. Returns whether there are any.
static bool ceFindStatics(ceEngine *engine, const ceMovingBody *moving, cpVect from, cpVect by) {
  ceAssert(engine->space.locked && moving->body->isListed);
  ceStaticQuery query = {engine, moving};
  cpFloat around = moving->body->maxExtent;
  if (!moving->isFast) around += cpvlength(by);
  cpBB box = cpBBMerge(cpBBNewForCircle(from, around), cpBBNewForCircle(cpvadd(from, by), around));
  engine->continuous.candidateCount = 0;
  cpSpatialIndexQuery(engine->space.staticShapes, &moving->body->body, box, ceFindStatic, &query);
  return engine->continuous.candidateCount > 0;
}

// Moves a body along its path, up to where the static shapes that have been found stop it.
static void ceStopAtStatic(ceEngine *engine, const ceMovingBody *moving, cePath path) {
  ceAssert(engine->space.locked && moving->body->isListed);
  for (int attempt = 0; attempt < 3; attempt++) {
    ceCandidate *hit;
    cpFloat time = ceAdvance(engine, moving, &path, &hit);
    if (time < 0 || !hit) return;
    cpFloat into = cpvdot(path.by, hit->result.normal);
    // A fast body has its contact now. A rotation that would lead deeper waits, and the body may separate.
    if (moving->isFast && !(time == 0 && into <= 0 && path.byAngle != 0)) {
      // It has the velocity of that time, and loses the rest of the step.
      cpBody *body = &moving->body->body;
      cpVect acceleration = ceAccelerationInto(&engine->substeps, body, hit->result.normal);
      body->v = cpvsub(body->v, cpvmult(acceleration, (1 - time) * engine->space.curr_dt));
      return;
    }
    // A pressed body slides along.
    cpVect rest = cpvmult(cpvsub(path.by, cpvmult(hit->result.normal, cpfmax(into, 0))), 1 - time);
    path = cePathBetween(
        &engine->space, cpvadd(path.from, cpvmult(path.by, time)), path.angle + path.byAngle * time,
        cpvadd(cpvadd(path.from, cpvmult(path.by, time)), rest), path.angle + path.byAngle * time);
    if (attempt < 2) ceSetPoseAt(&moving->body->body, &path, 1);
  }
}

// Moves a body to where moving shapes leave it: they carry it along from the time of impact on, until static shapes
// stop it.
static void ceStopAtMoving(ceEngine *engine, const ceMovingBody *moving) {
  ceAssert(engine->continuous.candidateCount > 0);
  ceContinuous *continuous = &engine->continuous;
  cpBody *body = &moving->body->body;
  cePath path = cePathBetween(&engine->space, moving->p, moving->a, body->p, body->a);
  cpFloat most = ceMaxDepth(&engine->space, moving->body);
  for (;;) {
    ceCandidate *next = NULL;
    cpFloat before = 1;
    for (int i = 0; i < continuous->candidateCount; i++) {
      ceCandidate *candidate = continuous->candidates + i;
      if (candidate->isOver) continue;
      candidate->result = ceCandidateTimeOfImpact(candidate, path, most, before);
      if (candidate->result.time < before) before = candidate->result.time, next = candidate;
    }
    if (!next) return;
    // The two keep their relative pose from the time of impact on.
    cePath of = next->path ? *next->path : cePathAtRest(next->b->body);
    cpVect known = body->p;
    cpFloat knownAngle = body->a, rest = of.byAngle * (1 - before), angle = path.angle + path.byAngle * before;
    cpVect at = cpvadd(path.from, cpvmult(path.by, before)), pivot = cpvadd(of.from, cpvmult(of.by, before));
    cpVect to = cpvadd(cpvadd(of.from, of.by), cpvrotate(cpvsub(at, pivot), ceRotation(&engine->space, rest)));
    ceBodySetPose(body, to, angle + rest);
    bool passes = cePassesOneWay(engine, next) ||
                  (next->result.touches && ceCollideEarly(engine, next->a, next->b) == cePasses);
    if (!cpveql(to, body->p) || angle + rest != body->a) return;
    if (!passes) {
      path = cePathBetween(&engine->space, at, angle, to, angle + rest);
      if (ceFindStatics(engine, moving, path.from, path.by)) ceStopAtStatic(engine, moving, path);
      return;
    }
    cePass(next);
    ceBodySetPose(body, known, knownAngle);
  }
}

static cpBB cePathBounds(const ceMovingBody *moving) {
  ceAssert(moving->body->maxExtent >= 0);
  const ceBody *body = moving->body;
  return cpBBMerge(cpBBNewForCircle(moving->p, body->maxExtent), cpBBNewForCircle(body->body.p, body->maxExtent));
}

static void ceAddKinematic(
    ceEngine *engine, const ceMovingBody *moving, ceMovingBody *kinematic, cpBB box) {
  ceAssert(moving->body->isListed && kinematic->body);
  if (kinematic->body == moving->body || !cpBBIntersects(box, cePathBounds(kinematic))) return;
  const cpBody *body = &kinematic->body->body;
  kinematic->path = cePathBetween(&engine->space, kinematic->p, kinematic->a, body->p, body->a);
  CP_BODY_FOREACH_SHAPE(body, b) ceAddCandidates(engine, moving, b, &kinematic->path);
}

// Adds the shapes of slow bodies that a bullet may hit. The index has the bodies' places at its last update, so it
// would miss a body that was moved since.
static void ceAddSlow(ceEngine *engine, const ceMovingBody *moving, cpBB box) {
  ceAssert(moving->body->response.isBullet);
  const cpArray *bodies = engine->space.dynamicBodies;
  for (int i = 0; i < bodies->num; i++) {
    ceBody *body = bodies->arr[i];
    if (body->body.m_inv == 0 || body->isListed) continue;
    ceBodyMeasure(body);
    if (!cpBBIntersects(box, cpBBNewForCircle(body->body.p, body->maxExtent))) continue;
    for (cpShape *b = body->body.shapeList; b; b = b->next) ceAddCandidates(engine, moving, b, NULL);
  }
}

static void ceCollideMoving(ceEngine *engine, const ceMovingBody *moving) {
  ceAssert(moving->isFast);
  ceContinuous *continuous = &engine->continuous;
  if (continuous->kinematicCount == 0 && !moving->body->response.isBullet) return;
  cpBB box = cePathBounds(moving);
  continuous->candidateCount = 0;
  for (int i = 0; i < continuous->kinematicCount; i++) ceAddKinematic(engine, moving, continuous->kinematics + i, box);
  if (moving->body->response.isBullet) {
    for (int i = 0; i < continuous->bodyCount; i++) ceAddKinematic(engine, moving, continuous->bodies + i, box);
    ceAddSlow(engine, moving, box);
  }
  if (continuous->candidateCount > 0) ceStopAtMoving(engine, moving);
}

// MARK: The step

// The number of bodies at the beginning that are in order.
static int ceCountSorted(const ceContinuous *continuous) {
  const ceMovingBody *bodies = continuous->bodies;
  int count = continuous->bodyCount > 0;
  while (count < continuous->bodyCount && bodies[count - 1].order < bodies[count].order) count++;
  return count;
}

// Sorts bodies by order of adding (D. Shell, "A High-Speed Sorting Procedure", 1959).
static void ceSortByOrder(ceMovingBody *bodies, int count) {
  ceAssert(count >= 0);
  int gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3) {
    for (int i = gap; i < count; i++) {
      ceMovingBody moving = bodies[i];
      int place = i;
      for (; place >= gap && bodies[place - gap].order > moving.order; place -= gap) bodies[place] = bodies[place - gap];
      bodies[place] = moving;
    }
  }
}

// Sorts the moving bodies by order of adding: the order of the library's list depends on which bodies have slept. Most
// are in order already; the others are sorted, and merged with them from the last one down.
static void ceSortBodies(ceContinuous *continuous) {
  int sorted = ceCountSorted(continuous), rest = continuous->bodyCount - sorted;
  if (rest == 0) return;
  continuous->bodies = ceReserveMore(
      continuous->bodies, continuous->bodyCount, rest, &continuous->bodyCapacity, sizeof *continuous->bodies);
  ceMovingBody *bodies = continuous->bodies, *others = bodies + continuous->bodyCount;
  memcpy(others, bodies + sorted, (size_t)rest * sizeof *others);
  ceSortByOrder(others, rest);
  for (int to = continuous->bodyCount - 1; rest > 0; to--) {
    bool isOther = sorted == 0 || bodies[sorted - 1].order < others[rest - 1].order;
    bodies[to] = isOther ? others[--rest] : bodies[--sorted];
  }
  ceAssert(ceCountSorted(continuous) == continuous->bodyCount);
}

// Whether the solver alone has moved a body. A caller's function may place a body elsewhere, even through walls.
static bool ceFollowsVelocity(const ceMovingBody *moving) {
  return moving->body->body.position_func == cpBodyUpdatePosition;
}

void ceContinuousCollide(ceEngine *engine) {
  ceAssert(engine->space.locked);
  ceContinuous *continuous = &engine->continuous;
  ceListSped(engine);
  ceSortBodies(continuous);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < continuous->bodyCount; i++) {
      const ceMovingBody *moving = continuous->bodies + i;
      if (moving->body->response.isBullet != (pass == 1)) continue;
      const cpBody *body = &moving->body->body;
      // A body that was listed may have fallen asleep since.
      if (!ceFollowsVelocity(moving) || body->sleeping.root) continue;
      cpVect by = cpvsub(body->p, moving->p);
      if (ceFindStatics(engine, moving, moving->p, by)) {
        cePath path = cePathAtRest(body);
        path.from = moving->p, path.by = by;
        if (body->a != moving->a) path = cePathBetween(&engine->space, moving->p, moving->a, body->p, body->a);
        ceStopAtStatic(engine, moving, path);
      }
      if (moving->isFast) ceCollideMoving(engine, moving);
    }
  }
}

void ceContinuousBegin(ceEngine *engine, cpFloat timeStep) {
  ceAssert(!engine->space.locked && timeStep > 0 && engine->continuous.bodyCount == 0);
  ceContinuous *continuous = &engine->continuous;
  ceListKinematics(engine);
  if (continuous->mayBeFast || continuous->checkedCount != engine->space.dynamicBodies->num) {
    ceListFast(engine, timeStep);
  }
  continuous->mayBeFast = false;
  ceListPressed(engine, timeStep);
}

void ceContinuousEnd(ceEngine *engine) {
  ceAssert(!engine->space.locked);
  ceContinuous *continuous = &engine->continuous;
  for (int i = 0; i < continuous->bodyCount; i++) {
    ceBody *body = continuous->bodies[i].body;
    ceAssert(body->isListed);
    body->isListed = false;
  }
  continuous->bodyCount = 0;
}

void ceContinuousFree(ceContinuous *continuous) {
  ceAssert(continuous->bodyCount == 0);
  free(continuous->bodies), free(continuous->kinematics), free(continuous->candidates), free(continuous->found);
  *continuous = (ceContinuous){.mayBeFast = true};
}
