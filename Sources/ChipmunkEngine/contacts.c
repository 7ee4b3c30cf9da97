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
// Rolling resistance is a couple, |j| <= c r jn, with the larger coefficient c and the larger radius r of both shapes.
//
// Contacts are solved in batches. The contacts of a batch have one colour, and those of a colour share no moving body
// (E. Catto, "Simulation Islands", 2023). Each contact gets the lowest colour that its bodies do not have, in the order
// of the contacts, so batches are a function of the state alone.

#include <stdatomic.h>

#include "engine.h"
#include "substeps.h"

// Contacts rest at a depth that is this share of the extent, so that they keep touching.
static const cpFloat ceRestingDepth = 0.0005;
// Overlapping shapes part at most at this many extents a second, whatever lies on them.
static const cpFloat cePushOutRate = 1;

bool ceContactIsElastic(const ceSubsteps *solver, const ceContact *contact, cpFloat bounceSpeed) {
  ceAssert(contact->a < solver->bodyCount && contact->b < solver->bodyCount && contact->a != contact->b);
  const cpArbiter *arbiter = contact->arbiter;
  if (!(arbiter->e > 0)) return false;
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
  solver->batchCapacity = count + count / 2;
  solver->batches = ceRenewAligned(solver->batches, (size_t)solver->batchCapacity, sizeof *solver->batches);
  solver->lanes = ceGrow(solver->lanes, ceWidth * (size_t)solver->batchCapacity, sizeof *solver->lanes);
}

