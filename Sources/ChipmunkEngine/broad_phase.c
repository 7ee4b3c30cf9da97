// The grid: a cpSpatialIndexClass, whose order of pairs broad_phase.h defines. Shapes are in slots. A hash table with
// linear probing finds the slot of a shape, by multiplicative hashing (D. Knuth, "The Art of Computer Programming" 3,
// 6.4). cells.c sorts slots for searches: those below `mainEnd` into one set of cells, those below `recentEnd` into
// another; the rest is searched one by one, until there is enough of it to sort again.
//
// Invariants: a shape of the index has exactly one slot, to which the table leads; the table is at most half full; the
// slot of a removed shape is NULL. A query finds each shape whose box meets the query's once. A segment query visits
// the cells that the segment meets, row by row in its direction.

#include "broad_phase.h"

#include "engine.h"

enum { ceNoSlot = UINT32_MAX, ceGoneSlot = UINT32_MAX - 1 };

// MARK: Slots

static uint32_t ceProxiesHash(const ceProxies *proxies, const cpShape *shape) {
  ceAssert(proxies->table && (proxies->tableMask & (proxies->tableMask + 1)) == 0);
  return (uint32_t)((uint64_t)((uintptr_t)shape >> 4) * 0x9E3779B97F4A7C15u >> 32) & proxies->tableMask;
}

static uint32_t ceProxiesFind(const ceProxies *proxies, const cpShape *shape, uint32_t *place) {
  ceAssert(shape != NULL && proxies->tableCount <= proxies->tableMask);
  if (!proxies->table) return ceNoSlot;
  for (uint32_t p = ceProxiesHash(proxies, shape);; p = (p + 1) & proxies->tableMask) {
    uint32_t slot = proxies->table[p];
    if (slot == ceNoSlot) return ceNoSlot;
    if (slot == ceGoneSlot || proxies->shapes[slot] != shape) continue;
    if (place) *place = p;
    return slot;
  }
}

static void ceProxiesFillTable(ceProxies *proxies) {
  ceAssert(proxies->count <= proxies->slotCount);
  uint32_t size = 64;
  while (size < 4 * (uint64_t)(proxies->slotCount + 1)) size *= 2;
  if (size != proxies->tableMask + 1 || !proxies->table) {
    proxies->table = ceGrow(proxies->table, size, sizeof *proxies->table);
    proxies->tableMask = size - 1;
  }
  memset(proxies->table, 0xff, size * sizeof *proxies->table);
  for (uint32_t slot = 0; slot < proxies->slotCount; slot++) {
    if (!proxies->shapes[slot]) continue;
    uint32_t p = ceProxiesHash(proxies, proxies->shapes[slot]);
    while (proxies->table[p] != ceNoSlot) p = (p + 1) & proxies->tableMask;
    proxies->table[p] = slot;
  }
  proxies->tableCount = proxies->count;
}

static void ceProxiesReserve(ceProxies *proxies, uint32_t count) {
  ceAssert(proxies->slotCount <= proxies->capacity);
  if (count <= proxies->capacity) return;
  uint32_t capacity = proxies->capacity = count + count / 2 + 16;
  proxies->shapes = ceGrow(proxies->shapes, capacity, sizeof *proxies->shapes);
  proxies->ids = ceGrow(proxies->ids, capacity, sizeof *proxies->ids);
  proxies->boxes = ceGrow(proxies->boxes, capacity, sizeof *proxies->boxes);
  proxies->groups = ceGrow(proxies->groups, capacity, sizeof *proxies->groups);
  proxies->near = ceGrow(proxies->near, capacity, sizeof *proxies->near);
  ceTouchedLists *lists[] = {&proxies->touched, &proxies->nowTouched};
  for (int i = 0; i < 2; i++) {
    lists[i]->firsts = ceGrow(lists[i]->firsts, capacity, sizeof(uint32_t));
    lists[i]->counts = ceGrow(lists[i]->counts, capacity, sizeof(uint32_t));
  }
}

static void ceProxiesMove(ceProxies *proxies, uint32_t from, uint32_t to) {
  ceAssert(from < proxies->capacity && to < proxies->capacity);
  proxies->shapes[to] = proxies->shapes[from];
  proxies->ids[to] = proxies->ids[from];
  proxies->boxes[to] = proxies->boxes[from];
  proxies->groups[to] = proxies->groups[from];
  proxies->near[to] = proxies->near[from];
  proxies->touched.firsts[to] = proxies->touched.firsts[from];
  proxies->touched.counts[to] = proxies->touched.counts[from];
}

