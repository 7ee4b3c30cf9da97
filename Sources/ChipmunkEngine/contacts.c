// Contacts: normal impulses keep shapes apart, tangential ones are limited by Coulomb's law, |jt| <= u jn.
//
// The separation s of a point is measured between the points that the manifold stores in the frames of both bodies, so
// it follows the bodies through the substeps. The normal impulse satisfies, with the velocity v along the normal,
//
//   s > 0:   v >= -s / h             the point may not be passed in this substep;
//   s <= 0:  v + rate s = 0          softly, at most at the push-out speed; without `rate s` in the relaxation.
//
// Two points are solved together: the linear complementarity problem of two rows, by trying its cases (E. Catto,
// "Modeling and Solving Constraints", GDC 2009). Otherwise a tower's lower crates tremble.
//
// Rolling resistance is a couple, |j| <= c r jn, with the larger coefficient c of both shapes, and the radius r of the
// circle, r1 r2 / (r1 + r2) of two, or the larger radius of other shapes.
//
// Contacts are solved in batches of one colour: see batches.h.

#include <stdatomic.h>

#include "engine.h"
#include "substeps.h"

// Overlapping shapes part at most at this many extents a second, whatever lies on them.
static const cpFloat cePushOutRate = 1;

// Whether a contact bounces in this step rather than rests. Its bodies must be as they are at the step's beginning.
static bool ceIsElastic(const ceSubsteps *solver, const ceContact *contact) {
  ceAssert(ceIsLoaded(solver, contact));
  const cpArbiter *arbiter = contact->arbiter;
  if (!contact->mayBounce) return false;
  const ceMotion *motions = solver->motions + ceFirstMotion, *a = motions + contact->a, *b = motions + contact->b;
  for (int i = 0; i < arbiter->count; i++) {
    cpVect v = cpvsub(ceVelocityOf(b, arbiter->contacts[i].r2), ceVelocityOf(a, arbiter->contacts[i].r1));
    cpFloat speed = fabs(cpvdot(v, arbiter->n));
    // No contact bounces below the first speed, and few are faster.
    if (speed > solver->bounceSpeed && speed > ceBounceSpeedOfContact(solver, contact)) return true;
  }
  return false;
}

// MARK: Assigning

static void ceAddTurning(ceSubsteps *solver, int contact) {
  ceAssert(solver->contacts[contact].turns && solver->own->turningCount < solver->contactCount);
  ceWorkspace *own = solver->own;
  own->turning = ceReserve(own->turning, own->turningCount, &own->turningCapacity, sizeof *own->turning);
  own->turning[own->turningCount++] = contact;
}

// Gives each contact of a group a batch and a lane, and lists those that turn.
static void ceAssignBatches(ceSubsteps *solver, const ceGroup *group) {
  ceColoring *coloring = &solver->own->contactColoring;
  ceColoringBegin(coloring, solver, group);
  solver->own->turningCount = 0;
  for (int i = 0; i < group->contacts.count; i++) {
    ceContact *contact = solver->contacts + group->contacts.indexes[i];
    ceAssert(ceIsLoaded(solver, contact));
    if (contact->turns) ceAddTurning(solver, group->contacts.indexes[i]);
    contact->color = ceColoringAdd(coloring, solver->colors + contact->a, solver->colors + contact->b);
  }
  ceColoringLayOut(coloring);
  solver->own->batches = ceRenewAligned(
      solver->own->batches, coloring->batchCount, &solver->own->batchCapacity, sizeof *solver->own->batches);
  for (int i = 0; i < group->contacts.count; i++) {
    ceContact *contact = solver->contacts + group->contacts.indexes[i];
    int place = ceColoringPlace(coloring, contact->color, group->contacts.indexes[i]);
    contact->batch = place / ceWidth, contact->lane = place % ceWidth;
  }
}

// MARK: Preparing

static void cePrepareRolling(const ceArbiter *of, int substeps, ceContactBatch *batch, int lane) {
  ceAssert(substeps > 0 && lane >= 0 && lane < ceWidth);
  if (!(of->rollingResistance > 0)) return;
  cpFloat inverse = batch->pairs.inertiaInverseA[lane] + batch->pairs.inertiaInverseB[lane];
  batch->rollingMass[lane] = inverse > 0 ? 1 / inverse : 0;
  batch->rollingResistance[lane] = of->rollingResistance;
  batch->rollingImpulse[lane] = of->rollingImpulse / substeps;
}

