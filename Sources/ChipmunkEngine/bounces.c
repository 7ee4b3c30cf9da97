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

static const ceImpact ceNoImpact = {INFINITY, 0};

// Whether the solver has two points of a contact.
static bool ceHasTwo(const ceContactBatch *batch, int lane) { return batch->mass[1][lane] > 0; }

// MARK: Finding impacts

// Collects what the search for a contact's impacts needs.
static void ceLoadElastic(ceSubsteps *solver, int index, const ceSubstep *substep) {
  const ceContact *contact = solver->contacts + index;
  ceAssert(ceIsBatched(solver, contact) && contact->elastic == 0 && substep->h > 0);
  ceBounces *bounces = &solver->bounces;
  const ceContactBatch *batch = solver->batches + contact->batch;
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  int lane = contact->lane, count = ceHasTwo(batch, lane) ? 2 : 1;
  ceAssert(bounces->elasticCount < bounces->elasticCapacity);
  ceElasticContact *elastic = bounces->elastics + bounces->elasticCount++;
  cpVect n = cpv(batch->nx[lane], batch->ny[lane]);
  cpFloat acceleration = cpvdot(cpvsub(b->acceleration, a->acceleration), n);
  cpFloat bounceSpeed = substep->bounceSpeed * cpfmax(a->gravityScale, b->gravityScale);
  *elastic = (ceElasticContact){
      .n = n, .armAX = {NAN, NAN}, .armBX = {NAN, NAN}, .a = batch->pairs.a[lane], .b = batch->pairs.b[lane],
      .mostSpeed = fabs(acceleration) * substep->h - bounceSpeed,
      .gap = batch->gap[lane] - CE_RESTING_DEPTH * ((const ceArbiter *)contact->arbiter)->extent,
      .acceleration = acceleration, .bounceSpeed = bounceSpeed, .contact = index};
  for (int i = 0; i < count; i++) {
    const ceBatchPoint *point = batch->points + i;
    elastic->armAX[i] = point->armAX[lane], elastic->armAY[i] = point->armAY[lane] - batch->radiusA[lane];
    elastic->armBX[i] = point->armBX[lane], elastic->armBY[i] = point->armBY[lane] + batch->radiusB[lane];
  }
}

static ceImpact ceFindImpact(const ceSubsteps *solver, const ceElasticContact *elastic, int i, cpFloat h) {
  ceAssert((i == 0 || i == 1) && h > 0);
  const ceMotion *a = solver->motions + elastic->a, *b = solver->motions + elastic->b;
  cpFloat v = cpvdot(cpvsub(b->v, a->v), elastic->n) + (elastic->armBX[i] * b->w - elastic->armAX[i] * a->w);
  // Few points approach fast enough to bounce. Without a second point, this is no number.
  if (!(v < elastic->mostSpeed)) return ceNoImpact;
  cpFloat onA = elastic->armAY[i] * a->rotation.x + elastic->armAX[i] * a->rotation.y;
  cpFloat onB = elastic->armBY[i] * b->rotation.x + elastic->armBX[i] * b->rotation.y;
  cpFloat s = elastic->gap + (cpvdot(cpvsub(b->moved, a->moved), elastic->n) + (onB - onA));
  if (s <= 0) return v < -elastic->bounceSpeed ? (ceImpact){0, v} : ceNoImpact;
  if (v >= 0 && elastic->acceleration >= 0) return ceNoImpact;
  cpFloat discriminant = v * v - 2 * elastic->acceleration * s;
  if (discriminant < 0) return ceNoImpact;
  cpFloat time = 2 * s / (sqrt(discriminant) - v), speed = v + elastic->acceleration * time;
  bool isInTime = time >= 0 && time < h && speed < -elastic->bounceSpeed;
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
  ceContactBatch *batch = solver->batches + contact->batch;
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

static void ceBounce(ceSubsteps *solver, const ceElasticContact *elastic) {
  ceAssert(elastic->time < INFINITY && elastic->bounceCount < ceMostBounces);
  const ceContact *contact = solver->contacts + elastic->contact;
  ceContactBatch *batch = solver->batches + contact->batch;
  int lane = contact->lane;
  const ceImpact *hits = elastic->impacts;
  if (contact->turns) ceContactTurnAt(solver, contact, elastic->time);
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
      cpFloat time = cpfmin(hits[0].time, hits[1].time);
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
  ceBounces *bounces = &solver->bounces;
  ceContact *contact = solver->contacts + index;
  if (contact->elastic == 0) ceLoadElastic(solver, index, substep), contact->elastic = bounces->elasticCount;
  ceElasticContact *elastic = bounces->elastics + (contact->elastic - 1);
  elastic->time = INFINITY;
  if (elastic->bounceCount == ceMostBounces) return;
  for (int i = 0; i < CP_MAX_CONTACTS_PER_ARBITER; i++) {
    if (!contact->turns) elastic->impacts[i] = ceFindImpact(solver, elastic, i, substep->h);
    else if (i > 0) elastic->impacts[i] = ceNoImpact;
    else elastic->impacts[i] = ceFindImpactOfCircles(solver, contact, elastic->bounceSpeed, after, substep->h);
    elastic->time = cpfmin(elastic->time, elastic->impacts[i].time);
  }
  if (elastic->time < INFINITY) cePushImpact(bounces, (ceComingImpact){elastic->time, index, contact->elastic - 1});
}

// Lists the elastic contacts of each body: from `firsts[i]` to `firsts[i + 1]` in `contacts`.
static void ceFindContactsOfBodies(ceSubsteps *solver, const ceGroup *group) {
  ceAssert(!solver->bounces.hasNeighbors && group->contactCount <= solver->contactCount);
  ceBounces *bounces = &solver->bounces;
  int count = solver->bodyCount + 1, ends = 2 * group->contactCount;
  bounces->firsts = ceRenew(bounces->firsts, count, &bounces->firstsCapacity, sizeof *bounces->firsts);
  bounces->contacts = ceRenew(bounces->contacts, ends, &bounces->contactsCapacity, sizeof *bounces->contacts);
  memset(bounces->firsts, 0, (size_t)count * sizeof *bounces->firsts);
  for (int i = 0; i < group->contactCount; i++) {
    const ceContact *contact = solver->contacts + group->contacts[i];
    if (ceMayBounce(contact)) bounces->firsts[contact->a]++, bounces->firsts[contact->b]++;
  }
  int sum = 0;
  for (int i = 0; i < count; i++) sum += bounces->firsts[i], bounces->firsts[i] = sum;
  ceAssert(sum <= ends);
  for (int i = group->contactCount; i-- > 0;) {
    const ceContact *contact = solver->contacts + group->contacts[i];
    if (!ceMayBounce(contact)) continue;
    bounces->contacts[--bounces->firsts[contact->a]] = group->contacts[i];
    bounces->contacts[--bounces->firsts[contact->b]] = group->contacts[i];
  }
  bounces->hasNeighbors = true;
}

static void ceScheduleNeighbors(
    ceSubsteps *solver, const ceGroup *group, int body, const ceSubstep *substep, cpFloat after) {
  ceAssert(body >= 0 && body < solver->bodyCount);
  ceBounces *bounces = &solver->bounces;
  if (!(solver->bodies[body].massInverse > 0)) return;
  if (!bounces->hasNeighbors) ceFindContactsOfBodies(solver, group);
  for (int k = bounces->firsts[body]; k < bounces->firsts[body + 1]; k++) {
    ceSchedule(solver, bounces->contacts[k], substep, after);
  }
}

// Forgets the last substep's bounces.
static void ceForgetBounces(ceSubsteps *solver) {
  ceAssert(solver->bounces.bouncedCount <= solver->bounces.bouncedCapacity);
  ceBounces *bounces = &solver->bounces;
  for (int i = 0; i < bounces->bouncedCount; i++) {
    ceElasticContact *elastic = bounces->elastics + bounces->bounced[i];
    const ceContact *contact = solver->contacts + elastic->contact;
    solver->batches[contact->batch].hasBounced[contact->lane] = 0, elastic->bounceCount = 0;
  }
  bounces->impactCount = bounces->bouncedCount = 0;
}

typedef struct ceApproach {
  const ceSubsteps *solver;
  cpFloat speed;
  _Atomic bool isFound;
} ceApproach;

static void ceFindApproachingRange(void *context, int from, int to) {
  ceApproach *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->contactColoring.batchCount);
  bool isFound = ceBatchesFindApproaching(
      of->solver->batches + from, to - from, of->solver->motions, of->speed, of->solver->bounces.approaching + from);
  if (isFound) atomic_store_explicit(&of->isFound, true, memory_order_relaxed);
}

