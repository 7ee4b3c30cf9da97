// The step of the engine of our own: collide, solve in substeps, sweep.
//
// Shapes collide where they are at the beginning of the step. Since a manifold has points that do not touch yet, a pair
// takes part in the step in which it will touch: the solver stops it at the surface, or lets it bounce at the time of the
// impact. What is too fast for that, continuous collision places at its time of impact after the substeps, where it bounces.

#include "engine.h"
#include "narrow_phase.h"
#include "sleeping.h"
#include "substeps.h"

// A manifold is kept while the relative pose has moved by less than this share of the extent since it was computed.
// Recomputed points jitter, and friction holds what it finds there: a tower would creep.
static const cpFloat ceRecyclingDistance = 0.01;

// MARK: Manifolds

static ceRelativePose ceRelativePoseOf(const cpBody *a, const cpBody *b) {
  cpVect rotationA = cpv(a->transform.a, a->transform.b), rotationB = cpv(b->transform.a, b->transform.b);
  return (ceRelativePose){ceUnrotate(cpvsub(b->p, a->p), rotationA), ceUnrotate(rotationB, rotationA)};
}

static bool ceKeepsManifold(const ceArbiter *arbiter, ceRelativePose pose, cpFloat extent, const cpSpace *space) {
  if (arbiter->manifold.count == 0 || arbiter->arbiter.stamp + 1 != space->stamp) return false;
  // A point that turns with a disc pushes it.
  if (arbiter->arbiter.a->klass->type == CP_CIRCLE_SHAPE) return false;
  const ceBody *a = (const ceBody *)arbiter->arbiter.body_a, *b = (const ceBody *)arbiter->arbiter.body_b;
  cpFloat reach = cpfmin(a->maxExtent, b->maxExtent);
  return cpvdist(arbiter->pose.position, pose.position) + cpvdist(arbiter->pose.rotation, pose.rotation) * reach <
         ceRecyclingDistance * extent;
}

static cpVect ceAccelerationOf(const cpSpace *space, const cpBody *body) {
  return body->m_inv > 0 ? cpvadd(space->gravity, cpvmult(body->f, body->m_inv)) : cpvzero;
}

// A pair that is apart by less than this share of the extent, and that neither parts nor meets faster than that in a
// step, touches: one of the two may be stopped within the step by a third.
static const cpFloat ceTouchingDistance = 0.01;

// Whether two corners or centres that are apart by `separation` along n pass each other within a step. Only a deep overlap
// counts: what slides over the seam of two segments must not meet the end of the next one.
static bool ceCornersPass(
    const ceManifold *manifold, cpVect n, cpFloat separation, cpVect v, cpFloat near, cpFloat timeStep) {
  cpVect between = cpvmult(n, separation + manifold->radius);
  cpFloat squared = cpvdot(v, v), time = squared > 0 ? cpfclamp(-cpvdot(between, v) / squared, 0, timeStep) : 0;
  return cpvlength(cpvadd(between, cpvmult(v, time))) > manifold->radius - near;
}

// Whether one of a manifold's points touches, or will within the step.
static bool ceWillTouch(
    const cpSpace *space, const cpBody *a, const cpBody *b, const ceManifold *manifold, cpFloat extent,
    cpFloat timeStep) {
  cpVect rotationA = cpv(a->transform.a, a->transform.b), rotationB = cpv(b->transform.a, b->transform.b);
  cpVect n = ceRotate(manifold->normal, rotationA);
  cpFloat acceleration = cpfmin(cpvdot(cpvsub(ceAccelerationOf(space, b), ceAccelerationOf(space, a)), n), 0);
  for (int i = 0; i < manifold->count; i++) {
    cpVect armA = ceRotate(manifold->points[i].onA, rotationA), armB = ceRotate(manifold->points[i].onB, rotationB);
    cpFloat separation = cpvdot(cpvadd(cpvsub(b->p, a->p), cpvsub(armB, armA)), n);
    cpVect v = cpvsub(cpvadd(b->v, cpvmult(cpvperp(armB), b->w)), cpvadd(a->v, cpvmult(cpvperp(armA), a->w)));
    cpFloat moved = cpvdot(v, n) * timeStep, near = ceTouchingDistance * extent;
    cpFloat way = manifold->isCorner ? cpvlength(v) * timeStep : fabs(moved);
    if (separation <= 0 || (separation <= near && way <= near)) return true;
    if (manifold->isCorner && ceCornersPass(manifold, n, separation, v, near, timeStep)) continue;
    if (separation + moved + 0.5 * acceleration * timeStep * timeStep < 0) return true;
  }
  return false;
}