// Notes what a contact means for a body. Several threads may do so for one body.
static void ceNoteContact(ceStepBody *body, bool isElastic) {
  ceAssert(body->substepCount > 0 || body->massInverse == 0);
  if (!(body->massInverse > 0)) return;
  // Discs about the centre of gravity have no corners.
  if (body->cornerExtent > 0) __atomic_store_n(&body->isBatched, true, __ATOMIC_RELAXED);
  if (!isElastic) __atomic_store_n(&body->isFree, false, __ATOMIC_RELAXED);
}

static void cePrepareContact(const ceSubsteps *solver, const ceContact *contact, const ceSubstep *substep) {
  ceContactBatch *batch = solver->own->batches + contact->batch;
  const ceArbiter *of = (const ceArbiter *)contact->arbiter;
  const cpArbiter *arbiter = contact->arbiter;
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceAssert(arbiter->count >= 1 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER && contact->a != contact->b);
  ceAssert(a->massInverse > 0 || b->massInverse > 0 || a->inertiaInverse > 0 || b->inertiaInverse > 0);
  int lane = contact->lane;
  cpVect n = arbiter->n;
  bool isStatic = a->massInverse == 0 || b->massInverse == 0, isElastic = ceIsElastic(solver, contact);
  const ceSoftness *soft = &substep->contacts[a->isJointed || b->isJointed][isStatic];
  ceNoteContact(a, isElastic), ceNoteContact(b, isElastic);
  ceBatchPairsSet(solver, &batch->pairs, lane, contact->a, contact->b);
  batch->nx[lane] = n.x, batch->ny[lane] = n.y;
  batch->radiusA[lane] = of->radiusA, batch->radiusB[lane] = of->radiusB;
  batch->friction[lane] = arbiter->u, batch->surfaceSpeed[lane] = cpvdot(arbiter->surface_vr, cpvperp(n));
  batch->gap[lane] = cpvdot(cpvsub(b->p, a->p), n) - (of->radiusA + of->radiusB) + CE_RESTING_DEPTH * of->extent;
  batch->biasRate[lane] = soft->biasRate, batch->leak[lane] = soft->impulseScale;
  batch->pushOut[lane] = cePushOutRate * of->extent;
  if (contact->mayBounce) {
    batch->hasElastic = true, batch->elasticity[lane] = arbiter->e;
    batch->willBounce[lane] = -(int64_t)isElastic;
    if (arbiter->e > 0 || isElastic) batch->bounceSpeed[lane] = ceBounceSpeedOfContact(solver, contact);
  }
  cePrepareRolling(of, substep->count, batch, lane);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    ceBatchPoint *to = batch->points + i;
    to->armAX[lane] = point->r1.x, to->armAY[lane] = point->r1.y;
    to->armBX[lane] = point->r2.x, to->armBY[lane] = point->r2.y;
    to->normalImpulse[lane] = of->impulses[i].x / substep->count;
    to->tangentImpulse[lane] = of->impulses[i].y / substep->count;
    batch->mass[i][lane] = 1;
  }
}

typedef struct cePreparation {
  const ceSubsteps *solver;
  const ceSubstep *substep;
  _Atomic bool hasElastic;
} cePreparation;

static void ceClearBatch(const ceSubsteps *solver, int i) {
  ceAssert(i >= 0 && i < solver->own->contactColoring.batchCount);
  ceContactBatch *batch = solver->own->batches + i;
  memset(batch, 0, sizeof *batch);
  batch->bounceSpeed = ceAll(INFINITY);
  ceBatchPairsClear(solver, i, &batch->pairs);
}

