// The grid: our own spatial index behind the library's interface, `cpSpatialIndexClass`.
//
// A step sorts the boxes of all moving shapes into cells and goes over them once. The order of pairs depends only on
// the boxes and the order of adding, not on earlier contents of the index. The pairs are sorted
//
//   - by the first shape: its class, low cells first; its row, from the bottom; its column, from the left; its id;
//   - for each first shape: standing shapes by id, then the moving shapes of its own class that follow it in that
//     order, then those of later classes.
//
// So lower shapes come before upper ones, and a pile is compressed less with the same number of iterations. If there
// are few moving shapes, they are sorted by id instead, the last ones first: usually upper before lower ones, which
// brings a single stack to rest sooner.
//
// The shape with the lower id is the first argument of each collision.
//
// Standing shapes (of static and sleeping bodies), and moving ones between steps, are in two sets of cells, a large one
// and one of recently added shapes; a short list has the rest.

#include "cells.h"
#include "powers.h"
#include "solver.h"
#include "unsolved.h"

// A shape that another one touched in the last step, and the pair's arbiter, to save a look-up.
struct CChipmunkTouched {
  // The lower half of the other shape's id, which is enough.
  uint32_t other;
  cpArbiter *arbiter;
};

// Lists of touched shapes by first shape: for each slot the start of its list, and its length.
struct CChipmunkTouchedLists {
  struct CChipmunkTouched *list;
  uint32_t used, room;
  uint32_t *firsts, *counts;
};

// A pair of a step: two slots. The second is a standing shape's if its highest bit is set.
struct CChipmunkPair {
  uint32_t a, b;
};

// How many pairs ahead arbiters and shapes are prefetched.
enum { CChipmunkAhead = 4 };

struct CChipmunkGrid {
  cpSpatialIndex base;
  // The slots: the shape of each, its id and its box. Some slots belong to removed shapes and are NULL.
  uint32_t count, used, room;
  cpShape **shapes;
  cpHashValue *ids;
  cpBB *boxes;
  // A hash table from shapes to slots, with marks for empty places.
  uint32_t *table;
  uint32_t tableMask, tableUsed;
  // The slots below `settled` are in `main`, those below `fresh` in `recent`.
  struct CChipmunkCells main, recent;
  uint32_t settled, fresh;
  // In an index of standing shapes: whether shapes have been added since CChipmunkForgetEnded.
  bool hasNewcomers;
  // In an index of moving shapes: whether the slots are in the order of ids, without gaps.
  bool isInOrder;
  // The pairs of the current step, and the next one to collide.
  struct CChipmunkPair *pairs;
  uint32_t pairCount, pairRoom, next;
  // The shapes that touched in the last step, and in the current one. Only a cache, not part of the state.
  struct CChipmunkTouchedLists touched, nowTouched;
  // The arbiter of the pair that is being collided, if known, and those of the next pairs.
  cpArbiter *arbiter, *likely[CChipmunkAhead];
  // In an index of moving shapes.
  struct CChipmunkSolver solver;
  struct CChipmunkUnsolved unsolved;
  // In an index of standing shapes: results of earlier steps.
  struct CChipmunkPowers powers;
};

// Up to this many shapes are searched one by one.
enum { CChipmunkFew = 32 };
enum { CChipmunkNoSlot = UINT32_MAX, CChipmunkGone = UINT32_MAX - 1 };
#define CChipmunkStands 0x80000000u

// MARK: Slots

static inline uint32_t CChipmunkTablePlace(const struct CChipmunkGrid *grid, const cpShape *shape) {
  return (uint32_t)((uint64_t)((uintptr_t)shape >> 4) * 0x9E3779B97F4A7C15u >> 32) & grid->tableMask;
}

static inline uint32_t CChipmunkGridFind(const struct CChipmunkGrid *grid, const cpShape *shape, uint32_t *place) {
  if (!grid->table) return CChipmunkNoSlot;
  for (uint32_t p = CChipmunkTablePlace(grid, shape);; p = (p + 1) & grid->tableMask) {
    uint32_t slot = grid->table[p];
    if (slot == CChipmunkNoSlot) return CChipmunkNoSlot;
    if (slot == CChipmunkGone || grid->shapes[slot] != shape) continue;
    if (place) *place = p;
    return slot;
  }
}