static void ceClearCells(ceProxies *proxies) {
  ceAssert(proxies->mainEnd <= proxies->recentEnd);
  proxies->mainEnd = proxies->recentEnd = 0;
  ceCellsClear(&proxies->main), ceCellsClear(&proxies->recent);
}

void ceProxiesFree(ceProxies *proxies) {
  ceAssert(proxies->count <= proxies->slotCount && proxies->slotCount <= proxies->capacity);
  free(proxies->shapes), free(proxies->ids), free(proxies->boxes), free(proxies->groups), free(proxies->near);
  free(proxies->table);
  free(proxies->touched.list), free(proxies->touched.firsts), free(proxies->touched.counts);
  free(proxies->nowTouched.list), free(proxies->nowTouched.firsts), free(proxies->nowTouched.counts);
  ceCellsFree(&proxies->main), ceCellsFree(&proxies->recent);
  *proxies = (ceProxies){.isSorted = true};
}

// Closes the gaps that removed shapes have left.
static void ceProxiesCompact(ceProxies *proxies) {
  uint32_t to = 0;
  proxies->changes++;
  for (uint32_t slot = 0; slot < proxies->slotCount; slot++) {
    if (!proxies->shapes[slot]) continue;
    if (to != slot) ceProxiesMove(proxies, slot, to);
    to++;
  }
  ceAssert(to == proxies->count);
  proxies->slotCount = to;
}

typedef struct ceSlotOfID {
  cpHashValue id;
  uint32_t slot;
} ceSlotOfID;

static int ceCompareIDs(const void *a, const void *b) {
  cpHashValue l = ((const ceSlotOfID *)a)->id, r = ((const ceSlotOfID *)b)->id;
  return (l > r) - (l < r);
}

void ceProxiesSort(ceProxies *proxies) {
  if (proxies->isSorted) return;
  ceProxiesCompact(proxies);
  bool isSorted = true;
  for (uint32_t slot = 1; slot < proxies->slotCount && isSorted; slot++) {
    isSorted = proxies->ids[slot - 1] < proxies->ids[slot];
  }
  if (!isSorted) {
    uint32_t slotCount = proxies->slotCount;
    ceSlotOfID *order = ceGrow(NULL, slotCount, sizeof *order);
    for (uint32_t slot = 0; slot < slotCount; slot++) order[slot] = (ceSlotOfID){proxies->ids[slot], slot};
    qsort(order, slotCount, sizeof *order, ceCompareIDs);
    ceProxiesReserve(proxies, 2 * slotCount);
    for (uint32_t slot = 0; slot < slotCount; slot++) ceProxiesMove(proxies, order[slot].slot, slotCount + slot);
    for (uint32_t slot = 0; slot < slotCount; slot++) ceProxiesMove(proxies, slotCount + slot, slot);
    free(order);
  }
  ceProxiesFillTable(proxies);
  proxies->isSorted = true;
  ceAssert(proxies->count == proxies->slotCount);
}

void ceProxiesUpdateCells(ceProxies *proxies) {
  ceAssert(proxies->mainEnd <= proxies->recentEnd && proxies->recentEnd <= proxies->slotCount);
  if (proxies->slotCount - proxies->recentEnd <= ceFewProxies) return;
  uint32_t coming = proxies->slotCount - proxies->mainEnd;
  if (coming > 256 && coming > proxies->mainEnd / 8) {
    if (proxies->count < proxies->slotCount) {
      ceProxiesCompact(proxies);
      ceProxiesFillTable(proxies);
    }
    ceCellsBuild(&proxies->main, proxies->boxes, proxies->shapes, 0, proxies->slotCount);
    proxies->mainEnd = proxies->slotCount;
    ceCellsClear(&proxies->recent);
  } else {
    ceCellsBuild(&proxies->recent, proxies->boxes, proxies->shapes, proxies->mainEnd, proxies->slotCount);
  }
  proxies->recentEnd = proxies->slotCount;
}

// MARK: The interface

static ceProxies *ceProxiesOf(cpSpatialIndex *index) {
  ceEngine *engine = ((ceIndex *)index)->engine;
  ceAssert(engine && engine->hasGrid);
  return index->staticIndex ? &engine->movingProxies : &engine->staticProxies;
}

static void ceIndexDestroy(cpSpatialIndex *index) { ceProxiesFree(ceProxiesOf(index)); }