// Prepares whole batches: writing a lane may write its vector, so no two threads may share one.
static void cePrepareRange(void *context, int from, int to) {
  cePreparation *of = context;
  const ceSubsteps *solver = of->solver;
  const int *lanes = solver->own->contactColoring.lanes;
  ceAssert(from >= 0 && from <= to && to <= solver->own->contactColoring.batchCount);
  for (int i = from; i < to; i++) {
    ceClearBatch(solver, i);
    for (int lane = 0; lane < ceWidth; lane++) {
      int ahead = i + 1 < to ? lanes[ceWidth * (i + 1) + lane] : -1, index = lanes[ceWidth * i + lane];
      if (ahead >= 0) cePrefetch(solver->contacts[ahead].arbiter, ceArbiterLines);
      if (index >= 0) cePrepareContact(solver, solver->contacts + index, of->substep);
    }
    ceContactBatch *batch = solver->own->batches + i;
    ceAssert(ceBatchPairsAreDisjoint(solver, i, &batch->pairs));
    if (batch->hasElastic) atomic_store_explicit(&of->hasElastic, true, memory_order_relaxed);
    ceBatchesPrepare(batch, 1, solver->motions);
  }
}

void ceContactsPrepare(ceSubsteps *solver, const ceGroup *group) {
  ceAssert(group->substep.count > 0 && group->substep.h > 0);
  ceBounces *bounces = &solver->own->bounces;
  ceAssignBatches(solver, group);
  cePreparation preparation = {solver, &group->substep, false};
  ceShareBatches(solver->workers, &solver->own->contactColoring, 8, cePrepareRange, &preparation);
  bounces->hasElastic = preparation.hasElastic;
  bounces->elasticCount = bounces->bouncedCount = 0;
}

// MARK: Solving

typedef struct ceSolution {
  const ceSubsteps *solver;
  cpFloat h;
  bool isSoft;
} ceSolution;

static void ceWarmStartRange(void *context, int from, int to) {
  const ceSolution *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->contactColoring.batchCount);
  ceBatchesWarmStart(of->solver->own->batches + from, to - from, of->solver->motions);
}

static void ceSolveRange(void *context, int from, int to) {
  const ceSolution *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->contactColoring.batchCount);
  ceBatchesSolve(of->solver->own->batches + from, to - from, of->solver->motions, of->h, of->isSoft);
}

void ceContactsWarmStart(ceSubsteps *solver) {
  ceSolution solution = {.solver = solver};
  ceShareColors(solver->workers, &solver->own->contactColoring, ceWarmStartRange, &solution);
}

void ceContactsSolve(ceSubsteps *solver, cpFloat h, bool isSoft) {
  ceAssert(h > 0);
  ceSolution solution = {solver, h, isSoft};
  ceShareColors(solver->workers, &solver->own->contactColoring, ceSolveRange, &solution);
}

typedef struct ceStorage {
  const ceSubsteps *solver;
  const ceGroup *group;
} ceStorage;

static void ceStoreContact(
    const ceContactBatch *batch, int lane, int substeps, bool turns, ceArbiter *arbiter) {
  ceAssert(lane >= 0 && lane < ceWidth && substeps > 0);
  for (int i = 0; i < arbiter->arbiter.count; i++) {
    const ceBatchPoint *point = batch->points + i;
    struct cpContact *to = arbiter->arbiter.contacts + i;
    cpVect sum = cpv(point->normalSum[lane], point->tangentSum[lane]);
    if (turns) sum = ceTurnImpulse(sum, cpv(batch->nx[lane], batch->ny[lane]), arbiter->arbiter.n);
    to->jnAcc = sum.x, to->jtAcc = sum.y;
    arbiter->impulses[i] = cpv(point->normalImpulse[lane] * substeps, point->tangentImpulse[lane] * substeps);
  }
  arbiter->rollingImpulse = batch->rollingImpulse[lane] * substeps;
}

static void ceStoreRange(void *context, int from, int to) {
  const ceStorage *of = context;
  const ceSubsteps *solver = of->solver;
  ceAssert(from >= 0 && from <= to && to <= of->group->contacts.count);
  for (int i = from; i < to; i++) {
    const ceContact *contact = solver->contacts + of->group->contacts.indexes[i];
    if (i + 4 < to) cePrefetch(solver->contacts[of->group->contacts.indexes[i + 4]].arbiter, ceArbiterLines);
    const ceContactBatch *batch = solver->own->batches + contact->batch;
    ceStoreContact(batch, contact->lane, of->group->substep.count, contact->turns, (ceArbiter *)contact->arbiter);
  }
}

void ceContactsStore(ceSubsteps *solver, const ceGroup *group) {
  ceAssert(group->substep.count > 0);
  ceStorage storage = {solver, group};
  ceShareWork(solver->workers, group->contacts.count, 32, ceStoreRange, &storage);
}
