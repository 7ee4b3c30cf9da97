// The step of a space with a grid. It does the same as cpSpaceStep, in the same order and with the same functions,
// except for those that round differently on different machines: sine and cosine in the position update, pow in the
// coefficients of contacts, joints and damping, and exp in springs. solver.h solves the contacts.

#include "arbiters.h"
#include "contacts.h"

// A constraint's preStep. Joints raise their error bias to a power: for the call, we replace it with a base whose power
// is the same in all libraries. For springs, we replace a coefficient that they use later.
static inline void CChipmunkPreStep(cpConstraint *constraint, cpFloat timeStep, struct CChipmunkPowers *powers) {
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
    constraint->errorBias = CChipmunkFindPower(powers, bias, timeStep)->steady;
    constraint->klass->preStep(constraint, timeStep);
    constraint->errorBias = bias;
  }
}

static inline void CChipmunkPlaceMoved(const struct CChipmunkGrid *grid) {
  for (uint32_t slot = 0; slot < grid->used; slot++) {
    if (slot + 8 < grid->used) CChipmunkFetch(grid->shapes[slot + 8], 8);
    if (grid->shapes[slot]) CChipmunkPlaceShape(grid->shapes[slot]);
  }
}

static inline void CChipmunkFindContacts(cpSpace *space, cpFloat timeStep) {
  CChipmunkForgetSolved(space);
  cpSpaceLock(space);
  for (int i = 0; i < space->dynamicBodies->num; i++) {
    cpBody *body = space->dynamicBodies->arr[i];
    if (body->position_func == cpBodyUpdatePosition) CChipmunkMove(body, timeStep);
    else body->position_func(body, timeStep);
  }
  cpSpacePushFreshContactBuffer(space);
  CChipmunkPlaceMoved((struct CChipmunkGrid *)space->dynamicShapes);
  cpSpatialIndexReindexQuery(space->dynamicShapes, (cpSpatialIndexQueryFunc)CChipmunkCollideShapes, space);
  cpSpaceUnlock(space, cpFalse);
}

static inline void CChipmunkSolveByLibrary(const cpSpace *space, cpFloat timeStep, cpFloat ratio) {
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

static inline void CChipmunkSolve(cpSpace *space, cpFloat timeStep, cpFloat timeStepBefore) {
  struct CChipmunkPowers *powers = &((struct CChipmunkGrid *)space->staticShapes)->powers;
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)space->dynamicShapes;
  struct CChipmunkSolver *solver = &grid->solver;
  const cpArray *arbiters = space->arbiters, *constraints = space->constraints, *bodies = space->dynamicBodies;
  cpSpaceLock(space);
  CChipmunkFilterCache(space);
  cpFloat slop = space->collisionSlop, bias = 1 - CChipmunkFindPower(powers, space->collisionBias, timeStep)->power;
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
    CChipmunkPreStep(constraint, timeStep, powers);
  }
  cpFloat damping = CChipmunkFindPower(powers, space->damping, timeStep)->power;
  cpVect gravity = space->gravity;
  for (int i = 0; i < bodies->num; i++) {
    cpBody *body = bodies->arr[i];
    body->velocity_func(body, gravity, damping, timeStep);
  }
  cpFloat ratio = timeStepBefore == 0 ? 0 : timeStep / timeStepBefore;
  if (arbiters->num >= solver->fewest) CChipmunkSolverSolve(solver, space, timeStep, ratio);
  else CChipmunkSolveByLibrary(space, timeStep, ratio);
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

// cpSpaceStep in a space with a grid, without the contacts at which the library would abort.
static inline void CChipmunkStepGrid(cpSpace *space, cpFloat timeStep) {
  (void)&cpMessage;
  CChipmunkForgetEnded(space);
  cpFloat timeStepBefore = space->curr_dt;
  space->stamp++;
  space->curr_dt = timeStep;
  CChipmunkFindContacts(space, timeStep);
  CChipmunkProcessComponents(space, timeStep);
  CChipmunkSolve(space, timeStep, timeStepBefore);
  CChipmunkForgetEnded(space);
}
