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
// Contacts are solved in batches. The contacts of a batch have one colour, and those of a colour share no moving body
// (E. Catto, "Simulation Islands", 2023). Each contact gets the lowest colour that its bodies do not have, in the order
// of the contacts, so batches are a function of the state alone.

#include <stdatomic.h>

#include "engine.h"
#include "substeps.h"

// Overlapping shapes part at most at this many extents a second, whatever lies on them.
static const cpFloat cePushOutRate = 1;

bool ceContactIsElastic(const ceSubsteps *solver, const ceContact *contact, cpFloat bounceSpeed) {
  ceAssert(contact->a < solver->bodyCount && contact->b < solver->bodyCount && contact->a != contact->b);
  const cpArbiter *arbiter = contact->arbiter;
  if (!ceMayBounce(contact)) return false;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  bounceSpeed *= cpfmax(a->gravityScale, b->gravityScale);
  for (int i = 0; i < arbiter->count; i++) {
    cpVect v = cpvsub(ceVelocityAt(b, arbiter->contacts[i].r2), ceVelocityAt(a, arbiter->contacts[i].r1));
    if (fabs(cpvdot(v, arbiter->n)) > bounceSpeed) return true;
  }
  return false;
}

// MARK: Colours

static int ceColorOf(ceSubsteps *solver, const ceContact *contact) {
  ceAssert(ceIsLoaded(solver, contact));
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  uint64_t taken = (a->massInverse > 0 ? a->colors : 0) | (b->massInverse > 0 ? b->colors : 0);
  int color = ~taken ? __builtin_ctzll(~taken) : ceLastColor;
  ceAssert(color == ceLastColor || !(taken >> color & 1));
  if (color < ceLastColor) a->colors |= (uint64_t)1 << color, b->colors |= (uint64_t)1 << color;
  return color;
}

static void ceReserveBatches(ceSubsteps *solver, int count) {
  ceAssert(count >= 0 && solver->batchCapacity >= 0);
  if (count <= solver->batchCapacity) return;
  solver->batches = ceRenewAligned(solver->batches, count, &solver->batchCapacity, sizeof *solver->batches);
  solver->lanes = ceGrow(solver->lanes, ceWidth * (size_t)solver->batchCapacity, sizeof *solver->lanes);
}

static void ceAddTurning(ceSubsteps *solver, int contact) {
  ceAssert(solver->contacts[contact].turns && solver->turningCount < solver->contactCount);
  solver->turning =
      ceReserve(solver->turning, solver->turningCount, &solver->turningCapacity, sizeof *solver->turning);
  solver->turning[solver->turningCount++] = contact;
}

// Gives each contact of a group a batch and a lane, and lists those that turn.
static void ceAssignBatches(ceSubsteps *solver, const ceGroup *group) {
  int counts[ceColorCount] = {0}, places[ceColorCount] = {0}, colors = 0, batches = 0;
  solver->turningCount = 0;
  for (int i = 0; i < group->contactCount; i++) {
    ceContact *contact = solver->contacts + group->contacts[i];
    if (contact->turns) ceAddTurning(solver, group->contacts[i]);
    contact->color = ceColorOf(solver, contact), counts[contact->color]++;
    if (contact->color >= colors) colors = contact->color + 1;
  }
  for (int color = 0; color < colors; color++) {
    solver->colorStarts[color] = batches, places[color] = ceWidth * batches;
    batches += color < ceLastColor ? (counts[color] + ceWidth - 1) / ceWidth : counts[color];
  }
  ceAssert((batches > 0) == (group->contactCount > 0));
  solver->colorCount = colors, solver->batchCount = solver->colorStarts[colors] = batches;
  ceReserveBatches(solver, batches);
  for (int lane = 0; lane < ceWidth * batches; lane++) solver->lanes[lane] = -1;
  for (int i = 0; i < group->contactCount; i++) {
    ceContact *contact = solver->contacts + group->contacts[i];
    int place = places[contact->color];
    places[contact->color] += contact->color < ceLastColor ? 1 : ceWidth;
    contact->batch = place / ceWidth, contact->lane = place % ceWidth;
    solver->lanes[place] = group->contacts[i];
  }
}

// MARK: Preparing

// The motion that a batch writes for bodies that do not move.
static int ceIgnoredMotion(const ceSubsteps *solver, int batch) {
  ceAssert(batch >= 0 && batch < solver->batchCount);
  ceAssert(ceFirstMotion + solver->bodyCount + batch < solver->motionCapacity);
  return ceFirstMotion + solver->bodyCount + batch;
}

static void ceClearBatch(const ceSubsteps *solver, int i) {
  ceAssert(i >= 0 && i < solver->batchCount);
  ceContactBatch *batch = solver->batches + i;
  memset(batch, 0, sizeof *batch);
  for (int lane = 0; lane < ceWidth; lane++) {
    batch->a[lane] = batch->b[lane] = ceStillMotion;
    batch->toA[lane] = batch->toB[lane] = ceIgnoredMotion(solver, i);
  }
}

