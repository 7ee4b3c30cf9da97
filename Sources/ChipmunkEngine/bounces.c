// Bounces: Newton's law of restitution, at the time of impact within a substep of length h. For a point with the
// separation s, the speed v along the normal, the relative acceleration a and the elasticity e,
//
//   s + v t + a t² / 2 = 0,  0 <= t < h    gives the time t of the impact;
//   v' = -e v                              is the speed after it.
//
// Up to t, both bodies still move with their old velocities: adding (v_old - v_new) t to their positions makes the
// substep end where it should. Impacts are handled in the order of their times, from a heap: one that causes another,
// as in Newton's cradle, comes before it. Invariant: the heap has the current time of impact of each contact; other
// entries are out of date. Only contacts whose points approach faster than the least speed that bounces, less what the
// substep's accelerations can add, are searched for impacts; and those of a body that has bounced. Derived here.

#include <stdatomic.h>

#include "engine.h"
#include "substeps.h"

// A contact bounces at most this often in a substep. What is left then is the solver's.
enum { ceMostBounces = 4 };

// An impact that another one causes at the end of a substep must not be too late by rounding.
static const cpFloat ceRounding = 1e-9;

static const ceImpact ceNoImpact = {INFINITY, 0};

// Whether the solver has two points of a contact.
static bool ceHasTwo(const ceContactBatch *batch, int lane) { return batch->mass[1][lane] > 0; }

// MARK: Finding impacts

// Collects what the search for a contact's impacts needs.
static void ceLoadElastic(ceSubsteps *solver, int index, const ceSubstep *substep) {
  const ceContact *contact = solver->contacts + index;
  ceAssert(ceIsBatched(solver, contact) && solver->elasticPlaces[index] == 0 && substep->h > 0);
  ceBounces *bounces = &solver->own->bounces;
  const ceContactBatch *batch = solver->own->batches + contact->batch;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  int lane = contact->lane, count = ceHasTwo(batch, lane) ? 2 : 1, place = bounces->elasticCount++;
  ceAssert(place < bounces->elasticCapacity && place < bounces->testCapacity);
  ceApproachTest *test = bounces->tests + place;
  ceElasticContact *elastic = bounces->elastics + place;
  cpVect n = cpv(batch->nx[lane], batch->ny[lane]);
  cpFloat acceleration = cpvdot(cpvsub(b->acceleration, a->acceleration), n);
  cpFloat bounceSpeed = ceBounceSpeedOfContact(solver, contact);
  *test = (ceApproachTest){
      .n = n, .armAX = {NAN, NAN}, .armBX = {NAN, NAN}, .a = batch->pairs.a[lane], .b = batch->pairs.b[lane],
      // Two infinite numbers leave no speed: such a contact has no impacts.
      .mostSpeed = contact->turns ? INFINITY : fmax(fabs(acceleration) * substep->h - bounceSpeed, -INFINITY)};
  *elastic = (ceElasticContact){
      .gap = batch->gap[lane] - CE_RESTING_DEPTH * ((const ceArbiter *)contact->arbiter)->extent,
      .acceleration = acceleration, .bounceSpeed = bounceSpeed, .contact = index};
  for (int i = 0; i < count; i++) {
    const ceBatchPoint *point = batch->points + i;
    test->armAX[i] = point->armAX[lane], elastic->armAY[i] = point->armAY[lane] - batch->radiusA[lane];
    test->armBX[i] = point->armBX[lane], elastic->armBY[i] = point->armBY[lane] + batch->radiusB[lane];
  }
  bounces->times[place] = INFINITY, bounces->bounceCounts[place] = 0;
  solver->elasticPlaces[index] = place + 1;
}

// Whether a point approaches fast enough for an impact; few do. Without a second point, its speed is no number.
static inline bool ceMayHit(const ceSubsteps *solver, const ceApproachTest *test, int i, cpFloat *v) {
  ceAssert(i == 0 || i == 1);
  const ceMotion *a = solver->motions + test->a, *b = solver->motions + test->b;
  *v = cpvdot(cpvsub(b->v, a->v), test->n) + (test->armBX[i] * b->w - test->armAX[i] * a->w);
  return *v < test->mostSpeed;
}

