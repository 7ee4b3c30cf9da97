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

#include "engine.h"
#include "shapes.h"
#include "substeps.h"

// Contacts rest at a depth that is this share of the extent, so that they keep touching.
static const cpFloat ceRestingDepth = 0.0005;
// Overlapping shapes part at most at this many extents a second.
static const cpFloat cePushOutRate = 1;

bool ceContactIsElastic(const ceSubsteps *solver, const ceContact *contact, cpFloat bounceSpeed) {
  const cpArbiter *arbiter = contact->arbiter;
  if (!(arbiter->e > 0)) return false;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  for (int i = 0; i < arbiter->count; i++) {
    cpVect v = cpvsub(ceVelocityAt(b, arbiter->contacts[i].r2), ceVelocityAt(a, arbiter->contacts[i].r1));
    if (fabs(cpvdot(v, arbiter->n)) > bounceSpeed) return true;
  }
  return false;
}

// MARK: Colours

// The last colour is for contacts whose bodies have all others: each of them is a batch of its own.
enum { ceLastColor = 63 };

static int ceColorOf(ceSubsteps *solver, const ceContact *contact) {
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  uint64_t taken = (a->massInverse > 0 ? a->colors : 0) | (b->massInverse > 0 ? b->colors : 0);
  int color = ~taken ? __builtin_ctzll(~taken) : ceLastColor;
  if (color < ceLastColor) a->colors |= (uint64_t)1 << color, b->colors |= (uint64_t)1 << color;
  return color;
}

// Gives each contact of a group a batch and a lane. Returns the number of batches.
static int ceAssignBatches(ceSubsteps *solver, const ceGroup *group) {
  int counts[ceLastColor + 1] = {0}, starts[ceLastColor + 1], batches = 0;
  for (int i = 0; i < group->contactCount; i++) {
    ceContact *contact = solver->contacts + group->contacts[i];
    contact->color = ceColorOf(solver, contact), counts[contact->color]++;
  }
  for (int color = 0; color < ceLastColor; color++) {
    starts[color] = ceWidth * batches, batches += (counts[color] + ceWidth - 1) / ceWidth;
  }
  starts[ceLastColor] = ceWidth * batches, batches += counts[ceLastColor];
  for (int i = 0; i < group->contactCount; i++) {
    ceContact *contact = solver->contacts + group->contacts[i];
    int place = starts[contact->color];
    starts[contact->color] += contact->color < ceLastColor ? 1 : ceWidth;
    contact->batch = place / ceWidth, contact->lane = place % ceWidth;
  }
  return batches;
}

// MARK: Preparing

static void ceClearBatch(ceContactBatch *batch) {
  memset(batch, 0, sizeof *batch);
  for (int i = 0; i < ceWidth; i++) {
    batch->a[i] = batch->b[i] = ceStillMotion, batch->toA[i] = batch->toB[i] = ceIgnoredMotion;
  }
}

static void cePrepareBodies(const ceSubsteps *solver, const ceContact *contact, ceContactBatch *batch) {
  int i = contact->lane;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  batch->a[i] = contact->a + ceFirstMotion, batch->b[i] = contact->b + ceFirstMotion;
  // A body that stands is never written: threads may share it.
  batch->toA[i] = a->massInverse > 0 ? batch->a[i] : ceIgnoredMotion;
  batch->toB[i] = b->massInverse > 0 ? batch->b[i] : ceIgnoredMotion;
  batch->massA[i] = a->massInverse, batch->inertiaA[i] = a->inertiaInverse;
  batch->massB[i] = b->massInverse, batch->inertiaB[i] = b->inertiaInverse;
}

static void cePrepareRolling(const ceArbiter *of, int substeps, ceContactBatch *batch, int lane) {
  const cpShape *a = of->arbiter.a, *b = of->arbiter.b;
  cpFloat coefficient = cpfmax(ceShapeDataOf(a)->rollingResistance, ceShapeDataOf(b)->rollingResistance);
  if (!(coefficient > 0)) return;
  cpFloat inverse = batch->inertiaA[lane] + batch->inertiaB[lane];
  batch->hasRolling = true, batch->rollingMass[lane] = inverse > 0 ? 1 / inverse : 0;
  batch->rollingResistance[lane] = coefficient * cpfmax(ceShapeRadius(a), ceShapeRadius(b));
  batch->rollingImpulse[lane] = of->rollingImpulse / substeps;
}

