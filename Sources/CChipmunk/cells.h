// Boxes sorted into cells: the grid's broad phase finds its pairs in them, and queries search them.
//
// Boxes of similar size and form share a class. The cells of a class are as large as its largest box. So each box
// belongs to a single cell, that of its lower left corner, and meets only boxes of that cell and its eight neighbours.
// A class is an array, sorted by row, then by column, then by the order of the boxes; empty cells take no memory. So
// the distance between boxes does not matter, and a huge box is in a class of its own.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Boxes whose larger sides are within a factor of eight, and whose proportions are similar.
struct CChipmunkCellClass {
  // The range of the class's entries, and of its rows.
  uint32_t first, count, firstRow, rowCount;
  double originX, originY, width, height;
  // The inverse of the cell's sides; 0 if a side is infinite.
  double perX, perY;
  // The bounds of all boxes of the class.
  cpBB reach;
  // The lowest row and column; those of the entries are relative to these.
  int64_t lowRow, lowColumn;
  // Whether the list of rows has every row up to the last, including empty ones.
  bool isDense;
};

enum {
  CChipmunkSizes = 128,
  CChipmunkForms = 9,
  // Half octaves per class.
  CChipmunkSizesOfClass = 6,
};

struct CChipmunkCells {
  uint32_t count, room;
  // The entries in sorted order: the box of each, and its column.
  uint32_t *slots, *columns;
  cpBB *boxes;
  struct CChipmunkCellClass *classes;
  uint32_t classCount, classRoom;
  // The first entry of each row of each class, plus one at the end of each class, and the number of each row.
  uint32_t *rowStarts, *rowNumbers;
  uint32_t rowsUsed, rowsRoom;
  // Scratch memory for building: the classes of slots, the sort keys, and the second buffers of the sort.
  uint16_t *kinds;
  uint64_t *keys, *otherKeys;
  uint32_t *otherSlots;
};

static inline void CChipmunkCellsFree(struct CChipmunkCells *cells) {
  free(cells->slots), free(cells->columns), free(cells->boxes);
  free(cells->classes), free(cells->rowStarts), free(cells->rowNumbers);
  free(cells->kinds), free(cells->keys), free(cells->otherKeys), free(cells->otherSlots);
  memset(cells, 0, sizeof *cells);
}

static inline void CChipmunkCellsReserve(struct CChipmunkCells *cells, uint32_t count) {
  if (count <= cells->room) return;
  uint32_t room = cells->room = count + count / 2 + 16;
  cells->slots = CChipmunkGrow(cells->slots, room, sizeof *cells->slots);
  cells->columns = CChipmunkGrow(cells->columns, room, sizeof *cells->columns);
  cells->boxes = CChipmunkGrow(cells->boxes, room, sizeof *cells->boxes);
  cells->kinds = CChipmunkGrow(cells->kinds, room, sizeof *cells->kinds);
  cells->keys = CChipmunkGrow(cells->keys, room, sizeof *cells->keys);
  cells->otherKeys = CChipmunkGrow(cells->otherKeys, room, sizeof *cells->otherKeys);
  cells->otherSlots = CChipmunkGrow(cells->otherSlots, room, sizeof *cells->otherSlots);
}

static inline bool CChipmunkMeet(const cpBB *a, const cpBB *b) {
  CChipmunkLanes lowA = {a->l, a->b}, highA = {a->r, a->t}, lowB = {b->l, b->b}, highB = {b->r, b->t};
  CChipmunkLaneBits meets = (lowA <= highB) & (lowB <= highA);
  return meets[0] & meets[1];
}

// The size of an extent: two for each octave, starting at 2^-24.
static inline int CChipmunkSize(double extent) {
  uint64_t bits;
  memcpy(&bits, &extent, sizeof bits);
  int half = (int)(bits >> 51) - 2 * (1023 - 24);
  return half < 0 ? 0 : half < CChipmunkSizes ? half : CChipmunkSizes - 1;
}

// The proportions of a box: 4 if its sides are within a factor of eight or so. Each further factor of eight adds one if
// the box is wide, and subtracts one if it is high.
static inline int CChipmunkForm(double width, double height) {
  int wider = (CChipmunkSize(width) - CChipmunkSize(height)) / 6;
  return wider < -4 ? 0 : wider > 4 ? CChipmunkForms - 1 : wider + 4;
}

