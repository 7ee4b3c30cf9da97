// The bodies that a step's continuous collision moves: see continuous.c. With half its least thickness e and the
// largest distance r of a corner from its centre of gravity, a body is fast in a step of length h if
//
//   |v| h + |w| h r > 3/4 e.
//
// ceSpaceCheckBounds avoids the roots: since (a + b + c + d)² <= 4 (a² + b² + c² + d²), no body is fast, even with its
// bias velocities, while
//
//   (v² + v_bias² + (w² + w_bias²) r²) h² <= (3/8 e)².
//
// Invariant: a listed body is measured, and listed once, with its pose before the step. An edge attains the width of a
// convex polygon, so its thickness is the least over its edges. Derived here.

#include "continuous.h"

#include "engine.h"

// MARK: Measuring bodies

// Half the smallest extent of a shape.
static cpFloat ceHullMinExtent(const ceHull *hull) {
  ceAssert(hull->count > 0 && hull->radius >= 0);
  if (hull->count < 3) return hull->radius;
  cpFloat least = INFINITY;
  cpVect from = ceHullLocal(hull, hull->count - 1);
  for (int i = 0; i < hull->count; i++) {
    cpVect to = ceHullLocal(hull, i), edge = cpvsub(to, from);
    cpFloat length = cpvlength(edge), most = 0;
    for (int j = 0; j < hull->count && length > 0; j++) {
      most = cpfmax(most, fabs(cpvcross(edge, cpvsub(ceHullLocal(hull, j), from))) / length);
    }
    if (length > 0) least = cpfmin(least, most);
    from = to;
  }
  return least / 2 + hull->radius;
}

void ceBodyMeasure(ceBody *body) {
  if (!(body->slowSquared < 0)) return;
  cpFloat solid = INFINITY, any = INFINITY, maxExtent = 0, cornerExtent = 0;
  for (const cpShape *shape = body->body.shapeList; shape; shape = shape->next) {
    ceHull hull = ceHullOf(shape);
    cpFloat minExtent = ceHullMinExtent(&hull);
    any = cpfmin(any, minExtent);
    if (!shape->sensor) solid = cpfmin(solid, minExtent);
    cornerExtent = cpfmax(cornerExtent, ceHullExtent(&hull));
    maxExtent = cpfmax(maxExtent, ceHullExtent(&hull) + hull.radius);
  }
  // A line has no thickness, yet it may move a little.
  body->minExtent = cpfmax(solid < INFINITY ? solid : any, 1e-3 * maxExtent);
  body->maxExtent = maxExtent;
  body->cornerExtent = cornerExtent;
  body->cornerExtentSquared = cornerExtent * cornerExtent;
  // Half the allowed distance, squared: see ceSpaceCheckBounds.
  body->slowSquared = 0.375 * 0.375 * body->minExtent * body->minExtent;
  ceAssert(body->slowSquared >= 0 && body->maxExtent >= body->cornerExtent);
}

// MARK: Finding the bodies

bool ceSpaceCheckBounds(cpSpace *space, cpFloat limitSquared, cpFloat timeStep) {
  ceAssert(timeStep > 0 && limitSquared >= 0 && !space->locked);
  ceContinuous *continuous = &ceEngineOf(space)->continuous;
  cpFloat perStep = timeStep * timeStep;
  bool isFast = false, isInBounds = true;
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    cePrefetchBody(space->dynamicBodies, i);
    const ceBody *of = space->dynamicBodies->arr[i];
    const cpBody *body = &of->body;
    cpFloat speed = body->v.x * body->v.x + body->v.y * body->v.y;
    cpFloat moving = speed + (body->v_bias.x * body->v_bias.x + body->v_bias.y * body->v_bias.y);
    cpFloat rotating = body->w * body->w + body->w_bias * body->w_bias;
    // Four times the sum of these squares is at least the square of the sum.
    isFast |= (moving + rotating * of->cornerExtentSquared) * perStep > of->slowSquared;
    cpFloat squares = moving + rotating + (body->p.x * body->p.x + body->p.y * body->p.y) + body->a * body->a;
    // Written so that NaN fails the test.
    isInBounds &= speed <= limitSquared && squares < 1e30;
  }
  continuous->mayBeFast |= isFast;
  continuous->checkedCount = space->dynamicBodies->num;
  return isInBounds;
}

static cpFloat ceDisplacement(const ceBody *of, cpFloat timeStep) {
  ceAssert(of->slowSquared >= 0 && timeStep > 0);
  const cpBody *body = &of->body;
  return (cpvlength(cpvadd(body->v, body->v_bias)) + fabs(body->w + body->w_bias) * of->cornerExtent) * timeStep;
}

