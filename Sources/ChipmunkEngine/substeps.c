// The substeps of a step: loading the bodies, integrating them, and writing them back. substeps.h has the equations and
// their sources.
//
// Islands with the same number of substeps are solved as one group, one group after the other. Invariants: moving
// bodies of different groups share no contact and no joint; what is written back is within all bounds, or the body
// stays where it was, with a velocity that is no number. A body on which nothing acts follows its parabola exactly,
// x += h v - h² a / 2 with the new velocity v; one with a drag of its own follows the solution in damping.c.

#include "substeps.h"

#include "engine.h"

void ceReserveIndexes(ceSubsteps *solver, size_t count) {
  ceAssert(solver->indexCapacity >= 0 && count <= INT32_MAX / 2);
  if (count <= (size_t)solver->indexCapacity) return;
  solver->indexCapacity = (int)(count + count / 2);
  solver->indexes = ceGrow(solver->indexes, (size_t)solver->indexCapacity, sizeof *solver->indexes);
}

// MARK: Loading

static void ceLoadBody(ceSubsteps *solver, int i, cpBody *body, cpVect gravity, bool isMoving) {
  ceAssert(body && i >= 0 && i < solver->bodyCapacity);
  ceStepBody *to = solver->bodies + i;
  *to = (ceStepBody){
      .body = body, .p = body->p, .rotation = cpv(body->transform.a, body->transform.b), .angle = body->a,
      .start = body->p, .startAngle = body->a, .gravityScale = 1,
      .isFree = true};
  if (isMoving && body->m_inv > 0) {
    ceBodyResponse response = ((const ceBody *)body)->response;
    to->massInverse = body->m_inv, to->inertiaInverse = body->i_inv;
    to->gravityScale = ceGravityScaleOf(body);
    to->isDamped = response.damping != 1 || response.angularDamping != 1;
    to->acceleration = cpvadd(cpvmult(gravity, response.gravityScale), cpvmult(body->f, body->m_inv));
    to->angularAcceleration = body->t * body->i_inv;
  }
  ((ceBody *)body)->solverIndex = (uint32_t)i;
}

static cpFloat ceExtentOf(const cpShape *shape) {
  const ceBody *body = (const ceBody *)shape->body;
  ceAssert(!(shape->body->m_inv > 0) || body->slowSquared >= 0);
  return shape->body->m_inv > 0 ? body->minExtent : INFINITY;
}

cpFloat cePairExtent(const cpShape *a, const cpShape *b) {
  ceAssert(a && b && a != b);
  cpFloat extent = cpfmin(ceExtentOf(a), ceExtentOf(b));
  return extent < INFINITY ? extent : 0;
}

// The solver's number of a body. Static bodies get one when something touches them.
static int ceIndexOf(ceSubsteps *solver, cpBody *body) {
  ceAssert(body->space);
  int known = ceKnownIndex(solver, body);
  if (known >= 0) return known;
  // It does not move, even if it has a velocity.
  solver->bodies = ceReserve(solver->bodies, solver->bodyCount, &solver->bodyCapacity, sizeof *solver->bodies);
  ceLoadBody(solver, solver->bodyCount, body, cpvzero, false);
  return solver->bodyCount++;
}

static void ceLoadContactRange(void *context, int from, int to) {
  ceEngine *engine = context;
  ceSubsteps *solver = &engine->substeps;
  ceAssert(from >= 0 && from <= to && to <= solver->contactCount);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(engine->space.arbiters->arr[i + 8], 1);
    cpArbiter *arbiter = engine->space.arbiters->arr[i];
    // A contact of a restored space that has woken within the step was not collided.
    if (((ceArbiter *)arbiter)->extent < 0) ceArbiterMeasure((ceArbiter *)arbiter);
    solver->contacts[i] = (ceContact){
        .arbiter = arbiter, .a = ceKnownIndex(solver, arbiter->body_a), .b = ceKnownIndex(solver, arbiter->body_b),
        .turns = ceArbiterTurns(arbiter, engine->space.curr_dt)};
  }
}

