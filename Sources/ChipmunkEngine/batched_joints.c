// Joints that are solved in batches: pivots, rotary limits and motors like all others of their kind. joints.c has the
// equations, and solves the rest one by one.

#include "engine.h"
#include "substeps.h"

// MARK: Preparing

static void ceAssign(ceSubsteps *solver, const int *indexes, int count, ceColoring *coloring, bool isAngular) {
  ceAssert(count >= 0 && coloring);
  ceColoringBegin(coloring);
  for (int i = 0; i < count; i++) {
    ceJoint *joint = solver->joints + indexes[i];
    ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
    ceAssert(joint->isBatched && (a->massInverse > 0 || b->massInverse > 0));
    uint64_t *ofA = isAngular ? &a->angularColors : &a->pivotColors;
    uint64_t *ofB = isAngular ? &b->angularColors : &b->pivotColors;
    joint->color = ceColoringAdd(coloring, a->massInverse > 0 ? ofA : NULL, b->massInverse > 0 ? ofB : NULL);
  }
  ceColoringLayOut(coloring);
  for (int i = 0; i < count; i++) {
    ceJoint *joint = solver->joints + indexes[i];
    joint->place = ceColoringPlace(coloring, joint->color, indexes[i]);
  }
}

static void cePreparePivot(const ceSubsteps *solver, const ceJoint *joint, cePivotBatch *batch, int lane) {
  ceAssert(joint->kind == cePivot && lane >= 0 && lane < ceWidth);
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpVect armA = ceRotate(joint->localA, a->rotation), armB = ceRotate(joint->localB, b->rotation);
  cpVect between = cpvsub(b->p, a->p);
  batch->startAX[lane] = armA.x, batch->startAY[lane] = armA.y;
  batch->startBX[lane] = armB.x, batch->startBY[lane] = armB.y;
  batch->betweenX[lane] = between.x, batch->betweenY[lane] = between.y;
  batch->impulseX[lane] = joint->impulse.x, batch->impulseY[lane] = joint->impulse.y;
}

static void cePrepareAngular(
    const ceSubsteps *solver, const ceJoint *joint, cpFloat h, ceAngularBatch *batch, int lane) {
  ceAssert((joint->kind == ceMotor || joint->kind == ceRotaryLimit) && lane >= 0 && lane < ceWidth && h > 0);
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpFloat k = a->inertiaInverse + b->inertiaInverse;
  batch->mass[lane] = k > 0 ? 1 / k : 0, batch->greatest[lane] = joint->constraint->maxForce * h;
  batch->impulse[lane] = joint->impulse.x;
  if (joint->kind == ceMotor) {
    batch->rate[lane] = ((const cpSimpleMotor *)joint->constraint)->rate;
    return;
  }
  const cpRotaryLimitJoint *limit = (const cpRotaryLimitJoint *)joint->constraint;
  batch->isLimit[lane] = -1;
  batch->startAngle[lane] = b->angle - a->angle, batch->min[lane] = limit->min, batch->max[lane] = limit->max;
}

typedef struct ceJointWork {
  ceSubsteps *solver;
  const ceGroup *group;
  const ceSubstep *substep;
  // NULL for a rigid solution.
  const ceSoftness *soft;
} ceJointWork;

static void ceClearPivots(const ceSubsteps *solver, int i) {
  ceAssert(i >= 0 && i < solver->pivotColoring.batchCount);
  memset(solver->pivots + i, 0, sizeof *solver->pivots);
  ceBatchPairsClear(solver, i, &solver->pivots[i].pairs);
}

static void ceClearAngulars(const ceSubsteps *solver, int i) {
  ceAssert(i >= 0 && i < solver->angularColoring.batchCount);
  memset(solver->angulars + i, 0, sizeof *solver->angulars);
  ceBatchPairsClear(solver, i, &solver->angulars[i].pairs);
}