// The row or column of a corner. Corners that are too far away are in the outermost one.
static inline int64_t CChipmunkCell(double corner, double origin, double per) {
  if (per == 0) return 0;
  const double far = 2147483000.0;
  double cell = (corner - origin) * per;
  if (!(cell > -far)) return -(int64_t)far;
  if (cell > far) return (int64_t)far;
  int64_t whole = (int64_t)cell;
  return whole - (cell < (double)whole);
}

// Sorts a class's part of `keys` and `slots`; the sort is stable.
static inline void CChipmunkCellsSort(struct CChipmunkCells *cells, uint32_t first, uint32_t count, int bits) {
  uint64_t *keys = cells->keys + first, *otherKeys = cells->otherKeys + first;
  uint32_t *slots = cells->slots + first, *otherSlots = cells->otherSlots + first;
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
      otherKeys[place] = keys[i], otherSlots[place] = slots[i];
    }
    uint64_t *k = keys;
    uint32_t *s = slots;
    keys = otherKeys, otherKeys = k, slots = otherSlots, otherSlots = s;
  }
  if (keys == cells->keys + first) return;
  memcpy(cells->keys + first, keys, count * sizeof *keys);
  memcpy(cells->slots + first, slots, count * sizeof *slots);
}

static inline int CChipmunkBits(uint64_t value) { return value ? 64 - __builtin_clzll(value) : 0; }

static inline void CChipmunkCellsReserveRows(struct CChipmunkCells *cells, size_t count) {
  if (cells->rowsUsed + count <= cells->rowsRoom) return;
  cells->rowsRoom = (uint32_t)(cells->rowsUsed + count) * 3 / 2 + 16;
  cells->rowStarts = CChipmunkGrow(cells->rowStarts, cells->rowsRoom, sizeof *cells->rowStarts);
  cells->rowNumbers = CChipmunkGrow(cells->rowNumbers, cells->rowsRoom, sizeof *cells->rowNumbers);
}

// Sorts the entries of a class whose slots are already listed, and lists its rows.
static inline void CChipmunkCellsBuildClass(
    struct CChipmunkCells *cells, struct CChipmunkCellClass *class, const cpBB *boxes) {
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
    int64_t column = CChipmunkCell(box->l < box->r ? box->l : box->r, class->originX, class->perX);
    int64_t row = CChipmunkCell(box->b < box->t ? box->b : box->t, class->originY, class->perY);
    if (column < lowX) lowX = column;
    if (column > highX) highX = column;
    if (row < lowY) lowY = row;
    if (row > highY) highY = row;
    // Rows and columns fit into 32 bits with a sign; the loop below makes them relative to the lowest.
    cells->keys[i] = (uint64_t)(uint32_t)(int32_t)row << 32 | (uint32_t)(int32_t)column;
  }
  class->lowRow = lowY, class->lowColumn = lowX;
  int columnBits = CChipmunkBits((uint64_t)(highX - lowX)), rowBits = CChipmunkBits((uint64_t)(highY - lowY));
  for (uint32_t i = first; i < first + count; i++) {
    uint64_t row = (uint64_t)((int64_t)(int32_t)(cells->keys[i] >> 32) - lowY);
    uint64_t column = (uint64_t)((int64_t)(int32_t)cells->keys[i] - lowX);
    cells->keys[i] = row << columnBits | column;
  }
  CChipmunkCellsSort(cells, first, count, columnBits + rowBits);
  uint64_t mask = ((uint64_t)1 << columnBits) - 1;
  uint64_t span = (uint64_t)(highY - lowY) + 1;
  class->isDense = span <= 2 * (uint64_t)count + 16;
  CChipmunkCellsReserveRows(cells, (class->isDense ? span : count) + 1);
  class->firstRow = cells->rowsUsed;
  uint32_t *starts = cells->rowStarts + class->firstRow, *numbers = cells->rowNumbers + class->firstRow;
  uint32_t rows = 0;
  cpBB reach = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (uint32_t i = first; i < first + count; i++) {
    uint32_t row = (uint32_t)(cells->keys[i] >> columnBits);
    cells->columns[i] = (uint32_t)(cells->keys[i] & mask);
    cpBB box = cells->boxes[i] = boxes[cells->slots[i]];
    if (box.l < reach.l) reach.l = box.l;
    if (box.b < reach.b) reach.b = box.b;
    if (box.r > reach.r) reach.r = box.r;
    if (box.t > reach.t) reach.t = box.t;
    if (class->isDense) {
      for (; rows <= row; rows++) starts[rows] = i, numbers[rows] = rows;
    } else if (rows == 0 || numbers[rows - 1] != row) {
      starts[rows] = i, numbers[rows] = row, rows++;
    }
  }
  class->rowCount = rows, class->reach = reach;
  starts[rows] = first + count;
  cells->rowsUsed += rows + 1;
}