// Loads the contacts, and gives the static bodies that they touch numbers, in order.
static void ceLoadContacts(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  solver->contactCount = engine->space.arbiters->num;
  solver->contacts =
      ceRenew(solver->contacts, solver->contactCount, &solver->contactCapacity, sizeof *solver->contacts);
  ceShareWork(&engine->workers, solver->contactCount, 128, ceLoadContactRange, engine);
  for (int i = 0; i < solver->contactCount; i++) {
    ceContact *contact = solver->contacts + i;
    if (contact->a < 0) contact->a = ceIndexOf(solver, contact->arbiter->body_a);
    if (contact->b < 0) contact->b = ceIndexOf(solver, contact->arbiter->body_b);
    ceAssert(ceIsLoaded(solver, contact));
    solver->bodies[contact->a].isBatched = solver->bodies[contact->b].isBatched = true;
  }
}

static void ceLoadJoint(ceSubsteps *solver, cpConstraint *constraint) {
  ceAssert(constraint->a != constraint->b);
  if (!(constraint->a->m_inv > 0) && !(constraint->b->m_inv > 0)) return;
  solver->joints = ceReserve(solver->joints, solver->jointCount, &solver->jointCapacity, sizeof *solver->joints);
  ceJoint *joint = solver->joints + solver->jointCount++;
  *joint = (ceJoint){
      .constraint = constraint, .a = ceIndexOf(solver, constraint->a), .b = ceIndexOf(solver, constraint->b)};
  ceJointLoad(solver, joint);
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  a->isFree = b->isFree = false;
  if (joint->isBatched) a->isBatched = b->isBatched = true;
  else a->isJoined = b->isJoined = true;
}

static void ceLoadRange(void *context, int from, int to) {
  ceEngine *engine = context;
  const cpSpace *space = &engine->space;
  ceAssert(from >= 0 && from <= to && to <= space->dynamicBodies->num);
  for (int i = from; i < to; i++) ceLoadBody(&engine->substeps, i, space->dynamicBodies->arr[i], space->gravity, true);
}

static void ceLoadMoving(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  solver->bodyCount = engine->space.dynamicBodies->num;
  solver->bodies = ceRenew(solver->bodies, solver->bodyCount, &solver->bodyCapacity, sizeof *solver->bodies);
  ceAssert(solver->bodyCount <= solver->bodyCapacity);
  ceShareWork(&engine->workers, solver->bodyCount, 128, ceLoadRange, engine);
}

static void ceLoadMotionRange(void *context, int from, int to) {
  ceEngine *engine = context;
  ceSubsteps *solver = &engine->substeps;
  ceAssert(from >= 0 && from <= to && to <= solver->bodyCount);
  for (int i = from; i < to; i++) {
    ceStepBody *body = solver->bodies + i;
    body->motion = solver->motions + i + ceFirstMotion;
    *body->motion = (ceMotion){.massInverse = body->massInverse, .rotation = {1, 0}};
    bool isMoving = i < engine->space.dynamicBodies->num;
    if (isMoving) body->motion->v = body->body->v, body->motion->w = body->oldW = body->body->w;
  }
}

// Gives each body its motion: those that do not move have no velocities.
static void ceLoadMotions(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  // Each batch has a motion, too; there are no more of them than contacts or joints, and colours that are begun.
  int batches = solver->contactCount > solver->jointCount ? solver->contactCount : solver->jointCount;
  int count = ceFirstMotion + solver->bodyCount + batches + ceColorCount;
  ceAssert(solver->bodyCount >= engine->space.dynamicBodies->num);
  solver->motions = ceRenewAligned(solver->motions, count, &solver->motionCapacity, sizeof *solver->motions);
  solver->motions[ceStillMotion] = (ceMotion){.rotation = {1, 0}};
  ceShareWork(&engine->workers, solver->bodyCount, 128, ceLoadMotionRange, engine);
}

static void ceLoad(ceEngine *engine) {
  ceAssert(engine->space.locked);
  ceSubsteps *solver = &engine->substeps;
  const cpSpace *space = &engine->space;
  solver->jointCount = 0;
  ceLoadMoving(engine);
  ceLoadContacts(engine);
  for (int i = 0; i < space->constraints->num; i++) ceLoadJoint(solver, space->constraints->arr[i]);
  ceLoadMotions(engine);
}

// MARK: Integration

void ceStepBodyMove(ceStepBody *body, cpVect by, cpFloat angle) {
  ceAssert(body->motion && (body->substepCount > 0 || body->massInverse == 0));
  ceMotion *motion = body->motion;
  body->p = cpvadd(body->p, by), motion->moved = cpvadd(motion->moved, by);
  if (angle == 0) return;
  body->angle += angle, body->angleMoved += angle;
  if (body->isBatched) CMathSineCosine(body->angleMoved, &motion->rotation.y, &motion->rotation.x);
  if (body->isJoined) CMathSineCosine(body->angle, &body->rotation.y, &body->rotation.x);
}