static inline void CChipmunkGridFillTable(struct CChipmunkGrid *grid) {
  uint32_t size = 64;
  while (size < 4 * (uint64_t)(grid->used + 1)) size *= 2;
  if (size != grid->tableMask + 1 || !grid->table) {
    grid->table = CChipmunkGrow(grid->table, size, sizeof *grid->table);
    grid->tableMask = size - 1;
  }
  memset(grid->table, 0xff, size * sizeof *grid->table);
  for (uint32_t slot = 0; slot < grid->used; slot++) {
    if (!grid->shapes[slot]) continue;
    uint32_t p = CChipmunkTablePlace(grid, grid->shapes[slot]);
    while (grid->table[p] != CChipmunkNoSlot) p = (p + 1) & grid->tableMask;
    grid->table[p] = slot;
  }
  grid->tableUsed = grid->count;
}

static inline void CChipmunkGridReserve(struct CChipmunkGrid *grid, uint32_t count) {
  if (count <= grid->room) return;
  uint32_t room = grid->room = count + count / 2 + 16;
  grid->shapes = CChipmunkGrow(grid->shapes, room, sizeof *grid->shapes);
  grid->ids = CChipmunkGrow(grid->ids, room, sizeof *grid->ids);
  grid->boxes = CChipmunkGrow(grid->boxes, room, sizeof *grid->boxes);
  struct CChipmunkTouchedLists *lists[] = {&grid->touched, &grid->nowTouched};
  for (int i = 0; i < 2; i++) {
    lists[i]->firsts = CChipmunkGrow(lists[i]->firsts, room, sizeof(uint32_t));
    lists[i]->counts = CChipmunkGrow(lists[i]->counts, room, sizeof(uint32_t));
  }
}

static inline void CChipmunkGridMove(struct CChipmunkGrid *grid, uint32_t from, uint32_t to) {
  grid->shapes[to] = grid->shapes[from], grid->ids[to] = grid->ids[from], grid->boxes[to] = grid->boxes[from];
  grid->touched.firsts[to] = grid->touched.firsts[from], grid->touched.counts[to] = grid->touched.counts[from];
}

// Closes the gaps that removed shapes have left.
static inline void CChipmunkGridClose(struct CChipmunkGrid *grid) {
  uint32_t to = 0;
  for (uint32_t slot = 0; slot < grid->used; slot++) {
    if (!grid->shapes[slot]) continue;
    if (to != slot) CChipmunkGridMove(grid, slot, to);
    to++;
  }
  grid->used = to;
}

struct CChipmunkSlotOfID {
  cpHashValue id;
  uint32_t slot;
};

static inline int CChipmunkCompareIDs(const void *a, const void *b) {
  cpHashValue l = ((const struct CChipmunkSlotOfID *)a)->id, r = ((const struct CChipmunkSlotOfID *)b)->id;
  return (l > r) - (l < r);
}

// Sorts the slots by id, without gaps.
static inline void CChipmunkGridOrder(struct CChipmunkGrid *grid) {
  if (grid->isInOrder) return;
  CChipmunkGridClose(grid);
  bool isSorted = true;
  for (uint32_t slot = 1; slot < grid->used && isSorted; slot++) isSorted = grid->ids[slot - 1] < grid->ids[slot];
  if (!isSorted) {
    uint32_t used = grid->used;
    struct CChipmunkSlotOfID *order = CChipmunkGrow(NULL, used, sizeof *order);
    for (uint32_t slot = 0; slot < used; slot++) order[slot] = (struct CChipmunkSlotOfID){grid->ids[slot], slot};
    qsort(order, used, sizeof *order, CChipmunkCompareIDs);
    CChipmunkGridReserve(grid, 2 * used);
    for (uint32_t slot = 0; slot < used; slot++) CChipmunkGridMove(grid, order[slot].slot, used + slot);
    for (uint32_t slot = 0; slot < used; slot++) CChipmunkGridMove(grid, used + slot, slot);
    free(order);
  }
  CChipmunkGridFillTable(grid);
  grid->isInOrder = true;
}

// Brings the cells that queries search up to date.
static inline void CChipmunkGridSettle(struct CChipmunkGrid *grid) {
  if (grid->used - grid->fresh <= CChipmunkFew) return;
  uint32_t coming = grid->used - grid->settled;
  if (coming > 256 && coming > grid->settled / 8) {
    if (grid->count < grid->used) {
      CChipmunkGridClose(grid);
      CChipmunkGridFillTable(grid);
    }
    CChipmunkCellsBuild(&grid->main, grid->boxes, grid->shapes, 0, grid->used);
    grid->settled = grid->used;
    grid->recent.count = grid->recent.classCount = 0;
  } else {
    CChipmunkCellsBuild(&grid->recent, grid->boxes, grid->shapes, grid->settled, grid->used);
  }
  grid->fresh = grid->used;
}

// MARK: The interface

