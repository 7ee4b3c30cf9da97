// Circles that pass each other: their normal rotates within a step. With the relative position d of their centres, its
// rate u and the relative acceleration a,
//
//   |d + u t + a t² / 2| = r1 + r2    gives the time t of an impact, by Newton's method from the root for a = 0,
//
// and the normal of an impact is the direction of the centres at that time. Elsewhere the solver has a plane: it is
// turned to the current normal as each substep begins, and moved back by |d + u h| - (d + u h) · n, so that a circle
// crosses it in that substep only if it meets the other one. Only circles whose normal would rotate by more than a small
// angle in a step are turned. Derived here.

#include "engine.h"
#include "substeps.h"

// In radians, for circles that meet, whose directions depend on it, and for those that touch already.
static const cpFloat ceLeastMeetingTurn = 0.01, ceLeastTouchingTurn = 0.04;

// The centres of two circles, from the centres of gravity as they were when the step began, and as they are.
typedef struct ceCircles {
  cpVect fromA, fromB, between, speed, acceleration;
} ceCircles;

// An arm in the frame of a contact's normal, in world directions.
static cpVect ceArm(const ceContactBatch *batch, int lane, cpFloat across, cpFloat along) {
  cpVect n = cpv(batch->nx[lane], batch->ny[lane]);
  return cpvadd(cpvmult(cpv(n.y, -n.x), across), cpvmult(n, along));
}

static ceCircles ceCirclesOf(const ceSubsteps *solver, const ceContact *contact) {
  ceAssert(ceIsBatched(solver, contact));
  const ceContactBatch *batch = solver->own->batches + contact->batch;
  const ceBatchPoint *point = batch->points;
  int lane = contact->lane;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceCircles of = {
      .fromA = ceArm(batch, lane, point->armAX[lane], point->armAY[lane] - batch->radiusA[lane]),
      .fromB = ceArm(batch, lane, point->armBX[lane], point->armBY[lane] + batch->radiusB[lane]),
      .acceleration = cpvsub(b->acceleration, a->acceleration)};
  cpVect armA = cpvrotate(of.fromA, a->motion->rotation), armB = cpvrotate(of.fromB, b->motion->rotation);
  cpVect centers = cpvsub(cpvadd(b->start, b->motion->moved), cpvadd(a->start, a->motion->moved));
  of.between = cpvadd(centers, cpvsub(armB, armA));
  of.speed = cpvsub(ceVelocityAt(b, armB), ceVelocityAt(a, armA));
  return of;
}

// Where the second circle is from the first at a time within the substep.
static cpVect ceBetween(const ceCircles *of, cpFloat time) {
  ceAssert(time >= 0);
  return cpvadd(of->between, cpvmult(cpvadd(of->speed, cpvmult(of->acceleration, 0.5 * time)), time));
}

bool ceArbiterTurns(const cpArbiter *arbiter, cpFloat timeStep) {
  ceAssert(arbiter->count > 0 && timeStep > 0);
  const ceArbiter *of = (const ceArbiter *)arbiter;
  if (!(of->radiusA > 0) || !(of->radiusB > 0)) return false;
  const cpBody *a = arbiter->body_a, *b = arbiter->body_b;
  bool isTouching = arbiter->e == 0 && of->manifold.points[0].separation <= 0;
  cpFloat angle = isTouching ? ceLeastTouchingTurn : ceLeastMeetingTurn;
  cpFloat least = angle * (of->radiusA + of->radiusB) / timeStep;
  // Most contacts rest.
  if (cpvdistsq(a->v, b->v) <= least * least && a->w == 0 && b->w == 0) return false;
  if (!of->manifold.isCorner) return false;
  cpVect n = arbiter->n;
  cpVect armA = cpvsub(arbiter->contacts->r1, cpvmult(n, of->radiusA));
  cpVect armB = cpvadd(arbiter->contacts->r2, cpvmult(n, of->radiusB));
  return fabs(cpvcross(n, ceRelativeVelocity(a, armA, b, armB))) > least && ceAreCircles(arbiter->a, arbiter->b);
}

cpVect ceTurnImpulse(cpVect impulse, cpVect from, cpVect to) {
  cpFloat cosine = cpvdot(from, to), sine = cpvcross(from, to);
  return cpv(cpfmax(impulse.x * cosine + impulse.y * sine, 0), impulse.y * cosine - impulse.x * sine);
}