static void cePrepareBodies(const ceSubsteps *solver, const ceContact *contact, ceContactBatch *batch) {
  ceAssert(ceIsBatched(solver, contact) && batch == solver->batches + contact->batch);
  int i = contact->lane;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  batch->a[i] = contact->a + ceFirstMotion, batch->b[i] = contact->b + ceFirstMotion;
  if (a->massInverse > 0) batch->toA[i] = batch->a[i];
  if (b->massInverse > 0) batch->toB[i] = batch->b[i];
  batch->inertiaInverseA[i] = a->inertiaInverse, batch->inertiaInverseB[i] = b->inertiaInverse;
}

static void cePrepareRolling(const ceArbiter *of, int substeps, ceContactBatch *batch, int lane) {
  ceAssert(substeps > 0 && lane >= 0 && lane < ceWidth);
  if (!(of->rollingResistance > 0)) return;
  cpFloat inverse = batch->inertiaInverseA[lane] + batch->inertiaInverseB[lane];
  batch->hasRolling = true, batch->rollingMass[lane] = inverse > 0 ? 1 / inverse : 0;
  batch->rollingResistance[lane] = of->rollingResistance;
  batch->rollingImpulse[lane] = of->rollingImpulse / substeps;
}

static void cePrepareContact(const ceSubsteps *solver, const ceContact *contact, const ceSubstep *substep) {
  ceContactBatch *batch = solver->batches + contact->batch;
  const ceArbiter *of = (const ceArbiter *)contact->arbiter;
  const cpArbiter *arbiter = contact->arbiter;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceAssert(arbiter->count >= 1 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER && contact->a != contact->b);
  ceAssert(a->massInverse > 0 || b->massInverse > 0 || a->inertiaInverse > 0 || b->inertiaInverse > 0);
  int lane = contact->lane;
  cpVect n = arbiter->n;
  bool isStatic = a->massInverse == 0 || b->massInverse == 0;
  const ceSoftness *soft = isStatic ? &substep->staticContact : &substep->contact;
  cePrepareBodies(solver, contact, batch);
  batch->nx[lane] = n.x, batch->ny[lane] = n.y;
  batch->radiusA[lane] = of->radiusA, batch->radiusB[lane] = of->radiusB;
  batch->isRound |= of->radiusA > 0 || of->radiusB > 0;
  batch->friction[lane] = arbiter->u, batch->surfaceSpeed[lane] = cpvdot(arbiter->surface_vr, cpvperp(n));
  batch->hasSurfaceSpeed |= batch->surfaceSpeed[lane] != 0;
  batch->gap[lane] = cpvdot(cpvsub(b->p, a->p), n) - (of->radiusA + of->radiusB) + CE_RESTING_DEPTH * of->extent;
  batch->biasRate[lane] = soft->biasRate, batch->leak[lane] = soft->impulseScale;
  batch->pushOut[lane] = cePushOutRate * of->extent;
  batch->hasTwo |= arbiter->count == 2;
  if (ceMayBounce(contact)) {
    batch->hasElastic = true, batch->elasticity[lane] = arbiter->e;
    batch->willBounce[lane] = -(int64_t)contact->isElastic;
  }
  cePrepareRolling(of, substep->count, batch, lane);
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    ceBatchPoint *to = batch->points + i;
    to->armAX[lane] = point->r1.x, to->armAY[lane] = point->r1.y;
    to->armBX[lane] = point->r2.x, to->armBY[lane] = point->r2.y;
    to->normalImpulse[lane] = of->manifold.points[i].normalImpulse / substep->count;
    to->tangentImpulse[lane] = of->manifold.points[i].tangentImpulse / substep->count;
    batch->mass[i][lane] = 1;
  }
}

typedef struct cePreparation {
  const ceSubsteps *solver;
  const ceSubstep *substep;
  _Atomic bool hasElastic;
} cePreparation;

static void cePrepareLane(cePreparation *of, int lane) {
  ceAssert(lane >= 0 && lane < ceWidth * of->solver->batchCount);
  if (of->solver->lanes[lane] < 0) return;
  const ceContact *contact = of->solver->contacts + of->solver->lanes[lane];
  cePrepareContact(of->solver, contact, of->substep);
  if (ceMayBounce(contact)) atomic_store_explicit(&of->hasElastic, true, memory_order_relaxed);
}

// Prefetches what a batch needs: first its contacts, later its arbiters, and at last their points.
static void cePrefetchBatch(const ceSubsteps *solver, int batch, int stage) {
  ceAssert(batch >= 0 && batch < solver->batchCount && stage >= 0 && stage < 3);
  for (int lane = 0; lane < ceWidth; lane++) {
    int i = solver->lanes[ceWidth * batch + lane];
    if (i < 0) continue;
    const ceContact *contact = solver->contacts + i;
    if (stage == 0) cePrefetch(contact, 1);
    if (stage == 1) cePrefetch(contact->arbiter, 7);
    if (stage == 2) cePrefetch(contact->arbiter->contacts, 2);
  }
}

// Prefetches what the next batches of a range need.
static void cePrefetchAhead(const ceSubsteps *solver, int batch, int end) {
  for (int stage = 0; stage < 3; stage++) {
    if (batch + 3 - stage < end) cePrefetchBatch(solver, batch + 3 - stage, stage);
  }
}