static int ceIndexCount(cpSpatialIndex *index) { return (int)ceProxiesOf(index)->count; }

static void ceIndexEach(cpSpatialIndex *index, cpSpatialIndexIteratorFunc each, void *data) {
  ceAssert(each);
  ceProxies *proxies = ceProxiesOf(index);
  for (uint32_t slot = 0; slot < proxies->slotCount; slot++) {
    if (proxies->shapes[slot]) each(proxies->shapes[slot], data);
  }
}

static cpBool ceIndexContains(cpSpatialIndex *index, void *shape, cpHashValue id) {
  (void)id;
  return ceProxiesFind(ceProxiesOf(index), shape, NULL) != ceNoSlot;
}

static void ceIndexInsert(cpSpatialIndex *index, void *object, cpHashValue id) {
  ceProxies *proxies = ceProxiesOf(index);
  cpShape *shape = object;
  ((ceIndex *)index)->engine->hasStrayContacts = true;
  ceAssert(ceProxiesFind(proxies, shape, NULL) == ceNoSlot);
  if (proxies->slotCount == proxies->capacity && proxies->count < proxies->slotCount / 2) {
    // So many shapes were removed without a search in between that closing the gaps frees capacity.
    ceClearCells(proxies);
    ceProxiesCompact(proxies);
    ceProxiesFillTable(proxies);
  }
  ceProxiesReserve(proxies, proxies->slotCount + 1);
  uint32_t slot = proxies->slotCount++;
  proxies->shapes[slot] = shape, proxies->ids[slot] = id, proxies->boxes[slot] = shape->bb;
  proxies->touched.firsts[slot] = proxies->touched.counts[slot] = 0;
  proxies->near[slot].changes = 0, proxies->changes++;
  if (slot > 0 && proxies->ids[slot - 1] >= id) proxies->isSorted = false;
  if (!index->staticIndex) ((ceIndex *)index)->engine->hasPendingEndings = true;
  ((ceBody *)shape->body)->indexStamp = ((ceIndex *)index)->engine->space.stamp;
  proxies->count++;
  if (!proxies->table || 2 * (proxies->tableCount + 1) > proxies->tableMask) return ceProxiesFillTable(proxies);
  uint32_t p = ceProxiesHash(proxies, shape);
  while (proxies->table[p] < ceGoneSlot) p = (p + 1) & proxies->tableMask;
  if (proxies->table[p] == ceNoSlot) proxies->tableCount++;
  proxies->table[p] = slot;
}

static void ceIndexRemove(cpSpatialIndex *index, void *shape, cpHashValue id) {
  (void)id;
  ceProxies *proxies = ceProxiesOf(index);
  uint32_t place, slot = ceProxiesFind(proxies, shape, &place);
  if (slot == ceNoSlot) return;
  ceAssert(slot < proxies->slotCount && proxies->count > 0);
  ((ceIndex *)index)->engine->hasStrayContacts = true;
  proxies->table[place] = ceGoneSlot;
  proxies->shapes[slot] = NULL;
  proxies->isSorted = false, proxies->changes++;
  if (--proxies->count > 0) return;
  proxies->slotCount = 0;
  ceClearCells(proxies);
  ceProxiesFillTable(proxies);
}

static void ceIndexReindexObject(cpSpatialIndex *index, void *shape, cpHashValue id) {
  if (!ceIndexContains(index, shape, id)) return;
  ceIndexRemove(index, shape, id);
  ceIndexInsert(index, shape, id);
}

static void ceReindexRange(void *context, int from, int to) {
  const ceProxies *proxies = context;
  ceAssert(from >= 0 && from <= to && to <= (int)proxies->slotCount);
  for (int slot = from; slot < to; slot++) {
    const cpShape *shape = proxies->shapes[slot];
    if (shape) proxies->boxes[slot] = shape->bb, proxies->groups[slot] = shape->filter.group;
  }
}

void ceProxiesReindex(ceProxies *proxies, ceWorkers *workers) {
  ceAssert(proxies->count <= proxies->slotCount && proxies->slotCount <= proxies->capacity);
  proxies->changes++;
  ceShareWork(workers, (int)proxies->slotCount, 128, ceReindexRange, proxies);
  ceClearCells(proxies);
}

static void ceIndexReindex(cpSpatialIndex *index) {
  ceWorkers alone = {.limit = 1, .count = 1};
  ceProxiesReindex(ceProxiesOf(index), &alone);
}

