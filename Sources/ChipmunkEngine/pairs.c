// Finds the pairs of a step and collides them, in the order that broad_phase.h defines. They come from cell lists (M.
// Allen and D. Tildesley, "Computer Simulation of Liquids", 1987, 5.3.2): a box is compared with those after it in its
// row and with those in the row above, up to one column away, so that each pair of neighbouring cells is visited once;
// then with the classes of moving boxes that follow its own. Few boxes are compared all with all.
//
// Invariant: two shapes are a pair exactly if their boxes meet, unless both move and have one group, and each pair
// occurs once. The number of threads changes only addresses.

#include "pairs.h"

#include "engine.h"

// MARK: Finding pairs

static void ceReservePairs(cePairList *pairs, uint32_t count) {
  ceAssert(pairs->count <= pairs->capacity);
  if (count <= pairs->capacity) return;
  // Twice as many must fit into an int: 46,000 bodies at one place have so many pairs, and no memory for them.
  if (count > INT32_MAX / 2) abort();
  pairs->capacity = count * 2 + 64;
  pairs->pairs = ceGrow(pairs->pairs, pairs->capacity, sizeof *pairs->pairs);
}

static void ceAddPair(cePairList *pairs, uint32_t a, uint32_t b) {
  ceAssert(a != b);
  ceReservePairs(pairs, pairs->count + 1);
  pairs->pairs[pairs->count++] = (cePair){a, b};
}

// Adds the pairs of a list.
static void ceAddPairs(cePairList *pairs, const cePairList *others) {
  ceAssert(pairs != others);
  if (others->count == 0) return;
  ceReservePairs(pairs, pairs->count + others->count);
  memcpy(pairs->pairs + pairs->count, others->pairs, others->count * sizeof *others->pairs);
  pairs->count += others->count;
}

// Adds a pair of moving shapes whose boxes meet, unless they have one group.
static inline void ceAddMovingPair(cePairList *pairs, const ceProxies *moving, uint32_t a, uint32_t b) {
  ceAssert(a < moving->slotCount && b < moving->slotCount);
  cpGroup group = moving->groups[a];
  if (group == CP_NO_GROUP || moving->groups[b] != group) ceAddPair(pairs, a, b);
}

// Adds the pairs of a moving shape with the static proxies that a box meets, sorted by id.
static void ceSearchStatics(cePairList *pairs, ceProxies *statics, uint32_t a, const cpBB *box) {
  ceAssert(statics->count > 0 && !(a & ceStaticBit));
  uint32_t first = pairs->count;
  ceForEachProxyMeeting(statics, box, slot, { ceAddPair(pairs, a, slot | ceStaticBit); });
  for (uint32_t i = first + 1; i < pairs->count; i++) {
    cePair pair = pairs->pairs[i];
    cpHashValue id = statics->ids[pair.b & ~ceStaticBit];
    uint32_t j = i;
    for (; j > first && statics->ids[pairs->pairs[j - 1].b & ~ceStaticBit] > id; j--) {
      pairs->pairs[j] = pairs->pairs[j - 1];
    }
    pairs->pairs[j] = pair;
  }
}

// How many parts of the rows each thread searches.
enum { cePartsPerThread = 8 };

// Up to this many static proxies are searched for each shape in each step.
enum { ceFewStatics = 12 };

// Whether no static proxy that a box meets is missing from the near ones.
static bool ceIsNear(const ceNear *near, const ceProxies *statics, const cpBB *box) {
  ceAssert(near->changes <= statics->changes);
  return near->changes == statics->changes && near->box.l <= box->l && box->r <= near->box.r &&
         near->box.b <= box->b && box->t <= near->box.t;
}

// Lists the static proxies near a moving shape: as far from its box as that is large.
static void ceFindNear(cePairList *pairs, ceProxies *moving, ceProxies *statics, uint32_t a, const cpBB *box) {
  ceAssert(a < moving->slotCount);
  cpFloat margin = cpfmax(box->r - box->l, box->t - box->b);
  ceNear *near = moving->near + a;
  near->box = (cpBB){box->l - margin, box->b - margin, box->r + margin, box->t + margin};
  near->changes = statics->changes;
  uint32_t first = pairs->count;
  ceSearchStatics(pairs, statics, a, &near->box);
  near->count = pairs->count - first, pairs->count = first;
  for (uint32_t i = 0; i < near->count && i < ceMostNear; i++) {
    near->slots[i] = pairs->pairs[first + i].b & ~ceStaticBit;
  }
}

