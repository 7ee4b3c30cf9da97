// The substeps of a step: loading the bodies, integrating them, and writing them back. substeps.h has the equations and
// their sources.
//
// Invariant: what is written back is within all bounds, or the body stays where it was, with a velocity that is no
// number. A body on which nothing acts follows its parabola exactly, x += h v - h² a / 2 with the new velocity v; one
// with a drag of its own follows the solution in damping.c.

#include "substeps.h"

#include "engine.h"

void ceReserveIndexes(ceSubsteps *solver, size_t count) {
  ceAssert(solver->indexCapacity >= 0 && count <= INT32_MAX / 2);
  if (count <= (size_t)solver->indexCapacity) return;
  solver->indexCapacity = (int)(count + count / 2);
  solver->indexes = ceGrow(solver->indexes, (size_t)solver->indexCapacity, sizeof *solver->indexes);
}

// MARK: Loading

// Whether a caller's function integrates a body.
static bool ceIsCalled(const cpBody *body) {
  return body->velocity_func != cpBodyUpdateVelocity || body->position_func != cpBodyUpdatePosition;
}

static void ceLoadBody(ceSubsteps *solver, int i, cpBody *body, bool isMoving) {
  ceAssert(body && i >= 0 && i < solver->bodyCapacity);
  ceStepBody *to = solver->bodies + i;
  *to = (ceStepBody){
      .body = body, .p = body->p, .rotation = ceRotationOf(body), .angle = body->a,
      .start = body->p, .startAngle = body->a, .gravityScale = 1, .minExtent = ((const ceBody *)body)->minExtent,
      .cornerExtent = ((const ceBody *)body)->cornerExtent,
      .isFree = true, .isCalled = ceIsCalled(body)};
  if (isMoving && body->m_inv > 0) {
    ceBodyResponse response = ((const ceBody *)body)->response;
    to->massInverse = body->m_inv, to->inertiaInverse = body->i_inv;
    to->gravityScale = ceGravityScaleOf(body);
    to->isDamped = response.damping != 1 || response.angularDamping != 1;
    to->isJointed = body->constraintList != NULL;
    to->acceleration = ceAccelerationOf(solver->space, body);
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
  ceLoadBody(solver, solver->bodyCount, body, false);
  return solver->bodyCount++;
}

// The same for a body that may move; -1 for others.
static int ceMovingIndex(const ceSubsteps *solver, const cpBody *body) {
  if (ceIsResting(body)) return -1;
  ceAssert(ceKnownIndex(solver, body) == (int)((const ceBody *)body)->solverIndex);
  (void)solver;
  return (int)((const ceBody *)body)->solverIndex;
}

static void ceLoadContactRange(void *context, int from, int to) {
  ceEngine *engine = context;
  ceSubsteps *solver = &engine->substeps;
  ceAssert(from >= 0 && from <= to && to <= solver->contactCount);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(engine->space.arbiters->arr[i + 8], 4);
    cpArbiter *arbiter = engine->space.arbiters->arr[i];
    // A contact of a restored space that has woken within the step was not collided.
    if (((ceArbiter *)arbiter)->extent < 0) ceArbiterMeasure((ceArbiter *)arbiter);
    bool turns = ceArbiterTurns(arbiter, engine->space.curr_dt);
    solver->contacts[i] = (ceContact){
        .arbiter = arbiter, .a = ceMovingIndex(solver, arbiter->body_a), .b = ceMovingIndex(solver, arbiter->body_b),
        .turns = turns, .mayBounce = arbiter->e > 0 || turns};
    solver->elasticPlaces[i] = 0;
  }
}

