// How contacts and joints get lanes of batches. batches.h has the rules.

#include "batches.h"

#include "engine.h"

// MARK: Colours

static void ceClearColors(const ceSubsteps *solver, const ceList *bodies) {
  ceAssert(bodies->count >= 0 && bodies->count <= solver->bodyCount);
  for (int i = 0; i < bodies->count; i++) solver->colors[bodies->indexes[i]] = 0;
}

void ceColoringBegin(ceColoring *coloring, const ceSubsteps *solver, const ceGroup *group) {
  ceAssert(coloring->batchCount * ceWidth <= coloring->laneCapacity && coloring->colorCount <= ceColorCount);
  ceClearColors(solver, &group->bodies), ceClearColors(solver, &group->called);
  for (int color = 0; color < coloring->colorCount; color++) coloring->counts[color] = 0;
  coloring->colorCount = coloring->batchCount = 0;
}

int ceColoringAdd(ceColoring *coloring, uint64_t *a, uint64_t *b) {
  ceAssert(coloring->batchCount == 0 && a != b);
  uint64_t free = ~(*a | *b) | CE_NO_COLORS;
  int color = __builtin_ctzll(free);
  ceAssert(color == ceLastColor || !((*a | *b) >> color & 1));
  // Other groups may have contacts with a body that does not move.
  if (color < ceLastColor && !(*a & CE_NO_COLORS)) *a |= (uint64_t)1 << color;
  if (color < ceLastColor && !(*b & CE_NO_COLORS)) *b |= (uint64_t)1 << color;
  coloring->counts[color]++;
  if (color >= coloring->colorCount) coloring->colorCount = color + 1;
  return color;
}

void ceColoringLayOut(ceColoring *coloring) {
  int batches = 0;
  for (int color = 0; color < coloring->colorCount; color++) {
    int count = coloring->counts[color];
    coloring->colorStarts[color] = batches, coloring->places[color] = ceWidth * batches;
    batches += color < ceLastColor ? (count + ceWidth - 1) / ceWidth : count;
  }
  ceAssert((batches > 0) == (coloring->colorCount > 0));
  coloring->batchCount = coloring->colorStarts[coloring->colorCount] = batches;
  coloring->lanes = ceRenew(coloring->lanes, ceWidth * batches, &coloring->laneCapacity, sizeof *coloring->lanes);
  for (int lane = 0; lane < ceWidth * batches; lane++) coloring->lanes[lane] = -1;
}

int ceColoringPlace(ceColoring *coloring, int color, int index) {
  ceAssert(color >= 0 && color < coloring->colorCount && index >= 0);
  int place = coloring->places[color];
  ceAssert(place < ceWidth * coloring->colorStarts[color + 1] && coloring->lanes[place] < 0);
  coloring->places[color] += color < ceLastColor ? 1 : ceWidth;
  coloring->lanes[place] = index;
  return place;
}

typedef struct ceColorWork {
  ceWork *work;
  void *context;
  int first;
} ceColorWork;

static void ceWorkOnColor(void *context, int from, int to) {
  const ceColorWork *of = context;
  ceAssert(from >= 0 && from <= to && of->first >= 0);
  of->work(of->context, of->first + from, of->first + to);
}

void ceShareColors(ceWorkers *workers, const ceColoring *coloring, ceWork *work, void *context) {
  ceAssert(coloring->colorCount <= ceColorCount);
  ceAssert(coloring->colorStarts[coloring->colorCount] == coloring->batchCount);
  if (workers->count == 1) return work(context, 0, coloring->batchCount);
  for (int color = 0; color < coloring->colorCount; color++) {
    int first = coloring->colorStarts[color], end = coloring->colorStarts[color + 1];
    ceColorWork of = {work, context, first};
    if (color < ceLastColor) ceShareWork(workers, end - first, 16, ceWorkOnColor, &of);
    else work(context, first, end);
  }
}

typedef struct ceBatchWork {
  ceWork *work;
  void *context;
  const ceColoring *coloring;
} ceBatchWork;

// Works on the same part of each colour.
static void ceWorkOnPart(void *context, int from, int to) {
  const ceBatchWork *of = context;
  const ceColoring *coloring = of->coloring;
  ceAssert(from >= 0 && from <= to && to <= coloring->batchCount);
  for (int color = 0; color < coloring->colorCount; color++) {
    int64_t first = coloring->colorStarts[color], count = coloring->colorStarts[color + 1] - first;
    int start = (int)(first + count * from / coloring->batchCount);
    int end = (int)(first + count * to / coloring->batchCount);
    if (start < end) of->work(of->context, start, end);
  }
}

void ceShareBatches(ceWorkers *workers, const ceColoring *coloring, int least, ceWork *work, void *context) {
  ceAssert(coloring->colorStarts[coloring->colorCount] == coloring->batchCount);
  if (workers->count == 1) return work(context, 0, coloring->batchCount);
  ceBatchWork of = {work, context, coloring};
  ceShareWork(workers, coloring->batchCount, least, ceWorkOnPart, &of);
}

// MARK: Bodies

// The motion that a batch writes for bodies that do not move.
static int ceIgnoredMotion(const ceSubsteps *solver, int batch) {
  ceAssert(batch >= 0 && solver->own->ignoredMotion + batch < solver->motionCapacity);
  return solver->own->ignoredMotion + batch;
}

void ceBatchPairsClear(const ceSubsteps *solver, int batch, ceBatchPairs *pairs) {
  ceAssert(pairs && batch >= 0);
  for (int lane = 0; lane < ceWidth; lane++) {
    pairs->a[lane] = pairs->b[lane] = ceStillMotion;
    pairs->toA[lane] = pairs->toB[lane] = ceIgnoredMotion(solver, batch);
  }
}

void ceBatchPairsSet(const ceSubsteps *solver, ceBatchPairs *pairs, int lane, int a, int b) {
  ceAssert(lane >= 0 && lane < ceWidth && a != b && a < solver->bodyCount && b < solver->bodyCount);
  const ceStepBody *first = solver->bodies + a, *second = solver->bodies + b;
  pairs->a[lane] = a + ceFirstMotion, pairs->b[lane] = b + ceFirstMotion;
  if (first->massInverse > 0) pairs->toA[lane] = pairs->a[lane];
  if (second->massInverse > 0) pairs->toB[lane] = pairs->b[lane];
  pairs->inertiaInverseA[lane] = first->inertiaInverse, pairs->inertiaInverseB[lane] = second->inertiaInverse;
}

bool ceBatchPairsAreDisjoint(const ceSubsteps *solver, int batch, const ceBatchPairs *pairs) {
  ceAssert(pairs && batch >= 0);
  const int32_t *motions[] = {pairs->toA, pairs->toB};
  bool isDisjoint = true;
  for (int k = 0; k < 2 * ceWidth; k++) {
    int32_t motion = motions[k % 2][k / 2];
    for (int j = 0; j < k && motion != ceIgnoredMotion(solver, batch); j++) {
      isDisjoint &= motion != motions[j % 2][j / 2];
    }
  }
  return isDisjoint;
}
