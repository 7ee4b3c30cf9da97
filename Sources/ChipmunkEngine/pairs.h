// The pairs of shapes that a step collides.

#ifndef CE_PAIRS_H
#define CE_PAIRS_H

#include "base.h"

// How many pairs ahead arbiters and shapes are prefetched.
enum { cePrefetchDistance = 4 };

// A pair of a step: two slots. The second is a static proxy's if ceStaticBit is set.
typedef struct cePair {
  uint32_t a, b;
} cePair;

#define ceStaticBit 0x80000000u

typedef struct cePairs {
  // The pairs of the current step.
  cePair *pairs;
  uint32_t count, capacity;
  // The arbiter of the pair that is being collided, if known, and those of the next pairs.
  cpArbiter *arbiter, *likely[cePrefetchDistance];
} cePairs;

// Updates the boxes of all moving proxies, and collides each pair that may touch, in the order that broad_phase.h
// defines. `data` is what `collide` needs. O(shapes + pairs).
void cePairsCollide(ceEngine *engine, cpSpatialIndexQueryFunc collide, void *data);

#endif
