// Finds the pairs of a step in the grid, sorts them, and collides one after the other.

#include "grid.h"

static inline void CChipmunkAddPair(struct CChipmunkGrid *grid, uint32_t a, uint32_t b) {
  if (grid->pairCount == grid->pairRoom) {
    grid->pairRoom = grid->pairRoom * 2 + 64;
    grid->pairs = CChipmunkGrow(grid->pairs, grid->pairRoom, sizeof *grid->pairs);
  }
  grid->pairs[grid->pairCount++] = (struct CChipmunkPair){a, b};
}

// Adds the pairs of a moving shape with standing shapes, sorted by id.
static inline void CChipmunkAddStanding(
    struct CChipmunkGrid *grid, struct CChipmunkGrid *standing, uint32_t a, const cpBB *box) {
  uint32_t first = grid->pairCount;
  CChipmunkForEachShapeMeeting(standing, box, slot, { CChipmunkAddPair(grid, a, slot | CChipmunkStands); });
  for (uint32_t i = first + 1; i < grid->pairCount; i++) {
    struct CChipmunkPair pair = grid->pairs[i];
    cpHashValue id = standing->ids[pair.b & ~CChipmunkStands];
    uint32_t j = i;
    for (; j > first && standing->ids[grid->pairs[j - 1].b & ~CChipmunkStands] > id; j--) {
      grid->pairs[j] = grid->pairs[j - 1];
    }
    grid->pairs[j] = pair;
  }
}

// Finds the pairs of so few shapes that all are compared with all, from the highest id down.
static inline void CChipmunkFindFewPairs(struct CChipmunkGrid *grid, struct CChipmunkGrid *standing) {
  grid->pairCount = 0;
  for (uint32_t a = 0; a < grid->used; a++) {
    const cpBB *box = grid->boxes + a;
    if (standing->count > 0) CChipmunkAddStanding(grid, standing, a, box);
    for (uint32_t b = a + 1; b < grid->used; b++) {
      if (CChipmunkMeet(box, grid->boxes + b)) CChipmunkAddPair(grid, a, b);
    }
  }
  for (uint32_t i = 0, j = grid->pairCount; i + 1 < j--; i++) {
    struct CChipmunkPair pair = grid->pairs[i];
    grid->pairs[i] = grid->pairs[j], grid->pairs[j] = pair;
  }
}

// Finds all pairs of a step, in order.
static inline void CChipmunkFindPairs(struct CChipmunkGrid *grid, struct CChipmunkGrid *standing) {
  struct CChipmunkCells *cells = &grid->main;
  grid->pairCount = 0;
  bool hasStanding = standing->count > 0;
  for (uint32_t c = 0; c < cells->classCount; c++) {
    struct CChipmunkCellClass *class = cells->classes + c;
    const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
    for (uint32_t row = 0; row < class->rowCount; row++) {
      uint32_t end = starts[row + 1];
      bool hasUpper = row + 1 < class->rowCount && numbers[row + 1] == numbers[row] + 1;
      uint32_t upper = end, upperEnd = hasUpper ? starts[row + 2] : end;
      for (uint32_t i = starts[row]; i < end; i++) {
        uint32_t a = cells->slots[i], column = cells->columns[i];
        cpBB box = cells->boxes[i];
        if (hasStanding) CChipmunkAddStanding(grid, standing, a, &box);
        for (uint32_t j = i + 1; j < end && cells->columns[j] <= column + 1; j++) {
          if (CChipmunkMeet(&box, cells->boxes + j)) CChipmunkAddPair(grid, a, cells->slots[j]);
        }
        while (upper < upperEnd && cells->columns[upper] + 1 < column) upper++;
        for (uint32_t j = upper; j < upperEnd && cells->columns[j] <= column + 1; j++) {
          if (CChipmunkMeet(&box, cells->boxes + j)) CChipmunkAddPair(grid, a, cells->slots[j]);
        }
        for (uint32_t other = c + 1; other < cells->classCount; other++) {
          CChipmunkForEachMeeting(cells, cells->classes + other, &box, j, {
            CChipmunkAddPair(grid, a, cells->slots[j]);
          });
        }
      }
    }
  }
}

// MARK: Collisions

static inline cpArbiter *CChipmunkFindTouched(const struct CChipmunkGrid *grid, uint32_t slot, uint32_t other) {
  for (uint32_t i = 0; i < grid->touched.counts[slot]; i++) {
    const struct CChipmunkTouched *touched = grid->touched.list + grid->touched.firsts[slot] + i;
    if (touched->other == other) return touched->arbiter;
  }
  return NULL;
}