// The impact of a point with a speed along the normal, before the end of the substep.
static ceImpact ceFindImpact(const ceSubsteps *solver, int place, int i, cpFloat v, cpFloat end) {
  ceAssert((i == 0 || i == 1) && end > 0);
  const ceApproachTest *test = solver->own->bounces.tests + place;
  const ceElasticContact *elastic = solver->own->bounces.elastics + place;
  const ceMotion *a = solver->motions + test->a, *b = solver->motions + test->b;
  cpFloat onA = elastic->armAY[i] * a->rotation.x + test->armAX[i] * a->rotation.y;
  cpFloat onB = elastic->armBY[i] * b->rotation.x + test->armBX[i] * b->rotation.y;
  cpFloat s = elastic->gap + (cpvdot(cpvsub(b->moved, a->moved), test->n) + (onB - onA));
  if (s <= 0) return v < -elastic->bounceSpeed ? (ceImpact){0, v} : ceNoImpact;
  if (v >= 0 && elastic->acceleration >= 0) return ceNoImpact;
  cpFloat discriminant = v * v - 2 * elastic->acceleration * s;
  if (discriminant < 0) return ceNoImpact;
  cpFloat time = 2 * s / (sqrt(discriminant) - v), speed = v + elastic->acceleration * time;
  bool isInTime = time >= 0 && time < end && speed < -elastic->bounceSpeed;
  return isInTime ? (ceImpact){time, speed} : ceNoImpact;
}

// MARK: One bounce

// Takes a change of a body's velocity as one at a time within the substep; v and w are the velocity before it.
static void ceShift(ceStepBody *body, cpVect v, cpFloat w, cpFloat time) {
  ceAssert(time >= 0);
  if (!(body->massInverse > 0)) return;
  cpVect change = cpvsub(body->motion->v, v);
  cpFloat angular = body->motion->w - w;
  body->freeV = cpvadd(body->freeV, change), body->freeW += angular;
  if (time > 0) ceStepBodyMove(body, cpvmult(change, -time), -angular * time);
}

static void ceBouncePoint(ceSubsteps *solver, const ceContact *contact, int i, cpFloat impulse, cpFloat time) {
  ceAssert(ceIsBatched(solver, contact) && (i == 0 || i == 1) && time >= 0);
  ceContactBatch *batch = solver->own->batches + contact->batch;
  ceBatchPoint *point = batch->points + i;
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  int lane = contact->lane;
  cpVect n = cpv(batch->nx[lane], batch->ny[lane]);
  cpVect armA = contact->arbiter->contacts[i].r1, armB = contact->arbiter->contacts[i].r2;
  if (contact->turns) ceTurnedArms(solver, contact, &armA, &armB);
  cpVect va = a->motion->v, vb = b->motion->v, along = cpvmult(n, impulse);
  cpFloat wa = a->motion->w, wb = b->motion->w, most = batch->friction[lane] * impulse;
  ceAddImpulse(a, cpvneg(along), armA), ceAddImpulse(b, along, armB);
  cpFloat slip = cpvcross(n, cpvsub(ceVelocityAt(b, armB), ceVelocityAt(a, armA))) + batch->surfaceSpeed[lane];
  cpFloat tangent = cpfclamp(-slip * point->tangentMass[lane], -most, most);
  cpVect across = cpvmult(cpvperp(n), tangent);
  ceAddImpulse(a, cpvneg(across), armA), ceAddImpulse(b, across, armB);
  point->normalSum[lane] += impulse, point->tangentSum[lane] += tangent;
  ceShift(a, va, wa, time), ceShift(b, vb, wb, time);
}

static void ceBounce(ceSubsteps *solver, const ceElasticContact *elastic, cpFloat time) {
  ceAssert(time < INFINITY);
  const ceContact *contact = solver->contacts + elastic->contact;
  ceContactBatch *batch = solver->own->batches + contact->batch;
  int lane = contact->lane;
  const ceImpact *hits = elastic->impacts;
  if (contact->turns) ceContactTurnAt(solver, contact, time);
  batch->hasBounced[lane] = -1;
  cpFloat factor = -(1 + batch->elasticity[lane]), share = ceHasTwo(batch, lane) ? CE_OWN_SHARE : 1;
  cpFloat masses[2] = {batch->mass[0][lane] * share, batch->mass[1][lane] * share};
  if (hits[0].time < INFINITY && hits[1].time < INFINITY) {
    // Of two equations k11 x + k12 y = a, k12 x + k22 y = b, with k11 = 1 / masses[0] and k22 = 1 / masses[1].
    cpFloat k12 = batch->coupling[lane], determinant = 1 - k12 * k12 * masses[0] * masses[1];
    cpFloat first = (hits[0].speed - k12 * masses[1] * hits[1].speed) * masses[0] * factor;
    cpFloat second = (hits[1].speed - k12 * masses[0] * hits[0].speed) * masses[1] * factor;
    if (determinant > 1e-9 && first >= 0 && second >= 0) {
      first /= determinant, second /= determinant;
      ceBouncePoint(solver, contact, 0, first, time), ceBouncePoint(solver, contact, 1, second, time);
      return;
    }
  }
  int i = hits[1].time < hits[0].time ? 1 : 0;
  ceBouncePoint(solver, contact, i, factor * hits[i].speed * masses[i], hits[i].time);
}

