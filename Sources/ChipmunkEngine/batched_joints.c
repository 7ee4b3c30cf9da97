// Joints that are solved in batches: pivots, rotary limits and motors like all others of their kind. joints.c has the
// equations, and solves the rest one by one.

#include "engine.h"
#include "substeps.h"

// MARK: Preparing

static void ceAssign(ceSubsteps *solver, const ceGroup *group, const ceList *list, ceColoring *coloring) {
  ceAssert(list->count >= 0 && coloring);
  ceColoringBegin(coloring, solver, group);
  for (int i = 0; i < list->count; i++) {
    ceJoint *joint = solver->joints + list->indexes[i];
    if (list == &group->angulars) cePrefetch(joint->constraint, 3);
    ceAssert(joint->isBatched && !(solver->colors[joint->a] & solver->colors[joint->b] & CE_NO_COLORS));
    joint->color = ceColoringAdd(coloring, solver->colors + joint->a, solver->colors + joint->b);
  }
  ceColoringLayOut(coloring);
  for (int i = 0; i < list->count; i++) {
    int index = list->indexes[i];
    ceColoringPlace(coloring, solver->joints[index].color, index);
  }
}

static void cePreparePivot(const ceSubsteps *solver, const ceJoint *joint, cePivotBatch *batch, int lane) {
  ceAssert(joint->kind == cePivot && lane >= 0 && lane < ceWidth);
  const ceStepBody *a = solver->bodies + joint->a, *b = solver->bodies + joint->b;
  cpVect armA = cpvrotate(joint->localA, a->rotation), armB = cpvrotate(joint->localB, b->rotation);
  cpVect between = cpvsub(b->p, a->p);
  batch->startAX[lane] = armA.x, batch->startAY[lane] = armA.y;
  batch->startBX[lane] = armB.x, batch->startBY[lane] = armB.y;
  batch->betweenX[lane] = between.x, batch->betweenY[lane] = between.y;
  batch->knee[lane] = joint->knee, batch->gain[lane] = joint->gain;
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
  ceAssert(from >= 0 && from <= to && to <= solver->own->pivotColoring.batchCount);
  for (int i = from; i < to; i++) {
    cePivotBatch *batch = solver->own->pivots + i;
    memset(batch, 0, sizeof *batch);
    batch->knee = ceAll(INFINITY);
    cePrepareJoints(of, &solver->own->pivotColoring, i, &batch->pairs);
    for (int lane = 0; lane < ceWidth; lane++) {
      const ceJoint *joint = ceJointOf(solver, &solver->own->pivotColoring, i, lane);
      if (joint) cePreparePivot(solver, joint, batch, lane);
    }
  }
}

static void cePrepareAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  const ceSubsteps *solver = of->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->own->angularColoring.batchCount);
  for (int i = from; i < to; i++) {
    ceAngularBatch *batch = solver->own->angulars + i;
    memset(batch, 0, sizeof *batch);
    cePrepareJoints(of, &solver->own->angularColoring, i, &batch->pairs);
    for (int lane = 0; lane < ceWidth; lane++) {
      const ceJoint *joint = ceJointOf(solver, &solver->own->angularColoring, i, lane);
      if (joint) cePrepareAngular(solver, joint, of->substep->h, batch, lane);
    }
  }
}

void ceBatchedJointsPrepare(ceSubsteps *solver, const ceGroup *group) {
  ceAssert(group->substep.count > 0 && group->substep.h > 0);
  ceColoring *pivots = &solver->own->pivotColoring, *angulars = &solver->own->angularColoring;
  ceAssign(solver, group, &group->pivots, pivots);
  ceAssign(solver, group, &group->angulars, angulars);
  solver->own->pivots = ceRenewAligned(
      solver->own->pivots, pivots->batchCount, &solver->own->pivotCapacity, sizeof *solver->own->pivots);
  solver->own->angulars = ceRenewAligned(
      solver->own->angulars, angulars->batchCount, &solver->own->angularCapacity, sizeof *solver->own->angulars);
  ceJointWork work = {solver, &group->substep, NULL};
  ceShareBatches(solver->workers, pivots, 16, cePreparePivotRange, &work);
  ceShareBatches(solver->workers, angulars, 16, cePrepareAngularRange, &work);
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
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->pivotColoring.batchCount);
  cePivotBatchesBegin(
      of->solver->own->pivots + from, to - from, of->solver->motions, of->substep->joint.biasRate, of->substep->h);
}