static void cePublish(ceStepBody *of) {
  ceAssert(of->motion && of->substepCount > 0);
  cpBody *body = of->body;
  // The rotation is that of the last published angle. Rotations that cancel each other may leave a rounded angle.
  bool isOld = ceBits(of->angle) != ceBits(body->a) && !of->isJoined;
  if (isOld) CMathSineCosine(of->angle, &of->rotation.y, &of->rotation.x);
  body->p = of->p, body->v = of->motion->v, body->a = of->angle, body->w = of->motion->w;
  ceBodySetTransform(body, of->rotation);
}

// Publishes the end of a step. A body that has left all bounds stays where it was; its velocity, which is no number
// then, tells the caller.
static void cePublishEnd(ceStepBody *of) {
  ceAssert(of->motion && of->substepCount > 0);
  cpVect v = of->motion->v;
  cpFloat w = of->motion->w;
  cpFloat squares = of->p.x * of->p.x + of->p.y * of->p.y + of->angle * of->angle + v.x * v.x + v.y * v.y + w * w;
  // Written so that NaN fails the test.
  if (squares < 1e30) return cePublish(of);
  // A caller's functions may have seen a later pose.
  ceBodySetPose(of->body, of->start, of->startAngle);
  of->body->v = cpv(NAN, NAN);
}

static void ceIntegrateDamped(ceStepBody *body, cpFloat damping, cpFloat h) {
  ceAssert(body->isDamped && damping >= 0 && h > 0);
  ceMotion *motion = body->motion;
  ceBodyResponse response = ((const ceBody *)body->body)->response;
  ceDecay linear = ceDecayOf(damping, response.damping, h), angular = ceDecayOf(damping, response.angularDamping, h);
  body->lag = cpvmult(cpvsub(cpvmult(body->acceleration, linear.held), cpvmult(motion->v, linear.drag)), linear.lag);
  motion->v = cpvadd(cpvmult(motion->v, linear.kept), cpvmult(body->acceleration, linear.gained));
  motion->w = motion->w * angular.kept + body->angularAcceleration * angular.gained;
}

static void ceIntegrateVelocity(
    ceStepBody *body, const cpSpace *space, cpFloat damping, cpFloat h, bool isCalled) {
  ceAssert(body->substepCount > 0 && damping >= 0 && h > 0);
  ceMotion *motion = body->motion;
  body->oldW = motion->w;
  if (!isCalled || body->body->velocity_func == cpBodyUpdateVelocity) {
    if (body->isDamped) return ceIntegrateDamped(body, damping, h);
    motion->v = cpvadd(cpvmult(motion->v, damping), cpvmult(body->acceleration, h));
    motion->w = motion->w * damping + body->angularAcceleration * h;
    return;
  }
  // A caller's function works on the library's body, and may clear its forces.
  cpBody *of = body->body;
  cpVect force = of->f;
  cpFloat torque = of->t;
  cePublish(body);
  of->velocity_func(of, space->gravity, damping, h);
  of->f = force, of->t = torque;
  motion->v = of->v, motion->w = of->w;
}

static void ceIntegratePosition(ceSubsteps *solver, ceStepBody *body, cpFloat h, bool isCalled) {
  ceAssert(!solver->integrated && body->substepCount > 0 && h > 0);
  cpBody *of = body->body;
  cpVect by = cpvsub(cpvmult(body->motion->v, h), ceLagOf(body, h));
  cpFloat angle = body->motion->w * h;
  if (!isCalled || of->position_func == cpBodyUpdatePosition) return ceStepBodyMove(body, by, angle);
  cePublish(body);
  solver->integrated = body;
  of->position_func(of, h);
  solver->integrated = NULL;
  // A function that only integrates changes no bit.
  if (!cpveql(of->p, cpvadd(body->p, by))) by = cpvsub(of->p, body->p);
  if (of->a != body->angle + angle) angle = of->a - body->angle;
  ceStepBodyMove(body, by, angle);
  body->p = of->p, body->angle = of->a, body->rotation = cpv(of->transform.a, of->transform.b);
}