static inline void CChipmunkGridDestroy(cpSpatialIndex *index) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  free(grid->shapes), free(grid->ids), free(grid->boxes), free(grid->table), free(grid->pairs);
  free(grid->touched.list), free(grid->touched.firsts), free(grid->touched.counts);
  free(grid->nowTouched.list), free(grid->nowTouched.firsts), free(grid->nowTouched.counts);
  CChipmunkCellsFree(&grid->main), CChipmunkCellsFree(&grid->recent);
  CChipmunkSolverFree(&grid->solver);
  free(grid->unsolved.arbiters), free(grid->unsolved.former);
}

static inline int CChipmunkGridCount(cpSpatialIndex *index) { return (int)((struct CChipmunkGrid *)index)->count; }

static inline void CChipmunkGridEach(cpSpatialIndex *index, cpSpatialIndexIteratorFunc each, void *data) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  for (uint32_t slot = 0; slot < grid->used; slot++) {
    if (grid->shapes[slot]) each(grid->shapes[slot], data);
  }
}

static inline cpBool CChipmunkGridContains(cpSpatialIndex *index, void *shape, cpHashValue id) {
  return CChipmunkGridFind((struct CChipmunkGrid *)index, shape, NULL) != CChipmunkNoSlot;
}

static inline void CChipmunkGridInsert(cpSpatialIndex *index, void *object, cpHashValue id) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  cpShape *shape = object;
  if (grid->used == grid->room && grid->count < grid->used / 2) {
    // So many shapes were removed without a search in between that closing the gaps makes room.
    grid->settled = grid->fresh = 0;
    grid->main.count = grid->main.classCount = grid->recent.count = grid->recent.classCount = 0;
    CChipmunkGridClose(grid);
    CChipmunkGridFillTable(grid);
  }
  CChipmunkGridReserve(grid, grid->used + 1);
  uint32_t slot = grid->used++;
  grid->shapes[slot] = shape, grid->ids[slot] = id, grid->boxes[slot] = shape->bb;
  grid->touched.firsts[slot] = grid->touched.counts[slot] = 0;
  if (slot > 0 && grid->ids[slot - 1] >= id) grid->isInOrder = false;
  grid->hasNewcomers = true;
  grid->count++;
  if (!grid->table || 2 * (grid->tableUsed + 1) > grid->tableMask) return CChipmunkGridFillTable(grid);
  uint32_t p = CChipmunkTablePlace(grid, shape);
  while (grid->table[p] < CChipmunkGone) p = (p + 1) & grid->tableMask;
  if (grid->table[p] == CChipmunkNoSlot) grid->tableUsed++;
  grid->table[p] = slot;
}

static inline void CChipmunkGridRemove(cpSpatialIndex *index, void *shape, cpHashValue id) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  uint32_t place, slot = CChipmunkGridFind(grid, shape, &place);
  if (slot == CChipmunkNoSlot) return;
  grid->table[place] = CChipmunkGone;
  grid->shapes[slot] = NULL;
  grid->isInOrder = false;
  if (--grid->count > 0) return;
  grid->used = grid->settled = grid->fresh = 0;
  grid->main.count = grid->main.classCount = grid->recent.count = grid->recent.classCount = 0;
  CChipmunkGridFillTable(grid);
}

static inline void CChipmunkGridReindexObject(cpSpatialIndex *index, void *shape, cpHashValue id) {
  if (!CChipmunkGridContains(index, shape, id)) return;
  CChipmunkGridRemove(index, shape, id);
  CChipmunkGridInsert(index, shape, id);
}

static inline void CChipmunkGridReindex(cpSpatialIndex *index) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  for (uint32_t slot = 0; slot < grid->used; slot++) {
    if (grid->shapes[slot]) grid->boxes[slot] = grid->shapes[slot]->bb;
  }
  grid->settled = grid->fresh = 0;
  grid->main.count = grid->main.classCount = grid->recent.count = grid->recent.classCount = 0;
}

// Runs BODY for each shape of an index whose box meets BOX. SLOT is the shape's slot.
#define CChipmunkForEachShapeMeeting(GRID, BOX, SLOT, BODY)                                        \
  do {                                                                                             \
    struct CChipmunkCells *sets_[] = {&(GRID)->main, &(GRID)->recent};                             \
    for (int set_ = 0; set_ < 2; set_++) {                                                         \
      for (uint32_t c_ = 0; c_ < sets_[set_]->classCount; c_++) {                                  \
        CChipmunkForEachMeeting(sets_[set_], sets_[set_]->classes + c_, BOX, entry_, {             \
          uint32_t SLOT = sets_[set_]->slots[entry_];                                              \
          if ((GRID)->shapes[SLOT]) BODY                                                           \
        });                                                                                        \
      }                                                                                            \
    }                                                                                              \
    for (uint32_t SLOT = (GRID)->fresh; SLOT < (GRID)->used; SLOT++) {                             \
      if ((GRID)->shapes[SLOT] && CChipmunkMeet(BOX, (GRID)->boxes + SLOT)) BODY                   \
    }                                                                                              \
  } while (0)

