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

#include "engine.h"
#include "substeps.h"

// Contacts rest at a depth that is this share of the extent, so that they keep touching.
static const cpFloat ceRestingDepth = 0.0005;
// Overlapping shapes part at most at this many extents a second.
static const cpFloat cePushOutRate = 1;

static cpFloat ceSeparation(const ceSubsteps *solver, const ceContact *contact, int i) {
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  const ceContactPoint *point = contact->points + i;
  cpVect armA = ceRotate(point->onA, a->rotation), armB = ceRotate(point->onB, b->rotation);
  return cpvdot(cpvadd(cpvsub(b->p, a->p), cpvsub(armB, armA)), contact->normal);
}

static cpVect ceRelativeVelocity(const ceSubsteps *solver, const ceContact *contact, int i) {
  const ceContactPoint *point = contact->points + i;
  return cpvsub(
      ceVelocityAt(solver->bodies + contact->b, point->armB), ceVelocityAt(solver->bodies + contact->a, point->armA));
}

static cpFloat ceNormalSpeed(const ceSubsteps *solver, const ceContact *contact, int i) {
  return cpvdot(ceRelativeVelocity(solver, contact, i), contact->normal);
}

static cpFloat ceTangentSpeed(const ceSubsteps *solver, const ceContact *contact, int i) {
  return cpvcross(contact->normal, ceRelativeVelocity(solver, contact, i)) + contact->surfaceSpeed;
}

// Applies an impulse along the normal and one along the tangent, which is the normal turned to the left.
static void ceApplyContact(ceSubsteps *solver, const ceContact *contact, int i, cpFloat normal, cpFloat tangent) {
  const ceContactPoint *point = contact->points + i;
  cpVect n = contact->normal, impulse = cpv(n.x * normal - n.y * tangent, n.y * normal + n.x * tangent);
  ceAddImpulse(solver->bodies + contact->a, cpvneg(impulse), point->armA);
  ceAddImpulse(solver->bodies + contact->b, impulse, point->armB);
}

void ceContactPrepare(ceSubsteps *solver, ceContact *contact, cpFloat bounceSpeed) {
  const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  ceAssert(contact->count >= 1 && contact->count <= 2 && contact->a != contact->b);
  ceAssert(a->massInverse > 0 || b->massInverse > 0 || a->inertiaInverse > 0 || b->inertiaInverse > 0);
  cpVect n = contact->normal, t = cpvperp(n);
  cpFloat k[2] = {0, 0};
  contact->isElastic = false;
  contact->isStatic = a->massInverse == 0 || b->massInverse == 0;
  for (int i = 0; i < contact->count; i++) {
    ceContactPoint *point = contact->points + i;
    point->armA = ceRotate(point->onA, a->rotation), point->armB = ceRotate(point->onB, b->rotation);
    k[i] = ceInverseMass(a, b, point->armA, point->armB, n);
    cpFloat kt = ceInverseMass(a, b, point->armA, point->armB, t);
    point->normalMass = k[i] > 0 ? 1 / k[i] : 0, point->tangentMass = kt > 0 ? 1 / kt : 0;
    point->normalSum = point->tangentSum = 0;
    if (contact->elasticity > 0 && fabs(ceNormalSpeed(solver, contact, i)) > bounceSpeed) contact->isElastic = true;
  }
  cpFloat rolling = a->inertiaInverse + b->inertiaInverse;
  contact->rollingMass = rolling > 0 ? 1 / rolling : 0;
  if (contact->count == 1) return;
  const ceContactPoint *p = contact->points;
  // A little more of its own than of the other point: two points at one place would make the system singular.
  contact->k11 = k[0] * 1.001, contact->k22 = k[1] * 1.001;
  contact->k12 = (a->massInverse + b->massInverse) +
                 (a->inertiaInverse * cpvcross(p[0].armA, n) * cpvcross(p[1].armA, n) +
                  b->inertiaInverse * cpvcross(p[0].armB, n) * cpvcross(p[1].armB, n));
  if (!(contact->k11 * contact->k22 - contact->k12 * contact->k12 > 0)) contact->count = 1;
}

void ceContactWarmStart(ceSubsteps *solver, ceContact *contact) {
  for (int i = 0; i < contact->count; i++) {
    ceContactPoint *point = contact->points + i;
    ceApplyContact(solver, contact, i, point->normalImpulse, point->tangentImpulse);
    point->normalSum += point->normalImpulse, point->tangentSum += point->tangentImpulse;
  }
  if (contact->rollingImpulse == 0) return;
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  a->w -= contact->rollingImpulse * a->inertiaInverse, b->w += contact->rollingImpulse * b->inertiaInverse;
}