// Computes the masses of both points, or of one. Returns whether there are two.
static bool cePrepareMasses(
    const ceStepBody *a, const ceStepBody *b, const cpArbiter *arbiter, ceContactBatch *batch, int lane) {
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

static void cePrepareContact(const ceSubsteps *solver, const ceContact *contact, const ceSubstep *substep, int substeps) {
  ceContactBatch *batch = solver->batches + contact->batch;
  const ceArbiter *of = (const ceArbiter *)contact->arbiter;
  const cpArbiter *arbiter = contact->arbiter;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceAssert(arbiter->count >= 1 && arbiter->count <= 2 && contact->a != contact->b);
  ceAssert(a->massInverse > 0 || b->massInverse > 0 || a->inertiaInverse > 0 || b->inertiaInverse > 0);
  int lane = contact->lane;
  cpVect n = arbiter->n, between = cpvsub(b->p, a->p);
  cpFloat extent = cePairExtent(arbiter->a, arbiter->b);
  bool isStatic = a->massInverse == 0 || b->massInverse == 0;
  const ceSoftness *soft = isStatic ? &substep->staticContact : &substep->contact;
  cePrepareBodies(solver, contact, batch);
  batch->nx[lane] = n.x, batch->ny[lane] = n.y;
  batch->radiusA[lane] = ceShapeRadius(arbiter->a), batch->radiusB[lane] = ceShapeRadius(arbiter->b);
  batch->friction[lane] = arbiter->u, batch->elasticity[lane] = arbiter->e;
  batch->surfaceSpeed[lane] = cpvdot(arbiter->surface_vr, cpvperp(n));
  batch->biasRate[lane] = soft->biasRate, batch->massScale[lane] = soft->massScale;
  batch->impulseScale[lane] = soft->impulseScale, batch->pushOut[lane] = cePushOutRate * extent;
  batch->restingDepth[lane] = ceRestingDepth * extent;
  cePrepareRolling(of, substeps, batch, lane);
  batch->isElastic[lane] = -(int64_t)contact->isElastic;
  bool isTwo = cePrepareMasses(a, b, arbiter, batch, lane);
  batch->isTwo[lane] = -(int64_t)isTwo;
  for (int i = 0; i < 1 + isTwo; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    ceBatchPoint *to = batch->points + i;
    to->armAX[lane] = point->r1.x, to->armAY[lane] = point->r1.y;
    to->armBX[lane] = point->r2.x, to->armBY[lane] = point->r2.y;
    to->gap[lane] = cpvdot(between, n);
    to->normalImpulse[lane] = of->manifold.points[i].normalImpulse / substeps;
    to->tangentImpulse[lane] = of->manifold.points[i].tangentImpulse / substeps;
  }
}

void ceContactsPrepare(ceSubsteps *solver, const ceGroup *group, const ceSubstep *substep, int substeps) {
  ceBounces *bounces = &solver->bounces;
  bounces->hasElastic = bounces->hasNeighbors = false, bounces->bouncedCount = 0;
  solver->batchCount = ceAssignBatches(solver, group);
  if (solver->batchCount > solver->batchCapacity) {
    solver->batchCapacity = solver->batchCount + solver->batchCount / 2;
    solver->batches = ceRenewAligned(solver->batches, (size_t)solver->batchCapacity, sizeof *solver->batches);
  }
  for (int i = 0; i < solver->batchCount; i++) ceClearBatch(solver->batches + i);
  for (int i = 0; i < group->contactCount; i++) {
    const ceContact *contact = solver->contacts + group->contacts[i];
    cePrepareContact(solver, contact, substep, substeps);
    if (contact->arbiter->e > 0) bounces->hasElastic = true;
  }
}

void ceContactsStore(ceSubsteps *solver, const ceGroup *group, int substeps) {
  for (int i = 0; i < group->contactCount; i++) {
    const ceContact *contact = solver->contacts + group->contacts[i];
    const ceContactBatch *batch = solver->batches + contact->batch;
    ceArbiter *arbiter = (ceArbiter *)contact->arbiter;
    for (int k = 0; k < arbiter->arbiter.count; k++) {
      const ceBatchPoint *point = batch->points + k;
      struct cpContact *of = arbiter->arbiter.contacts + k;
      of->jnAcc = point->normalSum[contact->lane], of->jtAcc = point->tangentSum[contact->lane];
      arbiter->manifold.points[k].normalImpulse = point->normalImpulse[contact->lane] * substeps;
      arbiter->manifold.points[k].tangentImpulse = point->tangentImpulse[contact->lane] * substeps;
    }
    arbiter->rollingImpulse = batch->rollingImpulse[contact->lane] * substeps;
  }
}