// Adds the pairs of a moving shape with static proxies, sorted by id.
static void ceAddStaticPairs(cePairList *pairs, ceProxies *moving, ceProxies *statics, uint32_t a, const cpBB *box) {
  const ceNear *near = moving->near + a;
  if (statics->count > ceFewStatics && moving->staticChanges == statics->changes) {
    if (!ceIsNear(near, statics, box)) ceFindNear(pairs, moving, statics, a, box);
    if (near->count <= ceMostNear && ceIsNear(near, statics, box)) {
      for (uint32_t i = 0; i < near->count; i++) {
        if (ceBoxesMeet(box, statics->boxes + near->slots[i])) ceAddPair(pairs, a, near->slots[i] | ceStaticBit);
      }
      return;
    }
  }
  ceSearchStatics(pairs, statics, a, box);
}

// Finds the pairs of so few shapes that all are compared with all, from the highest id down.
static void ceFindFewPairs(cePairList *pairs, ceProxies *moving, ceProxies *statics) {
  ceAssert(moving->slotCount <= ceFewProxies && moving->count == moving->slotCount);
  pairs->count = 0;
  for (uint32_t a = 0; a < moving->slotCount; a++) {
    const cpBB *box = moving->boxes + a;
    if (statics->count > 0) ceAddStaticPairs(pairs, moving, statics, a, box);
    for (uint32_t b = a + 1; b < moving->slotCount; b++) {
      if (ceBoxesMeet(box, moving->boxes + b)) ceAddMovingPair(pairs, moving, a, b);
    }
  }
  for (uint32_t i = 0, j = pairs->count; i + 1 < j--; i++) {
    cePair pair = pairs->pairs[i];
    pairs->pairs[i] = pairs->pairs[j], pairs->pairs[j] = pair;
  }
}

// A search by several threads, each for parts of the rows.
typedef struct cePairSearch {
  ceProxies *moving, *statics;
  cePairList *parts;
  int partCount;
} cePairSearch;

// Finds the pairs of a class's rows from one to another.
static void ceFindPairsOfRows(cePairList *pairs, const cePairSearch *of, uint32_t c, uint32_t from, uint32_t to) {
  ceProxies *moving = of->moving;
  const ceCells *cells = &moving->main;
  const ceCellClass *class = cells->classes + c;
  const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  ceAssert(from <= to && to <= class->rowCount);
  bool hasStatics = of->statics->count > 0;
  for (uint32_t row = from; row < to; row++) {
    uint32_t end = starts[row + 1];
    bool hasUpper = row + 1 < class->rowCount && numbers[row + 1] == numbers[row] + 1;
    uint32_t upper = end, upperEnd = hasUpper ? starts[row + 2] : end;
    for (uint32_t i = starts[row]; i < end; i++) {
      uint32_t a = cells->slots[i], column = cells->columns[i];
      cpBB box = cells->boxes[i];
      if (i + 8 < cells->count) __builtin_prefetch(moving->near + cells->slots[i + 8]);
      if (hasStatics) ceAddStaticPairs(pairs, moving, of->statics, a, &box);
      for (uint32_t j = i + 1; j < end && cells->columns[j] <= column + 1; j++) {
        if (ceBoxesMeet(&box, cells->boxes + j)) ceAddMovingPair(pairs, moving, a, cells->slots[j]);
      }
      while (upper < upperEnd && cells->columns[upper] + 1 < column) upper++;
      for (uint32_t j = upper; j < upperEnd && cells->columns[j] <= column + 1; j++) {
        if (ceBoxesMeet(&box, cells->boxes + j)) ceAddMovingPair(pairs, moving, a, cells->slots[j]);
      }
      for (uint32_t other = c + 1; other < cells->classCount; other++) {
        ceForEachMeeting(cells, cells->classes + other, &box, j, {
          ceAddMovingPair(pairs, moving, a, cells->slots[j]);
        });
      }
    }
  }
}