static void ceSetNormalImpulse(ceSubsteps *solver, ceContact *contact, int i, cpFloat impulse) {
  ceContactPoint *point = contact->points + i;
  cpFloat change = impulse - point->normalImpulse;
  point->normalImpulse = impulse, point->normalSum += change;
  ceApplyContact(solver, contact, i, change, 0);
}

// One point whose speed along the normal, plus its bias, is `speed`.
static cpFloat ceSinglePoint(cpFloat old, cpFloat speed, cpFloat mass, const ceSoftness *soft) {
  return cpfmax(old - speed * mass * soft->massScale - soft->impulseScale * old, 0);
}

static void ceSolveTwo(ceSubsteps *solver, ceContact *contact, const cpFloat speeds[2], const ceSoftness softs[2]) {
  cpFloat old[2] = {contact->points[0].normalImpulse, contact->points[1].normalImpulse};
  cpFloat k11 = contact->k11, k12 = contact->k12, k22 = contact->k22, inverse = 1 / (k11 * k22 - k12 * k12);
  cpFloat first = old[0] - (k22 * speeds[0] - k12 * speeds[1]) * inverse * softs[0].massScale -
                  softs[0].impulseScale * old[0];
  cpFloat second = old[1] - (k11 * speeds[1] - k12 * speeds[0]) * inverse * softs[1].massScale -
                   softs[1].impulseScale * old[1];
  if (first < 0 || second < 0) {
    // Only the point that carries more stays.
    if (first >= second) first = ceSinglePoint(old[0], speeds[0] - k12 * old[1], 1 / k11, softs), second = 0;
    else second = ceSinglePoint(old[1], speeds[1] - k12 * old[0], 1 / k22, softs + 1), first = 0;
  }
  ceSetNormalImpulse(solver, contact, 0, first), ceSetNormalImpulse(solver, contact, 1, second);
}

void ceContactSolve(ceSubsteps *solver, ceContact *contact, const ceSubstep *substep, bool isSoft) {
  static const ceSoftness rigid = {0, 1, 0};
  const ceSoftness *soft = contact->isStatic ? &substep->staticContact : &substep->contact;
  cpFloat speeds[2] = {0, 0}, carried = 0;
  ceSoftness softs[2] = {rigid, rigid};
  for (int i = 0; i < contact->count; i++) {
    cpFloat s = ceSeparation(solver, contact, i) + ceRestingDepth * contact->extent, bias = 0;
    if (contact->hasBounced) bias = 0;
    // What will bounce in the next substep must arrive there with its speed.
    else if (s > 0) bias = contact->isElastic && !isSoft ? INFINITY : s / substep->h;
    else if (isSoft) bias = cpfmax(soft->biasRate * s, -cePushOutRate * contact->extent), softs[i] = *soft;
    speeds[i] = ceNormalSpeed(solver, contact, i) + cpfmin(bias, 1e100);
  }
  if (contact->count == 2) ceSolveTwo(solver, contact, speeds, softs);
  else ceSetNormalImpulse(
      solver, contact, 0,
      ceSinglePoint(contact->points[0].normalImpulse, speeds[0], contact->points[0].normalMass, softs));
  for (int i = 0; i < contact->count; i++) {
    ceContactPoint *point = contact->points + i;
    cpFloat most = contact->friction * point->normalImpulse, old = point->tangentImpulse;
    cpFloat impulse = cpfclamp(old - ceTangentSpeed(solver, contact, i) * point->tangentMass, -most, most);
    point->tangentImpulse = impulse, point->tangentSum += impulse - old;
    ceApplyContact(solver, contact, i, 0, impulse - old);
    carried += point->normalImpulse;
  }
  if (contact->rollingResistance == 0) return;
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  cpFloat most = contact->rollingResistance * carried, old = contact->rollingImpulse;
  contact->rollingImpulse = cpfclamp(old - (b->w - a->w) * contact->rollingMass, -most, most);
  a->w -= (contact->rollingImpulse - old) * a->inertiaInverse;
  b->w += (contact->rollingImpulse - old) * b->inertiaInverse;
}

// MARK: Bounces

// A point meets within a substep if s + v t + a t² / 2 = 0 for a time t below h, a being the relative acceleration. It
// bounces by Newton's law, v' = -e v. The impulse acts at the time t of the impact, by which both bodies still move with
// their old velocities: adding (v_old - v_new) t to their positions now makes the substep end where it should.
// Impacts are handled in the order of their times. One that causes another, as in Newton's cradle, comes before it.

typedef struct ceImpactPoint {
  // Beyond the substep: there is none.
  cpFloat time, speed;
} ceImpactPoint;

