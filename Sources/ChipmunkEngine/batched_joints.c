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
  for (int i = 0; i < count; i++) ceColoringPlace(coloring, solver->joints[indexes[i]].color, indexes[i]);
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
  const ceSubstep *substep;
  // NULL for a rigid solution.
  const ceSoftness *soft;
} ceJointWork;

// Returns the joint of a lane of a batch, or NULL.
static ceJoint *ceJointOf(const ceSubsteps *solver, const ceColoring *coloring, int batch, int lane) {
  ceAssert(batch >= 0 && batch < coloring->batchCount && lane >= 0 && lane < ceWidth);
  int index = coloring->lanes[ceWidth * batch + lane];
  return index >= 0 ? solver->joints + index : NULL;
}

// Gives the lanes of a batch their bodies, and their joints the impulse of a substep.
static void cePrepareJoints(const ceJointWork *of, const ceColoring *coloring, int batch, ceBatchPairs *pairs) {
  ceBatchPairsClear(of->solver, batch, pairs);
  for (int lane = 0; lane < ceWidth; lane++) {
    ceJoint *joint = ceJointOf(of->solver, coloring, batch, lane);
    if (!joint) continue;
    ceBatchPairsSet(of->solver, pairs, lane, joint->a, joint->b);
    ceJointPrepare(joint, of->substep->count);
  }
  ceAssert(ceBatchPairsAreDisjoint(of->solver, batch, pairs));
}

static void cePreparePivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  const ceSubsteps *solver = of->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->pivotColoring.batchCount);
  for (int i = from; i < to; i++) {
    cePivotBatch *batch = solver->pivots + i;
    memset(batch, 0, sizeof *batch);
    cePrepareJoints(of, &solver->pivotColoring, i, &batch->pairs);
    for (int lane = 0; lane < ceWidth; lane++) {
      const ceJoint *joint = ceJointOf(solver, &solver->pivotColoring, i, lane);
      if (joint) cePreparePivot(solver, joint, batch, lane);
    }
  }
}

static void cePrepareAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  const ceSubsteps *solver = of->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->angularColoring.batchCount);
  for (int i = from; i < to; i++) {
    ceAngularBatch *batch = solver->angulars + i;
    memset(batch, 0, sizeof *batch);
    cePrepareJoints(of, &solver->angularColoring, i, &batch->pairs);
    for (int lane = 0; lane < ceWidth; lane++) {
      const ceJoint *joint = ceJointOf(solver, &solver->angularColoring, i, lane);
      if (joint) cePrepareAngular(solver, joint, of->substep->h, batch, lane);
    }
  }
}

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
  ceJointWork work = {solver, substep, NULL};
  ceShareWork(&engine->workers, pivots->batchCount, 16, cePreparePivotRange, &work);
  ceShareWork(&engine->workers, angulars->batchCount, 16, cePrepareAngularRange, &work);
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
  ceJointWork work = {solver, substep, NULL};
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
  ceJointWork work = {solver, substep, isSoft ? &substep->joint : NULL};
  ceShareColors(&engine->workers, &solver->pivotColoring, ceSolvePivotRange, &work);
  ceShareColors(&engine->workers, &solver->angularColoring, ceSolveAngularRange, &work);
}

// MARK: Storing

static void ceStorePivotRange(void *context, int from, int to) {
  const ceSubsteps *solver = ((const ceJointWork *)context)->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->pivotColoring.batchCount);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    int batch = i / ceWidth, lane = i % ceWidth;
    ceJoint *joint = ceJointOf(solver, &solver->pivotColoring, batch, lane);
    if (!joint) continue;
    joint->sum = cpv(solver->pivots[batch].sumX[lane], solver->pivots[batch].sumY[lane]);
    ceJointStore(joint);
  }
}

static void ceStoreAngularRange(void *context, int from, int to) {
  const ceSubsteps *solver = ((const ceJointWork *)context)->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->angularColoring.batchCount);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    int batch = i / ceWidth, lane = i % ceWidth;
    ceJoint *joint = ceJointOf(solver, &solver->angularColoring, batch, lane);
    if (!joint) continue;
    joint->sum.x = solver->angulars[batch].sum[lane];
    ceJointStore(joint);
  }
}

void ceBatchedJointsStore(ceEngine *engine) {
  ceSubsteps *solver = &engine->substeps;
  ceJointWork work = {.solver = solver};
  ceShareWork(&engine->workers, solver->pivotColoring.batchCount, 16, ceStorePivotRange, &work);
  ceShareWork(&engine->workers, solver->angularColoring.batchCount, 16, ceStoreAngularRange, &work);
}