// Sorts the boxes of slots `from` up to `to` into cells, except those whose entry in `isThere` is NULL.
static inline void CChipmunkCellsBuild(
    struct CChipmunkCells *cells, const cpBB *boxes, cpShape *const *isThere, uint32_t from, uint32_t to) {
  cells->count = cells->classCount = cells->rowsUsed = 0;
  CChipmunkCellsReserve(cells, to - from);
  uint32_t histogram[CChipmunkSizes] = {0};
  for (uint32_t slot = from; slot < to; slot++) {
    const cpBB *box = boxes + slot;
    double width = fabs(box->r - box->l), height = fabs(box->t - box->b);
    // Equal infinities subtract to NaN; such a box counts as infinitely wide.
    if (width != width) width = INFINITY;
    if (height != height) height = INFINITY;
    bool isNone = !isThere[slot] || box->l != box->l || box->r != box->r || box->b != box->b || box->t != box->t;
    int size = CChipmunkSize(width > height ? width : height);
    cells->kinds[slot - from] = isNone ? UINT16_MAX : (uint16_t)(size << 4 | CChipmunkForm(width, height));
    if (!isNone) histogram[size]++;
  }
  // Groups the sizes into classes, from the largest size down.
  uint8_t groups[CChipmunkSizes];
  int group = -1, top = 0;
  for (int size = CChipmunkSizes - 1; size >= 0; size--) {
    if (!histogram[size]) continue;
    if (group < 0 || top - size >= CChipmunkSizesOfClass) group++, top = size;
    groups[size] = (uint8_t)group;
  }
  uint32_t kindCount = (uint32_t)(group + 1) * CChipmunkForms;
  // There are at most 22 groups.
  uint32_t counts[CChipmunkSizes / CChipmunkSizesOfClass * CChipmunkForms + CChipmunkForms];
  memset(counts, 0, kindCount * sizeof *counts);
  for (uint32_t i = 0; i < to - from; i++) {
    if (cells->kinds[i] == UINT16_MAX) continue;
    int kind = groups[cells->kinds[i] >> 4] * CChipmunkForms + (cells->kinds[i] & 15);
    cells->kinds[i] = (uint16_t)kind;
    counts[kind]++;
  }
  if (cells->classRoom < kindCount) {
    cells->classRoom = kindCount;
    cells->classes = CChipmunkGrow(cells->classes, kindCount, sizeof *cells->classes);
  }
  uint16_t classOf[sizeof counts / sizeof *counts];
  for (uint32_t kind = 0; kind < kindCount; kind++) {
    if (!counts[kind]) continue;
    classOf[kind] = (uint16_t)cells->classCount;
    cells->classes[cells->classCount++] = (struct CChipmunkCellClass){.first = cells->count};
    cells->count += counts[kind];
  }
  for (uint32_t slot = from; slot < to; slot++) {
    if (cells->kinds[slot - from] == UINT16_MAX) continue;
    struct CChipmunkCellClass *class = cells->classes + classOf[cells->kinds[slot - from]];
    const cpBB *box = boxes + slot;
    double width = fabs(box->r - box->l), height = fabs(box->t - box->b);
    if (!(width <= class->width)) class->width = width == width ? width : INFINITY;
    if (!(height <= class->height)) class->height = height == height ? height : INFINITY;
    cells->slots[class->first + class->count++] = slot;
  }
  for (uint32_t i = 0; i < cells->classCount; i++) CChipmunkCellsBuildClass(cells, cells->classes + i, boxes);
  // Lower cells first, then narrower ones: a search in a later class visits few rows.
  for (uint32_t i = 1; i < cells->classCount; i++) {
    struct CChipmunkCellClass class = cells->classes[i];
    uint32_t j = i;
    for (; j > 0; j--) {
      struct CChipmunkCellClass *other = cells->classes + j - 1;
      if (other->height < class.height || (other->height == class.height && other->width <= class.width)) break;
      cells->classes[j] = *other;
    }
    cells->classes[j] = class;
  }
}

