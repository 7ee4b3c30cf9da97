// Sorts boxes into cells: see cells.h. A box is in the cell of its lower left corner,
//
//   (row, column) = floor((corner - origin) / side).
//
// The side is the largest box's of its class, slightly enlarged for rounding. So two boxes of a class that meet are in
// the same cell or in neighbouring ones. Classes of similar sizes make a hierarchical grid (C. Ericson, "Real-Time
// Collision Detection", 2005, 7.2), here of sorted arrays. Invariant: the entries of a class are sorted by row, column
// and slot, and `rowStarts` has each row's first entry and the end. The sort is stable: by insertion for few keys,
// otherwise by radix, least significant digit first (D. Knuth, "The Art of Computer Programming" 3, 5.2.5). O(boxes).

#include "cells.h"

enum {
  ceSizeCount = 128,
  ceFormCount = 9,
  // Half octaves per class.
  ceSizesPerClass = 6,
  // Boxes fewer by this factor than those of a size get a class of their own, if they are larger by at least so many
  // half octaves: all cells would be as large as theirs.
  ceFewFactor = 4,
  ceFewDistance = 2,
};

void ceCellsFree(ceCells *cells) {
  ceAssert(cells->count <= cells->capacity && cells->classCount <= cells->classCapacity);
  free(cells->slots), free(cells->columns), free(cells->boxes);
  free(cells->classes), free(cells->rowStarts), free(cells->rowNumbers);
  free(cells->kinds), free(cells->keys), free(cells->sortedKeys), free(cells->sortedSlots);
  memset(cells, 0, sizeof *cells);
}

static void ceCellsReserve(ceCells *cells, uint32_t count) {
  ceAssert(cells->count <= cells->capacity && count <= UINT32_MAX / 2);
  if (count <= cells->capacity) return;
  uint32_t capacity = cells->capacity = count + count / 2 + 16;
  cells->slots = ceGrow(cells->slots, capacity, sizeof *cells->slots);
  cells->columns = ceGrow(cells->columns, capacity, sizeof *cells->columns);
  cells->boxes = ceGrow(cells->boxes, capacity, sizeof *cells->boxes);
  cells->kinds = ceGrow(cells->kinds, capacity, sizeof *cells->kinds);
  cells->keys = ceGrow(cells->keys, capacity, sizeof *cells->keys);
  cells->sortedKeys = ceGrow(cells->sortedKeys, capacity, sizeof *cells->sortedKeys);
  cells->sortedSlots = ceGrow(cells->sortedSlots, capacity, sizeof *cells->sortedSlots);
}

// The size of an extent: two for each octave, starting at 2^-24.
static int ceSizeOf(double extent) {
  ceAssert(extent >= 0 && !signbit(extent));
  uint64_t bits;
  memcpy(&bits, &extent, sizeof bits);
  int half = (int)(bits >> 51) - 2 * (1023 - 24);
  return half < 0 ? 0 : half < ceSizeCount ? half : ceSizeCount - 1;
}

// The proportions of a box: 4 if its sides are within a factor of eight or so. Each further factor of eight adds one if
// the box is wide, and subtracts one if it is high.
static int ceFormOf(double width, double height) {
  ceAssert(width >= 0 && height >= 0);
  int wider = (ceSizeOf(width) - ceSizeOf(height)) / 6;
  return wider < -4 ? 0 : wider > 4 ? ceFormCount - 1 : wider + 4;
}

#if CE_ASSERTIONS
// Whether a class has its entries in the order of rows and columns, and its rows have them all.
static bool ceCellsAreSorted(const ceCells *cells, const ceCellClass *class) {
  const uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  bool isSorted = starts[0] == class->first && starts[class->rowCount] == class->first + class->count;
  for (uint32_t row = 0; row < class->rowCount; row++) {
    isSorted &= starts[row] <= starts[row + 1] && (row == 0 || numbers[row - 1] < numbers[row]);
    for (uint32_t i = starts[row] + 1; i < starts[row + 1]; i++) isSorted &= cells->columns[i - 1] <= cells->columns[i];
  }
  return isSorted;
}
#endif