// The library's step calls this; a space with a grid has its own.
static void ceIndexReindexQuery(cpSpatialIndex *index, cpSpatialIndexQueryFunc collide, void *data) {
  (void)index, (void)collide, (void)data;
  CMathFail("a space with a grid steps by ceSpaceStep", __FILE__, __LINE__);
}

static void ceIndexQuery(
    cpSpatialIndex *index, void *object, cpBB box, cpSpatialIndexQueryFunc query, void *data) {
  ceAssert(query);
  ceProxies *proxies = ceProxiesOf(index);
  ceProxiesUpdateCells(proxies);
  ceForEachProxyMeeting(proxies, &box, slot, { query(object, proxies->shapes[slot], 0, data); });
}

// Narrows the range of a line, from 0 to 1, to the part between two bounds. Returns false if there is none.
static bool ceClipRange(double start, double delta, double low, double high, double *from, double *to) {
  ceAssert(*from <= *to);
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

static void ceSegmentQueryCells(
    ceProxies *proxies, ceCells *cells, ceCellClass *class, void *object,
    cpVect a, cpVect b, cpFloat *exit, cpSpatialIndexSegmentQueryFunc query, void *data) {
  ceAssert(class->firstRow + class->rowCount < cells->rowCount);
  const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  uint32_t firstRow, lastRow;
  if (!ceCellRange(a.y, b.y, class->originY, class->perY, class->lowRow, &firstRow, &lastRow)) return;
  bool goesDown = b.y < a.y;
  uint32_t from = ceFirstRowFrom(cells, class, firstRow), to = from;
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
    if (!ceClipRange(a.y, b.y - a.y, low, high, &first, &last)) continue;
    double left = a.x + first * (b.x - a.x), right = a.x + last * (b.x - a.x);
    double slack = 1e-9 * (fabs(a.x) + fabs(b.x)) + 0.01 * (class->perX > 0 ? class->width : 0);
    if (left > right) {
      double other = left;
      left = right, right = other;
    }
    uint32_t firstColumn, lastColumn;
    if (!ceCellRange(left - slack, right + slack, class->originX, class->perX, class->lowColumn, &firstColumn,
                            &lastColumn)) continue;
    uint32_t end = starts[row + 1];
    for (uint32_t i = ceFirstEntryFrom(cells, starts[row], end, firstColumn);
         i < end && cells->columns[i] <= lastColumn; i++) {
      cpShape *shape = proxies->shapes[cells->slots[i]];
      if (shape && cpBBSegmentQuery(cells->boxes[i], a, b) < *exit) *exit = cpfmin(*exit, query(object, shape, data));
    }
  }
}

static void ceIndexSegmentQuery(
    cpSpatialIndex *index, void *object, cpVect a, cpVect b, cpFloat exit, cpSpatialIndexSegmentQueryFunc query,
    void *data) {
  ceAssert(query);
  ceProxies *proxies = ceProxiesOf(index);
  ceProxiesUpdateCells(proxies);
  ceCells *sets[] = {&proxies->main, &proxies->recent};
  for (int set = 0; set < 2; set++) {
    for (uint32_t i = 0; i < sets[set]->classCount; i++) {
      ceSegmentQueryCells(proxies, sets[set], sets[set]->classes + i, object, a, b, &exit, query, data);
    }
  }
  for (uint32_t slot = proxies->recentEnd; slot < proxies->slotCount; slot++) {
    cpShape *shape = proxies->shapes[slot];
    if (shape && cpBBSegmentQuery(proxies->boxes[slot], a, b) < exit) exit = cpfmin(exit, query(object, shape, data));
  }
}

// MARK: Making

static cpSpatialIndexClass ceIndexClass = {
    .destroy = ceIndexDestroy,
    .count = ceIndexCount,
    .each = ceIndexEach,
    .contains = ceIndexContains,
    .insert = ceIndexInsert,
    .remove = ceIndexRemove,
    .reindex = ceIndexReindex,
    .reindexObject = ceIndexReindexObject,
    .reindexQuery = ceIndexReindexQuery,
    .query = ceIndexQuery,
    .segmentQuery = ceIndexSegmentQuery,
};

cpSpatialIndex *ceIndexNew(ceEngine *engine, cpSpatialIndex *staticIndex) {
  ceAssert(engine->hasGrid);
  ceIndex *index = calloc(1, sizeof *index);
  if (!index) abort();
  index->engine = engine;
  return cpSpatialIndexInit(&index->base, &ceIndexClass, (cpSpatialIndexBBFunc)cpShapeGetBB, staticIndex);
}
