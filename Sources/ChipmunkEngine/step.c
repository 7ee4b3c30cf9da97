// The step of a space with a grid. It does the same as cpSpaceStep, in the same order and with the same functions,
// except for those that round differently on different machines: sine and cosine in the position update, pow in the
// coefficients of contacts, joints and damping, and exp in springs. contact_solver.c solves the contacts.
//
// The integrator is the library's symplectic Euler, positions first: x += v dt, then v = v damping^dt + (g + f/m) dt.

#include "step.h"

#include "engine.h"
#include "narrow_phase.h"

// A constraint's preStep. Joints raise their error bias to a power: for the call, we replace it with a base whose power
// is the same in all libraries. For springs, we replace a coefficient that they use later.
static void cePreStepConstraint(cpConstraint *constraint, cpFloat timeStep, ceDampingCache *damping) {
  const cpBody *a = constraint->a, *b = constraint->b;
  if (cpConstraintIsDampedSpring(constraint)) {
    cpDampedSpring *spring = (cpDampedSpring *)constraint;
    constraint->klass->preStep(constraint, timeStep);
    cpFloat armA = cpvcross(spring->r1, spring->n), armB = cpvcross(spring->r2, spring->n);
    cpFloat perImpulse = (a->m_inv + a->i_inv * armA * armA) + (b->m_inv + b->i_inv * armB * armB);
    spring->v_coef = 1 - CMathExponential(-spring->damping * timeStep * perImpulse);
  } else if (cpConstraintIsDampedRotarySpring(constraint)) {
    cpDampedRotarySpring *spring = (cpDampedRotarySpring *)constraint;
    constraint->klass->preStep(constraint, timeStep);
    spring->w_coef = 1 - CMathExponential(-spring->damping * timeStep * (a->i_inv + b->i_inv));
  } else {
    cpFloat bias = constraint->errorBias;
    constraint->errorBias = ceDampingFind(damping, bias, timeStep)->steadyBase;
    constraint->klass->preStep(constraint, timeStep);
    constraint->errorBias = bias;
  }
}

static void ceFindContacts(ceEngine *engine, cpFloat timeStep) {
  cpSpace *space = &engine->space;
  ceBeginArbiters(space);
  cpSpaceLock(space);
  ceUpdatePositions(engine, timeStep);
  cpSpacePushFreshContactBuffer(space);
  ceUpdateShapes(engine);
  ceContinuousCollide(engine, ceCollideShapes, space);
  cpSpaceUnlock(space, cpFalse);
}

static void ceSolveByLibrary(const cpSpace *space, cpFloat timeStep, cpFloat ratio) {
  const cpArray *arbiters = space->arbiters;
  int count = space->constraints->num;
  cpConstraint **constraints = (cpConstraint **)space->constraints->arr;
  for (int i = 0; i < arbiters->num; i++) cpArbiterApplyCachedImpulse(arbiters->arr[i], ratio);
  for (int i = 0; i < count; i++) constraints[i]->klass->applyCachedImpulse(constraints[i], ratio);
  for (int k = 0; k < space->iterations; k++) {
    for (int i = 0; i < arbiters->num; i++) cpArbiterApplyImpulse(arbiters->arr[i]);
    for (int i = 0; i < count; i++) constraints[i]->klass->applyImpulse(constraints[i], timeStep);
  }
}

static void ceSolve(ceEngine *engine, cpFloat timeStep, cpFloat timeStepBefore) {
  cpSpace *space = &engine->space;
  const cpArray *arbiters = space->arbiters, *constraints = space->constraints, *bodies = space->dynamicBodies;
  cpSpaceLock(space);
  ceFilterCache(space);
  cpFloat slop = space->collisionSlop;
  cpFloat bias = 1 - ceDampingFind(&engine->damping, space->collisionBias, timeStep)->power;
  for (int i = 0; i < arbiters->num; i++) {
    if (i + 8 < arbiters->num) __builtin_prefetch(&((const cpArbiter *)arbiters->arr[i + 8])->body_a);
    if (i + 4 < arbiters->num) {
      const cpArbiter *coming = arbiters->arr[i + 4];
      __builtin_prefetch(&coming->body_a->m_inv), __builtin_prefetch(&coming->body_a->v);
      __builtin_prefetch(&coming->body_b->m_inv), __builtin_prefetch(&coming->body_b->v);
      __builtin_prefetch(coming->contacts);
    }
    cpArbiterPreStep(arbiters->arr[i], timeStep, slop, bias);
  }
  for (int i = 0; i < constraints->num; i++) {
    cpConstraint *constraint = constraints->arr[i];
    if (constraint->preSolve) constraint->preSolve(constraint, space);
    cePreStepConstraint(constraint, timeStep, &engine->damping);
  }
  cpFloat damping = ceDampingFind(&engine->damping, space->damping, timeStep)->power;
  cpVect gravity = space->gravity;
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    body->velocity_func(body, gravity, damping, timeStep);
  }
  cpFloat ratio = timeStepBefore == 0 ? 0 : timeStep / timeStepBefore;
  if (arbiters->num >= engine->solver.fewestPairs) ceSolverSolve(&engine->solver, space, timeStep, ratio);
  else ceSolveByLibrary(space, timeStep, ratio);
  for (int i = 0; i < constraints->num; i++) {
    cpConstraint *constraint = constraints->arr[i];
    if (constraint->postSolve) constraint->postSolve(constraint, space);
  }
  for (int i = 0; i < arbiters->num; i++) {
    cpArbiter *arbiter = arbiters->arr[i];
    arbiter->handler->postSolveFunc(arbiter, space, arbiter->handler->userData);
  }
  cpSpaceUnlock(space, cpTrue);
}

static void ceStepGrid(ceEngine *engine, cpFloat timeStep) {
  cpSpace *space = &engine->space;
  ceForgetEnded(engine);
  cpFloat timeStepBefore = space->curr_dt;
  space->stamp++;
  space->curr_dt = timeStep;
  ceFindContacts(engine, timeStep);
  ceProcessComponents(space, timeStep);
  ceSolve(engine, timeStep, timeStepBefore);
  ceForgetEnded(engine);
}

void ceSpaceStep(cpSpace *space, cpFloat timeStep, bool isContinuous) {
  ceAssert(timeStep > 0 && !space->locked);
  ceEngine *engine = ceEngineOf(space);
  if (isContinuous) ceContinuousBegin(engine, timeStep);
  if (engine->isSoft) ceStepSoft(engine, timeStep);
  else if (engine->hasGrid) ceStepGrid(engine, timeStep);
  else ceStepTree(engine, timeStep);
  ceContinuousEnd(engine);
}