// MARK: Impacts in the order of time

// A heap whose first element is the earliest impact. An entry is out of date if its contact has another time by now.

static bool ceIsEarlier(ceComingImpact a, ceComingImpact b) {
  ceAssert(a.time >= 0 && b.time >= 0);
  return a.time < b.time || (a.time == b.time && a.contact < b.contact);
}

static void cePushImpact(ceBounces *bounces, ceComingImpact impact) {
  ceAssert(impact.time >= 0 && impact.time < INFINITY && impact.contact >= 0);
  bounces->impacts =
      ceReserve(bounces->impacts, bounces->impactCount, &bounces->impactCapacity, sizeof *bounces->impacts);
  int i = bounces->impactCount++;
  for (; i > 0 && ceIsEarlier(impact, bounces->impacts[(i - 1) / 2]); i = (i - 1) / 2) {
    bounces->impacts[i] = bounces->impacts[(i - 1) / 2];
  }
  bounces->impacts[i] = impact;
}

static ceComingImpact cePopImpact(ceBounces *bounces) {
  ceAssert(bounces->impactCount > 0);
  ceComingImpact *impacts = bounces->impacts, first = impacts[0], last = impacts[--bounces->impactCount];
  int i = 0, count = bounces->impactCount;
  for (;;) {
    int next = 2 * i + 1;
    if (next + 1 < count && ceIsEarlier(impacts[next + 1], impacts[next])) next++;
    if (next >= count || !ceIsEarlier(impacts[next], last)) break;
    impacts[i] = impacts[next], i = next;
  }
  impacts[i] = last;
  return first;
}

// Finds the next impact of a contact, not before a time.
static void ceSchedule(ceSubsteps *solver, int index, const ceSubstep *substep, cpFloat after) {
  ceAssert(index >= 0 && index < solver->contactCount);
  ceBounces *bounces = &solver->own->bounces;
  if (solver->elasticPlaces[index] == 0) ceLoadElastic(solver, index, substep);
  int place = solver->elasticPlaces[index] - 1;
  cpFloat known = bounces->times[place];
  bounces->times[place] = INFINITY;
  if (bounces->bounceCounts[place] == ceMostBounces) return;
  const ceApproachTest *test = bounces->tests + place;
  ceElasticContact *elastic = bounces->elastics + place;
  ceImpact impacts[] = {ceNoImpact, ceNoImpact};
  cpFloat end = after > 0 ? substep->h * (1 + ceRounding) : substep->h;
  if (test->mostSpeed == INFINITY) {
    impacts[0] = ceFindImpactOfCircles(solver, solver->contacts + index, elastic->bounceSpeed, after, end);
  } else {
    for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER; i++) {
      cpFloat v;
      if (ceMayHit(solver, test, i, &v)) impacts[i] = ceFindImpact(solver, place, i, v, end);
    }
  }
  cpFloat time = cpfmin(impacts[0].time, impacts[1].time);
  if (time == INFINITY) return;
  elastic->impacts[0] = impacts[0], elastic->impacts[1] = impacts[1], bounces->times[place] = time;
  // Otherwise, the heap has it.
  if (time != known) cePushImpact(bounces, (ceComingImpact){time, index, place});
}

// Finds the next impacts of the contacts of a body that has bounced, except for one.
static void ceScheduleNeighbors(ceSubsteps *solver, int body, int except, const ceSubstep *substep, cpFloat after) {
  ceAssert(body >= 0 && body < solver->bodyCount);
  if (!(solver->bodies[body].massInverse > 0)) return;
  const ceBounces *bounces = &solver->own->bounces;
  for (int k = solver->firsts[body]; k < solver->firsts[body + 1]; k++) {
    int contact = solver->neighbors[k].contact, place = solver->elasticPlaces[contact] - 1;
    if (contact == except) continue;
    cpFloat v;
    if (place >= 0 && !ceMayHit(solver, bounces->tests + place, 0, &v) &&
        !ceMayHit(solver, bounces->tests + place, 1, &v)) {
      bounces->times[place] = INFINITY;
    } else if (solver->contacts[contact].mayBounce) {
      ceSchedule(solver, contact, substep, after);
    }
  }
}