// Finds the pairs of some parts of all classes' rows.
static void ceFindPairsOfParts(void *context, int from, int to) {
  const cePairSearch *of = context;
  const ceCells *cells = &of->moving->main;
  ceAssert(from >= 0 && from <= to && to <= of->partCount);
  // A class has one row start more than rows.
  uint64_t rows = cells->rowCount - cells->classCount, parts = (uint64_t)of->partCount;
  for (int part = from; part < to; part++) {
    uint32_t first = (uint32_t)(rows * (uint64_t)part / parts), last = (uint32_t)(rows * (uint64_t)(part + 1) / parts);
    of->parts[part].count = 0;
    for (uint32_t c = 0, before = 0; c < cells->classCount && before < last; c++) {
      uint32_t count = cells->classes[c].rowCount, end = last - before < count ? last - before : count;
      uint32_t start = first > before ? first - before : 0;
      if (start < end) ceFindPairsOfRows(of->parts + part, of, c, start, end);
      before += count;
    }
  }
}

// Finds all pairs of a step, in order.
static void ceFindPairs(ceEngine *engine) {
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  ceAssert(moving->mainEnd == moving->slotCount && moving->count == moving->slotCount);
  cePairSearch search = {moving, statics, &pairs->list, 1};
  if (engine->workers.count == 1) return ceFindPairsOfParts(&search, 0, 1);
  int count = cePartsPerThread * engine->workers.count;
  if (count > pairs->partCount) {
    pairs->parts = ceGrow(pairs->parts, (size_t)count, sizeof *pairs->parts);
    memset(pairs->parts + pairs->partCount, 0, (size_t)(count - pairs->partCount) * sizeof *pairs->parts);
    pairs->partCount = count;
  }
  search.parts = pairs->parts, search.partCount = count;
  ceShareWork(&engine->workers, count, 1, ceFindPairsOfParts, &search);
  pairs->list.count = 0;
  for (int part = 0; part < count; part++) ceAddPairs(&pairs->list, pairs->parts + part);
}

// MARK: Collisions

static cpArbiter *ceFindTouched(const ceProxies *moving, uint32_t slot, uint32_t other) {
  ceAssert(slot < moving->slotCount);
  for (uint32_t i = 0; i < moving->touched.counts[slot]; i++) {
    const ceTouched *touched = moving->touched.list + moving->touched.firsts[slot] + i;
    if (touched->other == other) return touched->arbiter;
  }
  return NULL;
}

static ceShapePair ceShapesOf(const ceEngine *engine, cePair pair) {
  const ceProxies *moving = &engine->movingProxies, *other = pair.b & ceStaticBit ? &engine->staticProxies : moving;
  uint32_t b = pair.b & ~ceStaticBit;
  ceAssert(pair.a < moving->slotCount && b < other->slotCount && moving->ids[pair.a] != other->ids[b]);
  ceAssert(moving->shapes[pair.a] && other->shapes[b]);
  return ceOrderShapes(moving->shapes[pair.a], other->shapes[b]);
}

// How many pairs ahead arbiters and shapes are prefetched.
enum { cePrefetchDistance = 4 };

// Returns the arbiter that a pair had in the last step, if any, and prefetches it and the shape.
static cpArbiter *cePrefetchPair(const ceEngine *engine, cePair pair) {
  const ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  bool isStatic = (pair.b & ceStaticBit) != 0;
  uint32_t b = pair.b & ~ceStaticBit;
  ceAssert(pair.a < moving->slotCount && b < (isStatic ? statics : moving)->slotCount);
  cpArbiter *arbiter = ceFindTouched(moving, pair.a, (uint32_t)(isStatic ? statics : moving)->ids[b]);
  if (!arbiter && !isStatic) arbiter = ceFindTouched(moving, b, (uint32_t)moving->ids[pair.a]);
  if (arbiter) cePrefetch(arbiter, ceArbiterLines);
  if (!isStatic) cePrefetch(moving->shapes[b], 6);
  return arbiter;
}

