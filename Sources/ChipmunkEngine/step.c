// The step of a space with a grid: collide, solve in substeps, collide continuously.
//
// Shapes collide where they are at the beginning of the step, with boxes that cover all of it: x + h v + h² a / 2, and
// a rotation. Since a manifold has points that do not touch yet, a pair takes part in the step in which it will touch:
// the solver stops it at the surface, or lets it bounce at the time of impact. What is too fast for that, continuous
// collision places at its time of impact after the substeps, where it bounces by Newton's law of restitution.
// Invariants: handlers and the functions of constraints are called in the order of cpSpaceStep; at the end, bodies,
// shapes and the lists of arbiters fit each other.

#include "engine.h"
#include "narrow_phase.h"
#include "shapes.h"
#include "sleeping.h"
#include "substeps.h"

// MARK: The step

// Extends the box of a shape, which is placed, to what it covers within a step.
static void ceExtendBox(cpShape *shape, const cpSpace *space, cpFloat timeStep) {
  const cpBody *body = shape->body;
  ceAssert(timeStep > 0 && ((const ceBody *)body)->slowSquared >= 0);
  cpVect by = cpvadd(cpvmult(body->v, timeStep), cpvmult(ceAccelerationOf(space, body), 0.5 * timeStep * timeStep));
  cpFloat arc = fabs(body->w) * timeStep * ((const ceBody *)body)->maxExtent;
  cpBB box = shape->bb;
  shape->bb = cpBBNew(
      box.l + cpfmin(by.x, 0) - arc, box.b + cpfmin(by.y, 0) - arc, box.r + cpfmax(by.x, 0) + arc,
      box.t + cpfmax(by.y, 0) + arc);
}

// Places the shapes that have been moved or changed since the last step, and extends the boxes of all.
static void ceBeginShapes(void *context, int from, int to) {
  const ceEngine *engine = context;
  ceAssert(from >= 0 && from <= to && to <= (int)engine->movingProxies.slotCount);
  for (int slot = from; slot < to; slot++) {
    cpShape *shape = engine->movingProxies.shapes[slot];
    if (!shape) continue;
    if (!ceShapeIsPlaced(shape)) ceShapeUpdate(shape);
    ceExtendBox(shape, &engine->space, engine->space.curr_dt);
  }
}

// Removes an arbiter from the first `count` inactive ones. Returns their number then.
static uint32_t ceRemoveInactive(ceInactiveArbiters *inactive, uint32_t count, const cpArbiter *arbiter) {
  ceAssert(count <= inactive->count);
  for (uint32_t i = 0; i < count; i++) {
    if (inactive->arbiters[i] != arbiter) continue;
    memmove(
        inactive->arbiters + i, inactive->arbiters + i + 1, (inactive->count - i - 1) * sizeof *inactive->arbiters);
    inactive->count--;
    return count - 1;
  }
  return count;
}

// MARK: Bounces after continuous collision

static cpVect ceContactVelocity(const cpArbiter *arbiter, const struct cpContact *point) {
  ceAssert(point >= arbiter->contacts && point < arbiter->contacts + arbiter->count);
  return cpvadd(relative_velocity(arbiter->body_a, arbiter->body_b, point->r1, point->r2), arbiter->surface_vr);
}

static void ceApplyPointImpulse(cpArbiter *arbiter, struct cpContact *point, cpFloat along, cpFloat across) {
  ceAssert(point >= arbiter->contacts && point < arbiter->contacts + arbiter->count);
  cpVect impulse = cpvrotate(arbiter->n, cpv(along, across));
  apply_impulses(arbiter->body_a, arbiter->body_b, point->r1, point->r2, impulse);
  point->jnAcc += along, point->jtAcc += across;
}

static void ceApplyFriction(cpArbiter *arbiter, struct cpContact *point) {
  ceAssert(arbiter->u >= 0);
  cpVect t = cpvperp(arbiter->n);
  cpFloat most = arbiter->u * point->jnAcc, speed = cpvdot(ceContactVelocity(arbiter, point), t);
  ceApplyPointImpulse(arbiter, point, 0, cpfclamp(-speed / ceArbiterCoupling(arbiter, point, point, t), -most, most));
}