// Looks up the arbiter that a pair had in the last step, and prefetches it and the shape.
static inline void CChipmunkExpectPair(
    struct CChipmunkGrid *grid, const struct CChipmunkGrid *standing, uint32_t place) {
  struct CChipmunkPair pair = grid->pairs[place];
  bool stands = (pair.b & CChipmunkStands) != 0;
  uint32_t b = pair.b & ~CChipmunkStands;
  cpArbiter *arbiter = CChipmunkFindTouched(grid, pair.a, (uint32_t)(stands ? standing : grid)->ids[b]);
  if (!arbiter && !stands) arbiter = CChipmunkFindTouched(grid, b, (uint32_t)grid->ids[pair.a]);
  grid->likely[place % CChipmunkAhead] = arbiter;
  if (arbiter) CChipmunkFetch(arbiter, 3);
  if (!stands) CChipmunkFetch(grid->shapes[b], 6);
}

// Collides the remaining pairs. Returns at the end, or jumps out in the middle; the next call continues after the pair
// that jumped.
static inline void CChipmunkCollidePairs(
    struct CChipmunkGrid *grid, struct CChipmunkGrid *standing, cpSpatialIndexQueryFunc collide, void *data) {
  while (grid->next < grid->pairCount) {
    uint32_t place = grid->next++;
    struct CChipmunkPair pair = grid->pairs[place];
    const struct CChipmunkGrid *other = pair.b & CChipmunkStands ? standing : grid;
    uint32_t b = pair.b & ~CChipmunkStands;
    cpShape *first = grid->shapes[pair.a], *second = other->shapes[b];
    grid->arbiter = grid->likely[place % CChipmunkAhead];
    if (place + CChipmunkAhead < grid->pairCount) CChipmunkExpectPair(grid, standing, place + CChipmunkAhead);
    if (grid->ids[pair.a] < other->ids[b]) collide(first, second, 0, data);
    else collide(second, first, 0, data);
    if (!grid->arbiter) continue;
    struct CChipmunkTouchedLists *touched = &grid->nowTouched;
    if (touched->counts[pair.a]++ == 0) touched->firsts[pair.a] = touched->used;
    touched->list[touched->used++] = (struct CChipmunkTouched){(uint32_t)other->ids[b], grid->arbiter};
  }
}

static inline void CChipmunkBeginTouched(struct CChipmunkGrid *grid) {
  struct CChipmunkTouchedLists *touched = &grid->nowTouched;
  if (grid->pairCount > touched->room) {
    touched->room = grid->pairCount + grid->pairCount / 2;
    touched->list = CChipmunkGrow(touched->list, touched->room, sizeof *touched->list);
  }
  touched->used = 0;
  if (grid->used > 0) memset(touched->counts, 0, grid->used * sizeof *touched->counts);
}

// Updates all boxes, and finds the pairs.
static inline void CChipmunkGridPreparePairs(struct CChipmunkGrid *grid, struct CChipmunkGrid *standing) {
  CChipmunkGridOrder(grid);
  CChipmunkGridReindex(&grid->base);
  grid->pairCount = 0;
  if (grid->used == 0) return;
  CChipmunkGridSettle(standing);
  if (grid->used <= CChipmunkFew) {
    CChipmunkFindFewPairs(grid, standing);
  } else {
    CChipmunkCellsBuild(&grid->main, grid->boxes, grid->shapes, 0, grid->used);
    grid->settled = grid->fresh = grid->used;
    CChipmunkFindPairs(grid, standing);
  }
}

static inline void CChipmunkGridReindexQuery(cpSpatialIndex *index, cpSpatialIndexQueryFunc collide, void *data) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  struct CChipmunkGrid *standing = (struct CChipmunkGrid *)index->staticIndex;
  CChipmunkGridPreparePairs(grid, standing);
  CChipmunkBeginTouched(grid);
  for (uint32_t i = 0; i < CChipmunkAhead && i < grid->pairCount; i++) CChipmunkExpectPair(grid, standing, i);
  grid->next = 0;
  jmp_buf *outer = CChipmunkWayOut, wayOut;
  do {
    CChipmunkWayOut = &wayOut;
    if (_setjmp(wayOut) == 0) CChipmunkCollidePairs(grid, standing, collide, data);
    CChipmunkWayOut = outer;
  } while (grid->next < grid->pairCount);
  grid->arbiter = NULL;
  struct CChipmunkTouchedLists touched = grid->touched;
  grid->touched = grid->nowTouched, grid->nowTouched = touched;
}