static void cePrepareJoint(const ceJointWork *of, int index) {
  ceAssert(index >= 0 && index < of->solver->jointCount);
  ceJoint *joint = of->solver->joints + index;
  int batch = joint->place / ceWidth, lane = joint->place % ceWidth;
  bool isPivot = joint->kind == cePivot;
  ceBatchPairs *pairs = isPivot ? &of->solver->pivots[batch].pairs : &of->solver->angulars[batch].pairs;
  ceBatchPairsSet(of->solver, pairs, lane, joint->a, joint->b);
  ceJointPrepare(joint, of->substep->count);
  if (isPivot) cePreparePivot(of->solver, joint, of->solver->pivots + batch, lane);
  else cePrepareAngular(of->solver, joint, of->substep->h, of->solver->angulars + batch, lane);
}

// Prepare batches on one of several threads, since writing a lane may write its whole vector.
static void cePreparePivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  const int *lanes = of->solver->pivotColoring.lanes;
  ceAssert(from >= 0 && from <= to && to <= of->solver->pivotColoring.batchCount);
  for (int i = from; i < to; i++) ceClearPivots(of->solver, i);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    if (lanes[i] >= 0) cePrepareJoint(of, lanes[i]);
  }
}

static void cePrepareAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  const int *lanes = of->solver->angularColoring.lanes;
  ceAssert(from >= 0 && from <= to && to <= of->solver->angularColoring.batchCount);
  for (int i = from; i < to; i++) ceClearAngulars(of->solver, i);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    if (lanes[i] >= 0) cePrepareJoint(of, lanes[i]);
  }
}

// Prepares all batches in the order of the joints, which is mostly that of their memory.
static void cePrepareInOrder(const ceJointWork *of) {
  const ceSubsteps *solver = of->solver;
  ceAssert(of->group->pivotCount + of->group->angularCount <= solver->jointCount);
  for (int i = 0; i < solver->pivotColoring.batchCount; i++) ceClearPivots(solver, i);
  for (int i = 0; i < solver->angularColoring.batchCount; i++) ceClearAngulars(solver, i);
  for (int i = 0; i < of->group->pivotCount; i++) cePrepareJoint(of, of->group->pivots[i]);
  for (int i = 0; i < of->group->angularCount; i++) cePrepareJoint(of, of->group->angulars[i]);
}

#if CE_ASSERTIONS
static bool ceAreDisjoint(const ceSubsteps *solver) {
  bool areDisjoint = true;
  for (int i = 0; i < solver->pivotColoring.batchCount; i++) {
    areDisjoint &= ceBatchPairsAreDisjoint(solver, i, &solver->pivots[i].pairs);
  }
  for (int i = 0; i < solver->angularColoring.batchCount; i++) {
    areDisjoint &= ceBatchPairsAreDisjoint(solver, i, &solver->angulars[i].pairs);
  }
  return areDisjoint;
}
#endif

void ceBatchedJointsPrepare(ceEngine *engine, const ceGroup *group, const ceSubstep *substep) {
  ceAssert(substep->count > 0 && substep->h > 0);
  ceSubsteps *solver = &engine->substeps;
  ceColoring *pivots = &solver->pivotColoring, *angulars = &solver->angularColoring;
  ceAssign(solver, group->pivots, group->pivotCount, pivots, false);
  ceAssign(solver, group->angulars, group->angularCount, angulars, true);
  solver->pivots = ceRenewAligned(
      solver->pivots, pivots->batchCount, &solver->pivotCapacity, sizeof *solver->pivots);
  solver->angulars = ceRenewAligned(
      solver->angulars, angulars->batchCount, &solver->angularCapacity, sizeof *solver->angulars);
  ceJointWork work = {solver, group, substep, NULL};
  if (engine->workers.count == 1) {
    cePrepareInOrder(&work);
  } else {
    ceShareWork(&engine->workers, pivots->batchCount, 16, cePreparePivotRange, &work);
    ceShareWork(&engine->workers, angulars->batchCount, 16, cePrepareAngularRange, &work);
  }
  ceAssert(ceAreDisjoint(solver));
}

// MARK: Solving