#if CE_ASSERTIONS
// Whether the lanes of a batch write to bodies of their own.
static bool ceIsDisjoint(const ceSubsteps *solver, int i) {
  const ceContactBatch *batch = solver->batches + i;
  const int32_t *motions[] = {batch->toA, batch->toB};
  bool isDisjoint = true;
  for (int k = 0; k < 2 * ceWidth; k++) {
    int32_t motion = motions[k % 2][k / 2];
    for (int j = 0; j < k && motion != ceIgnoredMotion(solver, i); j++) isDisjoint &= motion != motions[j % 2][j / 2];
  }
  return isDisjoint;
}
#endif

static void cePrepareRange(void *context, int from, int to) {
  cePreparation *of = context;
  for (int i = from; i < to; i++) {
    cePrefetchAhead(of->solver, i, to);
    ceClearBatch(of->solver, i);
    for (int lane = 0; lane < ceWidth; lane++) cePrepareLane(of, ceWidth * i + lane);
    ceBatchesPrepare(of->solver->batches + i, 1, of->solver->motions);
    ceAssert(ceIsDisjoint(of->solver, i));
  }
}

void ceContactsPrepare(ceEngine *engine, const ceGroup *group, const ceSubstep *substep) {
  ceAssert(substep->count > 0 && substep->h > 0);
  ceSubsteps *solver = &engine->substeps;
  ceBounces *bounces = &solver->bounces;
  ceAssignBatches(solver, group);
  cePreparation preparation = {solver, substep, false};
  ceShareWork(&engine->workers, solver->batchCount, 8, cePrepareRange, &preparation);
  bounces->hasElastic = preparation.hasElastic, bounces->hasNeighbors = false;
  bounces->elasticCount = bounces->bouncedCount = 0;
}

// MARK: Solving

typedef struct ceSolution {
  const ceSubsteps *solver;
  int first;
  cpFloat h;
  bool isSoft;
} ceSolution;

static void ceWarmStartRange(void *context, int from, int to) {
  const ceSolution *of = context;
  ceAssert(from >= 0 && from <= to && of->first + to <= of->solver->batchCount);
  ceBatchesWarmStart(of->solver->batches + of->first + from, to - from, of->solver->motions);
}

static void ceSolveRange(void *context, int from, int to) {
  const ceSolution *of = context;
  ceAssert(from >= 0 && from <= to && of->first + to <= of->solver->batchCount);
  ceBatchesSolve(of->solver->batches + of->first + from, to - from, of->solver->motions, of->h, of->isSoft);
}

// Shares the batches of one colour after the other.
static void ceShareColors(ceEngine *engine, ceWork *work, ceSolution *solution) {
  const ceSubsteps *solver = solution->solver;
  ceAssert(solver->colorCount <= ceColorCount && solver->colorStarts[solver->colorCount] == solver->batchCount);
  if (engine->workers.count == 1) return work(solution, 0, solver->batchCount);
  for (int color = 0; color < solver->colorCount; color++) {
    int count = solver->colorStarts[color + 1] - solver->colorStarts[color];
    solution->first = solver->colorStarts[color];
    if (color < ceLastColor) ceShareWork(&engine->workers, count, 16, work, solution);
    else work(solution, 0, count);
  }
}

void ceContactsWarmStart(ceEngine *engine) {
  ceAssert(engine->substeps.batchCount <= engine->substeps.batchCapacity);
  ceSolution solution = {.solver = &engine->substeps};
  ceShareColors(engine, ceWarmStartRange, &solution);
}

void ceContactsSolve(ceEngine *engine, cpFloat h, bool isSoft) {
  ceAssert(h > 0 && engine->substeps.batchCount <= engine->substeps.batchCapacity);
  ceSolution solution = {&engine->substeps, 0, h, isSoft};
  ceShareColors(engine, ceSolveRange, &solution);
}

typedef struct ceStorage {
  const ceSubsteps *solver;
  int substeps;
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
    arbiter->manifold.points[i].normalImpulse = point->normalImpulse[lane] * substeps;
    arbiter->manifold.points[i].tangentImpulse = point->tangentImpulse[lane] * substeps;
  }
  arbiter->rollingImpulse = batch->rollingImpulse[lane] * substeps;
}

static void ceStoreRange(void *context, int from, int to) {
  const ceStorage *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->batchCount);
  for (int i = from; i < to; i++) {
    cePrefetchAhead(of->solver, i, to);
    for (int lane = 0; lane < ceWidth; lane++) {
      int index = of->solver->lanes[ceWidth * i + lane];
      if (index < 0) continue;
      const ceContact *contact = of->solver->contacts + index;
      ceArbiter *arbiter = (ceArbiter *)contact->arbiter;
      ceStoreContact(of->solver->batches + i, lane, of->substeps, contact->turns, arbiter);
    }
  }
}

void ceContactsStore(ceEngine *engine, int substeps) {
  ceAssert(substeps > 0);
  ceStorage storage = {&engine->substeps, substeps};
  ceShareWork(&engine->workers, engine->substeps.batchCount, 16, ceStoreRange, &storage);
}