// How far two bodies' points may approach each other within a step, at most.
static cpFloat ceReachOf(const cpSpace *space, const cpBody *a, const cpBody *b, cpFloat extent) {
  cpFloat dt = space->curr_dt;
  cpFloat speed = cpvdist(a->v, b->v) + fabs(a->w) * ((const ceBody *)a)->maxExtent +
                  fabs(b->w) * ((const ceBody *)b)->maxExtent;
  cpFloat acceleration = cpvdist(ceAccelerationOf(space, a), ceAccelerationOf(space, b));
  return (speed + acceleration * dt) * dt + ceTouchingDistance * extent;
}

// Hands the impulses of an old manifold to the points of a new one.
static void ceMatchImpulses(const ceManifold *old, ceManifold *new) {
  for (int i = 0; i < new->count; i++) {
    for (int k = 0; k < old->count; k++) {
      if (new->points[i].id != old->points[k].id) continue;
      new->points[i].normalImpulse = old->points[k].normalImpulse;
      new->points[i].tangentImpulse = old->points[k].tangentImpulse;
    }
  }
}

void ceArbiterForgetMemory(cpSpace *space, cpArbiter *arbiter) {
  if (ceHasGrid(space)) ((ceArbiter *)arbiter)->manifold.count = 0, ((ceArbiter *)arbiter)->rollingImpulse = 0;
}

static void ceMeasure(cpBody *body) {
  if (((ceBody *)body)->slowSquared < 0) ceBodyMeasureExtents((ceBody *)body);
}

struct cpCollisionInfo ceCollidePair(const cpShape *a, const cpShape *b, cpSpace *space, cpArbiter **arbiter) {
  bool isSwapped = a->klass->type > b->klass->type;
  struct cpCollisionInfo info = {.a = isSwapped ? b : a, .b = isSwapped ? a : b, .arr = cpContactBufferGetArray(space)};
  cpBody *bodyA = info.a->body, *bodyB = info.b->body;
  ceMeasure(bodyA), ceMeasure(bodyB);
  cpFloat extent = cePairExtent(info.a, info.b);
  ceArbiter *known = (ceArbiter *)*arbiter;
  ceRelativePose pose = ceRelativePoseOf(bodyA, bodyB);
  ceManifold computed;
  const ceManifold *manifold = &computed;
  if (known && ceKeepsManifold(known, pose, extent, space)) manifold = &known->manifold;
  else {
    cpFloat reach = ceReachOf(space, bodyA, bodyB, extent);
    // A body that has diverged within the step meets nothing.
    if (!(reach < INFINITY)) return info;
    ceManifoldCompute(info.a, info.b, pose, extent, reach, &computed);
  }
  if (manifold->count == 0 || !ceWillTouch(space, bodyA, bodyB, manifold, extent, space->curr_dt)) return info;
  if (manifold == &computed) {
    if (!known) known = (ceArbiter *)(*arbiter = ceArbiterFindOrMake(space, info.a, info.b));
    if (known->arbiter.stamp + 1 == space->stamp) ceMatchImpulses(&known->manifold, &computed);
    else known->rollingImpulse = 0;
    known->pose = pose, known->manifold = computed;
    manifold = &known->manifold;
  }
  cpVect rotationA = cpv(bodyA->transform.a, bodyA->transform.b), rotationB = cpv(bodyB->transform.a, bodyB->transform.b);
  info.n = ceRotate(manifold->normal, rotationA), info.count = manifold->count;
  for (int i = 0; i < info.count; i++) {
    const ceManifoldPoint *point = manifold->points + i;
    info.arr[i].r1 = cpvadd(ceRotate(point->onA, rotationA), bodyA->p);
    info.arr[i].r2 = cpvadd(ceRotate(point->onB, rotationB), bodyB->p);
    info.arr[i].hash = point->id;
  }
  return info;
}

ceContactMemory ceArbiterMemory(const cpSpace *space, const cpArbiter *arbiter) {
  ceContactMemory memory = {.hasPose = false};
  const ceArbiter *of = (const ceArbiter *)arbiter;
  if (!ceHasGrid(space) || arbiter->count == 0 || of->manifold.count == 0) return memory;
  memory = (ceContactMemory){true, of->pose.position, of->pose.rotation, {cpvzero, cpvzero}, of->rollingImpulse};
  for (int i = 0; i < of->manifold.count; i++) {
    memory.impulses[i] = cpv(of->manifold.points[i].normalImpulse, of->manifold.points[i].tangentImpulse);
  }
  return memory;
}

