#include "substeps.h"

#include "engine.h"

void ceReserveIndexes(ceSubsteps *solver, size_t count) {
  if (count <= (size_t)solver->indexCapacity) return;
  solver->indexCapacity = (int)(count + count / 2);
  solver->indexes = ceGrow(solver->indexes, (size_t)solver->indexCapacity, sizeof *solver->indexes);
}

// MARK: Loading

static int ceLoadBody(ceSubsteps *solver, cpBody *body, cpVect gravity) {
  solver->bodies = ceReserve(solver->bodies, solver->bodyCount, &solver->bodyCapacity, sizeof *solver->bodies);
  int i = solver->bodyCount++;
  cpVect rotation = cpv(body->transform.a, body->transform.b);
  solver->bodies[i] = (ceStepBody){
      .body = body, .p = body->p, .v = body->v, .rotation = rotation, .angle = body->a, .w = body->w,
      .massInverse = body->m_inv, .inertiaInverse = body->i_inv, .isFree = true, .parent = i};
  if (body->m_inv > 0) {
    solver->bodies[i].acceleration = cpvadd(gravity, cpvmult(body->f, body->m_inv));
    solver->bodies[i].angularAcceleration = body->t * body->i_inv;
  }
  ((ceBody *)body)->solverIndex = (uint32_t)i;
  return i;
}

// The solver's number of a body. Static bodies get one when something touches them.
static int ceIndexOf(ceSubsteps *solver, cpBody *body) {
  uint32_t known = ((ceBody *)body)->solverIndex;
  if (known < (uint32_t)solver->bodyCount && solver->bodies[known].body == body) return (int)known;
  int i = ceLoadBody(solver, body, cpvzero);
  // It does not move, even if it has a velocity.
  solver->bodies[i].v = cpvzero, solver->bodies[i].w = 0;
  solver->bodies[i].massInverse = solver->bodies[i].inertiaInverse = 0;
  return i;
}

static cpFloat ceExtentOf(const cpShape *shape) {
  const ceBody *body = (const ceBody *)shape->body;
  return shape->body->m_inv > 0 ? body->minExtent : INFINITY;
}

cpFloat cePairExtent(const cpShape *a, const cpShape *b) {
  cpFloat extent = cpfmin(ceExtentOf(a), ceExtentOf(b));
  return extent < INFINITY ? extent : 0;
}

static void ceLoadContact(ceSubsteps *solver, cpArbiter *arbiter) {
  solver->contacts =
      ceReserve(solver->contacts, solver->contactCount, &solver->contactCapacity, sizeof *solver->contacts);
  const ceArbiter *of = (const ceArbiter *)arbiter;
  ceContact *contact = solver->contacts + solver->contactCount++;
  cpVect t = cpvperp(arbiter->n);
  *contact = (ceContact){
      .arbiter = arbiter, .a = ceIndexOf(solver, arbiter->body_a), .b = ceIndexOf(solver, arbiter->body_b),
      .count = arbiter->count, .normal = arbiter->n, .friction = arbiter->u, .elasticity = arbiter->e,
      .surfaceSpeed = cpvdot(arbiter->surface_vr, t), .extent = cePairExtent(arbiter->a, arbiter->b),
      .rollingImpulse = of->rollingImpulse};
  for (int i = 0; i < arbiter->count; i++) {
    const struct cpContact *point = arbiter->contacts + i;
    const ceStepBody *a = solver->bodies + contact->a, *b = solver->bodies + contact->b;
    // A handler may have changed the points.
    contact->points[i] = (ceContactPoint){
        .onA = ceUnrotate(point->r1, a->rotation), .onB = ceUnrotate(point->r2, b->rotation),
        .normalImpulse = of->manifold.points[i].normalImpulse,
        .tangentImpulse = of->manifold.points[i].tangentImpulse};
  }
}