// Loads the contacts, and gives the static bodies that they touch numbers, in order.
static void ceLoadContacts(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  solver->contactCount = engine->space.arbiters->num;
  solver->contacts =
      ceRenew(solver->contacts, solver->contactCount, &solver->contactCapacity, sizeof *solver->contacts);
  solver->elasticPlaces = ceRenew(
      solver->elasticPlaces, solver->contactCount, &solver->elasticPlaceCapacity, sizeof *solver->elasticPlaces);
  ceShareWork(&engine->workers, solver->contactCount, 128, ceLoadContactRange, engine);
  for (int i = 0; i < solver->contactCount; i++) {
    ceContact *contact = solver->contacts + i;
    if (contact->a < 0) contact->a = ceIndexOf(solver, contact->arbiter->body_a);
    if (contact->b < 0) contact->b = ceIndexOf(solver, contact->arbiter->body_b);
    ceAssert(ceIsLoaded(solver, contact));
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
  ceJointAddShares(solver, joint);
  ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  a->isFree = b->isFree = false;
  if (joint->isBatched) a->isBatched = b->isBatched = true;
  else a->isJoined = b->isJoined = true;
}

// Empties the sums of shares of the bodies that move.
static void ceSharesBegin(ceSubsteps *solver, const cpSpace *space) {
  ceAssert(solver->bodyCount >= space->dynamicBodies->num);
  solver->shareCount = space->constraints->num > 0 ? space->dynamicBodies->num : 0, solver->isCrowded = false;
  if (solver->shareCount == 0) return;
  solver->shares = ceRenew(solver->shares, solver->shareCount, &solver->shareCapacity, sizeof *solver->shares);
  memset(solver->shares, 0, (size_t)solver->shareCount * sizeof *solver->shares);
}

static void ceLoadRange(void *context, int from, int to) {
  ceEngine *engine = context;
  const cpSpace *space = &engine->space;
  ceAssert(from >= 0 && from <= to && to <= space->dynamicBodies->num);
  for (int i = from; i < to; i++) {
    if (i + 8 < to) cePrefetch(space->dynamicBodies->arr[i + 8], 6);
    ceLoadBody(&engine->substeps, i, space->dynamicBodies->arr[i], true);
  }
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
    solver->colors[i] = body->massInverse > 0 ? 0 : CE_NO_COLORS;
    bool isMoving = i < engine->space.dynamicBodies->num;
    if (isMoving) body->motion->v = body->body->v, body->motion->w = body->oldW = body->body->w;
  }
}

// Gives each body its motion: those that do not move have no velocities.
static void ceLoadMotions(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  // Each batch has a motion, too; there are no more of them than contacts and joints.
  int count = ceFirstMotion + solver->bodyCount + solver->contactCount + solver->jointCount + 1;
  ceAssert(solver->bodyCount >= engine->space.dynamicBodies->num);
  solver->motions = ceRenewAligned(solver->motions, count, &solver->motionCapacity, sizeof *solver->motions);
  solver->colors = ceRenew(solver->colors, solver->bodyCount, &solver->colorCapacity, sizeof *solver->colors);
  solver->motions[ceStillMotion] = (ceMotion){.rotation = {1, 0}};
  ceShareWork(&engine->workers, solver->bodyCount, 128, ceLoadMotionRange, engine);
}