void ceArbiterSetMemory(cpSpace *space, cpArbiter *arbiter, ceContactMemory memory) {
  ceArbiter *of = (ceArbiter *)arbiter;
  if (!ceHasGrid(space) || !memory.hasPose) return;
  ceMeasure(arbiter->body_a), ceMeasure(arbiter->body_b);
  cpFloat extent = cePairExtent(arbiter->a, arbiter->b);
  of->pose = (ceRelativePose){memory.position, memory.rotation}, of->rollingImpulse = memory.rolling;
  ceManifoldCompute(arbiter->a, arbiter->b, of->pose, extent, extent, &of->manifold);
  for (int i = 0; i < of->manifold.count; i++) {
    of->manifold.points[i].normalImpulse = memory.impulses[i].x;
    of->manifold.points[i].tangentImpulse = memory.impulses[i].y;
  }
}

// MARK: The step

// Extends the box of a shape to what it covers within a step.
static void ceSweepBox(cpShape *shape, const cpSpace *space, cpFloat timeStep) {
  const cpBody *body = shape->body;
  cpVect by = cpvadd(cpvmult(body->v, timeStep), cpvmult(ceAccelerationOf(space, body), 0.5 * timeStep * timeStep));
  cpFloat turn = fabs(body->w) * timeStep * ((const ceBody *)body)->maxExtent;
  cpBB box = shape->bb;
  shape->bb = cpBBNew(
      box.l + cpfmin(by.x, 0) - turn, box.b + cpfmin(by.y, 0) - turn, box.r + cpfmax(by.x, 0) + turn,
      box.t + cpfmax(by.y, 0) + turn);
}

// Removes an arbiter from the first `count` inactive ones. Returns their number then.
static uint32_t ceRemoveInactive(ceInactiveArbiters *inactive, uint32_t count, const cpArbiter *arbiter) {
  for (uint32_t i = 0; i < count; i++) {
    if (inactive->arbiters[i] != arbiter) continue;
    memmove(
        inactive->arbiters + i, inactive->arbiters + i + 1, (inactive->count - i - 1) * sizeof *inactive->arbiters);
    inactive->count--;
    return count - 1;
  }
  return count;
}

// MARK: Impacts of swept bodies

static cpVect ceContactVelocity(const cpArbiter *arbiter, const struct cpContact *point) {
  return cpvadd(relative_velocity(arbiter->body_a, arbiter->body_b, point->r1, point->r2), arbiter->surface_vr);
}

static void ceApplyImpact(cpArbiter *arbiter, struct cpContact *point, cpFloat along, cpFloat across) {
  cpVect impulse = cpvrotate(arbiter->n, cpv(along, across));
  apply_impulses(arbiter->body_a, arbiter->body_b, point->r1, point->r2, impulse);
  point->jnAcc += along, point->jtAcc += across;
}

static void ceApplyFriction(cpArbiter *arbiter, struct cpContact *point) {
  cpVect t = cpvperp(arbiter->n);
  cpFloat most = arbiter->u * point->jnAcc, speed = cpvdot(ceContactVelocity(arbiter, point), t);
  ceApplyImpact(arbiter, point, 0, cpfclamp(-speed / ceArbiterCoupling(arbiter, point, point, t), -most, most));
}

// Lets two shapes that continuous collision has placed against each other bounce, at both points together if both meet.
static void ceSolveImpact(cpArbiter *arbiter, cpFloat bounceSpeed) {
  cpVect n = arbiter->n;
  struct cpContact *points = arbiter->contacts;
  cpFloat wanted[2] = {0};
  for (int i = 0; i < arbiter->count; i++) {
    cpFloat speed = cpvdot(ceContactVelocity(arbiter, points + i), n);
    wanted[i] = -speed * (1 + (speed < -bounceSpeed ? arbiter->e : 0));
  }
  if (arbiter->count == 2 && wanted[0] > 0 && wanted[1] > 0) {
    cpFloat k11 = ceArbiterCoupling(arbiter, points, points, n), k22 = ceArbiterCoupling(arbiter, points + 1, points + 1, n);
    cpFloat k12 = ceArbiterCoupling(arbiter, points, points + 1, n), determinant = k11 * k22 - k12 * k12;
    cpFloat first = k22 * wanted[0] - k12 * wanted[1], second = k11 * wanted[1] - k12 * wanted[0];
    if (determinant > 1e-9 * k11 * k22 && first >= 0 && second >= 0) {
      ceApplyImpact(arbiter, points, first / determinant, 0), ceApplyImpact(arbiter, points + 1, second / determinant, 0);
      ceApplyFriction(arbiter, points), ceApplyFriction(arbiter, points + 1);
      return;
    }
  }
  struct cpContact *point = arbiter->count == 2 && wanted[1] > wanted[0] ? points + 1 : points;
  if (!(wanted[point - points] > 0)) return;
  ceApplyImpact(arbiter, point, wanted[point - points] / ceArbiterCoupling(arbiter, point, point, n), 0);
  ceApplyFriction(arbiter, point);
}