// Sorts a class's part of `keys` and `slots`; the sort is stable.
static void ceCellsSort(ceCells *cells, uint32_t first, uint32_t count, int bits) {
  ceAssert(first + count <= cells->count && bits >= 0 && bits <= 64);
  uint64_t *keys = cells->keys + first, *sortedKeys = cells->sortedKeys + first;
  uint32_t *slots = cells->slots + first, *sortedSlots = cells->sortedSlots + first;
  if (count <= 48) {
    for (uint32_t i = 1; i < count; i++) {
      uint64_t key = keys[i];
      uint32_t slot = slots[i], j = i;
      for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1], slots[j] = slots[j - 1];
      keys[j] = key, slots[j] = slot;
    }
    return;
  }
  int passes = (bits + 10) / 11, width = passes ? (bits + passes - 1) / passes : 0;
  for (int pass = 0; pass < passes; pass++) {
    uint32_t starts[2048];
    int shift = pass * width;
    uint64_t mask = ((uint64_t)1 << width) - 1;
    memset(starts, 0, (mask + 1) * sizeof *starts);
    for (uint32_t i = 0; i < count; i++) starts[keys[i] >> shift & mask]++;
    uint32_t sum = 0;
    for (uint64_t digit = 0; digit <= mask; digit++) {
      uint32_t here = starts[digit];
      starts[digit] = sum;
      sum += here;
    }
    for (uint32_t i = 0; i < count; i++) {
      uint32_t place = starts[keys[i] >> shift & mask]++;
      sortedKeys[place] = keys[i], sortedSlots[place] = slots[i];
    }
    uint64_t *k = keys;
    uint32_t *s = slots;
    keys = sortedKeys, sortedKeys = k, slots = sortedSlots, sortedSlots = s;
  }
  if (keys == cells->keys + first) return;
  memcpy(cells->keys + first, keys, count * sizeof *keys);
  memcpy(cells->slots + first, slots, count * sizeof *slots);
}

static int ceBitCount(uint64_t value) { return value ? 64 - __builtin_clzll(value) : 0; }

static void ceCellsReserveRows(ceCells *cells, size_t count) {
  ceAssert(cells->rowCount <= cells->rowCapacity && count > 0);
  if (cells->rowCount + count <= cells->rowCapacity) return;
  cells->rowCapacity = (uint32_t)(cells->rowCount + count) * 3 / 2 + 16;
  cells->rowStarts = ceGrow(cells->rowStarts, cells->rowCapacity, sizeof *cells->rowStarts);
  cells->rowNumbers = ceGrow(cells->rowNumbers, cells->rowCapacity, sizeof *cells->rowNumbers);
}

// Sorts the entries of a class whose slots are already listed, and lists its rows.
static void ceCellsBuildClass(
    ceCells *cells, ceCellClass *class, const cpBB *boxes) {
  ceAssert(class->count > 0 && class->first + class->count <= cells->count);
  uint32_t first = class->first, count = class->count;
  const cpBB *origin = boxes + cells->slots[first];
  double x = fmin(origin->l, origin->r), y = fmin(origin->b, origin->t);
  class->originX = isfinite(x) ? x : 0, class->originY = isfinite(y) ? y : 0;
  // Slightly larger than the largest box: rounding must not put boxes that meet two cells apart.
  class->width = fmax(fmax(class->width * 1.001, fabs(class->originX) * 1e-12), 1e-12);
  class->height = fmax(fmax(class->height * 1.001, fabs(class->originY) * 1e-12), 1e-12);
  class->perX = 1 / class->width, class->perY = 1 / class->height;
  int64_t lowX = INT64_MAX, lowY = INT64_MAX, highX = INT64_MIN, highY = INT64_MIN;
  for (uint32_t i = first; i < first + count; i++) {
    const cpBB *box = boxes + cells->slots[i];
    int64_t column = ceCellOf(box->l < box->r ? box->l : box->r, class->originX, class->perX);
    int64_t row = ceCellOf(box->b < box->t ? box->b : box->t, class->originY, class->perY);
    if (column < lowX) lowX = column;
    if (column > highX) highX = column;
    if (row < lowY) lowY = row;
    if (row > highY) highY = row;
    // Rows and columns fit into 32 bits with a sign; the loop below makes them relative to the lowest.
    cells->keys[i] = (uint64_t)(uint32_t)(int32_t)row << 32 | (uint32_t)(int32_t)column;
  }
  class->lowRow = lowY, class->lowColumn = lowX;
  int columnBits = ceBitCount((uint64_t)(highX - lowX)), rowBits = ceBitCount((uint64_t)(highY - lowY));
  for (uint32_t i = first; i < first + count; i++) {
    uint64_t row = (uint64_t)((int64_t)(int32_t)(cells->keys[i] >> 32) - lowY);
    uint64_t column = (uint64_t)((int64_t)(int32_t)cells->keys[i] - lowX);
    cells->keys[i] = row << columnBits | column;
  }
  ceCellsSort(cells, first, count, columnBits + rowBits);
  uint64_t mask = ((uint64_t)1 << columnBits) - 1;
  uint64_t span = (uint64_t)(highY - lowY) + 1;
  class->isDense = span <= 2 * (uint64_t)count + 16;
  ceCellsReserveRows(cells, (class->isDense ? span : count) + 1);
  class->firstRow = cells->rowCount;
  uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  uint32_t rows = 0;
  cpBB bounds = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (uint32_t i = first; i < first + count; i++) {
    uint32_t row = (uint32_t)(cells->keys[i] >> columnBits);
    cells->columns[i] = (uint32_t)(cells->keys[i] & mask);
    cpBB box = cells->boxes[i] = boxes[cells->slots[i]];
    if (box.l < bounds.l) bounds.l = box.l;
    if (box.b < bounds.b) bounds.b = box.b;
    if (box.r > bounds.r) bounds.r = box.r;
    if (box.t > bounds.t) bounds.t = box.t;
    if (class->isDense) {
      for (; rows <= row; rows++) starts[rows] = i, numbers[rows] = rows;
    } else if (rows == 0 || numbers[rows - 1] != row) {
      starts[rows] = i, numbers[rows] = row, rows++;
    }
  }
  class->rowCount = rows, class->bounds = bounds;
  starts[rows] = first + count;
  cells->rowCount += rows + 1;
  ceAssert(ceCellsAreSorted(cells, class));
}