void ceContactsBounce(ceEngine *engine, const ceGroup *group, const ceSubstep *substep) {
  ceAssert(substep->h > 0 && engine->space.locked);
  ceSubsteps *solver = &engine->substeps;
  ceBounces *bounces = &solver->bounces;
  if (!bounces->hasElastic) return;
  ceForgetBounces(solver);
  ceApproach approach = {solver, substep->bounceSpeed - substep->acceleration * substep->h, false};
  int batches = solver->contactColoring.batchCount;
  bounces->approaching = ceRenew(bounces->approaching, batches, &bounces->approachingCapacity, 1);
  ceShareWork(&engine->workers, batches, 32, ceFindApproachingRange, &approach);
  if (!approach.isFound) return;
  if (bounces->elasticCount == 0) {
    bounces->elastics = ceRenewAligned(
        bounces->elastics, group->contactCount, &bounces->elasticCapacity, sizeof *bounces->elastics);
  }
  for (int i = 0; i < batches; i++) {
    for (unsigned left = bounces->approaching[i]; left; left &= left - 1) {
      ceSchedule(solver, solver->contactColoring.lanes[ceWidth * i + __builtin_ctz(left)], substep, 0);
    }
  }
  while (bounces->impactCount > 0) {
    ceComingImpact impact = cePopImpact(bounces);
    ceElasticContact *elastic = bounces->elastics + impact.elastic;
    if (elastic->time != impact.time) continue;
    ceBounce(solver, elastic);
    elastic->bounceCount++;
    bounces->bounced =
        ceReserve(bounces->bounced, bounces->bouncedCount, &bounces->bouncedCapacity, sizeof *bounces->bounced);
    bounces->bounced[bounces->bouncedCount++] = impact.elastic;
    const ceContact *contact = solver->contacts + impact.contact;
    ceScheduleNeighbors(solver, group, contact->a, substep, impact.time);
    ceScheduleNeighbors(solver, group, contact->b, substep, impact.time);
  }
}

void ceBouncesFree(ceBounces *bounces) {
  ceAssert(bounces->impactCount <= bounces->impactCapacity && bounces->bouncedCount <= bounces->bouncedCapacity);
  free(bounces->impacts), free(bounces->bounced), free(bounces->firsts), free(bounces->contacts);
  free(bounces->approaching), free(bounces->elastics);
  *bounces = (ceBounces){.impacts = NULL};
}