static void ceWarmStartPivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->pivotColoring.batchCount);
  cePivotBatchesWarmStart(of->solver->own->pivots + from, to - from, of->solver->motions);
}

static void ceWarmStartAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->angularColoring.batchCount);
  ceAngularBatchesWarmStart(of->solver->own->angulars + from, to - from, of->solver->motions);
}

static void ceSolvePivotRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->pivotColoring.batchCount);
  cePivotBatchesSolve(of->solver->own->pivots + from, to - from, of->solver->motions, of->soft);
}

static void ceSolveAngularRange(void *context, int from, int to) {
  const ceJointWork *of = context;
  ceAssert(from >= 0 && from <= to && to <= of->solver->own->angularColoring.batchCount);
  for (int i = from; i < to; i++) ceFindAngles(of->solver, of->solver->own->angulars + i);
  ceAngularBatchesSolve(
      of->solver->own->angulars + from, to - from, of->solver->motions, of->soft, of->substep->h);
}

void ceBatchedJointsBegin(ceSubsteps *solver, const ceSubstep *substep) {
  ceAssert(substep->h > 0);
  ceJointWork work = {solver, substep, NULL};
  ceShareBatches(solver->workers, &solver->own->pivotColoring, 16, ceBeginPivotRange, &work);
}

void ceBatchedJointsWarmStart(ceSubsteps *solver) {
  ceJointWork work = {.solver = solver};
  ceShareColors(solver->workers, &solver->own->pivotColoring, ceWarmStartPivotRange, &work);
  ceShareColors(solver->workers, &solver->own->angularColoring, ceWarmStartAngularRange, &work);
}

void ceBatchedJointsSolve(ceSubsteps *solver, const ceSubstep *substep, bool isSoft) {
  ceAssert(substep->h > 0);
  ceJointWork work = {solver, substep, isSoft ? &substep->joint : NULL};
  ceShareColors(solver->workers, &solver->own->pivotColoring, ceSolvePivotRange, &work);
  if (isSoft) work.soft = &substep->angular;
  ceShareColors(solver->workers, &solver->own->angularColoring, ceSolveAngularRange, &work);
}

// MARK: Storing

static void ceStorePivotRange(void *context, int from, int to) {
  const ceSubsteps *solver = ((const ceJointWork *)context)->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->own->pivotColoring.batchCount);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    int batch = i / ceWidth, lane = i % ceWidth;
    ceJoint *joint = ceJointOf(solver, &solver->own->pivotColoring, batch, lane);
    if (!joint) continue;
    joint->sum = cpv(solver->own->pivots[batch].sumX[lane], solver->own->pivots[batch].sumY[lane]);
    ceJointStore(joint);
  }
}

static void ceStoreAngularRange(void *context, int from, int to) {
  const ceSubsteps *solver = ((const ceJointWork *)context)->solver;
  ceAssert(from >= 0 && from <= to && to <= solver->own->angularColoring.batchCount);
  for (int i = ceWidth * from; i < ceWidth * to; i++) {
    int batch = i / ceWidth, lane = i % ceWidth;
    ceJoint *joint = ceJointOf(solver, &solver->own->angularColoring, batch, lane);
    if (!joint) continue;
    joint->sum.x = solver->own->angulars[batch].sum[lane];
    ceJointStore(joint);
  }
}

void ceBatchedJointsStore(ceSubsteps *solver) {
  ceJointWork work = {.solver = solver};
  ceShareBatches(solver->workers, &solver->own->pivotColoring, 16, ceStorePivotRange, &work);
  ceShareBatches(solver->workers, &solver->own->angularColoring, 16, ceStoreAngularRange, &work);
}
