// The pairs of shapes that a step collides.

#ifndef CE_PAIRS_H
#define CE_PAIRS_H

#include <stdatomic.h>

#include "base.h"
#include "narrow_phase.h"

// A pair of a step: two slots. The second is a static proxy's if ceStaticBit is set.
typedef struct cePair {
  uint32_t a, b;
} cePair;

#define ceStaticBit 0x80000000u

// What colliding a pair has found: the pair's arbiter or, if it has none yet, the place of its contact.
typedef struct ceFound {
  cpArbiter *arbiter;
  uint32_t start;
  // Whether it touches, and whether its contact is up to date.
  bool touches, isUpdated;
  // Whether no handler must be called.
  bool isPlain;
} ceFound;

typedef struct cePairList {
  cePair *pairs;
  uint32_t count, capacity;
} cePairList;

typedef struct cePairs {
  // The pairs of the current step, and what each has found.
  cePairList list;
  ceFound *found;
  uint32_t foundCapacity;
  // What threads find, in the order of the list.
  cePairList *parts;
  int partCount;
  // The contacts of pairs without an arbiter; unused for those whose arbiter has its shapes the other way round. The
  // contacts of both are updated after all others.
  ceContactStart *starts;
  _Atomic uint32_t startCount;
} cePairs;

// Updates the boxes of all moving proxies, collides each pair that may touch, and begins their contacts, in the order
// that broad_phase.h defines. O(shapes + pairs).
void cePairsCollide(ceEngine *engine);

void cePairsFree(cePairs *pairs);

#endif