// Places a kinematic body where it is after a time.
static void cePlaceKinematic(ceStepBody *body, cpFloat time) {
  ceAssert(body->massInverse == 0 && time >= 0);
  const cpBody *of = body->body;
  body->p = of->p, body->angle = of->a, body->rotation = cpv(of->transform.a, of->transform.b), body->angleMoved = 0;
  body->motion->moved = cpvzero, body->motion->rotation = cpv(1, 0);
  ceStepBodyMove(body, cpvmult(body->motion->v, time), body->motion->w * time);
}

// MARK: Substeps

static bool ceIsIn(const ceSubsteps *solver, int a, int b, int substeps) {
  ceAssert(a >= 0 && a < solver->bodyCount && b >= 0 && b < solver->bodyCount && substeps > 0);
  return solver->bodies[a].substepCount == substeps || solver->bodies[b].substepCount == substeps;
}

// Whether a caller's function integrates a body.
static bool ceIsCalled(const cpBody *body) {
  return body->velocity_func != cpBodyUpdateVelocity || body->position_func != cpBodyUpdatePosition;
}

static ceGroup ceFindGroup(ceSubsteps *solver, int substeps) {
  ceAssert(substeps > 0 && substeps <= ceMaxSubsteps);
  size_t bodies = (size_t)solver->bodyCount, contacts = (size_t)solver->contactCount;
  ceReserveIndexes(solver, 3 * bodies + contacts + 3 * (size_t)solver->jointCount);
  ceGroup group = {.bodies = solver->indexes};
  group.called = group.bodies + solver->bodyCount, group.kinematics = group.called + solver->bodyCount;
  group.contacts = group.kinematics + solver->bodyCount;
  group.joints = group.contacts + solver->contactCount, group.pivots = group.joints + solver->jointCount;
  group.angulars = group.pivots + solver->jointCount;
  for (int i = 0; i < solver->bodyCount; i++) {
    const ceStepBody *body = solver->bodies + i;
    if (body->substepCount == substeps && ceIsCalled(body->body)) group.called[group.calledCount++] = i;
    else if (body->substepCount == substeps) group.bodies[group.bodyCount++] = i;
    else if (body->massInverse == 0 && (body->motion->w != 0 || body->motion->v.x != 0 || body->motion->v.y != 0)) {
      group.kinematics[group.kinematicCount++] = i;
    }
  }
  for (int i = 0; i < solver->contactCount; i++) {
    const ceContact *contact = solver->contacts + i;
    if (ceIsIn(solver, contact->a, contact->b, substeps)) group.contacts[group.contactCount++] = i;
  }
  for (int i = 0; i < solver->jointCount; i++) {
    const ceJoint *joint = solver->joints + i;
    if (!ceIsIn(solver, joint->a, joint->b, substeps)) continue;
    if (!joint->isBatched) group.joints[group.jointCount++] = i;
    else if (joint->kind == cePivot) group.pivots[group.pivotCount++] = i;
    else group.angulars[group.angularCount++] = i;
  }
  ceAssert(group.bodyCount + group.calledCount + group.kinematicCount <= solver->bodyCount);
  return group;
}

// The stiffest springs that stay stable: an angular frequency of 2 pi / 6 h for contacts, twice that against what does
// not move, and 2 pi / 10 h for joints.
static const cpFloat ceContactFrequency = 0.16, ceJointFrequency = 0.1;
static const cpFloat ceContactDamping = 10, ceJointDamping = 5;

static ceSoftness ceSoftnessOf(cpFloat frequency, cpFloat damping, cpFloat h) {
  ceAssert(frequency > 0 && damping > 0 && h > 0);
  cpFloat w = 2 * CP_PI * frequency / h, a = 2 * damping + h * w, s = 1 / (1 + h * w * a);
  return (ceSoftness){w / a, 1 - s, s};
}

typedef struct ceIntegration {
  ceEngine *engine;
  const int *bodies;
  cpFloat damping, h;
  // Whether to call the callers' functions: never on the threads that share the work, even if one is set meanwhile.
  bool isCalled;
  // Whether bodies get the impulses of the last substep at once: all that has changed their velocities since.
  bool isWarm;
} ceIntegration;

static void ceIntegrateVelocities(void *context, int from, int to) {
  const ceIntegration *of = context;
  ceAssert(from >= 0 && from <= to && of->h > 0);
  for (int i = from; i < to; i++) {
    ceStepBody *body = of->engine->substeps.bodies + of->bodies[i];
    ceMotion *motion = body->motion;
    // All that the contacts have added in the last substep.
    cpVect v = cpvsub(motion->v, body->freeV);
    cpFloat w = motion->w - body->freeW;
    ceIntegrateVelocity(body, &of->engine->space, of->damping, of->h, of->isCalled);
    body->freeV = motion->v, body->freeW = motion->w;
    if (of->isWarm) motion->v = cpvadd(motion->v, v), motion->w += w;
  }
}

