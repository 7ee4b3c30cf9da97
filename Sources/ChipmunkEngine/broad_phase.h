// The grid: the engine's own spatial index behind the library's interface, `cpSpatialIndexClass`.
//
// A step sorts the boxes of all moving shapes into cells and goes over them once. The order of pairs depends only on
// the boxes and the order of adding, not on earlier contents of the index. The pairs are sorted
//
//   - by the first shape: its class, low cells first; its row, from the bottom; its column, from the left; its id;
//   - for each first shape: static proxies by id, then the moving shapes of its own class that follow it in that order,
//     then those of later classes.
//
// So lower shapes come before upper ones, and a pile is compressed less with the same number of iterations. If there
// are few moving shapes, they are sorted by id instead, the last ones first: usually upper before lower ones, which
// brings a single stack to rest sooner.

#ifndef CE_BROAD_PHASE_H
#define CE_BROAD_PHASE_H

#include "base.h"
#include "cells.h"
#include "workers.h"

// A shape that another one touched in the last step, and the pair's arbiter, to save a search.
typedef struct ceTouched {
  // The lower half of the other shape's id, which is enough.
  uint32_t other;
  cpArbiter *arbiter;
} ceTouched;

// Lists of touched shapes by first shape: for each slot the start of its list, and its length.
typedef struct ceTouchedLists {
  ceTouched *list;
  uint32_t count, capacity;
  uint32_t *firsts, *counts;
} ceTouchedLists;

// The static proxies whose boxes meet a box around a moving shape, by id: they are the only ones that the shape can meet
// while it stays in the box and no static proxy changes. A list that is too long has a count above the most.
enum { ceMostNear = 5 };
typedef struct ceNear {
  cpBB box;
  uint64_t changes;
  uint32_t count, slots[ceMostNear];
} ceNear;

// Shapes with their boxes. A slot has a shape, its id and its box; slots of removed shapes have NULL.
typedef struct ceProxies {
  // The numbers of shapes and of slots.
  uint32_t count, slotCount, capacity;
  cpShape **shapes;
  cpHashValue *ids;
  cpBB *boxes;
  // The groups of the shapes' filters, which ceProxiesReindex reads: those of one group do not collide.
  cpGroup *groups;
  // A hash table from shapes to slots, with marks for empty places.
  uint32_t *table;
  uint32_t tableMask, tableCount;
  // Static proxies, and moving ones between steps, are in two sets of cells, a large one and one of recently added
  // shapes: slots below `mainEnd` are in `main`, those below `recentEnd` in `recent`; the rest is searched one by one.
  ceCells main, recent;
  uint32_t mainEnd, recentEnd;
  // Whether the slots are in the order of ids, without gaps.
  bool isSorted;
  // The shapes that touched in the last step, and in the current one. Only a cache, not part of the state.
  ceTouchedLists touched, nowTouched;
  // How often the shapes or their boxes have changed; of moving proxies, what this was for the static ones at the last
  // search, and what is near each slot. Only a cache as well.
  uint64_t changes, staticChanges;
  ceNear *near;
} ceProxies;

// The engine's spatial index in the library's space; all it knows is the engine.
typedef struct ceIndex {
  cpSpatialIndex base;
  ceEngine *engine;
} ceIndex;

_Static_assert(offsetof(ceIndex, base) == 0, "an index and the library's have one address");

// Up to this many shapes are searched one by one.
enum { ceFewProxies = 32 };

// A new index: of moving shapes if it gets the index of static ones, of static shapes if it gets NULL.
cpSpatialIndex *ceIndexNew(ceEngine *engine, cpSpatialIndex *staticIndex);

// Frees the memory of proxies, and makes them empty.
void ceProxiesFree(ceProxies *proxies);

// Sorts the slots by id, without gaps. O(shapes), and O(shapes log shapes) if their order has changed.
void ceProxiesSort(ceProxies *proxies);

// Reads the boxes and groups of all shapes again. The cells are empty then. O(shapes).
void ceProxiesReindex(ceProxies *proxies, ceWorkers *workers);

// Puts the slots into cells that queries search. O(slots added since the last time).
void ceProxiesUpdateCells(ceProxies *proxies);

// Runs BODY for each shape of PROXIES whose box meets BOX. SLOT is the shape's slot.
#define ceForEachProxyMeeting(PROXIES, BOX, SLOT, BODY)                                                      \
  do {                                                                                                       \
    ceCells *sets_[] = {&(PROXIES)->main, &(PROXIES)->recent};                                               \
    for (int set_ = 0; set_ < 2; set_++) {                                                                   \
      for (uint32_t c_ = 0; c_ < sets_[set_]->classCount; c_++) {                                            \
        ceForEachMeeting(sets_[set_], sets_[set_]->classes + c_, BOX, entry_, {                              \
          uint32_t SLOT = sets_[set_]->slots[entry_];                                                        \
          if ((PROXIES)->shapes[SLOT]) BODY                                                                  \
        });                                                                                                  \
      }                                                                                                      \
    }                                                                                                        \
    for (uint32_t SLOT = (PROXIES)->recentEnd; SLOT < (PROXIES)->slotCount; SLOT++) {                        \
      if ((PROXIES)->shapes[SLOT] && ceBoxesMeet(BOX, (PROXIES)->boxes + SLOT)) BODY                         \
    }                                                                                                        \
  } while (0)

#endif