static void ceLoad(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  const cpSpace *space = &engine->space;
  solver->bodyCount = solver->contactCount = solver->jointCount = 0;
  for (int i = 0; i < space->dynamicBodies->num; i++) ceLoadBody(solver, space->dynamicBodies->arr[i], space->gravity);
  for (int i = 0; i < space->arbiters->num; i++) ceLoadContact(solver, space->arbiters->arr[i]);
  for (int i = 0; i < space->constraints->num; i++) {
    cpConstraint *constraint = space->constraints->arr[i];
    if (!(constraint->a->m_inv > 0) && !(constraint->b->m_inv > 0)) continue;
    solver->joints = ceReserve(solver->joints, solver->jointCount, &solver->jointCapacity, sizeof *solver->joints);
    ceJoint *joint = solver->joints + solver->jointCount++;
    *joint = (ceJoint){constraint, ceIndexOf(solver, constraint->a), ceIndexOf(solver, constraint->b), cpvzero};
    solver->bodies[joint->a].isFree = solver->bodies[joint->b].isFree = false;
  }
}

// MARK: Integration

static void ceTurn(ceStepBody *body, cpFloat by) {
  if (by == 0) return;
  body->angle += by;
  CMathSineCosine(body->angle, &body->rotation.y, &body->rotation.x);
}

static void cePublish(const ceStepBody *of) {
  cpBody *body = of->body;
  body->p = of->p, body->v = of->v, body->a = of->angle, body->w = of->w;
  ceBodySetTransform(body, of->rotation);
}

// Publishes the end of a step. A body that has left all bounds stays where it was; its velocity, which is no number then,
// tells the caller.
static void cePublishEnd(const ceStepBody *of) {
  cpFloat squares = of->p.x * of->p.x + of->p.y * of->p.y + of->angle * of->angle + of->v.x * of->v.x +
                    of->v.y * of->v.y + of->w * of->w;
  // Written so that NaN fails the test.
  if (squares < 1e30) return cePublish(of);
  of->body->v = cpv(NAN, NAN);
}

static void ceIntegrateVelocity(ceStepBody *body, const cpSpace *space, cpFloat damping, cpFloat h) {
  if (body->body->velocity_func == cpBodyUpdateVelocity) {
    body->v = cpvadd(cpvmult(body->v, damping), cpvmult(body->acceleration, h));
    body->w = body->w * damping + body->angularAcceleration * h;
    return;
  }
  // A caller's function works on the library's body, and may clear its forces.
  cpBody *of = body->body;
  cpVect force = of->f;
  cpFloat torque = of->t;
  cePublish(body);
  of->velocity_func(of, space->gravity, damping, h);
  of->f = force, of->t = torque;
  body->v = of->v, body->w = of->w;
}

static void ceIntegratePosition(ceStepBody *body, cpFloat h) {
  cpBody *of = body->body;
  if (of->position_func != cpBodyUpdatePosition) {
    cePublish(body);
    of->position_func(of, h);
    body->p = of->p, body->angle = of->a, body->rotation = cpv(of->transform.a, of->transform.b);
    return;
  }
  body->p = cpvadd(body->p, cpvmult(body->v, h));
  // The mean of the velocities before and after a constant acceleration is exact.
  if (body->isFree) body->p = cpvsub(body->p, cpvmult(body->acceleration, 0.5 * h * h));
  ceTurn(body, body->w * h);
}

// Places a kinematic body where it is after a time.
static void cePlaceKinematic(ceStepBody *body, cpFloat time) {
  const cpBody *of = body->body;
  body->p = cpvadd(of->p, cpvmult(body->v, time));
  body->angle = of->a, body->rotation = cpv(of->transform.a, of->transform.b);
  ceTurn(body, body->w * time);
}

// MARK: Substeps

// The bodies, contacts and joints of islands with the same number of substeps, as indexes.
typedef struct ceGroup {
  int *bodies, *kinematics, *contacts, *bouncing, *joints;
  int bodyCount, kinematicCount, contactCount, bouncingCount, jointCount;
} ceGroup;