static void ceIntegratePositions(void *context, int from, int to) {
  const ceIntegration *of = context;
  ceAssert(from >= 0 && from <= to && of->h > 0);
  for (int i = from; i < to; i++) {
    ceIntegratePosition(&of->engine->substeps, of->engine->substeps.bodies + of->bodies[i], of->h, of->isCalled);
  }
}

static void ceIntegrateGroup(
    ceEngine *engine, const ceGroup *group, ceWork *work, cpFloat damping, cpFloat h, bool isWarm) {
  ceAssert(group->bodyCount >= 0 && group->calledCount >= 0 && h > 0);
  ceIntegration bodies = {engine, group->bodies, damping, h, false, isWarm};
  ceIntegration called = {engine, group->called, damping, h, true, isWarm};
  ceShareWork(&engine->workers, group->bodyCount, 64, work, &bodies);
  work(&called, 0, group->calledCount);
}

static void ceSolveGroup(ceEngine *engine, int substeps, cpFloat timeStep, cpFloat bounceSpeed, cpFloat acceleration) {
  ceAssert(substeps > 0 && substeps <= ceMaxSubsteps && timeStep > 0 && bounceSpeed >= 0);
  ceSubsteps *solver = &engine->substeps;
  ceGroup group = ceFindGroup(solver, substeps);
  cpFloat h = timeStep / substeps, damping = ceDampingFind(&engine->damping, engine->space.damping, h)->power;
  ceSubstep substep = {
      h, substeps, ceSoftnessOf(ceContactFrequency, ceContactDamping, h),
      ceSoftnessOf(2 * ceContactFrequency, ceContactDamping, h), ceSoftnessOf(ceJointFrequency, ceJointDamping, h),
      bounceSpeed, acceleration};
  ceContactsPrepare(engine, &group, &substep);
  bool hasBatches = group.pivotCount + group.angularCount > 0;
  if (hasBatches) ceBatchedJointsPrepare(engine, &group, &substep);
  for (int i = 0; i < group.jointCount; i++) ceJointPrepare(solver->joints + group.joints[i], substeps);
  for (int n = 1; n <= substeps; n++) {
    ceContactsTurn(solver, h);
    ceContactsBounce(engine, &group, &substep);
    if (hasBatches) ceBatchedJointsBegin(engine, &substep);
    // Without joints, whose arms rotate, the impulses of the last substep are what it has added to the velocities.
    bool isWarm = n > 1 && group.jointCount == 0 && !hasBatches;
    ceIntegrateGroup(engine, &group, ceIntegrateVelocities, damping, h, isWarm);
    if (hasBatches) ceBatchedJointsWarmStart(engine);
    for (int i = 0; i < group.jointCount; i++) ceJointWarmStart(solver, solver->joints + group.joints[i], h);
    if (!isWarm) ceContactsWarmStart(engine);
    if (hasBatches) ceBatchedJointsSolve(engine, &substep, true);
    for (int i = 0; i < group.jointCount; i++) ceJointSolve(solver, solver->joints + group.joints[i], &substep, true);
    ceContactsSolve(engine, h, true);
    ceIntegrateGroup(engine, &group, ceIntegratePositions, damping, h, false);
    for (int i = 0; i < group.kinematicCount; i++) cePlaceKinematic(solver->bodies + group.kinematics[i], n * h);
    if (hasBatches) ceBatchedJointsSolve(engine, &substep, false);
    for (int i = 0; i < group.jointCount; i++) {
      ceJoint *joint = solver->joints + group.joints[i];
      ceJointSolve(solver, joint, &substep, false);
      joint->sum = cpvadd(joint->sum, joint->impulse);
    }
    ceContactsSolve(engine, h, false);
  }
  for (int i = 0; i < group.jointCount; i++) ceJointStore(solver->joints + group.joints[i]);
  if (hasBatches) ceBatchedJointsStore(engine);
  ceContactsStore(engine, &group, substeps);
  for (int i = 0; i < group.kinematicCount; i++) cePlaceKinematic(solver->bodies + group.kinematics[i], 0);
}

// MARK: The step