// Gives a contact the normal n, and moves its plane back.
static void ceTurn(ceSubsteps *solver, const ceContact *contact, const ceCircles *of, cpVect n, cpFloat back) {
  ceAssert(ceIsBatched(solver, contact) && contact->turns && back >= 0);
  ceContactBatch *batch = solver->own->batches + contact->batch;
  ceBatchPoint *point = batch->points;
  int lane = contact->lane;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  const ceArbiter *arbiter = (const ceArbiter *)contact->arbiter;
  cpFloat radii = batch->radiusA[lane] + batch->radiusB[lane];
  cpVect old = cpv(batch->nx[lane], batch->ny[lane]);
  batch->nx[lane] = n.x, batch->ny[lane] = n.y;
  cpFloat gap = cpvdot(cpvsub(b->start, a->start), n) - radii;
  batch->gap[lane] = gap + (CE_RESTING_DEPTH * arbiter->extent + back);
  batch->surfaceSpeed[lane] = cpvdot(arbiter->arbiter.surface_vr, cpvperp(n));
  cpFloat acrossA = cpvcross(of->fromA, n), alongA = cpvdot(of->fromA, n) + batch->radiusA[lane];
  cpFloat acrossB = cpvcross(of->fromB, n), alongB = cpvdot(of->fromB, n) - batch->radiusB[lane];
  point->armAX[lane] = acrossA, point->armAY[lane] = alongA, point->armBX[lane] = acrossB, point->armBY[lane] = alongB;
  cpFloat normal = ceInverseMassOf(a, b, acrossA, acrossB), tangent = ceInverseMassOf(a, b, alongA, alongB);
  batch->mass[0][lane] = normal > 0 ? 1 / normal : 0, point->tangentMass[lane] = tangent > 0 ? 1 / tangent : 0;
  cpVect impulse = ceTurnImpulse(cpv(point->normalImpulse[lane], point->tangentImpulse[lane]), old, n);
  cpVect sum = ceTurnImpulse(cpv(point->normalSum[lane], point->tangentSum[lane]), old, n);
  point->normalImpulse[lane] = impulse.x, point->tangentImpulse[lane] = impulse.y;
  point->normalSum[lane] = sum.x, point->tangentSum[lane] = sum.y;
}

void ceContactsTurn(ceSubsteps *solver, cpFloat h) {
  ceAssert(h > 0 && solver->own->turningCount <= solver->contactCount);
  for (int i = 0; i < solver->own->turningCount; i++) {
    const ceContact *contact = solver->contacts + solver->own->turning[i];
    ceCircles of = ceCirclesOf(solver, contact);
    cpFloat distance = cpvlength(of.between);
    if (!(distance > 0)) continue;
    cpVect n = cpvmult(of.between, 1 / distance), end = ceBetween(&of, h);
    ceTurn(solver, contact, &of, n, cpfmax(cpvlength(end) - cpvdot(end, n), 0));
  }
}

ceImpact ceFindImpactOfCircles(
    const ceSubsteps *solver, const ceContact *contact, cpFloat bounceSpeed, cpFloat after, cpFloat end) {
  ceAssert(contact->turns && after >= 0 && after <= end);
  const ceImpact none = {INFINITY, 0};
  const ceArbiter *arbiter = (const ceArbiter *)contact->arbiter;
  ceCircles of = ceCirclesOf(solver, contact);
  cpFloat radii = arbiter->radiusA + arbiter->radiusB;
  cpVect d = ceBetween(&of, after), u = cpvadd(of.speed, cpvmult(of.acceleration, after));
  cpFloat closing = cpvdot(d, u), outside = cpvlengthsq(d) - radii * radii;
  if (closing >= 0) return none;
  if (outside <= 0) {
    cpFloat speed = closing / cpvlength(d);
    return speed < -bounceSpeed ? (ceImpact){after, speed} : none;
  }
  cpFloat discriminant = closing * closing - cpvlengthsq(u) * outside;
  if (discriminant < 0) return none;
  cpFloat time = after + outside / (sqrt(discriminant) - closing), speed = 0;
  for (int i = 0; i < 2; i++) {
    if (!(time >= after && time < end)) return none;
    cpVect to = ceBetween(&of, time);
    cpFloat distance = cpvlength(to);
    speed = cpvdot(to, cpvadd(of.speed, cpvmult(of.acceleration, time))) / distance;
    if (!(speed < -bounceSpeed)) return none;
    time -= (distance - radii) / speed;
  }
  return time >= after && time < end ? (ceImpact){time, speed} : none;
}

void ceContactTurnAt(ceSubsteps *solver, const ceContact *contact, cpFloat time) {
  ceCircles of = ceCirclesOf(solver, contact);
  cpVect to = ceBetween(&of, time);
  cpFloat distance = cpvlength(to);
  if (distance > 0) ceTurn(solver, contact, &of, cpvmult(to, 1 / distance), 0);
}

void ceTurnedArms(const ceSubsteps *solver, const ceContact *contact, cpVect *armA, cpVect *armB) {
  ceAssert(contact->turns && armA && armB);
  const ceContactBatch *batch = solver->own->batches + contact->batch;
  const ceBatchPoint *point = batch->points;
  int lane = contact->lane;
  *armA = ceArm(batch, lane, point->armAX[lane], point->armAY[lane]);
  *armB = ceArm(batch, lane, point->armBX[lane], point->armBY[lane]);
}