// Collides the pairs from one place to another, and updates the contacts of those that touch. Pairs that have no arbiter
// yet get the places of their contacts one by one, whichever thread is first: only the addresses depend on that.
static void ceCollideRange(void *context, int from, int to) {
  ceEngine *engine = context;
  cePairs *pairs = &engine->pairs;
  cpArbiter *likely[cePrefetchDistance];
  ceAssert(from >= 0 && from <= to && to <= (int)pairs->list.count && pairs->list.count <= pairs->foundCapacity);
  for (int i = from; i < from + cePrefetchDistance && i < to; i++) {
    likely[i % cePrefetchDistance] = cePrefetchPair(engine, pairs->list.pairs[i]);
  }
  for (int i = from; i < to; i++) {
    ceShapePair shapes = ceShapesOf(engine, pairs->list.pairs[i]);
    cpArbiter *known = likely[i % cePrefetchDistance];
    if (i + cePrefetchDistance < to) {
      likely[i % cePrefetchDistance] = cePrefetchPair(engine, pairs->list.pairs[i + cePrefetchDistance]);
    }
    ceContactStart start;
    ceTouch touch = ceCollidePair(&engine->space, shapes, known, &start);
    ceFound *found = pairs->found + i;
    *found = (ceFound){.arbiter = touch.arbiter, .touches = touch.count > 0};
    if (!found->touches) continue;
    // Meanwhile, other threads may look for arbiters by their shapes.
    found->isUpdated = touch.arbiter && touch.arbiter->a == shapes.a;
    if (found->isUpdated) {
      found->isPlain = ceContactUpdate(&engine->space, shapes, touch.arbiter);
      continue;
    }
    found->start = (uint32_t)atomic_fetch_add_explicit(&pairs->startCount, 1, memory_order_relaxed);
    ceAssert(found->start < pairs->list.count);
    pairs->starts[found->start] = start;
  }
}

// Gives the pairs that touch for the first time their arbiters, in order, and updates what threads could not.
static void ceStartContacts(ceEngine *engine) {
  const cePairs *pairs = &engine->pairs;
  ceAssert(engine->space.locked && pairs->startCount <= pairs->list.count);
  uint32_t left = pairs->startCount;
  for (uint32_t i = 0; left > 0; i++) {
    ceFound *found = pairs->found + i;
    ceAssert(i < pairs->list.count);
    if (!found->touches || found->isUpdated) continue;
    left--;
    ceShapePair shapes = ceShapesOf(engine, pairs->list.pairs[i]);
    if (!found->arbiter) found->arbiter = ceArbiterOfStart(&engine->space, shapes, pairs->starts + found->start);
    found->isPlain = ceContactUpdate(&engine->space, shapes, found->arbiter);
  }
}

// Begins the contacts of the pairs that touch, in order, and remembers them for the next step.
static void ceBeginContacts(ceEngine *engine) {
  const cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  ceTouchedLists *touched = &moving->nowTouched;
  for (uint32_t i = 0; i < pairs->list.count; i++) {
    const ceFound *found = pairs->found + i;
    if (!found->touches) continue;
    if (found->isPlain) cePush(engine->space.arbiters, found->arbiter);
    else ceContactBegin(&engine->space, found->arbiter);
    cePair pair = pairs->list.pairs[i];
    ceAssert(touched->count < touched->capacity);
    if (touched->counts[pair.a]++ == 0) touched->firsts[pair.a] = touched->count;
    cpHashValue id = pair.b & ceStaticBit ? statics->ids[pair.b & ~ceStaticBit] : moving->ids[pair.b];
    touched->list[touched->count++] = (ceTouched){(uint32_t)id, found->arbiter};
  }
}

static void ceBeginTouched(const cePairs *pairs, ceProxies *moving) {
  ceAssert(moving->slotCount <= moving->capacity);
  ceTouchedLists *touched = &moving->nowTouched;
  if (pairs->list.count > touched->capacity) {
    touched->capacity = pairs->list.count + pairs->list.count / 2;
    touched->list = ceGrow(touched->list, touched->capacity, sizeof *touched->list);
  }
  touched->count = 0;
  if (moving->slotCount > 0) memset(touched->counts, 0, moving->slotCount * sizeof *touched->counts);
}