static bool ceIsIn(const ceSubsteps *solver, int a, int b, int substeps) {
  return solver->bodies[a].substepCount == substeps || solver->bodies[b].substepCount == substeps;
}

static ceGroup ceFindGroup(ceSubsteps *solver, int substeps) {
  ceReserveIndexes(solver, 2 * (size_t)solver->bodyCount + 2 * (size_t)solver->contactCount + (size_t)solver->jointCount);
  ceGroup group = {.bodies = solver->indexes};
  group.kinematics = group.bodies + solver->bodyCount, group.contacts = group.kinematics + solver->bodyCount;
  group.bouncing = group.contacts + solver->contactCount, group.joints = group.bouncing + solver->contactCount;
  for (int i = 0; i < solver->bodyCount; i++) {
    const ceStepBody *body = solver->bodies + i;
    if (body->substepCount == substeps) group.bodies[group.bodyCount++] = i;
    else if (body->massInverse == 0 && (body->w != 0 || body->v.x != 0 || body->v.y != 0)) {
      group.kinematics[group.kinematicCount++] = i;
    }
  }
  for (int i = 0; i < solver->contactCount; i++) {
    const ceContact *contact = solver->contacts + i;
    if (!ceIsIn(solver, contact->a, contact->b, substeps)) continue;
    group.contacts[group.contactCount++] = i;
    if (contact->elasticity > 0) group.bouncing[group.bouncingCount++] = i;
  }
  for (int i = 0; i < solver->jointCount; i++) {
    if (ceIsIn(solver, solver->joints[i].a, solver->joints[i].b, substeps)) group.joints[group.jointCount++] = i;
  }
  return group;
}

// The stiffest springs that stay stable: an angular frequency of 2 pi / 6 h for contacts, twice that against what does not
// move, and 2 pi / 8 h for joints.
static const cpFloat ceContactFrequency = 0.16, ceJointFrequency = 0.12;
static const cpFloat ceContactDamping = 10, ceJointDamping = 5;

static ceSoftness ceSoftnessOf(cpFloat frequency, cpFloat damping, cpFloat h) {
  cpFloat w = 2 * CP_PI * frequency / h, a = 2 * damping + h * w, s = 1 / (1 + h * w * a);
  return (ceSoftness){w / a, 1 - s, s};
}

static void ceSolveGroup(ceEngine *engine, int substeps, cpFloat timeStep, cpFloat bounceSpeed) {
  ceSubsteps *solver = &engine->substeps;
  const cpSpace *space = &engine->space;
  ceGroup group = ceFindGroup(solver, substeps);
  cpFloat h = timeStep / substeps, damping = ceDampingFind(&engine->damping, space->damping, h)->power;
  ceSubstep substep = {
      h, ceSoftnessOf(ceContactFrequency, ceContactDamping, h), ceSoftnessOf(2 * ceContactFrequency, ceContactDamping, h),
      ceSoftnessOf(ceJointFrequency, ceJointDamping, h), bounceSpeed};
  for (int i = 0; i < group.contactCount; i++) {
    ceContact *contact = solver->contacts + group.contacts[i];
    for (int k = 0; k < contact->count; k++) {
      contact->points[k].normalImpulse /= substeps, contact->points[k].tangentImpulse /= substeps;
    }
    contact->rollingImpulse /= substeps;
  }
  for (int i = 0; i < group.jointCount; i++) ceJointPrepare(solver->joints + group.joints[i], substeps);
  for (int n = 1; n <= substeps; n++) {
    if (group.bouncingCount > 0) ceContactsBounce(solver, group.bouncing, group.bouncingCount, &substep);
    for (int i = 0; i < group.bodyCount; i++) ceIntegrateVelocity(solver->bodies + group.bodies[i], space, damping, h);
    for (int i = 0; i < group.jointCount; i++) ceJointWarmStart(solver, solver->joints + group.joints[i]);
    for (int i = 0; i < group.contactCount; i++) ceContactWarmStart(solver, solver->contacts + group.contacts[i]);
    for (int i = 0; i < group.jointCount; i++) ceJointSolve(solver, solver->joints + group.joints[i], &substep, true);
    for (int i = 0; i < group.contactCount; i++) {
      ceContactSolve(solver, solver->contacts + group.contacts[i], &substep, true);
    }
    for (int i = 0; i < group.bodyCount; i++) ceIntegratePosition(solver->bodies + group.bodies[i], h);
    for (int i = 0; i < group.kinematicCount; i++) cePlaceKinematic(solver->bodies + group.kinematics[i], n * h);
    for (int i = 0; i < group.jointCount; i++) ceJointSolve(solver, solver->joints + group.joints[i], &substep, false);
    for (int i = 0; i < group.contactCount; i++) {
      ceContactSolve(solver, solver->contacts + group.contacts[i], &substep, false);
    }
  }
  for (int i = 0; i < group.jointCount; i++) ceJointStore(solver->joints + group.joints[i], substeps);
  for (int i = 0; i < group.kinematicCount; i++) cePlaceKinematic(solver->bodies + group.kinematics[i], 0);
}