// Forgets the last substep's bounces.
static void ceForgetBounces(ceSubsteps *solver) {
  ceAssert(solver->own->bounces.bouncedCount <= solver->own->bounces.bouncedCapacity);
  ceBounces *bounces = &solver->own->bounces;
  for (int i = 0; i < bounces->bouncedCount; i++) {
    const ceContact *contact = solver->contacts + bounces->elastics[bounces->bounced[i]].contact;
    solver->own->batches[contact->batch].hasBounced[contact->lane] = 0;
    bounces->bounceCounts[bounces->bounced[i]] = 0;
  }
  bounces->impactCount = bounces->bouncedCount = 0;
}

typedef struct ceApproach {
  const ceSubsteps *solver;
  cpFloat gained;
  _Atomic bool isFound;
} ceApproach;

static void ceFindApproachingRange(void *context, int from, int to) {
  ceApproach *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->contactColoring.batchCount);
  ceWorkspace *own = of->solver->own;
  bool isFound = ceBatchesFindApproaching(
      own->batches + from, to - from, of->solver->motions, of->gained, own->bounces.approaching + from);
  if (isFound) atomic_store_explicit(&of->isFound, true, memory_order_relaxed);
}

void ceContactsBounce(ceSubsteps *solver, const ceGroup *group) {
  const ceSubstep *substep = &group->substep;
  ceAssert(substep->h > 0 && solver->space->locked);
  ceBounces *bounces = &solver->own->bounces;
  if (!bounces->hasElastic) return;
  ceForgetBounces(solver);
  ceApproach approach = {solver, substep->acceleration * substep->h, false};
  const ceColoring *coloring = &solver->own->contactColoring;
  int batches = coloring->batchCount;
  bounces->approaching = ceRenewAligned(bounces->approaching, batches, &bounces->approachingCapacity, 1);
  ceShareBatches(solver->workers, coloring, 32, ceFindApproachingRange, &approach);
  if (!approach.isFound) return;
  if (bounces->elasticCount == 0) {
    int most = group->contacts.count;
    bounces->tests = ceRenewAligned(bounces->tests, most, &bounces->testCapacity, sizeof *bounces->tests);
    bounces->elastics = ceRenewAligned(bounces->elastics, most, &bounces->elasticCapacity, sizeof *bounces->elastics);
    bounces->times = ceRenewAligned(bounces->times, most, &bounces->timeCapacity, sizeof *bounces->times);
    bounces->bounceCounts = ceRenew(bounces->bounceCounts, most, &bounces->bounceCountCapacity, 1);
  }
  for (int i = 0; i < batches; i++) {
    for (unsigned left = bounces->approaching[i]; left; left &= left - 1) {
      ceSchedule(solver, coloring->lanes[ceWidth * i + __builtin_ctz(left)], substep, 0);
    }
  }
  while (bounces->impactCount > 0) {
    ceComingImpact impact = cePopImpact(bounces);
    if (bounces->times[impact.elastic] != impact.time) continue;
    ceAssert(bounces->bounceCounts[impact.elastic] < ceMostBounces);
    bounces->times[impact.elastic] = INFINITY;
    ceBounce(solver, bounces->elastics + impact.elastic, impact.time);
    bounces->bounceCounts[impact.elastic]++;
    bounces->bounced =
        ceReserve(bounces->bounced, bounces->bouncedCount, &bounces->bouncedCapacity, sizeof *bounces->bounced);
    bounces->bounced[bounces->bouncedCount++] = impact.elastic;
    const ceContact *contact = solver->contacts + impact.contact;
    ceSchedule(solver, impact.contact, substep, impact.time);
    ceScheduleNeighbors(solver, contact->a, impact.contact, substep, impact.time);
    ceScheduleNeighbors(solver, contact->b, impact.contact, substep, impact.time);
  }
}

void ceBouncesFree(ceBounces *bounces) {
  ceAssert(bounces->impactCount <= bounces->impactCapacity && bounces->bouncedCount <= bounces->bouncedCapacity);
  free(bounces->impacts), free(bounces->bounced), free(bounces->approaching), free(bounces->tests);
  free(bounces->elastics), free(bounces->times), free(bounces->bounceCounts);
  *bounces = (ceBounces){.impacts = NULL};
}