static void ceListBody(ceContinuous *continuous, ceBody *body, bool isFast) {
  ceAssert(body->slowSquared >= 0);
  if (body->isListed || !body->body.shapeList) return;
  continuous->bodies = ceReserve(
      continuous->bodies, continuous->bodyCount, &continuous->bodyCapacity, sizeof *continuous->bodies);
  const cpBody *of = &body->body;
  continuous->bodies[continuous->bodyCount++] = (ceMovingBody){
      .body = body,
      .p = of->p,
      .a = of->a,
      .order = of->shapeList->hashid,
      .isFast = isFast};
  body->isListed = true;
}

// Lists the bodies that a fast kinematic body might pass over.
static void ceListPassed(
    const cpSpace *space, const ceBody *kinematic, cpFloat displacement, cpFloat timeStep,
    ceContinuous *continuous) {
  ceAssert(kinematic->body.m_inv == 0 && timeStep > 0);
  cpFloat around = kinematic->maxExtent + 0.5 * displacement;
  cpVect from = kinematic->body.p, to = cpvadd(from, cpvmult(kinematic->body.v, timeStep));
  cpBB box = cpBBMerge(cpBBNewForCircle(from, around), cpBBNewForCircle(to, around));
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    ceBody *body = space->dynamicBodies->arr[i];
    if (body->body.m_inv == 0 || !cpBBIntersects(box, cpBBNewForCircle(body->body.p, body->maxExtent))) continue;
    cpFloat relative = displacement + ceDisplacement(body, timeStep);
    if (relative > 0.75 * (body->minExtent + kinematic->minExtent)) ceListBody(continuous, body, true);
  }
}

// MARK: Searches by several threads

typedef struct ceBodySearch {
  ceEngine *engine;
  cpFloat timeStep;
} ceBodySearch;

// Searches among a number of bodies or contacts for bodies to list, which are in `found` then, in order: `work` sets
// the body of each place, or NULL. Returns their number.
static int ceSearchBodies(ceEngine *engine, cpFloat timeStep, int count, ceWork *work) {
  ceContinuous *continuous = &engine->continuous;
  ceAssert(count >= 0 && timeStep > 0);
  continuous->found = ceRenew(continuous->found, count, &continuous->foundCapacity, sizeof *continuous->found);
  ceBodySearch search = {engine, timeStep};
  ceShareWork(&engine->workers, count, 128, work, &search);
  int found = 0;
  for (int i = 0; i < count; i++) {
    ceBody *body = continuous->found[i];
    continuous->found[found] = body, found += body != NULL;
  }
  return found;
}

// Whether a body has moved so far from a pose that it is fast.
static bool ceIsFarFrom(const ceBody *of, cpVect p, cpFloat angle) {
  ceAssert(of->slowSquared >= 0);
  cpFloat way = cpvdist(of->body.p, p) + fabs(of->body.a - angle) * of->cornerExtent;
  return way > 0.75 * of->minExtent;
}

static void ceFindSped(void *context, int from, int to) {
  const ceBodySearch *of = context;
  const cpArray *bodies = of->engine->space.dynamicBodies;
  ceAssert(from >= 0 && from <= to && to <= bodies->num);
  for (int i = from; i < to; i++) {
    cePrefetchBody(bodies, i);
    ceBody *body = bodies->arr[i];
    // The solver has the moving bodies in the space's order.
    const ceStepBody *solved = of->engine->substeps.bodies + i;
    ceAssert(i < of->engine->substeps.bodyCount && solved->body == &body->body);
    if (body->body.m_inv != 0) ceBodyMeasure(body);
    bool isSped = body->body.m_inv != 0 && ceIsFarFrom(body, solved->start, solved->startAngle);
    of->engine->continuous.found[i] = isSped ? body : NULL;
  }
}

void ceListSped(ceEngine *engine) {
  ceContinuous *continuous = &engine->continuous;
  int count = ceSearchBodies(engine, engine->space.curr_dt, engine->space.dynamicBodies->num, ceFindSped);
  for (int i = 0; i < count; i++) {
    ceBody *body = continuous->found[i];
    if (body->isListed) continue;
    ceListBody(continuous, body, true);
    if (!body->isListed) continue;
    const ceStepBody *solved = engine->substeps.bodies + body->solverIndex;
    ceMovingBody *moving = continuous->bodies + continuous->bodyCount - 1;
    moving->p = solved->start, moving->a = solved->startAngle;
  }
  // A body that was listed because something presses it may have become fast, too.
  for (int i = 0; i < continuous->bodyCount; i++) {
    ceMovingBody *moving = continuous->bodies + i;
    moving->isFast |= ceIsFarFrom(moving->body, moving->p, moving->a);
  }
}