static inline void CChipmunkGridQuery(
    cpSpatialIndex *index, void *object, cpBB box, cpSpatialIndexQueryFunc query, void *data) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  CChipmunkGridSettle(grid);
  CChipmunkForEachShapeMeeting(grid, &box, slot, { query(object, grid->shapes[slot], 0, data); });
}

// Narrows the range of a line, from 0 to 1, to the part between two bounds. Returns false if there is none.
static inline bool CChipmunkClip(double start, double delta, double low, double high, double *from, double *to) {
  if (delta == 0) return low <= start && start <= high;
  double first = (low - start) / delta, last = (high - start) / delta;
  if (first > last) {
    double other = first;
    first = last, last = other;
  }
  if (first > *from) *from = first;
  if (last < *to) *to = last;
  return *from <= *to;
}

static inline void CChipmunkSegmentQueryCells(
    struct CChipmunkGrid *grid, struct CChipmunkCells *cells, struct CChipmunkCellClass *class, void *object,
    cpVect a, cpVect b, cpFloat *exit, cpSpatialIndexSegmentQueryFunc query, void *data) {
  const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  uint32_t firstRow, lastRow;
  if (!CChipmunkCellRange(a.y, b.y, class->originY, class->perY, class->lowRow, &firstRow, &lastRow)) return;
  bool goesDown = b.y < a.y;
  uint32_t from = CChipmunkFirstRowFrom(cells, class, firstRow), to = from;
  while (to < class->rowCount && numbers[to] <= lastRow) to++;
  for (uint32_t step = 0; step < to - from; step++) {
    uint32_t row = goesDown ? to - 1 - step : from + step;
    // A row's boxes reach from its bottom to the top of the next row.
    double low = -INFINITY, high = INFINITY, first = 0, last = 1;
    if (class->perY > 0) {
      double bottom = (double)(class->lowRow + numbers[row]);
      bool isOutermost = fabs(bottom) >= 2147482000.0;
      if (!isOutermost) low = class->originY + (bottom - 0.01) * class->height;
      if (!isOutermost) high = class->originY + (bottom + 2.01) * class->height;
    }
    if (!CChipmunkClip(a.y, b.y - a.y, low, high, &first, &last)) continue;
    double left = a.x + first * (b.x - a.x), right = a.x + last * (b.x - a.x);
    double slack = 1e-9 * (fabs(a.x) + fabs(b.x)) + 0.01 * (class->perX > 0 ? class->width : 0);
    if (left > right) {
      double other = left;
      left = right, right = other;
    }
    uint32_t firstColumn, lastColumn;
    if (!CChipmunkCellRange(left - slack, right + slack, class->originX, class->perX, class->lowColumn, &firstColumn,
                            &lastColumn)) continue;
    uint32_t end = starts[row + 1];
    for (uint32_t i = CChipmunkFirstFrom(cells, starts[row], end, firstColumn);
         i < end && cells->columns[i] <= lastColumn; i++) {
      cpShape *shape = grid->shapes[cells->slots[i]];
      if (shape && cpBBSegmentQuery(cells->boxes[i], a, b) < *exit) *exit = cpfmin(*exit, query(object, shape, data));
    }
  }
}

static inline void CChipmunkGridSegmentQuery(
    cpSpatialIndex *index, void *object, cpVect a, cpVect b, cpFloat exit, cpSpatialIndexSegmentQueryFunc query,
    void *data) {
  struct CChipmunkGrid *grid = (struct CChipmunkGrid *)index;
  CChipmunkGridSettle(grid);
  struct CChipmunkCells *sets[] = {&grid->main, &grid->recent};
  for (int set = 0; set < 2; set++) {
    for (uint32_t i = 0; i < sets[set]->classCount; i++) {
      CChipmunkSegmentQueryCells(grid, sets[set], sets[set]->classes + i, object, a, b, &exit, query, data);
    }
  }
  for (uint32_t slot = grid->fresh; slot < grid->used; slot++) {
    cpShape *shape = grid->shapes[slot];
    if (shape && cpBBSegmentQuery(grid->boxes[slot], a, b) < exit) exit = cpfmin(exit, query(object, shape, data));
  }
}