static ceImpactPoint ceFindImpact(
    const ceSubsteps *solver, const ceContact *contact, int i, const ceSubstep *substep) {
  static const ceImpactPoint none = {INFINITY, 0};
  cpFloat v = ceNormalSpeed(solver, contact, i), s = ceSeparation(solver, contact, i);
  if (s <= 0) return v < -substep->bounceSpeed ? (ceImpactPoint){0, v} : none;
  cpFloat a = cpvdot(
      cpvsub(solver->bodies[contact->b].acceleration, solver->bodies[contact->a].acceleration), contact->normal);
  if (v >= 0 && a >= 0) return none;
  cpFloat discriminant = v * v - 2 * a * s;
  if (discriminant < 0) return none;
  cpFloat time = 2 * s / (sqrt(discriminant) - v), speed = v + a * time;
  return time >= 0 && time < substep->h && speed < -substep->bounceSpeed ? (ceImpactPoint){time, speed} : none;
}

static void ceShift(ceStepBody *body, cpVect v, cpFloat w, cpFloat time) {
  body->p = cpvadd(body->p, cpvmult(cpvsub(v, body->v), time));
  if (w == body->w || time == 0) return;
  body->angle += (w - body->w) * time;
  CMathSineCosine(body->angle, &body->rotation.y, &body->rotation.x);
}

static void ceBouncePoint(ceSubsteps *solver, ceContact *contact, int i, cpFloat impulse, cpFloat time) {
  ceContactPoint *point = contact->points + i;
  ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
  cpVect va = a->v, vb = b->v;
  cpFloat wa = a->w, wb = b->w;
  ceApplyContact(solver, contact, i, impulse, 0);
  cpFloat most = contact->friction * impulse;
  cpFloat tangent = cpfclamp(-ceTangentSpeed(solver, contact, i) * point->tangentMass, -most, most);
  ceApplyContact(solver, contact, i, 0, tangent);
  point->normalSum += impulse, point->tangentSum += tangent;
  ceShift(a, va, wa, time), ceShift(b, vb, wb, time);
}

static void ceBounce(ceSubsteps *solver, ceContact *contact, const ceSubstep *substep) {
  ceImpactPoint hits[2] = {ceFindImpact(solver, contact, 0, substep), {INFINITY, 0}};
  if (contact->count == 2) hits[1] = ceFindImpact(solver, contact, 1, substep);
  contact->hasBounced = true;
  cpFloat factor = -(1 + contact->elasticity);
  if (contact->count == 2 && hits[0].time < INFINITY && hits[1].time < INFINITY) {
    cpFloat k11 = contact->k11, k12 = contact->k12, k22 = contact->k22, inverse = factor / (k11 * k22 - k12 * k12);
    cpFloat first = (k22 * hits[0].speed - k12 * hits[1].speed) * inverse;
    cpFloat second = (k11 * hits[1].speed - k12 * hits[0].speed) * inverse;
    if (first >= 0 && second >= 0) {
      cpFloat time = cpfmin(hits[0].time, hits[1].time);
      ceBouncePoint(solver, contact, 0, first, time), ceBouncePoint(solver, contact, 1, second, time);
      return;
    }
  }
  int i = hits[1].time < hits[0].time ? 1 : 0;
  ceBouncePoint(solver, contact, i, factor * hits[i].speed * contact->points[i].normalMass, hits[i].time);
}

static cpFloat ceImpactTime(const ceSubsteps *solver, const ceContact *contact, const ceSubstep *substep) {
  cpFloat time = ceFindImpact(solver, contact, 0, substep).time;
  return contact->count == 2 ? cpfmin(time, ceFindImpact(solver, contact, 1, substep).time) : time;
}

// Up to this many contacts bounce in the order of time; more of them in the order of the contacts, in few passes. What is
// left then is the solver's.
enum { ceMaxOrderedContacts = 64, ceImpactPasses = 4 };

static void ceBounceInTime(ceSubsteps *solver, const int *contacts, int count, const ceSubstep *substep) {
  for (int search = 0; search < ceMaxOrderedContacts; search++) {
    cpFloat earliest = INFINITY;
    ceContact *first = NULL;
    for (int i = 0; i < count; i++) {
      ceContact *contact = solver->contacts + contacts[i];
      cpFloat time = ceImpactTime(solver, contact, substep);
      if (time < earliest) earliest = time, first = contact;
    }
    if (!first) return;
    ceBounce(solver, first, substep);
  }
}

void ceContactsBounce(ceSubsteps *solver, const int *contacts, int count, const ceSubstep *substep) {
  for (int i = 0; i < count; i++) solver->contacts[contacts[i]].hasBounced = false;
  if (count <= ceMaxOrderedContacts) return ceBounceInTime(solver, contacts, count, substep);
  bool hasBounced = true;
  for (int pass = 0; pass < ceImpactPasses && hasBounced; pass++) {
    hasBounced = false;
    for (int i = 0; i < count; i++) {
      ceContact *contact = solver->contacts + contacts[i];
      if (ceImpactTime(solver, contact, substep) == INFINITY) continue;
      ceBounce(solver, contact, substep);
      hasBounced = true;
    }
  }
}