void ceCellsBuild(
    ceCells *cells, const cpBB *boxes, cpShape *const *isThere, uint32_t from, uint32_t to) {
  ceAssert(from <= to);
  cells->count = cells->classCount = cells->rowCount = 0;
  ceCellsReserve(cells, to - from);
  uint32_t histogram[ceSizeCount] = {0};
  for (uint32_t slot = from; slot < to; slot++) {
    const cpBB *box = boxes + slot;
    double width = fabs(box->r - box->l), height = fabs(box->t - box->b);
    // Equal infinities subtract to NaN; such a box counts as infinitely wide.
    if (width != width) width = INFINITY;
    if (height != height) height = INFINITY;
    bool isNone = !isThere[slot] || box->l != box->l || box->r != box->r || box->b != box->b || box->t != box->t;
    int size = ceSizeOf(width > height ? width : height);
    cells->kinds[slot - from] = isNone ? UINT16_MAX : (uint16_t)(size << 4 | ceFormOf(width, height));
    if (!isNone) histogram[size]++;
  }
  // Groups the sizes into classes, from the largest size down.
  uint8_t groups[ceSizeCount];
  int group = -1, top = 0;
  uint32_t inGroup = 0;
  for (int size = ceSizeCount - 1; size >= 0; size--) {
    if (!histogram[size]) continue;
    bool areFew = top - size >= ceFewDistance && inGroup < histogram[size] / ceFewFactor;
    if (group < 0 || areFew || top - size >= ceSizesPerClass) group++, top = size, inGroup = 0;
    inGroup += histogram[size];
    groups[size] = (uint8_t)group;
  }
  uint32_t kindCount = (uint32_t)(group + 1) * ceFormCount;
  uint32_t counts[ceSizeCount / ceFewDistance * ceFormCount];
  memset(counts, 0, kindCount * sizeof *counts);
  for (uint32_t i = 0; i < to - from; i++) {
    if (cells->kinds[i] == UINT16_MAX) continue;
    int kind = groups[cells->kinds[i] >> 4] * ceFormCount + (cells->kinds[i] & 15);
    cells->kinds[i] = (uint16_t)kind;
    counts[kind]++;
  }
  if (cells->classCapacity < kindCount) {
    cells->classCapacity = kindCount;
    cells->classes = ceGrow(cells->classes, kindCount, sizeof *cells->classes);
  }
  uint16_t classOf[sizeof counts / sizeof *counts];
  for (uint32_t kind = 0; kind < kindCount; kind++) {
    if (!counts[kind]) continue;
    classOf[kind] = (uint16_t)cells->classCount;
    cells->classes[cells->classCount++] = (ceCellClass){.first = cells->count};
    cells->count += counts[kind];
  }
  for (uint32_t slot = from; slot < to; slot++) {
    if (cells->kinds[slot - from] == UINT16_MAX) continue;
    ceCellClass *class = cells->classes + classOf[cells->kinds[slot - from]];
    const cpBB *box = boxes + slot;
    double width = fabs(box->r - box->l), height = fabs(box->t - box->b);
    if (!(width <= class->width)) class->width = width == width ? width : INFINITY;
    if (!(height <= class->height)) class->height = height == height ? height : INFINITY;
    cells->slots[class->first + class->count++] = slot;
  }
  for (uint32_t i = 0; i < cells->classCount; i++) ceCellsBuildClass(cells, cells->classes + i, boxes);
  // Lower cells first, then narrower ones: a search in a later class visits few rows.
  for (uint32_t i = 1; i < cells->classCount; i++) {
    ceCellClass class = cells->classes[i];
    uint32_t j = i;
    for (; j > 0; j--) {
      ceCellClass *other = cells->classes + j - 1;
      if (other->height < class.height || (other->height == class.height && other->width <= class.width)) break;
      cells->classes[j] = *other;
    }
    cells->classes[j] = class;
  }
}
