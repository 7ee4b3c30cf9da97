// Finds the pairs of a step and collides them, in the order that broad_phase.h defines.
//
// Invariant: two shapes are a pair exactly if their boxes meet, and each pair occurs once.

#include "pairs.h"

#include "engine.h"

// MARK: Finding pairs

static void ceAddPair(cePairs *pairs, uint32_t a, uint32_t b) {
  ceAssert(a != b);
  if (pairs->count == pairs->capacity) {
    pairs->capacity = pairs->capacity * 2 + 64;
    pairs->pairs = ceGrow(pairs->pairs, pairs->capacity, sizeof *pairs->pairs);
  }
  pairs->pairs[pairs->count++] = (cePair){a, b};
}

// Adds the pairs of a moving shape with static proxies, sorted by id.
static void ceAddStaticPairs(cePairs *pairs, ceProxies *statics, uint32_t a, const cpBB *box) {
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

// Finds the pairs of so few shapes that all are compared with all, from the highest id down.
static void ceFindFewPairs(cePairs *pairs, ceProxies *moving, ceProxies *statics) {
  pairs->count = 0;
  for (uint32_t a = 0; a < moving->slotCount; a++) {
    const cpBB *box = moving->boxes + a;
    if (statics->count > 0) ceAddStaticPairs(pairs, statics, a, box);
    for (uint32_t b = a + 1; b < moving->slotCount; b++) {
      if (ceBoxesMeet(box, moving->boxes + b)) ceAddPair(pairs, a, b);
    }
  }
  for (uint32_t i = 0, j = pairs->count; i + 1 < j--; i++) {
    cePair pair = pairs->pairs[i];
    pairs->pairs[i] = pairs->pairs[j], pairs->pairs[j] = pair;
  }
}

// Finds all pairs of a step, in order.
static void ceFindPairs(cePairs *pairs, ceProxies *moving, ceProxies *statics) {
  ceCells *cells = &moving->main;
  pairs->count = 0;
  bool hasStatics = statics->count > 0;
  for (uint32_t c = 0; c < cells->classCount; c++) {
    ceCellClass *class = cells->classes + c;
    const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
    for (uint32_t row = 0; row < class->rowCount; row++) {
      uint32_t end = starts[row + 1];
      bool hasUpper = row + 1 < class->rowCount && numbers[row + 1] == numbers[row] + 1;
      uint32_t upper = end, upperEnd = hasUpper ? starts[row + 2] : end;
      for (uint32_t i = starts[row]; i < end; i++) {
        uint32_t a = cells->slots[i], column = cells->columns[i];
        cpBB box = cells->boxes[i];
        if (hasStatics) ceAddStaticPairs(pairs, statics, a, &box);
        for (uint32_t j = i + 1; j < end && cells->columns[j] <= column + 1; j++) {
          if (ceBoxesMeet(&box, cells->boxes + j)) ceAddPair(pairs, a, cells->slots[j]);
        }
        while (upper < upperEnd && cells->columns[upper] + 1 < column) upper++;
        for (uint32_t j = upper; j < upperEnd && cells->columns[j] <= column + 1; j++) {
          if (ceBoxesMeet(&box, cells->boxes + j)) ceAddPair(pairs, a, cells->slots[j]);
        }
        for (uint32_t other = c + 1; other < cells->classCount; other++) {
          ceForEachMeeting(cells, cells->classes + other, &box, j, {
            ceAddPair(pairs, a, cells->slots[j]);
          });
        }
      }
    }
  }
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

// Looks up the arbiter that a pair had in the last step, and prefetches it and the shape.
static void cePrefetchPair(
    cePairs *pairs, const ceProxies *moving, const ceProxies *statics, uint32_t place) {
  cePair pair = pairs->pairs[place];
  bool isStatic = (pair.b & ceStaticBit) != 0;
  uint32_t b = pair.b & ~ceStaticBit;
  cpArbiter *arbiter = ceFindTouched(moving, pair.a, (uint32_t)(isStatic ? statics : moving)->ids[b]);
  if (!arbiter && !isStatic) arbiter = ceFindTouched(moving, b, (uint32_t)moving->ids[pair.a]);
  pairs->likely[place % cePrefetchDistance] = arbiter;
  if (arbiter) cePrefetch(arbiter, 3);
  if (!isStatic) cePrefetch(moving->shapes[b], 6);
}

static void ceCollidePairs(
    cePairs *pairs, ceProxies *moving, const ceProxies *statics, cpSpatialIndexQueryFunc collide, void *data) {
  for (uint32_t i = 0; i < cePrefetchDistance && i < pairs->count; i++) cePrefetchPair(pairs, moving, statics, i);
  for (uint32_t place = 0; place < pairs->count; place++) {
    cePair pair = pairs->pairs[place];
    const ceProxies *other = pair.b & ceStaticBit ? statics : moving;
    uint32_t b = pair.b & ~ceStaticBit;
    ceAssert(pair.a < moving->slotCount && b < other->slotCount);
    cpShape *first = moving->shapes[pair.a], *second = other->shapes[b];
    ceAssert(first && second && moving->ids[pair.a] != other->ids[b]);
    pairs->arbiter = pairs->likely[place % cePrefetchDistance];
    if (place + cePrefetchDistance < pairs->count) cePrefetchPair(pairs, moving, statics, place + cePrefetchDistance);
    if (moving->ids[pair.a] < other->ids[b]) collide(first, second, 0, data);
    else collide(second, first, 0, data);
    if (!pairs->arbiter) continue;
    ceTouchedLists *touched = &moving->nowTouched;
    ceAssert(touched->count < touched->capacity);
    if (touched->counts[pair.a]++ == 0) touched->firsts[pair.a] = touched->count;
    touched->list[touched->count++] = (ceTouched){(uint32_t)other->ids[b], pairs->arbiter};
  }
}

static void ceBeginTouched(const cePairs *pairs, ceProxies *moving) {
  ceTouchedLists *touched = &moving->nowTouched;
  if (pairs->count > touched->capacity) {
    touched->capacity = pairs->count + pairs->count / 2;
    touched->list = ceGrow(touched->list, touched->capacity, sizeof *touched->list);
  }
  touched->count = 0;
  if (moving->slotCount > 0) memset(touched->counts, 0, moving->slotCount * sizeof *touched->counts);
}

// Updates all boxes, and finds the pairs.
static void cePreparePairs(cePairs *pairs, ceProxies *moving, ceProxies *statics) {
  ceProxiesSort(moving);
  ceProxiesReindex(moving);
  pairs->count = 0;
  if (moving->slotCount == 0) return;
  ceProxiesUpdateCells(statics);
  if (moving->slotCount <= ceFewProxies) {
    ceFindFewPairs(pairs, moving, statics);
  } else {
    ceCellsBuild(&moving->main, moving->boxes, moving->shapes, 0, moving->slotCount);
    moving->mainEnd = moving->recentEnd = moving->slotCount;
    ceFindPairs(pairs, moving, statics);
  }
}

void cePairsCollide(ceEngine *engine, cpSpatialIndexQueryFunc collide, void *data) {
  ceAssert(engine->hasGrid && engine->space.locked);
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  cePreparePairs(pairs, moving, statics);
  ceBeginTouched(pairs, moving);
  ceCollidePairs(pairs, moving, statics, collide, data);
  pairs->arbiter = NULL;
  ceTouchedLists touched = moving->touched;
  moving->touched = moving->nowTouched, moving->nowTouched = touched;
}

// MARK: Access for tests

bool ceSpaceFindsAllPairs(cpSpace *space) {
  ceEngine *engine = ceEngineOf(space);
  ceAssert(engine->hasGrid && !space->locked);
  cePairs *pairs = &engine->pairs;
  ceProxies *moving = &engine->movingProxies, *statics = &engine->staticProxies;
  cePreparePairs(pairs, moving, statics);
  uint32_t columns = moving->slotCount + statics->slotCount;
  uint8_t *known = calloc((size_t)moving->slotCount * columns + 1, 1);
  if (!known) abort();
  bool isRight = true;
  uint32_t expected = 0;
  for (uint32_t i = 0; i < pairs->count; i++) {
    cePair pair = pairs->pairs[i];
    bool isStatic = (pair.b & ceStaticBit) != 0;
    uint32_t b = pair.b & ~ceStaticBit, row = isStatic || pair.a < b ? pair.a : b;
    uint8_t *place = known + (size_t)row * columns + (isStatic ? moving->slotCount + b : pair.a < b ? b : pair.a);
    if ((*place)++ || !ceBoxesMeet(moving->boxes + pair.a, (isStatic ? statics : moving)->boxes + b)) isRight = false;
  }
  for (uint32_t a = 0; a < moving->slotCount; a++) {
    for (uint32_t b = a + 1; b < moving->slotCount; b++) expected += ceBoxesMeet(moving->boxes + a, moving->boxes + b);
    for (uint32_t b = 0; b < statics->slotCount; b++) {
      expected += statics->shapes[b] && ceBoxesMeet(moving->boxes + a, statics->boxes + b);
    }
  }
  free(known);
  return isRight && expected == pairs->count;
}