// Finds the angles of limits where the bodies are by now.
static void ceFindAngles(const ceSubsteps *solver, ceAngularBatch *batch) {
  for (int lane = 0; lane < ceWidth; lane++) {
    if (!batch->isLimit[lane]) continue;
    const ceStepBody *a = solver->bodies + (batch->pairs.a[lane] - ceFirstMotion);
    const ceStepBody *b = solver->bodies + (batch->pairs.b[lane] - ceFirstMotion);
    ceAssert(a >= solver->bodies && b >= solver->bodies && a != b);
    batch->angle[lane] = batch->startAngle[lane] + (b->angleMoved - a->angleMoved);
  }
}

static void ceBeginPivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->pivotColoring.batchCount);
  cePivotBatchesBegin(
      of->solver->pivots + from, to - from, of->solver->motions, of->substep->joint.biasRate, of->substep->h);
}

static void ceBeginAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->angularColoring.batchCount);
  for (int i = from; i < to; i++) ceFindAngles(of->solver, of->solver->angulars + i);
  ceAngularBatchesBegin(of->solver->angulars + from, to - from, of->substep->joint.biasRate);
}

static void ceWarmStartPivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->pivotColoring.batchCount);
  cePivotBatchesWarmStart(of->solver->pivots + from, to - from, of->solver->motions);
}

static void ceWarmStartAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->angularColoring.batchCount);
  ceAngularBatchesWarmStart(of->solver->angulars + from, to - from, of->solver->motions);
}

static void ceSolvePivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->pivotColoring.batchCount);
  cePivotBatchesSolve(of->solver->pivots + from, to - from, of->solver->motions, of->soft);
}

static void ceSolveAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->angularColoring.batchCount);
  for (int i = from; !of->soft && i < to; i++) ceFindAngles(of->solver, of->solver->angulars + i);
  ceAngularBatchesSolve(of->solver->angulars + from, to - from, of->solver->motions, of->soft);
}

void ceBatchedJointsBegin(ceEngine *engine, const ceSubstep *substep) {
  ceAssert(substep->h > 0);
  ceSubsteps *solver = &engine->substeps;
  ceJointWork work = {solver, NULL, substep, NULL};
  ceShareWork(&engine->workers, solver->pivotColoring.batchCount, 16, ceBeginPivotRange, &work);
  ceShareWork(&engine->workers, solver->angularColoring.batchCount, 16, ceBeginAngularRange, &work);
}

void ceBatchedJointsWarmStart(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  ceJointWork work = {.solver = solver};
  ceShareColors(&engine->workers, &solver->pivotColoring, ceWarmStartPivotRange, &work);
  ceShareColors(&engine->workers, &solver->angularColoring, ceWarmStartAngularRange, &work);
}

void ceBatchedJointsSolve(ceEngine *engine, const ceSubstep *substep, bool isSoft) {
  ceAssert(substep->h > 0);
  ceSubsteps *solver = &engine->substeps;
  ceJointWork work = {solver, NULL, substep, isSoft ? &substep->joint : NULL};
  ceShareColors(&engine->workers, &solver->pivotColoring, ceSolvePivotRange, &work);
  ceShareColors(&engine->workers, &solver->angularColoring, ceSolveAngularRange, &work);
}

// MARK: Storing

static void ceStorePivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->group->pivotCount);
  for (int i = from; i < to; i++) {
    ceJoint *joint = of->solver->joints + of->group->pivots[i];
    const cePivotBatch *batch = of->solver->pivots + joint->place / ceWidth;
    int lane = joint->place % ceWidth;
    joint->sum = cpv(batch->sumX[lane], batch->sumY[lane]);
    ceJointStore(joint);
  }
}

static void ceStoreAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->group->angularCount);
  for (int i = from; i < to; i++) {
    ceJoint *joint = of->solver->joints + of->group->angulars[i];
    joint->sum.x = of->solver->angulars[joint->place / ceWidth].sum[joint->place % ceWidth];
    ceJointStore(joint);
  }
}

void ceBatchedJointsStore(ceEngine *engine, const ceGroup *group) {
  ceAssert(group->pivotCount + group->angularCount <= engine->substeps.jointCount);
  ceJointWork work = {&engine->substeps, group, NULL, NULL};
  ceShareWork(&engine->workers, group->pivotCount, 64, ceStorePivotRange, &work);
  ceShareWork(&engine->workers, group->angularCount, 64, ceStoreAngularRange, &work);
}