// Lets two shapes that continuous collision has placed against each other bounce, at both points together if both meet.
static void ceSolveBounce(cpArbiter *arbiter, cpFloat bounceSpeed) {
  ceAssert(arbiter->count >= 0 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER && bounceSpeed >= 0);
  cpVect n = arbiter->n;
  bounceSpeed = ceBounceSpeed(arbiter->e, bounceSpeed);
  struct cpContact *points = arbiter->contacts;
  cpFloat wanted[2] = {0};
  for (int i = 0; i < arbiter->count; i++) {
    cpFloat speed = cpvdot(ceContactVelocity(arbiter, points + i), n);
    wanted[i] = -speed * (1 + (speed < -bounceSpeed ? arbiter->e : 0));
  }
  if (arbiter->count == 2 && wanted[0] > 0 && wanted[1] > 0) {
    cpFloat k11 = ceArbiterCoupling(arbiter, points, points, n);
    cpFloat k22 = ceArbiterCoupling(arbiter, points + 1, points + 1, n);
    cpFloat k12 = ceArbiterCoupling(arbiter, points, points + 1, n), determinant = k11 * k22 - k12 * k12;
    cpFloat first = k22 * wanted[0] - k12 * wanted[1], second = k11 * wanted[1] - k12 * wanted[0];
    if (determinant > 1e-9 * k11 * k22 && first >= 0 && second >= 0) {
      ceApplyPointImpulse(arbiter, points, first / determinant, 0);
      ceApplyPointImpulse(arbiter, points + 1, second / determinant, 0);
      ceApplyFriction(arbiter, points), ceApplyFriction(arbiter, points + 1);
      return;
    }
  }
  struct cpContact *point = arbiter->count == 2 && wanted[1] > wanted[0] ? points + 1 : points;
  if (!(wanted[point - points] > 0)) return;
  ceApplyPointImpulse(arbiter, point, wanted[point - points] / ceArbiterCoupling(arbiter, point, point, n), 0);
  ceApplyFriction(arbiter, point);
}

// Places fast bodies at their times of impact, and lets them bounce. Their pairs may have been inactive. Returns the
// number of contacts before them.
static int ceSolveContinuous(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  cpSpace *space = &engine->space;
  ceInactiveArbiters *inactive = &engine->inactive;
  int solved = space->arbiters->num;
  uint32_t former = inactive->count;
  ceContinuousCollide(engine);
  for (int i = solved; i < space->arbiters->num; i++) {
    former = ceRemoveInactive(inactive, former, space->arbiters->arr[i]);
    const cpArbiter *arbiter = space->arbiters->arr[i];
    cpFloat scale = cpfmax(ceGravityScaleOf(arbiter->body_a), ceGravityScaleOf(arbiter->body_b));
    ceSolveBounce(space->arbiters->arr[i], 2 * cpvlength(space->gravity) * timeStep * scale);
  }
  for (uint32_t i = former; i < inactive->count; i++) {
    uint32_t left = ceRemoveInactive(inactive, former, inactive->arbiters[i]);
    if (left < former) former = left, i--;
  }
  return solved;
}

// Calls the velocity functions of kinematic bodies, which have no substeps, once.
static void ceSetKinematicVelocities(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  const cpSpace *space = &engine->space;
  cpFloat damping = ceDampingFind(&engine->damping, space->damping, timeStep)->power;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    cpBody *body = space->dynamicBodies->arr[i];
    if (body->m_inv != 0 || body->velocity_func == cpBodyUpdateVelocity) continue;
    body->velocity_func(body, space->gravity, damping, timeStep);
  }
}

static void ceStep(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->hasGrid && !engine->space.locked && timeStep > 0);
  cpSpace *space = &engine->space;
  ceProxies *moving = &engine->movingProxies;
  ceForgetEnded(engine);
  space->stamp++;
  space->curr_dt = timeStep;
  ceBeginArbiters(engine);
  cpSpaceLock(space);
  // For the points of bodies that the library wakes; arbiters have their own otherwise.
  cpSpacePushFreshContactBuffer(space);
  ceShareWork(&engine->workers, (int)moving->slotCount, 64, ceBeginShapes, engine);
  cePairsCollide(engine);
  cpSpaceUnlock(space, cpFalse);
  ceProcessComponents(space, timeStep);
  cpSpaceLock(space);
  ceFilterCache(space);
  engine->hasFunctions = false;
  for (int i = 0; i < space->constraints->num; i++) {
    cePrefetchConstraint(space->constraints, i);
    cpConstraint *constraint = space->constraints->arr[i];
    engine->hasFunctions |= constraint->preSolve || constraint->postSolve;
    if (constraint->preSolve) constraint->preSolve(constraint, space);
  }
  ceSetKinematicVelocities(engine, timeStep);
  ceSubstepsSolve(engine, timeStep);
  for (int i = 0; engine->hasFunctions && i < space->constraints->num; i++) {
    cpConstraint *constraint = space->constraints->arr[i];
    if (constraint->postSolve) constraint->postSolve(constraint, space);
  }
  ceUpdateShapes(engine);
  int solved = ceSolveContinuous(engine, timeStep);
  // The only handler is the default one.
  const cpCollisionHandler *handler = &space->defaultHandler;
  bool isSilent = handler->postSolveFunc == engine->silentPostSolve;
  for (int i = 0; !isSilent && i < space->arbiters->num; i++) {
    handler->postSolveFunc(space->arbiters->arr[i], space, handler->userData);
  }
  ceProxiesReindex(moving, &engine->workers);
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
  int size = space->dynamicBodies->num + space->arbiters->num;
  ceWorkersBegin(&engine->workers, size);
  ceMeasureBodies(engine);
  ceContinuousBegin(engine, timeStep);
  ceStep(engine, timeStep);
  ceContinuousEnd(engine);
  ceWorkersEnd(&engine->workers, size);
}