// Places fast bodies at their times of impact, and lets them bounce. Their pairs may have been inactive. Returns the number
// of contacts before them.
static int ceSweepFast(ceEngine *engine, cpFloat timeStep) {
  cpSpace *space = &engine->space;
  ceInactiveArbiters *inactive = &engine->inactive;
  int solved = space->arbiters->num;
  uint32_t former = inactive->count;
  ceContinuousSweep(engine, ceCollideShapes, space);
  for (int i = solved; i < space->arbiters->num; i++) {
    former = ceRemoveInactive(inactive, former, space->arbiters->arr[i]);
    ceSolveImpact(space->arbiters->arr[i], 2 * cpvlength(space->gravity) * timeStep);
  }
  for (uint32_t i = former; i < inactive->count; i++) {
    uint32_t left = ceRemoveInactive(inactive, former, inactive->arbiters[i]);
    if (left < former) former = left, i--;
  }
  return solved;
}

// Calls the velocity functions of kinematic bodies, which have no substeps, once.
static void ceSetKinematicVelocities(ceEngine *engine, cpFloat timeStep) {
  const cpSpace *space = &engine->space;
  cpFloat damping = ceDampingFind(&engine->damping, space->damping, timeStep)->power;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    cpBody *body = space->dynamicBodies->arr[i];
    if (body->m_inv != 0 || body->velocity_func == cpBodyUpdateVelocity) continue;
    body->velocity_func(body, space->gravity, damping, timeStep);
  }
}

static void ceStep(ceEngine *engine, cpFloat timeStep) {
  cpSpace *space = &engine->space;
  ceProxies *moving = &engine->movingProxies;
  ceForgetEnded(engine);
  space->stamp++;
  space->curr_dt = timeStep;
  ceBeginArbiters(space);
  cpSpaceLock(space);
  cpSpacePushFreshContactBuffer(space);
  ceUpdateShapes(engine);
  for (uint32_t i = 0; i < moving->slotCount; i++) {
    if (moving->shapes[i]) ceSweepBox(moving->shapes[i], space, timeStep);
  }
  cpSpatialIndexReindexQuery(space->dynamicShapes, ceCollideShapes, space);
  cpSpaceUnlock(space, cpFalse);
  ceProcessComponents(space, timeStep);
  cpSpaceLock(space);
  ceFilterCache(space);
  for (int i = 0; i < space->constraints->num; i++) {
    cpConstraint *constraint = space->constraints->arr[i];
    if (constraint->preSolve) constraint->preSolve(constraint, space);
  }
  ceSetKinematicVelocities(engine, timeStep);
  ceSubstepsSolve(engine, timeStep);
  for (int i = 0; i < space->constraints->num; i++) {
    cpConstraint *constraint = space->constraints->arr[i];
    if (constraint->postSolve) constraint->postSolve(constraint, space);
  }
  ceUpdateShapes(engine);
  int solved = ceSweepFast(engine, timeStep);
  for (int i = 0; i < space->arbiters->num; i++) {
    cpArbiter *arbiter = space->arbiters->arr[i];
    arbiter->handler->postSolveFunc(arbiter, space, arbiter->handler->userData);
  }
  ceProxiesReindex(moving);
  moving->mainEnd = moving->recentEnd = 0;
  cpSpaceUnlock(space, cpFalse);
  ceWakeTouched(space, solved);
  ceThreadArbiters(space, solved);
  // Calls what waits for the end of the step.
  cpSpaceLock(space), cpSpaceUnlock(space, cpTrue);
  ceForgetEnded(engine);
}

void ceSpaceStep(cpSpace *space, cpFloat timeStep) {
  ceAssert(timeStep > 0 && !space->locked);
  ceEngine *engine = ceEngineOf(space);
  if (!engine->hasGrid) return ceStepLibrary(engine, timeStep);
  ceContinuousBegin(engine, timeStep);
  ceStep(engine, timeStep);
  ceContinuousEnd(engine);
}