// The largest relative acceleration of two bodies: gravity is the same for those that move, and none for the others.
static cpFloat ceRelativeAcceleration(const ceSubsteps *solver, cpVect gravity) {
  ceAssert(solver->bodyCount <= solver->bodyCapacity);
  cpFloat own = 0;
  for (int i = 0; i < solver->bodyCount; i++) {
    const ceStepBody *body = solver->bodies + i;
    if (body->massInverse > 0) own = cpfmax(own, cpvdist(body->acceleration, gravity));
  }
  return cpfmax(cpvlength(gravity) + own, 2 * own);
}

typedef struct ceElasticity {
  ceSubsteps *solver;
  cpFloat bounceSpeed;
} ceElasticity;

static void ceFindElastic(void *context, int from, int to) {
  const ceElasticity *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->contactCount);
  for (int i = from; i < to; i++) {
    ceContact *contact = of->solver->contacts + i;
    contact->isElastic = ceContactIsElastic(of->solver, contact, of->bounceSpeed);
  }
}

static void ceEndRange(void *context, int from, int to) {
  const ceSubsteps *solver = context;
  ceAssert(from >= 0 && from <= to && to <= solver->bodyCount);
  for (int i = from; i < to; i++) {
    ceStepBody *body = solver->bodies + i;
    if (body->substepCount == 0) continue;
    cePublishEnd(body);
    body->body->f = cpvzero, body->body->t = 0;
  }
}

// Moves a kinematic body, and clears the forces of a body that the solver does not move.
static void ceEndNondynamic(cpBody *body, cpFloat timeStep) {
  ceAssert(body->space && timeStep > 0);
  if (body->sleeping.idleTime != INFINITY) {
    // The library's function would round as the library was compiled.
    if (body->position_func == cpBodyUpdatePosition) ceBodyUpdatePosition(body, timeStep);
    else body->position_func(body, timeStep);
  }
  body->f = cpvzero, body->t = 0;
}

void ceSubstepsSolve(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  ceSubsteps *solver = &engine->substeps;
  ceLoad(engine);
  cpFloat bounceSpeed = 2 * cpvlength(engine->space.gravity) * timeStep;
  ceElasticity elasticity = {solver, bounceSpeed};
  ceShareWork(&engine->workers, solver->contactCount, 128, ceFindElastic, &elasticity);
  for (int i = 0; i < solver->contactCount; i++) {
    const ceContact *contact = solver->contacts + i;
    if (!contact->isElastic) solver->bodies[contact->a].isFree = solver->bodies[contact->b].isFree = false;
  }
  ceCountSubsteps(engine, cpvlength(engine->space.gravity), timeStep);
  cpFloat acceleration = ceRelativeAcceleration(solver, engine->space.gravity);
  bool isUsed[ceMaxSubsteps + 1] = {false};
  for (int i = 0; i < solver->bodyCount; i++) isUsed[solver->bodies[i].substepCount] = true;
  for (int n = 1; n <= ceMaxSubsteps; n++) {
    if (isUsed[n]) ceSolveGroup(engine, n, timeStep, bounceSpeed, acceleration);
  }
  ceShareWork(&engine->workers, solver->bodyCount, 64, ceEndRange, solver);
  for (int i = 0; isUsed[0] && i < solver->bodyCount; i++) {
    if (solver->bodies[i].substepCount == 0) ceEndNondynamic(solver->bodies[i].body, timeStep);
  }
}

cpVect ceAccelerationInto(const ceSubsteps *solver, const cpBody *body, cpVect n) {
  ceAssert(body->space);
  int known = ceKnownIndex(solver, body);
  if (known < 0) return cpvzero;
  const ceStepBody *of = solver->bodies + known;
  return of->isFree ? of->acceleration : cpvmult(n, cpfmax(cpvdot(of->acceleration, n), 0));
}

void ceSubstepsFree(ceSubsteps *substeps) {
  ceAssert(substeps->bodyCount <= substeps->bodyCapacity && substeps->contactCount <= substeps->contactCapacity);
  free(substeps->bodies), free(substeps->islandBodies), free(substeps->motions);
  free(substeps->contacts), free(substeps->batches), free(substeps->contactColoring.lanes);
  free(substeps->joints), free(substeps->pivots), free(substeps->pivotColoring.lanes);
  free(substeps->angulars), free(substeps->angularColoring.lanes);
  free(substeps->indexes), free(substeps->turning);
  ceBouncesFree(&substeps->bounces);
  *substeps = (ceSubsteps){.fixedCount = substeps->fixedCount};
}