// Gives each contact of a group a batch and a lane.
static void ceAssignBatches(ceSubsteps *solver, const ceGroup *group) {
  int counts[ceColorCount] = {0}, places[ceColorCount] = {0}, colors = 0, batches = 0;
  for (int i = 0; i < group->contactCount; i++) {
    ceContact *contact = solver->contacts + group->contacts[i];
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
  batch->massA[i] = a->massInverse, batch->inertiaA[i] = a->inertiaInverse;
  batch->massB[i] = b->massInverse, batch->inertiaB[i] = b->inertiaInverse;
}

static void cePrepareRolling(const ceArbiter *of, int substeps, ceContactBatch *batch, int lane) {
  ceAssert(substeps > 0 && lane >= 0 && lane < ceWidth);
  if (!(of->rollingResistance > 0)) return;
  cpFloat inverse = batch->inertiaA[lane] + batch->inertiaB[lane];
  batch->hasRolling = true, batch->rollingMass[lane] = inverse > 0 ? 1 / inverse : 0;
  batch->rollingResistance[lane] = of->rollingResistance;
  batch->rollingImpulse[lane] = of->rollingImpulse / substeps;
}

// Computes the masses of both points, or of one. Returns whether there are two.
static bool cePrepareMasses(
    const ceStepBody *a, const ceStepBody *b, const cpArbiter *arbiter, ceContactBatch *batch, int lane) {
  ceAssert(arbiter->count >= 1 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER && lane >= 0 && lane < ceWidth);
  cpVect n = arbiter->n, t = cpvperp(n);
  cpFloat k[2] = {0, 0};
  for (int i = 0; i < arbiter->count; i++) {
    cpVect armA = arbiter->contacts[i].r1, armB = arbiter->contacts[i].r2;
    cpFloat kt = ceInverseMass(a, b, armA, armB, t);
    k[i] = ceInverseMass(a, b, armA, armB, n);
    batch->mass[i][lane] = k[i] > 0 ? 1 / k[i] : 0, batch->points[i].tangentMass[lane] = kt > 0 ? 1 / kt : 0;
  }
  if (arbiter->count == 1) return false;
  const struct cpContact *p = arbiter->contacts;
  cpFloat k11 = k[0] * CE_OWN_SHARE, k22 = k[1] * CE_OWN_SHARE;
  cpFloat k12 = (a->massInverse + b->massInverse) + (a->inertiaInverse * cpvcross(p[0].r1, n) * cpvcross(p[1].r1, n) +
                                                     b->inertiaInverse * cpvcross(p[0].r2, n) * cpvcross(p[1].r2, n));
  cpFloat determinant = k11 * k22 - k12 * k12;
  if (!(determinant > 0)) return false;
  batch->k12[lane] = k12, batch->mass[0][lane] = 1 / k11, batch->mass[1][lane] = 1 / k22;
  batch->inverse11[lane] = k22 / determinant, batch->inverse12[lane] = k12 / determinant;
  batch->inverse22[lane] = k11 / determinant;
  return true;
}

// The speed at which a contact's points approach because the soft solution leaks a share of the impulses of a step.
static cpFloat ceLeakedSpeed(const ceArbiter *of, const ceSoftness *soft, const ceContactBatch *batch, int lane) {
  ceAssert(lane >= 0 && lane < ceWidth && soft->massScale > 0);
  const ceManifoldPoint *p = of->manifold.points;
  bool isTwo = batch->isTwo[lane] != 0;
  cpFloat speed = 0;
  for (int i = 0; i < 1 + isTwo; i++) {
    cpFloat mass = batch->mass[i][lane], own = mass > 0 ? p[i].normalImpulse / mass : 0;
    speed = cpfmax(speed, isTwo ? own + batch->k12[lane] * p[1 - i].normalImpulse : own);
  }
  return speed * soft->impulseScale / soft->massScale;
}

static void cePrepareContact(const ceSubsteps *solver, const ceContact *contact, const ceSubstep *substep) {
  ceContactBatch *batch = solver->batches + contact->batch;
  const ceArbiter *of = (const ceArbiter *)contact->arbiter;
  const cpArbiter *arbiter = contact->arbiter;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceAssert(arbiter->count >= 1 && arbiter->count <= 2 && contact->a != contact->b);
  ceAssert(a->massInverse > 0 || b->massInverse > 0 || a->inertiaInverse > 0 || b->inertiaInverse > 0);
  int lane = contact->lane;
  cpVect n = arbiter->n, between = cpvsub(b->p, a->p);
  bool isStatic = a->massInverse == 0 || b->massInverse == 0;
  const ceSoftness *soft = isStatic ? &substep->staticContact : &substep->contact;
  cePrepareBodies(solver, contact, batch);
  batch->nx[lane] = n.x, batch->ny[lane] = n.y;
  batch->radiusA[lane] = of->radiusA, batch->radiusB[lane] = of->radiusB;
  batch->friction[lane] = arbiter->u, batch->elasticity[lane] = arbiter->e;
  batch->surfaceSpeed[lane] = cpvdot(arbiter->surface_vr, cpvperp(n));
  batch->biasRate[lane] = soft->biasRate, batch->massScale[lane] = soft->massScale;
  batch->impulseScale[lane] = soft->impulseScale;
  batch->restingDepth[lane] = ceRestingDepth * of->extent;
  cePrepareRolling(of, substep->count, batch, lane);
  batch->isElastic[lane] = -(int64_t)contact->isElastic;
  bool isTwo = cePrepareMasses(a, b, arbiter, batch, lane);
  batch->isTwo[lane] = -(int64_t)isTwo, batch->hasTwo |= isTwo;
  batch->pushOut[lane] = cePushOutRate * of->extent + ceLeakedSpeed(of, soft, batch, lane) / substep->count;
  for (int i = 0; i < 1 + isTwo; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    ceBatchPoint *to = batch->points + i;
    to->armAX[lane] = point->r1.x, to->armAY[lane] = point->r1.y;
    to->armBX[lane] = point->r2.x, to->armBY[lane] = point->r2.y;
    to->gap[lane] = cpvdot(between, n);
    to->normalImpulse[lane] = of->manifold.points[i].normalImpulse / substep->count;
    to->tangentImpulse[lane] = of->manifold.points[i].tangentImpulse / substep->count;
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
  if (contact->arbiter->e > 0) atomic_store_explicit(&of->hasElastic, true, memory_order_relaxed);
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
    for (int stage = 0; stage < 3; stage++) {
      if (i + 3 - stage < to) cePrefetchBatch(of->solver, i + 3 - stage, stage);
    }
    ceClearBatch(of->solver, i);
    for (int lane = 0; lane < ceWidth; lane++) cePrepareLane(of, ceWidth * i + lane);
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
  bounces->hasElastic = preparation.hasElastic, bounces->hasNeighbors = false, bounces->bouncedCount = 0;
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
  const ceGroup *group;
  int substeps;
} ceStorage;

static void ceStoreRange(void *context, int from, int to) {
  const ceStorage *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->group->contactCount);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(of->solver->contacts[of->group->contacts[i + 8]].arbiter, 7);
    const ceContact *contact = of->solver->contacts + of->group->contacts[i];
    ceAssert(ceIsBatched(of->solver, contact));
    const ceContactBatch *batch = of->solver->batches + contact->batch;
    ceArbiter *arbiter = (ceArbiter *)contact->arbiter;
    for (int k = 0; k < arbiter->arbiter.count; k++) {
      const ceBatchPoint *point = batch->points + k;
      struct cpContact *to = arbiter->arbiter.contacts + k;
      to->jnAcc = point->normalSum[contact->lane], to->jtAcc = point->tangentSum[contact->lane];
      arbiter->manifold.points[k].normalImpulse = point->normalImpulse[contact->lane] * of->substeps;
      arbiter->manifold.points[k].tangentImpulse = point->tangentImpulse[contact->lane] * of->substeps;
    }
    arbiter->rollingImpulse = batch->rollingImpulse[contact->lane] * of->substeps;
  }
}

void ceContactsStore(ceEngine *engine, const ceGroup *group, int substeps) {
  ceAssert(substeps > 0);
  ceStorage storage = {&engine->substeps, group, substeps};
  ceShareWork(&engine->workers, group->contactCount, 64, ceStoreRange, &storage);
}