static void ceLoad(ceEngine *engine) {
  ceAssert(engine->space.locked);
  ceSubsteps *solver = &engine->substeps;
  const cpSpace *space = &engine->space;
  ceLoadMoving(engine);
  ceLoadContacts(engine);
  ceSharesBegin(solver, space);
  solver->jointCount = 0;
  for (int i = 0; i < space->constraints->num; i++) {
    cePrefetchConstraint(space->constraints, i);
    ceLoadJoint(solver, space->constraints->arr[i]);
  }
  for (int i = 0; solver->isCrowded && i < solver->jointCount; i++) ceJointFindGain(solver, solver->joints + i);
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

// Publishes the end of a step. A body that has left all bounds stays where it was; its velocity, which has left them or
// is no number then, tells the caller.
static void cePublishEnd(ceStepBody *of) {
  ceAssert(of->motion && of->substepCount > 0);
  cpVect v = of->motion->v;
  cpFloat w = of->motion->w;
  cpFloat speeds = v.x * v.x + v.y * v.y + w * w;
  // Written so that NaN fails the test.
  if (of->p.x * of->p.x + of->p.y * of->p.y + of->angle * of->angle + speeds < 1e30) return cePublish(of);
  // A caller's functions may have seen a later pose.
  ceBodySetPose(of->body, of->start, of->startAngle);
  of->body->v = speeds < 1e30 ? cpv(NAN, NAN) : v, of->body->w = w;
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

// As without a velocity function of the caller.
ceInline void ceIntegrateFreely(ceStepBody *body, cpFloat damping, cpFloat h) {
  ceAssert(damping >= 0 && h > 0);
  if (body->isDamped) return ceIntegrateDamped(body, damping, h);
  ceMotion *motion = body->motion;
  motion->v = cpvadd(cpvmult(motion->v, damping), cpvmult(body->acceleration, h));
  motion->w = motion->w * damping + body->angularAcceleration * h;
}

static void ceIntegrateVelocity(
    ceStepBody *body, const cpSpace *space, const ceSubstep *substep, bool isCalled) {
  cpFloat damping = substep->damping, h = substep->h;
  ceAssert(body->substepCount > 0 && damping >= 0 && h > 0);
  ceMotion *motion = body->motion;
  body->oldW = motion->w;
  if (!isCalled || body->body->velocity_func == cpBodyUpdateVelocity) return ceIntegrateFreely(body, damping, h);
  // A caller's function works on the library's body, and may clear its forces.
  cpBody *of = body->body;
  cePublish(body);
  ceIntegrateFreely(body, damping, h);
  cpVect force = of->f;
  cpFloat torque = of->t;
  of->velocity_func(of, space->gravity, damping, h);
  of->f = force, of->t = torque;
  // With another velocity, the body does not follow its parabola.
  if (!cpveql(of->v, motion->v)) body->isFree = false;
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
  body->p = of->p, body->angle = of->a, body->rotation = ceRotationOf(of);
}

// Places a kinematic body where it is after a time.
static void cePlaceKinematic(ceStepBody *body, cpFloat time) {
  ceAssert(body->massInverse == 0 && time >= 0);
  const cpBody *of = body->body;
  body->p = of->p, body->angle = of->a, body->rotation = ceRotationOf(of), body->angleMoved = 0;
  body->motion->moved = cpvzero, body->motion->rotation = cpv(1, 0);
  ceStepBodyMove(body, cpvmult(body->motion->v, time), body->motion->w * time);
}

// MARK: Substeps

typedef struct ceIntegration {
  ceSubsteps *solver;
  const int *bodies;
  const ceSubstep *substep;
  // Whether to call the callers' functions: never on the threads that share the work, even if one is set meanwhile.
  bool isCalled;
  // Whether bodies get the impulses of the last substep at once: all that has changed their velocities since.
  bool isWarm;
} ceIntegration;

static void ceIntegrateVelocities(void *context, int from, int to) {
  const ceIntegration *of = context;
  ceAssert(from >= 0 && from <= to && of->substep->h > 0);
  for (int i = from; i < to; i++) {
    ceStepBody *body = of->solver->bodies + of->bodies[i];
    ceMotion *motion = body->motion;
    // All that the contacts have added in the last substep.
    cpVect v = cpvsub(motion->v, body->freeV);
    cpFloat w = motion->w - body->freeW;
    ceIntegrateVelocity(body, of->solver->space, of->substep, of->isCalled);
    body->freeV = motion->v, body->freeW = motion->w;
    if (of->isWarm) motion->v = cpvadd(motion->v, v), motion->w += w;
  }
}

static void ceIntegratePositions(void *context, int from, int to) {
  const ceIntegration *of = context;
  ceAssert(from >= 0 && from <= to && of->substep->h > 0);
  for (int i = from; i < to; i++) {
    ceIntegratePosition(of->solver, of->solver->bodies + of->bodies[i], of->substep->h, of->isCalled);
  }
}

static void ceIntegrateGroup(ceSubsteps *solver, const ceGroup *group, ceWork *work, bool isWarm) {
  ceAssert(group->bodies.count >= 0 && group->called.count >= 0);
  ceIntegration bodies = {solver, group->bodies.indexes, &group->substep, false, isWarm};
  ceIntegration called = {solver, group->called.indexes, &group->substep, true, isWarm};
  ceShareWork(solver->workers, group->bodies.count, 64, work, &bodies);
  work(&called, 0, group->called.count);
}

// MARK: Joints that are solved one by one

static void cePrepareJoints(const ceSubsteps *solver, const ceList *list, int substepCount) {
  ceAssert(list->count >= 0 && list->count <= solver->jointCount);
  for (int i = 0; i < list->count; i++) ceJointPrepare(solver->joints + list->indexes[i], substepCount);
}

static void ceResetMoments(ceSubsteps *solver, const ceList *list) {
  ceAssert(list->count >= 0);
  for (int i = 0; i < list->count; i++) ceJointResetMoments(solver, solver->joints + list->indexes[i]);
}

static void ceRaiseMoments(ceSubsteps *solver, const ceList *list, cpFloat h) {
  ceAssert(list->count >= 0 && h > 0);
  for (int i = 0; i < list->count; i++) ceJointRaiseMoments(solver, solver->joints + list->indexes[i], h);
}

static void ceWarmStartJoints(ceSubsteps *solver, const ceList *list, cpFloat h) {
  ceAssert(list->count >= 0 && h > 0);
  for (int i = 0; i < list->count; i++) ceJointWarmStart(solver, solver->joints + list->indexes[i], h);
}

static void ceSolveJoints(ceSubsteps *solver, const ceList *list, const ceSubstep *substep) {
  ceAssert(list->count >= 0 && substep->h > 0);
  for (int i = 0; i < list->count; i++) ceJointSolve(solver, solver->joints + list->indexes[i], substep, true);
}

static void ceRelaxJoint(ceSubsteps *solver, ceJoint *joint, const ceSubstep *substep) {
  ceJointSolve(solver, joint, substep, false);
  joint->sum = cpvadd(joint->sum, joint->impulse);
}

static void ceRelaxJoints(ceSubsteps *solver, const ceList *list, const ceSubstep *substep) {
  ceAssert(list->count >= 0 && substep->h > 0);
  for (int i = 0; i < list->count; i++) {
    ceJoint *joint = solver->joints + list->indexes[i];
    if (!joint->isBackward) ceRelaxJoint(solver, joint, substep);
  }
  for (int i = solver->isCrowded ? list->count - 1 : -1; i >= 0; i--) {
    ceJoint *joint = solver->joints + list->indexes[i];
    if (joint->isBackward) ceRelaxJoint(solver, joint, substep);
  }
}

static void ceStoreJoints(const ceSubsteps *solver, const ceList *list) {
  ceAssert(list->count >= 0 && list->count <= solver->jointCount);
  for (int i = 0; i < list->count; i++) ceJointStore(solver->joints + list->indexes[i]);
}

// MARK: A group

void ceSolveGroup(ceSubsteps *solver, const ceGroup *group) {
  const ceSubstep *substep = &group->substep;
  const ceList *leading = &group->leading, *trailing = &group->trailing, *kinematics = &solver->kinematics;
  cpFloat h = substep->h;
  ceAssert(substep->count > 0 && substep->count <= ceMaxSubsteps && h > 0 && solver->bounceSpeed >= 0);
  ceContactsPrepare(solver, group);
  bool hasBatches = group->pivots.count + group->angulars.count > 0;
  bool hasJoints = hasBatches || leading->count + trailing->count > 0;
  if (hasBatches) ceBatchedJointsPrepare(solver, group);
  cePrepareJoints(solver, leading, substep->count), cePrepareJoints(solver, trailing, substep->count);
  for (int n = 1; n <= substep->count; n++) {
    ceContactsTurn(solver, h);
    ceContactsBounce(solver, group);
    if (hasBatches) ceBatchedJointsBegin(solver, substep);
    // Without joints, whose arms rotate, the impulses of the last substep are what it has added to the velocities.
    bool isWarm = n > 1 && !hasJoints;
    ceIntegrateGroup(solver, group, ceIntegrateVelocities, isWarm);
    if (hasBatches) ceBatchedJointsWarmStart(solver);
    ceResetMoments(solver, leading), ceResetMoments(solver, trailing);
    ceRaiseMoments(solver, leading, h), ceRaiseMoments(solver, trailing, h);
    ceWarmStartJoints(solver, leading, h), ceWarmStartJoints(solver, trailing, h);
    if (!isWarm) ceContactsWarmStart(solver);
    // The change of a force that no joint answers until the next substep pushes a body ahead of that force, which feeds
    // energy to what pulls. So springs and pins come first, and what holds a body's place and then its angle, last.
    ceSolveJoints(solver, leading, substep);
    if (hasBatches) ceBatchedJointsSolve(solver, substep, true);
    ceSolveJoints(solver, trailing, substep);
    ceContactsSolve(solver, h, true);
    ceIntegrateGroup(solver, group, ceIntegratePositions, false);
    for (int i = 0; i < kinematics->count; i++) cePlaceKinematic(solver->bodies + kinematics->indexes[i], n * h);
    ceRelaxJoints(solver, leading, substep);
    if (hasBatches) ceBatchedJointsSolve(solver, substep, false);
    ceRelaxJoints(solver, trailing, substep);
    ceContactsSolve(solver, h, false);
  }
  ceStoreJoints(solver, leading), ceStoreJoints(solver, trailing);
  if (hasBatches) ceBatchedJointsStore(solver);
  ceContactsStore(solver, group);
  for (int i = 0; i < kinematics->count; i++) cePlaceKinematic(solver->bodies + kinematics->indexes[i], 0);
}

// MARK: The step

static void ceEndRange(void *context, int from, int to) {
  const ceSubsteps *solver = context;
  ceAssert(from >= 0 && from <= to && to <= solver->bodyCount);
  for (int i = from; i < to; i++) {
    ceStepBody *body = solver->bodies + i;
    if (i + 8 < to) cePrefetch(solver->bodies[i + 8].body, 4);
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

// Adds the contacts to the lists of their bodies, unless sleeping needed these before; and chooses the numbers of
// substeps, which needs no lists. Each takes long, and is the work of one thread.
static void ceThreadAndCount(void *context, int from, int to) {
  ceEngine *engine = context;
  ceAssert(from >= 0 && from < to && to <= 2);
  if (from == 0 && engine->space.sleepTimeThreshold == INFINITY) ceThreadArbiters(&engine->space, 0);
  if (to == 2) ceCountSubsteps(engine, cpvlength(engine->space.gravity), engine->space.curr_dt);
}

void ceSubstepsSolve(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  ceSubsteps *solver = &engine->substeps;
  solver->space = &engine->space, solver->workers = &engine->workers;
  solver->bounceSpeed = 2 * cpvlength(engine->space.gravity) * timeStep;
  ceLoad(engine);
  ceShareWork(&engine->workers, 2, 1, ceThreadAndCount, engine);
  ceSolveGroups(engine, timeStep);
  ceShareWork(&engine->workers, solver->bodyCount, 64, ceEndRange, solver);
  for (int i = 0; i < solver->bodyCount && solver->restingCount > 0; i++) {
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
  for (int i = 0; i < substeps->workspaceCount; i++) ceWorkspaceFree(substeps->workspaces + i);
  free(substeps->workspaces), free(substeps->bodies), free(substeps->islands), free(substeps->islandBodies);
  free(substeps->motions), free(substeps->colors), free(substeps->contacts), free(substeps->elasticPlaces);
  free(substeps->joints), free(substeps->shares), free(substeps->groups), free(substeps->firsts);
  free(substeps->neighbors), free(substeps->indexes);
  *substeps = (ceSubsteps){.fixedCount = substeps->fixedCount};
}
