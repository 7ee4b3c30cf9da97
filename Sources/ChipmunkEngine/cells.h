// Boxes sorted into cells: the grid's broad phase finds its pairs in them, and queries search them.
//
// Boxes of similar size and form share a class. The cells of a class are as large as its largest box. So each box
// belongs to a single cell, that of its lower left corner, and meets only boxes of that cell and its eight neighbours.
// A class is an array, sorted by row, then by column, then by the order of the boxes; empty cells take no memory. So
// the distance between boxes does not matter, and a huge box is in a class of its own.

#ifndef CE_CELLS_H
#define CE_CELLS_H

#include "base.h"

// Boxes whose larger sides are within a factor of eight, and whose proportions are similar.
typedef struct ceCellClass {
  // The range of the class's entries, and of its rows.
  uint32_t first, count, firstRow, rowCount;
  double originX, originY, width, height;
  // The inverse of the cell's sides; 0 if a side is infinite.
  double perX, perY;
  // The bounds of all boxes of the class.
  cpBB bounds;
  // The lowest row and column; those of the entries are relative to these.
  int64_t lowRow, lowColumn;
  // Whether the list of rows has every row up to the last, including empty ones.
  bool isDense;
} ceCellClass;

typedef struct ceCells {
  uint32_t count, capacity;
  // The entries in sorted order: the box of each, and its column.
  uint32_t *slots, *columns;
  cpBB *boxes;
  ceCellClass *classes;
  uint32_t classCount, classCapacity;
  // The first entry of each row of each class, plus one at the end of each class, and the number of each row.
  uint32_t *rowStarts, *rowNumbers;
  uint32_t rowCount, rowCapacity;
  // Scratch memory for building: the classes of slots, the sort keys, and the second buffers of the sort.
  uint16_t *kinds;
  uint64_t *keys, *sortedKeys;
  uint32_t *sortedSlots;
} ceCells;

// Frees the memory of cells, and makes them empty.
void ceCellsFree(ceCells *cells);

// Whether two boxes have a point in common.
static inline bool ceBoxesMeet(const cpBB *a, const cpBB *b) {
  ceLanes lowA = {a->l, a->b}, highA = {a->r, a->t}, lowB = {b->l, b->b}, highB = {b->r, b->t};
  ceLaneBits meets = (lowA <= highB) & (lowB <= highA);
  return meets[0] & meets[1];
}

// Sorts the boxes of slots `from` up to `to` into cells, except those whose entry in `isThere` is NULL. O(boxes).
void ceCellsBuild(ceCells *cells, const cpBB *boxes, cpShape *const *isThere, uint32_t from, uint32_t to);

// Makes cells empty, and keeps their memory.
static inline void ceCellsClear(ceCells *cells) { cells->count = cells->classCount = 0; }

// The first entry of a row at or after a column.
static inline uint32_t ceFirstEntryFrom(
    const ceCells *cells, uint32_t start, uint32_t end, uint32_t column) {
  ceAssert(start <= end && end <= cells->count);
  const uint32_t *columns = cells->columns;
  while (end - start > 8) {
    uint32_t middle = start + (end - start) / 2;
    if (columns[middle] < column) start = middle + 1; else end = middle;
  }
  while (start < end && columns[start] < column) start++;
  return start;
}

// The index in the list of rows of the first row at or after a number.
static inline uint32_t ceFirstRowFrom(
    const ceCells *cells, const ceCellClass *class, uint32_t row) {
  ceAssert(class->firstRow + class->rowCount < cells->rowCount);
  if (class->isDense) return row < class->rowCount ? row : class->rowCount;
  const uint32_t *numbers = cells->rowNumbers + class->firstRow;
  uint32_t start = 0, end = class->rowCount;
  while (start < end) {
    uint32_t middle = start + (end - start) / 2;
    if (numbers[middle] < row) start = middle + 1; else end = middle;
  }
  return start;
}

// The row or column of a corner. Corners that are too far away are in the outermost one.
static inline int64_t ceCellOf(double corner, double origin, double per) {
  ceAssert(per >= 0);
  if (per == 0) return 0;
  const double far = 2147483000.0;
  double cell = (corner - origin) * per;
  if (!(cell > -far)) return -(int64_t)far;
  if (cell > far) return (int64_t)far;
  int64_t whole = (int64_t)cell;
  return whole - (cell < (double)whole);
}

// The columns, or rows, that hold the corners of boxes meeting a range. Returns false if there are none.
static inline bool ceCellRange(
    double low, double high, double origin, double per, int64_t lowest, uint32_t *first, uint32_t *last) {
  ceAssert(per >= 0 && lowest >= INT32_MIN && lowest <= INT32_MAX);
  if (low > high) {
    double other = low;
    low = high, high = other;
  }
  int64_t from = ceCellOf(low, origin, per) - 1 - lowest, to = ceCellOf(high, origin, per) - lowest;
  if (to < 0 || from > to) return false;
  *first = from < 0 ? 0 : (uint32_t)from;
  *last = (uint32_t)to;
  return true;
}

// Runs BODY for each entry of a class whose box meets BOX. ENTRY is the entry's index.
#define ceForEachMeeting(CELLS, CLASS, BOX, ENTRY, BODY)                                                     \
  do {                                                                                                       \
    if ((CLASS)->count <= 12) {                                                                              \
      for (uint32_t ENTRY = (CLASS)->first; ENTRY < (CLASS)->first + (CLASS)->count; ENTRY++) {              \
        if (ceBoxesMeet(BOX, (CELLS)->boxes + ENTRY)) BODY                                                   \
      }                                                                                                      \
      break;                                                                                                 \
    }                                                                                                        \
    if (!ceBoxesMeet(BOX, &(CLASS)->bounds)) break;                                                          \
    uint32_t firstRow_, lastRow_, firstColumn_, lastColumn_;                                                 \
    if (!ceCellRange((BOX)->b, (BOX)->t, (CLASS)->originY, (CLASS)->perY, (CLASS)->lowRow, &firstRow_,       \
                            &lastRow_) ||                                                                    \
        !ceCellRange((BOX)->l, (BOX)->r, (CLASS)->originX, (CLASS)->perX, (CLASS)->lowColumn,                \
                            &firstColumn_, &lastColumn_))                                                    \
      break;                                                                                                 \
    const uint32_t *starts_ = (CELLS)->rowStarts + (CLASS)->firstRow;                                        \
    const uint32_t *numbers_ = (CELLS)->rowNumbers + (CLASS)->firstRow;                                      \
    for (uint32_t row_ = ceFirstRowFrom(CELLS, CLASS, firstRow_);                                            \
         row_ < (CLASS)->rowCount && numbers_[row_] <= lastRow_; row_++) {                                   \
      uint32_t end_ = starts_[row_ + 1];                                                                     \
      for (uint32_t ENTRY = ceFirstEntryFrom(CELLS, starts_[row_], end_, firstColumn_);                      \
           ENTRY < end_ && (CELLS)->columns[ENTRY] <= lastColumn_; ENTRY++) {                                \
        if (ceBoxesMeet(BOX, (CELLS)->boxes + ENTRY)) BODY                                                   \
      }                                                                                                      \
    }                                                                                                        \
  } while (0)

#endif