__attribute__((weak)) cpSpatialIndexClass CChipmunkGridClass = {
    .destroy = CChipmunkGridDestroy,
    .count = CChipmunkGridCount,
    .each = CChipmunkGridEach,
    .contains = CChipmunkGridContains,
    .insert = CChipmunkGridInsert,
    .remove = CChipmunkGridRemove,
    .reindex = CChipmunkGridReindex,
    .reindexObject = CChipmunkGridReindexObject,
    .reindexQuery = CChipmunkGridReindexQuery,
    .query = CChipmunkGridQuery,
    .segmentQuery = CChipmunkGridSegmentQuery,
};

// Compares a grid's pairs with those of an exhaustive search; for tests.
static inline bool CChipmunkFindsAllPairs(cpSpace *space) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)space->dynamicShapes;
  struct CChipmunkGrid *standing = (struct CChipmunkGrid *)space->staticShapes;
  CChipmunkGridPreparePairs(grid, standing);
  uint32_t columns = grid->used + standing->used;
  uint8_t *known = calloc((size_t)grid->used * columns + 1, 1);
  if (!known) abort();
  bool isRight = true;
  uint32_t expected = 0;
  for (uint32_t i = 0; i < grid->pairCount; i++) {
    struct CChipmunkPair pair = grid->pairs[i];
    bool stands = (pair.b & CChipmunkStands) != 0;
    uint32_t b = pair.b & ~CChipmunkStands, row = stands || pair.a < b ? pair.a : b;
    uint8_t *place = known + (size_t)row * columns + (stands ? grid->used + b : pair.a < b ? b : pair.a);
    if ((*place)++ || !CChipmunkMeet(grid->boxes + pair.a, (stands ? standing : grid)->boxes + b)) isRight = false;
  }
  for (uint32_t a = 0; a < grid->used; a++) {
    for (uint32_t b = a + 1; b < grid->used; b++) expected += CChipmunkMeet(grid->boxes + a, grid->boxes + b);
    for (uint32_t b = 0; b < standing->used; b++) {
      expected += standing->shapes[b] && CChipmunkMeet(grid->boxes + a, standing->boxes + b);
    }
  }
  free(known);
  return isRight && expected == grid->pairCount;
}

static inline struct CChipmunkUnsolved *CChipmunkUnsolvedOf(const cpSpace *space) {
  return &((struct CChipmunkGrid *)space->dynamicShapes)->unsolved;
}

// Whether a body is static or asleep.
static inline bool CChipmunkRests(const cpBody *body) {
  return body->sleeping.idleTime == INFINITY || body->sleeping.root;
}

static inline void CChipmunkForgetEndedContact(void *element, void *unused) {
  cpArbiter *arbiter = element;
  if (CChipmunkRests(arbiter->body_a) && CChipmunkRests(arbiter->body_b)) arbiter->count = 0, arbiter->contacts = NULL;
}

// Removes the points of contacts that ended before their bodies fell asleep, or as they did; contacts that persist are
// not in the set. The library keeps such arbiters for as long as the bodies sleep, but the memory of their points only
// for a few steps: its later contents depend on the past.
static inline void CChipmunkForgetEnded(cpSpace *space) {
  struct CChipmunkGrid *standing = (struct CChipmunkGrid *)space->staticShapes;
  if (!standing->hasNewcomers) return;
  standing->hasNewcomers = false;
  cpHashSetEach(space->cachedArbiters, CChipmunkForgetEndedContact, NULL);
}

// Sets the number of pairs from which on our solver replaces the library's, and whether to avoid AVX2; for comparisons.
static inline void CChipmunkSolveFrom(cpSpace *space, int pairs, bool isNarrow) {
  struct CChipmunkSolver *solver = &((struct CChipmunkGrid *)space->dynamicShapes)->solver;
  solver->fewest = pairs, solver->isNarrow = isNarrow;
}

// Creates an empty grid: of moving shapes if it gets the grid of standing ones, of standing shapes if it gets NULL.
static inline cpSpatialIndex *CChipmunkGridNew(cpSpatialIndex *standing) {
  struct CChipmunkGrid *grid = calloc(1, sizeof *grid);
  if (!grid) abort();
  grid->isInOrder = true;
  // A pair alone is solved where it is.
  grid->solver.fewest = 2;
  return cpSpatialIndexInit(&grid->base, &CChipmunkGridClass, (cpSpatialIndexBBFunc)cpShapeGetBB, standing);
}