// The first entry of a row at or after a column.
static inline uint32_t CChipmunkFirstFrom(
    const struct CChipmunkCells *cells, uint32_t start, uint32_t end, uint32_t column) {
  const uint32_t *columns = cells->columns;
  while (end - start > 8) {
    uint32_t middle = start + (end - start) / 2;
    if (columns[middle] < column) start = middle + 1; else end = middle;
  }
  while (start < end && columns[start] < column) start++;
  return start;
}

// The index in the list of rows of the first row at or after a number.
static inline uint32_t CChipmunkFirstRowFrom(
    const struct CChipmunkCells *cells, const struct CChipmunkCellClass *class, uint32_t row) {
  if (class->isDense) return row < class->rowCount ? row : class->rowCount;
  const uint32_t *numbers = cells->rowNumbers + class->firstRow;
  uint32_t start = 0, end = class->rowCount;
  while (start < end) {
    uint32_t middle = start + (end - start) / 2;
    if (numbers[middle] < row) start = middle + 1; else end = middle;
  }
  return start;
}

// The columns, or rows, that hold the corners of boxes meeting a range. Returns false if there are none.
static inline bool CChipmunkCellRange(
    double low, double high, double origin, double per, int64_t lowest, uint32_t *first, uint32_t *last) {
  if (low > high) {
    double other = low;
    low = high, high = other;
  }
  int64_t from = CChipmunkCell(low, origin, per) - 1 - lowest, to = CChipmunkCell(high, origin, per) - lowest;
  if (to < 0) return false;
  if (to > UINT32_MAX) to = UINT32_MAX;
  if (from > to) return false;
  *first = from < 0 ? 0 : (uint32_t)from;
  *last = (uint32_t)to;
  return true;
}

// Runs BODY for each entry of a class whose box meets BOX. ENTRY is the entry's index.
#define CChipmunkForEachMeeting(CELLS, CLASS, BOX, ENTRY, BODY)                                              \
  do {                                                                                                       \
    if ((CLASS)->count <= 12) {                                                                              \
      for (uint32_t ENTRY = (CLASS)->first; ENTRY < (CLASS)->first + (CLASS)->count; ENTRY++) {              \
        if (CChipmunkMeet(BOX, (CELLS)->boxes + ENTRY)) BODY                                                 \
      }                                                                                                      \
      break;                                                                                                 \
    }                                                                                                        \
    if (!CChipmunkMeet(BOX, &(CLASS)->reach)) break;                                                         \
    uint32_t firstRow_, lastRow_, firstColumn_, lastColumn_;                                                 \
    if (!CChipmunkCellRange((BOX)->b, (BOX)->t, (CLASS)->originY, (CLASS)->perY, (CLASS)->lowRow, &firstRow_, \
                            &lastRow_) ||                                                                    \
        !CChipmunkCellRange((BOX)->l, (BOX)->r, (CLASS)->originX, (CLASS)->perX, (CLASS)->lowColumn,         \
                            &firstColumn_, &lastColumn_))                                                    \
      break;                                                                                                 \
    const uint32_t *starts_ = (CELLS)->rowStarts + (CLASS)->firstRow;                                        \
    const uint32_t *numbers_ = (CELLS)->rowNumbers + (CLASS)->firstRow;                                      \
    for (uint32_t row_ = CChipmunkFirstRowFrom(CELLS, CLASS, firstRow_);                                     \
         row_ < (CLASS)->rowCount && numbers_[row_] <= lastRow_; row_++) {                                   \
      uint32_t end_ = starts_[row_ + 1];                                                                     \
      for (uint32_t ENTRY = CChipmunkFirstFrom(CELLS, starts_[row_], end_, firstColumn_);                    \
           ENTRY < end_ && (CELLS)->columns[ENTRY] <= lastColumn_; ENTRY++) {                                \
        if (CChipmunkMeet(BOX, (CELLS)->boxes + ENTRY)) BODY                                                 \
      }                                                                                                      \
    }                                                                                                        \
  } while (0)