void ceListKinematics(ceEngine *engine) {
  ceAssert(engine->hasGrid);
  ceContinuous *continuous = &engine->continuous;
  const cpArray *bodies = engine->space.dynamicBodies;
  continuous->kinematicCount = 0;
  for (int i = 0; i < bodies->num; i++) {
    if (i + 8 < bodies->num) cePrefetch(bodies->arr[i + 8], 1);
    ceBody *body = bodies->arr[i];
    if (body->body.m_inv != 0) continue;
    ceBodyMeasure(body);
    continuous->kinematics = ceReserve(
        continuous->kinematics, continuous->kinematicCount, &continuous->kinematicCapacity,
        sizeof *continuous->kinematics);
    continuous->kinematics[continuous->kinematicCount++] =
        (ceMovingBody){.body = body, .p = body->body.p, .a = body->body.a};
  }
}

static void ceFindFast(void *context, int from, int to) {
  const ceBodySearch *of = context;
  const cpArray *bodies = of->engine->space.dynamicBodies;
  ceAssert(from >= 0 && from <= to && to <= bodies->num);
  for (int i = from; i < to; i++) {
    cePrefetchBody(bodies, i);
    ceBody *body = bodies->arr[i];
    ceBodyMeasure(body);
    bool isFast = body->body.m_inv != 0 && ceDisplacement(body, of->timeStep) > 0.75 * body->minExtent;
    of->engine->continuous.found[i] = isFast ? body : NULL;
  }
}

void ceListFast(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->hasGrid && timeStep > 0);
  const cpSpace *space = &engine->space;
  ceContinuous *continuous = &engine->continuous;
  int count = ceSearchBodies(engine, timeStep, space->dynamicBodies->num, ceFindFast);
  for (int i = 0; i < count; i++) ceListBody(continuous, continuous->found[i], true);
  for (int i = 0; i < continuous->kinematicCount; i++) {
    ceBody *kinematic = continuous->kinematics[i].body;
    cpFloat displacement = ceDisplacement(kinematic, timeStep);
    if (displacement <= 0.75 * kinematic->minExtent || !kinematic->body.shapeList) continue;
    ceListPassed(space, kinematic, displacement, timeStep, continuous);
  }
}

static cpFloat cePenetration(const cpArbiter *arbiter) {
  ceAssert(arbiter->count >= 0 && arbiter->count <= CP_MAX_CONTACTS_PER_ARBITER);
  cpVect apart = cpvsub(arbiter->body_b->p, arbiter->body_a->p);
  cpFloat depth = 0;
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *contact = arbiter->contacts + i;
    depth = cpfmax(depth, -cpvdot(cpvadd(apart, cpvsub(contact->r2, contact->r1)), arbiter->n));
  }
  return depth;
}

// The body that a contact presses against one that the solver does not move, or NULL.
static ceBody *cePressedBody(const ceEngine *engine, const cpArbiter *arbiter, cpFloat timeStep) {
  const ceArbiter *of = (const ceArbiter *)arbiter;
  if (ceIsMeasured(engine, of) && !of->isBesideFixed) return NULL;
  cpBody *a = arbiter->body_a, *b = arbiter->body_b;
  if (a->m_inv != 0 && b->m_inv != 0) return NULL;
  const cpBody *other = a->m_inv == 0 ? a : b;
  ceBody *body = (ceBody *)(a->m_inv == 0 ? b : a);
  ceAssert(body->slowSquared >= 0);
  if (other->sleeping.idleTime != INFINITY) return body;
  cpFloat depth = cePenetration(arbiter);
  bool isPressed = depth > 0.25 * body->minExtent || depth + ceDisplacement(body, timeStep) > 0.75 * body->minExtent;
  return isPressed ? body : NULL;
}

static void ceFindPressed(void *context, int from, int to) {
  const ceBodySearch *of = context;
  const cpArray *arbiters = of->engine->space.arbiters;
  ceAssert(from >= 0 && from <= to && to <= arbiters->num);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(&((const ceArbiter *)arbiters->arr[i + 8])->extent, 1);
    of->engine->continuous.found[i] = cePressedBody(of->engine, arbiters->arr[i], of->timeStep);
  }
}

void ceListPressed(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->hasGrid && timeStep > 0);
  ceContinuous *continuous = &engine->continuous;
  int count = ceSearchBodies(engine, timeStep, engine->space.arbiters->num, ceFindPressed);
  for (int i = 0; i < count; i++) ceListBody(continuous, continuous->found[i], false);
}