// MARK: The step

// Stores the impulses of the step for readers, and those of the last substep for the next step.
static void ceStoreContact(const ceSubsteps *solver, const ceContact *contact) {
  ceArbiter *arbiter = (ceArbiter *)contact->arbiter;
  int a = solver->bodies[contact->a].substepCount, b = solver->bodies[contact->b].substepCount;
  cpFloat substeps = a > b ? a : b;
  for (int i = 0; i < contact->count; i++) {
    const ceContactPoint *point = contact->points + i;
    struct cpContact *of = arbiter->arbiter.contacts + i;
    of->jnAcc = point->normalSum, of->jtAcc = point->tangentSum;
    arbiter->manifold.points[i].normalImpulse = point->normalImpulse * substeps;
    arbiter->manifold.points[i].tangentImpulse = point->tangentImpulse * substeps;
  }
  arbiter->rollingImpulse = contact->rollingImpulse * substeps;
}

void ceSubstepsSolve(ceEngine *engine, cpFloat timeStep) {
  ceAssert(engine->space.locked && timeStep > 0);
  ceSubsteps *solver = &engine->substeps;
  ceLoad(engine);
  cpFloat bounceSpeed = 2 * cpvlength(engine->space.gravity) * timeStep;
  for (int i = 0; i < solver->contactCount; i++) {
    ceContact *contact = solver->contacts + i;
    ceContactPrepare(solver, contact, bounceSpeed);
    if (!contact->isElastic) solver->bodies[contact->a].isFree = solver->bodies[contact->b].isFree = false;
  }
  ceCountSubsteps(solver, cpvlength(engine->space.gravity), timeStep);
  bool isUsed[ceMaxSubsteps + 1] = {false};
  for (int i = 0; i < solver->bodyCount; i++) isUsed[solver->bodies[i].substepCount] = true;
  for (int n = 1; n <= ceMaxSubsteps; n++) {
    if (isUsed[n]) ceSolveGroup(engine, n, timeStep, bounceSpeed);
  }
  for (int i = 0; i < solver->contactCount; i++) ceStoreContact(solver, solver->contacts + i);
  for (int i = 0; i < solver->bodyCount; i++) {
    ceStepBody *body = solver->bodies + i;
    cpBody *of = body->body;
    if (body->substepCount > 0) {
      cePublishEnd(body);
    } else if (of->sleeping.idleTime != INFINITY) {
      // A kinematic body. The library's function would round as the library was compiled.
      if (of->position_func == cpBodyUpdatePosition) ceBodyUpdatePosition(of, timeStep);
      else of->position_func(of, timeStep);
    }
    of->f = cpvzero, of->t = 0;
  }
}

void ceSubstepsFree(ceSubsteps *substeps) {
  free(substeps->bodies), free(substeps->contacts), free(substeps->joints), free(substeps->indexes);
  *substeps = (ceSubsteps){.fixedCount = substeps->fixedCount};
}