// Updates all boxes, and finds the pairs.
static void cePreparePairs(ceEngine *engine) {
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  ceProxiesSort(moving);
  ceProxiesReindex(moving, &engine->workers);
  ceAssert(moving->isSorted && moving->count == moving->slotCount);
  pairs->list.count = 0;
  if (moving->slotCount == 0) return;
  ceProxiesUpdateCells(statics);
  if (moving->slotCount <= ceFewProxies) {
    ceFindFewPairs(&pairs->list, moving, statics);
  } else {
    ceCellsBuild(&moving->main, moving->boxes, moving->shapes, 0, moving->slotCount);
    moving->mainEnd = moving->recentEnd = moving->slotCount;
    ceFindPairs(engine);
  }
  moving->staticChanges = statics->changes;
}

static void ceReserveFound(cePairs *pairs) {
  ceAssert(pairs->list.count <= pairs->list.capacity);
  if (pairs->list.count <= pairs->foundCapacity) return;
  pairs->foundCapacity = pairs->list.count + pairs->list.count / 2;
  pairs->found = ceGrow(pairs->found, pairs->foundCapacity, sizeof *pairs->found);
  free(pairs->starts);
  pairs->starts = ceGrow(NULL, pairs->foundCapacity, sizeof *pairs->starts);
}

void cePairsCollide(ceEngine *engine) {
  ceAssert(engine->hasGrid && engine->space.locked);
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies;
  cePreparePairs(engine);
  ceBeginTouched(pairs, moving);
  ceReserveFound(pairs);
  pairs->startCount = 0;
  ceShareWork(&engine->workers, (int)pairs->list.count, 64, ceCollideRange, engine);
  ceStartContacts(engine);
  ceBeginContacts(engine);
  ceTouchedLists touched = moving->touched;
  moving->touched = moving->nowTouched, moving->nowTouched = touched;
  engine->hasStrayContacts = false;
}

void cePairsFree(cePairs *pairs) {
  for (int part = 0; part < pairs->partCount; part++) free(pairs->parts[part].pairs);
  free(pairs->parts), free(pairs->list.pairs), free(pairs->found), free(pairs->starts);
  *pairs = (cePairs){.partCount = 0};
}

// MARK: Access for tests

bool ceSpaceFindsAllPairs(cpSpace *space) {
  ceEngine *engine = ceEngineOf(space);
  ceAssert(engine->hasGrid && !space->locked);
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  cePreparePairs(engine);
  uint32_t columns = moving->slotCount + statics->slotCount;
  uint8_t *known = calloc((size_t)moving->slotCount * columns + 1, 1);
  if (!known) abort();
  bool isRight = true;
  uint32_t expected = 0;
  for (uint32_t i = 0; i < pairs->list.count; i++) {
    cePair pair = pairs->list.pairs[i];
    bool isStatic = (pair.b & ceStaticBit) != 0;
    uint32_t b = pair.b & ~ceStaticBit, row = isStatic || pair.a < b ? pair.a : b;
    uint8_t *place = known + (size_t)row * columns + (isStatic ? moving->slotCount + b : pair.a < b ? b : pair.a);
    if ((*place)++ || !ceBoxesMeet(moving->boxes + pair.a, (isStatic ? statics : moving)->boxes + b)) isRight = false;
  }
  for (uint32_t a = 0; a < moving->slotCount; a++) {
    cpGroup group = moving->shapes[a]->filter.group;
    for (uint32_t b = a + 1; b < moving->slotCount; b++) {
      bool isGrouped = group != CP_NO_GROUP && moving->shapes[b]->filter.group == group;
      expected += !isGrouped && ceBoxesMeet(moving->boxes + a, moving->boxes + b);
    }
    for (uint32_t b = 0; b < statics->slotCount; b++) {
      expected += statics->shapes[b] && ceBoxesMeet(moving->boxes + a, statics->boxes + b);
    }
  }
  free(known);
  return isRight && expected == pairs->list.count;
}
